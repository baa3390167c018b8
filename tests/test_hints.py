"""Keywords that other packages have are answered with ours."""

import pytest
from tests.support import points_instance

import heataco as ha

POINTS = points_instance(12).coordinates


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("open", "; give closed=False$"),
        ("depot", "; it is called start here"),
        ("time_limit", "; it is called seconds here"),
        ("secnds", "; did you mean 'seconds'?"),
        ("wxyz", "'wxyz'$"),
    ],
)
def test_unknown_keywords(option, words):
    """Who writes open=True would learn that it is wrong, and not what is right."""
    for call in (ha.solve, ha.decode, ha.decode_batch):
        with pytest.raises(TypeError, match=rf"{call.__name__}\(\) has no argument.*{words}"):
            call(POINTS, **{option: 1})
    with pytest.raises(TypeError, match=r"give as_instance\(\.\.\., metric=\.\.\.\)"):
        ha.decode(POINTS, metric="EUC_2D")
