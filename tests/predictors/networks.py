"""Small networks for tests: random weights under the published names."""

import numpy as np

MANIFEST = {
    "architecture": "gated-graph",
    "inputs": "coordinates",
    "neighbours": "6",
    "output": "sigmoid-directed",
    "statistics": "instance",
}


def weights(units=4, depth=2, features=(2, 1), head="par_net", seed=0):
    """Return the arrays of a network."""
    rng = np.random.default_rng(seed)
    arrays = {}

    def linear(name, inputs, outputs):
        arrays[f"{name}.weight"] = rng.normal(size=(outputs, inputs)).astype(np.float32)
        arrays[f"{name}.bias"] = rng.normal(size=outputs).astype(np.float32)

    linear("emb_net.v_lin0", features[0], units)
    linear("emb_net.e_lin0", features[1], units)
    for layer in range(depth):
        for name in ("v_lins1", "v_lins2", "v_lins3", "v_lins4", "e_lins0"):
            linear(f"emb_net.{name}.{layer}", units, units)
        for name in ("v_bns", "e_bns"):
            for part in ("weight", "bias", "running_mean", "running_var"):
                numbers = rng.random(units).astype(np.float32)
                arrays[f"emb_net.{name}.{layer}.module.{part}"] = numbers
    for index, outputs in enumerate((units, units, 1)):
        linear(f"{head}.lins.{index}", units, outputs)
    return arrays
