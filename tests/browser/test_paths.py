"""The script follows paths as Python does: whatever is picked, both say the same of what comes next."""

from random import Random
from typing import Any

from rollwright.core.game import all_games
from rollwright.core.options import all_settings
from rollwright.testing.playthroughs import Playthrough, Walk, legal_moves, seen, waited_for
from rollwright.view import Path, ways_of
from tests.support import LONG
from tests.support.browser.windows import Opener

SHARE = 0.3
"""How many positions of a game are looked at, unless there is time for all."""

FOLLOW = """async (cases) => {
  const { follow } = await import("/static/table/paths.js");
  return cases.map(([path, picks]) => {
    const found = follow(path, picks);
    return found && [[...found.next].sort(), found.done];
  });
}"""


def some_paths(random: Random) -> list[Path]:
    """Return paths of all games from whole games at random, and some that no game has yet."""
    paths = [
        Path([[["unit"], ["d1", "d2", "d3"], ["d1", "d2", "d3"]]], free=True),
        Path([[["unit"], ["d1", "d2"]], [["unit"], ["d1", "d3"]]], free=True, spare=1),
        Path([[["a"], ["a", "b"], ["b", "c"]], [["c"]]]),
    ]
    for game in all_games():
        rules, seats = game.rules(), game.seats[-1]
        played = Playthrough(seats, next(iter(all_settings(game.options, seats))), random.randrange(1000))
        for position in Walk(game, played, rules):
            for seat in waited_for(rules, position) if LONG or random.random() < SHARE else ():
                known = seen(rules, position, seat)
                ways = ways_of(game, known, seat, legal_moves(rules, known, seat))
                found = [path for way in ways.values() for path in way.paths]
                paths += random.sample(found, min(1, len(found)))  # there may be nothing but a button
    return paths


def test_script_and_python_agree(opened: Opener) -> None:
    random = Random(1)
    cases: list[tuple[Path, list[str]]] = []
    for path in some_paths(random):
        for _ in range(4):
            picks: list[str] = []
            for _ in range(random.randrange(10)):
                followed = path.follow(picks)
                ahead = sorted(followed[0]) if followed else []
                picks.append(random.choice(ahead or ["nowhere"]) if random.random() < 0.9 else "nowhere")
            cases.append((path, picks))
    page = opened("/about")
    found: list[Any] = page.evaluate(FOLLOW, [(path.as_json(), picks) for path, picks in cases])
    assert len(found) > 100
    for (path, picks), said in zip(cases, found, strict=True):
        followed = path.follow(picks)
        assert said == (None if followed is None else [sorted(followed[0]), followed[1]]), (path, picks)
