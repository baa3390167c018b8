"""Heatmaps to write, and a way to write them."""

import numpy as np
import scipy.sparse

DENSE = np.array([[0, 0, 0.5], [0.25, 0, 0], [1, 2, 0]], np.float32)
TOPK = {"indices": [[2, -1], [0, 1], [0, 1]], "values": [[0.5, 7], [0.25, 7], [1, 2]]}


def save(path, content):
    if isinstance(content, dict):
        np.savez(path, **content)
    elif isinstance(content, np.ndarray):
        np.save(path, content)
    elif isinstance(content, str | bytes):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    else:
        scipy.sparse.save_npz(path, content)
    return path


FORMS = [".npy", ".npz", ".txt", ".lines", ".pt", ".pth", ".safetensors"]
