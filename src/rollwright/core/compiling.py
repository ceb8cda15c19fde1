"""Compiling: the very functions of a game's rules, as native code.

Rules are plain Python functions. :class:`Twins` makes a compiled twin of a function: a copy of it in which every
function it calls is a compiled twin too, and every function of the contract is the game's own. Plain functions stay as
they are, so both can run side by side and be compared byte by byte.

Compiled code is kept on disk. Numba's cache does not notice a change in another file, so the folder's name is a digest
of all the sources the code could have come from.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from types import FunctionType
from typing import Any

SWITCH = "ROLLWRIGHT_COMPILE"
"""Environment variable: ``off`` runs the rules as plain Python."""

CACHE_FOLDER = "ROLLWRIGHT_CACHE"
"""Environment variable: where compiled code is kept, instead of the user's cache folder."""

KEPT = 16
"""How many generations of compiled code stay on disk."""

GENERATION = re.compile(r"-[0-9a-f]{16}$")
"""How the name of a folder of compiled code ends."""


def wanted() -> bool:
    """Say whether rules are to be compiled, which they are unless the environment says otherwise."""
    return os.environ.get(SWITCH, "on").lower() not in {"off", "0", "no", "false"}


def cache_root() -> Path:
    """Return the folder that holds compiled code."""
    if named := os.environ.get(CACHE_FOLDER):
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "rollwright" / "compiled"


def digest(folders: Iterable[Path]) -> str:
    """Return a digest of the sources and data in these folders and of everything that compiles them."""
    import llvmlite
    import numba
    import numpy as np

    total = sha256()
    for version in (sys.version, numba.__version__, llvmlite.__version__, np.__version__):
        total.update(version.encode())
    for folder in sorted(set(folders)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml"} and not path.name.startswith("test_"):
                total.update(str(path.relative_to(folder)).encode())
                total.update(path.read_bytes())
    return total.hexdigest()[:16]


class Twins:
    """Makes compiled twins of plain functions for one game."""

    def __init__(self, name: str, folders: Iterable[Path], bindings: Mapping[FunctionType, FunctionType]) -> None:
        """Bind functions of the contract to a game's; `folders` hold all sources, `name` is the cache's."""
        self._bindings = bindings
        self._made: dict[FunctionType, Any] = {}
        self._cache = _usable(cache_root(), f"{name}-{digest(folders)}")
        self.first_time = self._cache is None or not any(self._cache.iterdir())

    def of(self, function: FunctionType) -> Any:
        """Return the compiled twin of a function; it is translated when it is first called or told its types."""
        function = self._bindings.get(function, function)
        if function not in self._made:
            self._made[function] = self._compile(self.relinked(function, self.of))
        return self._made[function]

    @staticmethod
    def relinked(function: FunctionType, replace: Callable[[FunctionType], Any]) -> FunctionType:
        """Return a copy of a function that calls replacements instead of the functions it names."""
        space = dict(function.__globals__)
        for name in function.__code__.co_names:
            if isinstance(value := space.get(name), FunctionType):
                space[name] = replace(value)
        copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        copy.__doc__, copy.__kwdefaults__ = function.__doc__, function.__kwdefaults__
        return copy

    def _compile(self, function: FunctionType) -> Any:
        from numba import config, njit

        settings: Any = config  # numba fills it in at run time
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(self._cache or "")
        try:
            return njit(cache=self._cache is not None, nogil=True, error_model="numpy")(function)
        finally:
            settings.CACHE_DIR = before


class Plain:
    """Binds plain functions to one game's rules, uncompiled: the same interface as Twins."""

    def __init__(self, bindings: Mapping[FunctionType, FunctionType]) -> None:
        """Bind functions of the contract to a game's."""
        self._bindings = bindings
        self._made: dict[FunctionType, FunctionType] = {}

    def of(self, function: FunctionType) -> FunctionType:
        """Return the function with the contract's names bound to the game's functions."""
        if function in self._bindings:
            return self._bindings[function]
        if function not in self._made:
            self._made[function] = Twins.relinked(function, self.of)
        return self._made[function]


def _usable(root: Path, name: str) -> Path | None:
    """Return the cache folder, made if need be and old generations removed, or None where nothing can be written."""
    folder = root / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(folder)
        if not os.access(folder, os.W_OK | os.X_OK):
            return None
        generations = [path for path in root.iterdir() if GENERATION.search(path.name)]
        for old in sorted(generations, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
            with suppress(OSError):
                rmtree(old)
    except OSError:
        return None
    return folder
