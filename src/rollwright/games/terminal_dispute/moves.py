"""How the moves of Terminal Dispute are written.

allocate nav 3 5 phone 3 4   the start player's dice; the fifth is unused (TD-02); pairs are named low to high
write 5 b3                   a navigation die into a box
cross b3                     a box crossed out for a die that fits nowhere (TD-11)
line 3 from h4 sw            a line from label 3, as long as the other phone die says (TD-22)
pass                         a label without an unshaded hex was chosen (TD-25)
unused for nav 3             the unused die stands in for a navigation die (TD-31)
unused for phone 4           or for a phone die
"""

from rollwright.core.grids.hexes import COMPASS
from rollwright.core.moves import Dimension, Form, Notation
from rollwright.games.terminal_dispute.sheet import CHARGER, MATRIX

FACES = Dimension.of(range(1, 7))
BOXES = Dimension(MATRIX.names)

ALLOCATE = Form("allocate nav {a} {b} phone {c} {d}", a=FACES, b=FACES, c=FACES, d=FACES)
WRITE = Form("write {value} {box}", value=FACES, box=BOXES)
CROSS = Form("cross {box}", box=BOXES)
LINE = Form("line {label} (from) {hex} {direction}",
            label=FACES, hex=Dimension(CHARGER.names), direction=Dimension(COMPASS))  # fmt: skip
PASS = Form("pass")
UNUSED_NAV = Form("unused (for) nav {value}", value=FACES)
UNUSED_PHONE = Form("unused (for) phone {value}", value=FACES)

MOVES = Notation(ALLOCATE, WRITE, CROSS, LINE, PASS, UNUSED_NAV, UNUSED_PHONE)
