"""Instances from arrays, data frames and graphs."""

import numpy as np
import pytest

import heataco as ha
from heataco.instances import Instance, as_instance
from heataco.instances.intake import from_batch


class Frame:
    """What pandas and Polars have in common, and the labels of rows that pandas has."""

    def __init__(self, columns, index=None):
        self.data = {name: np.asarray(values) for name, values in columns.items()}
        self.columns = list(columns)
        self.shape = (len(next(iter(self.data.values()))), len(columns))
        if index is not None:
            self.index = index

    def __getitem__(self, name):
        return self.data[name]

    def __array__(self, dtype=None, copy=None):
        return np.column_stack(list(self.data.values()))


class Graph:
    """As much of a NetworkX graph as is read of it."""

    def __init__(self, weights, *, directed=False, multi=False):
        self.directed, self.multi = directed, multi
        self.neighbours = {}
        for (a, b), weight in weights.items():
            self.neighbours.setdefault(a, {})[b] = {} if weight is None else {"weight": weight}
            if not directed:
                self.neighbours.setdefault(b, {})[a] = self.neighbours[a][b]
        self.nodes, self.edges = list(self.neighbours), list(weights)

    def adjacency(self):
        return self.neighbours.items()

    def is_directed(self):
        return self.directed

    def is_multigraph(self):
        return self.multi


def test_arrays():
    """What `solve` takes would not be what an instance can be made of."""
    points = np.random.default_rng(0).random((5, 2))
    assert as_instance(points) == Instance.from_coordinates(points)
    assert as_instance((9 * points).tolist(), "EUC_2D", name="a").metric == "EUC_2D"
    assert as_instance(np.ones((5, 5))).metric == "EXPLICIT"
    assert as_instance(np.ones((5, 3))).metric == "euclidean_3d"
    instance = as_instance(points)
    assert as_instance(instance) is instance


def test_ambiguous_shapes_are_refused():
    """Two points would be taken for distances, or the other way round."""
    with pytest.raises(ValueError, match=r"may be 2 points \(metric euclidean\) or the distances"):
        as_instance(np.ones((2, 2)))
    assert as_instance(np.ones((2, 2)), "euclidean").coordinates is not None
    assert as_instance(np.ones((2, 2)), "EXPLICIT").matrix is not None
    assert as_instance(np.ones((3, 3)), "euclidean_3d").coordinates is not None
    assert as_instance(np.ones((3, 3)), "explicit").matrix is not None
    for wrong in (np.ones(3), np.ones((2, 5)), {"x": 1}):
        with pytest.raises(ValueError, match="give an Instance, points of shape"):
            as_instance(wrong)


def test_batches_of_one():
    """What a data loader gives would be refused, though there is no doubt what it is."""
    points = np.random.default_rng(0).random((5, 2))
    assert as_instance(points[None]) == as_instance(points)
    assert ha.decode(points[None], np.ones((1, 5, 5)), iterations=1).instance.n == 5
    with pytest.raises(ValueError, match="is a batch of 2; give one of them, or use decode_batch"):
        as_instance(np.stack([points, points]))
    with pytest.raises(ValueError, match=r"may be 2 points .* or the distances"):
        as_instance(np.ones((1, 2, 2)))


def test_sparse_distances_are_refused():
    """Who gives a road network would read of dtypes, and not what is missing."""
    roads = pytest.importorskip("scipy.sparse").csr_array(np.eye(3))
    with pytest.raises(ValueError, match="a missing entry may be 0 or no edge; give an array"):
        as_instance(roads)


