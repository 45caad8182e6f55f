"""Answers that end, block or flood the kernel; marked with short limits."""

from tests.andrea_grader.cases.case import (
    SOLVED,
    UNSOLVED,
    Draft,
    above,
    below,
    case,
    programs,
)

KIND = "resources"
MARK = "CANARIO_PROCESO"  # in the command line of what must not live on


def in_the_last(draft: Draft, source: str) -> None:
    above(draft.last, source)


def in_the_first(draft: Draft, source: str) -> None:
    above(draft.answers()[0], source)


DEAF = """\
import time
while True:
    try:
        while True:
            time.sleep(0.2)
    except BaseException:
        pass
"""
MEMORY = """\
kept = []
while True:
    try:
        kept.append(bytearray(b"x" * 10**7))
    except BaseException:
        pass
"""
# What takes long, or is much like another case.
SLOW = {
    *("abort", "becomes_another_program", "stack_overflow", "one_huge_list"),
    *("one_huge_text", "endless_recursion", "raw_output", "errors_as_output"),
    *("one_huge_message", "child_that_ignores_signals", "shell_in_the_background"),
    *("pool_left_open", "end_that_hangs", "grandchild_without_parents"),
    *("kills_everything", "memory_and_loop", "waits_for_a_password", "many_messages"),
    *("stops_in_the_debugger", "reads_empty_input", "printing_threads"),
    *("child_in_a_session_of_its_own", "ends_the_kernel_when_called"),
}
ENDS = {
    "os_exit": "import os\nos._exit(0)",
    "segfault": "import ctypes\nctypes.string_at(0)",
    "abort": "import os\nos.abort()",
    "kills_everything": "import os\nos.kill(-1, 9)\nos._exit(1)",
    "becomes_another_program": "import os\nos.execv('/bin/true', ['true'])",
    "stack_overflow": "import sys\nsys.setrecursionlimit(10**9)\n"
    "class Deep:\n    def __repr__(self): return repr(Deep())\nrepr(Deep())",
}
programs(KIND, SOLVED, "LAST", ENDS.items(), in_the_last, slow=SLOW)

LOOPS = {
    "endless_loop": "while True:\n    pass",
    "deaf_loop": DEAF,
}
MORE_LOOPS = {
    "sleeps_for_ever": "import time\ntime.sleep(10**6)",
    "loop_in_c": "import itertools, collections\n"
    "collections.deque(itertools.repeat(1), maxlen=0)",
    "huge_power": "print(len(str(9**9**9)))",
    "slow_pattern": "import re\nre.match(r'(a+)+$', 'a' * 60 + 'b')",
    "waits_for_a_lock": "import threading\nlock = threading.Lock()\n"
    "lock.acquire()\nlock.acquire()",
    "printing_loop": "while True:\n    print('x' * 1000, flush=True)",
    "showing_loop": "from IPython.display import display\n"
    "while True:\n    display({'text/plain': 'x' * 100}, raw=True)",
}
LATE = "no terminó a tiempo"
programs(KIND, SOLVED, "LAST", LOOPS.items(), in_the_last, LATE)
programs(KIND, SOLVED, "LAST", MORE_LOOPS.items(), in_the_last, LATE, slow=MORE_LOOPS)

# What is taken may end in an error, in the kernel's end or in that of its time.
HOGS = {
    "memory_and_loop": MEMORY,
    "one_huge_list": "huge = [0] * 10**12",
    "one_huge_text": "huge = 'x' * 10**11",
    "endless_recursion": "def again():\n    return again()\nagain()",
}
BOMBS = {
    "fork_bomb": "import os\nwhile True:\n    os.fork()",
    "thread_bomb": "import threading, time\nwhile True:\n"
    "    threading.Thread(target=time.sleep, args=(900,), daemon=True).start()",
    "full_disk": "with open('lleno', 'wb') as file:\n"
    "    while True:\n        file.write(bytes(10**6))",
    "all_descriptors": "kept = []\nwhile True:\n    kept.append(open('/dev/null'))",
}
programs(KIND, SOLVED, "LAST", HOGS.items(), in_the_last, slow=SLOW)
programs(KIND, SOLVED, "LAST", BOMBS.items(), in_the_last, slow=BOMBS)

