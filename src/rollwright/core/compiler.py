"""The compiler: turns the functions of a game's rules into native code.

Rules are plain Python functions. :class:`Twins` makes a compiled twin of a function: a copy whose callees are compiled
twins too, and in which the contract's functions are replaced by the game's own. The plain functions stay unchanged, so
both versions can run side by side and be compared byte by byte.

Compiled code is cached on disk. Numba's cache does not notice a change in another file, so the cache folder is named
by a digest of everything the code depends on: the reachable functions, their constants and the arrays they read.
"""

import dis
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.metadata import version as version_of
from pathlib import Path
from shutil import rmtree
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any

SWITCH = "ROLLWRIGHT_COMPILE"
"""Environment variable: ``off`` runs the rules as plain Python."""

CACHE_FOLDER = "ROLLWRIGHT_CACHE"
"""Environment variable: the folder for compiled code, instead of the user's cache folder."""

KEPT_GENERATIONS = 8
"""Number of generations of compiled code kept on disk for each game."""

COMPLETE = "complete"
"""Name of the marker file: the cache folder holds all of a game's compiled rules."""

LOCK = RLock()
"""Held while something is compiled or bound: Numba's cache folder is a global setting."""

Bindings = Mapping[FunctionType, FunctionType]
"""Maps each function of the contract to the game's implementation."""


def is_enabled() -> bool:
    """Return whether rules are compiled by default: yes, unless the environment turns it off."""
    return os.environ.get(SWITCH, "on").lower() not in {"off", "0", "no", "false"}


def cache_root() -> Path:
    """Return the folder that holds compiled code."""
    if named := os.environ.get(CACHE_FOLDER):
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "rollwright" / "compiled"


def globals_read(code: CodeType) -> Iterator[str]:
    """Yield the names of the globals that a code object reads; attribute names are not included."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            yield str(step.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from globals_read(inner)


def reachable_functions(roots: Iterable[FunctionType], bindings: Bindings) -> list[FunctionType]:
    """Return these functions and all that they call, directly or indirectly, callees first.

    Raises TypeError for recursion.
    """
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
    """Return a digest of these functions: their code, the constants they read, and the compiler's versions."""
    import numpy as np

    total = sha256()
    # Of the installed packages, as importing them takes a second and 60 MB.
    for version in (sys.version, version_of("numba"), version_of("llvmlite"), np.__version__):
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
    """Return a copy of a function in which each function that it calls is replaced."""
    space = dict(function.__globals__)
    for name in set(globals_read(function.__code__)):
        if isinstance(value := space.get(name), FunctionType):
            space[name] = replace(value)
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    copy.__doc__, copy.__kwdefaults__ = function.__doc__, function.__kwdefaults__
    return copy


class Twins:
    """Makes compiled twins of plain functions for one game."""

    def __init__(self, game: str, bindings: Bindings, cached: bool = True) -> None:
        """Bind the contract's functions to a game's; `cached` twins are kept on disk under the game's name."""
        self._game = game
        self._cached = cached
        self._bindings = bindings
        self._made: dict[FunctionType, Any] = {}
        with LOCK:
            self._folder = self._make(bindings.values())
        self.first_time = self._folder is None or not (self._folder / COMPLETE).exists()

    def of(self, function: FunctionType) -> Any:
        """Return the compiled twin of a function; Numba translates it on its first call or on `compile`."""
        function = self._bindings.get(function, function)
        with LOCK:
            if function not in self._made:
                self._make([function])
        return self._made[function]

    def forget(self) -> None:
        """Delete the cached code of the game's rules."""
        if self._folder is not None:
            rmtree(self._folder, ignore_errors=True)

    def complete(self) -> None:
        """Mark the cache folder as holding all of the game's rules."""
        if self._folder is not None:
            with suppress(OSError):
                (self._folder / COMPLETE).touch()

    def _make(self, roots: Iterable[FunctionType]) -> Path | None:
        """Make twins of these functions and of everything they call; return their cache folder, if any."""
        functions = reachable_functions(roots, self._bindings)
        folder = usable_folder(cache_root(), self._game, digest(functions)) if self._cached else None
        for function in functions:
            if function not in self._made:
                self._made[function] = self._compile(relinked(function, self._twin), folder)
        return folder

    def _twin(self, function: FunctionType) -> Any:
        return self._made[self._bindings.get(function, function)]

    @staticmethod
    def _compile(function: FunctionType, folder: Path | None) -> Any:
        from numba import njit

        with cached_in(folder):
            return njit(cache=folder is not None, nogil=True, error_model="numpy")(function)


@contextmanager
def cached_in(folder: Path | None) -> Iterator[None]:
    """Let Numba keep in this folder what is decorated meanwhile; hold LOCK."""
    from numba import config

    settings: Any = config  # numba fills it in at run time
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        settings.CACHE_DIR = before


class Plain:
    """Binds plain functions to one game's rules without compiling them; same interface as :class:`Twins`."""

    def __init__(self, bindings: Bindings) -> None:
        """Bind the contract's functions to a game's."""
        self._bindings = bindings
        self._made: dict[FunctionType, FunctionType] = {}

    def of(self, function: FunctionType) -> FunctionType:
        """Return a function whose calls to the contract go to the game's functions."""
        if function in self._bindings:
            return self._bindings[function]
        if function not in self._made:
            self._made[function] = relinked(function, self.of)
        return self._made[function]


def _is_sound(folder: Path) -> bool:
    """Return whether a cache folder can be read: a crash may leave empty or truncated files."""
    try:
        for path in folder.rglob("*.nb[ic]"):
            if path.stat().st_size == 0:
                return False
            if path.suffix == ".nbi":  # an index: two pickles
                with path.open("rb") as file:
                    pickle.load(file)
                    pickle.loads(file.read())
    except Exception:
        return False
    return True


def usable_folder(root: Path, game: str, name: str) -> Path | None:
    """Create a cache folder if needed, remove old generations, and return it; None where nothing can be written."""
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
        with suppress(OSError):  # another process may be removing it at the same time
            if generation.fullmatch(path.name):
                ages.append((path.stat().st_mtime, path))
    for _, old in sorted(ages, reverse=True)[KEPT_GENERATIONS:]:
        rmtree(old, ignore_errors=True)
    return folder
