"""What a step of an environment is rewarded with."""

from rollwright.batch import Single
from rollwright.batch.given import one_of

RESULT, POINTS = "result", "points"


class Rewards:
    """Rewards of one game: the result when it ends, or every change of the points; as in batches."""

    def __init__(self, single: Single, kind: str) -> None:
        """Reward by `kind`, which is ``"result"`` or ``"points"``."""
        one_of("reward", kind, dict.fromkeys([RESULT, POINTS]))
        self._single = single
        self._kind = kind
        self.start()

    def start(self) -> None:
        """Begin with a new game."""
        self._before = self._single.points()

    def take(self) -> list[float]:
        """Return what has come to each seat since this was asked last."""
        if self._kind == RESULT:
            return self._single.result()
        now = self._single.points()
        gained = [points - before for points, before in zip(now, self._before, strict=True)]
        self._before = now
        return gained
