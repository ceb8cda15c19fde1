"""What a game's drawing is made of: parts of a sheet, spots on them, and the ways in which spots make a move."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from rollwright.core.language import Phrase, Speech
from rollwright.view.svg import number, tag

RESERVED = {
    *("aside", "company", "company-about", "company-open", "correct", "greetings", "next-table", "notify", "own-dice"),
    *("actions", "ask", "back", "conceal", "cover", "cover-title", "end", "end-title", "guide", "guide-open", "hint"),
    *("legal", "let-go", "live", "log", "log-title", "lost", "main", "note", "notice", "others", "players", "roll"),
    *("rules", "rules-open", "scenes", "scenes-again", "scenes-back", "scenes-count", "scenes-next", "scenes-skip"),
    *("scenes-text", "score", "return", "start", "table", "typed", "undo", "words"),
}
"""Names the page uses itself: nothing on a sheet is called so,"""

RESERVED_BEGINNINGS = ("tab-", "figure-", "replay-")
"""nor begins so."""


@dataclass(frozen=True)
class Spot:
    """A thing on the sheet that can be pointed at.

    `name` is unique among all parts, `label` is what is said of it. `at` is its centre, where previews are drawn, and
    `size` how much room they have there. What has `drag` can be dragged to another spot (and does not scroll a touch
    screen); `places` are the points where things dragged here come to stand.
    """

    name: str
    role: str
    label: Phrase
    at: tuple[float, float]
    size: float = 44
    drag: bool = False
    places: tuple[tuple[float, float], ...] = ()


Where = Literal["sheet", "foot", "dice"]
"""Where a part of a sheet stands on the page."""


@dataclass(frozen=True)
class Part:
    """A part of a sheet, drawn by itself: the page puts parts side by side, or one behind the other on a phone.

    `where` is "sheet" for the large parts, "foot" for small ones below them, "dice" for the shared dice. `groups` are
    the elements of the drawing by their ids; whatever changes in a game is inside one of them. Parts of one `tab` are
    seen together on a phone, too. What is not `pictured` is left out where a sheet is shown alone, as at the end.
    """

    name: str
    title: Phrase
    size: tuple[int, int]
    groups: dict[str, str]
    where: Where = "sheet"
    halves: int | None = None
    short: Phrase | None = None
    tab: str = ""
    pictured: bool = True

    def svg(self, pen: "Pen", **attributes: object) -> str:
        """Return the whole part."""
        width, height = self.size
        title = pen.say(self.title)
        return tag(
            "svg",
            *self.groups.values(),
            xmlns=None if pen.live else "http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width} {height}",
            class_=f"part part-{self.name}",
            role="group" if pen.live else "img",
            aria_label=title,
            data_part=self.name if pen.live else None,
            **attributes,
        )


def tabs(parts: Sequence[Part]) -> dict[str, list[Part]]:
    """Return the large parts by the tab on which a phone shows them."""
    found: dict[str, list[Part]] = {}
    for part in parts:
        if part.where == "sheet":
            found.setdefault(part.tab or part.name, []).append(part)
    return found


class Pen:
    """Draws for somebody, in their language: on the page, as a picture, or on paper.

    What is `live` has spots to point at. What is not is a picture of a game in play: nothing in it has an id, as a page
    may hold it twice. On `paper` it is an empty sheet, with room to write. Without `totals` it is for somebody who is
    not shown yet what this sheet's player has scored.
    """

    def __init__(self, say: Speech, *, live: bool = True, paper: bool = False, totals: bool = True) -> None:
        """Take the language to write in."""
        assert not (live and paper), "nothing on paper is live"
        self.say = say
        self.live = live
        self.paper = paper
        self.totals = totals

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What a drawing by this pen depends on, beside what is drawn."""
        return self.say.key, self.live, self.paper, self.totals

    def group(self, name: str, *children: str, class_: str = "") -> tuple[str, str]:
        """Return a named group of things that nobody points at."""
        return name, tag("g", *children, id=name if self.live else None, class_=class_ or None)

    def spot(self, spot: Spot, *children: str, class_: str = "") -> tuple[str, str]:
        """Return a named group that can be pointed at; in a picture its role still says how it looks."""
        if not self.live:
            return self.group(spot.name, *children, class_=f"{spot.role} {class_}".strip())
        return spot.name, tag(
            "g",
            *children,
            id=spot.name,
            class_=f"spot {spot.role} {class_}".strip(),
            role="img",
            aria_label=self.say(spot.label),
            data_at=_point(spot.at),
            data_size=number(spot.size),
            data_drag="" if spot.drag else None,
            data_places=";".join(map(_point, spot.places)) or None,
        )


