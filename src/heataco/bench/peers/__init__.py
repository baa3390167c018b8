"""Other solvers beside ours, one adapter each; `PEERS` holds them by name.

None is a dependency: a peer is imported when it runs, and left out where it is not installed.
"""

from heataco._registry import Registry
from heataco.bench.peers.base import Peer, installed, peer_version
from heataco.bench.peers.elkai import Elkai
from heataco.bench.peers.fast_tsp import FastTsp
from heataco.bench.peers.ml4co_kit import Ml4coGreedy, Ml4coMcts
from heataco.bench.peers.ortools import OrTools
from heataco.bench.peers.pyvrp import PyVrp

PEERS: Registry[Peer] = Registry(
    "peer", Peer, (FastTsp, Elkai, OrTools, PyVrp, Ml4coGreedy, Ml4coMcts)
)

__all__ = ["PEERS", "Peer", "installed", "peer_version"]
