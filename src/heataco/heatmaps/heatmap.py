"""The heatmap: sparse scores that say how likely an edge belongs to a good tour."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from heataco._arrays import FrozenArrays, digest_of, sealed
from heataco._checks import require_known, require_number
from heataco._pictures import draw
from heataco.heatmaps import csr, layouts
from heataco.heatmaps.kinds import Kind, Symmetrise, checked_kind
from heataco.instances import Instance

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class Heatmap(FrozenArrays):
    """Scores of directed edges in compressed sparse rows.

    Row i scores the edges that leave node i, as the predictor gave them. Scores are positive;
    an edge without entry has score 0. Arrays are contiguous and read-only. The class takes
    rows that are already in order; the `from_` methods bring any input into that form: they
    sort the rows, drop zeros and edges from a node to itself, and raise as `from_dense` and
    `from_csr` do. Their `kind` says what the numbers are: "probability" for scores as they are,
    "logit" or "log-probability" for numbers that become scores by the logistic or the exponential
    function, where minus infinity means no score; in sparse input only the entries are converted.

    Parameters
    ----------
    indptr
        int64, n + 1: row i holds the entries `indptr[i]` to `indptr[i + 1]`.
    indices
        int32: the columns, ascending within a row.
    values
        float32: the scores.

    Raises
    ------
    ValueError
        If the arrays are not such rows; the message names the row and column.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    values: NDArray[np.float32]

    def __post_init__(self) -> None:
        self.__dict__.update(csr.checked_rows(self.indptr, self.indices, self.values))

    @classmethod
    def from_dense(
        cls, array: Any, *, threshold: float = 0.0, kind: str = Kind.PROBABILITY
    ) -> "Heatmap":
        """Keep the scores of an (n, n) array that are above `threshold`.

        The array, which may be memory-mapped, is read in blocks of rows.

        Raises
        ------
        ValueError
            For a wrong shape or dtype, an unknown kind, or a NaN, negative or infinite score
            (with its place).
        """
        blocks, n = layouts.dense_blocks(array)
        return cls.from_row_blocks(blocks, n, threshold=threshold, kind=kind)

    @classmethod
    def from_row_blocks(
        cls,
        blocks: Iterable[NDArray[Any]],
        n: int,
        *,
        threshold: float = 0.0,
        kind: str = Kind.PROBABILITY,
    ) -> "Heatmap":
        """Keep the scores above `threshold` of dense rows that come block by block.

        Parameters
        ----------
        blocks
            Arrays of shape (rows, n) that together make n rows.
        """
        rows = csr.dense_rows(blocks, n, threshold, checked_kind(kind))
        return cls._trusted(**csr.sealed_rows(*rows))

    @classmethod
    def from_csr(
        cls, indptr: Any, indices: Any = None, values: Any = None, *, kind: str = Kind.PROBABILITY
    ) -> "Heatmap":
        """Take compressed sparse rows in any order, or one sparse matrix of SciPy or torch.

        Raises
        ------
        ValueError
            For a wrong shape or dtype, an unknown kind, an index out of range, an edge given
            twice, or a NaN, negative or infinite score (with its place).
        """
        if indices is None and values is None:
            return cls._from_entries(layouts.sparse_edges(indptr), kind)
        return cls._from_entries(layouts.csr_edges(indptr, indices, values), kind)

    @classmethod
    def from_edges(
        cls, sources: Any, targets: Any, values: Any, n: int, *, kind: str = Kind.PROBABILITY
    ) -> "Heatmap":
        """Take directed edges in any order.

        Parameters
        ----------
        sources, targets, values
            Arrays of equal length: edge e leads from `sources[e]` to `targets[e]`.
        n
            Number of nodes.
        """
        return cls._from_entries(layouts.edge_list(sources, targets, values, n), kind)

    @classmethod
    def from_edge_index(
        cls, edge_index: Any, values: Any, n: int | None = None, *, kind: str = Kind.PROBABILITY
    ) -> "Heatmap":
        """Take directed edges as PyTorch Geometric holds them.

        Parameters
        ----------
        edge_index
            Shape (2, E): edge e leads from `edge_index[0, e]` to `edge_index[1, e]`.
        values
            Shape (E,) or (E, 1).
        n
            Number of nodes; by default one more than the highest in `edge_index`.
        """
        return cls._from_entries(layouts.indexed_edges(edge_index, values, n), kind)

    @classmethod
    def from_topk(cls, indices: Any, values: Any, *, kind: str = Kind.PROBABILITY) -> "Heatmap":
        """Take k scored neighbours for each node.

        Parameters
        ----------
        indices, values
            Arrays of shape (n, k): node i scores the edge to `indices[i, s]` with
            `values[i, s]`. An index of -1 or of the node itself marks an empty slot.
        """
        return cls._from_entries(layouts.topk_edges(indices, values), kind)

    @classmethod
    def _from_entries(cls, edges: layouts.Edges, kind: str) -> "Heatmap":
        n = csr.checked_size(edges[3])
        entries = csr.clean_entries(*edges[:3], n, checked_kind(kind))
        return cls._trusted(
            **csr.sealed_rows(sealed(csr.row_pointers(entries[0], n)), *entries[1:])
        )

    @classmethod
    def _of_parts(
        cls, ends: NDArray[np.integer], scores: NDArray[np.float32], sizes: NDArray[np.int64]
    ) -> list["Heatmap"]:
        """Make heatmaps of checked edges of one graph, whose first nodes are those of the first."""
        rows = csr.part_rows(ends, scores, sizes)
        return [cls._trusted(indptr=one[0], indices=one[1], values=one[2]) for one in rows]

    @property
    def n(self) -> int:
        """Number of nodes."""
        return len(self.indptr) - 1

    @property
    def nnz(self) -> int:
        """Number of scored edges."""
        return len(self.indices)

    @cached_property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the scores."""
        return digest_of("heatmap", self.indptr, self.indices, self.values)

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Heatmap) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def row(self, node: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Targets and scores of the edges that leave a node; an IndexError without such a node."""
        if not 0 <= node < self.n:
            raise IndexError(f"node {node} is not one of 0..{self.n - 1}")
        part = slice(self.indptr[node], self.indptr[node + 1])
        return self.indices[part], self.values[part]

    def above(self, threshold: float) -> "Heatmap":
        """Return the scores above a threshold, which must be finite and at least 0."""
        require_number("threshold", threshold, 0)
        if threshold == 0:
            return self
        kept = self.values > threshold
        indptr = sealed(csr.row_pointers(csr.row_numbers(self.indptr)[kept], self.n))
        rows = indptr, sealed(self.indices[kept]), sealed(self.values[kept])
        return Heatmap._trusted(**csr.sealed_rows(*rows))

    def plot(
        self, instance: Instance | None = None, *, reference: Any = None, ax: "Axes | None" = None
    ) -> "Axes":
        """Draw the scores as a matrix, or over the nodes of an instance; see `plot_heatmap`."""
        axes: Axes = draw("plot_heatmap", instance, self, reference=reference, ax=ax)
        return axes

    def _facts(self) -> Mapping[str, Any]:
        highest = float(self.values.max()) if self.nnz else None
        per_node = self.nnz / self.n if self.n else None
        return {"n": self.n, "edges": self.nnz, "per_node": per_node, "highest": highest}

    def to_dense(self) -> NDArray[np.float32]:
        """Return the scores as an (n, n) float32 array."""
        dense = np.zeros((self.n, self.n), np.float32)
        dense[csr.row_numbers(self.indptr), self.indices] = self.values
        return dense

    def symmetrised(self, how: str = Symmetrise.MEAN) -> "Heatmap":
        """Give both directions of an edge their "mean", "max" or "sum"; "none" changes nothing.

        Raises
        ------
        ValueError
            For an unknown name, or a sum that is infinite as float32.
        """
        require_known("symmetrise", how, Symmetrise)
        if how == Symmetrise.NONE:
            return self
        rows, columns = csr.row_numbers(self.indptr), self.indices.astype(np.int64)
        entries = csr.symmetrised_entries(rows, columns, self.values, self.n, Symmetrise(how))
        return Heatmap.from_edges(*entries, self.n)
