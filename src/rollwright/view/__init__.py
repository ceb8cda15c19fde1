"""Drawing: a few primitives from which every game draws its sheet, in SVG, with spots that can be pointed at."""

from rollwright.view.cache import cached_drawing
from rollwright.view.drawing import Note, Part, Path, Pen, Scene, Spot, Way, tabs

__all__ = ["Note", "Part", "Path", "Pen", "Scene", "Spot", "Way", "cached_drawing", "tabs"]
