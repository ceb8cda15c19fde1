"""How a sheet of Sealed Bids is drawn: six numbers to bid, and the prize."""

from rollwright.games.sealed_bids import words
from rollwright.games.sealed_bids.moves import BID
from rollwright.games.sealed_bids.rules import is_free, score

from rollwright.core.contract import Ints, Record
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form, pack1, part
from rollwright.view import HIDDEN, Drawing, Groups, Heading, PartTemplate, Path, Pen, Spot, Template, View, Way, slots
from rollwright.view.marks import die, scribble, square, written
from rollwright.view.svg import text

NUMBERS = range(1, 7)
BIDS = BID.layout

NUMBER, HALVES, PRIZE, SLOTS = slots(6, 1, 1)
USED, CHOSEN = 1, 2
SHIFT = 100  # codes are not negative, but scores can be


def shows(s: Record, seat: int, codes: Ints) -> None:
    sheet = s.sheets[seat]
    for i in range(6):
        used = 0 if is_free(sheet, i + 1) else USED
        chosen = CHOSEN if sheet.bid == i + 1 else 0
        codes[NUMBER + i] = used + chosen
    codes[HALVES] = score(s, seat) + SHIFT
    codes[PRIZE] = s.prize


def make_template() -> Template:
    numbers = Groups(NUMBER, [f"bid-{number}" for number in NUMBERS], draw_number)
    halves = Groups(HALVES, ["halves"], draw_halves, tells_total=True)
    prize = Groups(PRIZE, ["prize"], draw_prize)
    title = Phrase("Half points")
    return Template([
        PartTemplate("bids", Heading(Phrase("Bids"), (380, 100)), [numbers]),
        PartTemplate("score", Heading(title, (80, 40), title), [halves], "foot"),
        PartTemplate("dice", Heading(Phrase("Prize"), (80, 80)), [prize], "dice"),
    ])  # fmt: skip


def draw_number(place: int, code: int, pen: Pen) -> tuple[str, str]:
    number = place + 1
    x = 60 * number - 50
    used = scribble((x + 25, 35), 20, number) if code & USED else ""
    chosen = written((x + 25, 80), "!", number) if code & CHOSEN else ""
    spot = Spot(f"bid-{number}", "box", Phrase("Bid {number}", number=number), (x + 25, 35))
    return pen.spot(spot, square(x, 10, 50), text(x + 25, 35, number, "points"), used, chosen)


def draw_halves(place: int, code: int, pen: Pen) -> tuple[str, str]:
    return pen.group("halves", text(40, 20, "?" if code == HIDDEN else code - SHIFT, "points"))


def draw_prize(place: int, code: int, pen: Pen) -> tuple[str, str]:
    return pen.group("prize", die((40, 40), code), class_="prize")


SMALL_SLOTS = 6


def shows_small(s: Record, seat: int, codes: Ints) -> None:
    for i in range(6):
        codes[i] = int(s.sheets[seat].used) >> i + 1 & 1


def draw_small(place: int, code: int, pen: Pen) -> tuple[str, str]:
    return pen.group(f"bid-{place + 1}", square(10 * (place + 1), 5, 8, "full" if code else "empty"))


SMALL = Template([
    PartTemplate("thumbnail", Heading(Phrase("Bids"), (70, 20)), [
        Groups(0, [f"bid-{number}" for number in NUMBERS], draw_small),
    ]),
])  # fmt: skip


def offers(s: Record, seat: int, moves: Ints, count: int, codes: Ints) -> None:
    for i in range(count):
        codes[i] = 0


def way(seat: int, move: int, code: int) -> Way:
    if is_form(BIDS, move):
        name = f"bid-{part(BIDS, move, 0)}"
        return Way([Path.of(name)], {"write": [(name, "!")]}, opens=True, words=words.proposal(move))
    return Way(button=Phrase("Ready"), words=words.proposal(move))


def why_not(s: Record, seat: int, spot: str) -> Phrase | None:
    _, _, number = spot.partition("-")
    return words.why(s, seat, pack1(BIDS, int(number))) if number else None


VIEW = View(
    sheet=Drawing(make_template(), shows, SLOTS),
    thumbnail=Drawing(SMALL, shows_small, SMALL_SLOTS),
    offers=offers,
    way=way,
    opening_forms=(BID,),
    why_not=why_not,
)
