"""A tiny course in a folder of its own: real sources, real kernels."""

import shutil
from pathlib import Path

import pytest

from tools.address import Address
from tools.notebooks import main

ADDRESS = Address("https://example.org/school/course", "main")
CONFIG = f"repository: {{url: {ADDRESS.url}, branch: {ADDRESS.branch}}}\n"

CHAPTER = """\
---
kernelspec: {display_name: Python 3, language: python, name: python3}
andrea: {tipo: capitulo, numero: 1}
---

# Un capítulo

Empieza así.

```{code-cell} ipython3
:label: doble
from andrea_lib.small import double
double(21)
```

## 1.1 Una sección

Texto de la sección.
"""

SOLUTION = """\
---
kernelspec: {display_name: Python 3, language: python, name: python3}
andrea: {tipo: ejercicio, numero: 1, oculta: [small]}
---

# Ejercicio 1

Qué hay que hacer.

```{code-cell} ipython3
:label: carga
:tags: [solo-solucion]
%load_ext andrea_lib.probe
%load_ext andrea_grader.wrong
secret_tool = 7
```

### 1.1 · El doble

<!-- ficha: e1-1 -->

Escribe `double(n)`.

<details><summary>Pista 1</summary>

¿Cuántas veces se suma?

</details>

<details><summary>Pista 2</summary>

Dos.

</details>

```{code-cell} ipython3
:label: e1-1
:tags: [respuesta]
:andrea: {nota: e1-1, puntos: 3, dificultad: 2, minutos: 1, tema: "doble"}
# Respuesta 1.1 (no borres esta línea)
def double(n):
    \"\"\"El doble de n.\"\"\"
### BEGIN SOLUTION
    result = n + n
    return result
### END SOLUTION
```

```{code-cell} ipython3
:label: e1-1-prueba
:tags: [prueba]
print(double(4))
```

```{code-cell} ipython3
:label: e1-1-nota
:tags: [nota]
:andrea: {mira: "Se mirará double con números grandes y negativos."}
%%graded double
double(-3)
double(10**9)
```

```{code-cell} ipython3
:label: e1-1-errores
:tags: [errores]
%%wrong e1-1
# error: el cuadrado en lugar del doble
# consejo: Has multiplicado n por sí mismo.
def double(n):
    return n**2
# error: el mismo número
# consejo: Has devuelto lo que entra.
def double(n):
    return n
# error: dos más
# consejo: Has sumado 2.
def double(n):
    return n + 2
```

<!-- solo-solucion -->
Sumar n consigo mismo es doblarlo.

+++

### 1.2 · Con tus palabras

¿Por qué?

+++

<!-- texto: e1-2 -->
Porque dos veces n es n + n.
"""


class Course:
    """The folder, where things lie in it, and how tests change its sources."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.chapter = root / "chapters" / "01_one.md"
        self.solution = root / "solutions" / "01_one.md"
        self.exercise = root / "exercises" / "01_one.ipynb"
        self.module = root / "andrea_lib" / "small.py"
        self.data = root / "andrea_lib" / "data" / "numbers.txt"

    def write(self) -> None:
        files = {
            self.root / "_config.yml": CONFIG,
            self.root / "andrea_lib" / "__init__.py": "",
            self.chapter: CHAPTER,
            self.solution: SOLUTION,
            self.module: "def double(n):\n    return 2 * n\n",
            self.data: "1 2 3\n",
        }
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    def change(self, path: Path, old: str, new: str) -> None:
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """The tiny course, with us in its root and its `andrea_lib` importable."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    course = Course(tmp_path)
    course.write()
    return course


@pytest.fixture(scope="session")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny course with its notebooks executed, to be copied by each test."""
    root = tmp_path_factory.mktemp("built")
    Course(root).write()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        patch.setenv("PYTHONPATH", str(root))
        assert main([]) == 0
    return root


@pytest.fixture
def built(built_once: Path, course: Course) -> Course:
    """The tiny course, its notebooks executed."""
    shutil.copytree(built_once, course.root, dirs_exist_ok=True)
    return course
