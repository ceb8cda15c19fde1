"""Programs that the tests need: found on this computer, or installed from the system's packages where that is ours."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable


class MissingError(Exception):
    """There is no such program to test with."""


def can_install() -> bool:
    """Say whether this is a system whose packages are ours to install."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*names: str) -> bool:
    """Install packages, and say whether that worked."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", "install", "-y", "--no-install-recommends", *names]
    subprocess.run(["apt-get", "-qq", "update"], env=quiet, stdout=subprocess.DEVNULL, check=False)
    return subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode == 0


def ensure(find: Callable[[], object], get: Callable[[], object], named: str) -> int:
    """Find a program, or get it unless the environment names another; say what is missing if neither works."""
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