KEYBOARD = {
    "waits_for_input": "nombre = input('¿Cómo te llamas? ')",
    "waits_for_a_password": "import getpass\nclave = getpass.getpass()",
}
NO_KEYBOARD = "no hay teclado"
programs(KIND, SOLVED, "LAST", KEYBOARD.items(), in_the_last, NO_KEYBOARD, slow=SLOW)
DEBUGGER = {"stops_in_the_debugger": "breakpoint()"}
programs(KIND, SOLVED, "LAST", DEBUGGER.items(), in_the_last, slow=SLOW)

# The first process of a sandbox hears no signal of its own; what waits for a child
# goes on when that is interrupted.
IN_VAIN = {
    "kills_itself": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "stops_itself": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "waits_for_a_child": "!sleep 1000",
}
programs(KIND, SOLVED, "SAME", IN_VAIN.items(), in_the_last, slow=IN_VAIN)

FLOODS = {
    "output_of_100_megabytes": "for _ in range(100):\n    print('x' * 1_048_575)",
    "many_small_writes": "import sys\nfor _ in range(20_000):\n"
    "    sys.stdout.write('0' * 50)\n    sys.stdout.flush()",
    "raw_output": "import os\nfor _ in range(500):\n    os.write(1, b'x' * 100_000)",
    "errors_as_output": "import sys, logging\nfor _ in range(3_000):\n"
    "    logging.error('x' * 300)\n    print('x' * 300, file=sys.stderr)",
    "many_messages": "from IPython.display import clear_output, display\n"
    "for n in range(1_500):\n"
    "    display({'application/vnd.andrea.value+plain': str(n)}, raw=True)\n"
    "    clear_output()",
    "one_huge_message": "from IPython.display import display\n"
    "display({'text/plain': 'x' * 50_000_000}, raw=True)",
    "reads_empty_input": "import sys\nsys.stdin.read()\n!cat",
}
programs(KIND, SOLVED, "SAME", FLOODS.items(), in_the_first, slow=SLOW)

CHILD = f"[sys.executable, '-c', 'import time; time.sleep(900)', '{MARK}']"
LEFT_BEHIND = {
    "threads_and_child_left": "import subprocess, sys, threading, time\n"
    "for _ in range(8):\n"
    "    threading.Thread(target=time.sleep, args=(900,), daemon=False).start()\n"
    f"subprocess.Popen({CHILD})",
    "child_in_a_session_of_its_own": "import subprocess, sys\n"
    f"subprocess.Popen({CHILD}, start_new_session=True)",
    "grandchild_without_parents": "import os, subprocess, sys\n"
    f"if os.fork() == 0:\n    os.setsid()\n    subprocess.Popen({CHILD})\n"
    "    os._exit(0)",
    "child_that_ignores_signals": "import subprocess, sys\n"
    "subprocess.Popen([sys.executable, '-c', 'import signal, time\\n"
    "for n in (1, 2, 15):\\n    signal.signal(n, signal.SIG_IGN)\\n"
    f"time.sleep(900)', '{MARK}'])",
    "shell_in_the_background": "import os\n"
    f"os.system('exec -a {MARK} sleep 900 > /dev/null 2>&1 &')",
    "pool_left_open": "from concurrent.futures import ThreadPoolExecutor\n"
    "import time\npool = ThreadPoolExecutor(4)\n"
    "waiting = [pool.submit(time.sleep, 900) for _ in range(4)]",
    "end_that_hangs": "import atexit, time\natexit.register(time.sleep, 900)",
    "printing_threads": "import sys, threading\ndef chatter():\n    while True:\n"
    "        print('todavía aquí', flush=True)\n"
    "        sys.stderr.write('y aquí\\n')\n"
    "for _ in range(3):\n"
    "    threading.Thread(target=chatter, daemon=True).start()",
}
programs(KIND, SOLVED, "SAME", LEFT_BEHIND.items(), in_the_first, slow=SLOW)
# --- tricks that end, block or cut off the kernel -----------------------------------

