"""How the moves of Lucky Hand are written."""

from rollwright.core.moves import Form, Notation

LEFT = Form("left")
RIGHT = Form("right")

MOVES = Notation(LEFT, RIGHT)
