"""Compiling: the very functions of a game's rules, as native code.

Rules are plain Python functions. :class:`Twins` makes a compiled twin of a function: a copy of it in which every
function it calls is a compiled twin too, and every function of the contract is the game's own. Plain functions stay as
they are, so both can run side by side and be compared byte by byte.

Compiled code is kept on disk. Numba's cache does not notice a change in another file, so the folder's name is a digest
of everything the code is made of: the functions reached, their constants and the tables they read.
"""

import dis
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any

SWITCH = "ROLLWRIGHT_COMPILE"
"""Environment variable: ``off`` runs the rules as plain Python."""

CACHE_FOLDER = "ROLLWRIGHT_CACHE"
"""Environment variable: where compiled code is kept, instead of the user's cache folder."""

KEPT = 8
"""How many generations of compiled code stay on disk for each game."""

COMPLETE = "complete"
"""The file that says that a folder holds all of a game's rules."""

LOCK = RLock()
"""Held while something is compiled or bound: Numba is told where to cache by a global setting."""

Bindings = Mapping[FunctionType, FunctionType]
"""Functions of the contract, and what stands in for each."""


def wanted() -> bool:
    """Say whether rules are to be compiled, which they are unless the environment says otherwise."""
    return os.environ.get(SWITCH, "on").lower() not in {"off", "0", "no", "false"}


def cache_root() -> Path:
    """Return the folder that holds compiled code."""
    if named := os.environ.get(CACHE_FOLDER):
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "rollwright" / "compiled"


def globals_read(code: CodeType) -> Iterator[str]:
    """Yield the names of the globals that a piece of code reads, not those of attributes."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            yield str(step.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from globals_read(inner)


def reached(roots: Iterable[FunctionType], bindings: Bindings) -> list[FunctionType]:
    """Return all functions that these call, directly or not, callees before callers; refuse recursion."""
    found: list[FunctionType] = []
    path: list[FunctionType] = []

    def visit(function: FunctionType) -> None:
        function = bindings.get(function, function)
        if function in found:
            return
        names = [each.__name__ for each in path] + [function.__name__]
        if function in path:
            raise TypeError(f"Rules may not call themselves: {' calls '.join(names)}.")
        path.append(function)
        for name in sorted(set(globals_read(function.__code__))):
            if isinstance(value := function.__globals__.get(name), FunctionType):
                visit(value)
        path.pop()
        found.append(function)

    for root in roots:
        visit(root)
    return found


def digest(functions: Iterable[FunctionType]) -> str:
    """Return a digest of what these functions are: their code, the constants they read, and what compiles them."""
    import llvmlite
    import numba
    import numpy as np

    total = sha256()
    for version in (sys.version, numba.__version__, llvmlite.__version__, np.__version__):
        total.update(version.encode())
    for function in functions:
        total.update(f"{function.__module__}.{function.__qualname__}{function.__defaults__}".encode())
        _digest_code(function.__code__, total.update)
        for name in sorted(set(globals_read(function.__code__))):
            value = function.__globals__.get(name)
            total.update(name.encode())
            if isinstance(value, np.ndarray):
                total.update(f"{value.dtype.str}{value.shape}".encode() + value.tobytes())
            elif isinstance(value, FunctionType | ModuleType):
                total.update(value.__name__.encode())
            else:
                total.update(repr(value).encode())
    return total.hexdigest()[:16]


def _digest_code(code: CodeType, update: Callable[[bytes], None]) -> None:
    update(code.co_code + repr((code.co_names, code.co_varnames)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _digest_code(constant, update)
        else:
            update(repr(constant).encode())


def relinked(function: FunctionType, replace: Callable[[FunctionType], Any]) -> FunctionType:
    """Return a copy of a function that calls replacements instead of the functions it names."""
    space = dict(function.__globals__)
    for name in globals_read(function.__code__):
        if isinstance(value := space.get(name), FunctionType):
            space[name] = replace(value)
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    copy.__doc__, copy.__kwdefaults__ = function.__doc__, function.__kwdefaults__
    return copy


class Twins:
    """Makes compiled twins of plain functions for one game."""

    def __init__(self, game: str, bindings: Bindings, cached: bool = True) -> None:
        """Bind functions of the contract to a game's; the game's name is the cache's, if what is made is `cached`."""
        self._game = game
        self._cached = cached
        self._bindings = bindings
        self._made: dict[FunctionType, Any] = {}
        with LOCK:
            self._folder = self._make(bindings.values())
        self.first_time = self._folder is None or not (self._folder / COMPLETE).exists()

    def of(self, function: FunctionType) -> Any:
        """Return the compiled twin of a function; it is translated when it is first called or told its types."""
        function = self._bindings.get(function, function)
        with LOCK:
            if function not in self._made:
                self._make([function])
        return self._made[function]

    def forget(self) -> None:
        """Throw away what is cached of the game's rules."""
        if self._folder is not None:
            rmtree(self._folder, ignore_errors=True)

    def complete(self) -> None:
        """Remember that all of the game's rules are translated."""
        if self._folder is not None:
            with suppress(OSError):
                (self._folder / COMPLETE).touch()

    def _make(self, roots: Iterable[FunctionType]) -> Path | None:
        """Make the twins of these functions and of all they call, cached under their digest."""
        functions = reached(roots, self._bindings)
        folder = _usable(cache_root(), self._game, digest(functions)) if self._cached else None
        for function in functions:
            if function not in self._made:
                self._made[function] = self._compile(relinked(function, self._twin), folder)
        return folder

    def _twin(self, function: FunctionType) -> Any:
        return self._made[self._bindings.get(function, function)]

    @staticmethod
    def _compile(function: FunctionType, folder: Path | None) -> Any:
        from numba import config, njit

        settings: Any = config  # numba fills it in at run time
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder or "")
        try:
            return njit(cache=folder is not None, nogil=True, error_model="numpy")(function)
        finally:
            settings.CACHE_DIR = before


