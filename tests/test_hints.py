"""Keywords that other packages have are answered with ours."""

import pytest
from tests.support import points_instance

import heataco as ha
from heataco._hints import hinting

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
    with pytest.raises(
        TypeError, match=r"give lower_bound\(instance\), or solve\(\.\.\., bound=True"
    ):
        ha.decode(POINTS, bound=True)
    with pytest.raises(TypeError, match="'predictor'; it is called heatmap here"):
        ha.decode(POINTS, predictor="alpha")
    with pytest.raises(TypeError, match=r"'kind'; give Heatmap\.from_dense\(scores, kind=\.\.\.\)"):
        ha.decode(POINTS, -POINTS, kind="logit")


@pytest.mark.parametrize(
    ("metric", "meant"),
    [("haversine", "latlon_km"), ("Manhattan", "MAN_2D"), ("precomputed", "EXPLICIT")],
)
def test_metrics_of_other_packages(metric, meant):
    """The nearest spelling of "manhattan" is ATT."""
    with pytest.raises(ValueError, match=f"is unknown; .*; did you mean '{meant}'"):
        ha.solve(POINTS, metric=metric)


def test_scores_in_the_place_of_a_keyword():
    """Who gives scores to `solve` would read how many arguments it takes, not what does."""
    with pytest.raises(TypeError, match=r"^solve\(\) takes 1 positional .*decode\(points, scores"):
        ha.solve(POINTS, POINTS)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (ha.decode, "; it is called heatmap here"),
        (ha.decode_batch, "; it is called heatmaps here"),
        (ha.solve, r"; give decode\(\.\.\., heatmap=\.\.\.\)"),
    ],
)
def test_keywords_are_those_of_the_function(call, words):
    """Who follows the answer would be told next that there is no such keyword either."""
    with pytest.raises(TypeError, match=f"'scores'{words}$"):
        call(POINTS, scores=1)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("heatmap", r"; give decode\(\.\.\., heatmap=\.\.\.\)"),
        ("budget", r"; give seconds=\.\.\. or iterations=\.\.\."),
        ("local_search", r"; give decoder=HeatACO\(\.\.\.\)"),
        ("best_known", r"; give instance\.relabelled\(best_known=\.\.\.\)"),
    ],
)
def test_what_only_other_functions_take(option, words):
    """Who knows `decode` would not learn how to say the same to `solve`."""
    with pytest.raises(TypeError, match=f"'{option}'{words}$"):
        ha.solve(POINTS, **{option: 1})


@pytest.mark.parametrize(
    ("call", "option", "words"),
    [
        (ha.lower_bound, "open", "; give closed=False"),
        (ha.improve, "depot", "; it is called start here"),
        (ha.as_instance, "metrik", "; did you mean 'metric'?"),
        (ha.compare_heatmap, "time_limit", "; it is called seconds here"),
        (ha.diagnose, "comparsion", "; did you mean 'comparison'?"),
    ],
)
def test_the_other_functions(call, option, words):
    """Only `solve`, `decode` and `decode_batch` would suggest the right keyword."""
    with pytest.raises(TypeError, match=rf"{call.__name__}\(\) has no argument.*{words}"):
        call(POINTS, None, **{option: False})


def test_no_form_of_a_missing_keyword():
    """A function without closed would ask for closed=False."""
    with pytest.raises(TypeError, match=r"'open'$"):
        hinting(lambda instance: instance)(POINTS, open=True)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ha.Instance.from_coordinates(POINTS, "EUCC_2D"), "did you mean 'EUC_2D'"),
        (lambda: ha.Heatmap.from_dense([[0, 1], [1, 0]]).symmetrised("meen"), "mean 'mean'"),
        (lambda: ha.Heatmap.from_dense([[0, 1], [1, 0]], kind="logits"), "did you mean 'logit'"),
    ],
)
def test_names_that_are_members_of_an_enum(call, words):
    """The answer would be <Metric.EUC_2D: 'EUC_2D'>, which nobody can type."""
    with pytest.raises(ValueError, match=rf"{words}\?$"):
        call()
