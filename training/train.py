"""Train a network on labelled instances: `python -m training.train LABELS OUT.safetensors`.

Needs torch and NumPy; neither the package nor a compiler. Progress is one JSON line per epoch.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.data import NEIGHBOURS, Example, read_examples
from training.export import write_weights
from training.model import Network

WARM_UP = 0.05  # share of the schedule in which the rate rises
HELD_OUT = 20  # one of so many instances is for validation,
MOST_HELD_OUT = 200  # and about as many at most


class Batches:
    """Examples on the device, joined into batches of about as many nodes."""

    def __init__(self, examples: Sequence[Example], device: str) -> None:
        names = [field.name for field in fields(Example) if field.name != "family"]
        self.families = [example.family for example in examples]
        self.sizes = [len(example.nodes) for example in examples]
        self.parts = [
            {name: torch.as_tensor(getattr(example, name)).to(device) for name in names}
            for example in examples
        ]

    def joined(self, chosen: Sequence[int]) -> dict[str, Tensor]:
        """Join examples into one graph."""
        parts = [self.parts[index] for index in chosen]
        batch = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
        sizes = torch.tensor([self.sizes[index] for index in chosen])
        starts = (sizes.cumsum(0) - sizes).repeat_interleave(sizes).to(batch["labels"].device)
        batch["edges"] = batch["edges"].float()
        batch["neighbours"] = batch["neighbours"] + starts[:, None]
        batch["twins"] = batch["twins"] + starts[:, None] * batch["twins"].shape[1]
        return batch

    def shuffled(self, nodes: int, rng: np.random.Generator) -> Iterator[dict[str, Tensor]]:
        """Yield examples once, in batches of at least `nodes` nodes, or in one of all of them.

        What is left over at the end waits for another order.
        """
        nodes = min(nodes, sum(self.sizes))
        chosen: list[int] = []
        for index in rng.permutation(len(self.sizes)):
            chosen.append(int(index))
            if sum(self.sizes[each] for each in chosen) >= nodes:
                yield self.joined(chosen)
                chosen = []


def score(model: Network, batch: dict[str, Tensor]) -> Tensor:
    """Return the logits of a batch."""
    return model(batch["neighbours"], batch["nodes"], batch["edges"], batch["twins"])


def arc_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross-entropy with the share of near-optimal tours that hold an edge, per node."""
    losses = functional.binary_cross_entropy_with_logits(logits, labels, reduction="sum")
    return losses / len(labels)


@torch.no_grad()
def validate(model: Network, batches: Batches) -> dict[str, float]:
    """Return the loss per node and the mean R-precision, of all instances and of each family."""
    model.eval()
    total = 0.0
    precision: dict[str, list[float]] = {}
    for index, family in enumerate(batches.families):
        batch = batches.joined([index])
        logits = score(model, batch)
        total += float(arc_loss(logits, batch["labels"]))
        counted = batch["counted"]
        best = logits[counted].topk(min(len(logits), int(counted.sum()))).indices
        precision.setdefault(family, []).append(float(batch["found"][counted][best].float().mean()))
    model.train()
    found = {f"r_{name}": float(np.mean(values)) for name, values in sorted(precision.items())}
    everything = np.concatenate(list(precision.values()))
    return {"loss": total / len(batches.families), "r_precision": float(everything.mean()), **found}


def rate_at(progress: float) -> float:
    """Return the factor of the learning rate: up in a line, down along a cosine."""
    if progress < WARM_UP:
        return progress / WARM_UP
    return 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - WARM_UP) / (1 - WARM_UP))))


def provenance(batches: Batches, held: Batches, given: argparse.Namespace) -> dict[str, str]:
    """Return what the manifest says of data, device and time."""
    nodes = sum(batches.sizes)
    on_gpu = given.device.startswith("cuda")
    return {
        "data": f"{len(batches.sizes)} labelled instances of {nodes} nodes together, "
        f"{len(held.sizes)} more for validation",
        "device": torch.cuda.get_device_name(given.device) if on_gpu else given.device,
        "seconds": f"{given.seconds:g}",
    }


def train(given: argparse.Namespace) -> dict[str, float]:
    """Train a network, write the best one by validation as it comes, and return its figures."""
    examples = read_examples(given.labels, given.kind, given.shards)
    if len(examples) < 2:
        sys.exit(
            f"{given.labels} holds {len(examples)} {given.kind} instances; training needs two or "
            "more: python -m training.labels makes them"
        )
    step = max(HELD_OUT, len(examples) // MOST_HELD_OUT)
    held = Batches(examples[::step], given.device)
    kept = [example for index, example in enumerate(examples) if index % step]
    batches = Batches(kept, given.device)
    torch.manual_seed(given.seed)
    rng = np.random.default_rng(given.seed)
    widths = examples[0].nodes.shape[-1], examples[0].edges.shape[-1]
    model = Network(*widths, given.units, given.depth).to(given.device)
    optimiser = torch.optim.AdamW(model.parameters(), lr=given.rate, weight_decay=given.decay)
    facts = provenance(batches, held, given)
    print(json.dumps({"instances": len(kept), "nodes": sum(batches.sizes)}), flush=True)
    begun, best = time.perf_counter(), {"r_precision": -1.0}
    for epoch in range(given.epochs):
        share = max(epoch / given.epochs, (time.perf_counter() - begun) / given.seconds)
        if share >= 1:
            break
        total, steps = 0.0, 0
        for batch in batches.shuffled(given.batch_nodes, rng):
            share = max(epoch / given.epochs, (time.perf_counter() - begun) / given.seconds)
            optimiser.param_groups[0]["lr"] = given.rate * max(1e-3, rate_at(share))
            loss = arc_loss(score(model, batch), batch["labels"])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            total, steps = total + loss.detach(), steps + 1
        if epoch % given.every and epoch + 1 < given.epochs and share < 0.95:
            continue
        measured = validate(model, held)
        line = {"epoch": epoch, "seconds": round(time.perf_counter() - begun, 1)}
        print(json.dumps(line | {"training": float(total / max(1, steps))} | measured), flush=True)
        if measured["r_precision"] > best["r_precision"]:
            best = measured
            write_weights(model, given, NEIGHBOURS, facts, measured)
    return best


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path, help="folder of shards")
    parser.add_argument("output", type=Path)
    parser.add_argument("--kind", choices=("symmetric", "asymmetric"), default="symmetric")
    parser.add_argument("--units", type=int, default=64)
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--epochs", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=math.inf, help="when to be done, at last")
    parser.add_argument("--batch-nodes", type=int, default=8_000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=1e-2)
    parser.add_argument("--every", type=int, default=5, help="epochs between validations")
    parser.add_argument("--shards", type=int, help="files to read; all unless given")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train a network and write it."""
    given = parse(arguments)
    torch.set_float32_matmul_precision("high")
    print(json.dumps({"written": str(given.output), **train(given)}))


if __name__ == "__main__":
    main()
