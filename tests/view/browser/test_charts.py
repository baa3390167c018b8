"""Charts and numbers of the page in a real browser."""

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


# Returns what is written along the axes of a chart of costs.
WRITTEN = """async (costs) => {
    const { drawChart } = await import("./chart.js");
    document.querySelector("#trace-figure").hidden = false;
    const written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        written.push(text);
        fillText.call(this, text, ...place);
    };
    drawChart(document.querySelector("#trace"), [
        { points: costs.map((cost) => [1, cost]), shade: "tour", kind: "steps" },
    ], { x: { title: "", text: () => "" }, y: { title: "" } });
    CanvasRenderingContext2D.prototype.fillText = fillText;
    return written.filter((text) => text);
}"""


@pytest.mark.parametrize("costs", [[23_400_000, 23_260_728], [3e12 + 5e6, 3e12], [2e-7, 1e-7]])
def test_values_along_an_axis_differ(tab, costs):
    """All lines of the chart of a large instance would be called 2.33e+7."""
    written = tab.page.evaluate(WRITTEN, costs)
    assert len(written) == len(set(written)) > 2


def test_costs_and_times(tab):
    """Costs of TSPLIB would lack their last digits, and a minute have 60 seconds."""
    written = tab.page.evaluate(
        """async () => {
            const { cost, seconds, short } = await import("./format.js");
            const costs = [142382641, 7.8149592345, 7153, 12345678.91, 3.25e-9, 0, 2e15];
            const few = [0.028634, 12345.6, 305.4, 0].map(short);
            return [...costs.map(cost), ...[99.994, 119.7, 3600].map(seconds), ...few];
        }"""
    )
    assert written == [
        *("142,382,641", "7.814959", "7,153", "12,345,678.9", "0.00000000325", "0"),
        *("2.000000e+15", "99.99 s", "2 min 0 s", "60 min 0 s"),
        *("0.0286", "12,346", "305", "0"),
    ]
