"""Rollwright as people install it: a virtual environment made from the built wheel alone."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.support import ROOT


def build(folder: Path, *kinds: str) -> list[Path]:
    """Build distributions ("wheel", "sdist") of this source tree into a folder, without a network."""
    targets = [part for kind in kinds for part in ("-t", kind)]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *targets], cwd=ROOT, check=True,
        capture_output=True,
    )  # fmt: skip
    return sorted(folder.glob("rollwright-*"))


class Installed:
    """A virtual environment with the wheel in it; what it depends on is found where the tests have it."""

    def __init__(self, folder: Path) -> None:
        """Build the wheel, make the environment, and install the one into the other."""
        [self.wheel] = build(folder / "dist", "wheel")
        self.folder = folder / "venv"
        venv.create(self.folder, with_pip=False)
        self.python = self.folder / "bin" / "python"
        [site] = self.folder.glob("lib/python*/site-packages")
        self.site = site
        # A folder on the search path, as a line of a .pth file, brings its packages but not the editable one.
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        subprocess.run(
            [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet", "--no-index", "--no-deps",
             "--disable-pip-version-check", str(self.wheel)],
            check=True,
        )  # fmt: skip
        self.home = folder / "home"
        self.home.mkdir()

    @property
    def environment(self) -> dict[str, str]:
        """The variables that its programs run with: nothing of the source tree, and data of its own."""
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        return kept | {"ROLLWRIGHT_DATA": str(self.home), "ROLLWRIGHT_LANGUAGE": "en"}

    def run(self, *command: str) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment, far from the source tree."""
        program, *arguments = command
        return subprocess.run(
            [str(self.folder / "bin" / program), *arguments], cwd=self.home, env=self.environment, text=True,
            capture_output=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
