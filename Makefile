# Needs git, make and Python 3.11 or newer; everything else is installed into .venv.

PYTHON ?= python3.13 python3.12 python3.11 python3
OLDEST_PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_SDK := $(VENV)/.ready-sdk
CONSTRAINTS := generator/constraints.txt

# What `make golden` and `make bench` look at: golden tests by pytest's spelling, sources by toolmint's.
TESTS ?=
SOURCES ?=

.DEFAULT_GOAL := help
.PHONY: help setup setup-sdk generate check test test-all golden lint types floors docs demo bench bench-lint bench-speed \
  constraints clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | while IFS='	' read -r name text; do printf '  %-12s %s\n' "$$name" "$$text"; done

setup: $(READY) ## Install toolmint and its tools into .venv (the other targets do it when needed)

setup-sdk: $(READY_SDK) ## Install every provider's SDK as well (`make test-all` does it when needed)

generate: $(READY) ## Compile specs/ into generated/
	$(BIN)/toolmint generate

check: $(READY) ## Fail when specs/ break a rule or generated/ is not what they compile to
	$(BIN)/toolmint check

test: $(READY) ## Run the quick tests
	$(BIN)/python -m pytest -q -n 2

test-all: $(READY_SDK) ## Run every test; those on real documents need TOOLMINT_CORPUS=folder
	$(BIN)/python -m pytest -q -n 2 -m ""

golden: $(READY) ## Rewrite the expected outputs, all or TESTS=..., and show what changed
	$(BIN)/python -m pytest -q --update-golden $(TESTS)
	git --no-pager diff --stat -- tests

lint: $(READY) ## Check style and layout; of generated/ as a repository with ruff's own settings does
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m ruff check --isolated generated
	$(BIN)/python -m ruff format --check --isolated generated

types: $(READY) ## Check types
	$(BIN)/python -m mypy

floors: $(READY) ## Check which module may import which
	$(BIN)/lint-imports

docs: $(READY) ## Write the pages that come from code
	$(BIN)/python -m toolmint.cli.docs

demo: $(READY) ## Run the worked example: a small API, the tools over MCP, a scripted client
	$(BIN)/python docs/examples/after_sales/demo.py

bench: $(READY) ## Time three cold compiles of SOURCES, or of specs/
	$(BIN)/python -m timeit -v -u sec -n 1 -r 3 -s 'import subprocess, tempfile' 'with tempfile.TemporaryDirectory() as out: subprocess.run("$(BIN)/toolmint generate --quiet --out".split() + [out] + "$(SOURCES)".split(), check=True)'

# Sets $$python to the first of the named interpreters that is new enough and can make virtual environments.
define find-python
python=; found=; \
for name in $(1); do \
  version=$$($$name -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue; \
  if ! $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then found="$$found; $$name is $$version"; \
  elif ! $$name -c 'import ensurepip, venv' 2>/dev/null; then found="$$found; $$name is $$version but lacks venv and ensurepip"; \
  else python=$$name; break; fi; \
done; \
if [ -z "$$python" ]; then \
  echo "error: toolmint needs Python 3.11 or newer; looked for $(1)$${found:-; found none}" >&2; \
  echo "hint: name one with \`make PYTHON=/path/to/python3.11\`; on Debian and Ubuntu, venv is the package python3-venv" >&2; \
  exit 1; \
fi
endef

INSTALL = $(BIN)/python -m pip install --disable-pip-version-check --constraint $(CONSTRAINTS) --editable

$(READY): pyproject.toml $(CONSTRAINTS)
	@$(call find-python,$(PYTHON)); \
	if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then echo "making $(VENV) with $$python $$version"; "$$python" -m venv --clear $(VENV); fi
	@echo "installing toolmint and its tools into $(VENV); the first time takes a minute or two"
	@$(INSTALL) '.[dev]' -qq || { echo "that failed; once more, with everything that pip says:"; $(INSTALL) '.[dev]'; }
	@touch $@

$(READY_SDK): $(READY)
	@echo "installing the SDKs of every provider into $(VENV), for the tests that use them; that takes a minute or two"
	@$(INSTALL) '.[dev,sdk]' -qq || { echo "that failed; once more, with everything that pip says:"; $(INSTALL) '.[dev,sdk]'; }
	@touch $@

bench-lint: $(READY) ## Measure the linter on the tools of TOOLMINT_CORPUS=folder: what it says, what it sees
	$(BIN)/python tests/benchmarks/bench_lint.py

bench-speed: $(READY) ## Time the linting of lists of up to 10,000 tools
	$(BIN)/python tests/benchmarks/bench_lint_speed.py

constraints: ## Pin the newest release of every dependency, as the oldest supported Python sees it
	@$(call find-python,$(OLDEST_PYTHON)); \
	set -e; fresh=$$(mktemp -d); trap 'rm -rf "$$fresh"' EXIT; \
	"$$python" -m venv "$$fresh"; \
	"$$fresh/bin/python" -m pip install -qq --disable-pip-version-check '.[dev,sdk]'; \
	"$$fresh/bin/python" -m pip --disable-pip-version-check freeze --exclude toolmint > "$$fresh/pins"; \
	{ echo "# Every release that toolmint is developed and tested with. Written by \`make constraints\`; do not edit."; cat "$$fresh/pins"; } > $(CONSTRAINTS)

clean: ## Delete .venv, caches and built packages
	rm -rf $(VENV) dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find generator tests generated -name __pycache__ -type d -prune -exec rm -rf {} +
