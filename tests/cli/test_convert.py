"""`heataco convert`: every way there is, and what is said where there is none."""

import numpy as np
import pytest

import heataco as ha


@pytest.mark.usefixtures("files")
def test_heatmaps(heataco):
    """Scores would change on their way through the formats."""
    heatmap = ha.read_heatmap("heat.npz")
    for source, target in (("heat.npz", "a.txt"), ("a.txt", "b.npy"), ("b.npy", "c.npz")):
        assert heataco(f"convert {source} {target}") == (0, "", "")
        assert ha.read_heatmap(target) == heatmap


@pytest.mark.usefixtures("files")
def test_one_heatmap_of_a_batch(heataco):
    """The wrong heatmap of a batch would be taken, or one without asking."""
    assert heataco("convert batch.npy one.npz --index 2").code == 0
    assert ha.read_heatmap("one.npz") == ha.read_heatmap("batch.npy", index=2)
    answer = heataco("convert batch.npy one.npz")
    assert answer.code == 3
    assert "holds 3 heatmaps" in answer.err


@pytest.mark.usefixtures("files")
def test_set_to_tsplib_and_back(heataco):
    """Coordinates would change, or the wrong instance of a set be taken."""
    expected = ha.read_labelled_set("set.txt")[1].instance
    assert heataco("convert set.txt one.tsp --index 1").code == 0
    assert heataco("convert one.tsp line.txt").code == 0
    assert heataco("convert line.txt two.tsp").code == 0  # points without tour
    for instance in (
        ha.read_tsplib("one.tsp"),
        ha.read_tsplib("two.tsp"),
        ha.read_labelled_set("line.txt")[0].instance,
    ):
        assert np.array_equal(instance.coordinates, expected.coordinates)
    answer = heataco("convert set.txt all.tsp")
    assert answer.code == 3
    assert "--index 0 to 2" in answer.err


@pytest.mark.usefixtures("files")
def test_sets(heataco):
    """A whole set, or its tours, would be lost between .npz and .txt."""
    assert heataco("convert set.npz points.txt").code == 0
    assert heataco("convert set.txt tours.txt").code == 0
    assert heataco("convert set.txt one.txt --index 1").code == 0
    assert len(ha.read_labelled_set("points.txt")) == 3
    for item in [*ha.read_labelled_set("tours.txt"), *ha.read_labelled_set("one.txt")]:
        assert item.tour.tolist() == list(range(40))


@pytest.mark.usefixtures("files")
def test_kind_decides_where_content_does_not(heataco):
    """A set without tours would be read as a heatmap for ever."""
    heataco("convert set.npz points.txt")
    assert heataco("convert points.txt copy.txt").code == 3
    assert heataco("convert points.txt copy.txt --kind instance").code == 0
    assert len(ha.read_labelled_set("copy.txt")) == 3


def test_long_first_line(heataco, files):
    """A large labelled instance, whose tour comes after megabytes, would be taken for a heatmap."""
    points = np.random.default_rng(0).random((60_000, 2))
    item = ha.LabelledInstance(ha.Instance.from_coordinates(points), np.arange(60_000))
    ha.write_labelled_set([item], "large.txt")
    assert (files / "large.txt").stat().st_size > 2 << 20
    assert heataco("convert large.txt large.tsp").code == 0
    assert heataco("convert large.txt same.txt").code == 0


def test_tour(heataco, files):
    """A tour in one of TSPLIB's many forms could not be brought into the usual one."""
    (files / "odd.tour").write_text("TYPE: TOUR\nDIMENSION: 4\nTOUR_SECTION\n4 3 2 1 -1\n")
    assert heataco("convert odd.tour normal.tour").code == 0
    assert ha.read_tour("normal.tour").tolist() == [3, 2, 1, 0]
    assert "NAME : normal" in (files / "normal.tour").read_text()


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("heat.npz heat.tsp", 3, "heatmap: .npy, .npz, .txt to .npy, .npz, .txt"),
        ("points.tsp points.npz", 3, "instance: .tsp, .atsp, .txt, .npz to .tsp, .atsp, .txt"),
        ("points.csv points.tsp", 3, "tour: .tour to .tour"),
        ("missing.txt points.tsp", 3, "missing.txt: no such file"),
        ("missing.npz heat.npy", 3, "missing.npz: no such file"),
        ("matrix.atsp line.txt", 3, "is a matrix; it needs a tour"),
        ("identity.tour a.tour --index 0", 2, "a .tour holds one"),
        ("points.tsp a.txt --kind nonsense", 2, "'instance', 'heatmap', 'tour'"),
    ],
)
def test_refusals(heataco, line, code, words):
    """A user would not learn which ways there are."""
    answer = heataco(f"convert {line}")
    assert answer.code == code
    assert words in answer.err
    assert "Traceback" not in answer.err


def test_broken_archive(heataco, files):
    """A broken file would end in a traceback."""
    (files / "broken.npz").write_bytes(b"PK\x03\x04 and nothing more")
    answer = heataco("convert broken.npz a.npy")
    assert answer.code == 3
    assert "broken.npz: is no readable .npz file" in answer.err
