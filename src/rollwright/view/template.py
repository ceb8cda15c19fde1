"""Templates: the groups of which a drawing consists, and how each of them looks.

A position becomes a drawing in two steps. A compiled function of the game, `shows(s, seat, codes)`, writes a number for
each group: its *code*. A group with a code is drawn once, as its *look*, and remembered. So after a move only the codes
are computed anew, and a page is sent those that changed, with the looks it has not seen yet.

Every group has a *slot*, its place among the codes. A game names its slots with :func:`slots`:

>>> BOX, DIE, TOTAL, SLOTS = slots(25, 5, 1)
>>> BOX, DIE, TOTAL, SLOTS
(0, 25, 30, 31)
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from threading import Lock

from rollwright.core.contract import Ints, Record
from rollwright.core.language import Phrase
from rollwright.view.drawing import Part, Pen, Where

ABSENT = -1
"""The code of a group that is not drawn now."""

HIDDEN = -2
"""The code of a group that tells a total which the viewer may not see yet."""

CODE_LIMIT = 2**53
"""Every code is below this, as numbers in a page's script are exact up to here."""

LOOKS_SIZE, NAMED_LOOKS_SIZE = 12_000_000, 4_000_000
"""The characters of looks that are remembered: of those for everybody, and of those that name a table's players."""

Draw = Callable[[int, int, Pen], tuple[str, str]]
"""(place, code, pen): draw one group of its kind, as `Pen.spot` and `Pen.group` return it: (name, SVG)."""


def slots(*counts: int) -> tuple[int, ...]:
    """Number the slots of several kinds of groups: return the first slot of each kind, and the number of all."""
    return tuple(accumulate(counts, initial=0))


@dataclass(frozen=True, eq=False)
class Groups:
    """Groups of one kind: the slot of the first one, their names, and how one is drawn.

    `tells_total` marks groups that show a player's total, which some games hide from the others: they are drawn with
    the code HIDDEN then.
    """

    first: int
    names: Sequence[str]
    draw: Draw
    tells_total: bool = False

    def look(self, place: int, code: int, pen: Pen) -> str:
        """Return how a group looks, drawn once. Looks that contain names are kept apart, as they serve one table."""
        key = (self, place, code, *pen.nameless_key)
        look = LOOKS.get(key)
        if look is None:
            look = NAMED_LOOKS.get((key, pen.say.names))
        if look is None:
            told = pen.say.names_told
            name, look = self.draw(place, code, pen)
            assert name == self.names[place], f"the group {self.names[place]} is drawn as {name}"
            if pen.say.names_told == told:
                LOOKS.keep(key, look)
            else:
                NAMED_LOOKS.keep((key, pen.say.names), look)
        return look


class LookCache:
    """Looks that were drawn, up to a size; the oldest make room. Replays are drawn in threads of their own."""

    def __init__(self, size: int) -> None:
        """Begin empty; `size` is the most characters."""
        self._size = size
        self._left = size
        self._looks: dict[tuple[object, ...], str] = {}
        self._lock = Lock()

    def get(self, key: tuple[object, ...]) -> str | None:
        """Return a look that is remembered."""
        return self._looks.get(key)

    def keep(self, key: tuple[object, ...], look: str) -> None:
        """Remember a look."""
        with self._lock:
            if key in self._looks:
                return
            self._looks[key] = look
            self._left -= len(look)
            while self._left < 0:
                self._left += len(self._looks.pop(next(iter(self._looks))))

    def forget(self) -> None:
        """Forget all looks."""
        with self._lock:
            self._looks.clear()
            self._left = self._size


LOOKS, NAMED_LOOKS = LookCache(LOOKS_SIZE), LookCache(NAMED_LOOKS_SIZE)


@dataclass(frozen=True)
class Heading:
    """What is told of a part besides its groups: its title, its size, and a short title for a tab."""

    title: Phrase
    size: tuple[int, int]
    short: Phrase | None = None


