"""Small valid texts of every form, and words to damage them with."""

POINTS = b"""NAME : p
TYPE : TSP
DIMENSION : 3
EDGE_WEIGHT_TYPE : EUC_2D
FIXED_EDGES_SECTION
1 2
-1
NODE_COORD_SECTION
1 0 0
2 3 4
3 1e1 -2.5
EOF
"""
MATRIX = b"""TYPE: ATSP
DIMENSION: 3
EDGE_WEIGHT_TYPE: EXPLICIT
EDGE_WEIGHT_FORMAT: FULL_MATRIX
EDGE_WEIGHT_SECTION
9999 1 2
3 9999 4 5 6 9999
DISPLAY_DATA_SECTION
1 2 3
"""
SPACE = b"DIMENSION: 2\nEDGE_WEIGHT_TYPE: MAN_3D\nNODE_COORD_SECTION\n1 0 0 5\n2 3 4 5\n"
TOUR = b"NAME : t\nTYPE : TOUR\nDIMENSION : 3\nTOUR_SECTION\n2\n1\n3\n-1\nEOF\n"
LINES = b"0 0 1 0 1 1 output 1 2 3 1\n0 1 2 3 0 4 5 6 0 output 1 3 2 1\n"
SCORES = b"3\n0 .5 0\n1 0 2\n0 1e-3 0\nthe mean is 5\n"
ROWS = b"0 .5 0\n1 0 2\n0 1e-3 0\nthe mean is 5\n"
SCORED = b"0 0 1 0 1 1 output 1 2 3 1 indices 2 -1 1 3 -1 3 value .5 9 .25 2 9 9\n"
SCORED += b"nodes: 2, indices: [2, 1], values: [1, 2e-1]\n"
STOPS = b'id;lat;lon\n"a;1";48.5;2.25\nb;52;13\nc;41.9;12.5\n'
LABELLED = b",A,B,C\nA,0,1,2\nB,3,,4\nC,5,6,0\n"
BARE = b"a,1,2\nb,3,4\nc,5,6\nd,7,8\n"
POINT = b'{"type": "Feature", "id": %d, "geometry": {"type": "Point", "coordinates": [%d, 1.5]}}'
FEATURES = b'{"type": "FeatureCollection", "features": [%s]}' % b", ".join(
    POINT % (node, 3 * node) for node in range(4)
)
ROUND = b"order,node,id,x,y\n0,2,c,1,2\n1,0,a,3,4\n2,1,b,5,6\n"
REPORT = b'{"instance": "a", "n": 3, "cost": 1.5, "tour": [2, 0, 1], "ids": ["a", "b", 3]}'
TOKENS = [
    *b"0 1 2 3 -1 1.5 1e3 1e999 nan inf -0 1_0 x : output 99999999999 1e-400 .5 \xff \0".split(
        b" "
    ),
    *b"nodes indices value values , [ ] = 1, [2".split(),
    *b'; \t " "" { } null true lat lon x y node tour features Point type coordinates'.split(b" "),
    *POINTS.split(),
    *MATRIX.split(),
    *TOUR.split(),
    *(
        b"%s_%s" % pair
        for pair in [(b"UPPER", b"ROW"), (b"LOWER_DIAG", b"ROW"), (b"UPPER", b"COL")]
    ),
]