def test_frames():
    """A table in memory could not be solved, or would lose its ids."""
    stops = Frame({"name": ["a", "b", "c"], "lat": [1, 2, 3], "lon": [4.0, 5, 6], "n": [7, 8, 9]})
    instance = as_instance(stops)
    assert (instance.metric, instance.ids) == ("latlon_km", ("a", "b", "c"))
    assert instance.coordinates.tolist() == [[1, 4], [2, 5], [3, 6]]
    plane = Frame({"X": [1, 2], "Y": [3, 4]}, index=["p", "q"])
    assert as_instance(plane, "MAN_2D").ids == ("p", "q")
    assert as_instance(Frame({"x": [1, 2], "y": [3, 4]}, index=range(2))).ids is None
    named = as_instance(stops, columns={"x": "n", "y": "lat"})
    assert (named.metric, named.coordinates.tolist()) == ("euclidean", [[7, 1], [8, 2], [9, 3]])
    assert as_instance(stops, columns={"id": "N"}).ids == (7, 8, 9)
    with pytest.raises(ValueError, match="both have the id 'a'; the ids are column 'name'"):
        as_instance(Frame({"name": ["a", "a"], "x": [1, 2], "y": [3, 4]}))
    assert ha.solve(stops, iterations=1).ids[0] in "abc"


def test_square_frames():
    """The labels of a matrix would be lost, or those of the rows not compared."""
    square = Frame({"a": [0, 1], "b": [2, 0]}, index=["a", "b"])
    assert as_instance(square).ids == ("a", "b")
    assert as_instance(square).matrix.tolist() == [[0, 2], [1, 0]]
    assert as_instance(Frame({"a": [0, 1], "b": [2, 0]})).ids == ("a", "b")
    assert as_instance(Frame({0: [0, 1, 5], 1: [2, 0, 5]})).coordinates is not None
    with pytest.raises(ValueError, match="different labels"):
        as_instance(Frame({"a": [0, 1], "b": [2, 0]}, index=["a", "c"]))
    with pytest.raises(ValueError, match="has columns a, b; it needs x and y"):
        as_instance(Frame({"a": [0, 1, 2], "b": [2, 0, 2]}))
    north = Frame({"shop": [1, 2, 3], "east": [5.0, 3, 4], "north": [40.0, 4, 5]})
    with pytest.raises(ValueError, match=r"3 rows of columns 'shop', .* may be as many points, or"):
        as_instance(north)
    with pytest.raises(ValueError, match="columns is for data frames; the data are a ndarray"):
        as_instance(np.ones((3, 2)), columns={"x": "a", "y": "b"})


def test_graphs():
    """A graph would lose its nodes' names, or missing edges become distances."""
    weights = {("a", "b"): 1, ("b", "c"): 2, ("a", "c"): 3}
    instance = as_instance(Graph(weights), name="g")
    assert (instance.ids, instance.name) == (("a", "b", "c"), "g")
    assert instance.matrix.tolist() == [[0, 1, 3], [1, 0, 2], [3, 2, 0]]
    both = {**weights, ("b", "a"): 4, ("c", "b"): 5, ("c", "a"): 6, ("a", "a"): None}
    assert not as_instance(Graph(both, directed=True)).symmetric
    no_road = as_instance(Graph({("a", "b"): 1, ("b", "c"): 2, ("a", "c"): np.inf}))
    assert no_road.matrix[0, 2] == np.inf
    tuples = {((0, 0), (0, 1)): 1.5}
    assert as_instance(Graph(tuples)).ids == ("(0, 0)", "(0, 1)")


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (Graph({("a", "b"): 1, ("b", "c"): 2}), r"no edge \('a', 'c'\); all .* or infinity to"),
        (Graph({("a", "b"): None}), r"edge \('a', 'b'\) has no weight"),
        (Graph({("a", "b"): 1}, multi=True), "parallel edges"),
        (Graph({("a", "b"): -1}), "-1"),
    ],
)
def test_bad_graphs_are_refused(graph, message):
    """A search would run on distances that nobody gave."""
    with pytest.raises(ValueError, match=message):
        as_instance(graph)


