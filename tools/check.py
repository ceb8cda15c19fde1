"""Everything that must hold before a change is good: form, types, tests. Stops where something does not."""

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
SOURCES = ["src", "tests", "tools"]
PYTEST = [sys.executable, "-m", "pytest", "-q"]
ABOUT_RULES = ["src/rollwright/games", *(f"--ignore-glob=*/test_{what}.py" for what in ("looking", "scenes", "words"))]
"""Tests of games without those of words and drawings, which are never compiled."""

KEPT = {"PYTHONDONTWRITEBYTECODE": ""}
"""Processes find the modules as the first of them has read them, where the environment says to keep nothing, too:
pytest takes some seconds to read all tests, in each process that runs some."""

WORKERS = 3
"""Processes that run tests: one more than the cores of a small computer, as tests of pages wait a good deal."""


@dataclass(frozen=True)
class Step:
    """A check, as the command that runs it."""

    name: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, *, shown: bool) -> subprocess.CompletedProcess[str]:
        """Run it; what it prints is seen at once if it is `shown`, and else kept."""
        return subprocess.run(
            self.command, cwd=ROOT, env={**os.environ, **KEPT, **self.environment}, check=False, text=True,
            stdout=None if shown else subprocess.PIPE, stderr=None if shown else subprocess.STDOUT,
        )  # fmt: skip


def steps(long: bool) -> list[list[Step]]:
    """Return all checks in their order; those that stand together run side by side."""
    return [
        [Step("lint", [str(BIN / "ruff"), "check", "--quiet", *SOURCES])],
        [Step("format", [str(BIN / "ruff"), "format", "--check", "--quiet", *SOURCES])],
        [Step("a database for the tests", [sys.executable, "-m", "tools.postgres"])],
        [
            Step("types", [str(BIN / "mypy")]),
            Step("types of the scripts", [sys.executable, "-m", "tools.typescript"]),
            Step("a browser for the tests", [sys.executable, "-m", "tools.chromium"]),
            Step("rules, uncompiled", [*PYTEST, "-n", "2", *ABOUT_RULES], {"ROLLWRIGHT_COMPILE": "off"}),
            Step("rules, compiled once for all", [sys.executable, "-m", "tools.warm"]),
        ],
        [
            Step(
                "tests",
                [*PYTEST, "-n", str(WORKERS), "--dist", "worksteal"],
                {"ROLLWRIGHT_EFFORT": "long" if long else "short"},
            )
        ],
    ]


def run_together(group: Sequence[Step]) -> tuple[Step, int] | None:
    """Run some checks side by side and tell what each has to say; return one that fails, with its exit code."""
    print(f"== {'; '.join(step.name for step in group)}", flush=True)
    if len(group) == 1:
        code = group[0].run(shown=True).returncode
        return (group[0], code) if code else None
    with ThreadPoolExecutor(len(group)) as threads:
        results = list(zip(group, threads.map(lambda step: step.run(shown=False), group), strict=True))
    results.sort(key=lambda each: abs(each[1].returncode))  # what is wrong is told last
    for step, result in results:
        if result.stdout:
            print(f"-- {step.name}\n{result.stdout}", end="", flush=True)
    step, result = results[-1]
    return (step, result.returncode) if result.returncode else None


def main(long: bool) -> int:
    """Run the checks, some of them side by side; return the exit code of the first that fails, or 0."""
    started = time.monotonic()
    for group in steps(long):
        if failed := run_together(group):
            step, code = failed
            print(f"The check '{step.name}' failed; what is wrong stands above. `make format` mends lint and format.")
            return code
    print(f"All checks passed in {time.monotonic() - started:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main("--long" in sys.argv[1:]))
