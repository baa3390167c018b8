"""What ONNX Runtime says of a file, in words for the owner of the file."""

import re

# Places in its own source, codes, and the name of the file, which ours begin with.
_INTERNAL = re.compile(
    r"/onnxruntime_src/\S+:\d+ .*?\)(?: const)? "
    r"|\[ONNXRuntimeError\] : \d+ : \w+ : "
    r"|\w+\.cc:\d+ \w+ "
    r"|Load model from .* failed:"
)
_BESIDE = "; weights in a file of their own must lie beside the .onnx file, as they were exported"


def plain_message(error: Exception) -> str:
    """Return the first line of an error, and what would be right for weights that are elsewhere."""
    line = _INTERNAL.sub("", str(error).partition("\n")[0]).strip().rstrip(".")
    return line + _BESIDE if "external" in line.lower() else line
