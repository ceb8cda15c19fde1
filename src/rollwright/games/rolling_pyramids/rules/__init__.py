"""The rules of Rolling Pyramids.

A round: the dice are drafted and written, pairs buy upgrades, everybody secretly sends armies to the map, the orders
open and are fought out, the map scores, boards are cleaned. Alone, the Pharaoh's reinforcements march instead of
scoring. A phase that is played by all at once is over for a seat when it is `ready`, and for everybody when all are.
"""

from rollwright.core.contract import Ints, Record
from rollwright.core.moves import is_form, pack1, pack2, pack3, part
from rollwright.games.rolling_pyramids.rules.battle import fight_for, stay
from rollwright.games.rolling_pyramids.rules.board import erase, first_alike, is_crossed, muster, write
from rollwright.games.rolling_pyramids.rules.campaign import (
    garrison,
    income,
    is_won,
    keep,
    list_keeps,
    march,
    reinforce,
)
from rollwright.games.rolling_pyramids.rules.devices import can_place, list_places, place_device
from rollwright.games.rolling_pyramids.rules.draft import (
    can_develop,
    develop,
    lay_dice,
    list_draft,
    list_upgrades,
    sides_of,
    take_die,
)
from rollwright.games.rolling_pyramids.rules.orders import battlefield, list_orders, met
from rollwright.games.rolling_pyramids.rules.state import (
    CHOOSING,
    CROSS,
    CROSSING,
    DEPLOYMENT,
    DEVELOP,
    DEVELOPING,
    DICE,
    DICE_EACH,
    DISCARD,
    DONE,
    DRAFT,
    GROUP_COUNT,
    KEEP,
    MAX_DICE,
    MAX_MOVES,
    NOBODY,
    OVER,
    PLACING,
    READY,
    SEND,
    SPOILS,
    START_DIE,
    STATE,
    WRITE,
    ZONE,
    dice_to_take,
    goals_held,
    is_campaign,
    rounds_of,
    waiting,
)
from rollwright.games.rolling_pyramids.sheet import (
    CAMPAIGN_ROUNDS,
    FIRST_FOOT,
    FIRST_PAIR,
    FOOT_GROUPS,
    LAST_POINTS,
    NUMBERED,
    POINTS,
    ROUNDS,
    SPACES,
    TRIANGLE,
    TRIANGLES,
    ZONES,
)

__all__ = [
    "MAX_DICE",
    "MAX_MOVES",
    "STATE",
    "begin",
    "conceal",
    "dice",
    "legal",
    "play",
    "roll",
    "same",
    "score",
    "tiebreak",
    "waiting",
]


def begin(s: Record, seats: int, options: Ints) -> None:
    """Lay out an empty map and a board of its faction for each seat."""
    s.seat_count = seats
    s.map = options[0, 0]
    s.difficulty = options[2, 0]
    for space in range(SPACES):
        s.land.owner[space] = NOBODY
    for seat in range(seats):
        s.sheets[seat].faction = options[1, seat]
        s.sheets[seat].zone = NOBODY


def dice(s: Record, sides: Ints) -> int:
    """Ask for the die that draws the first player (RP-22) or the start zone (RP-50), or for a round's dice (RP-20)."""
    if s.phase == START_DIE:
        sides[0] = ZONES if is_campaign(s) else s.seat_count
        return 1
    if s.phase != DICE:
        return 0
    for die in range(s.seat_count * DICE_EACH):
        sides[die] = sides_of(die)
    if not is_campaign(s):
        return s.seat_count * DICE_EACH
    sides[DICE_EACH] = 4
    sides[DICE_EACH + 1] = 8
    return DICE_EACH + 2  # RP-52


def roll(s: Record, faces: Ints) -> None:
    """Take the dice that came up."""
    s.epoch += 1
    if s.phase == DICE:
        lay_dice(s, faces)
        s.turn = 0
        s.drawn = 0
        s.phase = DRAFT
    elif is_campaign(s):
        zone = NUMBERED + faces[0] - 1
        garrison(s, zone)
        s.sheets[0].zone = zone
        begin_round(s)
    else:
        s.first = faces[0] - 1
        s.phase = CHOOSING


def begin_round(s: Record) -> None:
    """Go on to the next round, whose dice are due."""
    s.round_no += 1
    s.roller = s.first
    s.phase = DICE


