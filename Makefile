# All that a clean clone needs is Python 3.11 or later with venv. `make help` lists the targets.

PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3.14 python3,$(shell command -v $(name) 2>/dev/null)))
BIN := .venv/bin
DEV := .venv/.dev
FUZZ_SECONDS ?= 600
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Installs quietly; what pip has to say is kept in a log and named when it fails.
install = $(1)/bin/python -m pip install --quiet $(2) > $(1)/install.log 2>&1 \
	|| { echo "the installation failed, see $(1)/install.log" >&2; exit 1; }

.PHONY: help setup demo test lint format fuzz fuzz-short bench snapshots docs compat clean

help:
	@echo "make demo        check the example vCons, valid and broken, in JSON and CBOR"
	@echo "make test        run the tests"
	@echo "make lint        ruff and mypy"
	@echo "make format      lay out the Python code"
	@echo "make fuzz        long fuzzing, led by coverage; FUZZ_SECONDS=$(FUZZ_SECONDS)"
	@echo "make fuzz-short  the same for a minute"
	@echo "make bench       measure against other tools"
	@echo "make snapshots   write expected output of tests anew; look at the diff"
	@echo "make docs        write generated pages anew"
	@echo "make compat      tests of the command line with the oldest libraries allowed, and the newest"

setup: $(DEV)

$(DEV): pyproject.toml
	@test -n "$(PYTHON)" || { echo "no python3.11 or later was found" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$(PYTHON) is older than 3.11; name another: make PYTHON=..." >&2; exit 1; }
	@echo "setting up .venv"
	@"$(PYTHON)" -m venv .venv
	@$(call install,.venv,--editable '.[dev]')
	@touch $(DEV)

demo: $(DEV)
	@$(BIN)/python examples/demo.py

test: $(DEV)
	$(BIN)/python -m pytest

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src tests

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

fuzz-short: $(DEV)
	VCDDL_FUZZ_EXAMPLES=500 $(BIN)/python -m pytest tests/fuzz

.venv/.fuzz: $(DEV)
	@$(call install,.venv,--editable '.[dev,fuzz]')
	@touch $@

fuzz: .venv/.fuzz
	$(BIN)/python -m fuzz --seconds $(FUZZ_SECONDS)

.venv/.bench: $(DEV)
	@$(call install,.venv,--editable '.[dev,bench,fast]')
	@touch $@

bench: .venv/.bench
	$(BIN)/python -m bench

snapshots: $(DEV)
	$(BIN)/python -m pytest --update-snapshots tests/render tests/cli tests/test_snapshots.py

docs: $(DEV)
	$(BIN)/python docs/make_codes.py

compat: $(DEV)
	@for side in oldest newest; do \
		echo "$$side libraries"; \
		"$(PYTHON)" -m venv "build/$$side" && \
		$(BIN)/python .ci/constraints.py $$side > "build/$$side/constraints.txt" && \
		"build/$$side/bin/python" -m pip install --quiet --upgrade --constraint "build/$$side/constraints.txt" \
			--editable . pytest hypothesis jsonschema > "build/$$side/install.log" 2>&1 && \
		"build/$$side/bin/python" -m pytest tests/cli tests/render || exit 1; \
	done

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
