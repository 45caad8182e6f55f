"""Start a Jupyter kernel in a sandbox: a provisioner of jupyter_client.

jupyter_client finds it through the entry point `andrea-sandbox` and calls it for a
kernelspec that names it, so nbval and the kernel need no change.
"""

import contextlib
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.provisioning import LocalProvisioner
from traitlets import Any as AnyTrait

from andrea_grader.forkserver import ForkedProcess
from andrea_grader.limits import Watch
from andrea_grader.sandbox import KERNEL_OPTIONS, spawn

NAME = "andrea-sandbox"
_KERNEL = [
    *(sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"),
    *KERNEL_OPTIONS,
]


class SandboxSpecs(KernelSpecManager):
    """Answers every kernel name with this Python's kernel in the given box.

    The name in a student's notebook may exist only on the student's machine.
    """

    box = AnyTrait()  # a sandbox.Box

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(
            argv=_KERNEL,
            language="python",
            interrupt_mode="message",  # a signal would end bubblewrap itself
            metadata={
                "kernel_provisioner": {
                    "provisioner_name": NAME,
                    "config": {"box": self.box},
                }
            },
        )


class SandboxProvisioner(LocalProvisioner):
    """A local kernel that the fork server forks, or that `sandbox.spawn` starts."""

    box = AnyTrait()  # a sandbox.Box
    watch: Watch

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Talk through Unix sockets in the box: the sandbox has no network."""
        manager: Any = self.parent
        if sys.platform != "win32":
            manager.transport = "ipc"
            manager.ip = str(self.box.sockets / "k")
        manager.connection_file = str(self.box.sockets / "kernel.json")
        return await super().pre_launch(**kwargs)

    async def launch_kernel(
        self, cmd: list[str], **kwargs: Any
    ) -> KernelConnectionInfo:
        process: Any
        if self.box.server:
            process = ForkedProcess(self.box.server, self.box.sockets.name)
            self.watch = process.watch
        else:
            process, self.watch = spawn(cmd, self.box)
            self.pgid = process.pid
        self.process, self.pid = process, process.pid
        self.cwd = Path(self.box.sockets)
        return self.connection_info

    def seal(self) -> None:
        """Called when the kernel answers: its sockets are there."""
        if isinstance(self.process, ForkedProcess):
            self.process.seal()

    def end(self) -> None:
        """Kill it: for a kernel that takes too much."""
        if self.process:
            self.process.kill()
            self.ended_within(10)

    def ended_within(self, seconds: float) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process is None or self.process.wait(seconds) is not None
        return False

    async def kill(self, restart: bool = False) -> None:
        """Kill and wait for the end, instead of asking again and again."""
        await self.send_signal(signal.SIGKILL)
        self.ended_within(10)
