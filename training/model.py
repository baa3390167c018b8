"""The gated graph network in torch, with the parameter names of the published networks."""

import torch
from torch import Tensor, nn
from torch.nn import functional


class Norm(nn.Module):
    """Batch normalisation under the name that the published networks have for it."""

    def __init__(self, units: int) -> None:
        super().__init__()
        self.module = nn.BatchNorm1d(units)

    def forward(self, x: Tensor) -> Tensor:
        """Normalise the last axis."""
        return self.module(x.reshape(-1, x.shape[-1])).reshape(x.shape)


class Embedding(nn.Module):
    """Layers of messages along the edges i→j of rows that are equally long."""

    def __init__(self, node_features: int, edge_features: int, units: int, depth: int) -> None:
        super().__init__()
        self.v_lin0 = nn.Linear(node_features, units)
        self.e_lin0 = nn.Linear(edge_features, units)
        for name in ("v_lins1", "v_lins2", "v_lins3", "v_lins4", "e_lins0"):
            setattr(self, name, nn.ModuleList(nn.Linear(units, units) for _ in range(depth)))
        for name in ("v_bns", "e_bns"):
            setattr(self, name, nn.ModuleList(Norm(units) for _ in range(depth)))

    def forward(self, neighbours: Tensor, nodes: Tensor, edges: Tensor) -> Tensor:
        """Return the units of each edge, shape (n, k, units)."""
        x = functional.silu(self.v_lin0(nodes))
        w = functional.silu(self.e_lin0(edges))
        for own, message, source, target, edge, node_norm, edge_norm in zip(
            self.v_lins1,
            self.v_lins2,
            self.v_lins3,
            self.v_lins4,
            self.e_lins0,
            self.v_bns,
            self.e_bns,
            strict=True,
        ):
            received = (torch.sigmoid(w) * message(x)[neighbours]).mean(dim=1)
            change = edge(w) + source(x)[:, None] + target(x)[neighbours]
            x = x + functional.silu(node_norm(own(x) + received))
            w = w + functional.silu(edge_norm(change))
        return w


class Head(nn.Module):
    """Three linear layers from the units of an edge to its logit."""

    def __init__(self, units: int) -> None:
        super().__init__()
        self.lins = nn.ModuleList(
            [nn.Linear(units, units), nn.Linear(units, units), nn.Linear(units, 1)]
        )

    def forward(self, w: Tensor) -> Tensor:
        """Return logits, shape (n, k)."""
        for linear in self.lins[:-1]:
            w = functional.silu(linear(w))
        return self.lins[-1](w)[..., 0]


class Network(nn.Module):
    """Scores for edges; the two slots of an edge share the mean of their logits."""

    def __init__(self, node_features: int, edge_features: int, units: int, depth: int) -> None:
        super().__init__()
        self.emb_net = Embedding(node_features, edge_features, units, depth)
        self.par_net = Head(units)

    def forward(self, neighbours: Tensor, nodes: Tensor, edges: Tensor, twins: Tensor) -> Tensor:
        """Return logits, shape (n, k); `twins` are indices of the flattened slots."""
        logits = self.par_net(self.emb_net(neighbours, nodes, edges))
        return (logits + logits.reshape(-1)[twins]) / 2
