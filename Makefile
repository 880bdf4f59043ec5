# Two commands do everything on a fresh machine that has python3, pip and make:
#   make demo   sets up in .venv and analyses a real incident
#   make test   sets up and runs all tests, on every supported Python that the machine has
# A second call installs nothing. Other goals: check, pytest, pythons (the parts of test), bench, pages, clean.

PYTHON ?= $(shell scripts/pythons | head -n 1)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
STAMP_DEV := $(VENV)/.installed-dev
DEV := $(VENV)/dev.txt
WORKERS ?= auto
SCHEMAS := rules causes programs layouts envelopes weighing

.PHONY: demo test check pytest pythons bench pages clean
.DEFAULT_GOAL := test

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "logsleuth needs Python 3.11 or newer: none was found" >&2; exit 2; }
	@echo "setting up in $(VENV): some seconds, once"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(STAMP): pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all]"
	@touch $@

$(STAMP_DEV): $(STAMP)
	@$(BIN)/python scripts/dev_packages.py >$(DEV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(DEV)
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

# What is made from the code: the schemas of rule files, the pages of relations and of all keys and options, the outputs in the guide,
# and the README's picture.
pages: $(STAMP)
	for kind in $(SCHEMAS); do $(BIN)/logsleuth rules schema $$kind >rules/schema/$$kind.json || exit 1; done
	$(BIN)/python scripts/relations_page.py >docs/relations.md
	$(BIN)/python scripts/reference_page.py >docs/reference.md
	$(BIN)/python scripts/guide_page.py
	$(BIN)/python scripts/picture.py

clean:
	rm -rf $(VENV) .venv-* dist build
