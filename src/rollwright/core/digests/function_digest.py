"""A digest of functions: of their text without comments and docstrings, and of the constants and tables that they read.

Unlike the one of the compiler's cache it is the same for every version of Python.
"""

import ast
import inspect
from hashlib import sha256
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from rollwright.core.compiler import Bindings, globals_read, reachable_functions
from rollwright.core.native.declaration import Library


def functions_digest(functions: Library, bindings: Bindings, state: "np.dtype[np.void]") -> str:
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
