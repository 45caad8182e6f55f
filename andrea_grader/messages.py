"""What is kept of a kernel's messages: little, and only in the form that we expect."""

import re
from typing import Any

from andrea_lib.probe import MIME

MAX_VALUE = 4_000  # longer values are no answer; pytest explains them in quadratic time
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_LINE = re.compile(r"(?:Cell|<ipython-input).*\bline (\d+)")

# In the place of a message that cannot be read, and of one that is too long for it.
NOTHING: dict[str, Any] = {"msg_type": "", "parent_header": {}, "content": {}}
TOO_LONG: dict[str, Any] = dict(NOTHING)


def idle(msg_id: str) -> dict[str, Any]:
    parent, content = {"msg_id": msg_id}, {"execution_state": "idle"}
    return {"msg_type": "status", "parent_header": parent, "content": content}


def checked(message: dict[str, Any]) -> dict[str, Any]:
    parts = {key: message[key] for key in ("parent_header", "content")}
    if not all(isinstance(part, dict) for part in parts.values()):
        return NOTHING
    return {"msg_type": str(message["msg_type"]), **parts}


def relevant(message: dict[str, Any]) -> dict[str, Any] | None:
    """Only the end of a cell, its error and our own kind of value."""
    if message is TOO_LONG:
        return message
    content = message["content"]
    if message["msg_type"] == "status" and content.get("execution_state") == "idle":
        return message
    if message["msg_type"] == "error":
        error = {key: str(content.get(key, "")) for key in ("ename", "evalue")}
        return message | {"content": error | {"traceback": []}}
    data = content.get("data")
    value = data.get(MIME) if isinstance(data, dict) else None
    if not isinstance(value, str):
        return None
    if len(value) > MAX_VALUE:
        return TOO_LONG
    shown = {"data": {MIME: value}, "metadata": {}}
    return message | {"msg_type": "display_data", "content": shown}


def texts(value: object) -> list[str]:
    return [str(line) for line in value] if isinstance(value, list) else []


def line(traceback: list[str]) -> int | None:
    """The line of the cell in which an error arose, from its traceback."""
    for text in traceback:
        found = _LINE.search(_ANSI.sub("", text))
        if found:
            return int(found.group(1))
    return None
