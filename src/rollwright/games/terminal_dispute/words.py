"""What Terminal Dispute says: what is asked, what happened, and what scores. Refusals are in `why`."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Progress, Question, Words
from rollwright.core.language import Phrase, listed, plural, together
from rollwright.core.moves import is_form
from rollwright.core.scoring import ScoreRow
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.guide import guide
from rollwright.games.terminal_dispute.moves import ALLOCATE, CROSS, LINE, PASS, UNUSED_NAV, UNUSED_PHONE, WRITE
from rollwright.games.terminal_dispute.reason import reason
from rollwright.games.terminal_dispute.sheet import CHARGER, DOTTED, MATRIX, RATINGS, RAYS, ROUNDS
from rollwright.games.terminal_dispute.why import why

LENGTHS = (Phrase("one"), Phrase("two"), Phrase("three"), Phrase("four"), Phrase("five"), Phrase("six"))
"""The lengths of a line in words, so that they are not taken for labels."""


def ask(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Say what a seat is asked to do now."""
    if s.phase == rules.OVER:
        return Question(Phrase("The game is over."))
    if s.phase == rules.START_DIE:
        return Question(Phrase("Who goes first?"), Phrase("Roll a die to find out."))
    if s.phase == rules.DICE:
        return Question(Phrase("Ready to roll?"), _who_shares_out(s, seat, names))
    if s.phase == rules.ALLOCATION:
        shares = Phrase("Two to steer, two to charge, one to spare.")
        if seat != s.roller:
            return Question(Phrase("{who} shares out the dice.", who=names[s.roller]), shares)
        return Question(Phrase("Who gets which die?"), shares)
    sheet = s.sheets[seat]
    if not rules.has_dice(sheet):
        return Question(Phrase("Done for this round."), Phrase("The others are still writing."))
    asked, limits = _ask_navigation(sheet) if sheet.nav[0] else _ask_phone(sheet)
    if sheet.nav[0] and sheet.phone[0]:
        limits.append(_may_pass(sheet) or Phrase("Your line may come first."))
    if _can_swap(s, sheet):
        limits.append(Phrase("Or swap in the {unused}.", unused=s.unused))
    return Question(asked, together(limits))


def _who_shares_out(s: Record, seat: int, names: Sequence[Phrase]) -> Phrase:
    if rules.allocates_at_random(s):
        return Phrase("This round, chance shares out the dice.")
    if seat == s.roller:
        return Phrase("Five dice for everyone, and you share them out.")
    return Phrase("Five dice for everyone. {who} shares them out.", who=names[s.roller])


def _ask_navigation(sheet: Record) -> tuple[Phrase, list[Phrase]]:
    """Ask where numbers go; say what limits it."""
    high, low = int(sheet.nav[0]), int(sheet.nav[1])
    if low > 0:
        return Phrase("Where do {low} and {high} go?", low=low, high=high), [Phrase("Not in one row or column.")]
    if rules.must_cross(sheet):
        asked = Phrase("No room for the {value}. Which box do you cross out?", value=high)
        return asked, [Phrase("Any empty one.")]
    box = MATRIX.names[sheet.written]
    return where_to(high), [Phrase("Not in the row or column of {box}.", box=box)]


def where_to(value: int) -> Phrase:
    """Ask where a number is written."""
    return Phrase("Where does the {value} go?", value=value)


def _ask_phone(sheet: Record) -> tuple[Phrase, list[Phrase]]:
    """Ask where a line goes; say where it may start and how long it is."""
    low, high = sorted(map(int, sheet.phone))
    ways = [(label, length) for label, length in ((low, high), (high, low)) if label not in _closed_labels(sheet)]
    if not ways:
        return Phrase("Nowhere to start a line. Pass?"), [
            Phrase("All is shaded at {closed}.", closed=listed(_closed_labels(sheet)))
        ]
    label, length = ways[0]
    limits = [Phrase("From {label}, {length} long.", label=label, length=LENGTHS[length - 1])]
    if low != high and len(ways) > 1:
        limits.append(Phrase("Or from {label}, {length} long.", label=high, length=LENGTHS[low - 1]))
    may_pass = _may_pass(sheet)
    return Phrase("Where does your line go?"), [*limits, may_pass] if may_pass else limits


def _closed_labels(sheet: Record) -> list[int]:
    """Return the labels on the phone dice from which no line can start (TD-25)."""
    labels = sorted({int(die) for die in sheet.phone})
    return [label for label in labels if not rules.open_starts(int(sheet.shaded), label)]


