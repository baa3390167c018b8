"""`diagnose`: what goes in and what comes out."""

import json
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields, is_dataclass

import numpy as np
import pytest
from tests.support import make_heat, make_instance

import heataco as ha
from heataco.diagnostics import summarise

RECTANGLE = ha.Instance.from_coordinates([[0, 0], [2, 0], [2, 1], [0, 1]], name="rectangle")
HEAT = ha.Heatmap.from_edges([0, 1, 1, 2], [1, 0, 2, 3], [0.8, 0.4, 0.5, 0.02], 4)


def values(part):
    """All numbers of a report."""
    if is_dataclass(part):
        for field in fields(part):
            yield from values(getattr(part, field.name))
    elif isinstance(part, (tuple, list)):
        for item in part:
            yield from values(item)
    else:
        yield part


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.filterwarnings("error")
def test_smallest(n, directed):
    """An instance of a node or two, or an empty heatmap, would crash or warn."""
    instance = make_instance(n, 0, directed)
    for dense in (np.zeros((n, n)), np.ones((n, n)), make_heat(n, 1)):
        for reference in (None, range(n)):
            report = ha.diagnose(instance, ha.Heatmap.from_dense(dense), reference)
            json.dumps(report.to_dict(), allow_nan=False)


def test_zero_rows():
    """Rows without any score would shift those of other nodes."""
    heatmap = ha.Heatmap.from_edges([2], [3], [0.5], 6)
    report = ha.diagnose(make_instance(6, 0, False), heatmap, range(6))
    assert report.degrees.histogram.tolist() == [4, 2]
    assert report.degrees.starved == 6
    assert report.agreement.support_precision == 1.0
    assert report.separation.rows_share == pytest.approx(2 / 6)


def test_scores_are_those_of_the_search():
    """The report would be on other numbers than the search reads."""
    instance, heatmap = make_instance(40, 3, False), ha.Heatmap.from_dense(make_heat(40, 3))
    report = ha.diagnose(instance, heatmap)
    guidance = ha.HeatACO(candidates=39).guidance(instance, heatmap)
    assert report.density.edges_per_node == np.count_nonzero(guidance.confidence) / 2 / 40
    assert report.spread.largest == guidance.confidence.max()
    assert report.spread.row_sum == pytest.approx(guidance.confidence.sum() / 40)


def test_report_is_a_value():
    """A report could be changed after the fact, or not be sent to another process."""
    report = ha.diagnose(RECTANGLE, HEAT, [0, 1, 2, 3])
    with pytest.raises(FrozenInstanceError):
        report.n = 5
    again = pickle.loads(pickle.dumps(report))
    assert isinstance(again, ha.Report)
    assert again.to_dict() == report.to_dict()
    for one in (report, again, summarise([report])):
        for value in values(one):
            assert isinstance(value, (int, float, str, bool, dict, np.ndarray, type(None)))
            assert not isinstance(value, np.generic)
            if isinstance(value, np.ndarray):
                assert not value.flags.writeable


def test_to_dict_is_json():
    """A report could not be stored, or come back as other numbers."""
    report = ha.diagnose(RECTANGLE, HEAT, [0, 1, 2, 3])
    plain = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert plain["density"]["edges_per_node"] == report.density.edges_per_node
    assert plain["verdict"]["grade"] == str(report.verdict.grade)
    assert plain["bands"]["limits"][-1] is None
    assert plain["instance"] == "rectangle"


