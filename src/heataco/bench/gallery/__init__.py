"""A gallery of geometries: families of instances, each drawn again from its key."""

from functools import partial

from heataco._checks import require_known
from heataco.bench.gallery import clouds, directed, patterns, symmetric
from heataco.bench.generators import GEOMETRIES, Family, asymmetric, gaussian, generator, uniform
from heataco.instances import Instance

MAX_MATRIX_NODES = 2_000  # of families without coordinates

# Names hold the number of clusters and the digits of σ behind the point, or the % of copies.
PLANAR: dict[str, Family] = {
    "uniform": uniform,
    "gaussian": gaussian,
    "clusters_3_0005": partial(clouds.clusters, 3, 0.0005),
    "clusters_3_05": partial(clouds.clusters, 3, 0.05),
    "clusters_10_05": partial(clouds.clusters, 10, 0.05),
    "clusters_10_1": partial(clouds.clusters, 10, 0.1),
    "clusters_20_0005": partial(clouds.clusters, 20, 0.0005),
    "clusters_20_005": partial(clouds.clusters, 20, 0.005),
    "clusters_50_01": partial(clouds.clusters, 50, 0.01),
    "clusters_200_0005": partial(clouds.clusters, 200, 0.0005),
    "clusters_200_005": partial(clouds.clusters, 200, 0.005),
    "unequal_10_005": partial(clouds.unequal_clusters, 10, 0.005),
    "unequal_50_005": partial(clouds.unequal_clusters, 50, 0.005),
    "nested_clusters": clouds.nested_clusters,
    "line_of_clusters": clouds.line_of_clusters,
    "explosion": clouds.explosion,
    "implosion": clouds.implosion,
    "lattice": patterns.lattice,
    "lattice_with_holes": patterns.lattice_with_holes,
    "drilling_rows": patterns.drilling_rows,
    "rings": patterns.rings,
    "spirals": patterns.spirals,
    "lines": patterns.lines,
    "diagonal": patterns.diagonal,
    "far_halves": clouds.far_halves,
    "far_outlier": clouds.far_outlier,
    "duplicates_10": partial(clouds.duplicates, 0.1),
    "duplicates_50": partial(clouds.duplicates, 0.5),
    "duplicates_90": partial(clouds.duplicates, 0.9),
    "country": patterns.country,
}
SYMMETRIC: dict[str, Family] = {
    "grid_roads": symmetric.grid_roads,
    "random_ties": symmetric.random_ties,
    "hamming": symmetric.hamming,
    "shared_places": symmetric.shared_places,
    "products": symmetric.products,
}
DIRECTED: dict[str, Family] = {
    "uniform_arcs": directed.uniform_arcs,
    "triangle_closed": asymmetric,
    "stacker_crane": directed.stacker_crane,
    "flow_shop": directed.flow_shop,
    "coins": directed.coins,
    "one_way_grid": directed.one_way_grid,
    "nearly_symmetric": directed.nearly_symmetric,
    "uphill": directed.uphill,
    "setups": directed.setups,
}
FAMILIES = PLANAR | SYMMETRIC | DIRECTED


def draw(family: str, n: int, seed: int, index: int) -> Instance:
    """Draw instance `index` of a set of one of `FAMILIES` or `GEOMETRIES`.

    Raises
    ------
    ValueError
        For an unknown family, or more nodes than a matrix is sensible for.
    """
    known = FAMILIES | GEOMETRIES
    require_known("family", family, known)
    if family in SYMMETRIC | DIRECTED and n > MAX_MATRIX_NODES:
        raise ValueError(f"n is {n}; family {family} has at most {MAX_MATRIX_NODES} nodes")
    return known[family](generator(seed, n, index), n)