def _may_pass(sheet: Record) -> Phrase | None:
    closed = _closed_labels(sheet)
    return Phrase("All is shaded at {closed}, so you may pass.", closed=listed(closed)) if closed else None


def progress(s: Record) -> Progress:
    """Say which round it is (TD-05)."""
    now = max(1, int(s.round_no))
    return Progress(Phrase("Round {n} of {rounds}", n=now, rounds=ROUNDS), now, ROUNDS)


def _can_swap(s: Record, sheet: Record) -> bool:
    dice = [int(die) for die in (*sheet.nav, *sheet.phone)]
    return rules.abilities(sheet) > 0 and any(rules.is_worth_swapping(s, die) for die in dice)


def explain(s: Record, seat: int) -> list[Phrase]:
    """Explain how the moves that are possible now are written, for somebody who asks."""
    if s.phase == rules.ALLOCATION:
        return [
            Phrase("allocate nav A B phone C D: dice A and B go to navigation, C and D to the phone, for everybody."),
        ]
    if s.phase != rules.WRITING:
        return []
    sheet = s.sheets[seat]
    told = []
    if sheet.nav[0] > 0:
        told.append(
            Phrase("cross BOX: no box can take the number, so you lose one.")
            if rules.must_cross(sheet)
            else Phrase("write VALUE BOX: a navigation die into an empty box, a letter and a digit such as b3.")
        )
    if sheet.phone[0] > 0:
        told.append(
            Phrase(
                "line LABEL from HEX DIRECTION: shade from a hex next to the label, in direction e, se, sw, w, nw or "
                "ne, as far as the other phone die says; the edge and shaded hexes stop the line."
            )
        )
        if any(not rules.open_starts(int(sheet.shaded), int(die)) for die in sheet.phone):
            told.append(
                Phrase(
                    "pass: a label on your dice has no unshaded hex next to it, so you do not have to shade anything."
                )
            )
    if _can_swap(s, sheet):
        told.append(Phrase("unused for nav VALUE, unused for phone VALUE: the unused die replaces that die."))
    told.append(
        Phrase(
            "In the matrix, a dash is a box barred this round. On the charger, a letter is an unshaded hex; a capital "
            "letter, one that brings a swap. # is shaded; @ is shaded and has brought a swap. Unused die: o is a swap "
            "you can use, x a used one."
        )
    )
    return told


def describe(s: Record, seat: int, move: int) -> Phrase:
    """Say what a move would do, as one proposes it."""
    is_line = is_form(LINE.layout, move)
    length = int(rules.named_line(s.sheets[seat], move)).bit_count() if is_line else 0
    return proposal(move, length=length, unused=int(s.unused))


def proposal(move: int, *, length: int = 0, unused: int = 0) -> Phrase:
    """Say what a move would do: a line of this length, or with an unused die of this value."""
    if is_form(ALLOCATE.layout, move):
        return Phrase("{a} and {b} steer, {c} and {d} charge", **ALLOCATE.values(move))
    if is_form(WRITE.layout, move):
        said = WRITE.values(move)
        return Phrase("Write {value} into {box}", value=said["value"], box=MATRIX.names[said["box"]])
    if is_form(CROSS.layout, move):
        return Phrase("Cross out {box}", box=MATRIX.names[CROSS.values(move)["box"]])
    if is_form(LINE.layout, move):
        said = LINE.values(move)
        start, end = (CHARGER.names[RAYS[said["hex"], said["direction"], at]] for at in (0, length - 1))
        line = start if length == 1 else f"{start}-{end}"
        return plural("Shade {n} hex: {line}", "Shade these {n}: {line}", length, line=line)
    if is_form(PASS.layout, move):
        return Phrase("Pass")
    if is_form(UNUSED_NAV.layout, move):
        return Phrase("Steer with the {unused}, not the {value}", unused=unused, **UNUSED_NAV.values(move))
    return Phrase("Charge with the {unused}, not the {value}", unused=unused, **UNUSED_PHONE.values(move))


