"""What must be said below a table: protocol, test, machine, and what is missing."""

from collections.abc import Sequence

from heataco.bench.statistics import SIGNIFICANCE, ZERO_METHOD
from heataco.bench.summary import CellFigures


def notes_of(figures: Sequence[CellFigures], correction: str) -> tuple[str, ...]:
    """Return the notes, a sentence or two each."""
    notes = [
        "Gaps in percent: mean ± sample standard deviation over instances, each averaged over its "
        "seeds; for a single named instance over the seeds. In brackets: the paper's figures."
    ]
    compared = [one for one in figures if one.comparison is not None]
    if compared:
        adjusted = (
            f"after Holm's correction over the {len(compared)} comparisons of this table"
            if correction == "holm"
            else "without correction for several comparisons"
        )
        baselines = dict.fromkeys(one.cell.method.baseline or "" for one in compared)
        notes.append(
            f"↑ better, ↓ worse, = no difference: two-sided paired Wilcoxon signed-rank test "
            f"(differences of zero dropped: zero_method={ZERO_METHOD!r}), p < {SIGNIFICANCE} "
            f"{adjusted}; compared with {', '.join(baselines)}."
        )
    notes.append(_measured(figures))
    notes.extend(_sizes(figures))
    notes.extend(_incomplete(figures))
    return tuple(notes)


def _measured(figures: Sequence[CellFigures]) -> str:
    records = [record for one in figures for record in one.records]
    if not records:
        return "Nothing was run yet: all figures are the paper's."
    versions = dict.fromkeys(f"{r['version']} ({r['commit'] or 'no commit'})" for r in records)
    machines = dict.fromkeys(
        f"{r['machine']['processor']}, {r['machine']['cores']} cores" for r in records
    )
    threads = sorted({r["task"]["threads"] for r in records})
    budgets = sorted({_budget(r["task"]["budget"]) for r in records if r.get("decode")})
    peers = dict.fromkeys(
        f"{r['task']['method']['name']} {r['peer']['version']} ({r['peer']['licence']})"
        for r in records
        if r.get("peer")
    )
    text = (
        f"heataco {', '.join(versions)}; {'; '.join(machines)}; "
        f"threads a task: {', '.join(map(str, threads))}; budget: {', '.join(budgets) or 'none'}"
    )
    return f"{text}; peers: {', '.join(peers)}." if peers else f"{text}."


def _budget(content: dict[str, float]) -> str:
    words = [f"{value:,g} {key}" for key, value in content.items()]
    return " or ".join(words) or "5,000 iterations"


def _sizes(figures: Sequence[CellFigures]) -> list[str]:
    """Say how many instances and seeds the gaps of each set stand on; cells may differ."""
    sizes: dict[str, dict[tuple[int, int], None]] = {}
    for one in figures:
        if one.gaps:
            instances, seeds = ({key[axis] for key in one.gaps} for axis in (0, 1))
            sizes.setdefault(one.cell.set.name, {})[len(instances), len(seeds)] = None
    if not sizes:
        return []
    texts = (
        f"{name} {' or '.join(f'{i} × {s}' for i, s in sorted(found, reverse=True))}"
        for name, found in sizes.items()
    )
    return [f"Instances × seeds: {', '.join(texts)}."]


def _incomplete(figures: Sequence[CellFigures]) -> list[str]:
    done = sum(len(one.records) for one in figures)
    total = sum(len(one.cell.tasks) for one in figures)
    notes = [f"{done} of {total} tasks have results."] if done < total else []
    unreferenced = sum(
        record.get("gap") is None and "cost" in record for one in figures for record in one.records
    )
    if unreferenced:
        notes.append(f"{unreferenced} results have no reference length and no gap.")
    return notes
