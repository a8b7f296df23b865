# Two commands do everything, set-up included: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TEST := $(VENV)/.ready-test
PAGE := $(VENV)/.ready-page
QUICK := not slow and not integration
PARALLEL := -n 3 --dist loadfile --no-loadscope-reorder --durations 20 --durations-min 10
DOCS := $(VENV)/.ready-docs
BENCH := $(VENV)/.ready-bench
FUZZ := $(VENV)/.ready-fuzz
FUZZ_SECONDS ?= 600
BIOME := $(BIN)/node node_modules/@biomejs/biome/bin/biome
INSTALL := @$(BIN)/python tools/install.py --constraint constraints.txt --editable

unexport PYTHONDONTWRITEBYTECODE  # without it each process that a test starts compiles every module

.PHONY: run test test-all test-bounds lint lint-types lint-python lint-texts lint-page docs bench fuzz programs format texts clean

run: $(READY)  ## the page, in a browser; without a screen, its address
	$(BIN)/quebra play

test: lint programs  ## every check, in a few minutes
	$(BIN)/pytest $(PARALLEL) -m "not slow"

test-all: lint programs docs  ## the long tests, the documentation and other versions too
	$(BIN)/pytest $(PARALLEL)
	$(MAKE) test-bounds

test-bounds:  ## the quick tests with the lowest versions of what we depend on, and with the newest
	$(PYTHON) -m venv --clear $(VENV)-bounds
	$(PYTHON) tools/lowest.py > $(VENV)-bounds/lowest.txt
	$(VENV)-bounds/bin/python tools/install.py --constraint $(VENV)-bounds/lowest.txt --editable ".[test]"
	$(VENV)-bounds/bin/pytest $(PARALLEL) -m "$(QUICK)"
	$(VENV)-bounds/bin/python tools/install.py --upgrade --upgrade-strategy eager --editable ".[test]"
	$(VENV)-bounds/bin/pytest $(PARALLEL) -m "$(QUICK)"
	rm -r $(VENV)-bounds

lint: $(TEST) $(PAGE)  ## ruff, mypy, the layers, the texts, and the page; the longest is first
	@$(MAKE) --no-print-directory --jobs=2 lint-types lint-python lint-texts lint-page

lint-types: $(TEST)  ## the library for Windows and macOS as well
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin src

lint-python: $(TEST)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache --no-logo

lint-texts: $(TEST)
	$(BIN)/python tools/texts.py compile
	$(BIN)/python tools/texts.py check

lint-page: $(PAGE)
	$(BIOME) check --error-on-warnings
	$(BIN)/node node_modules/typescript/bin/tsc

programs:  ## Chromium and PostgreSQL, which tests need; installed where we may
	@sh tests/programs.sh

docs: $(DOCS)  ## the documentation, in docs/_build
	$(BIN)/python docs/generate.py
	$(BIN)/sphinx-build -W --keep-going -q docs docs/_build

bench: $(BENCH)  ## timings against peers, as ratios, written to docs/measured.md
	$(BIN)/python bench/report.py

fuzz: $(FUZZ)  ## every reader, guided by coverage, for FUZZ_SECONDS; faults go to tests/fuzz/corpus
	$(BIN)/python tests/fuzz/fuzz.py --coverage --seconds $(FUZZ_SECONDS)

format: $(TEST) $(PAGE)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIOME) check --write

texts: $(TEST)  ## collect the texts of the sources into the catalogues, and compile these
	$(BIN)/python tools/texts.py

clean:
	rm -rf $(VENV) $(VENV)-bounds node_modules docs/_build docs/_generated docs/jupyter_execute

$(BIN)/python:
	@echo "Setting up $(VENV): a minute or two, once"
	@$(PYTHON) -m venv $(VENV)

$(READY): $(BIN)/python pyproject.toml constraints.txt
	$(INSTALL) .
	@touch $@

$(TEST): $(BIN)/python pyproject.toml constraints.txt
	$(INSTALL) ".[test]"
	@touch $(READY) $@

$(PAGE): $(TEST) package.json package-lock.json
	@$(BIN)/npm ci
	@touch $@

$(DOCS): $(READY)
	$(INSTALL) ".[docs]"
	@touch $@

$(BENCH): $(READY)
	$(INSTALL) ".[bench]"
	@touch $@

$(FUZZ): $(TEST)
	$(INSTALL) ".[fuzz]"
	@touch $@
