"""The report on the bots as a page: solo scores, endings, duels and balance."""

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from rollwright.bots.guided_playouts import TO_THE_END
from rollwright.bots.levels import budgets
from rollwright.bots.search import Budget
from rollwright.core.game import Game, playable_games
from rollwright.lab.matches import BY_THE_GUIDE
from rollwright.lab.report.balance_page import balance_page
from rollwright.lab.report.endings import Endings
from rollwright.lab.report.gate_page import distrust_sentences, fail_sentence, gate_page, side_names
from rollwright.lab.report.markdown import ending_cell, mean_cells, percent, share_cells, table
from rollwright.lab.report.measures_page import measures_page
from rollwright.lab.report.plans import Plan
from rollwright.lab.report.sampled_settings import count_settings, in_turn
from rollwright.lab.report.strength import Progress, Strength, measure, setting_name
from rollwright.lab.simulate import Simulation
from rollwright.lab.statistics import Estimate, deviation, distribution
from rollwright.lab.workers.pool import open_workers

QUARTERS = (0.25, 0.5, 0.75)

CHAPTER = "\n## "
"""The beginning of a game's chapter."""

HEAD = """# How strong the bots are

Written by `make report`; `rollwright report GAME` writes one game's part anew and leaves the others as they are. All
bots meet the same dice, and the same seed and counts give the same numbers anywhere; bots take all the time they need.
What a player does alone, `rollwright sim GAME --player PLAYER --games GAMES --seed SEED` finds again, with
`--option NAME=VALUE` for a setting.

Levels are playouts for a decision; `random` makes any legal move. Behind each mean or share stands the interval that
holds the true one 19 times in 20. Quartiles are the points that a quarter, a half and three quarters of the games do
not pass.
"""


def report(
    plans: Mapping[Game, Plan],
    seed: int,
    *,
    before: str = "",
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress = lambda text: None,
    alarm: Callable[[str], None] = lambda sentence: None,
) -> str:
    """Measure these games and return the page; chapters of other games are taken from the page `before`.

    `alarm` is told of each choice that wins too often, and where the gate cannot be trusted.
    """
    with open_workers(cluster, workers) as playing:
        found = [measure(playing, game, plan, seed, progress) for game, plan in plans.items()]
    for each in found:
        for judged in each.gate:
            if not judged.passes:
                alarm(f"{each.game.title} is out of balance: {fail_sentence(judged, side_names(each.game))}")
        for sentence in (sentence for trusted in each.trusted for sentence in distrust_sentences(trusted)):
            alarm(f"{each.game.title}: {sentence}")
    parts = chapters(before) | {each.game.title: "\n".join(_page(each, seed)) + "\n" for each in found}
    shelf = [game.title for game in playable_games()]
    order = sorted(parts, key=lambda title: shelf.index(title) if title in shelf else len(shelf))
    return HEAD + "".join(f"{CHAPTER}{title}\n{parts[title]}" for title in order)


def chapters(page: str) -> dict[str, str]:
    """Return the chapters of a page, by the title of the game."""
    _, *parts = f"\n{page}".split(CHAPTER)
    return {title: text for title, _, text in (part.partition("\n") for part in parts)}


def _page(found: Strength, seed: int) -> list[str]:
    levels = ", ".join(f"{name} {budget_text(budget)}" for name, budget in budgets(found.game).items())
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    played = f"Played on {date.today().isoformat()} on a machine with {machine}. Seed {seed}; playouts: {levels}."
    lines = [f"\n{played}", *in_words(found), *_settings_played(found)]
    for setting, players in found.alone.items():
        lines += [f"\n### Alone, {setting}" if setting else "\n### Alone", *_alone(players)]
    lines += _alone_by_choice(found)
    if found.wins:
        few = found.game.seats[0]
        lines += [f"\nGames won against random players, {few} seats, on each seat in turn{_going_round(found, few)}:\n"]
        rows = ([name, *share_cells(won)] for name, won in found.wins.items())
        lines += [*table(["player", "games", "won", "95%"], rows), *_endings(found.endings)]
    if found.duels:
        lines += ["\n### Against each other"] if found.alone else []
        swapped = f"Two seats, all dice played twice with seats swapped{_going_round(found, 2)}"
        lines += [f"\n{swapped}; a tie is half a win:\n"]
        lines += table(
            ["players", "games", "first wins", "95%", "ahead by", "95%"],
            (
                [f"{one} against {other}", *share_cells(won), *mean_cells(ahead)]
                for (one, other), (won, ahead) in found.duels.items()
            ),
        )
    lines += [*balance_page(found), *_gate(found)]
    for each in found.measures:
        lines += measures_page(each, found.duels, budgets(found.game))
    return lines


def _gate(found: Strength) -> list[str]:
    """Return the section on the balance gate, if it was run."""
    trusted = found.trusted[0] if found.trusted else None
    return gate_page(found.game, found.gate, trusted, BY_THE_GUIDE)


def in_words(found: Strength) -> list[str]:
    """Return how strong each player is, a sentence each, the weakest first."""
    lines = []
    for setting, players in found.alone.items():
        points = {player: np.concatenate([each.points[:, 0] for each in games]) for player, games in players.items()}
        below = ""
        for player, values in points.items():
            mean, where = Estimate.of_mean(values), f" ({setting})" if setting else ""
            comes_to = f"{mean.mean:.1f} points on average ({mean.low:.1f} to {mean.high:.1f})"
            more = f", and to more than {below} in {_more_often(values, points[below]):.0%} of games" if below else ""
            lines.append(f"- **{player}**{where} comes to {comes_to}{more}.")
            below = player
    for (one, other), (won, ahead) in found.duels.items():
        share = f"{won.mean:.0%} of games ({won.low:.0%} to {won.high:.0%})"
        lines.append(f"- **{one}** beats {other} in {share}, by {ahead.mean:.1f} points on average.")
    return ["\nIn words:\n", *lines] if lines else []


