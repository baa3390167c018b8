"""Files that the page is given, in a real browser."""

import numpy as np

import heataco as ha


def test_choosing_files(tab, instance_file):
    """A choice that is given up would be an error, and a file that was changed not be read."""
    for nodes in (80, 3):
        tab.page.click("#instance-file", trial=True)
        with tab.page.expect_file_chooser() as chooser:
            tab.page.click("#instance-file")
        chooser.value.set_files(instance_file)
        tab.wait_text("#instance-text", f"{nodes} nodes")
        ha.write_tsplib(ha.as_instance(np.eye(3, 2)), instance_file)
    for field in ("#instance-file", "#heat-file"):
        tab.page.set_input_files(field, [])
        tab.page.dispatch_event(field, "change")
    assert tab.page.is_hidden("#alert")


def test_a_text_file_may_be_a_heatmap(tab, instance_file, tmp_path):
    """A heatmap that was dropped would be refused as an instance for its suffix."""
    tab.drop(instance_file)
    tab.wait_text("#instance-text", "80 nodes")
    heatmap = ha.predictors.SoftDist().predict(ha.read_tsplib(instance_file))
    ha.write_heatmap(heatmap, tmp_path / "heat.txt")
    tab.drop(tmp_path / "heat.txt")
    tab.wait_text("#heat", "file heat.txt")
    assert tab.text("#instance-text").startswith("city80")


def test_a_tour_on_the_map_of_the_world(tab, tmp_path):
    """Whoever drops places would get no GeoJSON, or another than the package writes."""
    places = np.random.default_rng(2).uniform((36, -9), (60, 25), (30, 2))
    (tmp_path / "towns.csv").write_text(
        "lat,lon\n" + "".join(f"{lat:.4f},{lon:.4f}\n" for lat, lon in places)
    )
    tab.drop(tmp_path / "towns.csv")
    tab.wait_text("#instance-text", "towns: 30 nodes, latlon_km")
    tab.start(10, heat="distance")
    tab.wait_state("done")
    tab.wait_text("#cost0", " km")
    tab.page.click("#take summary")
    (item,) = ha.read_instances(tmp_path / "towns.csv")
    result = ha.decode(item.instance, "distance", iterations=10, seed=0)
    path = tmp_path / "tour.geojson"
    ha.write_tour(result.tour, path, cost=result.cost, instance=item.instance)
    assert tab.fetch("text=tour.geojson") == path.read_bytes()


def test_bad_file_is_a_sentence(tab, tmp_path):
    """A broken file would be dropped without a word."""
    path = tmp_path / "broken.csv"
    path.write_text("x,y\n1,2\n3,oops\n")
    tab.drop(path)
    tab.wait_text("#alert-text", "broken.csv:3")
    tab.picture("bad_file")


def test_a_heatmap_for_each_instance_of_a_set(tab, tmp_path):
    """A dropped file of heatmaps would have to be dropped again for each instance."""
    instances = [ha.as_instance(points) for points in np.random.default_rng(4).random((3, 20, 2))]
    items = [ha.LabelledInstance(instance, np.arange(20)) for instance in instances]
    ha.write_labelled_set(items, tmp_path / "set.txt")
    np.save(tmp_path / "heat.npy", np.random.default_rng(5).random((3, 20, 20)))
    np.save(tmp_path / "one.npy", np.random.default_rng(5).random((20, 20)))
    tab.drop(tmp_path / "set.txt")
    tab.wait_text("#instance-text", "set_0: 20 nodes")
    for file, index, shown in (("heat.npy", 2, True), ("one.npy", 1, False)):
        tab.drop(tmp_path / file)
        tab.wait_text("#heat", f"file {file}")
        tab.page.fill("#index", str(index))
        tab.page.keyboard.press("Enter")
        tab.wait_text("#instance-text", f"set_{index}: 20 nodes")
        if shown:
            tab.wait_text("#heat", f"file {file}")
    assert tab.page.input_value("#heat") == "alpha"
    tab.start(2)
    tab.wait_state("done")
