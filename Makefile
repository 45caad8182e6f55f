# La primera capa de un transformer. `make` a secas enumera las órdenes.
PYTHON ?= python3
BIN := .venv/bin
OUT ?= notas
IN := requirements/site.in requirements/course.in requirements/grade.in requirements/dev.in
# Two workers: the course is made for a machine with two cores.
PYTEST := $(BIN)/pytest -n 2 --dist loadfile -q -rfEs

.PHONY: help book serve test test-all test-triton lint notebooks check-notebooks grade lab \
        bench bench-gpu lock clean

help: ## enumera estas órdenes
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' \
	  | while IFS="$$(printf '\t')" read -r name does; do \
	      printf '  make %-16s %s\n' "$$name" "$$does"; done

# ── entornos ──────────────────────────────────────────────────────────────
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Hace falta Python 3.11 o posterior. Prueba: make PYTHON=python3.12 …'; \
	  exit 1; }
	@$(PYTHON) -m venv .venv || { \
	  echo 'No se pudo crear el entorno. En Debian o Ubuntu: apt install python3-venv'; \
	  exit 1; }

.venv/site.stamp: requirements/site.txt | .venv/bin/python
	@echo 'Instalando lo necesario para construir el sitio (solo la primera vez)…'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.venv/full.stamp: requirements.txt pyproject.toml | .venv/bin/python
	@echo 'Instalando el curso completo, con torch (solo la primera vez)…'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@ .venv/site.stamp

# ── leer ──────────────────────────────────────────────────────────────────
book: .venv/site.stamp ## construye el sitio en _build/html
	@$(BIN)/python -m tools.site build

serve: book ## construye el sitio y lo muestra en el navegador
	@$(BIN)/python -m tools.site serve

lab: .venv/full.stamp ## abre los cuadernos en JupyterLab
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/lab.in
	@$(BIN)/jupyter lab chapters

# ── comprobar ─────────────────────────────────────────────────────────────
test: .venv/full.stamp ## comprueba todo lo que comprueba la integración continua
	@$(BIN)/python -m tools.doctor
	@$(MAKE) --no-print-directory lint check-notebooks
	@$(PYTEST) -m 'not slow' tests

test-all: .venv/full.stamp ## lo anterior, las pruebas lentas y el triton de Colab
	@$(BIN)/python -m tools.doctor
	@$(MAKE) --no-print-directory lint check-notebooks test-triton
	@$(PYTEST) tests

test-triton: .venv/full.stamp ## las pruebas del kernel con el triton y numpy de Colab
	@sh tests/andrea_lib/colab_triton.sh

lint: .venv/full.stamp ## estilo y tipos
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m tools.notebooks --lint

grade: .venv/full.stamp ## corrige los ejercicios de la carpeta exercises
	@$(BIN)/andrea grade exercises --out $(OUT)

# ── hacer ─────────────────────────────────────────────────────────────────
notebooks: .venv/full.stamp ## ejecuta lo que cambió: textos → cuadernos y ejercicios
	@$(BIN)/python -m tools.notebooks

check-notebooks: .venv/full.stamp ## falla si algún cuaderno no corresponde a su texto
	@$(BIN)/python -m tools.notebooks --check

bench: .venv/full.stamp ## mide esta máquina
	@$(BIN)/python -m benchmarks.gather_add

bench-gpu: .venv/full.stamp ## los ocho experimentos del kernel, diez minutos en una GPU
	@$(BIN)/python -m benchmarks.gather_add --experiments

lock: .venv/full.stamp ## fija de nuevo las versiones
	@$(BIN)/uv pip compile --quiet $(IN) -o requirements.txt
	@$(BIN)/uv pip compile --quiet requirements/site.in -c requirements.txt \
	  -o requirements/site.txt

clean: ## borra lo construido; los entornos y tus respuestas se quedan
	@rm -rf _build notas .pytest_cache .mypy_cache .ruff_cache .hypothesis
