"""Finds programs that the tests need, or installs them from the system's packages where we may."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable


class MissingError(Exception):
    """A program that the tests need is missing."""


def can_install() -> bool:
    """Say whether we may install system packages here."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*names: str) -> bool:
    """Install packages; return whether that worked."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", "install", "-y", "--no-install-recommends", *names]
    subprocess.run(["apt-get", "-qq", "update"], env=quiet, stdout=subprocess.DEVNULL, check=False)
    return subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode == 0


def ensure(find: Callable[[], object], get: Callable[[], object], named: str) -> int:
    """Find a program, or install it unless the variable `named` is set; print what is missing if that fails."""
    try:
        find()
    except MissingError:
        if can_install() and not os.environ.get(named):
            get()
    try:
        find()
    except MissingError as missing:
        print(missing, file=sys.stderr)
        return 2
    return 0
