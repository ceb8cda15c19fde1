"""The commands that print a result and exit: games, sim, bench, report, worth, check."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rollwright.bots.thinkers import Thinkers
from rollwright.bots.worth import WORTH_FILE
from rollwright.core.errors import BadOption, Refusal, need
from rollwright.core.game import all_games, game_names, open_game
from rollwright.core.language import PACKAGE, Phrase, preferred_language
from rollwright.core.options import seated
from rollwright.lab.bench.measure import measure
from rollwright.lab.gpu.device_choice import plays_on_gpu
from rollwright.lab.matches import RANDOM, Run, play_bots
from rollwright.lab.report.page import report
from rollwright.lab.report.plans import plan_of
from rollwright.lab.simulate import Simulation, simulate, simulate_with
from rollwright.lab.statistics import distribution
from rollwright.lab.workers.pool import open_workers
from rollwright.lab.worth_games import measure_worth, worth_text

BAR = 40
"""The width of the longest bar in a chart, in characters."""

REPORT = "docs/report.md"
"""Where the report is written by default; a quick report proves nothing, so it is written only with --output."""


def list_games(arguments: argparse.Namespace) -> int:
    """List the games with their seats and options."""
    for name in game_names():
        try:
            game = open_game(name)
        except Refusal as refusal:
            print(refusal)
            continue
        low, high = game.seats[0], game.seats[-1]
        seats = f"{low}" if low == high else f"{low}-{high}"
        say = game.speech(preferred_language())
        print(f"{game.name}: {game.title}, {seats}. {say(game.summary)} {say(game.credits)}")
        for option in game.options:
            print(f"    {option.name}: {', '.join(choice.name for choice in option.choices)}")
    return 0


def read_options(pairs: list[str]) -> dict[str, list[str]]:
    """Parse NAME=VALUE pairs, where commas separate the values of several seats."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(Phrase("'{pair}' is not an option: write NAME=VALUE.", pair=pair))
        options[name.strip()] = [each.strip() for each in value.split(",")]
    return options


def show_games(total: int) -> Callable[[int], None]:
    """Return a function that shows how many games are played, if somebody sees it."""

    def progress(done: int) -> None:
        if sys.stderr.isatty():
            filled = BAR * done // total
            end = "\r" if done < total else "\r\033[K"
            print(f"[{'#' * filled}{'.' * (BAR - filled)}] {done:,} games", end=end, file=sys.stderr, flush=True)

    return progress


def run_simulation(arguments: argparse.Namespace) -> int:
    """Play games in bulk and show the scores."""
    game = open_game(arguments.game)
    seats = arguments.seats or game.seats[0]
    options = read_options(arguments.option)
    cores = arguments.workers or 1
    progress = show_games(arguments.games)
    if plays_on_gpu(arguments.device, arguments.player, [RANDOM], cores, arguments.cluster):
        from rollwright.lab.gpu.device_simulation import simulate_on_gpu

        result = simulate_on_gpu(game, seats, arguments.games, arguments.seed, options, progress)
    elif arguments.player == RANDOM and not arguments.cluster:
        counts = (seats, arguments.games, arguments.seed, options)
        result = simulate(game, *counts, workers=cores, progress=progress)
    else:
        run = Run(arguments.games, arguments.seed, game.setting(seats, options))
        with open_workers(arguments.cluster, cores) as workers:
            if arguments.player == RANDOM:
                result = simulate_with(workers, game, seats, run.games, run.seed, options, progress)
            else:
                (result,) = play_bots(workers, game, arguments.player, seats, [run], progress)
    if arguments.json:
        print(json.dumps(result.as_json()))
    else:
        print_simulation(result)
    return 0


def print_simulation(result: Simulation) -> None:
    """Print a simulation: speed, distribution of scores, ratings of a solo game, how games ended."""
    points = result.points
    games = (
        f"{result.games:,} {result.player} games"
        if result.player == RANDOM
        else f"{result.games:,} games by {result.player} bots"
    )
    chosen = [
        f"{option.name} {'/'.join(chosen if len(set(chosen := result.setting[option.name])) > 1 else chosen[:1])}"
        for option in result.game.options
        if len(option.names(result.seats)) > 1
    ]
    print(", ".join([result.game.title, str(seated(result.seats)), *chosen, games, f"seed {result.seed}"]))
    print(
        f"{result.decisions:,} decisions in {result.seconds:.2f} s: {result.decisions_per_second:,.0f} a second"
        f"\nscore: mean {points.mean():.2f}, standard deviation {points.std():.2f}, "
        f"lowest {points.min():g}, highest {points.max():g}\n"
    )
    bins = [(name, count) for name, (count,) in distribution([points.ravel()])]
    wide, most = max(len(name) for name, _ in bins), max(count for _, count in bins)
    for name, count in bins:
        print(f"{name:>{wide}}  {'#' * round(BAR * count / most):{BAR}}  {count / points.size:6.1%}")
    if result.seats > 1:
        wins = ", ".join(f"seat {seat + 1} {share:.1%}" for seat, share in enumerate(result.wins()))
        print(f"\nwins: {wins}")
    for title, least, count in result.rated():
        print(f"{least:>4}+  {count / result.games:7.2%}  {title}")
    if result.endings:
        print("\nhow they ended:")
    for ending, count in result.endings.most_common():
        print(f"{count / result.games:7.2%}  {count:>{len(f'{result.games:,}')},}  {ending}")


