"""The others at a glance: what stands on their boards, which are open to everybody; and the map very small."""

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, player
from rollwright.games.rolling_pyramids.names import faction_title, group_title, part_title, upgrade_title
from rollwright.games.rolling_pyramids.rules.board import strength
from rollwright.games.rolling_pyramids.sheet import (
    BOMB,
    COLOSSUS,
    FIRST_SLOT,
    FOOT_ONE,
    FOOT_TWO,
    HERO,
    LEGION,
    PLACES,
    SPACES,
    UPGRADES,
)
from rollwright.games.rolling_pyramids.view.shapes import insignia, side_class, start_text, wrapped
from rollwright.view import Part, Pen, cached_drawing
from rollwright.view.marks import hexagon
from rollwright.view.svg import tag, text

WIDTH, TALL = 510, 124


def rivals(s: Record, seat: int, pen: Pen) -> list[Part]:
    """Draw the boards of the others in a few lines each."""
    others = [(seat + step) % int(s.seat_count) for step in range(1, int(s.seat_count))]
    if not others:
        return []
    groups = [_rival(s.sheets[other], other, i * TALL, pen) for i, other in enumerate(others)]
    title = Phrase("Boards of the others")
    size = (WIDTH, TALL * len(others))
    return [Part("rivals", title, size, dict(groups), short=Phrase("Others"), pictured=False)]


@cached_drawing
def _rival(sheet: Record, other: int, y: float, pen: Pen) -> tuple[str, str]:
    drawn = [
        tag("rect", x=4, y=y + 4, width=WIDTH - 8, height=TALL - 8, rx=9, class_="strip tinted"),
        insignia(other, (22, y + 24), 10),
        start_text(40, y + 25, f"{pen.say(player(other))} · {pen.say(faction_title(sheet))}", "row-name"),
    ]
    x = 14.0
    for part, sign in ((HERO, ""), (LEGION, " < "), (COLOSSUS, " - "), (BOMB, " > ")):
        first, slots = FIRST_SLOT[part], 1 if part == HERO else 3
        numbers = sign.join(str(int(sheet.written[first + n]) or "·") for n in range(slots))
        drawn.append(start_text(x, y + 50, pen.say(part_title(part)), "needs"))
        drawn.append(start_text(x, y + 68, numbers, "rival-numbers"))
        x += 60 if part == HERO else 96
    for group in (FOOT_ONE, FOOT_TWO):
        drawn.append(start_text(x, y + 50 + 18 * (group - FOOT_ONE), pen.say(group_title(group)), "needs"))
        drawn.append(text(WIDTH - 24, y + 50 + 18 * (group - FOOT_ONE), int(strength(sheet, group)), "rival-numbers"))
    bought = [pen.say(upgrade_title(n)) for n in range(len(UPGRADES)) if sheet.upgrades[n]]
    pairs = sum(1 for low, high in zip(sheet.low, sheet.high, strict=True) if low and high) - int(sheet.spent.sum())
    if pairs:
        bought.append(pen.say(Phrase("pairs to spend: {n}", n=pairs)))
    for line, words in enumerate(wrapped(", ".join(bought) or pen.say(Phrase("no upgrades yet")), 64)):
        drawn.append(start_text(14, y + 90 + 16 * line, words, "needs"))
    return pen.group(f"rival-{other + 1}", *drawn, class_=side_class(other, pen))


def thumbnail(s: Record, seat: int) -> tuple[tuple[int, int], str]:
    """Draw the map very small: what a seat controls is full."""
    return _thumbnail(tuple((s.land.owner == seat).tolist()), seat)


@cached_drawing
def _thumbnail(held: tuple[bool, ...], seat: int) -> tuple[tuple[int, int], str]:
    drawn = []
    for space in range(SPACES):
        x, y = PLACES[space]
        kind = "mini held" if held[space] else "mini"
        drawn.append(hexagon((50 + 18 * x, 44 + 15.6 * y), 9.6, kind))
    return (100, 88), tag("g", *drawn, class_=f"side-{seat}")
