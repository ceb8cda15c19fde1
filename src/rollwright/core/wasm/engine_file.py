"""The file in a game's folder that holds its rules and search as WebAssembly, and what that file says about itself.

It names the source that it was made of by a digest, see `core/digests/function_digest.py`, so that it can be checked
without compiling anything.
"""

import json
import platform
from collections.abc import Iterable
from importlib.metadata import version as version_of
from typing import Any

from rollwright.core.wasm.wasm_linker import custom_section, custom_sections

ENGINE_FILE = "engine.wasm"
"""Name of the file in a game's folder."""

SECTION = "rollwright"
"""Name of the section of the file that describes it."""

FORMAT = 1
"""Version of how functions are called; raise it when pages must call them in another way."""

MADE_WITH = "made_with"


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
