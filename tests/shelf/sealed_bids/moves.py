"""How the moves of Sealed Bids are written: ``bid 4``, then ``ready``. Both are secret until everybody is ready."""

from rollwright.core.moves import Dimension, Form, Notation

BID = Form("bid {number}", number=Dimension.of(range(1, 7)), secret=True)
READY = Form("ready", secret=True)

MOVES = Notation(BID, READY)
