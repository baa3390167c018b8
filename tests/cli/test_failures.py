"""Every failure is one sentence on stderr and an exit code that says whose it is."""

import pytest
from tests.support import check_failure, check_usage

from heataco.cli import decode as decode_module
from heataco.cli.main import cli
from heataco.decoders import DECODERS
from heataco.files import FileError

BAD_INPUT = [
    ("decode missing.tsp", "missing.tsp: no such file"),
    ("decode missing", "missing: no such file"),
    ("decode missing --all", "missing: no such file"),
    ("decode points.tsp --heatmap missing", "missing: no such file"),
    ("decode points.xyz", "instances have .tsp, .atsp, .npy, .npz"),
    ("decode set.txt", "holds 3 instances; choose one with --index 0 to 2, or use --all"),
    ("decode set.txt --index 3", "--index is 3"),
    ("decode set.txt --index -1", "--index is -1"),
    ("decode points.tsp --heatmap batch.npy", "choose one with --heatmap-index 0 to 2"),
    ("decode set.txt --index 2 --heatmap batch.npy --heatmap-index 3", "index is 3"),
    ("decode set.txt --index 2 --heatmap missing.npz", "missing.npz: no such file"),
    ("decode matrix.atsp --heatmap heat.npz", "heatmap has 40 nodes, the instance has 12"),
    ("decode matrix.atsp --initial-tour identity.tour", "tour"),
    (
        "decode matrix.atsp --predictor rank --decoder mcts",
        "mcts supports symmetric instances only",
    ),
    ("decode points.tsp --decoder heataco --predictor none", "--heatmap FILE or --predictor alpha"),
    ("decode points.tsp --predictor nonsense", "neither a file nor one of alpha, "),
    ("decode points.tsp --predictor missing.npz", "neither a file nor one of alpha, "),
    ("decode points.tsp --predictor .", "neither a file nor one of alpha, "),
    ("decode points.tsp --predictor points.tsp", "suffix '.tsp' is unknown"),
    ("decode points.tsp --predictor rank --predictor-set neighbours=0", "neighbours is 0"),
    (
        "decode points.tsp --decoder mmas --set ants=0",
        "--set ants=0: ants is 0; give a whole",
    ),
    (
        "decode points.tsp --local-search 2opt",
        "--local-search 2opt: decoder focused has no such parameter; these have: greedy, mcts",
    ),
    (
        "decode points.tsp --decoder mmas --heatmap-trust 1",
        "decoder mmas has no such parameter; these have: focused",
    ),
    ("decode points.tsp --heatmap-trust yes", "--heatmap-trust yes: heatmap_trust is 'yes'; give"),
    ("decode points.tsp --heatmap-trust 2", "heatmap_trust is 2.0; give a number from 0 to 1"),
    ("decode points.tsp --set heatmap_trust=nan", "--set heatmap_trust=nan: heatmap_trust is"),
    ("decode points.tsp --iterations -1", "--iterations is -1; give a whole number from 0"),
    ("decode points.tsp --time-limit nan", "--time-limit is nan; give a number of at least 0"),
    ("decode points.tsp --threads 0", "--threads is 0; give a whole number from 1"),
    ("decode points.tsp --seed -1", "--seed is -1; give a whole number from 0"),
    ("decode points.tsp --best-known -1", "--best-known is -1.0; give a number of at least 0"),
    ("decode points.tsp --start 40", "--start is 40; give a whole number from 0 to 39"),
    ("decode points.tsp --start -1", "--start is -1; give a whole number from 0 to 39"),
    ("decode points.tsp --fixed-edge 3 40", "a node of --fixed-edge is 40; give a whole number"),
    ("decode points.tsp --fixed-edge 3 a", "a node of --fixed-edge is 'a'; give a whole number"),
    ("decode points.tsp --fixed-edge 3 3", "--fixed-edge joins node 3 to itself"),
    ("decode points.tsp --open --start 3 --end 03", "--start and --end are both 3; give two"),
    ("decode points.tsp --open --end 40", "--end is 40; give a whole number from 0 to 39"),
    ("decode points.tsp --open --start 3 --end 3", "--start and --end are both 3; give two nodes"),
    (
        "decode points.tsp --open --start 3 --initial-tour identity.tour",
        "identity.tour begins at 0 and must begin at 3",
    ),
    ("decode points.tsp --output nowhere/best.tour", "there is no folder"),
    ("decode points.tsp --output .", "it is a folder"),
    ("decode .", "is a folder; give a file"),
    ("decode points.tsp --heatmap .", "is a folder; give a file"),
    ("decode points.tsp --plot -", "pictures cannot be written to standard output"),
    ("decode points.tsp --report -", "pages cannot be written to standard output"),
    ("decode points.tsp --plot nowhere/best.png", "there is no folder"),
    ("decode points.tsp --plot best.xyz", "pictures have"),
    ("decode matrix.atsp --plot best.png", "is a matrix and has no coordinates"),
]
USAGE = [
    ("", "Usage"),
    ("nonsense", "No such command"),
    ("decode", "Missing argument"),
    ("decode points.tsp --decoder nonsense", f"not one of {', '.join(DECODERS.names)}"),
    ("decode points.tsp --heatmap heat.npz --predictor alpha", "exclude each other"),
    ("decode points.tsp --heatmap heat.npz --predictor none", "exclude each other"),
    ("decode points.tsp --heatmap-index 1", "--heatmap-index needs --heatmap"),
    ("decode points.tsp --predictor rank --heatmap-index 1", "--heatmap-index needs --heatmap"),
    ("decode points.tsp --decoder mmas --predictor-set a=1", "needs --predictor NAME"),
    ("decode points.tsp --heatmap heat.npz --predictor-set a=1", "needs --predictor NAME"),
    ("decode points.tsp --predictor-set ants=1", "predictor alpha has no parameter 'ants'"),
    ("decode points.tsp --predictor none --predictor-set a=1", "needs --predictor NAME"),
    ("decode points.tsp --predictor rank --predictor-set ants=1", "it has neighbours"),
    ("decode points.tsp --predictor zero --predictor-set ants=1", "it has none"),
    ("decode points.tsp --predictor rank --predictor-set neighbours", "write NAME=VALUE"),
    ("decode points.tsp --predictor rank --predictor-set neighbours=a", "not a whole number"),
    ("decode points.tsp --end 3", "--end 3 needs --open, for a path that ends there; a closed"),
    ("decode set.npz --all --end 3", "--end 3 needs --open, for a path that ends there; a closed"),
    ("predict points.tsp", "Missing option '--predictor'"),
    ("predict set.txt --predictor rank --index 1 --all", "exclude each other"),
    ("predict points.tsp --predictor rank --set ants=1", "--set ants=1: predictor rank has no"),
    ("decode points.tsp --iterations many", "--iterations"),
    ("decode points.tsp --set ants", "write NAME=VALUE"),
    ("decode points.tsp --decoder mmas --set ants=many", "'many' is not a whole number"),
    ("decode points.tsp --decoder mmas --set evaporation=low", "'low' is not a number or 'none'"),
    ("decode points.tsp --set reach=1 --set reach=2", "reach is given twice"),
    ("decode points.tsp --decoder greedy --set ants=1", "it has local_search, "),
    ("decode points.tsp --heatmap-trust 1 --set heatmap_trust=0", "given twice"),
]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("line", "words"), BAD_INPUT)
def test_bad_input(heataco, line, words):
    """Bad input would end in a traceback, or with the exit code of a success."""
    check_failure(heataco(f"{line} --quiet"), words)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("option", ["--threads 0", "--seed -1", "--iterations -1"])
