"""What Rolling Pyramids says: what is asked, and what scores.

What a move would do is told in `proposals`, what happened in `story` and `fights`; refusals are in `why`.
"""

from collections.abc import Sequence

from rollwright.core.contract import Record
from rollwright.core.face import Progress, Question, Words
from rollwright.core.language import Phrase, plural, series
from rollwright.core.scoring import ScoreRow
from rollwright.games.rolling_pyramids import rules
from rollwright.games.rolling_pyramids.deeds import deed, ending, place, reason, start
from rollwright.games.rolling_pyramids.guide import guide
from rollwright.games.rolling_pyramids.names import label, side_name, upgrade_title
from rollwright.games.rolling_pyramids.proposals import describe, unsent
from rollwright.games.rolling_pyramids.rules.campaign import income, is_won
from rollwright.games.rolling_pyramids.rules.draft import colour_of, sides_of
from rollwright.games.rolling_pyramids.rules.state import (
    CHOOSING,
    CROSSING,
    DEPLOYMENT,
    DEVELOPING,
    DICE,
    DICE_EACH,
    DRAFT,
    OVER,
    PHARAOH,
    PLACING,
    SPOILS,
    START_DIE,
    chooser,
    dice_to_take,
    drafter,
    free_device,
    goals_held,
    is_campaign,
    rounds_of,
    waiting,
)
from rollwright.games.rolling_pyramids.sheet import (
    CAMPAIGN_ROUNDS,
    CENTRE,
    DEVICES,
    FIRST_DEVICE,
    GOALS,
    NUMBERED,
    SPACES,
)
from rollwright.games.rolling_pyramids.story import account, told_move, told_roll
from rollwright.games.rolling_pyramids.why import why


