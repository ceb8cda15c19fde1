"""How good the choices of the seats are, as a part of the report: pairings, choices, seats, and what was done."""

from collections.abc import Iterator, Mapping

from rollwright.bots.search import has_preferences
from rollwright.core.options import Option
from rollwright.lab.balance import Balance, Group, Trials
from rollwright.lab.strength import Strength
from rollwright.lab.tables import mean_cells, percent, share_cells, table

SHARE = ["games", "won", "95%"]


def balance_page(found: Strength) -> list[str]:
    """Tell how good the choices of each option are; nothing, if that was not tried."""
    lines: list[str] = []
    say = found.game.speech()
    for option in found.game.options:
        names = {choice.name: say(choice.label) if choice.label else choice.name for choice in option.choices}
        for trials, by_seats in found.balance.get(option.name, []):
            bots = f"{trials.playouts:,} playouts" if trials.playouts else "the guide alone"
            lines += [f"\n### Balance: {option.name}, {bots}", _lead(found, trials), *_played(by_seats)]
            for seats, balance in by_seats.items():
                lines += [*_pairings(balance, names), *_choices(seats, balance, names, option)]
            lines += [*_places(by_seats), *_uses(by_seats, names)]
    return lines


def _lead(found: Strength, trials: Trials) -> str:
    playouts = "guided playouts" if has_preferences(found.game) else "playouts"
    made = (
        f"makes {trials.playouts:,} {playouts} for a decision" if trials.playouts else "makes the guide's first choice"
    )
    return (
        f"\nEvery bot {made}. All other options are as a table begins "
        "with. Each combination of choices is played in every order on the same dice, and games on the same dice are "
        "judged together; a shared victory counts in parts."
    )


def _played(by_seats: Mapping[int, Balance]) -> Iterator[str]:
    """Say how many games were played, a line a number of seats."""
    yield ""
    for seats, balance in by_seats.items():
        groups = "; ".join(map(_group, balance.played.groups))
        yield f"- {seats} seats, {balance.played.games:,} games: {groups}."


def _group(group: Group) -> str:
    """Say how many combinations of a kind were played, and how often."""
    noun = "combination" if group.possible == 1 else "combinations"
    kind = "with choices that repeat" if group.alike else "of different choices"
    dice = "one set" if group.dice == 1 else f"{group.dice} sets"
    if group.played < group.possible:
        return f"{group.played} of {group.possible} {noun} {kind}, drawn by lot, {dice} of dice for each"
    return f"{group.played} {noun} {kind}, {dice} of dice for each"


def _pairings(balance: Balance, names: Mapping[str, str]) -> list[str]:
    """Tell which choice beats which."""
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
    """Tell what each choice wins, where all differ and in all games."""
    lines: list[str] = []
    if balance.different:
        lines += [
            f"\nWon by choice where no two are alike, {seats} seats; an equal share is {1 / seats:.1%}:\n",
            *table(["choice", *SHARE], ([names[name], *share_cells(won)] for name, won in balance.different.items())),
        ]
    if not option.distinct:
        lines += [
            f"\nWon by choice against any choices, {seats} seats, all combinations counting alike:\n",
            *table(
                ["choice", "players", "won", "95%"],
                ([names[name], *share_cells(won)] for name, won in balance.every.items()),
            ),
        ]
    return lines


def _places(by_seats: Mapping[int, Balance]) -> list[str]:
    """Tell what each seat wins, and each place in the order of play."""
    seats = [
        [f"{count} seats: seat {number}", *share_cells(won)]
        for count, balance in by_seats.items()
        for number, won in enumerate(balance.seats, 1)
    ]
    places = [
        [f"{count} seats: {'began' if number == 1 else f'place {number}'}", *share_cells(won)]
        for count, balance in by_seats.items()
        for number, won in enumerate(balance.places, 1)
    ]
    lines = ["\nWon by seat:\n", *table(["seat", *SHARE], seats)]
    return lines + (["\nWon by order of play:\n", *table(["place", *SHARE], places)] if places else [])


def _uses(by_seats: Mapping[int, Balance], names: Mapping[str, str]) -> list[str]:
    """Tell what was done how often, choice by choice, the usual first."""
    rows = []
    for name, title in names.items():
        uses = {seats: balance.uses.get(name, {}) for seats, balance in by_seats.items()}
        for deed in dict.fromkeys(deed for each in uses.values() for deed in each):
            cells = [
                cell
                for each in uses.values()
                for cell in (
                    [f"{each[deed].mean:.2f}", percent(each[deed].at_all, each[deed].players)]
                    if deed in each
                    else ["-", "-"]
                )
            ]
            rows.append([title, deed, *cells])
    if not rows:
        return []
    head = [cell for seats in by_seats for cell in (f"{seats} seats: times", "in games")]
    return [
        "\nWhat was done, in times a game and player, and in percent of a player's games; what is not named was never "
        "done:\n",
        *table(["choice", "what", *head], rows),
    ]
