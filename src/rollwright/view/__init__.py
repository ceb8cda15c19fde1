"""Drawing: a few primitives from which every game draws its sheet, in SVG, with spots that can be pointed at."""

from rollwright.view.drawing import Note, Part, Path, Pen, Scene, Spot, Way, tabs
from rollwright.view.remembering import remembered

__all__ = ["Note", "Part", "Path", "Pen", "Scene", "Spot", "Way", "remembered", "tabs"]
