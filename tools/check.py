"""Run all checks of a change: format, lint, types, tests. Stops at the first that fails.

``--quick`` runs what is worth waiting for after each edit, and ``--long`` tests everything instead of a sample.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

BIN = Path(sys.executable).parent
ROOT = Path(__file__).parent.parent
SOURCES = ["src", "tests", "tools", "examples", "docs/site"]
PYTEST = [sys.executable, "-m", "pytest", "-q"]
GAMES = "src/rollwright/games"
ABOUT_RULES = [GAMES, *(f"--ignore-glob=*/test_{what}.py" for what in ("drawing", "looking", "scenes", "words"))]
"""The games' tests without those of words and drawings, which do not use the compiled rules."""

QUICK = [GAMES, *(f"tests/{part}" for part in ("core", "table", "store", "live", "web", "house")), "-m", "not slow"]
"""Tests that find most mistakes in a tenth of the time: no browser, no killed servers, no long games of bots."""

KEPT = {"PYTHONDONTWRITEBYTECODE": ""}
"""Lets test processes share compiled bytecode even if the environment disables it: importing all tests takes some
seconds in each process otherwise."""

CORES = 2
"""Processes that run tests: the cores of a small computer, and two more with browser tests, which mostly wait."""


@dataclass(frozen=True)
class Step:
    """A check and the command that runs it."""

    name: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, *, shown: bool) -> subprocess.CompletedProcess[str]:
        """Run it; its output is printed at once if it is `shown`, else captured."""
        return subprocess.run(
            self.command, cwd=ROOT, env={**os.environ, **KEPT, **self.environment}, check=False, text=True,
            stdout=None if shown else subprocess.PIPE, stderr=None if shown else subprocess.STDOUT,
        )  # fmt: skip


LINT = Step("lint", [str(BIN / "ruff"), "check", "--quiet", *SOURCES])
FORMAT = Step("format", [str(BIN / "ruff"), "format", "--check", "--quiet", *SOURCES])
TYPES = Step("types", [str(BIN / "mypy")])
DATABASE = Step("a database for the tests", [sys.executable, "-m", "tools.postgres"])
SCRIPT_TYPES = Step("types of the scripts", [sys.executable, "-m", "tools.typescript"])
BROWSER = Step("a browser for the tests", [sys.executable, "-m", "tools.chromium"])
UNCOMPILED = Step("rules, uncompiled", [*PYTEST, "-n", str(CORES), *ABOUT_RULES], {"ROLLWRIGHT_COMPILE": "off"})
COMPILED = Step("rules, compiled once for all", [sys.executable, "-m", "tools.warm"])


def pytest_step(*which: str, workers: int, long: bool = False) -> Step:
    """Return the step that runs these tests, or all of them."""
    command = [*PYTEST, "-n", str(workers), "--dist", "worksteal", *which]
    return Step("tests", command, {"ROLLWRIGHT_EFFORT": "long" if long else "short"})


def steps(quick: bool, long: bool) -> list[list[Step]]:
    """Return the checks in order, as groups that run in parallel."""
    if quick:
        return [[LINT], [FORMAT], [DATABASE], [TYPES, SCRIPT_TYPES, COMPILED], [pytest_step(*QUICK, workers=CORES)]]
    every = pytest_step(workers=CORES + 2, long=long)  # tests of pages wait a good deal
    return [[LINT], [FORMAT], [DATABASE], [TYPES, SCRIPT_TYPES, BROWSER, UNCOMPILED, COMPILED], [every]]


def run_together(group: Sequence[Step]) -> tuple[Step, int] | None:
    """Run checks in parallel and print their output; return one that fails, with its exit code, or None."""
    print(f"== {'; '.join(step.name for step in group)}", flush=True)
    if len(group) == 1:
        code = group[0].run(shown=True).returncode
        return (group[0], code) if code else None
    with ThreadPoolExecutor(len(group)) as threads:
        results = list(zip(group, threads.map(lambda step: step.run(shown=False), group), strict=True))
    results.sort(key=lambda each: abs(each[1].returncode))  # failures are printed last
    for step, result in results:
        if result.stdout:
            print(f"-- {step.name}\n{result.stdout}", end="", flush=True)
    step, result = results[-1]
    return (step, result.returncode) if result.returncode else None


def main(arguments: Sequence[str]) -> int:
    """Run the checks; return the exit code of the first that fails, or 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.check", description="Run the checks.")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="only what is worth waiting for after each change")
    how.add_argument("--long", action="store_true", help="everything, instead of a sample where there is much")
    asked = parser.parse_args(arguments)
    started = time.monotonic()
    for group in steps(asked.quick, asked.long):
        if failed := run_together(group):
            step, code = failed
            print(f"The check '{step.name}' failed; what is wrong stands above. `make format` mends lint and format.")
            return code
    print(f"{'The quick' if asked.quick else 'All'} checks passed in {time.monotonic() - started:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
