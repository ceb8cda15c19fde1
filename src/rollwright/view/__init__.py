"""Drawing: the primitives with which games draw their sheets as SVG, with spots that can be picked."""

from rollwright.view.codes import draw_parts, draw_thumbnail, ways_of
from rollwright.view.drawing import Marks, Note, Part, Path, Pen, Scene, Spot, Way, tabs
from rollwright.view.face import BY_POSITION, View, view_of
from rollwright.view.template import ABSENT, HIDDEN, Drawing, Groups, Heading, PartTemplate, Template, slots

__all__ = [
    "ABSENT",
    "BY_POSITION",
    "HIDDEN",
    "Drawing",
    "Groups",
    "Heading",
    "Marks",
    "Note",
    "Part",
    "PartTemplate",
    "Path",
    "Pen",
    "Scene",
    "Spot",
    "Template",
    "View",
    "Way",
    "draw_parts",
    "draw_thumbnail",
    "slots",
    "tabs",
    "view_of",
    "ways_of",
]