def test_loaded_when_asked_for():
    """Every script would wait for modules that it does not use, or a name would be missing."""
    code = (
        "import sys, heataco as ha; assert 'heataco.diagnostics' not in sys.modules;"
        "assert ha.diagnostics.diagnose is ha.diagnose; assert ha.Report; ha.__version__"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        ha.nonsense  # noqa: B018


def test_inputs_are_not_changed():
    """Looking at a heatmap would change it."""
    tour = np.array([0, 1, 2, 3])
    before = HEAT.digest, RECTANGLE.digest, tour.tolist()
    ha.diagnose(RECTANGLE, HEAT, tour)
    fresh = ha.Heatmap(HEAT.indptr, HEAT.indices, HEAT.values)
    assert (fresh.digest, RECTANGLE.digest, tour.tolist()) == before


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ([0, 1, 2, 2], "reference: tour is not a permutation of 0..3: .* node 2 is repeated"),
        ([0, 1, 2], "reference: .* node 3 is missing"),
        ([0, 1, 2, 4], "reference: .* node 4 is not one of 0..3"),
        ([0.0, 1.0, 2.0, 3.0], "reference: tour has dtype float64"),
        ([[0, 1, 2, 3]], r"reference: tour has shape \(1, 4\)"),
        ("0123", "reference: "),
    ],
)
def test_bad_references(reference, words):
    """A user would not learn which argument is wrong, or get figures of no tour at all."""
    with pytest.raises(ValueError, match=words):
        ha.diagnose(RECTANGLE, HEAT, reference)


def test_takes_what_decode_takes():
    """Whoever can decode points and scores could not have these diagnosed."""
    want = ha.diagnose(RECTANGLE, HEAT, [0, 1, 2, 3]).to_dict()
    labelled = ha.LabelledInstance(RECTANGLE, np.array([0, 1, 2, 3], np.int32))
    assert ha.diagnose(labelled, HEAT.to_dense()).to_dict() == want
    alpha = ha.diagnose(RECTANGLE, ha.predictors.Alpha()).to_dict()
    assert ha.diagnose(RECTANGLE.coordinates, "alpha").to_dict()["density"] == alpha["density"]


def test_bad_arguments():
    """A heatmap of another size, or another decoder, would end in numbers or in a crash."""
    with pytest.raises(ValueError, match="heatmap has 4 nodes, the instance has 5"):
        ha.diagnose(make_instance(5, 0, False), HEAT)
    with pytest.raises(ValueError, match=r"shape \(4, 5\); give an Instance"):
        ha.diagnose(np.ones((4, 5)), HEAT)
    with pytest.raises(ValueError, match="heatmap is None; give a Heatmap"):
        ha.diagnose(RECTANGLE, None)
    with pytest.raises(ValueError, match=r"decoder is .*MMAS.*give a HeatACO"):
        ha.diagnose(RECTANGLE, HEAT, decoder=ha.MMAS())


def set_summary(data_dir, source, count):
    items = ha.read_labelled_set(data_dir / "tsp500.npz")[:count]
    heatmaps = ha.read_heatmaps(data_dir / "heatmaps" / f"{source}.npz")
    pairs = zip(items, heatmaps, strict=False)
    return summarise([ha.diagnose(item.instance, heat, item.tour) for item, heat in pairs])


@pytest.mark.data
def test_paper_table(data_dir):
    """The paper's row for DIMES on TSP500 would not come out of the published heatmaps."""
    summary = set_summary(data_dir, "dimes_published_tsp500", 128)
    assert round(summary.edges_per_node, 2) == 3.67
    assert round(summary.missing_percent, 2) == 3.40
    assert round(summary.evidence_precision, 2) == 0.71


@pytest.mark.data
def test_paper_table_from_other_scores(data_dir):
    """UTSP's row would be far from the paper's, whose scores are those of another run."""
    summary = set_summary(data_dir, "utsp_tsp500", 16)
    assert summary.edges_per_node == pytest.approx(11.39, abs=0.6)
    assert summary.missing_percent == 0.0
    assert summary.evidence_precision == pytest.approx(0.65, abs=0.04)


@pytest.mark.data
def test_asymmetric_data(data_dir):
    """Directed heatmaps would be read with their directions mixed up."""
    item = ha.read_labelled_set(data_dir / "small" / "atsp50.txt")[1]
    heatmap = ha.read_heatmap(data_dir / "small" / "atsp50_heatmap.npy", index=1)
    dense = heatmap.to_dense()
    with_it = ha.diagnose(item.instance, ha.Heatmap.from_dense(dense), item.tour)
    against = ha.diagnose(item.instance, ha.Heatmap.from_dense(dense.T), item.tour)
    assert with_it.ranking.r_precision > 0.4 > against.ranking.r_precision
