"""Checks whether security advisories speak of the dependencies that are pinned in requirements/.

The versions are looked up in a public database of advisories, by pip-audit, which is installed into a place of its own
at the first time. The status is 0 if no advisory speaks of them, 1 if one does, and 2 if it could not be checked.
"""

import argparse
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
import venv
from dataclasses import dataclass
from pathlib import Path

from tools.packages import MissingError

ROOT = Path(__file__).parent.parent
PINS = ROOT / "requirements"
CHECKED = ("play.txt", "server.txt", "test.txt")
OURS = PINS / "audit.txt"
"""The pins of pip-audit itself."""

DATABASE = "https://api.osv.dev/v1/query"
TIMEOUT = 15
"""Seconds for the database to answer."""

FOUND, NOT_CHECKED = 1, 2


@dataclass(frozen=True)
class Advisory:
    """An advisory about a version of a package that we use."""

    package: str
    version: str
    name: str
    mended: tuple[str, ...]
    """The versions that it does not speak of any more."""

    def __str__(self) -> str:
        """Say it in one line."""
        mended = f"mended in {', '.join(self.mended)}" if self.mended else "not mended yet"
        return f"{self.package} {self.version}: {self.name}, {mended}"


def check_database(address: str) -> None:
    """Raise MissingError if the database of advisories does not answer at all."""
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT):
            pass
    except urllib.error.HTTPError:  # it answers, though not to a question without a package
        pass
    except (OSError, ValueError) as fault:
        reason = fault.reason if isinstance(fault, urllib.error.URLError) else fault
        raise MissingError(
            f"The advisories were not checked: the database at {address} cannot be reached ({reason}). "
            "Try again where the internet can be reached."
        ) from fault


def installed(folder: Path) -> Path:
    """Return the folder of pip-audit's programs, after installing them if need be; MissingError if that fails."""
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    done = folder / "pins.txt"
    pins = OURS.read_text(encoding="utf-8")
    if not done.exists() or done.read_text(encoding="utf-8") != pins:
        print("Installing pip-audit (once) ...", flush=True)
        venv.create(folder, clear=True, with_pip=True)
        command = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                   "--require-hashes", "-r", str(OURS)]  # fmt: skip
        if subprocess.run(command, capture_output=True, check=False).returncode:
            raise MissingError(
                "The advisories were not checked: pip-audit cannot be installed, as no package index can be reached. "
                "Try again where the internet can be reached."
            )
        done.write_text(pins, encoding="utf-8")
    return programs


def audited(programs: Path, address: str, pins: Path) -> list[Advisory]:
    """Return the advisories about the versions in a file of pins; MissingError if they were not all checked."""
    command = [str(programs / "pip-audit"), "--vulnerability-service", "osv", "--osv-url", address, "--format", "json",
               "--progress-spinner", "off", "--disable-pip", "--no-deps", "--requirement", str(pins)]  # fmt: skip
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return advisories_in(outcome.stdout)
    except ValueError as fault:
        last = (outcome.stderr.strip().splitlines() or ["no reason is known"])[-1]
        raise MissingError(f"The advisories were not checked: {last}") from fault


def advisories_in(text: str) -> list[Advisory]:
    """Return the advisories in pip-audit's report; ValueError if it is none, or a package was left out."""
    packages = json.loads(text)["dependencies"]
    if left_out := [each["name"] for each in packages if "skip_reason" in each]:
        raise ValueError(f"{', '.join(left_out)} could not be checked")
    return [
        Advisory(each["name"], each["version"], found["id"], tuple(found["fix_versions"]))
        for each in packages
        for found in each["vulns"]
    ]


def main() -> int:
    """Check all pins, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", default=DATABASE, help="the address of a database of advisories (OSV)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "audit", help="where pip-audit is installed")
    asked = parser.parse_args()
    try:
        check_database(asked.database)
        programs = installed(asked.folder)
        found = {str(each) for name in CHECKED for each in audited(programs, asked.database, PINS / name)}
    except MissingError as missing:
        print(missing, file=sys.stderr)
        return NOT_CHECKED
    print("\n".join(sorted(found)) or "No advisory speaks of the versions that are pinned.")
    return FOUND if found else 0


if __name__ == "__main__":
    sys.exit(main())
