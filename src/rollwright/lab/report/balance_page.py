"""The report's section on balance: pairings, choices, seats, and what was done."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from rollwright.bots.search import has_preferences
from rollwright.core.options import Option
from rollwright.lab.report.balance import Balance, Group, Table, Trials, Use
from rollwright.lab.report.markdown import mean_cells, percent, share_cells, table
from rollwright.lab.report.strength import Strength
from rollwright.lab.statistics import Estimate

SHARE = ["games", "won", "95%"]


def balance_page(found: Strength) -> list[str]:
    """Return the lines on the balance of each option; none if it was not tried."""
    lines: list[str] = []
    say = found.game.speech()
    for option in found.game.options:
        names = {choice.name: say(choice.label) if choice.label else choice.name for choice in option.choices}
        for trials, by_seats in found.balance.get(option.name, []):
            bots = f"{trials.playouts:,} playouts" if trials.playouts else "the guide alone"
            lines += [f"\n### Balance: {option.name}, {bots}", _lead(found, trials), *_played(by_seats, trials)]
            for seats, balance in by_seats.items():
                lines += [*_pairings(balance, names), *_choices(seats, balance, names, option)]
            lines += [*_places(by_seats), *_starts(by_seats), *_uses(by_seats, names)]
    return lines


def _name(at_table: Table) -> str:
    """Return the name of a table's setting, such as "map large"."""
    return ", ".join(" ".join(pair) for pair in at_table)


def _each_table(balance: Balance) -> Iterator[tuple[str, Balance]]:
    """Yield the results for all tables together, then, where options of the table rotate, for each setting."""
    yield "", balance
    for at_table, found in balance.tables.items():
        yield _name(at_table), found


def _lead(found: Strength, trials: Trials) -> str:
    playouts = "guided playouts" if has_preferences(found.game) else "playouts"
    made = (
        f"makes {trials.playouts:,} {playouts} for a decision" if trials.playouts else "makes the guide's first choice"
    )
    others = "All other options are as a table begins with."
    if trials.over:
        others = f"From one set of dice to the next the table's {' and '.join(trials.over)} goes round. {others}"
    orders = (
        "Each circle of choices, who sits after whom, is turned round the table on the same dice until all have sat "
        "everywhere"
        if trials.turned
        else "Each combination of choices is played in every order on the same dice"
    )
    together = "games on the same dice are judged together; a shared victory counts in parts"
    return f"\nEvery bot {made}. {others} {orders}, and {together}."


def _played(by_seats: Mapping[int, Balance], trials: Trials) -> Iterator[str]:
    """Yield the numbers of games played, one line per number of seats."""
    yield ""
    for seats, balance in by_seats.items():
        groups = "; ".join(_group(group, trials) for group in balance.played.groups)
        tables = ", ".join(f"{found.played.games:,} with {name}" for name, found in _each_table(balance) if name)
        yield f"- {seats} seats, {balance.played.games:,} games: {groups}{f'; {tables}' if tables else ''}."


def _group(group: Group, trials: Trials) -> str:
    """Return how many combinations of a kind were played, and how often."""
    noun = ("circle" if trials.turned else "combination") + ("" if group.possible == 1 else "s")
    kind = "with choices that repeat" if group.alike else "of different choices"
    dice = "one set" if group.dice == 1 else f"{group.dice} sets"
    if group.played < group.possible:
        return f"{group.played} of {group.possible} {noun} {kind}, drawn by lot, {dice} of dice for each"
    return f"{group.played} {noun} {kind}, {dice} of dice for each"


def _pairings(balance: Balance, names: Mapping[str, str]) -> list[str]:
    """Return the table of choices against each other."""
    if not balance.pairings:
        return []
    return [
        "\nOne choice against another, 2 seats; of a choice against itself the first is the first seat:\n",
        *table(
            ["choices", "games", "first wins", "95%", "ahead by", "95%"],
            (
                [f"{names[one]} against {names[other]}", *share_cells(won), *mean_cells(ahead)]
                for (one, other), (won, ahead) in balance.pairings.items()
            ),
        ),
    ]


