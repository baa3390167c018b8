"""What must be said below a table: protocol, test, machine, and what is missing."""

from collections.abc import Sequence

from heataco._paired import MIN_OBSERVATIONS, SIGNIFICANCE
from heataco.bench.records import Record
from heataco.bench.summary import CellSummary


def notes_of(summaries: Sequence[CellSummary], correction: str) -> tuple[str, ...]:
    """Return the notes, a sentence or two each."""
    notes = [
        "Gaps in percent: mean ± sample standard deviation over instances, each averaged over its "
        "seeds; for a single named instance over the seeds. In parentheses: published numbers."
    ]
    if any(one.cell.best_seen for one in summaries):
        notes.append("Gaps are to the shortest tour in the results, whoever found it.")
    compared = [one for one in summaries if one.comparison is not None]
    tested = [one for one in compared if one.comparison and one.comparison.testable]
    if tested:
        adjusted = (
            f"after Holm's correction over the {len(tested)} comparisons of this table"
            if correction == "holm"
            else "without correction for several comparisons"
        )
        baselines = dict.fromkeys(one.cell.baseline for one in tested)
        notes.append(
            f"↑ better, ↓ worse, = no difference: two-sided paired Wilcoxon signed-rank test "
            f"(differences of zero dropped), p < {SIGNIFICANCE} {adjusted}; "
            f"compared with {', '.join(baselines)}."
        )
    if len(tested) < len(compared):
        notes.append(
            f"Too few: fewer than {MIN_OBSERVATIONS} instances (or seeds of a single one), with "
            "which no difference could be significant."
        )
    notes.append(_measured(summaries))
    notes.extend(_sizes(summaries))
    notes.extend(_incomplete(summaries))
    return tuple(notes)


def _measured(summaries: Sequence[CellSummary]) -> str:
    records = [record for one in summaries for record in one.records.values()]
    if not records:
        return "Nothing was run yet: all numbers are published ones."
    versions = dict.fromkeys(f"{r['version']} ({r['commit'] or 'no commit'})" for r in records)
    machines = dict.fromkeys(
        f"{r['machine']['processor']}, {r['machine']['cores']} cores" for r in records
    )
    threads = sorted({r["task"]["threads"] for r in records})
    budgets = dict.fromkeys(_budget(r) for r in records if r.get("decode"))
    peers = dict.fromkeys(
        f"{r['task']['method']['name']} {r['peer']['version']} ({r['peer']['licence']})"
        for r in records
        if r.get("peer")
    )
    text = (
        f"heataco {', '.join(versions)}; {'; '.join(machines)}; "
        f"threads per task: {', '.join(map(str, threads))}; budget: {', '.join(budgets) or 'none'}"
    )
    return f"{text}; peers: {', '.join(peers)}." if peers else f"{text}."


def _budget(record: Record) -> str:
    limits = record.get("limits", record["task"]["budget"])
    words = [f"{_number(limits[key])} {key}" for key in ("iterations", "seconds") if key in limits]
    target = record["task"]["budget"].get("target_gap")
    if target is not None:
        words.append(f"a gap of {target:g} %")
    return " or ".join(words) or "the method's own"


def _number(value: float) -> str:
    return f"{int(value):,}" if value == int(value) else f"{value:g}"


def _sizes(summaries: Sequence[CellSummary]) -> list[str]:
    """Say how many instances and seeds the gaps of each set stand on; cells may differ."""
    sizes: dict[str, dict[tuple[int, int], None]] = {}
    for one in summaries:
        if one.gaps:
            instances, seeds = ({key[axis] for key in one.gaps} for axis in (0, 1))
            sizes.setdefault(one.cell.set, {})[len(instances), len(seeds)] = None
    if not sizes:
        return []
    texts = (
        f"{name} {' or '.join(f'{i} × {s}' for i, s in sorted(found, reverse=True))}"
        for name, found in sizes.items()
    )
    return [f"Instances × seeds: {', '.join(texts)}."]


def _incomplete(summaries: Sequence[CellSummary]) -> list[str]:
    done = sum(len(one.records) for one in summaries)
    total = sum(one.cell.tasks for one in summaries)
    notes = [f"{done} of {total} tasks have results."] if done < total else []
    unreferenced = sum(
        record.get("cost") is not None and place not in one.gaps
        for one in summaries
        for place, record in one.records.items()
    )
    if unreferenced:
        notes.append(f"{unreferenced} results have no reference length and no gap.")
    return notes
