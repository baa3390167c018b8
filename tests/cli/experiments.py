"""A small experiment, and references for its instances, for the tests of the benchmark."""

import json

from heataco.bench.gallery import draw

EXPERIMENT = """
title = "Tiny"
seeds = 2
[[sets]]
name = "A"
geometry = "uniform"
n = 20
seed = 1
instances = 2
[[heatmaps]]
name = "Rank"
predictor = "rank"
[[methods]]
name = "MMAS"
decoder = "mmas"
setting = "2-opt"
[[methods]]
name = "HeatACO"
decoder = "heataco"
baseline = "MMAS"
setting = "2-opt"
[table]
cells = ["time"]
[figure]
form = "convergence"
"""

WITH_REFERENCES = EXPERIMENT.replace(
    "[[heatmaps]]", 'references = "references.json"\n[[heatmaps]]', 1
)


def write_references(folder, digest=None):
    """Write the lengths that `WITH_REFERENCES` reads; under a digest, those of other instances."""
    digests = [digest or draw("uniform", 20, 1, index).digest[:16] for index in range(2)]
    (folder / "references.json").write_text(json.dumps({"lengths": [3, 3], "digests": digests}))
