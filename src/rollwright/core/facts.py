"""The facts of a game: what its ``__init__`` declares, and what can be known without loading the rest."""

from types import ModuleType

from rollwright.core.options import Option

FACTS = ("TITLE", "SUMMARY", "CREDITS", "SEATS", "SECRETS", "OPTIONS", "MAX_DECISIONS", "SCORE_BOUNDS")
"""What a game's ``__init__`` must define. A game that hides totals until the end adds ``HIDDEN_TOTALS = True``.

``EDITION``, ``MINUTES``, ``DIFFICULTY`` and ``QUICK_SEATS`` may be left out: see the properties of :class:`Facts`.
"""

NO_EDITION = 0
"""The edition of a game that declares none, and of tables that were opened before editions were recorded."""


class Facts:
    """What a game declares about itself."""

    def __init__(self, declared: ModuleType) -> None:
        """Take the game's package; refuse one that does not define every fact."""
        self._facts = declared
        for fact in FACTS:
            getattr(declared, fact)

    @property
    def edition(self) -> int:
        """The number of the rules, raised whenever they decide anything differently; 0 if the game does not say."""
        return int(getattr(self._facts, "EDITION", NO_EDITION))

    @property
    def title(self) -> str:
        """The game's published title."""
        return str(self._facts.TITLE)

    @property
    def seats(self) -> range:
        """The possible numbers of seats."""
        seats: range = self._facts.SEATS
        return seats

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen when a table is opened."""
        options: tuple[Option, ...] = self._facts.OPTIONS
        return options

    @property
    def summary(self) -> str:
        """What the game is about, in a sentence (in English; not yet translated)."""
        return str(self._facts.SUMMARY)

    @property
    def credits(self) -> str:
        """Who made the game."""
        return str(self._facts.CREDITS)

    @property
    def secrets(self) -> bool:
        """Whether the game ever hides anything from a player."""
        return bool(self._facts.SECRETS)

    @property
    def minutes(self) -> int:
        """About how long a game takes a person, at 20 seconds a decision; 0 if that is not known."""
        return int(getattr(self._facts, "MINUTES", 0))

    @property
    def difficulty(self) -> int:
        """How much there is to learn and to think of, from 1 (easy) to 4 (deep), or 0 if that is not known."""
        return int(getattr(self._facts, "DIFFICULTY", 0))

    @property
    def quick_seats(self) -> int:
        """The number of seats of a game that is started with one click, by default the fewest."""
        return int(getattr(self._facts, "QUICK_SEATS", self.seats[0]))

    @property
    def hidden_totals(self) -> bool:
        """Whether a player's total is not shown to others before the end, although anybody could work it out."""
        return bool(getattr(self._facts, "HIDDEN_TOTALS", False))

    def hides_totals(self, seats: int, *, over: bool) -> bool:
        """Return whether totals are hidden at a table with this many seats: only until the game is over."""
        return self.hidden_totals and seats > 1 and not over

    def keeps_secrets(self, seats: int, *, over: bool) -> bool:
        """Return whether there may be secrets at a table with this many seats: only until the game is over."""
        return self.secrets and seats > 1 and not over

    @property
    def max_decisions(self) -> int:
        """Upper bound for the number of decisions in a game, of all seats together."""
        return int(self._facts.MAX_DECISIONS)

    @property
    def score_bounds(self) -> tuple[int, int]:
        """Lower and upper bound of every score, in half points."""
        low, high = self._facts.SCORE_BOUNDS
        return int(low), int(high)
