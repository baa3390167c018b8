"""Claims: decided by the records, all together corrected."""

import pytest
from tests.bench.tables.test_table import results_of

from heataco.bench.store import Results
from heataco.bench.tables.claims import Claim, Claims, Verdict, claims_table, read_claims
from heataco.bench.tables.writers import FORMATS, write_table
from heataco.files import FileError

HELPS = Claim("heat helps", "small", "A", "HeatACO", "Rank")


@pytest.fixture
def results(edited):
    """Return a function that makes results in which HeatACO is 1 % ahead on every instance."""
    from heataco.bench.experiment_files import read_experiment

    def make(instances):
        path = edited("instances = 3", f"instances = {instances}")
        header, results = results_of(read_experiment(path))
        return Results(results.records, results.labels, [header])

    return make


def verdicts(results, *claims, correction="holm"):
    made = tuple(Claim(**(vars(HELPS) | {"experiment": "edited"} | change)) for change in claims)
    table = claims_table(Claims("t", made), results, correction)
    return [row.cells[-1].text for row in table.rows]


def test_verdicts(results):
    """A claim would be confirmed that the records contradict, or that nobody has tested."""
    found = verdicts(
        results(9), {}, {"expected": "worse"}, {"experiment": "other"}, {"against": "MMAS"}
    )
    assert found == ["confirmed", "refuted", "not run", "confirmed"]
    assert verdicts(results(4), {}) == ["undecided"]  # too few


def test_correction(results):
    """One of many claims would be confirmed by chance."""
    six = results(6)  # six wins of six: p = 0.03
    assert verdicts(six, {}) == ["confirmed"]
    assert verdicts(six, {}, {}) == ["undecided"] * 2
    assert verdicts(six, {}, {}, correction="none") == ["confirmed"] * 2


@pytest.mark.parametrize("form", FORMATS)
def test_forms(results, form):
    """A claim without results would have too few columns."""
    claims = Claims("t", (HELPS, Claim("a, b", "edited", "A", "HeatACO", "Rank")))
    text = write_table(claims_table(claims, results(9)), form)
    assert all(word in text for word in ("heat helps", "confirmed", "not run"))


def test_nothing_run():
    """A page could not say what is still to be decided."""
    table = claims_table(Claims("t", (HELPS,)), Results())
    assert [row.cells[-1].text for row in table.rows] == [Verdict.NOT_RUN]
    assert any("Nothing was run yet" in note for note in table.notes)


def test_unknown_cell(results):
    """A misspelt name would be reported as not run."""
    with pytest.raises(ValueError, match="edited has no cell of HeatACO with heat 'Ranks' on 'A'"):
        verdicts(results(3), {"heatmap": "Ranks"})


@pytest.mark.parametrize("against", ["MMSA", "HeatACO"])
def test_nothing_to_compare_with(results, against):
    """A misspelt method, or the method itself, would be reported as not run for ever."""
    problem = f"claim 'heat helps': against '{against}' is unknown; known are MMAS"
    with pytest.raises(ValueError, match=problem):
        verdicts(results(3), {"against": against})


def test_budgets(edited):
    """The first of several budgets would decide, and nobody would know."""
    from heataco.bench.experiment_files import read_experiment

    two = 'name = "short"\niterations = 4\n[[budgets]]\nname = "long"\niterations = 8'
    header, results = results_of(read_experiment(edited("iterations = 4", two)))
    results = Results(results.records, results.labels, [header])
    with pytest.raises(ValueError, match="budget is missing; give one of short, long"):
        verdicts(results, {})
    with pytest.raises(ValueError, match="budget 'longer' is unknown; known are short, long"):
        verdicts(results, {"budget": "longer"})
    assert verdicts(results, {"budget": "long"}) == ["undecided"]


def test_reading(folder):
    """Claims that differ in the set alone would have to be written one by one."""
    path = folder / "claims.toml"
    path.write_text(
        'title = "T"\n[[claims]]\nclaim = "{heatmap} on {set}"\nexperiment = "small"\n'
        'set = ["A", "B"]\nheatmap = "Rank"\nmethod = "HeatACO"\nexpected = "worse"\n'
    )
    claims = read_claims(path)
    assert claims.title == "T"
    assert [claim.claim for claim in claims.claims] == ["Rank on A", "Rank on B"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("claims = 3", r"write \[\[claims\]\] before each"),
        ("claims = []\nrows = 1", "key 'rows' is unknown"),
        ('[[claims]]\nclaim = "a"', "key 'experiment' is missing"),
        (
            '[[claims]]\nclaim = "a"\nexperiment = "e"\nset = "A"\nmethod = "M"\nexpected = "good"',
            "expected 'good' is unknown; known are better, worse",
        ),
    ],
)
def test_bad_claims(folder, text, problem):
    """A misspelt key would leave a claim untested."""
    (folder / "claims.toml").write_text(text)
    with pytest.raises(FileError, match=rf"claims\.toml: .*{problem}"):
        read_claims(folder / "claims.toml")


def test_shipped_claims_name_cells():
    """A claim of the paper would stay not run for ever, or be refused once it is run."""
    from pathlib import Path

    from heataco.bench.experiment_files import read_experiment
    from heataco.bench.grid import make_grid

    benchmarks = Path(__file__).parents[3] / "benchmarks"
    places = {}
    for claim in read_claims(benchmarks / "claims.toml").claims:
        if claim.experiment not in places:
            experiment = read_experiment(benchmarks / f"experiments/{claim.experiment}.toml")
            cells = places[claim.experiment] = {}
            for cell in make_grid(experiment):
                place = cell.set.name, cell.heatmap.name if cell.heatmap else "", cell.method.name
                cells.setdefault(place, {})[cell.budget.name] = cell
        cells = places[claim.experiment]
        budgets = cells[claim.set, claim.heatmap, claim.method]
        (cell,) = budgets.values() if not claim.budget else [budgets[claim.budget]]
        assert cell.tasks
        other = claim.against or cell.method.baseline
        assert any((claim.set, heat, other) in cells for heat in (claim.heatmap, ""))


def test_all_verdicts_are_counted(results):
    """The note would not add up."""
    claims = Claims("t", (HELPS,) * 3)
    header = results(9)
    note = claims_table(
        Claims("t", (*claims.claims, Claim("c", "edited", "A", "HeatACO", "Rank"))), header
    ).notes[0]
    assert note.startswith(f"1 {Verdict.CONFIRMED}, 0 {Verdict.REFUTED}, 0 undecided, 3 not run. ")
