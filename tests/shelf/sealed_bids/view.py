"""How a sheet of Sealed Bids is drawn: six numbers to bid, and the prize."""

from collections.abc import Sequence

from rollwright.games.sealed_bids import rules, words
from rollwright.games.sealed_bids.moves import BID

from rollwright.core.contract import Record
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form, pack1
from rollwright.view import Part, Path, Pen, Spot, View, Way
from rollwright.view.marks import die, scribble, square, written
from rollwright.view.svg import text


def parts(s: Record, seat: int, pen: Pen) -> list[Part]:
    sheet = s.sheets[seat]
    groups = []
    for number in range(1, 7):
        x = 60 * number - 50
        used = "" if rules.is_free(sheet, number) else scribble((x + 25, 35), 20, number)
        chosen = written((x + 25, 80), "!", number) if sheet.bid == number else ""
        spot = Spot(f"bid-{number}", "box", Phrase("Bid {number}", number=number), (x + 25, 35))
        groups.append(pen.spot(spot, square(x, 10, 50), text(x + 25, 35, number, "points"), used, chosen))
    dice = pen.group("prize", die((40, 40), int(s.prize)), class_="prize")
    score = pen.group("halves", text(40, 20, rules.score(s, seat) if pen.totals else "?", "points"))
    return [
        Part("bids", Phrase("Bids"), (380, 100), dict(groups)),
        Part("score", Phrase("Half points"), (80, 40), dict([score]), "foot", short=Phrase("Half points")),
        Part("dice", Phrase("Prize"), (80, 80), dict([dice]), "dice"),
    ]


def thumbnail(s: Record, seat: int) -> tuple[tuple[int, int], str]:
    used = int(s.sheets[seat].used)
    return (70, 20), "".join(square(10 * n, 5, 8, "full" if used >> n & 1 else "empty") for n in range(1, 7))


def ways(s: Record, seat: int, moves: Sequence[int]) -> dict[int, Way]:
    found = {}
    for move in moves:
        if is_form(BID.layout, move):
            name = f"bid-{BID.values(move)['number']}"
            found[move] = Way([Path.of(name)], {"write": [(name, "!")]}, opens=True)
        else:
            found[move] = Way(button=Phrase("Ready"))
    return found


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    _, _, number = spot.partition("-")
    return words.why(s, seat, pack1(BID.layout, int(number))) if number else None


VIEW = View(
    parts=parts,
    ways=ways,
    why_not=why_not,
    thumbnail=thumbnail,
)