def run_report(arguments: argparse.Namespace) -> int:
    """Let the bots play and report their strength; each game's part of the report is replaced as soon as it is done."""
    games = [open_game(arguments.game)] if arguments.game else all_games()
    plans = {game: plan_of(game, quick=arguments.quick) for game in games}
    path = Path(arguments.output or REPORT)
    saves = bool(arguments.output) or not arguments.quick
    text = path.read_text(encoding="utf-8") if path.exists() and (saves or arguments.game) else ""
    alarms: list[str] = []
    for game, plan in plans.items():
        text = report(
            {game: plan},
            arguments.seed,
            before=text,
            workers=arguments.workers,
            cluster=arguments.cluster,
            progress=show_measuring,
            alarm=alarms.append,
        )
        if saves:
            path.write_text(text, encoding="utf-8")
    show_measuring("")
    print(text)
    if saves:
        print(f"Saved in {path}.")
    for alarm in alarms:
        print(alarm, file=sys.stderr)
    return 1 if alarms and not arguments.quick else 0


def run_worth(arguments: argparse.Namespace) -> int:
    """Let the normal bot play every kind of table of a game, and write down what its games come to."""
    game = open_game(arguments.game)
    with Thinkers(arguments.workers) as thinkers:
        found = measure_worth(thinkers, game, arguments.seed, arguments.results, show_measuring)
    show_measuring("")
    path = Path(arguments.output or game.folder / WORTH_FILE)
    path.write_text(worth_text(game, found, arguments.results), encoding="utf-8")
    print(f"{game.title}: {sum(each.games for each in found.tables):,} games, saved in {path.name}.")
    return 0


def show_measuring(text: str) -> None:
    """Show on one line what is being measured; an empty text clears the line."""
    if sys.stderr.isatty():
        print(f"\r\033[KMeasuring {text} ..." if text else "\r\033[K", end="", file=sys.stderr, flush=True)


def run_bench(arguments: argparse.Namespace) -> int:
    """Run the benchmarks and print the results."""
    found = measure(show_measuring)
    show_measuring("")
    if arguments.json:
        print(json.dumps(found))
        return 0
    print(f"{found['machine']}\nyardstick, a plain Python class: {found['yardstick']:,} decisions a second\n")
    for game in found["games"]:  # type: ignore[attr-defined]
        print(game["game"])
        for speed in game["speeds"]:
            ratio = speed["times_yardstick"]
            print(
                f"  {speed['what']:24} {speed['decisions_per_second']:>12,} decisions/s  {ratio:>8.3g} x the yardstick"
            )
        for thought in game["thoughts"]:
            print(
                f"  {thought['level'] + ' bot, 1 core':24} {thought['playouts_per_second']:>12,} playouts/s   "
                f"{thought['times_yardstick']:>8.3g} x its games, {thought['milliseconds']:.3g} ms a decision"
            )
        print(f"  position {game['position_bytes']} bytes")
        print(f"  first decision {game['first_decision_cold']} s cold, {game['first_decision_cached']} s cached\n")
    print("The store, events committed per second:")
    for what, speed in found["store"].items():  # type: ignore[attr-defined]
        print(f"  {what:44} {speed:>10,}")
    return 0


def run_checks(arguments: argparse.Namespace) -> int:
    """Run the conformance kit and say which checks fail."""
    game = open_game(arguments.game)
    need("hypothesis", "testing")
    if game.folder.is_relative_to(PACKAGE) and not (game.folder / "golden").exists():
        raise Refusal(
            Phrase(
                "{title} was installed without its tests and golden records: check it in the source distribution.",
                title=game.title,
            )
        )
    from rollwright.testing import CHECKS, Effort

    effort = Effort.long() if arguments.long else Effort()
    failed = 0
    for check in CHECKS:
        started = time.perf_counter()
        reason = ""
        try:
            check(game, effort)
        except Exception as fault:  # a game under development can fail in any way
            first = (str(fault).strip().splitlines() or ["no reason given"])[0]
            reason = first if isinstance(fault, AssertionError) else f"{type(fault).__name__}: {first}"
            failed += 1
        verdict = "FAILED" if reason else "ok"
        print(f"{verdict:6} {check.__name__.replace('_', ' ')} ({time.perf_counter() - started:.1f} s)")
        if reason:
            print(f"       {reason}")
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0
