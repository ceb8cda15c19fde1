"""Measures what games of the normal bot come to at every kind of table, for the end of a game."""

from collections.abc import Callable, Sequence

from rollwright.bots.levels import NORMAL, budgets
from rollwright.bots.worth import PLAYER, Measured, Worth, fingerprint, kinds
from rollwright.core.game import Game
from rollwright.lab.matches import SEED_STRIDE, Match, Seating, endings_of, play_match, play_matches
from rollwright.lab.report.sampled_settings import in_turn
from rollwright.lab.workers.pool import Workers

RESULTS = 400
"""Results for each kind of table: a game with four seats gives four. Enough to tell one tenth from the next but one."""

STEPS = 100
"""The most numbers kept of all results."""

SHOWN = 3
"""The number of first games whose points are kept as they are."""

HEAD = """\
# What games of the normal bot came to, in half points, by seats and options. `{command}` writes it.
# `first` are the points of all seats in the first games, by which a test sees that the rules have not changed since;
# `spread` goes in equal steps through the points of all games and seats.
"""


def seatings(game: Game, seats: int, options: dict[str, str], games: int, seed: int) -> list[Seating]:
    """Return the games to play at one kind of table: the bot on every seat, and the seats' own choices in turn."""
    settings = in_turn(game.options, seats)
    return [
        Seating([PLAYER] * seats, seed * SEED_STRIDE + number, {**settings[number % len(settings)], **options})
        for number in range(games)
    ]


def measure_worth(
    workers: Workers,
    game: Game,
    seed: int,
    results: int = RESULTS,
    progress: Callable[[str], None] = lambda text: None,
) -> Measured:
    """Play the games of every kind of table."""
    tables = []
    workers.prepare(game.name).result()
    for seats, options in kinds(game):
        progress(f"{game.title}: {seats} {' '.join(options.values())}")
        played = play_matches(workers, game, seatings(game, seats, options, -(-results // seats), seed))
        tables.append(_worth(seats, options, played))
    return Measured(seed, budgets(game)[NORMAL.name].playouts, fingerprint(game), tuple(tables))


def _worth(seats: int, options: dict[str, str], played: Sequence[Match]) -> Worth:
    halves = sorted(each for match in played for each in match.halves)
    steps = min(STEPS, len(halves))
    spread = tuple(halves[(2 * step + 1) * len(halves) // (2 * steps)] for step in range(steps))
    first = tuple(tuple(match.halves) for match in played[:SHOWN])
    return Worth(seats, options, len(played), first, spread, endings_of(played))


def worth_text(game: Game, measured: Measured, results: int = RESULTS) -> str:
    """Return what was measured, as the text of the file in the game's folder."""
    command = f"rollwright worth {game.name}" + (f" --results {results}" if results != RESULTS else "")
    lines = [
        HEAD.format(command=command),
        f"seed = {measured.seed}",
        f"playouts = {measured.playouts}",
        f'rules = "{measured.rules}"',
    ]
    for each in measured.tables:
        lines += [
            "",
            "[[table]]",
            f"seats = {each.seats}",
            f"options = {_inline(each.options)}",
            f"games = {each.games}",
            f"first = {[list(halves) for halves in each.first]}",
            f"spread = {list(each.spread)}",
        ]
        if each.endings:
            lines.append(f"endings = {_inline(each.endings)}")
    return "\n".join(lines) + "\n"


def _inline(values: object) -> str:
    assert hasattr(values, "items")
    pairs = [
        f'"{name}" = ' + (f'"{value}"' if isinstance(value, str) else f"{value}") for name, value in values.items()
    ]
    return "{ " + ", ".join(pairs) + " }" if pairs else "{}"


def first_results(game: Game, worth: Worth, seed: int, games: int = 1) -> list[tuple[int, ...]]:
    """Play the first games of a kind of table anew, and return the half points of all seats."""
    again = seatings(game, worth.seats, dict(worth.options), games, seed)
    return [tuple(play_match(game, each.players, each.seed, each.setting).halves) for each in again]