@pytest.mark.parametrize(
    "command", ["decode points.tsp", "decode set.npz --all", "inspect points.tsp --predictor alpha"]
)
def test_refused_before_anything_is_announced(heataco, command, option):
    """A search that is never run would be announced."""
    check_failure(heataco(f"{command} {option}"), "{} is {}; give".format(*option.split()))


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("line", "words"), USAGE)
def test_usage(heataco, line, words):
    """A slip on the command line would be taken for something else, or not be explained."""
    check_usage(heataco(line), words)


@pytest.mark.usefixtures("files", "no_matplotlib")
def test_plot_without_matplotlib(heataco):
    """A user without matplotlib would lose the run, or not learn what to install."""
    answer = heataco("decode points.tsp --plot picture.png")
    assert answer.code == 3
    assert answer.err == "heataco: plotting needs matplotlib: pip install 'heataco[plot]'\n"


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("function", "option"),
    [
        ("tour_output.write_tour", "--output a.tour"),
        ("outputs.save_plot", "--plot a.png"),
    ],
)
def test_failed_write_keeps_the_summary(heataco, monkeypatch, function, option):
    """A disk that fills during the search would take the result with it."""

    def fail(*_, **__):
        raise FileError("a", "cannot be written: No space left on device")

    monkeypatch.setattr(f"heataco.cli.{function}", fail)
    answer = heataco(f"decode points.tsp --iterations 2 --quiet {option}")
    assert answer.code == 3
    assert "cost" in answer.out
    assert "written to" not in answer.out
    assert "No space left" in answer.err


@pytest.mark.usefixtures("files")
def test_out_of_memory(heataco, monkeypatch):
    """An instance that is too large would end in a traceback."""

    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(decode_module, "load_instance", fail)
    answer = heataco("decode points.tsp")
    assert (answer.code, answer.err) == (
        3,
        "heataco: not enough memory\n",
    )


@pytest.mark.filterwarnings("default")
def test_warnings_are_sentences(heataco, files):
    """A warning would look like a fault of the program, with source lines."""
    answer = heataco("decode points.tsp --decoder mmas --iterations 1 --predictor rank --quiet")
    assert answer.code == 0
    assert answer.err == "heataco: warning: decoder mmas does not use the heatmap\n"


def test_bug_is_not_hidden(heataco, monkeypatch):
    """A fault of the program would be blamed on the user's input."""

    def fail(*_):
        raise RuntimeError("a bug")

    monkeypatch.setattr(cli, "invoke", fail)
    with pytest.raises(RuntimeError, match="a bug"):
        heataco("versions")


def test_initial_tour_of_another_instance(heataco, files):
    """Which of the files is wrong would be left to guess."""
    (files / "short.tour").write_text("TYPE : TOUR\nDIMENSION : 2\nTOUR_SECTION\n1\n2\n-1\nEOF\n")
    answer = heataco("decode points.tsp --iterations 1 --initial-tour short.tour")
    assert (answer.code, answer.out) == (3, "")
    assert "short.tour: is not a tour of points: " in answer.err
