"""Start a Jupyter kernel in a sandbox: a provisioner of jupyter_client.

jupyter_client finds it through the entry point `andrea-sandbox` and calls it for a
kernelspec that names it, so nbval and the kernel need no change.
"""

import asyncio
import signal
import sys
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.provisioning import LocalProvisioner
from traitlets import Any as AnyTrait

from andrea_grader.sandbox import spawn

NAME = "andrea-sandbox"
# Streams and history are off: what a student prints is never looked at, and 20 000
# small writes through the kernel's own stream take longer than a cell may.
_KERNEL = [
    *(sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"),
    "--HistoryManager.enabled=False",
    "--IPKernelApp.no_stdout=True",
    "--IPKernelApp.no_stderr=True",
    "--IPKernelApp.outstream_class=None",
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
    """A local kernel whose process is started by `sandbox.spawn`."""

    box = AnyTrait()  # a sandbox.Box

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
        self.process = spawn(cmd, self.box)
        self.pid = self.pgid = self.process.pid
        self.cwd = Path(self.box.sockets)
        return self.connection_info

    async def kill(self, restart: bool = False) -> None:
        """Kill and wait for the end, instead of asking again and again."""
        await self.send_signal(signal.SIGKILL)
        if self.process:
            await asyncio.to_thread(self.process.wait)
