# Everything is set up in a virtual environment beside this file. Needed: Python 3.11+, make and a
# C++20 compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE_SOURCES := $(shell find cpp -name '*.h' -o -name '*.cpp') CMakeLists.txt pyproject.toml
CPP_FILES := $(shell find cpp benchmarks -name '*.h' -o -name '*.cpp')
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
NINJA := -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja

.PHONY: demo test test-cpp test-asan test-tsan test-tensors test-bench lint format names fidelity speed micro bench-smoke soak clean

demo: $(VENV)/installed
	$(BIN)/heataco demo --plot demo.png

test: $(VENV)/installed test-cpp
	$(BIN)/python -m pytest

# The core under ASan and UBSan; the pool and all that runs on it under TSan.
test-cpp: $(VENV)/installed
	@if folder=$$(cpp/tests/find_doctest.sh build/doctest); then \
	  $(MAKE) --no-print-directory test-asan test-tsan DOCTEST="$$folder"; \
	else echo "The C++ tests are left out: install doctest (Debian: doctest-dev)"; fi

DOCTEST = $(shell cpp/tests/find_doctest.sh build/doctest)
test-asan test-tsan: $(VENV)/installed
	$(BIN)/cmake -S . -B build/$(@:test-%=%) $(NINJA) -DHEATACO_PYTHON=OFF -DHEATACO_TESTS=ON \
	  -DHEATACO_WERROR=ON -DHEATACO_SANITIZE=$(SANITIZERS) -DDOCTEST_INCLUDE_DIR=$(DOCTEST) > /dev/null
	$(BIN)/cmake --build build/$(@:test-%=%)
	$(BIN)/ctest --test-dir build/$(@:test-%=%) --output-on-failure $(CHOSEN)
test-asan: SANITIZERS = address,undefined
test-tsan: SANITIZERS = thread
test-tsan: CHOSEN = -R "worker_pool|iterative|mmas|mcts|focused|population|regions"

# Heatmaps in torch tensors and files. Apart, because torch is large; without it they are skipped.
test-tensors: $(VENV)/installed
	$(PIP) torch==2.13.0
	$(BIN)/python -m pytest tests/heatmaps tests/files/test_tensors.py \
	  tests/files/test_heatmap_files.py tests/predictors/test_network.py \
	  tests/predictors/test_network_files.py

# A real Ray cluster on this machine, and Parquet. Apart, because Ray and pyarrow are large.
test-bench: $(VENV)/installed
	$(PIP) ray==2.60.0 pyarrow==26.0.1
	$(BIN)/python -m pytest tests/bench/test_engines.py tests/bench/test_export.py tests/cli/test_batch.py

lint: $(VENV)/installed
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	$(BIN)/lint-imports

format: $(VENV)/installed
	$(BIN)/ruff check --fix src tests benchmarks
	$(BIN)/ruff format src tests benchmarks
	$(BIN)/clang-format -i $(CPP_FILES)

# The types of names in src/heataco/_names.py, after a new decoder, predictor, metric or local search.
names: $(VENV)/installed
	$(BIN)/python -m tests.names

# Benchmarks, not tests: minutes to hours, on an idle machine.
fidelity: $(VENV)/installed
	$(BIN)/python benchmarks/fidelity.py

speed: $(VENV)/installed
	$(BIN)/python benchmarks/speed.py

# The parts of a Lin-Kernighan step: the search around a node, rewriting, undoing, the queue.
micro: $(VENV)/installed
	$(BIN)/cmake -S . -B build/release $(NINJA) \
	  -DHEATACO_PYTHON=OFF -DHEATACO_BENCHMARKS=ON > /dev/null
	$(BIN)/cmake --build build/release --target heataco_micro
	build/release/heataco_micro

# Every experiment of benchmarks/experiments, reduced; tables and figures go to build/bench-smoke.
bench-smoke: $(VENV)/installed
	rm -rf build/bench-smoke
	$(BIN)/python benchmarks/smoke.py build/bench-smoke

# Random searches and damaged files under ASan and UBSan; a fault is repeated by its seed and case.
MINUTES ?= 5
SEED ?= 1
soak: $(VENV)/installed
	$(BIN)/cmake -S . -B build/soak $(NINJA) \
	  -DPython_EXECUTABLE=$(abspath $(BIN))/python -DHEATACO_SANITIZE=address,undefined \
	  -Dnanobind_DIR="$$($(BIN)/python -m nanobind --cmake_dir)" > /dev/null
	$(BIN)/cmake --build build/soak --target _native
	$(BIN)/python benchmarks/soak --minutes $(MINUTES) --seed $(SEED) --record

# Editable, so that a change in Python needs no new installation; a change in C++ does.
$(VENV)/installed: $(NATIVE_SOURCES)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Setting up $(VENV) and compiling: about three minutes, once"
	@$(PIP) "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.21" ninja
	@$(PIP) --no-build-isolation --editable '.[dev]' --config-settings=cmake.define.HEATACO_WERROR=ON
	@cp "$$(find $(VENV) -path '*/heataco/_native.pyi')" src/heataco/_native.pyi
	@touch $@

clean:
	rm -rf $(VENV) build dist demo.png src/heataco/_native.pyi
