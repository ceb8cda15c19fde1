"""The file in a game's folder that holds its rules and search as WebAssembly, and what that file says about itself.

It names the source that it was made of by a digest, so that it can be checked without compiling anything. The digest
is of the text of all functions, without comments and docstrings, and of the constants and tables that they read; unlike
the one of the compiler's cache it is the same for every version of Python.
"""

import ast
import inspect
import json
import platform
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import version as version_of
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from rollwright.core.compiler import Bindings, globals_read, reachable_functions
from rollwright.core.native.declaration import Library
from rollwright.core.wasm.wasm_linker import custom_section, custom_sections

ENGINE_FILE = "engine.wasm"
"""Name of the file in a game's folder."""

SECTION = "rollwright"
"""Name of the section of the file that describes it."""

FORMAT = 1
"""Version of how functions are called; raise it when pages must call them in another way."""

MADE_WITH = "made_with"


def source_digest(functions: Library, bindings: Bindings, state: "np.dtype[np.void]") -> str:
    """Return a digest of all that these functions of a game are made of."""
    total = sha256(f"{state.descr!r} {state.itemsize}".encode())
    roots: Any = [each.function for each in functions]
    for function in reachable_functions(roots, bindings):
        total.update(f"{function.__name__}\n{_text(function)}\n".encode())
        for name in sorted(set(globals_read(function.__code__))):
            total.update(f"{name} {_value(function.__globals__.get(name))}\n".encode())
    return total.hexdigest()[:32]


def _text(function: FunctionType) -> str:
    """Return a function's source in a standard form."""
    [tree] = ast.parse(dedent(inspect.getsource(function))).body
    assert isinstance(tree, ast.FunctionDef)
    if ast.get_docstring(tree) is not None:
        del tree.body[0]
    return ast.unparse(tree)


def _value(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    return value.__name__ if isinstance(value, FunctionType | ModuleType) else repr(value)


def versions() -> dict[str, str]:
    """Return the versions of what compiles a module: with others, the same source may give other bytes."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, "numba": version_of("numba"), "llvmlite": version_of("llvmlite")}


def with_description(module: bytes, about: dict[str, Any]) -> bytes:
    """Return a module with a section that describes it, and says what it was made with."""
    text = json.dumps({**about, MADE_WITH: versions()}, separators=(",", ":"))
    return module + custom_section(SECTION, text.encode())


def described(module: bytes) -> dict[str, Any]:
    """Return what a module says about itself."""
    [text] = custom_sections(module, SECTION)
    about: dict[str, Any] = json.loads(text)
    return about


def differences(said: dict[str, Any], wanted: dict[str, Any]) -> Iterable[str]:
    """Yield the names of what a description says otherwise than it should; what it was made with does not count."""
    for name in sorted((said.keys() | wanted.keys()) - {MADE_WITH}):
        if said.get(name) != wanted.get(name):
            yield name
