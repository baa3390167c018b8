"""Charts of the page in a real browser."""

import pytest

# Draws costs by seconds, and returns how many pixels are rather blue, as the line is.
DRAWN = """async ([costs, right]) => {
    const { drawChart } = await import("./chart.js");
    document.querySelector("#trace-figure").hidden = false;
    const canvas = document.querySelector("#trace");
    const points = costs.map((cost, i) => [costs.length > 1 ? i : 0.106, cost]);
    const of = (value) => 100 * (value / costs[0] - 1);
    drawChart(canvas, [{ points, shade: "tour", kind: "steps" }, { points: [], shade: "tour" }], {
        x: { title: "seconds" }, y: { title: "cost" }, right: right ? { title: "gap", of } : null,
    });
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let blue = 0;
    for (let i = 0; i < data.length; i += 4) blue += data[i + 2] > data[i] + 60 && data[i + 3] > 60;
    return blue;
}"""


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize(
    "costs",
    [
        [7.83],
        [5.0, 4.0, 3.5],
        [3210.4767519329894, 3210.4767519329890],
        [0.0, 0.0],
        [1e-300, 1e-301],
        [1e15, 9e14],
    ],
)
def test_any_costs_are_drawn(tab, costs, right):
    """Costs that are equal but for rounding would freeze the page, one alone not be seen."""
    assert tab.page.evaluate(DRAWN, [costs, right]) > 10
