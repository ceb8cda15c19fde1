"""A native library on disk: the image of compiled functions, kept, checked and loaded without the compiler.

The file is named by a digest of everything the code depends on, like the rest of the compiler's cache, and is written
beside its place and then renamed. It ends with a description and a checksum, so that a damaged file is not loaded.
"""

import ctypes
import json
import logging
import mmap
import os
import platform
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np

from rollwright.core.compiler import Bindings, cache_root, digest, reachable_functions
from rollwright.core.fast_record import fast_record
from rollwright.core.native import layout
from rollwright.core.native.declaration import RAISED, Argument, NativeFunction
from rollwright.core.native.linker import PAGE, PATCHES, Image

LOG = logging.getLogger(__name__)

FORMAT = 1
"""Version of the file and of how functions are called; raise it when `make` produces something else."""

KEPT_LIBRARIES = 24
"""Number of libraries kept on disk for each game; a version of a game has about three."""

CHECKSUM_SIZE = 32

HALF_WRITTEN = ".half-written-"
"""How the name of a file begins until it is complete."""

WRITTEN_WITHIN = 3600.0
"""Seconds after which a file that is still half written is left over from a crash."""

Function = Callable[..., int]


@cache
def is_supported() -> bool:
    """Return whether libraries can be made and loaded on this machine."""
    return sys.platform == "linux" and platform.machine() in PATCHES and layout.is_expected()


def library_folder() -> Path:
    """Return the folder of all libraries."""
    return cache_root() / "native"


def library_name(game: str, bindings: Bindings, functions: Sequence[NativeFunction], state: "np.dtype[np.void]") -> str:
    """Return the name of the file that holds these functions of a game."""
    total = sha256(f"{FORMAT} {layout.HEADER} {_processor()} {state.descr!r} {state.itemsize}".encode())
    for each in functions:
        total.update(f"{each.name} {each.arguments}".encode())
    total.update(digest(reachable_functions([each.function for each in functions], bindings)).encode())  # type: ignore[misc]
    return f"{game}-{total.hexdigest()[:24]}"


