"""Small networks in .onnx files for tests."""

import numpy as np
import pytest

EDGES = {"coordinates": ("n", 2), "edge_index": (2, "m"), "edge_lengths": ("m",)}
DENSE = {"coordinates": ("n", 2), "distances": ("n", "n")}


def save(path, inputs, nodes, output=("logits", ("m",)), metadata=None, constants=None):
    """Write a network of operators, each (kind, inputs, outputs, attributes), and constants."""
    onnx = pytest.importorskip("onnx")
    helper, types = onnx.helper, onnx.TensorProto

    def argument(name, shape):
        kind = types.INT64 if name == "edge_index" else types.FLOAT
        return helper.make_tensor_value_info(name, kind, shape)

    arrays = [
        onnx.numpy_helper.from_array(np.asarray(value), name)
        for name, value in (constants or {}).items()
    ]
    graph = helper.make_graph(
        [
            helper.make_node(kind, given.split(), made.split(), **dict(*attributes))
            for kind, given, made, *attributes in nodes
        ],
        "test",
        [argument(name, shape) for name, shape in inputs.items()],
        [argument(*output)],
        arrays,
    )
    opset = [helper.make_opsetid("", 18)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=10)
    helper.set_model_props(model, metadata or {})
    onnx.save(model, path)
    return path


def by_length(path, **options):
    """Write the network whose logits are minus the lengths of edges."""
    return save(
        path, {name: EDGES[name] for name in ("edge_index", "edge_lengths")},
        [("Neg", "edge_lengths", "logits")], **options,
    )  # fmt: skip