def ask(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Ask a seat what it has to decide now, or say whom it waits for."""
    if s.phase == OVER:
        return Question(Phrase("The game is over."))
    if s.phase == START_DIE:
        if is_campaign(s):
            return Question(Phrase("Where do you start?"), Phrase("A die picks your zone."))
        return Question(Phrase("Who goes first?"), Phrase("A die decides."))
    if s.phase == DICE:
        return _rolling(s, seat, names)
    if int(waiting(s)) >> seat & 1:
        return _asked(s, seat)
    if s.phase == CHOOSING:
        return Question(Phrase("{who} picks a start zone.", who=names[chooser(s)]))
    if s.phase == DRAFT:
        return Question(Phrase("{who} takes a die.", who=names[drafter(s)]))
    return _waits(s, seat, names)


def _rolling(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Ask for the dice of a round."""
    if is_campaign(s):
        return Question(Phrase("Roll the dice?"), Phrase("Yours and the Pharaoh's. You keep 4 of the 6."))
    if seat == s.roller:
        return Question(Phrase("Roll the dice?"), Phrase("Everybody's. Then each of you takes 4, in turn."))
    return Question(Phrase("{who} rolls next.", who=names[s.roller]), Phrase("Then each of you takes 4 dice, in turn."))


def _waits(s: Record, seat: int, names: Sequence[Phrase]) -> Question:
    """Say whom a seat waits for that is ready with a phase played at once."""
    busy = [
        names[other]
        for other in range(int(s.seat_count))
        if int(waiting(s)) >> other & 1 and not s.sheets[other].told and other != seat
    ]
    wait = Phrase("Waiting for {names}.", names=series(busy))
    return Question(Phrase("Your orders are given."), wait) if s.phase == DEPLOYMENT else Question(wait)


def _asked(s: Record, seat: int) -> Question:
    """Ask a seat that is waited for."""
    if s.phase == CHOOSING:
        return Question(Phrase("Where do you start?"), Phrase("Pick a free zone. All four are alike."))
    if s.phase == DRAFT:
        taken, each = int(s.turn) // int(s.seat_count), int(dice_to_take(s)) // int(s.seat_count)
        more = Phrase("Die {n} of {dice}. Your own can be 1 up or down.", n=taken + 1, dice=each)
        return Question(Phrase("Which die do you take?"), more)
    if s.phase == DEVELOPING:
        return Question(Phrase("Which upgrade do you buy?"), Phrase("A pair buys one. You can also keep the pair."))
    if s.phase == DEPLOYMENT:
        return _orders(s, len(unsent(s.sheets[seat])))
    return _after_the_fights(s, seat)


def _orders(s: Record, left: int) -> Question:
    """Ask for orders."""
    if not left:
        alone, all_ = Phrase("Then your orders are carried out."), Phrase("When all are, the orders are opened.")
        return Question(Phrase("Ready?"), alone if is_campaign(s) else all_)
    if is_campaign(s):
        more = plural("{n} group has no order yet.", "{n} groups have no order yet.", left)
    else:
        more = plural(
            "{n} group has no order yet. Nobody sees yours before all are ready.",
            "{n} groups have no order yet. Nobody sees yours before all are ready.",
            left,
        )
    return Question(Phrase("Who marches where?"), more)


def _after_the_fights(s: Record, seat: int) -> Question:
    """Ask what is done for spaces that were conquered or bring men, or with devices."""
    sheet = s.sheets[seat]
    if s.phase == CROSSING:
        more = plural(
            "For what you conquered you may cross {n}.",
            "For what you conquered you may cross {n}, one after the other.",
            int(sheet.triangles),
        )
        return Question(Phrase("Which triangle do you cross?"), more)
    if s.phase == SPOILS:
        men = sum(int(income(s, space)) for space in range(int(s.last_kept), NUMBERED))
        if not men:
            return Question(Phrase("Go on?"), Phrase("All your new men have their places."))
        return Question(
            plural("Keep {n} new man for your next orders?", "Keep some of {n} new men for your next orders?", men),
            Phrase("Pick their spaces. All others reinforce where they are."),
        )
    free = [upgrade_title(FIRST_DEVICE + device) for device in range(DEVICES) if free_device(sheet, device)]
    more = Phrase("{devices}: it stays there, and works from the next round on.", devices=series(free))
    return Question(Phrase("Place a device now?"), more)


def progress(s: Record) -> Progress:
    """Return the round, and in the campaign the goals that are held."""
    now, rounds = max(1, int(s.round_no)), int(rounds_of(s))
    if not is_campaign(s):
        return Progress(Phrase("Round {n} of {rounds}", n=now, rounds=rounds), now, rounds)
    values = {"n": now, "rounds": rounds, "held": int(goals_held(s)), "goals": len(GOALS)}
    return Progress(Phrase("Round {n} of {rounds}, {held} of {goals} goals", **values), now, rounds)


def explain(s: Record, seat: int) -> list[Phrase]:
    """Explain how the moves that are possible now are written, for somebody who asks."""
    told = {
        CHOOSING: [Phrase("zone LETTER: your start zone, such as zone c.")],
        DRAFT: [
            Phrase(
                "write VALUE SLOT from DIE: such as write 6 legion-2 from 1d8-5, where 1d8-5 is a d8 of player 1 that "
                "shows 5."
            ),
            Phrase("discard DIE: take a die and do not write it."),
            Phrase("Slots: hero, legion-1 to 3, colossus-1 to 3, bomb-1 to 3, footmen-1 and 2, pair-1 to 6."),
        ],
        DEVELOPING: [
            Phrase("develop UPGRADE: such as develop legion-line."),
            Phrase("done: keep the pair for a later round."),
        ],
        DEPLOYMENT: [
            Phrase("send GROUP SPACE: such as send footmen-1 9.")
            if is_campaign(s)
            else Phrase("send GROUP SPACE: such as send footmen-1 9. Nobody sees it until everyone is ready."),
            Phrase("ready: give the orders as they are; a group without one stays at home and is lost."),
        ],
        CROSSING: [
            Phrase("cross GROUP NUMBER: such as cross footmen-2 3."),
            Phrase("done: cross nothing more for this round's conquests."),
        ],
        SPOILS: [
            Phrase(
                "keep SPACE: the men of this space wait for the next orders. Go through the spaces in ascending order."
            ),
            Phrase("done: the men of all other spaces reinforce them."),
        ],
        PLACING: [
            Phrase("ram BORDER, spikes BORDER, umbrella SPACE: such as ram 4-12, or umbrella 9."),
            Phrase("done: keep what is left for a later round."),
        ],
    }.get(int(s.phase), [])
    return told if int(waiting(s)) >> seat & 1 else []


def dice_names(s: Record) -> list[Phrase]:
    """Name the dice that are due, in the order in which they are asked for: by whose they are, and their kind."""
    if s.phase == START_DIE:
        return [Phrase("start zone") if is_campaign(s) else Phrase("who begins")]
    if s.phase != DICE:
        return []
    dice = [(int(colour_of(die)), int(sides_of(die))) for die in range(s.seat_count * DICE_EACH)]
    if is_campaign(s):  # RP-52
        dice += [(PHARAOH, 4), (PHARAOH, 8)]
    return [Phrase("{owner}: d{sides}", owner=side_name(colour), sides=sides) for colour, sides in dice]


def score_rows(s: Record, seat: int) -> list[ScoreRow]:
    """Return a seat's score: the points of the rounds so far, or the goals of the campaign that are held."""
    if not is_campaign(s):
        return [ScoreRow(Phrase("Pyramids"), Phrase("points of all rounds"), int(rules.score(s, seat)))]
    found = [ScoreRow(Phrase("Goals"), Phrase("the Sacred Pyramid"), 2 * int(s.land.owner[CENTRE] == 0))]
    for zone in range(NUMBERED, SPACES):
        held = 2 * int(s.land.owner[zone] == 0)
        found.append(ScoreRow(Phrase("Goals"), Phrase("start zone {zone}", zone=label(zone)), held))
    return found


def lately(s: Record, seat: int) -> Phrase | None:
    """Say of a seat whose orders are given that they are: no more of them may be known."""
    return Phrase("has given orders") if s.phase == DEPLOYMENT and s.sheets[seat].told else None


def closing(s: Record) -> list[Phrase]:
    """Say what there is to say when the game is over."""
    if s.phase != OVER:
        return []
    if not is_campaign(s):
        totals = [int(rules.score(s, seat)) for seat in range(int(s.seat_count))]
        return [Phrase("The totals are equal: the win is shared.")] if totals.count(max(totals)) > 1 else []
    if is_won(s):
        return [Phrase("The land is free after {n} of {rounds} rounds.", n=int(s.round_no), rounds=CAMPAIGN_ROUNDS)]
    return [Phrase("The Pharaoh still reigns: you hold {n} of {goals} goals.", n=int(goals_held(s)), goals=len(GOALS))]


WORDS = Words(
    ask=ask,
    explain=explain,
    told_roll=told_roll,
    told_move=told_move,
    why=why,
    describe=describe,
    reason=reason,
    guide=guide,
    score_rows=score_rows,
    closing=closing,
    ending=ending,
    account=account,
    lately=lately,
    progress=progress,
    dice_names=dice_names,
    place=place,
    start=start,
    deed=deed,
)