class Plain:
    """Binds plain functions to one game's rules, uncompiled: the same interface as Twins."""

    def __init__(self, bindings: Bindings) -> None:
        """Bind functions of the contract to a game's."""
        self._bindings = bindings
        self._made: dict[FunctionType, FunctionType] = {}

    def of(self, function: FunctionType) -> FunctionType:
        """Return the function with the contract's names bound to the game's functions."""
        if function in self._bindings:
            return self._bindings[function]
        if function not in self._made:
            self._made[function] = relinked(function, self.of)
        return self._made[function]


def _is_sound(folder: Path) -> bool:
    """Say whether a cache folder can be read: a crash may leave files behind that are empty or cut short."""
    try:
        for path in folder.rglob("*.nb[ic]"):
            if path.stat().st_size == 0:
                return False
            if path.suffix == ".nbi":  # an index: two pickles, the second perhaps long
                with path.open("rb") as file:
                    pickle.load(file)
                    pickle.loads(file.read())
    except Exception:
        return False
    return True


def _usable(root: Path, game: str, name: str) -> Path | None:
    """Return a cache folder, made if need be and old generations removed, or None where nothing can be written."""
    folder = root / f"{game}-{name}"
    if not _is_sound(folder):
        rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(folder)
        if not os.access(folder, os.W_OK | os.X_OK):
            return None
    except OSError:
        return None
    generation = re.compile(rf"{re.escape(game)}-[0-9a-f]{{16}}")
    ages = []
    for path in root.iterdir():
        with suppress(OSError):  # another process may be tidying up too
            if generation.fullmatch(path.name):
                ages.append((path.stat().st_mtime, path))
    for _, old in sorted(ages, reverse=True)[KEPT:]:
        rmtree(old, ignore_errors=True)
    return folder
