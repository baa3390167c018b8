"""Write trained weights with the manifest that `heataco` reads."""

import argparse
import json
from datetime import date

import numpy as np
from torch import nn

ORIGIN = "trained by the recipe in training/ of HeatACO"
LEFT_OUT = "num_batches_tracked"


def write_weights(
    model: nn.Module,
    given: argparse.Namespace,
    neighbours: int,
    facts: dict[str, str],
    measured: dict[str, float],
) -> None:
    """Write a .safetensors file in half precision; its manifest says how it came about."""
    from safetensors.numpy import save_file

    arrays = {
        name: np.ascontiguousarray(value.detach().cpu().numpy().astype(np.float16))
        for name, value in model.state_dict().items()
        if not name.endswith(LEFT_OUT)
    }
    options = {name: str(value) for name, value in sorted(vars(given).items())}
    manifest = {
        "architecture": "gated-graph",
        "inputs": given.kind,
        "neighbours": str(neighbours),
        "output": "sigmoid",
        "statistics": "training",
        "licence": "MIT",
        "origin": ORIGIN,
        **facts,
        "date": date.today().isoformat(),
        "options": json.dumps(options),
        "validation": json.dumps(measured),
    }
    given.output.parent.mkdir(parents=True, exist_ok=True)
    save_file(arrays, given.output, metadata=manifest)
