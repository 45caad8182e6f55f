"""What a test cell of nbgrader calls: the same calls as `andrea grade`, compared by
their digest.

nbgrader runs its tests in the student's kernel and prints them in its feedback, so the
calls are packed (no page shows a hidden input by chance) and no right value is there,
only its digest. Whoever wants to can unpack the calls: see the course's page for
teachers on what nbgrader does not protect.
"""

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from typing import Any

from andrea_lib import probe


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def pack(data: Mapping[str, Any]) -> str:
    """One line of ASCII."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def fault(packed: str, space: Mapping[str, Any]) -> str:
    """What to tell the student of the answers in `space`; nothing if they are right.

    The cell itself asserts that there is nothing: an exception raised here would show
    a path of the machine that marks.
    """
    test = json.loads(zlib.decompress(base64.b64decode(packed)))
    before = os.environ.get("ANDREA_SEED")
    os.environ["ANDREA_SEED"] = test["seed"]
    try:
        found = digest("\n".join(probe.values(test["source"], test["names"], space)))
    finally:
        del os.environ["ANDREA_SEED"]
        os.environ |= {"ANDREA_SEED": before} if before is not None else {}
    if found == test["right"]:
        return ""
    return str(test["wrong"].get(found, test["advice"]))
