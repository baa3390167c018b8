"""Scores in data frames whose labels say which nodes they belong to."""

import pytest
from tests.support import make_heat, points_instance

import heataco as ha

pandas = pytest.importorskip("pandas")
N = 12
POINTS = points_instance(N).coordinates
SCORES = make_heat(N, 0)


def test_scores_in_a_labelled_frame():
    """Scores in another order than the nodes would be taken for those of other edges."""
    ids = [f"n{node}" for node in range(N)]
    nodes = pandas.DataFrame(POINTS, columns=["x", "y"], index=ids)
    frame = pandas.DataFrame(SCORES, index=ids, columns=ids)
    expected = ha.decode(POINTS, SCORES, iterations=3).tour.tolist()
    assert ha.decode(nodes, frame, iterations=3).tour.tolist() == expected
    assert ha.decode(POINTS, frame, iterations=3).tour.tolist() == expected
    other = frame.rename(index=str.upper, columns=str.upper)
    assert ha.decode(nodes, other, iterations=3).tour.tolist() == expected
    for wrong, axis in ((frame.loc[ids[::-1], ids[::-1]], "row"), (frame[ids[::-1]], "column")):
        with pytest.raises(ValueError, match=rf"{axis} 0 .* 'n11', but node 0 is 'n0'; .*loc"):
            ha.decode(nodes, wrong, iterations=3)
        with pytest.raises(ValueError, match=r"pair 0: .*order of the nodes"):
            ha.decode_batch([(nodes, wrong)], iterations=3)
        with pytest.raises(ValueError, match=r"pair 1: .*order of the nodes"):
            ha.decode_batch([nodes, nodes], [frame, wrong], iterations=3)
        with pytest.raises(ValueError, match=r"pair 0: .*order of the nodes"):
            ha.decode_batch(nodes, wrong, iterations=3)
