# Bluffbox: what to type. `make help` lists it.
#
# `make play` and `make test` need python3 (3.11 or newer) with venv, and make; the rest comes by itself into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Where a game and the keys of its pages are kept.
VAR ?= var
# Words for the command itself: make play ARGS="--bots 3"
ARGS ?=
# Test processes side by side. One thread each: two processes of many threads on a small machine wait for each other.
JOBS ?= 2
export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1
# Wheels where there are any: nothing is compiled that need not be.
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
INSTALL := $(PIP) install --quiet --prefer-binary
SCRIPTS := $(wildcard .ci/run systemd/*.sh tests/*.sh tests/*/units/*.sh tests/boot/*.sh)
ROOMS := engine vision firmware

.DEFAULT_GOAL := help
.PHONY: help play test arm-test boot-test soak check bench pictures clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | while IFS="$$(printf '\t')" read -r name what; \
	do printf 'make %-10s %s\n' "$$name" "$$what"; done

# In a terminal the box gets Ctrl-C and make does not, so that leaving the table is no error of make's.
play: $(VENV)/made-to-play ## a simulated table in the browser; Ctrl-C leaves, the game is kept
	@if [ -t 0 ] && [ -t 1 ]; then set -m; $(BIN)/bluffbox play --var $(VAR) $(ARGS); \
	else exec $(BIN)/bluffbox play --var $(VAR) $(ARGS); fi

test: $(VENV)/made-to-test ## all tests, forty whole games with faults among them
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal $(ARGS)

arm-test: ## the rules and the eye in a Debian 13 for the Pi's processor (as root; docs/build.md)
	tests/arm.sh $(ARGS)

boot-test: $(VENV)/made-to-test ## the whole box on a simulated Pi, from its installer to a hard reset (as root; docs/boot-test.md)
	tests/boot/run.sh $(ARGS)

soak: $(VENV)/made-to-test ## hundreds of whole games of each kind with faults: hours, on two cores
	BLUFFBOX_SOAK=200 BLUFFBOX_SOAK_CATTLE=100 BLUFFBOX_SOAK_CATTLE_SEEN=20 BLUFFBOX_SOAK_YOU=100 BLUFFBOX_SOAK_BIZ=100 BLUFFBOX_SOAK_BOARD=50 $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal tests/table/test_soak.py $(ARGS)

check: $(VENV)/made-to-test ## linter, layout of the code, types, dead code, shell scripts, translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/vulture
	@command -v shellcheck >/dev/null || { echo "shellcheck is missing: sudo apt install shellcheck" >&2; exit 1; }
	shellcheck $(SCRIPTS)
	$(BIN)/python -m pytest -q -n 0 tests/firmware/test_words.py -k "translated or says_any_more or compiled"

bench: $(VENV)/made-to-test ## how fast the rules, the glass and the start are, and how well dice are read where there are labelled photographs
	$(BIN)/python -m tests.bench_engine
	$(BIN)/python -m tests.bench_glass
	$(BIN)/python -m tests.bench_board
	$(BIN)/python -m tests.bench_start
	@data="$${BLUFFBOX_DATA:-../shared/data}"; if [ -f "$$data/dice/labels.jsonl" ]; \
	then $(BIN)/bluffbox bench dice --data "$$data"; else echo "No labelled photographs in $$data: set BLUFFBOX_DATA."; fi

pictures: $(VENV)/made-to-test ## take the picture of the simulated table for the README anew (needs Debian's chromium)
	$(BIN)/python -m docs.pictures.make

clean: ## all that was built; games in var/ stay
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find $(ROOMS) tests docs -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is as new as the last whole installation; a broken one is begun again.
$(VENV)/made-to-play: pyproject.toml | $(VENV)/made
	@echo "Installing Bluffbox into $(VENV) ..."
	@$(INSTALL) --editable .
	@touch $@

$(VENV)/made-to-test: pyproject.toml | $(VENV)/made
	@echo "Installing Bluffbox and what its tests need into $(VENV) ..."
	@$(INSTALL) --editable '.[test]'
	@touch $@ $(VENV)/made-to-play

$(VENV)/made:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing: sudo apt install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "$$($(PYTHON) --version) is too old: Bluffbox needs 3.11 or newer (make PYTHON=/path/to/python3)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "This Python cannot make environments: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Making an environment for Python in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@
