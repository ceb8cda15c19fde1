"""The report's section on the balance gate, and its table for the command line."""

from collections.abc import Mapping, Sequence

from rollwright.core.game import Game
from rollwright.lab.gate.contests import SEATS
from rollwright.lab.gate.gate import Judged
from rollwright.lab.gate.sequential_test import ERROR, HIGH, LOW
from rollwright.lab.gate.trust import LEAST_PLANTED, MOST_AS_IS, Trust
from rollwright.lab.report.markdown import share_cells, table


def side_names(game: Game) -> dict[str, str]:
    """Return what people read for the choices of a game's options."""
    say = game.speech()
    return {
        choice.name: say(choice.label) if choice.label else choice.name
        for option in game.options
        for choice in option.choices
    }


def gate_head(judged: Sequence[Judged]) -> list[str]:
    """Return the heads of the columns: one more for each of the tables that go round."""
    return ["pairing", "games", "first wins", "95%", "gate", *_table_names(judged)]


def gate_rows(judged: Sequence[Judged], names: Mapping[str, str]) -> list[list[str]]:
    """Return a row for each pairing: the sides, the games, the first one's share, what was found, and each table."""
    rows = []
    for each in judged:
        one, other = (names.get(side, side) for side in each.contest.sides)
        found = ("passes" if each.passes else "FAILS") + (", undecided" if each.is_cut else "")
        alone = [f"{at.share.mean:.1%}{'' if at.passes else ', would fail'}" for at in each.alone]
        rows.append([f"{one} against {other}", f"{each.games:,}", *share_cells(each.share)[1:], found, *alone])
    return rows


def turn_sentences(judged: Sequence[Judged], names: Mapping[str, str]) -> list[str]:
    """Return what is judged where tables go round, and then each pairing that would not pass on one of them alone."""
    tables = _table_names(judged)
    if not tables:
        return []
    every = [(name, alone) for each in judged for name, alone in zip(tables, each.alone, strict=True)]
    failing = [(name, alone) for name, alone in every if not alone.passes]
    many = f"{len(failing)} of these {len(every)} would not pass" if failing else f"all these {len(every)} would pass"
    return [
        f"From one set of dice to the next the table changes ({', '.join(tables)}), and what is judged is the mean "
        f"over all of them. Each pairing was also played on each alone (`--option`), in other games: {many}.",
        *(f"{name} alone: {fail_sentence(alone, names)}" for name, alone in failing),
    ]


def _table_names(judged: Sequence[Judged]) -> list[str]:
    """Return the names of the tables that go round, such as "map inner"; none if there is one only."""
    if not judged or not judged[0].alone:
        return []
    tables = judged[0].contest.tables
    return [
        ", ".join(f"{option} {choice}" for option, choice in each if any((option, choice) not in at for at in tables))
        for each in tables
    ]


def nothing_to_weigh(game: Game) -> str:
    """Return why a game has no gate."""
    why = "is for one player" if len(game.seats) == 1 and 1 in game.seats else "is not for two"
    return f"{game.title} {why}: there is nothing to weigh."


def gate_page(game: Game, judged: Sequence[Judged], trusted: Trust | None, player: str) -> list[str]:
    """Return the lines of the section; none if the gate was not run though there is something to weigh."""
    if SEATS not in game.seats:
        return ["\n### Balance gate", f"\n{nothing_to_weigh(game)}"]
    if not judged:
        return []
    names = side_names(game)
    turns = turn_sentences(judged, names)
    lines = [
        "\n### Balance gate",
        f"\nPlayed by {player}, two seats; `rollwright balance {game.name}` finds it again. A pairing fails if a side "
        f"wins {HIGH:.0%} rather than {LOW:.0%}, both errors being {ERROR:.0%} over all pairings together: a "
        "sequential test of sets of dice, each played with seats swapped (research.md). After "
        "the most sets of dice it takes what is likelier, and calls that undecided.\n",
        *table(gate_head(judged), gate_rows(judged, names)),
        *(f"\n{sentence}\n" for sentence in turns[:1]),
        *(f"- {sentence}" for sentence in turns[1:]),
        "",
        *(f"- **FAILS**: {fail_sentence(each, names)}" for each in judged if not each.passes),
    ]
    if all(each.passes for each in judged):
        lines.append("No side wins too often over all of them." if turns else "No side wins too often.")
    if trusted:
        favoured = names.get(trusted.favoured, trusted.favoured)
        lines.append(
            f"\nRun with {trusted.seeds} seeds on sets of dice drawn from {trusted.pool:,} of each pairing, the gate "
            f"stops the game as it is {_times(trusted.as_is)}. With a head start of {trusted.points:g} points for "
            f"{favoured} in {trusted.part:.0%} of the games, who then has {trusted.share:.1%} of the victories, it "
            f"stops it {_times(trusted.planted)}."
        )
        doubts = distrust_sentences(trusted)
        lines += ["", *(f"- **FAILS**: {sentence}" for sentence in doubts)] if doubts else []
    return lines


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def distrust_sentences(trusted: Trust) -> list[str]:
    """Return why the gate cannot be trusted; nothing if it can."""
    found = []
    if trusted.is_harsh:
        found.append(
            f"the gate stops the game as it is with {trusted.as_is} of {trusted.seeds} seeds, more than "
            f"{MOST_AS_IS:.0%}."
        )
    if trusted.is_lax:
        found.append(
            f"the gate stops a planted imbalance with {trusted.planted} of {trusted.seeds} seeds only, less than "
            f"{LEAST_PLANTED:.0%}."
        )
    return found


def fail_sentence(judged: Judged, names: Mapping[str, str]) -> str:
    """Return who wins too often against whom."""
    share, low, high = judged.winning
    one, other = (names.get(side, side) for side in judged.sides)
    return f"of {judged.games:,} games against {other}, {one} won {share:.1%} ({low:.1%} to {high:.1%})."