def _more_often(points: NDArray[np.float64], others: NDArray[np.float64]) -> float:
    """Return in which share of all pairs of games the first came to more points; equal ones count half."""
    ordered = np.sort(others)
    below = np.searchsorted(ordered, points, "left") + np.searchsorted(ordered, points, "right")
    return float(below.mean()) / len(ordered) / 2


def budget_text(budget: Budget) -> str:
    """Return how a level searches, in a few words."""
    parts = [f"{budget.playouts:,}"]
    if budget.cut != TO_THE_END:
        parts.append(f"of {budget.cut} rolls")
    if budget.overlooks:
        parts.append(f"overlooking {budget.overlooks}% of the moves")
    return " ".join(parts)


def _settings_played(found: Strength) -> list[str]:
    """Return which settings were played alone: of the table, if not all of them were, and of the player."""
    if not found.alone:
        return []
    lines = []
    possible = count_settings([option for option in found.game.options if not option.per_seat], 1)
    if len(found.alone) < possible:
        lines.append(
            f"\nOf the {possible:,} settings of the table for a player alone, {len(found.alone)} were played: the one "
            "a table begins with, and others that change one option of it."
        )
    ways = max((games for players in found.alone.values() for games in players.values()), key=len, default=[])
    if len(ways) > 1:
        seeds = ", ".join(f"{setting_name(found.game, each.setting, per_seat=True)}: {each.seed}" for each in ways)
        lines.append(
            f"\nA player alone makes each choice in an equal part of the games, with a seed of its own ({seeds})."
        )
    return lines


def _going_round(found: Strength, seats: int) -> str:
    """Return how the choices of the seats rotate, if there are any."""
    rounds = len(in_turn(found.game.options, seats))
    names = [option.name for option in found.game.options if option.per_seat]
    if rounds == 1:
        return ""
    return f", {' and '.join(names)} staying with the seat and going round all {rounds} ways to choose"


def _alone(players: Mapping[str, Sequence[Simulation]]) -> list[str]:
    """Return the tables of solo scores, their distribution, and endings."""
    points = {player: np.concatenate([each.points[:, 0] for each in games]) for player, games in players.items()}
    endings = {player: sum((each.endings for each in games), Endings()) for player, games in players.items()}
    rows = []
    for player, values in points.items():
        quartiles = " / ".join(f"{value:g}" for value in np.quantile(values, QUARTERS, method="inverted_cdf"))
        mean = mean_cells(Estimate.of_mean(values))
        rows.append([player, f"{len(values):,}", *mean, f"{deviation(values):.1f}", quartiles, f"{values.max():g}"])
    spread = [
        [name, *(percent(part, len(values)) for part, values in zip(counts, points.values(), strict=True))]
        for name, counts in distribution(list(points.values()))
    ]
    head = ["player", "games", "mean", "95%", "standard deviation", "quartiles", "best"]
    return [
        "\nPoints:\n",
        *table(head, rows),
        "\nHow the points are spread, in percent of a player's games:\n",
        *table(["points", *points], spread),
        *_endings(endings),
    ]


def _endings(endings: Mapping[str, Endings]) -> list[str]:
    """Return the table of endings by player, the most frequent first; nothing if the game does not say it."""
    games = {player: counts.total() for player, counts in endings.items()}
    rows = (
        [way, *(ending_cell(counts[way], games[player]) for player, counts in endings.items())]
        for way in _usual_first(list(endings.values()))
    )
    lead = "\nHow games ended, in percent of a player's games and, in brackets, in games:\n"
    head = ["ending", *(f"{player}, of {whole:,}" for player, whole in games.items())]
    return [lead, *table(head, rows)] if any(games.values()) else []


def _alone_by_choice(found: Strength) -> list[str]:
    """Return the tables of endings of solo games, for all tables together and for each choice of the player."""
    every: dict[str, Endings] = {}
    by_choice: dict[str, dict[str, Endings]] = {}
    for players in found.alone.values():
        for player, simulations in players.items():
            for each in simulations:
                choice = setting_name(found.game, each.setting, per_seat=True)
                of_choice = by_choice.setdefault(choice, {})
                of_choice[player] = of_choice.get(player, Endings()) + each.endings
                every[player] = every.get(player, Endings()) + each.endings
    ways = _usual_first(list(every.values()))
    if len(by_choice) < 2 or not ways:
        return []
    rows = []
    for way in ways:
        for choice in sorted(by_choice):
            counts = [by_choice[choice].get(player, Endings()) for player in every]
            rows.append([f"{way}, {choice}", *(ending_cell(each[way], each.total()) for each in counts)])
    head = "\nHow they ended by what the player had chosen, likewise:\n"
    return ["\n### Alone, all together", *_endings(every), head, *table(["ending", *every], rows)]


def _usual_first(endings: Sequence[Endings]) -> list[str]:
    """Return all endings, the most frequent first."""
    ways = {way for counts in endings for way in counts}
    return sorted(ways, key=lambda way: (-sum(counts[way] / counts.total() for counts in endings if counts), way))
