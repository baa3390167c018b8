"""Headers: what a results file says about an experiment."""

import json
from dataclasses import replace

from heataco.bench.grid import make_grid
from heataco.bench.header import Header, describe


def test_header_survives_a_file(experiment):
    """A table could not be made from the results alone, or would be another one."""
    header, labels = describe(experiment, make_grid(experiment))
    assert Header.from_dict(json.loads(json.dumps(header.to_dict()))) == header
    assert len(labels) == 12
    assert all(one["grid"] == header.grid for one in labels.values())


def test_grid_changes_with_its_tasks_and_not_with_its_layout(experiment):
    """Records of two grids would be mixed, or the views of one grid not share its records."""
    header, _ = describe(experiment, make_grid(experiment))
    shorter = experiment.shrunk(iterations=2)
    assert describe(shorter, make_grid(shorter))[0].grid != header.grid
    titled = replace(experiment, title="Other", table=None)
    assert describe(titled, make_grid(titled))[0].grid == header.grid


def test_heat_of_a_few_instances_is_marked(experiment):
    """A mean over one instance would pass for one over all."""
    rank = experiment.heatmaps[0]
    for count, marked in ((1, 1), (3, None), (5, None)):
        few = replace(experiment, heatmaps=(replace(rank, instances=count),))
        header, _ = describe(few, make_grid(few))
        assert header.cells[1].heat_instances == marked


def test_more_instances_than_there_are(experiment):
    """A run with --instances above the size of its sets would not share their results."""
    grids = []
    for most in (None, 3, 10, 2):
        capped = experiment.shrunk(instances=most)
        grids.append(describe(capped, make_grid(capped))[0].grid)
    assert grids[0] == grids[1] == grids[2]
    assert grids[3] != grids[0]