def legal(s: Record, seat: int, moves: Ints) -> int:
    """List what a seat may do, if it is waited for."""
    if waiting(s) >> seat & 1 == 0:
        return 0
    if s.phase == DRAFT:
        return list_draft(s, seat, moves)
    if s.phase == CHOOSING:
        count = 0
        for zone in range(NUMBERED, SPACES):
            if s.land.owner[zone] == NOBODY:
                moves[count] = pack1(ZONE, zone)
                count += 1
        return count
    moves[0] = READY if s.phase == DEPLOYMENT else DONE
    if s.phase == CROSSING:
        return list_triangles(s.sheets[seat], moves, 1)
    if s.phase == DEPLOYMENT:
        return list_orders(s, seat, moves, 1)
    if s.phase == DEVELOPING:
        return list_upgrades(s, seat, moves, 1)
    if s.phase == SPOILS:
        return list_keeps(s, moves, 1)
    return list_places(s, seat, moves, 1)


def list_triangles(sheet: Record, moves: Ints, count: int) -> int:
    """List the triangles of the footmen that are not crossed (RP-28)."""
    for group in range(FOOT_GROUPS):
        for number in range(1, TRIANGLES + 1):
            if not is_crossed(sheet, group, number):
                moves[count] = pack2(CROSS, group, number)
                count += 1
    return count


def play(s: Record, seat: int, move: int) -> None:
    """Make a move."""
    if s.phase == DRAFT:
        take_die(s, seat, move, is_form(DISCARD, move))
        if s.turn == dice_to_take(s):
            end_draft(s)
    elif s.phase == CHOOSING:
        choose_zone(s, seat, part(ZONE, move, 0))
    elif s.phase == SPOILS:
        play_spoils(s, move)
    else:
        play_together(s, seat, move)
        if waiting(s) == 0:
            close_phase(s)


def play_together(s: Record, seat: int, move: int) -> None:
    """Make a move in a phase that everybody plays at once."""
    sheet = s.sheets[seat]
    if move == DONE and s.phase == CROSSING:
        sheet.triangles = 0  # whoever has conquered may cross, and need not (RP-28)
    elif move == DONE:
        sheet.ready = 1
    elif move == READY:
        sheet.ready = 1
        sheet.told = 1
    elif s.phase == DEPLOYMENT:
        sheet.order[part(SEND, move, 0)] = part(SEND, move, 1) + 1
    elif s.phase == CROSSING:
        write(sheet, FIRST_FOOT + part(CROSS, move, 0), part(CROSS, move, 1), TRIANGLE)
        sheet.triangles -= 1
    elif s.phase == DEVELOPING:
        develop(s, seat, part(DEVELOP, move, 0))
    else:
        place_device(s, seat, move)


def close_phase(s: Record) -> None:
    """Go on when everybody is ready."""
    if s.phase == DEVELOPING:
        begin_deployment(s)
    elif s.phase == DEPLOYMENT:
        reveal(s)
    elif s.phase == CROSSING:
        end_crossing(s)
    else:
        end_round(s)


def choose_zone(s: Record, seat: int, zone: int) -> None:
    """Take a start zone; when all have one the first round begins (RP-41)."""
    s.sheets[seat].zone = zone
    s.land.owner[zone] = seat
    s.turn += 1
    if s.turn == s.seat_count:
        begin_round(s)


def end_draft(s: Record) -> None:
    """Clear the table of dice and open the phase of development, for those who have a pair to spend (RP-23)."""
    for die in range(len(s.dice)):
        s.dice[die] = 0
    s.phase = DEVELOPING
    for seat in range(s.seat_count):
        s.sheets[seat].ready = 0 if can_develop(s, seat) else 1
    if waiting(s) == 0:
        begin_deployment(s)


def begin_deployment(s: Record) -> None:
    """Count the groups that are ready. What was open before can no longer be taken back: secrets build on it."""
    s.epoch += 1
    s.phase = DEPLOYMENT
    for seat in range(s.seat_count):
        muster(s.sheets[seat])
        s.sheets[seat].ready = 0
        s.sheets[seat].told = 0


def reveal(s: Record) -> None:
    """Open all orders, fight for every space, and count what was conquered (RP-25 to RP-28)."""
    s.epoch += 1
    s.march = 0
    keep_land(s.land, s.before)
    fought_for = battlefield(s)
    sent_to = met(s)
    for space in range(SPACES):
        if (fought_for & sent_to) >> space & 1:
            fight_for(s, space)
        elif fought_for >> space & 1:
            stay(s, space)
    keep_land(s.land, s.after)
    for seat in range(s.seat_count):
        s.sheets[seat].told = 0
        s.sheets[seat].triangles = min(conquests(s, seat), triangles_left(s.sheets[seat]))
    if not is_campaign(s):
        score_land(s)
    won = is_campaign(s) and is_won(s)  # RP-51
    if won or s.round_no == rounds_of(s):  # RP-32, RP-56
        if is_campaign(s) and not won:
            march(s)  # that of the last round still counts (RP-56)
        end_game(s)
        return
    s.phase = CROSSING
    if waiting(s) == 0:
        end_crossing(s)


