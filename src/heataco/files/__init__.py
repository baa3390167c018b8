"""Readers and writers for instances, tours, labelled sets and heatmaps."""

from heataco.files.errors import FileError
from heataco.files.heatmap_files import read_heatmap, read_heatmaps
from heataco.files.heatmap_writers import write_heatmap, write_heatmaps
from heataco.files.instance_files import read_instances
from heataco.files.instance_writers import write_instance
from heataco.files.labelled_sets import read_labelled_set, write_labelled_set
from heataco.files.tour_readers import read_tour
from heataco.files.tours import write_tour
from heataco.files.tsplib import read_tsplib, write_tsplib
from heataco.instances import LabelledInstance

__all__ = [
    "FileError",
    "LabelledInstance",
    "read_heatmap",
    "read_heatmaps",
    "read_instances",
    "read_labelled_set",
    "read_tour",
    "read_tsplib",
    "write_heatmap",
    "write_heatmaps",
    "write_instance",
    "write_labelled_set",
    "write_tour",
    "write_tsplib",
]