def _choices(seats: int, balance: Balance, names: Mapping[str, str], option: Option) -> list[str]:
    """Return the tables of wins by choice, where all differ and in all games."""
    lines: list[str] = []
    if balance.different:
        lines += [
            f"\nWon by choice where no two are alike, {seats} seats; an equal share is {1 / seats:.1%}:\n",
            *table(["choice", *SHARE], _choice_rows(balance, names, lambda found: found.different)),
        ]
    if not option.distinct:
        lines += [
            f"\nWon by choice against any choices, {seats} seats, all combinations counting alike:\n",
            *table(
                ["choice", "players", "won", "95%"],
                _choice_rows(balance, names, lambda found: found.every),
            ),
        ]
    return lines


def _choice_rows(
    balance: Balance, names: Mapping[str, str], of: Callable[[Balance], Mapping[str, Estimate]]
) -> Iterator[list[str]]:
    """Yield a row for each choice, for all tables together and for each setting."""
    for at_table, found in _each_table(balance):
        for name, won in of(found).items():
            yield [f"{at_table}: {names[name]}" if at_table else names[name], *share_cells(won)]


def _rows(by_seats: Mapping[int, Balance], of: Callable[[Balance], Iterable[tuple[str, Estimate]]]) -> list[list[str]]:
    """Return a row for each named estimate, for each number of seats and setting of the table."""
    return [
        [f"{', '.join(filter(None, (f'{seats} seats', at_table)))}: {name}", *share_cells(won)]
        for seats, balance in by_seats.items()
        for at_table, found in _each_table(balance)
        for name, won in of(found)
    ]


def _places(by_seats: Mapping[int, Balance]) -> list[str]:
    """Return the tables of wins by seat and by place in the order of play."""
    seats = _rows(by_seats, lambda found: ((f"seat {number}", won) for number, won in enumerate(found.seats, 1)))
    places = _rows(
        by_seats,
        lambda found: (
            ("began" if number == 1 else f"place {number}", won) for number, won in enumerate(found.places, 1)
        ),
    )
    lines = ["\nWon by seat:\n", *table(["seat", *SHARE], seats)]
    return lines + (["\nWon by order of play:\n", *table(["place", *SHARE], places)] if places else [])


def _starts(by_seats: Mapping[int, Balance]) -> list[str]:
    """Return the table of wins by what a seat started with."""
    starts = _rows(by_seats, lambda found: found.starts.items())
    return ["\nWon by start:\n", *table(["start", "players", "won", "95%"], starts)] if starts else []


def _uses(by_seats: Mapping[int, Balance], names: Mapping[str, str]) -> list[str]:
    """Return the table of what was done how often, for all choices together and for each, most frequent first."""
    rows = []
    uses = {seats: {"": pooled(balance.uses), **balance.uses} for seats, balance in by_seats.items()}
    for name, title in {"": "any", **names}.items():
        for deed in dict.fromkeys(deed for found in uses.values() for deed in found.get(name, {})):
            done = [found.get(name, {}).get(deed) for found in uses.values()]
            rows.append([title, deed, *(cell for use in done for cell in _use_cells(use))])
    if not rows:
        return []
    head = [cell for seats in by_seats for cell in (f"{seats} seats: times", "in games")]
    return [
        "\nWhat was done, in times a game and player, and in percent of a player's games; what is not named was never "
        "done:\n",
        *table(["choice", "what", *head], rows),
    ]


def _use_cells(use: Use | None) -> list[str]:
    return [f"{use.mean:.2f}", percent(use.at_all, use.players)] if use else ["-", "-"]


def pooled(uses: Mapping[str, Mapping[str, Use]]) -> dict[str, Use]:
    """Return the uses of all choices together, most frequent first; only those that more than one choice has."""
    players = {name: next(iter(found.values())).players for name, found in uses.items()}
    found = {}
    for deed in dict.fromkeys(deed for each in uses.values() for deed in each):
        done = [each[deed] for each in uses.values() if deed in each]
        if len(done) > 1:
            times, at_all = sum(use.times for use in done), sum(use.at_all for use in done)
            found[deed] = Use(times, at_all, sum(players.values()))
    return dict(sorted(found.items(), key=lambda pair: -pair[1].times))
