# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Tests start hundreds of processes: none should compile the modules that another has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run check fast test ship lint warm docs bench gate answers crash clean
.DEFAULT_GOAL := run

run: $(VENV)/.installed
	@$(BIN)/feltworks serve

# What to run before every commit: the checks of the code, and beside them all tests that are not
# marked as slow.
check: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory --jobs=2 lint fast

fast: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2 --dist worksteal -q -m "not slow"

# Kernels are compiled while the code is looked over.
test: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory --jobs=2 lint warm
	$(BIN)/python -m pytest -n 4 --dist worksteal --durations=20

# The wheel, installed outside this folder with no extra and with all, does what the README says.
ship: $(VENV)/.installed-dev
	$(BIN)/python -m tests.ship

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

warm: $(VENV)/.installed-dev
	$(BIN)/python -m tests.warm

# The documentation as a site in site/, without network; a link that leads nowhere is an error.
docs: $(VENV)/.installed-dev
	$(BIN)/mkdocs build --quiet
	@echo "open site/index.html"

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench

# All answers of the answer book, then the cost of this tree beside that of another commit. GAMES may
# name some games ("mini-tex red-dog"), BASE the commit; TIMES=0 leaves out the cost.
BASE ?= HEAD~1
TIMES ?= 1
GAMES ?=
gate: $(VENV)/.installed-dev
	$(BIN)/python -m tests.answers compare $(GAMES)
ifneq ($(TIMES),0)
	$(BIN)/python -m bench gate --base $(BASE) $(GAMES)
endif

# The answer book, written anew.
answers: $(VENV)/.installed-dev
	$(BIN)/python -m tests.answers write

# The house killed at random, hundreds of times on each database, and every other fault; CRASHES says
# how often.
CRASHES ?= 400
crash: $(VENV)/.installed-dev
	FELTWORKS_CRASHES=$(CRASHES) $(BIN)/python -m pytest tests/house/test_crash.py tests/house/test_faults.py tests/web/test_server_faults.py -n 2 --durations=5

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Debian ships Python without venv's own pip; virtualenv from pip then does the same work. The pip that
# comes with Python 3.11 takes more than twice as long to choose versions as today's.
$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); $(PYTHON) -m pip install --user virtualenv && $(PYTHON) -m virtualenv $(VENV); }
	-@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all]"
	@touch $@

# Of eight thousand modules tests load a third: those are compiled when they are first imported, by
# two processes at once, and not by pip one after the other.
$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e ".[dev]"
	@touch $@ $(VENV)/.installed
