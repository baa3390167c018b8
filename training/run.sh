#!/bin/sh
# Labels, then one network: training/run.sh KIND LABELS OUT LABEL_SECONDS TRAINING_SECONDS [OPTION...]
#
# Run from the root of the repository with a python3 that has torch. Where heataco is not installed
# its core is compiled first, with the nanobind in $NANOBIND (a folder) or of that python3; where
# that fails the labels that are there already are used.
set -e
kind=$1 labels=$2 out=$3 label_seconds=$4 training_seconds=$5
shift 5
export OMP_NUM_THREADS=1
mkdir -p "$labels"

if ! python3 -c "import heataco" 2> /dev/null; then
  build=build/training-core
  nanobind=${NANOBIND:-$(python3 -m nanobind --cmake_dir || true)}
  export PYTHONPATH=src
  cmake -S . -B $build -G Ninja -DPython_EXECUTABLE="$(command -v python3)" \
    -Dnanobind_DIR="$nanobind" > "$labels/build.log" 2>&1 &&
    cmake --build $build --target _native >> "$labels/build.log" 2>&1 &&
    cp $build/_native*.so src/heataco/ || tail -n 20 "$labels/build.log"
fi
if python3 -c "import heataco" 2> /dev/null; then
  workers=$(nproc --all)  # OMP_NUM_THREADS would make plain nproc say 1
  for worker in $(seq 0 $((workers - 1))); do
    python3 -m training.labels "$labels" --kind "$kind" --first $((100 + 50 * worker)) --shards 50 \
      --seconds "$label_seconds" &
  done
  wait
fi
python3 -m training.train "$labels" "$out" --kind "$kind" --seconds "$training_seconds" "$@"