def _point(at: tuple[float, float]) -> str:
    return f"{number(at[0])} {number(at[1])}"


_State = tuple[tuple[int, ...], int, tuple[int, ...], tuple[str, ...]]
"""How far a path was followed: the steps not begun, the step begun last, its picks that are left, its spots so far."""


@dataclass(frozen=True)
class Path:
    """One way to point out a move: steps, each of some picks; a pick may be any of several spots.

    Where order means nothing (`free`), steps and the picks of a step may come in any order; the last `spare` steps
    follow from the others and may be left out.
    """

    steps: Sequence[Sequence[Sequence[str]]]
    free: bool = False
    spare: int = 0

    @classmethod
    def of(cls, *picks: str | Sequence[str], free: bool = False) -> "Path":
        """Return the path of a single step."""
        return cls([[[pick] if isinstance(pick, str) else pick for pick in picks]], free)

    @property
    def spots(self) -> set[str]:
        """All spots that the path could lead over."""
        return {spot for step in self.steps for pick in step for spot in pick}

    def follow(self, picked: Sequence[str]) -> tuple[set[str], bool] | None:
        """Return what can be picked next and whether that is enough, or None if the picks are not on this path.

        Within a step a spot counts once. The page's script does the same: see `follow` there.
        """
        states: set[_State] = {(tuple(range(len(self.steps))), -1, (), ())}
        for pick in picked:
            states = {
                (opened, step, left, (*used, pick))
                for state in states
                for (opened, step, left, used), spots in self._onward(state)
                if pick in spots
            }
        if not states:
            return None
        ahead = {spot for state in states for _, spots in self._onward(state) for spot in spots}
        return ahead, any(not left and len(opened) <= self.spare for opened, _, left, _ in states)

    def _onward(self, state: "_State") -> list[tuple["_State", list[str]]]:
        """Return the picks possible from a state: where each leads, and the spots that make it."""
        opened, begun, rest, before = state
        used = before if rest else ()
        found: list[tuple[_State, list[str]]] = []
        for step in [begun] if rest else opened if self.free else opened[:1]:
            left = rest or tuple(range(len(self.steps[step])))
            for pick in left if self.free else left[:1]:
                after = (tuple(n for n in opened if n != step), step, tuple(n for n in left if n != pick), used)
                found.append((after, [spot for spot in self.steps[step][pick] if spot not in used]))
        return found

    def as_json(self) -> dict[str, Any]:
        """Return the path for the page."""
        steps = [["|".join(pick) for pick in step] for step in self.steps]
        return {"steps": steps} | ({"free": 1} if self.free else {}) | ({"spare": self.spare} if self.spare else {})


MarkKind = Literal["write", "trace", "dot", "bar", "cross", "walk", "offer"]
"""How something is drawn before it is done: "write" (by hand), "trace" (a tint, with a count), "dot" (a hint), "bar" (a
thin cross), "cross" (crossed out) and "walk" (a line from spot to spot). "offer" is drawn as soon as something is
picked: what each move that is then possible would write at its spot.
"""

MARK_KINDS = frozenset(get_args(MarkKind))

Marks = dict[MarkKind, list[tuple[str, str]]]
"""Things drawn before they are done, by kind: the spots where, each with what is written there."""


@dataclass(frozen=True)
class Way:
    """How a legal move is made on the page: the paths that point it out, or a button, and what it would do.

    `marks` are drawn before the move is made. A move that is laid out bit by bit is asked for once more when complete
    (`confirm`). A move that only `opens` a deed is never asked for twice, and until the deed is done another such move
    can be chosen in its place. A `quiet` one does not say what it scores: the points come of something else.
    """

    paths: list[Path] = field(default_factory=list)
    marks: Marks = field(default_factory=dict)
    button: Phrase | None = None
    confirm: bool = False
    opens: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Note:
    """What is told of a spot while somebody points at it: words, marks, and bars for numbers that say more as bars.

    A bar has a name and two heights: what is sure, and what is possible.
    """

    text: Phrase
    marks: Marks = field(default_factory=dict)
    bars: Sequence[tuple[str, int, int]] = ()


@dataclass(frozen=True)
class Scene:
    """One picture of a sequence that shows what has happened, such as a battle: a sentence, and what looks otherwise.

    `groups` replace the drawing's groups of the same names while the scene is shown; `spot` is where to look. One that
    `flows` goes on to the next by itself.
    """

    text: Phrase
    groups: dict[str, str]
    spot: str = ""
    flows: bool = False
