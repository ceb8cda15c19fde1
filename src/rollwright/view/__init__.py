"""Drawing: the primitives with which games draw their sheets as SVG, with spots that can be picked."""

from rollwright.view.cache import cached_drawing
from rollwright.view.drawing import Marks, Note, Part, Path, Pen, Scene, Spot, Way, tabs
from rollwright.view.face import View, view_of

__all__ = [
    "Marks",
    "Note",
    "Part",
    "Path",
    "Pen",
    "Scene",
    "Spot",
    "View",
    "Way",
    "cached_drawing",
    "tabs",
    "view_of",
]
