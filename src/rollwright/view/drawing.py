"""The elements of a game's drawing: parts of a sheet, spots on them, and the ways in which spots make a move."""

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
    *("confirm", "drawer-close", "explain-open", "last", "menu", "menu-open", "progress", "progress-dots", "shake"),
    *("notify-state", "sound", "symbol-card", "ticker", "to-end", "typed-open"),
}
"""Element ids that the page uses itself; no group or spot of a drawing may have one of these names."""

RESERVED_BEGINNINGS = ("tab-", "figure-", "replay-")
"""Prefixes of element ids that the page uses itself."""


@dataclass(frozen=True)
class Spot:
    """Something on the sheet that can be picked.

    `name` is unique among all parts, `label` is its spoken label. `at` is its centre, where previews are drawn, and
    `size` the room they have there. A spot with `drag` can be dragged to another one (and does not scroll a touch
    screen); `places` are the points where things dragged to this spot are put.
    """

    name: str
    role: str
    label: Phrase
    at: tuple[float, float]
    size: float = 44
    drag: bool = False
    places: tuple[tuple[float, float], ...] = ()


Where = Literal["sheet", "foot", "dice"]
"""Where the page shows a part."""


@dataclass(frozen=True)
class Part:
    """A part of a sheet, drawn separately: the page shows parts side by side, or in tabs on a phone.

    `where` is "sheet" for the large parts, "foot" for small ones below them, "dice" for what lies in the tray: parts
    there stand side by side, all at the same scale, in which a die is 64 units wide. `groups` are
    the elements of the drawing by their ids; everything that changes during a game is inside one of them. Parts with
    the same `tab` are shown together on a phone. A part that is not `pictured` is left out of pictures of a sheet, as
    at the end of a game.
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
        """Return the part as an SVG element."""
        width, height = self.size
        title = pen.say(self.title)
        return tag(
            "svg",
            *self.groups.values(),
            xmlns=None if pen.live else "http://www.w3.org/2000/svg",
            viewBox=attributes.pop("viewBox", f"0 0 {width} {height}"),
            class_=f"part part-{self.name}",
            role="group" if pen.live else "img",
            aria_label=title,
            data_part=self.name if pen.live else None,
            **attributes,
        )


def tabs(parts: Sequence[Part]) -> dict[str, list[Part]]:
    """Return the large parts, grouped by the tab on which a phone shows them."""
    found: dict[str, list[Part]] = {}
    for part in parts:
        if part.where == "sheet":
            found.setdefault(part.tab or part.name, []).append(part)
    return found


class Pen:
    """How to draw for a viewer, in their language: on the page, as a picture, or on paper.

    A `live` drawing has spots that can be picked. Otherwise it is a picture, without ids, as a page may contain it
    twice. On `paper` it is an empty sheet with room to write. Without `totals` the viewer may not see this player's
    score yet.
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
        """Cache key: everything a drawing depends on besides what is drawn."""
        return self.say.key, self.live, self.paper, self.totals

    def __eq__(self, other: object) -> bool:
        """Return whether another pen draws alike."""
        return isinstance(other, Pen) and self.key == other.key

    def __hash__(self) -> int:
        """Hash by how it draws, so that drawings can be cached."""
        return hash(self.key)

    @cached_property
    def nameless_key(self) -> tuple[object, ...]:
        """Cache key of a drawing without the names of players; totals are told by codes."""
        return self.say.nameless_key, self.live, self.paper

    def group(self, name: str, *children: str, class_: str = "") -> tuple[str, str]:
        """Return a named group that cannot be picked, as (name, SVG)."""
        return name, tag("g", *children, id=name if self.live else None, class_=class_ or None)

    def spot(self, spot: Spot, *children: str, class_: str = "") -> tuple[str, str]:
        """Return a spot as (name, SVG); in a picture it is a plain group with the same style."""
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
"""Progress on a path: (steps not begun, current step, its remaining picks, its spots picked so far)."""


@dataclass(frozen=True)
class Path:
    """A sequence of spots that points out a move: steps, each of some picks; a pick may be any of several spots.

    If `free`, the steps, and the picks within a step, may come in any order. The last `spare` steps follow from the
    others and may be left out.
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
        """All spots that can be part of the path."""
        return {spot for step in self.steps for pick in step for spot in pick}

    def follow(self, picked: Sequence[str]) -> tuple[set[str], bool] | None:
        """Return (spots that can be picked next, whether the move is complete), or None if the picks do not match.

        Within a step, a spot can be picked once. The page's script has the same function, `follow`.
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
        """Return the possible picks in a state: the next state, and the spots that lead to it."""
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


MarkKind = Literal["write", "stamp", "trace", "dot", "bar", "cross", "tick", "walk", "card", "offer"]
"""How a preview is drawn: "write" (by hand), "stamp" (the die of another group, which the text names), "trace" (a tint,
with a count), "dot" (a hint), "bar" (a thin cross, on those spots whose code is 0), "cross" (crossed out), "tick" (a
pencil stroke), "card" (a card above the spot) or "walk" (a line from spot to spot, each with its text in a badge). A
walk with texts that all moves share is drawn at once. "offer" is drawn as soon as something is picked: what each move
that is still possible would write at its spot.
"""

MARK_KINDS = frozenset(get_args(MarkKind))

Marks = dict[MarkKind, list[tuple[str, str]]]
"""The marks of a preview, by kind: (spot, text written there)."""


@dataclass(frozen=True)
class Way:
    """How a legal move is made on the page: the paths that point it out, or a button, and its preview.

    `marks` are the preview. A move that is put together step by step needs a confirmation (`confirm`). A move that
    only `opens` a longer action needs none, and can be replaced by another such move until the action is finished. The
    preview of a `quiet` move does not show points, because they come from something else. `words` describe the move, as
    the game's `describe` does. A move that `rolls` is the wish to roll: the page rolls the dice at once, without
    another click. `then` is asked when a path has been begun: "Where do the footmen march?" `backward` is asked instead
    where the move has been begun elsewhere than at the first pick of its first path: "Which number goes there?"
    `further` is asked once two picks are made of a path that has more: "As which number?"
    """

    paths: list[Path] = field(default_factory=list)
    marks: Marks = field(default_factory=dict)
    button: Phrase | None = None
    confirm: bool = False
    opens: bool = False
    quiet: bool = False
    rolls: bool = False
    words: Phrase | None = None
    then: Phrase | None = None
    backward: Phrase | None = None
    further: Phrase | None = None


@dataclass(frozen=True)
class Note:
    """What the page shows about a spot under the pointer: text, marks, and bars for numbers.

    A bar is (name, certain value, possible value).
    """

    text: Phrase
    marks: Marks = field(default_factory=dict)
    bars: Sequence[tuple[str, int, int]] = ()


@dataclass(frozen=True)
class Scene:
    """One picture of a sequence that shows what has just happened, such as a battle, with a sentence.

    `groups` replace the drawing's groups of the same names while the scene is shown; `spot` is the centre of attention.
    A scene that `flows` advances to the next one by itself.
    """

    text: Phrase
    groups: dict[str, str]
    spot: str = ""
    flows: bool = False
