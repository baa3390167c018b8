"""How far a heatmap can be relied on, with and without a reference tour."""

from heataco.diagnostics.agreement import Agreement
from heataco.diagnostics.calibration import Calibration
from heataco.diagnostics.comparison import Answer, HeatmapComparison
from heataco.diagnostics.levels import Finding, Level
from heataco.diagnostics.nearness import Nearness
from heataco.diagnostics.ranking import Ranking
from heataco.diagnostics.report import Report, diagnose
from heataco.diagnostics.searches import compare_heatmap
from heataco.diagnostics.separation import Separation
from heataco.diagnostics.spread import Asymmetry, Spread
from heataco.diagnostics.summary import Summary, summarise
from heataco.diagnostics.support import Bands, Degrees, Density
from heataco.diagnostics.verdict import Grade, Verdict

__all__ = [
    "Agreement",
    "Answer",
    "Asymmetry",
    "Bands",
    "Calibration",
    "Degrees",
    "Density",
    "Finding",
    "Grade",
    "HeatmapComparison",
    "Level",
    "Nearness",
    "Ranking",
    "Report",
    "Separation",
    "Spread",
    "Summary",
    "Verdict",
    "compare_heatmap",
    "diagnose",
    "summarise",
]
