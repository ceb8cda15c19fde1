"""Build what browsers need to play without a connection: Python for the page, and the app in its memory.

Pyodide comes from npm by its name, version and hash; the other packages are those installed here, which are pinned.
The result is in `build/offline`, and belongs to this version of the source: build it again after any change.
"""

import json
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

from rollwright.web.install.bundle import ABOUT, NOTHING, SNAPSHOT, Bundle, package_digest
from tools.packages import MissingError
from tools.typescript import Node, find_node

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "tools" / "pyodide"
PYODIDE = PROJECT / "node_modules" / "pyodide"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
OUT = ROOT / "build" / "offline"
QUICK = OUT.with_name("offline-quick")
"""Where tests build the same: compressed less, in half of the time."""
SOURCE = ROOT / "src" / "rollwright"

PACKAGES = ("starlette", "anyio", "idna", "jinja2", "markupsafe", "markdown_it", "mdurl", "python_multipart", "babel")
"""The packages that the app needs in the page; those that are compiled have a replacement, or work without."""

LEFT_OUT = {"tests", "golden", "__pycache__", "lab", "adapters", "terminal", "testing", "fonts", "replacements"}
"""Folders of the source that the page does not need."""

LOCALES = ("root", "en", "en_US", "es", "es_ES", "ru", "ru_RU")
"""What is needed of Babel's data."""

WARM_UP = """
from pathlib import Path
from rollwright.offline import page_app, warm_start
warm_start.take_files(Path("/app/rollwright"), Path("/app/babel/locale-data"))
warm_start.warm_up()
"""


def archive(path: Path) -> None:
    """Write all modules and files that the page needs into an archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as into:
        for found in sorted(SOURCE.rglob("*")):
            within = found.relative_to(SOURCE)
            static = within.parts[:2] == ("web", "static")  # all of it, as its digest is in the addresses
            if found.is_file() and found.suffix not in {".pyc", ".wasm"} and (static or not LEFT_OUT & {*within.parts}):
                into.write(found, Path("rollwright") / within)
        replacements = SOURCE / "offline" / "replacements"
        for found in sorted(replacements.rglob("*.py")):
            if found.parent != replacements or found.name != "__init__.py":
                into.write(found, found.relative_to(replacements))
        for name in PACKAGES:
            _add_package(into, name)


def _add_package(into: zipfile.ZipFile, name: str) -> None:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise MissingError(f"{name} is not installed: run `make test` or `make play` first.")
    folder = Path(spec.origin).parent
    for found in sorted(folder.rglob("*")):
        within = found.relative_to(folder)
        is_data = within.parts[0] == "locale-data"
        wanted = found.stem in LOCALES if is_data else found.suffix in {".py", ".dat"} and "tests" not in within.parts
        if found.is_file() and wanted and found.suffix != ".pyc":
            into.write(found, Path(name) / within)


def install(npm: list[str]) -> None:
    """Install the pinned version of Pyodide, checked by its hash."""
    pinned = json.loads((PROJECT / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
    package = PYODIDE / "package.json"
    if package.exists() and json.loads(package.read_text(encoding="utf-8"))["version"] == pinned:
        return
    command = [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=PROJECT, check=False).returncode:
        raise MissingError("Pyodide could not be installed: it comes from npm's registry, once.")


def build(node: Node, out: Path = OUT) -> Bundle:
    """Build everything anew."""
    install(node.npm)
    half = out.with_name(f"{out.name}.half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    plain, compiled = half / "plain.zip", half / "compiled.zip"
    archive(plain)

    def run(script: str, *arguments: object) -> None:
        subprocess.run([node.node, str(PROJECT / script), *map(str, arguments)], cwd=PROJECT, check=True)

    run("memory.mjs", "compile", plain, compiled)
    run("memory.mjs", "snapshot", compiled, half / SNAPSHOT, WARM_UP)
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, half / name)
    with zipfile.ZipFile(half / NOTHING, "w"):
        pass
    names = [SNAPSHOT, *RUNTIME, NOTHING]
    run("compress.mjs", "quickly" if out == QUICK else "well", *(half / name for name in names))
    plain.unlink()
    compiled.unlink()
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    sizes = {name: [(half / f"{name}{ending}").stat().st_size for ending in ("", ".br", ".gz")] for name in names}
    about = {"source": package_digest(), "pyodide": version, "lock": lock, "sizes": sizes}
    (half / ABOUT).write_text(json.dumps(about, indent=1), encoding="utf-8")
    shutil.rmtree(out, ignore_errors=True)
    half.rename(out)
    return Bundle(out)


def main() -> int:
    """Build, and tell the size; print what is missing if that is not possible."""
    try:
        made = build(find_node())
    except MissingError as missing:
        print(missing, file=sys.stderr)
        return 2
    except subprocess.CalledProcessError:
        return 1
    print(f"{OUT.relative_to(ROOT)}: {made.kept_size / 1e6:.1f} MB, {made.sent_size / 1e6:.1f} MB as it is sent")
    return 0


if __name__ == "__main__":
    sys.exit(main())
