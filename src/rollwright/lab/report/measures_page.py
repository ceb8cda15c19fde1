"""The report's section on the measures that designers know."""

from collections.abc import Mapping
from math import log10

from rollwright.bots.search import Budget
from rollwright.lab.report.luck import Luck
from rollwright.lab.report.markdown import table
from rollwright.lab.report.measures import CLEAR, PLAYOUTS, Measures
from rollwright.lab.statistics import Estimate

WATCHED = (
    f", with {PLAYOUTS} playouts for the chances before each roll; a lead changes if another is ahead by {CLEAR:.0%}."
)
ALONE = ". Decisiveness, drama and lead changes are left out: who plays alone is ahead of nobody."
"""How they were watched: of several seats, and of one."""

Duels = Mapping[tuple[str, str], tuple[Estimate, Estimate]]


def measures_page(found: Measures, duels: Duels, budgets: Mapping[str, Budget]) -> list[str]:
    """Return the lines of the section; the ladder goes on with the levels' duels."""
    shares = {
        "decisiveness": (found.decisiveness, "of the game is left when its winner has passed every loser's best"),
        "drama": (found.drama, "is its winner behind while behind, in chance to win"),
        "decisions that are one": (found.choices, "of the decisions have more than one move"),
    }
    numbers = {
        "lead changes": (found.lead_changes, "in a game"),
        "decisions": (found.decisions, "in a game"),
        "decision factor": (found.factor, "moves at a decision that is one"),
    }
    rows = [
        [name, f"{each.mean:.1%}", _around(each, percent=True), what] for name, (each, what) in shares.items() if each
    ]
    rows += [[name, f"{each.mean:.1f}", _around(each), what] for name, (each, what) in numbers.items() if each]
    rows += _luck_rows(found.luck)
    rungs = [(above, below, share) for above, below, share in found.ladder]
    rungs += [(_level(one, budgets), _level(other, budgets), won) for (one, other), (won, _) in duels.items()]
    return [
        "\n### What designers measure",
        f"\nDefined in [research.md](research.md). {found.watched:,} games of the guide, {_seats(found.seats)}, were "
        f"watched{WATCHED if found.seats > 1 else ALONE} {_how_luck_is_found(found.luck.sets, found.seats)}\n",
        *table(["measure", "mean", "95%", "what"], rows),
        "\nThe skill ladder, each player against the one below on the same dice:\n",
        *table(
            ["player", "below", "games", "wins", "95%", "Elo"],
            (
                [
                    above,
                    below,
                    f"{_games(share, found, above):,}",
                    f"{share.mean:.1%}",
                    _around(share, percent=True),
                    _elo(share),
                ]
                for above, below, share in rungs
            ),
        ),
    ]


def _how_luck_is_found(sets: int, seats: int) -> str:
    """Return what luck is, in words."""
    same, their, what = "the same players in the same seats", "their", "leads"
    if seats == 1:
        same, their, what = "the same player", "its", "points"
    return (
        f"Luck: {sets:,} sets of dice were played twice by {same}, with other random numbers for {their} own choices "
        f"(which of equal moves, and a fifth of the newcomer's); what the {what} of both games have in common is the "
        "dice's, whoever they favour. The rest is those choices, and what the dice made of them: luck is this at least."
    )


def _luck_rows(luck: Luck) -> list[list[str]]:
    """Return the rows on luck."""
    alone = luck.seat is None
    of, between = (
        ("the guide's points", "of the guide") if alone else ("one guide's lead over another", "of two guides")
    )
    other = "of guide and newcomer, each alone" if alone else "of guide against newcomer"
    shares = [
        (f"luck {between}", luck.equals, f"of the variance of {of} is the dice's"),
        ("luck of unequal players", luck.unequals, f"is the dice's in games {other}, likewise"),
    ]
    if luck.seat:
        shares.append(("luck of a seat", luck.seat, "is the part of that which favours a seat, whoever sits there"))
    shares.append(("strength", luck.strength, "of all the variance of these unequal players is that only one errs"))
    spread = ["spread", f"{luck.spread.mean:.1f}", _around(luck.spread), f"points: the standard deviation of {of}"]
    return [spread, *([name, f"{each.mean:.1%}", _around(each, percent=True), what] for name, each, what in shares)]


def _games(share: Estimate, found: Measures, above: str) -> int:
    """Return the games of a rung: of the lower ones each observation is a set of dice, played twice."""
    lower = {name for name, _, _ in found.ladder}
    return share.games * 2 if above in lower else share.games


def _level(name: str, budgets: Mapping[str, Budget]) -> str:
    return f"{name} ({budgets[name].playouts:,} playouts)" if name in budgets else name


def _seats(seats: int) -> str:
    return "one seat" if seats == 1 else f"{seats} seats"


def _around(estimate: Estimate, *, percent: bool = False) -> str:
    kind = ".1%" if percent else ".1f"
    return f"{estimate.low:{kind}} to {estimate.high:{kind}}"


def _elo(share: Estimate) -> str:
    return f"{400 * log10(share.mean / (1 - share.mean)):+.0f}" if 0 < share.mean < 1 else "-"