def test_networkx():
    """The real package would differ from what the tests above stand in for it."""
    networkx = pytest.importorskip("networkx")
    graph = networkx.complete_graph(5)
    for index, (a, b) in enumerate(graph.edges):
        graph[a][b]["weight"] = index
    instance = as_instance(graph)
    assert instance.ids == tuple(range(5))
    assert instance.matrix[0, 4] == graph[0][4]["weight"]


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_real_frames(package):
    """The real packages would differ from what the tests above stand in for them."""
    frames = pytest.importorskip(package)
    frame = frames.DataFrame({"id": ["a", "b", "c"], "x": [1, 2, 3], "y": [4.0, 5, 6]})
    instance = as_instance(frame)
    assert instance.ids == ("a", "b", "c")
    assert instance.coordinates.tolist() == [[1, 4], [2, 5], [3, 6]]
    places = frames.DataFrame({"lat": [1.0, 2, 3], "lon": [4.0, 5, 6]})
    assert as_instance(places).metric == "latlon_km"
    empty = frames.DataFrame({"a": [None, 1.0, 2], "b": [1.0, None, 3], "c": [2.0, 3, None]})
    assert as_instance(empty).matrix.tolist() == [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
    square = frames.DataFrame({"a": [0.0, 1, 2], "b": [1.0, 0, 3], "c": [2.0, 3, 0]})
    assert as_instance(square).matrix.tolist() == [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
    assert len(ha.decode_batch([frame, places], iterations=1)) == 2
    assert ha.solve(frame, iterations=1, start="b").ids[0] == "b"
    with pytest.raises(ValueError, match=r"coordinates\[1, 0\] is nan"):
        as_instance(frames.DataFrame({"x": [1, None, 3], "y": [1, 2, 3]}))
    with pytest.raises(ValueError, match="has columns street, city; it needs x and y"):
        as_instance(frames.DataFrame({"street": ["a", "b"], "city": ["c", "d"]}))
    with pytest.raises(ValueError, match=r"column x has dtype .*; it must hold real numbers"):
        as_instance(frames.DataFrame({"x": ["1", "2"], "y": [1, 2]}))


def test_arrow_tables():
    """A table of Arrow would be refused, as it calls its columns otherwise than frames do."""
    arrow = pytest.importorskip("pyarrow")
    stops = arrow.table({"id": ["a", "b", "c"], "x": [1, 2, 3], "y": [4.0, 5, 6]})
    assert as_instance(stops).ids == ("a", "b", "c")
    assert as_instance(stops.to_batches()[0]).coordinates.tolist() == [[1, 4], [2, 5], [3, 6]]
    square = arrow.table({"a": [0.0, 1, 2], "b": [1.0, 0, 3], "c": [2.0, 3, 0]})
    assert as_instance(square).matrix.tolist() == [[0, 1, 2], [1, 0, 3], [2, 3, 0]]


def test_a_batch_of_points_is_checked_as_its_items_are():
    """Points that are checked all at once would pass where one by one they are refused."""
    points = np.random.default_rng(0).random((4, 7, 2))
    assert from_batch(points) == [ha.Instance.from_coordinates(one) for one in points]
    assert from_batch(points)[1].coordinates.flags.writeable is False
    assert from_batch((points * 9).astype(np.int32))[0].coordinates.dtype == np.float64
    points[0, 0, 0] += 1
    assert from_batch(points)[0] != ha.Instance.from_coordinates(points[1])
    for value, words in ((np.nan, "finite"), (1e200, "at most 1e"), (1e-150, "span only")):
        wrong = points.copy()
        wrong[2] *= value
        with pytest.raises(ValueError, match=f"pair 2: .*{words}"):
            ha.decode_batch(wrong, iterations=0)


def test_batches_of_other_forms_are_left_to_each_item():
    """Two nodes, three dimensions or distances would be read as points in the plane."""
    for shape in ((2, 2, 2), (2, 5, 3), (2, 5, 5), (0, 5, 2), (2, 0, 2)):
        array = np.ones(shape)
        assert all(isinstance(item, np.ndarray) for item in from_batch(array))
