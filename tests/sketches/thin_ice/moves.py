"""How the moves of Thin Ice are written."""

from rollwright.core.moves import Form, Notation

ON = Form("on")
HOME = Form("home")

MOVES = Notation(ON, HOME)
