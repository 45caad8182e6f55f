#!/bin/sh
# The gather-add tests with Colab's triton and numpy (August 2026: 3.6.0 and 2.1.3).
# A separate environment that borrows every other package from .venv:
#     sh tests/andrea_lib/colab_triton.sh [ENVIRONMENT] [PYTEST ARGUMENTS]
set -eu
env=${1:-.venv-colab}
[ $# -gt 0 ] && shift
purelib='import sysconfig; print(sysconfig.get_path("purelib"))'
if [ ! -e "$env/ready" ]; then
    .venv/bin/python -m venv "$env"
    base=$(.venv/bin/python -c "$purelib")
    own=$("$env/bin/python" -c "$purelib")
    "$env/bin/python" -m pip install --quiet --no-deps triton==3.6.0 numpy==2.1.3
    echo "import site; site.addsitedir('$base')" >"$own/zz-base.pth"
    touch "$env/ready"
fi
"$env/bin/python" -c 'import numpy, torch, triton
print("torch", torch.__version__, "triton", triton.__version__, "numpy", numpy.__version__)
assert (triton.__version__, numpy.__version__) == ("3.6.0", "2.1.3")'
exec "$env/bin/python" -m pytest tests/andrea_lib -k gather_add "$@"
