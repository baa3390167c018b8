"""TSPLIB files as texts."""

from tests.support import written

from heataco.files import read_tsplib

SQUARE = """NAME : square
COMMENT : first
COMMENT : second
TYPE: TSP (by hand)
DIMENSION :4
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
 3 10 10
1 0 0
4 0 1e1

2 10.0 0
EOF
ignored
"""


def read_text(folder, text):
    return read_tsplib(written(folder / "file.tsp", text))


def explicit(entries, form="FULL_MATRIX", n=4):
    return (
        f"TYPE: TSP\nDIMENSION: {n}\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
        f"EDGE_WEIGHT_FORMAT: {form}\nEDGE_WEIGHT_SECTION\n{entries}\n"
    )
