"""What Sealed Bids says."""

from collections.abc import Sequence

from rollwright.games.sealed_bids import rules
from rollwright.games.sealed_bids.moves import BID

from rollwright.core.contract import Record
from rollwright.core.face import Question, Words
from rollwright.core.language import Phrase
from rollwright.core.moves import is_form
from rollwright.core.scoring import ScoreRow


def ask(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    if s.prize == 0:
        return Question(Phrase("Roll for the next prize, if there is one."))
    if s.sheets[seat].ready:
        return Question(Phrase("Wait for the others."))
    return Question(Phrase("Say ready.") if s.sheets[seat].bid else Phrase("Bid for {prize}.", prize=s.prize))


def explain(s: Record, seat: int) -> list[Phrase]:
    return [Phrase("bid NUMBER, then ready: each number once a game.")]


def describe(s: Record, seat: int, move: int) -> Phrase:
    return proposal(move)


def proposal(move: int) -> Phrase:
    return Phrase("Bid {number}", **BID.values(move)) if is_form(BID.layout, move) else Phrase("Ready")


def guide(s: Record, seat: int) -> tuple[str, Phrase] | None:
    return ("bids", Phrase("Each number can be bid once.")) if s.prize else None


def why(s: Record, seat: int, move: int) -> Phrase | None:
    sheet = s.sheets[seat]
    if s.prize == 0:
        return Phrase("There is no prize to bid for.")
    if sheet.ready:
        return Phrase("You are ready: wait for the others.")
    if not is_form(BID.layout, move):
        return None if sheet.bid else Phrase("Bid before you are ready.")
    if sheet.bid:
        return Phrase("You have bid already: say ready.")
    number = BID.values(move)["number"]
    return None if rules.is_free(sheet, number) else Phrase("You have bid {number} before.", number=number)


def told_roll(before: Record, after: Record, names: Sequence[Phrase]) -> Phrase:
    return Phrase("The prize is {prize}.", prize=after.prize)


def told_move(before: Record, seat: int, move: int, after: Record, names: Sequence[Phrase]) -> Phrase:
    who = names[seat]
    if is_form(BID.layout, move):
        return Phrase("{who} bids {number}.", who=who, **BID.values(move))
    return Phrase("{who} is ready.", who=who)


def score_rows(s: Record, seat: int) -> list[ScoreRow]:
    return [ScoreRow(Phrase("Prizes"), Phrase("Prizes less bids"), rules.score(s, seat))]


def closing(s: Record) -> list[Phrase]:
    return []


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
)
