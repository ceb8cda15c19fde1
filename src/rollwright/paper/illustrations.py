"""Pictures in texts: positions that a script leads to, and what a game draws for its papers."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from rollwright.core.game import Game
from rollwright.core.language import N_, Phrase, Speech
from rollwright.paper.game_drawings import flat_drawing, flattener
from rollwright.paper.layout.markup import literal, words
from rollwright.paper.layout.markup import picture as shown
from rollwright.view import Part, Pen
from rollwright.view.papers import Paper
from rollwright.view.pictures import ADDRESS, frames, pictures_of

DRAW = "draw:"

VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) ([^"]+)"')

TITLES = (N_("Before"), N_("After"))
"""Above the frames of a picture that has two."""


def image_maker(
    game: Game, say: Speech, paper: Paper | None = None, setting: Mapping[str, Sequence[str]] | None = None
) -> Callable[[str, str, str], str]:
    """Return what makes the images of a game's texts. The words behind an address say how wide it is, such as 60%."""

    def image(address: str, caption: str, width: str) -> str:
        if address.startswith(DRAW):
            assert paper is not None
            size, inner = paper.draws[address.removeprefix(DRAW)](setting or {}, Pen(say, live=False, paper=True))
            drawn = shown(flat_drawing(game, size, inner), width or "100%")
            return f"#figure(supplement: none, {_captioned(drawn, caption)})\n"
        drawn = _frames(game, address.removeprefix(ADDRESS), say, width)
        return f"#figure(supplement: none, {_captioned(drawn, caption)})\n"

    return image


def _captioned(drawn: str, caption: str) -> str:
    below = f"#v(0.5em, weak: true)#text(size: 0.88em)[{caption}]" if caption else ""
    return f"align(center)[{drawn}{below}]"


@lru_cache(200)
def _frames(game: Game, name: str, say: Speech, width: str) -> str:
    """Return the frames of a picture side by side, each with what lies in the tray above it."""
    picture = pictures_of(game)[name]
    drawn = list(frames(game, picture, say))
    titles = [say(Phrase(title)) for title in TITLES] if len(drawn) > 1 else [""]
    shown_frames = []
    for title, frame in zip(titles, drawn, strict=True):
        told = f"#text(size: 0.8em, weight: 600)[{words(title)}]#v(0.3em, weak: true)" if title else ""
        shown_frames.append(f"[#align(center)[{told}{_frame(game, frame)}]]")
    columns = 1 if _is_strip(drawn[0]) else len(drawn)
    grid = f"grid(columns: (1fr,) * {columns}, column-gutter: 0.8em, row-gutter: 0.6em, {', '.join(shown_frames)})"
    wide = width or _usual_width(drawn)
    return f"#block(width: {wide}, {grid})"


def _is_strip(frame: Sequence[tuple[Part, str]]) -> bool:
    """Return whether a frame is so wide and low that the next one belongs below it."""
    shapes = [VIEW_BOX.search(svg) for part, svg in frame if part.where != "dice"]
    return any(shape and float(shape[1]) > 2.2 * float(shape[2]) for shape in shapes)


def _usual_width(drawn: Sequence[Sequence[tuple[Part, str]]]) -> str:
    """Return how much of a column a picture takes: a strip needs all of it, a square does not."""
    if len(drawn) > 1:
        return "100%"
    sheets = [part for part, _ in drawn[0] if part.where != "dice"]
    return "100%" if not sheets or sheets[0].size[0] > 1.6 * sheets[0].size[1] else "72%"


def _frame(game: Game, parts: Sequence[tuple[Part, str]]) -> str:
    """Return one frame: dice in a row, and the rest below each other."""
    dice = [(part, svg) for part, svg in parts if part.where == "dice"]
    rest = [(part, svg) for part, svg in parts if part.where != "dice"]
    total = sum(part.size[0] for part, _ in dice)
    bays = [
        f"[#image(bytes({_literal(game, svg)}), format: \"svg\", width: 100%)]" for _, svg in dice
    ]  # fmt: skip
    shown_dice = ""
    if dice:
        columns = ", ".join(f"{part.size[0] / total:.3f}fr" for part, _ in dice)
        felt = flattener(game, coloured=True).colour_of("--felt")
        tray = f"grid(columns: ({columns},), align: horizon, {', '.join(bays)})"
        shown_dice = (
            f'#block(fill: rgb("{felt}"), radius: 0.6em, inset: 0.4em, width: {min(100, total / 5):.0f}%, {tray})'
        )
    return shown_dice + "".join(
        f'#v(0.4em, weak: true)#image(bytes({_literal(game, svg)}), format: "svg", width: 100%)' for _, svg in rest
    )


def _literal(game: Game, svg: str) -> str:
    return literal(flattener(game, coloured=True).flat(svg))
