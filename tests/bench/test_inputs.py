"""Data: heatmaps of files, as an experiment wants them."""

import numpy as np

import heataco as ha
from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import make_grid


def test_threshold_of_files(edited, folder, data):
    """Scores that an experiment leaves out would be decoded all the same."""
    heat = np.zeros((3, 24, 24))
    heat[:, 0, 1], heat[:, 0, 2] = 0.9, 0.2
    np.save(folder / "heat.npy", heat)
    counts = {}
    for threshold in ("", "threshold = 0.5"):
        path = edited('predictor = "rank"', f'files = {{ A = "heat.npy" }}\n{threshold}')
        task = make_grid(read_experiment(path))[1].tasks[0]
        counts[threshold] = data.load(task).heatmap.values.size
    assert counts == {"": 2, "threshold = 0.5": 1}
    assert ha.read_heatmap(folder / "heat.npy", index=0, threshold=0.5).values.size == 1
