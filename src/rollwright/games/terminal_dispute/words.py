"""What Terminal Dispute says: what is asked, what happened, and what scores. Refusals are in `why`."""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Question, Words
from rollwright.core.language import Phrase, listed, plural, together
from rollwright.core.moves import is_form
from rollwright.core.scoring import ScoreRow
from rollwright.games.terminal_dispute import rules
from rollwright.games.terminal_dispute.guide import guide
from rollwright.games.terminal_dispute.moves import ALLOCATE, CROSS, LINE, PASS, UNUSED_NAV, UNUSED_PHONE, WRITE
from rollwright.games.terminal_dispute.sheet import CHARGER, DOTTED, MATRIX, RATINGS, RAYS, ROUNDS
from rollwright.games.terminal_dispute.why import why


def ask(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Say what a seat is asked to do now."""
    return Question(_ask(s, seat, names))


def _ask(s: Record, seat: int, names: Sequence[Phrase]) -> Phrase:
    """Say in a sentence or two what a seat is asked to do now."""
    if s.phase == rules.OVER:
        return Phrase("The game is over.")
    if s.phase == rules.START_DIE:
        return Phrase("Roll a die to pick the start player.")
    if s.phase == rules.DICE:
        return Phrase("Round {n} of {rounds}: roll the dice.", n=s.round_no, rounds=ROUNDS)
    if s.phase == rules.ALLOCATION:
        if seat != s.roller:
            return Phrase("{who} allocates the dice.", who=names[s.roller])
        dice = listed(int(die) for die in s.rolled)
        return Phrase("Allocate {dice}: two dice for navigation, two for the phone; one stays unused.", dice=dice)
    sheet = s.sheets[seat]
    if not rules.has_dice(sheet):
        return Phrase("You are done for this round; others are still writing.")
    asked = [_ask_navigation(sheet), _ask_phone(sheet), _offer_ability(s, sheet)]
    return together(phrase for phrase in asked if phrase)


def _ask_navigation(sheet: Record) -> Phrase | None:
    high, low = int(sheet.nav[0]), int(sheet.nav[1])
    if high == 0:
        return None
    if low > 0:
        return Phrase(
            "Write {low} and {high} into the matrix: they must not share a row or column.", low=low, high=high
        )
    if rules.must_cross(sheet):
        return Phrase("The {value} fits nowhere: cross out any empty box.", value=high)
    if sheet.written == rules.NOWHERE:
        return Phrase("Write {value} into the matrix.", value=high)
    box = MATRIX.names[sheet.written]
    return Phrase("Write {value} into the matrix, outside the row and column of {box}.", value=high, box=box)


def _ask_phone(sheet: Record) -> Phrase | None:
    high, low = int(sheet.phone[0]), int(sheet.phone[1])
    if high == 0:
        return None
    ways = sorted({(low, high), (high, low)})
    open_ways = [(label, length) for label, length in ways if rules.open_starts(int(sheet.shaded), label)]
    closed = listed(label for label, length in ways if (label, length) not in open_ways)
    if len(open_ways) == 2:
        return Phrase(
            "Shade a line on the charger: from label {low}, length {high}, or from label {high}, length {low}.",
            low=low,
            high=high,
        )
    if not open_ways:
        return Phrase("No unshaded hex touches label {closed}: nothing can be shaded, so pass.", closed=closed)
    ((label, length),) = open_ways
    asked = Phrase("Shade a line on the charger: from label {label}, length {length}.", label=label, length=length)
    if not closed:
        return asked
    return together([asked, Phrase("Label {closed} has no unshaded hex, so you can also pass.", closed=closed)])


def _offer_ability(s: Record, sheet: Record) -> Phrase | None:
    if not _can_swap(s, sheet):
        return None
    return plural(
        "You can use the unused {unused} in place of a die ({n} ability).",
        "You can use the unused {unused} in place of a die ({n} abilities).",
        rules.abilities(sheet),
        unused=s.unused,
    )


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
            "letter, one that unlocks an ability. # is shaded; @ is shaded and has unlocked an ability. Unused die: o "
            "is an ability you can use, x a used one."
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
        return Phrase("Put {a} and {b} on navigation, {c} and {d} on the phone", **ALLOCATE.values(move))
    if is_form(WRITE.layout, move):
        said = WRITE.values(move)
        return Phrase("Write {value} into {box}", value=said["value"], box=MATRIX.names[said["box"]])
    if is_form(CROSS.layout, move):
        return Phrase("Cross out {box}", box=MATRIX.names[CROSS.values(move)["box"]])
    if is_form(LINE.layout, move):
        said = LINE.values(move)
        start, end = (CHARGER.names[RAYS[said["hex"], said["direction"], at]] for at in (0, length - 1))
        return plural(
            "Shade {n} hex from label {label}: {line}",
            "Shade {n} hexes from label {label}: {line}",
            length,
            label=said["label"],
            line=start if length == 1 else f"{start}-{end}",
        )
    if is_form(PASS.layout, move):
        return Phrase("Pass, shading nothing")
    if is_form(UNUSED_NAV.layout, move):
        return Phrase("Navigate with the unused {unused} instead of {value}", unused=unused, **UNUSED_NAV.values(move))
    return Phrase("Charge with the unused {unused} instead of {value}", unused=unused, **UNUSED_PHONE.values(move))


def told_roll(before: Record, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what the dice did."""
    if before.phase == rules.START_DIE:
        return Phrase("{who} starts.", who=names[after.roller])
    dice = listed(int(die) for die in after.rolled)
    if after.phase == rules.ALLOCATION:
        return Phrase("Round {round}: the dice show {dice}.", round=after.round_no, dice=dice)
    return Phrase(
        "Round {round}: the dice show {dice}; chance puts {nav} on navigation, {phone} on the phone; "
        "{unused} stays unused.",
        round=after.round_no,
        dice=dice,
        nav=listed(after.nav_spots),
        phone=listed(after.phone_spots),
        unused=after.unused,
    )


def told_move(before: Record, seat: int, move: int, after: Record, names: Sequence[Phrase]) -> Phrase:
    """Say what a move did."""
    who = names[seat]
    sheet = before.sheets[seat]
    if is_form(ALLOCATE.layout, move):
        return Phrase(
            "{who} puts {a} and {b} on navigation, {c} and {d} on the phone; {unused} stays unused.",
            who=who,
            unused=after.unused,
            **ALLOCATE.values(move),
        )
    if is_form(WRITE.layout, move):
        said = WRITE.values(move)
        return Phrase("{who} writes {value} into {box}.", who=who, value=said["value"], box=MATRIX.names[said["box"]])
    if is_form(CROSS.layout, move):
        return Phrase("{who} crosses out {box}.", who=who, box=MATRIX.names[CROSS.values(move)["box"]])
    if is_form(LINE.layout, move):
        return _told_line(sheet, move, who)
    if is_form(PASS.layout, move):
        return Phrase("{who} chooses a label with no unshaded hex and shades nothing.", who=who)
    values: dict[str, object] = {"who": who, "unused": before.unused}
    if is_form(UNUSED_NAV.layout, move):
        values |= UNUSED_NAV.values(move)
        return Phrase("{who} navigates with the unused {unused} instead of {value}.", **values)
    values |= UNUSED_PHONE.values(move)
    return Phrase("{who} charges with the unused {unused} instead of {value}.", **values)


def _told_line(sheet: Record, move: int, who: Phrase) -> Phrase:
    said = LINE.values(move)
    hexes = int(rules.named_line(sheet, move))
    told = plural(
        "{who} shades {n} hex from label {label}, at {start}.",
        "{who} shades {n} hexes from label {label}, starting at {start}.",
        hexes.bit_count(),
        who=who,
        label=said["label"],
        start=CHARGER.names[said["hex"]],
    )
    unlocked = sum(hexes >> dotted & 1 for dotted in DOTTED)
    if not unlocked:
        return told
    return together([told, plural("That unlocks {n} ability.", "That unlocks {n} abilities.", unlocked)])


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
    guide=guide,
    score_rows=score_rows,
    closing=closing,
    ratings=ratings,
)
