"""How the moves of Foot Race are written."""

from rollwright.core.moves import Form, Notation

MOVES = Notation(Form("step"))