def told_roll(before: Record, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what the dice did."""
    if before.phase == rules.START_DIE:
        return Phrase("{who} starts.", who=names[after.roller])
    dice = listed(int(die) for die in after.rolled)
    if after.phase == rules.ALLOCATION:
        return Phrase("Round {round}: {dice}.", round=after.round_no, dice=dice)
    return Phrase(
        "Round {round}, by chance: {nav} steer, {phone} charge.",
        round=after.round_no,
        nav=listed(after.nav_spots),
        phone=listed(after.phone_spots),
    )


def told_move(before: Record, seat: int, move: int, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what a move did."""
    who = names[seat]
    sheet = before.sheets[seat]
    if is_form(ALLOCATE.layout, move):
        return Phrase("{who}: {a} and {b} steer, {c} and {d} charge.", who=who, **ALLOCATE.values(move))
    if is_form(WRITE.layout, move):
        said = WRITE.values(move)
        return Phrase("{who} writes {value} into {box}.", who=who, value=said["value"], box=MATRIX.names[said["box"]])
    if is_form(CROSS.layout, move):
        return Phrase("{who} crosses out {box}.", who=who, box=MATRIX.names[CROSS.values(move)["box"]])
    if is_form(LINE.layout, move):
        return _told_line(sheet, move, who)
    if is_form(PASS.layout, move):
        return Phrase("{who} passes: no line this round.", who=who)
    values: dict[str, object] = {"who": who, "unused": before.unused}
    if is_form(UNUSED_NAV.layout, move):
        values |= UNUSED_NAV.values(move)
        return Phrase("{who} navigates with the unused {unused} instead of {value}.", **values)
    values |= UNUSED_PHONE.values(move)
    return Phrase("{who} charges with the unused {unused} instead of {value}.", **values)


def _told_line(sheet: Record, move: int, who: Phrase) -> Phrase:
    said = LINE.values(move)
    hexes = int(rules.named_line(sheet, move))
    told = Phrase("{who} shades {n} from {label}.", who=who, n=hexes.bit_count(), label=said["label"])
    won = sum(hexes >> dotted & 1 for dotted in DOTTED)
    return together([told, plural("{n} swap won.", "{n} swaps won.", won)]) if won else told


def score_rows(s: Record, seat: int) -> list[ScoreRow]:
    """Return a seat's score line by line: rows and columns of the matrix, then the charger."""
    sheet = s.sheets[seat]
    matrix, charger = Phrase("Navigation Matrix"), Phrase("Phone Charger")
    rows = [
        ScoreRow(matrix, Phrase("Row {name}", name=row + 1), 2 * int(rules.row_points(sheet, row)))
        for row in range(MATRIX.rows)
    ]
    columns = [
        ScoreRow(
            matrix,
            Phrase("Column {name}", name=MATRIX.names[column][0]),
            2 * int(rules.column_points(sheet, column)),
        )
        for column in range(MATRIX.columns)
    ]
    return [*rows, *columns, ScoreRow(charger, Phrase("Shaded hexes"), 2 * int(rules.charger_points(sheet)))]


def ratings() -> list[tuple[int, Phrase]]:
    """Return the ratings of a solo game: the least points for each and its title, best first (TD-51)."""
    return [(least, title) for least, (title, _) in zip(RATINGS, _RATINGS, strict=True)]


def closing(s: Record) -> list[Phrase]:
    """Say what there is to say when the game is over: alone, how well it went (TD-51)."""
    if s.seat_count > 1:
        return []
    total = rules.score(s, 0) // 2
    place = next(i for i, least in enumerate(RATINGS) if total >= least)
    return list(_RATINGS[place])


_RATINGS = (
    (
        Phrase("First class, one passenger"),
        Phrase(
            "The course is perfect, the phone purrs, and the pod has found a station that plays only your songs. "
            "When the rescue ship hails you, you ask it to come back on Tuesday."
        ),
    ),
    (
        Phrase("A very decent cabin"),
        Phrase(
            "You drift the right way with three bars of battery and a seat that almost reclines. "
            "You have already rated the evacuation four stars."
        ),
    ),
    (
        Phrase("Economy, window seat"),
        Phrase(
            "The view is grand, the charger hums, and only one warning light still blinks. "
            "You have put a sticker over it."
        ),
    ),
    (
        Phrase("Hand luggage only"),
        Phrase("You know roughly where you are, and your phone lasts until lunch. Nobody has told you when lunch is."),
    ),
    (
        Phrase("Flight mode for ever"),
        Phrase(
            "The pod is flying, in the sense that it does not stand still. "
            "You have finished the one game on your phone that needs no network. Twice."
        ),
    ),
    (
        Phrase("Lost property"),
        Phrase(
            "The pod has filed you under miscellaneous cargo. "
            "Behind the panel something drips, in Morse: it wants out too."
        ),
    ),
)


WORDS = Words(
    ask=ask,
    explain=explain,
    told_roll=told_roll,
    told_move=told_move,
    why=why,
    describe=describe,
    reason=reason,
    guide=guide,
    progress=progress,
    score_rows=score_rows,
    closing=closing,
    ratings=ratings,
)
