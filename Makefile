# Two commands do everything on a fresh machine that has python3, pip and make:
#   make demo   sets up in .venv and analyses a real incident
#   make test   sets up and runs all tests, on every supported Python that the machine has
# A second call installs nothing again.

PYTHON ?= $(shell scripts/pythons | head -n 1)
VENV := .venv
BIN := $(VENV)/bin
DEV := gunicorn hypothesis import-linter jsonschema mypy pytest pytest-xdist ruff types-PyYAML uvicorn
STAMP := $(VENV)/.installed
STAMP_DEV := $(VENV)/.installed-dev
WORKERS ?= auto

.PHONY: demo test check pytest pythons bench clean
.DEFAULT_GOAL := test

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "logsleuth needs Python 3.11 or newer: none was found" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all]"
	@touch $@

$(STAMP_DEV): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(DEV)
	@touch $@

demo: $(STAMP)
	@echo '$$ logsleuth analyze fixtures/stories/false-positive --expect "Dynamic speculation disable enabled"'
	@$(BIN)/logsleuth analyze fixtures/stories/false-positive --expect "Dynamic speculation disable enabled" --fail-on never

test: check pytest pythons

check: $(STAMP_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pytest: $(STAMP_DEV)
	$(BIN)/python -m pytest -n $(WORKERS)

# The same tests on the other supported Pythons, each in an environment of its own; what is absent is said.
pythons: $(STAMP_DEV)
	@scripts/test-pythons $(BIN)/python $(DEV)

bench: $(STAMP_DEV)
	$(BIN)/python bench/startup.py
	$(BIN)/python bench/scan_bench.py

clean:
	rm -rf $(VENV) .venv-* dist build