def keep_land(land: Record, kept: Record) -> None:
    """Remember who holds what."""
    for space in range(SPACES):
        kept.owner[space] = land.owner[space]
        kept.men[space] = land.men[space]
        kept.heroes[space] = land.heroes[space]


def conquests(s: Record, seat: int) -> int:
    """Return how many spaces a player holds that were not theirs before the deployment (RP-28)."""
    count = 0
    for space in range(SPACES):
        if s.land.owner[space] == seat and s.before.owner[space] != seat:
            count += 1
    return count


def triangles_left(sheet: Record) -> int:
    """Return how many triangles of the footmen are not crossed."""
    left = 0
    for group in range(FOOT_GROUPS):
        for number in range(1, TRIANGLES + 1):
            if not is_crossed(sheet, group, number):
                left += 1
    return left


def score_land(s: Record) -> None:
    """Let every white pyramid score for who controls it: its lower number in the last round (RP-30)."""
    for space in range(NUMBERED):
        owner = s.land.owner[space]
        if owner != NOBODY:
            number = LAST_POINTS[s.map, space] if s.round_no == ROUNDS else POINTS[s.map, space]
            s.sheets[owner].points += number


def end_crossing(s: Record) -> None:
    """Go on to the clean-up; in the campaign men come first, the Pharaoh's and the player's (RP-53, RP-55)."""
    if not is_campaign(s):
        clean_up(s)
        return
    march(s)
    s.last_kept = 0
    s.sheets[0].ready = 0 if has_income(s) else 1
    s.phase = SPOILS
    if waiting(s) == 0:
        clean_up(s)


def has_income(s: Record) -> bool:
    """Say whether the player of the campaign gets any men."""
    for space in range(NUMBERED):
        if income(s, space) > 0:
            return True
    return False


def play_spoils(s: Record, move: int) -> None:
    """Keep the men of a space, or be done: then all others reinforce (RP-55)."""
    if move != DONE:
        keep(s, part(KEEP, move, 0))
        return
    reinforce(s, NUMBERED)
    s.last_kept = 0
    clean_up(s)


def clean_up(s: Record) -> None:
    """Erase what was deployed, and let those who have a device place it (RP-31)."""
    s.phase = PLACING
    for seat in range(s.seat_count):
        erase(s.sheets[seat])
        s.sheets[seat].ready = 0 if can_place(s, seat) else 1
    if waiting(s) == 0:
        end_round(s)


def end_round(s: Record) -> None:
    """Pass the first die to the next player (RP-22)."""
    for seat in range(s.seat_count):
        s.sheets[seat].ready = 0
    s.first = (s.first + 1) % s.seat_count
    begin_round(s)


def end_game(s: Record) -> None:
    """Stop where the last fights, or the Pharaoh's last march, have ended."""
    for seat in range(s.seat_count):
        s.sheets[seat].ready = 0
        s.sheets[seat].triangles = 0
    s.phase = OVER


def score(s: Record, seat: int) -> int:
    """Count points, in halves (RP-30); in the campaign the goals that are held (RP-56)."""
    return 2 * (goals_held(s) if is_campaign(s) else int(s.sheets[seat].points))


def tiebreak(s: Record, seat: int) -> int:
    """Let a campaign that was won earlier count for more (RP-56); between players a tie is shared (RP-32)."""
    return CAMPAIGN_ROUNDS - s.round_no if is_campaign(s) and s.phase == OVER else 0


def same(s: Record, seat: int, move: int) -> int:
    """Return the move that writes into the first of several pairs that are alike, whichever is named (RP-16)."""
    if not is_form(WRITE, move) or part(WRITE, move, 1) < FIRST_PAIR:
        return move
    first = first_alike(s.sheets[seat], part(WRITE, move, 1) - FIRST_PAIR)
    return pack3(WRITE, part(WRITE, move, 0), FIRST_PAIR + first, part(WRITE, move, 2))


def conceal(s: Record, seat: int) -> None:
    """Hide the others' orders until all are ready (RP-24); that somebody is ready may be told."""
    if s.phase != DEPLOYMENT:
        return
    for other in range(s.seat_count):
        if other != seat:
            s.sheets[other].ready = 0
            for group in range(GROUP_COUNT):
                s.sheets[other].order[group] = 0
