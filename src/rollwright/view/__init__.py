"""Drawing: a few primitives from which every game draws its sheet, in SVG, with spots that can be pointed at."""

from rollwright.view.drawing import Part, Path, Pen, Spot, Way

__all__ = ["Part", "Path", "Pen", "Spot", "Way"]