@cache
def _processor() -> str:
    """Return what is special about this processor: code for another one may not run here."""
    features = ""
    with suppress(OSError):
        found = re.search(r"^(flags|Features)\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        features = found[2] if found else ""
    return f"{platform.machine()}{features}"


@contextmanager
def being_made(path: Path) -> Iterator[None]:
    """Let only one process at a time make libraries of a game: others wait, and find them made."""
    import fcntl  # not on every platform, but wherever libraries are supported

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (path.parent / f"{path.name.rpartition('-')[0]}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def save(image: Image, path: Path) -> None:
    """Write a library to disk, all of it or nothing, and remove the game's oldest ones."""
    code = image.code + bytes(-len(image.code) % PAGE)
    about = json.dumps({"code": len(code), "machine": image.machine, "entries": image.entries}).encode()
    content = code + about + len(about).to_bytes(8, "little")
    with NamedTemporaryFile(dir=path.parent, prefix=HALF_WRITTEN, delete=False) as file:
        file.write(content + sha256(content).digest())
    os.replace(file.name, path)
    _remove_old(path)


def _remove_old(path: Path) -> None:
    """Remove the oldest libraries of the same game, and what a crash left half written."""
    generation = re.compile(rf"{re.escape(path.name.rpartition('-')[0])}-[0-9a-f]{{24}}")
    ages = []
    for each in path.parent.iterdir():
        with suppress(OSError):  # another process may be removing it at the same time
            age = each.stat().st_mtime
            if generation.fullmatch(each.name):
                ages.append((age, each))
            elif each.name.startswith(HALF_WRITTEN) and age < path.stat().st_mtime - WRITTEN_WITHIN:
                each.unlink()
    for _, old in sorted(ages, reverse=True)[KEPT_LIBRARIES:]:
        with suppress(OSError):
            old.unlink()


def load(path: Path) -> "Library | None":
    """Return the library at this path; None if there is none, or it is damaged or may not be mapped."""
    try:
        return Library(path)
    except FileNotFoundError:
        return None
    except (Damaged, ValueError) as fault:
        LOG.warning("%s is damaged, and will be made anew: %s", path.name, fault)
        with suppress(OSError):
            path.unlink()
        return None
    except OSError as fault:
        LOG.warning("%s cannot be loaded: %s", path.name, fault)
        return None


class Damaged(Exception):  # noqa: N818 - a state of a file
    """A library on disk is damaged, or was made for another machine."""


class Library:
    """A native library in memory."""

    def __init__(self, path: Path) -> None:
        """Load a library; raise OSError if there is none or it cannot be mapped, Damaged if it is not whole."""
        with path.open("rb") as file:
            content = file.read()
            about = _description(content)
            # Mapped and not copied, so that all processes share it and the system sees to the processor's caches.
            self._mapped = mmap.mmap(file.fileno(), about["code"], mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC)
        self._start = int(np.frombuffer(self._mapped, np.uint8).__array_interface__["data"][0])
        self._entries: dict[str, int] = about["entries"]
        with suppress(OSError):
            os.utime(path)

    def address(self, name: str) -> int:
        """Return where a function begins."""
        return self._start + self._entries[name]

    def function(self, declared: NativeFunction, state: "np.dtype[np.void]") -> Function:
        """Return one of the functions, to be called with positions of this dtype."""
        kinds = {Argument.NUMBER: ctypes.c_int64}
        types = [kinds.get(each, ctypes.py_object) for each in declared.arguments]
        prototype = ctypes.CFUNCTYPE if declared.is_long else ctypes.PYFUNCTYPE
        native = prototype(ctypes.c_int64, *types)(self.address(declared.name))
        return _checked(native, declared, state, self)


def _description(content: bytes) -> dict[str, Any]:
    """Return what a library says about itself, or raise Damaged."""
    whole, checksum = content[:-CHECKSUM_SIZE], content[-CHECKSUM_SIZE:]
    if sha256(whole).digest() != checksum:
        raise Damaged("the checksum is wrong")
    size = int.from_bytes(whole[-8:], "little")
    about: dict[str, Any] = json.loads(whole[-8 - size : -8])
    if about["machine"] != platform.machine():
        raise Damaged(f"it is for {about['machine']}")
    return about


def _checked(native: Any, declared: NativeFunction, state: "np.dtype[np.void]", library: Library) -> Function:
    """Return a function that lets only objects of the right type through to compiled code, which trusts them."""
    record_type = fast_record(state).type
    kinds = declared.arguments
    arrays = [
        (place, each.dimensions, state if each is Argument.RECORDS else each.dtype)
        for place, each in enumerate(kinds)
        if each.dimensions
    ]
    takes_record = kinds[0] is Argument.RECORD
    assert Argument.RECORD not in kinds[1:], "only the first argument of a native function can be a position"

    def call(*arguments: Any) -> int:
        if len(arguments) != len(kinds):
            raise TypeError(f"{declared.name} takes {len(kinds)} arguments.")
        if takes_record:
            s = arguments[0]
            if type(s) is not record_type and not (isinstance(s, np.void) and s.dtype == state):
                raise TypeError(f"{declared.name} takes a position, not {s!r}.")
        for place, dimensions, kind in arrays:
            given = arguments[place]
            if (
                type(given) is not np.ndarray
                or (given.dtype is not kind and given.dtype != kind)
                or given.ndim != dimensions
                or not given.flags.c_contiguous
            ):
                raise TypeError(f"{declared.name} takes a contiguous array of {kind} in {dimensions} dimensions.")
        answer: int = native(*arguments)
        if answer == RAISED:
            raise RuntimeError(f"{declared.name} failed: the plain rules say why.")
        return answer

    call.library = library  # type: ignore[attr-defined] # it must stay mapped as long as the function is used
    call.__name__ = declared.name
    return call
