# `make demo` shows it, `make check` is for daily work, `make test` is everything. All build the environment first.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: demo check test lint types layers quick unit bench docs reference notebooks clean

demo: $(VENV)/installed
	$(BIN)/cliometer demo

check: lint types layers quick

test: lint types layers unit

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed
	$(BIN)/mypy

layers: $(VENV)/installed
	$(BIN)/lint-imports

quick: $(VENV)/installed
	$(BIN)/pytest -n auto --dist loadfile --hypothesis-profile quick -m "not slow" tests/unit tests/properties

unit: $(VENV)/installed
	$(BIN)/pytest -n auto --dist loadfile

bench: $(VENV)/bench
	$(BIN)/python -m benchmarks

docs: $(VENV)/installed
	$(BIN)/python -m tools.site

reference: $(VENV)/installed
	$(BIN)/python -m tools.reference

notebooks: $(VENV)/installed
	$(BIN)/python -m tools.notebooks

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev]'
	touch $@

$(VENV)/bench: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	touch $@

clean:
	rm -rf $(VENV) build dist .cache
