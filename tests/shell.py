"""IPython in the tests' own process, which it leaves as it was."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from IPython.core.interactiveshell import InteractiveShell


@contextmanager
def own_shell(*extensions: Any) -> Iterator[InteractiveShell]:
    """With these modules loaded as extensions. A shell takes the place of `__main__`,
    and multiprocessing could start nothing afterwards."""
    main = sys.modules["__main__"]
    shell = InteractiveShell.instance()
    try:
        for extension in extensions:
            extension.load_ipython_extension(shell)
        yield shell
    finally:
        shell.reset()
        InteractiveShell.clear_instance()
        sys.modules["__main__"] = main
