# Two commands matter: `make play` and `make test`. Both set everything up first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?=

.PHONY: help play terminal server quick test test-long bench report docs dist pictures mutants train format golden translations wasm offline pins advisories clean

help:
	@echo "make play        set up, then play in the browser"
	@echo "make terminal    set up, then play in this terminal (make terminal GAME=name picks the game)"
	@echo "make server      set up all that \`rollwright serve\` needs with a PostgreSQL database"
	@echo "make quick       lint, types, and the tests that find most mistakes: under two minutes"
	@echo "make test        set up, then run every check and test, on a sample where there is much to try"
	@echo "make test-long   the same with everything: every game in every window and language, many more games"
	@echo "make bench       speed of rules, bots, store, page and online play beside yardsticks measured in the same run"
	@echo "make report      let the bots play, ten minutes a game, and write docs/report.md (GAME=name: only its part)"
	@echo "make train       let a game's bots play with themselves, and write down what that teaches (GAME=name)"
	@echo "make docs        build the documentation site, which needs no network, into build/site"
	@echo "make dist        build the wheel and the source distribution into dist"
	@echo "make pictures    take the README's pictures anew"
	@echo "make mutants     break each game's rules on purpose and count the breaks its tests notice"
	@echo "make format      put the source into its standard form"
	@echo "make golden      write golden records and counts anew (then read the difference)"
	@echo "make translations  bring the catalogues up to date with the sentences in the source"
	@echo "make wasm        compile each game's rules and search for the page, into its folder"
	@echo "make offline     build what browsers fetch to play without a connection, into build/offline"
	@echo "make pins        choose dependency versions anew"
	@echo "make advisories  ask a public database whether security advisories speak of these versions"
	@echo "make clean       remove everything that make has made"

play: $(VENV)/.play
	@$(BIN)/rollwright serve || [ $$? -eq 130 ]

terminal: $(VENV)/.play
	@$(BIN)/rollwright play $(GAME)

server: $(VENV)/.server
	@echo "Ready: $(BIN)/rollwright serve --help says what can be set, and docs/operations.md what to do."

quick: $(VENV)/.test
	@$(BIN)/python -m tools.check --quick

test: $(VENV)/.test
	@$(BIN)/python -m tools.check

test-long: $(VENV)/.test
	@$(BIN)/python -m tools.check --long

bench: $(VENV)/.test
	@$(BIN)/rollwright bench
	@$(BIN)/python -m tools.bench_batches
	@$(BIN)/python -m tools.bench_gpu
	@$(BIN)/python -m tools.chromium
	@$(BIN)/python -m tools.bench_page
	@$(BIN)/python -m tools.bench_engine
	@$(BIN)/python -m tools.bench_thinking
	@$(BIN)/python -m tools.bench_online
	@$(BIN)/python -m tools.bench_workers

pictures: $(VENV)/.test
	@$(BIN)/python -m tools.chromium
	@$(BIN)/python -m tools.pictures
	@$(BIN)/python -m tools.print_pictures

report: $(VENV)/.play
	@$(BIN)/rollwright report $(GAME)

train: $(VENV)/.play
	@$(BIN)/rollwright train $(GAME)

docs: $(VENV)/.test
	@$(BIN)/python -m tools.docs

dist: $(VENV)/.test
	@rm -rf dist
	@$(BIN)/python -m hatchling build

mutants: $(VENV)/.test
	@$(BIN)/python -m tools.mutants $(GAME)

format: $(VENV)/.test
	@$(BIN)/ruff check --quiet --fix src tests tools examples docs/site
	@$(BIN)/ruff format --quiet src tests tools examples docs/site

golden: $(VENV)/.test
	@$(BIN)/python -m tools.golden $(GAME)
	@$(BIN)/python -m tools.picture

translations: $(VENV)/.test
	@$(BIN)/python -m tools.translations

wasm: $(VENV)/.test
	@$(BIN)/python -m tools.wasm

offline: $(VENV)/.play
	@$(BIN)/python -m tools.offline

pins: $(VENV)/.test
	@$(BIN)/pip install --quiet uv
	@for set in play server test audit; do \
	  UV_INDEX_STRATEGY=unsafe-best-match $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url \
	    --no-header --no-annotate --python-version 3.11 requirements/$$set.in -o requirements/$$set.txt; \
	done

advisories: $(VENV)/bin/python
	@$(BIN)/python -m tools.advisories

clean:
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist tools/js/node_modules
	@find src tests tools -name __pycache__ -prune -exec rm -rf {} +

# The marker files say which set of packages the virtual environment holds. Playing needs the smaller set;
# a marker is older than its requirements exactly when they have changed since.

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "Rollwright needs Python 3.11 or newer, and '$(PYTHON)' was not found: install it, or name one, as in make PYTHON=/path/to/python3 play."; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Rollwright needs Python 3.11 or newer; '$(PYTHON)' is older. Name a newer one, as in make PYTHON=python3.11 play."; exit 2; }
	@echo "Setting up (once; about a minute) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is missing: on Debian, apt-get install python3-venv."; exit 2; }

$(VENV)/.play: requirements/play.txt pyproject.toml | $(VENV)/bin/python
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/play.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.server: requirements/server.txt $(VENV)/.play
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/server.txt
	@touch $@

$(VENV)/.test: requirements/test.txt $(VENV)/.play
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	@touch $@
