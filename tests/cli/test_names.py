"""Names as people type them: in any case, misspelt, cut short, completed by the shell."""

import os
import subprocess
import sys

import pytest
from tests.support import check_failure, check_usage

import heataco as ha
from heataco.cli.main import cli


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("deocde points.tsp", "did you mean 'decode'?"),
        ("solve points.tsp", "did you mean 'decode'?"),
        ("decode points.tsp --decoder focussed", "did you mean 'focused'?"),
        ("decode points.tsp --local-search 2-opt", "did you mean '2opt'?"),
        ("decode points.tsp --heatmap heat.npz --kind logits", "did you mean 'logit'?"),
        ("decode points.tsp --set dept=3", "did you mean 'depth'?"),
        ("decode points.tsp --sed 3", "--seed"),
        ("convert heat.npz a.npy --content heatmaps", "did you mean 'heatmap'?"),
        ("completion bush", "did you mean 'bash'?"),
        ("decode points.tsp --metric Euclid", "did you mean 'euclidean'?"),
        ("decode points.tsp --format tspllib", "did you mean 'tsplib'?"),
        ("info points.tsp --content tuor", "did you mean 'tour'?"),
        ("decode points.tsp --output - --output-format jsn", "did you mean 'json'?"),
    ],
)
def test_misspelt_words_of_the_command_line(heataco, line, words):
    """Who mistypes a name would have to look it up."""
    check_usage(heataco(line), words)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("decode points.tsp --predictor alpah", "did you mean 'alpha'?"),
        ("predict points.tsp --predictor Softdits", "did you mean 'softdist'?"),
        ("decode set.txt --all --engine process", "did you mean 'processes'?"),
    ],
)
def test_misspelt_names(heataco, line, words):
    """Who mistypes the name of a predictor or engine would have to look it up."""
    check_failure(heataco(line), words)


@pytest.mark.usefixtures("files")
def test_any_case(heataco):
    """A decoder would be unknown under the name that its class has."""
    answer = heataco(
        "Decode points.tsp --Decoder HeatACO --local-search 2OPT --predictor SoftDist "
        "--iterations 1 --quiet"
    )
    assert answer.code == 0, answer.err
    assert "heataco + 2opt" in answer.out
    assert heataco("decode points.tsp --predictor None --iterations 1 --quiet").code == 0
    assert ha.DECODERS.find("decoder", "MMAS") is ha.MMAS


@pytest.mark.usefixtures("files")
def test_short_options(heataco):
    """The options that are typed most often would have no short form, or one of another meaning."""
    long = heataco(
        "decode points.tsp --output a.tour --time-limit 60 --seed 5 --threads 1 "
        "--iterations 3 --quiet"
    )
    short = heataco("decode points.tsp -o b.tour -t 60 -s 5 -j 1 --iterations 3 --quiet")
    assert (long.code, short.code) == (0, 0)
    assert ha.read_tour("a.tour").tolist() == ha.read_tour("b.tour").tolist()
    assert heataco("predict points.tsp --predictor rank -o rank.npz").code == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(heataco, shell):
    """A shell would get no script, or one that asks another program."""
    answer = heataco(f"completion {shell}")
    assert answer.code == 0
    assert "_HEATACO_COMPLETE=" in answer.out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("heataco de", {"decode", "demo"}),
        ("heataco decode --decoder F", {"focused"}),
        ("heataco decode a.txt --engine p", {"processes"}),
        ("heataco decode --local-search 2", {"2opt"}),
        ("heataco decode --ini", {"--initial-tour"}),
        ("heataco decode --metric lat", {"latlon_km", "latlon_m"}),
        ("heataco inspect --predictor so", {"softdist"}),
        ("heataco decode a.txt --predictor N", {"network", "none"}),
    ],
)
def test_completion(typed, offered):
    """The Tab key would offer nothing, or something else."""
    words = typed.split()
    environment = {
        "_HEATACO_COMPLETE": "bash_complete",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "heataco"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    completions = {line.partition(",")[2] for line in done.stdout.splitlines()}
    assert offered <= completions
    assert all(word.startswith(words[-1].lower()) for word in completions)


def short_options(command):
    """Return the letters of a command's options by their long names; None without a letter."""
    return {
        name: next((short for short in option.opts if not short.startswith("--")), None)
        for option in command.params
        for name in option.opts
        if name.startswith("--")
    }


@pytest.mark.parametrize("name", sorted(cli.commands))
def test_letters_mean_the_same(name):
    """Who knows `decode -t` would find no such option elsewhere, or one of another meaning."""
    known = {long: short for long, short in short_options(cli.commands["decode"]).items() if short}
    assert {"--time-limit": "-t", "--output": "-o"}.items() <= known.items()
    letters = short_options(cli.commands[name])
    assert {long: letters[long] for long in known.keys() & letters.keys()} == {
        long: short for long, short in known.items() if long in letters
    }
    others = {long for long, short in letters.items() if short in known.values()}
    assert others <= known.keys()
