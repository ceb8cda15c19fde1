"""Everything that must hold before a change is good: form, types, tests. Stops at the first thing that does not."""

import os
import subprocess
import sys
import time
from pathlib import Path

BIN = Path(sys.executable).parent
ROOT = Path(__file__).parent.parent
SOURCES = ["src", "tests", "tools"]


def main(long: bool) -> int:
    """Run the checks in order; return the exit code of the first that fails, or 0."""
    pytest = [str(BIN / "python"), "-m", "pytest", "-q"]
    steps: list[tuple[str, list[str], dict[str, str]]] = [
        ("lint", [str(BIN / "ruff"), "check", "--quiet", *SOURCES], {}),
        ("format", [str(BIN / "ruff"), "format", "--check", "--quiet", *SOURCES], {}),
        ("types", [str(BIN / "mypy")], {}),
        ("a browser for the tests", [str(BIN / "python"), "tools/chromium.py"], {}),
        ("rules, uncompiled", [*pytest, "src/rollwright/games"], {"ROLLWRIGHT_COMPILE": "off"}),
        ("tests", [*pytest, "-n", "2"], {"ROLLWRIGHT_EFFORT": "long" if long else "short"}),
    ]
    started = time.monotonic()
    for name, command, environment in steps:
        print(f"== {name}", flush=True)
        code = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode
        if code:
            print(f"The check '{name}' failed; what is wrong stands above. `make format` mends lint and format.")
            return code
    print(f"All checks passed in {time.monotonic() - started:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main("--long" in sys.argv[1:]))
