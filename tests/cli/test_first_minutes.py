"""What people type in their first ten minutes: each was refused, or silently answered wrongly."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.support import check_tour, points_instance

import heataco as ha

N = 40
INSTANCE = points_instance(N, seed=5)
SCORES = ha.predictors.SoftDist().predict(INSTANCE).to_dense()
ALPS = "id,lat,lon\nBern,46.95,7.75\nWien,48.20,16.37\nRoma,41.90,12.50\nParis,48.86,2.35\n"
GEODESIC_KM = 327.62  # from Paris to Trier, by geographiclib


class Tensor:
    """Stands for a tensor on another device that needs gradients."""

    dtype = "torch.float32"

    def __init__(self, array):
        self._array = array

    def detach(self):
        return self

    def cpu(self):
        return self._array


def test_seconds_in_place_of_a_budget():
    """`seconds=1` would be an unknown keyword."""
    assert ha.decode(INSTANCE, SCORES, seconds=0.01).stop_reason == "time"


def test_a_tensor_in_place_of_a_heatmap():
    """The output of a network would have to be converted by hand."""
    result = ha.decode(INSTANCE, Tensor(SCORES), iterations=2)
    assert result.tour.tolist() == ha.decode(INSTANCE, SCORES, iterations=2).tour.tolist()


def test_no_decoder():
    """One could not decode without having read about decoders."""
    assert ha.decode(INSTANCE, SCORES, iterations=2).trust is not None  # Focused's


def test_points_in_place_of_an_instance():
    """The points of a data loader would have to become an Instance first."""
    check_tour(ha.decode(Tensor(INSTANCE.coordinates), SCORES, iterations=2), INSTANCE)


def test_a_table_of_addresses(heataco, tmp_path, monkeypatch):
    """A table of addresses would be refused."""
    monkeypatch.chdir(tmp_path)
    Path("stops.csv").write_text(ALPS)
    answer = heataco("decode stops.csv --iterations 5 --quiet --json")
    assert sorted(json.loads(answer.out)["ids"]) == ["Bern", "Paris", "Roma", "Wien"]


@pytest.mark.filterwarnings("default")
def test_decimal_degrees(heataco, tmp_path, monkeypatch):
    """Latitudes would be read as degrees.minutes, and 951 km be reported where 538 are right."""
    monkeypatch.chdir(tmp_path)
    Path("stops.csv").write_text("lat,lon\n48.85,2.35\n49.75,6.64\n")
    there_and_back = json.loads(heataco("decode stops.csv --iterations 1 --quiet --json").out)
    assert there_and_back["cost"] == pytest.approx(2 * GEODESIC_KM, rel=0.005)
    head = "DIMENSION: 2\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n"
    Path("stops.tsp").write_text(head + "1 48.85 2.35\n2 49.75 6.64\n")
    answer = heataco("decode stops.tsp --iterations 1 --quiet")
    assert "for decimal degrees use metric latlon_km" in answer.err


def test_output_by_its_suffix(heataco, tmp_path, monkeypatch):
    """`--output order.csv` would be a TSPLIB tour, and an unknown suffix be found out too late."""
    monkeypatch.chdir(tmp_path)
    Path("stops.csv").write_text(ALPS)
    assert heataco("decode stops.csv --iterations 5 --quiet --output order.csv").code == 0
    assert Path("order.csv").read_text().startswith("order,node,id,lat,lon\n0,")
    answer = heataco("decode stops.csv --iterations 5 --output order.xls")
    assert (answer.code, "decoding" in answer.err) == (3, False)


def test_a_whole_set_from_the_shell(heataco, tmp_path, monkeypatch):
    """A labelled set could be decoded from Python alone."""
    monkeypatch.chdir(tmp_path)
    items = [ha.LabelledInstance(points_instance(12, seed), np.arange(12)) for seed in range(3)]
    ha.write_labelled_set(items, "set.txt")
    assert heataco("decode set.txt --all --iterations 5 --quiet --output out.npz").code == 0
    with np.load("out.npz") as out:
        assert len(out["costs"]) == 3


def test_a_printed_set():
    """To print a set would put megabytes into a notebook."""
    items = ha.LabelledSet([ha.LabelledInstance(INSTANCE, np.arange(N))] * 1_000)
    assert len(repr(items)) < 100
    assert len(items._repr_html_()) < 4_000


def test_heat_that_is_not_trusted(heataco, tmp_path, monkeypatch):
    """`inspect` would call heat usable that the default decoder does not follow at all."""
    monkeypatch.chdir(tmp_path)
    ha.write_tsplib(INSTANCE, "points.tsp")
    np.save("noise.npy", np.random.default_rng(1).random((N, N)))
    answer = heataco("inspect points.tsp --heatmap noise.npy --no-run --quiet")
    assert "Trust 0:" in answer.out
    assert not {"USABLE", "SHARP"} & set(answer.out.replace(":", " ").split())
