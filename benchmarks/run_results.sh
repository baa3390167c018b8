#!/usr/bin/env bash
# The runs behind docs/lab/results.md, the most telling first. Stop it at any time: what has a result
# is not run again. Give the folder of the data as HEATACO_DATA, and the number of tasks at once:
#
#     HEATACO_DATA=... nice -n 19 benchmarks/run_results.sh 2
#
# Tree searches stop by the wall clock. Run them first, alone on an idle machine:
#
#     benchmarks/run_results.sh 1 timed
#
# At the end `make results tables` packs the results and renews the page. Packed results lack the
# course of the runs: draw convergence.toml from results/main.jsonl.
set -euo pipefail
cd "$(dirname "$0")/.."
workers=${1:-1}
only=${2:-}

run() {  # EXPERIMENT OPTIONS...: what other experiments have already run is taken from them
  local known=() file
  for file in benchmarks/results/*.jsonl.gz results/*.jsonl; do  # the last have the course of runs
    if [ -s "$file" ] && [ "$file" != "results/$1.jsonl" ]; then known+=(--known "$file"); fi
  done
  .venv/bin/heataco bench "benchmarks/experiments/$1.toml" --results "results/$1.jsonl" \
    --engine processes --workers "$workers" "${known[@]}" "${@:2}"
}

if [ "$only" = timed ]; then
  for experiment in tenth main softdist shifted tsplib; do run $experiment --methods 'MCTS*'; done
  exit
elif [ ! -s results/tenth.jsonl ]; then
  echo "run '$0 1 timed' first, or tree searches share the machine with the rest" >&2
  exit 1
fi
run tenth
run main --sets TSP500
run main --sets TSP1K
run atsp
run ablation
run main        # TSP10K, and what is shown of all sets
run shifted
run transfer
run softdist
run caps
run tsplib
run diagnostics # runs nothing but diagnoses: the searches are those of main and softdist