@dataclass(frozen=True, eq=False)
class PartTemplate:
    """A part of a drawing: its groups in the order in which they are drawn; see :class:`Part` for the rest.

    A heading that changes is a function of a code, (code, pen), with a slot of its own or that of a group.
    `halves` is the slot of the half points that the part scores.
    """

    name: str
    heading: Heading | Callable[[int, Pen], Heading]
    groups: Sequence[Groups]
    where: Where = "sheet"
    heading_slot: int = ABSENT
    halves: int = ABSENT
    tab: str = ""
    pictured: bool = True

    def heading_of(self, codes: Sequence[int], pen: Pen) -> Heading:
        """Return the heading for these codes."""
        if isinstance(self.heading, Heading):
            return self.heading
        return self.heading(codes[self.heading_slot] if self.heading_slot >= 0 else 0, pen)

    def drawn(self, codes: Sequence[int], pen: Pen) -> Part:
        """Draw the part with these codes."""
        heading = self.heading_of(codes, pen)
        found = {
            name: groups.look(place, code, pen)
            for groups in self.groups
            for place, name in enumerate(groups.names)
            if (code := codes[groups.first + place]) != ABSENT
        }
        halves = codes[self.halves] if self.halves >= 0 else None
        return Part(
            self.name, heading.title, heading.size, found, self.where, halves, heading.short, self.tab, self.pictured
        )


@dataclass(frozen=True, eq=False)
class Template:
    """All parts of a drawing. Make it once for each setting of a table, for example with `functools.cache`."""

    parts: Sequence[PartTemplate]

    @cached_property
    def _slots(self) -> dict[int, tuple[Groups, int]]:
        return {groups.first + place: (groups, place) for groups in self.kinds() for place in range(len(groups.names))}

    @cached_property
    def _names(self) -> dict[str, int]:
        return {groups.names[place]: slot for slot, (groups, place) in self._slots.items()}

    def slot_of(self, name: str) -> int | None:
        """Return the slot of the group of this name, if there is one."""
        return self._names.get(name)

    def has_slot(self, slot: int) -> bool:
        """Return whether a group is drawn by the code of this slot."""
        return slot in self._slots

    def look(self, slot: int, code: int, pen: Pen) -> str | None:
        """Return how the group of a slot looks, or None if the template draws nothing there."""
        if code == ABSENT or slot not in self._slots:
            return None
        groups, place = self._slots[slot]
        return groups.look(place, code, pen)

    def on_tab(self, part: PartTemplate) -> Sequence[PartTemplate]:
        """Return the parts that a phone shows together with a part."""
        return self._together[part]

    @cached_property
    def _together(self) -> dict[PartTemplate, list[PartTemplate]]:
        large = [part for part in self.parts if part.where == "sheet"]
        return {
            part: [each for each in large if (each.tab or each.name) == (part.tab or part.name)] or [part]
            for part in self.parts
        }

    def kinds(self) -> Iterator[Groups]:
        """Yield all kinds of groups."""
        for part in self.parts:
            yield from part.groups

    def hide_totals(self, codes: Ints) -> None:
        """Overwrite the codes that tell a total: those of groups, and the points of parts."""
        for groups in self.kinds():
            if groups.tells_total:
                codes[groups.first : groups.first + len(groups.names)] = HIDDEN
        for part in self.parts:
            if part.halves >= 0:
                codes[part.halves] = HIDDEN


@dataclass(frozen=True, eq=False)
class Drawing:
    """How something is drawn: by a template, and by a function that writes the code of each of its slots.

    The template may differ with what never changes during a game, such as the races at a table, and for paper. `shows`
    is written like rules and is compiled: no allocation, no Python objects. It gets a concealed position, and writes
    every slot that the template uses.
    """

    template: Template | Callable[[Record, int, bool], Template]
    """The template, or (s, seat, paper): the template for a seat's sheet."""
    shows: Callable[[Record, int, Ints], None]
    """(s, seat, codes): write the code of each group."""
    slots: int
    """How many codes there are."""

    def template_for(self, s: Record, seat: int, *, paper: bool = False) -> Template:
        """Return the template for a seat's sheet at a table."""
        return self.template if isinstance(self.template, Template) else self.template(s, seat, paper)
