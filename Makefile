# La primera capa de un transformer. `make` a secas enumera las órdenes.
PYTHON ?= python3
BIN := .venv/bin
OUT ?= notas
IN := requirements/site.in requirements/course.in requirements/grade.in requirements/dev.in
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NO_PIP := La instalación no ha terminado. Si no hay conexión a internet, repite la orden \
cuando la haya.
# Two workers, one thread each: the course is made for a machine with two cores.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/pytest -n 2 --dist loadfile -q -rfEs

# For the weekly canary: what stays at its version, and Colab's own image.
KEPT := jupyter-book|sphinx-book-theme|pydata-sphinx-theme
CANARY := .venv-canary/bin/python -m pip
COLAB_IMAGE ?= us-docker.pkg.dev/colab-images/public/runtime

.PHONY: help install book serve offline pdf screenshots lab test test-all test-triton lint grade classroom release notebooks \
        check-notebooks bench bench-grading bench-gpu lock clean canary canary-colab canary-issue links

help: ## enumera estas órdenes
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' \
	  | while IFS="$$(printf '\t')" read -r name does; do \
	      printf '  make %-16s %s\n' "$$name" "$$does"; done

# ── entornos ──────────────────────────────────────────────────────────────
.venv/bin/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo 'Hace falta Python 3.11 o posterior: apt install python3 python3-venv.'; \
	  echo 'Si lo tienes con otro nombre: make PYTHON=python3.12 …'; \
	  exit 1; }
	@"$(PYTHON)" -m venv .venv >/dev/null || { rm -rf .venv; \
	  echo 'No se pudo crear el entorno. En Debian o Ubuntu: apt install python3-venv'; \
	  exit 1; }

.venv/site.stamp: requirements/site.txt | .venv/bin/python
	@echo 'Instalando lo necesario para construir el sitio (solo la primera vez)…'
	@$(PIP) --no-compile -r $< || { echo '$(NO_PIP)'; exit 1; }
	@touch $@

.venv/full.stamp: requirements.txt pyproject.toml | .venv/bin/python
	@echo 'Instalando el curso completo, con torch (solo la primera vez)…'
	@$(PIP) -r requirements.txt && $(PIP) --no-deps -e . || { echo '$(NO_PIP)'; exit 1; }
	@touch $@ .venv/site.stamp

.venv-colab/ready: tests/colab/standin.py tests/colab/packages.toml | .venv/full.stamp
	@echo 'Preparando el doble de Colab (solo la primera vez)…'
	@$(BIN)/python -m tests.colab.standin .venv-colab || { echo '$(NO_PIP)'; exit 1; }

install: .venv/full.stamp ## prepara el entorno completo, sin hacer nada más

# ── leer ──────────────────────────────────────────────────────────────────
book: .venv/site.stamp ## construye el sitio en _build/html
	@$(BIN)/python -m tools.site build

serve: book ## construye el sitio y lo muestra en el navegador
	@$(BIN)/python -m tools.site serve

offline: book ## empaqueta el sitio en _build/curso.zip, para leer sin conexión
	@$(BIN)/python -m tools.site offline

pdf: .venv/full.stamp book ## imprime el curso entero en _build/curso.pdf
	@$(BIN)/python -m tools.site pdf

screenshots: .venv/full.stamp book ## fotografía cada página en _build/pantallas
	@$(BIN)/python -m tools.site screenshots _build/pantallas

lab: .venv/full.stamp ## abre los cuadernos en JupyterLab
	@$(PIP) -r requirements/lab.in || { echo '$(NO_PIP)'; exit 1; }
	@$(BIN)/jupyter lab chapters

# ── comprobar ─────────────────────────────────────────────────────────────
test: .venv/full.stamp ## comprueba todo lo que comprueba la integración continua
	@$(BIN)/python -m tools.doctor
	@$(MAKE) --no-print-directory lint check-notebooks
	@$(PYTEST) -m 'not slow' tests

test-all: .venv-colab/ready ## lo anterior, las pruebas lentas y el doble de Colab
	@$(BIN)/python -m tools.doctor
	@$(MAKE) --no-print-directory lint check-notebooks test-triton
	@$(PYTEST) tests

test-triton: .venv-colab/ready ## las pruebas del kernel con el triton y numpy de Colab
	@.venv-colab/bin/python tests/colab/with_tests.py -q tests/andrea_lib -k gather_add

lint: .venv/full.stamp ## estilo y tipos
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m tools.notebooks --lint

grade: .venv/full.stamp ## corrige los ejercicios de la carpeta exercises
	@$(BIN)/andrea grade exercises --out $(OUT)

classroom: .venv/full.stamp ## lo mismo dentro de GitHub: tabla y puntos para Classroom
	@$(BIN)/andrea grade exercises --out $(OUT) --github

release: .venv/full.stamp ## comprueba los ejercicios antes de repartirlos
	@$(BIN)/andrea release --check

# ── hacer ─────────────────────────────────────────────────────────────────
notebooks: .venv/full.stamp ## ejecuta lo que cambió: textos → cuadernos y ejercicios
	@$(BIN)/python -m tools.notebooks

check-notebooks: .venv/full.stamp ## falla si algún cuaderno no corresponde a su texto
	@$(BIN)/python -m tools.notebooks --check

bench: .venv/full.stamp ## mide esta máquina
	@$(BIN)/python -m benchmarks.gather_add

bench-grading: .venv/full.stamp ## compara el corrector con nbgrader (diez minutos)
	@$(BIN)/python -m benchmarks.grading

bench-gpu: .venv/full.stamp ## los ocho experimentos del kernel, diez minutos en una GPU
	@$(BIN)/python -m benchmarks.gather_add --experiments

lock: .venv/full.stamp ## fija de nuevo las versiones
	@$(BIN)/uv pip compile --quiet $(IN) -o requirements.txt
	@$(BIN)/uv pip compile --quiet requirements/site.in -c requirements.txt \
	  -o requirements/site.txt
	@$(BIN)/uv pip compile --quiet requirements/nbgrader.in -o requirements/nbgrader.txt

# ── lo que cambia fuera: cada semana, en canary.yml ───────────────────────
canary: ## las pruebas con las versiones más nuevas de todo, en .venv-canary
	@"$(PYTHON)" -m venv .venv-canary
	@sed -E '/^($(KEPT))/!s/==[^ ;]+//' $(IN) >.venv-canary/newest.in
	@$(CANARY) install --quiet -r .venv-canary/newest.in
	@$(CANARY) install --quiet --no-deps -e .
	@.venv-canary/bin/pytest -q -rfEs -m 'not slow' tests

canary-colab: ## los cuadernos en la imagen pública de Colab (necesita docker)
	@docker pull --quiet $(COLAB_IMAGE)
	@docker run --rm --volume "$(CURDIR):/course:ro" --workdir /course \
	  --entrypoint python3 $(COLAB_IMAGE) -m tests.colab.inside

canary-issue:
	@gh issue create --title 'Canario: algo ha cambiado fuera del curso' \
	  --body 'Qué ha fallado, en el registro: $(RUN)'

links: .venv/site.stamp ## comprueba los enlaces del sitio que llevan a otras páginas
	@$(BIN)/python -m tools.site build
	@$(BIN)/python -m tools.links

clean: ## borra lo construido; los entornos y tus respuestas se quedan
	@rm -rf _build notas .pytest_cache .mypy_cache .ruff_cache .hypothesis