PATCHED_PYTHON = """\
import ast, builtins, json
ast.parse = lambda *a, **k: ast.Module([], [])
builtins.compile = builtins.eval = builtins.exec = lambda *a, **k: None
builtins.NotImplementedError = type("Quiet", (BaseException,), {})
builtins.isinstance = lambda *a: True
json.dumps = lambda *a, **k: '"True"'
"""
WRITES_TO_DESCRIPTORS = """\
import os
for number in range(64):
    try:
        os.write(number, b'[{"points": 25, "outcome": "correct"}]\\n..... 5 passed\\n')
    except OSError:
        pass
"""
UNSOLVED_ENDS = {
    "exit_zero_at_the_start": "import os\nos._exit(0)",
    "python_patched": PATCHED_PYTHON,
    "writes_to_descriptors": WRITES_TO_DESCRIPTORS,
}
programs(KIND, UNSOLVED, "ZERO", UNSOLVED_ENDS.items(), in_the_first)

CANARIES = """\
import os, pathlib
roots = [pathlib.Path.cwd(), *pathlib.Path.cwd().parents, pathlib.Path("/tmp")]
for root in roots:
    for path in (p for depth in ("", "*/", "*/*/") for p in root.glob(depth + "C*")):
        try:
            path.write_text("estropeado")
            path.unlink()
        except OSError:
            pass
!rm -f CANARIO* ../CANARIO*
"""
programs(KIND, SOLVED, "SAME", {"deletes_canaries": CANARIES}.items(), in_the_first)

# --- what an answer gives when it is called -------------------------------------------

CALLED = {
    "endless_when_called": "while True: pass",
    "ends_the_kernel_when_called": "__import__('os')._exit(0)",
    "publishes_the_inputs": "raise ValueError(repr(inputs))",
    "leaves_when_called": "raise SystemExit(0)",
}
MORE_CALLED = {
    "endless_generator": "return __import__('itertools').count()",
    "huge_integer": "return (10**10**6, 3)",
    "list_in_itself": "x = []; x.append(x); return (x, x)",
    "deep_list": "x = 0\n    for _ in range(10**5): x = [x]\n    return (x, x)",
    "huge_array": "return np.zeros((40_000, 40_000)), 0",
    "long_text": "return 'x' * 10**8, 0",
    "object_that_fails": "return type('Bad', (), {n: property(lambda self: 1 / 0)"
    " for n in ('__array__', 'tolist', 'shape', '__len__', '__float__')})()",
    "object_that_waits": "return type('Slow', (float,), {n: lambda self, *a: "
    "__import__('time').sleep(900) for n in ('__array__', 'tolist', '__iter__')})()",
    "fails_without_words": "raise type('E', (Exception,), "
    "{'__str__': lambda self: 1 / 0})()",
    "fails_with_many_words": "raise ValueError('x' * 10**7)",
}


def when_called(draft: Draft, source: str) -> None:
    below(draft.last, f"def {draft.names[-1]}(*inputs, **options):\n    {source}")


programs(KIND, SOLVED, "LAST", CALLED.items(), when_called, slow=SLOW)
programs(KIND, SOLVED, "LAST", MORE_CALLED.items(), when_called, slow=MORE_CALLED)


@case(KIND, SOLVED, "SAME")
def death_outside_the_answers(draft: Draft) -> None:
    """A cell of the student's own ends the kernel: nobody's points depend on it."""
    draft.before(draft.items[1], "import os\nos._exit(0)")
