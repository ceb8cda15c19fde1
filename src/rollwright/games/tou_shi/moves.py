"""How the moves of Tóu Shí are written. Every decision is one box, one square or one word.

tick d20 17   a box: of the die to begin with (TS-10), to pay for a roll (TS-20), or of the die that is written (TS-25)
square c3     where to write, or where to walk
bonus         cross a star instead of using the rolled number (TS-30)
again         roll a 1 again (TS-22)
stop          end the game and keep the stars (TS-41)
"""

from rollwright.core.moves import Dimension, Form, Notation
from rollwright.games.tou_shi.sheet import DICE, GRID, SIDES

TICK = Form("tick {die} {number}", die=Dimension(DICE), number=Dimension.of(range(1, max(SIDES) + 1)))
SQUARE = Form("square {square}", square=Dimension(GRID.names))
BONUS = Form("bonus")
AGAIN = Form("again")
STOP = Form("stop")

MOVES = Notation(TICK, SQUARE, BONUS, AGAIN, STOP)
