"""The stock Firefox, driven through WebDriver BiDi: https://w3c.github.io/webdriver-bidi.

Firefox speaks it by itself, so a web socket is all that is needed.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

NAMES = ("firefox-esr", "firefox")
# It asks for nothing by itself.
SETTINGS = {
    "services.settings.server": "data:,",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
}
SPOKEN = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


def find_firefox() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """One tab."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0
        self.said: list[str] = []  # what the console got
        self.ask("session.new", capabilities={})
        (tab,) = self.ask("browsingContext.getTree")["contexts"]
        self._tab = tab["context"]
        self.ask("session.subscribe", events=["log.entryAdded"])

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """The answer to a command; events that come before it are noted."""
        self._number += 1
        order = {"id": self._number, "method": method, "params": params}
        self._socket.send(json.dumps(order))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                self.said.append(f"{entry['level']} {entry['text']}")
            elif message.get("id") == self._number:
                assert message["type"] == "success", message
                return dict(message["result"])

    def goto(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self._tab, url=address,
                 wait="complete")  # fmt: skip

    def resize(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self._tab,
                 viewport={"width": width, "height": height})  # fmt: skip

    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression, awaited, through JSON."""
        text = f"(async () => JSON.stringify(await ({expression})))()"
        answer = self.ask("script.evaluate", expression=text, awaitPromise=True,
                          target={"context": self._tab})  # fmt: skip
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def press(self, key: str) -> None:
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keys", "actions": strokes}
        self.ask("input.performActions", context=self._tab, actions=[source])


@contextmanager
def open_firefox(profile: Path) -> Iterator[Firefox]:
    """A fresh Firefox without a window; its address stands in what it prints."""
    lines = (
        f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in SETTINGS.items()
    )
    (profile / "user.js").write_text("\n".join(lines), "utf-8")
    command = [find_firefox() or NAMES[0], "--headless", "--no-remote"]
    command += ["--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            spoken = (SPOKEN.search(line) for line in process.stderr)
            address = next(match[1] for match in spoken if match)
            with connect(f"{address}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()
