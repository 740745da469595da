# Everything from a fresh clone: each target installs what is missing, configures, builds and runs.
SHELL := /bin/bash
.DEFAULT_GOAL := help
JOBS ?= $(shell nproc)
LAUNCHER := $(shell command -v ccache)
CONFIGURE = cmake $(if $(LAUNCHER),-DCMAKE_CXX_COMPILER_LAUNCHER=$(LAUNCHER)) --preset
SOURCES = $(shell git ls-files --cached --others --exclude-standard '*.h' '*.cc')

.PHONY: help setup test reproduce asan lint format bench clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install the Debian packages that are missing, for everything below
	@tools/setup.sh test lint bench python

test: venv ## Build with assertions and run every test, those of the Python package included
	@tools/setup.sh test
	$(CONFIGURE) dev -DTACIT_BUILD_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/$(VENV)/bin/python
	cmake --build --preset dev -j $(JOBS)
	ctest --preset dev

# With ROOMS="core;mdp;..." only those, which is quicker.
ROOMS ?= core;mdp;envs;privacy;agents;lab;audit
asan: ## Run the tests of the library under the address and undefined-behaviour sanitizers
	@tools/setup.sh test
	$(CONFIGURE) asan '-DTACIT_ROOMS=$(ROOMS)'
	cmake --build --preset asan -j $(JOBS)
	ctest --preset asan

reproduce: program ## Make the page with the paper's two figures, measured (REPRODUCE=--full for a million users each)
	@build/release/tacit reproduce --jobs $(JOBS) $(REPRODUCE) | sed 's/^/open this page: /'; exit "$${PIPESTATUS[0]}"

# Debian's NumPy is that of Debian's Python.
PYTHON ?= /usr/bin/python3
bench: ## Measure a release build, beside its peers and as it grows; writes bench/results.md and bench/growth.md
	@tools/setup.sh bench
	@$(PYTHON) -c 'import numpy' 2>/dev/null || tools/setup.sh python3-numpy
	$(CONFIGURE) release -DTACIT_BUILD_BENCH=ON
	cmake --build --preset release -j $(JOBS)
	@$(CONFIGURE) portable && cmake --build --preset portable -j $(JOBS) --target tacit_program
	@$(PYTHON) bench/compare.py --build build/release --portable build/portable
	@$(PYTHON) bench/growth.py --build build/release
	@if $(VENV)/bin/python -c 'import tacit.gym' 2>/dev/null; then \
	  $(VENV)/bin/python bench/python_speed.py --program build/release/tacit | tee bench/python.md; \
	else echo "Python is left out: make python first"; fi

# An editable install: what is changed in python/tacit is seen at once, what is changed in C++ after another `make python`.
VENV = build/venv
PYTHON_BUILD = -C build-dir=build/python -C cmake.define.TACIT_NATIVE=ON -C build.tool-args=-j$(JOBS) \
  $(if $(LAUNCHER),-C cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=$(LAUNCHER))
.PHONY: venv python wheel
python: venv ## Install the Python package into build/venv, editable, and run its tests
	$(VENV)/bin/pip install -q --no-build-isolation --no-deps -e . $(PYTHON_BUILD)
	$(VENV)/bin/pytest

# What building and testing the package needs, and not the package.
venv:
	@tools/setup.sh python
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	@$(PYTHON) tools/python_needs.py | $(VENV)/bin/pip install -q -r /dev/stdin

wheel: ## Build a wheel for other machines, repair it, and run the examples from it in an empty environment
	@tools/setup.sh python
	@PYTHON=$(PYTHON) JOBS=$(JOBS) LAUNCHER=$(LAUNCHER) tools/wheel.sh

# What a user of the program needs, and no more is installed or built.
.PHONY: program
program:
	@tools/setup.sh
	$(CONFIGURE) release
	cmake --build --preset release -j $(JOBS) --target tacit_program

# With SINCE=COMMIT, clang-tidy looks at what was changed since then; where there is no such commit, at everything.
LINTED = $(shell git diff --name-only --diff-filter=d $(SINCE) -- 'tacit/*.cc' 'apps/*.cc' 2>/dev/null | grep -v _test.cc)
EVERYTHING = '^$(CURDIR)/(tacit|apps)/((?!_test\.cc$$).)*$$'
lint: ## Check the format and run clang-tidy
	@tools/setup.sh lint
	@echo "clang-format"; clang-format --dry-run -Werror $(SOURCES)
	@$(CONFIGURE) lint >/dev/null
	@echo "clang-tidy $(if $(SINCE),since $(SINCE))"; \
	if [[ -n "$(SINCE)" ]] && git rev-parse -q --verify "$(SINCE)^{commit}" >/dev/null; then set -- $(LINTED); \
	else set -- $(EVERYTHING); fi; \
	if (( $$# == 0 )); then echo "nothing was changed"; exit 0; fi; \
	run-clang-tidy -quiet -j $(JOBS) -p build/lint "$$@" >build/lint/clang-tidy.log 2>&1 || \
	  { grep -A 3 'error:' build/lint/clang-tidy.log || tail build/lint/clang-tidy.log; exit 1; }

format: ## Format the sources in place
	@tools/setup.sh lint
	@clang-format -i $(SOURCES)

clean: ## Remove what was built
	rm -rf build
