"""Sets: which instances an experiment has."""

import numpy as np
import pytest

from heataco.bench.experiment_files import read_experiment
from heataco.bench.grid import distinct_tasks, make_grid
from heataco.bench.sets import InstanceSet, expanded
from heataco.files import FileError

GENERATED = 'geometry = "uniform"\nn = 24\nseed = 1\ninstances = 3\nreferences = "references.json"'


def indices(path, data):
    return [task.instance.index for task in make_grid(read_experiment(path), data)[0].tasks]


def test_whole_file_beside_the_experiment(edited, folder, data):
    """Someone would have to count the instances of a file, or to copy it into the data folder."""
    coordinates = np.random.default_rng(1).random((4, 9, 2))
    np.savez(folder / "four.npz", coords=coordinates)
    path = edited(GENERATED, 'file = "four.npz"')
    assert indices(path, data) == [0, 0, 1, 1, 2, 2, 3, 3]
    elsewhere = type(data)(folder / "nowhere", folder)
    assert indices(path, elsewhere) == [0, 0, 1, 1, 2, 2, 3, 3]
    task = make_grid(read_experiment(path), elsewhere)[0].tasks[-1]
    assert np.array_equal(elsewhere.load(task).instance.coordinates, coordinates[3])


def test_files_with_lengths(folder, data):
    """Instances of a library would get the lengths of others."""
    for name in ("a", "b"):
        lines = [f"NAME: {name}", "TYPE: TSP", "DIMENSION: 3", "EDGE_WEIGHT_TYPE: EUC_2D"]
        lines += ["NODE_COORD_SECTION", "1 0 0", "2 3 0", "3 0 4", "EOF"]
        (folder / f"{name}.tsp").write_text("\n".join(lines))
    part = InstanceSet("both", files={"a.tsp": 12, "b.tsp": 11})
    assert part.count == 2
    loaded = [data.instance(part.key(place)).instance for place in range(2)]
    assert [(one.name, one.best_known) for one in loaded] == [("a", 12.0), ("b", 11.0)]


def test_lists_of_families_and_sizes():
    """A set would have to be written forty times."""
    table = {"name": "{family}, {n}", "family": ["rings", "lines"], "n": [20, 30], "seed": 1}
    sets = [InstanceSet(**one) for one in expanded(table)]
    assert [one.name for one in sets] == ["rings, 20", "rings, 30", "lines, 20", "lines, 30"]
    assert (sets[-1].family, sets[-1].n) == ("lines", 30)
    for name in ("{size}", "{n.foo}", "{n[0]}", "{"):
        with pytest.raises(ValueError, match=r"fields may be \{family\}"):
            list(expanded(table | {"name": name}))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("[]", "needs lists lengths and digests"),
        ('{"lengths": 3, "digests": 4}', "needs lists lengths and digests"),
        ('{"lengths": [1, 2], "digests": []}', "has 2 lengths and 0 digests"),
        ('{"lengths": ["a"], "digests": ["b"]}', "length 'a' is not a number"),
    ],
)
def test_references_that_are_none(experiment, folder, data, table, message):
    """A damaged file of references would end a run in a traceback."""
    (folder / "references.json").write_text(table)
    with pytest.raises(FileError, match=rf"references\.json: {message}"):
        data.load(make_grid(experiment)[0].tasks[0])


def test_families_are_drawn(edited, data):
    """An experiment would run on other instances than those of the gallery."""
    from heataco.bench.gallery import draw

    path = edited(GENERATED, 'family = "rings"\nn = 20\nseed = 5')
    task = make_grid(read_experiment(path), data)[0].tasks[0]
    assert data.load(task).instance.digest == draw("rings", 20, 5, 0).digest


def test_methods_skip_what_they_do_not_take(edited):
    """Every task of a solver for symmetric instances would fail on directed ones."""
    path = edited(GENERATED, 'family = "uniform_arcs"\nn = 20\nseed = 5')
    text = path.read_text().replace('decoder = "mmas"', 'peer = "fast-tsp"')
    text = text.replace('setting = "2-opt"', "", 1).replace(
        "evidence_cap = 1 }", "}\nmax_nodes = 9"
    )
    path.write_text(text.replace("parameters = { }\n", ""))
    with pytest.raises(ValueError, match="the grid is empty"):
        make_grid(read_experiment(path))


def test_choosing_sets(edited):
    """A few families of many could not be run alone, or a misspelt one would be passed over."""
    path = edited(GENERATED, 'family = ["rings", "lines"]\nn = 20\nseed = 5')
    path.write_text(path.read_text().replace('name = "A"', 'name = "{family} {n}"'))
    experiment = read_experiment(path)
    tasks = distinct_tasks(make_grid(experiment.shrunk(sets=("rings *",))))
    assert {task.instance.family for task in tasks} == {"rings"}
    with pytest.raises(ValueError, match="did you mean 'rings 20'"):
        experiment.shrunk(sets=("ring 20",))


def test_one_source():
    """A set of two sources would silently be one of them."""
    with pytest.raises(ValueError, match="only one of them"):
        InstanceSet("x", file="a.npz", family="rings")
    with pytest.raises(ValueError, match=r"family 'ring' is unknown.*did you mean 'rings'"):
        InstanceSet("x", family="ring", n=5, seed=1)
