"""Turns an object file of the compiler into a WebAssembly module that needs nothing from outside.

Only what a module of rules contains is supported: the code and the constants of one object file. Its functions, types
and globals keep their numbers. Memory begins with the stack, which grows down towards address 0, so that too deep a
call is stopped instead of writing over something else. Constants come after it, and then free memory.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

STACK = 1 << 16
"""Bytes of the stack; constants begin here."""

PAGE = 1 << 16
"""Bytes of a page of memory, as WebAssembly counts it."""

HEAD = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, CODE, DATA_COUNT, DATA = 0, 1, 2, 3, 5, 6, 7, 10, 12, 11
ORDER = (TYPES, FUNCTIONS, MEMORY, GLOBALS, EXPORTS, DATA_COUNT, CODE, DATA)

IMPORTED_MEMORY, IMPORTED_GLOBAL = 2, 3
STACK_POINTER = "__stack_pointer"
FREE_FROM = "free_from"
"""Name of the exported global that tells where free memory begins."""

SYMBOL_TABLE = 8
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
UNDEFINED, NAMED = 0x10, 0x40

NUMBERED = {0, 6, 7, 26}
"""Relocations to functions, types and globals, which keep their numbers."""
ADDRESS_UNSIGNED, ADDRESS_SIGNED, ADDRESS_WORD = 3, 4, 5
"""Relocations to places in memory."""
PADDED = 5
"""Bytes of a number that a linker may change."""


class NotAModule(Exception):  # noqa: N818 - says what happened, like a refusal
    """An object file cannot be turned into a module."""


@dataclass(frozen=True)
class _Section:
    kind: int
    body: bytes


class _Reader:
    """Reads the numbers and names of the binary format."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self) -> int:
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def signed(self) -> int:
        begun = self.at
        value = self.number()
        bits = 7 * (self.at - begun)
        return value - (1 << bits) if value >> (bits - 1) & 1 else value

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def bytes(self) -> bytes:
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        return self.bytes().decode()

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.data)


def number(value: int) -> bytes:
    """Return an unsigned number as the format writes it."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def _signed(value: int) -> bytes:
    found = bytearray()
    while not -64 <= value < 64:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value & 0x7F])


def _named(name: str) -> bytes:
    return number(len(name.encode())) + name.encode()


def _vector(parts: Sequence[bytes]) -> bytes:
    return number(len(parts)) + b"".join(parts)


def custom_section(name: str, content: bytes) -> bytes:
    """Return a section that a program may read and that changes nothing."""
    body = _named(name) + content
    return bytes([CUSTOM]) + number(len(body)) + body


def custom_sections(module: bytes, name: str) -> list[bytes]:
    """Return the contents of a module's custom sections of this name."""
    found = []
    for section in _sections(module):
        if section.kind == CUSTOM:
            reader = _Reader(section.body)
            if reader.name() == name:
                found.append(section.body[reader.at :])
    return found


def link_module(made: bytes, names: Sequence[str]) -> bytes:
    """Return a module that exports these functions of an object file, its memory, and where free memory begins."""
    sections = list(_sections(made))
    bodies = {each.kind: each.body for each in sections if each.kind != CUSTOM}
    _check_imports(bodies.get(IMPORTS, b"\0"))
    found = _exported(sections, names)
    for place, body in _relocations(sections):
        bodies[sections[place].kind] = body
    segments = list(_segments(bodies.get(DATA, b"\0")))
    free_from = (STACK + max((at + len(content) for at, content in segments), default=0) + 15) & -16
    exports = [_named("memory") + b"\x02\0", _named(FREE_FROM) + b"\x03\x01"]
    exports += [_named(name) + b"\0" + number(found[name]) for name in names]
    bodies |= {
        MEMORY: _vector([b"\0" + number(-(-free_from // PAGE))]),
        GLOBALS: _vector([b"\x7f\x01\x41" + _signed(STACK) + b"\x0b", b"\x7f\0\x41" + _signed(free_from) + b"\x0b"]),
        EXPORTS: _vector(exports),
        DATA: _vector([b"\0\x41" + _signed(STACK + at) + b"\x0b" + number(len(part)) + part for at, part in segments]),
        DATA_COUNT: number(len(segments)),
    }
    return HEAD + b"".join(bytes([kind]) + number(len(bodies[kind])) + bodies[kind] for kind in ORDER)


def _sections(data: bytes) -> Iterator[_Section]:
    if not data.startswith(HEAD):
        raise NotAModule("it does not begin like WebAssembly")
    reader = _Reader(data)
    reader.at = len(HEAD)
    while not reader.is_at_end:
        yield _Section(reader.byte(), reader.bytes())


def _check_imports(body: bytes) -> None:
    """Refuse everything from outside but the memory and the pointer to the stack, which the module gets of its own."""
    reader = _Reader(body)
    for _ in range(reader.number()):
        _, name, kind = reader.name(), reader.name(), reader.byte()
        if kind == IMPORTED_MEMORY:
            flags = reader.number()
            reader.number()
            if flags & 1:
                reader.number()
        elif kind == IMPORTED_GLOBAL and name == STACK_POINTER:
            reader.at += 2
        else:
            raise NotAModule(f"{name} is not defined")


def _exported(sections: Sequence[_Section], names: Sequence[str]) -> dict[str, int]:
    """Return the numbers of these functions by the table of symbols; refuse symbols that are not defined."""
    found: dict[str, int] = {}
    for body in _bodies(sections, "linking"):
        reader = _Reader(body)
        reader.number()  # the version
        while not reader.is_at_end:
            kind, content = reader.byte(), reader.bytes()
            if kind == SYMBOL_TABLE:
                found |= _functions(_Reader(content))
    if missing := [name for name in names if name not in found]:
        raise NotAModule(f"{', '.join(missing)} cannot be found")
    return found


def _functions(reader: _Reader) -> dict[str, int]:
    found = {}
    for _ in range(reader.number()):
        kind, flags = reader.byte(), reader.number()
        if kind == DATA_SYMBOL:
            name = reader.name()
            if flags & UNDEFINED:
                raise NotAModule(f"{name} is not defined")
            for _ in range(3):
                reader.number()
        elif kind == SECTION_SYMBOL:
            reader.number()
        else:
            index = reader.number()
            if not flags & UNDEFINED or flags & NAMED:
                name = reader.name()
                if kind == FUNCTION_SYMBOL:
                    found[name] = index
    return found


def _bodies(sections: Sequence[_Section], name: str) -> Iterator[bytes]:
    """Yield what stands in the custom sections whose name begins so."""
    for section in sections:
        if section.kind == CUSTOM:
            reader = _Reader(section.body)
            if reader.name().startswith(name):
                yield section.body[reader.at :]


def _relocations(sections: Sequence[_Section]) -> Iterator[tuple[int, bytes]]:
    """Yield sections by their place with all addresses in them moved behind the stack.

    The compiler writes addresses as if constants began at 0.
    """
    for body in _bodies(sections, "reloc."):
        reader = _Reader(body)
        place = reader.number()
        changed = bytearray(sections[place].body)
        for _ in range(reader.number()):
            kind, at = reader.byte(), reader.number()
            reader.number()  # the symbol
            if kind in NUMBERED:
                continue
            reader.signed()  # the addend, which is in the address already
            if kind == ADDRESS_WORD:
                moved = int.from_bytes(changed[at : at + 4], "little") + STACK
                changed[at : at + 4] = moved.to_bytes(4, "little")
            elif kind in {ADDRESS_UNSIGNED, ADDRESS_SIGNED}:
                was = _Reader(bytes(changed[at : at + PADDED]))
                moved = STACK + (was.signed() if kind == ADDRESS_SIGNED else was.number())
                changed[at : at + PADDED] = _padded(moved)
            else:
                raise NotAModule(f"it has relocations of kind {kind}")
        yield place, bytes(changed)


def _padded(value: int) -> bytes:
    """Return an address in as many bytes as the compiler left for it; memory ends long before the sign matters."""
    return bytes([*(value >> 7 * place & 0x7F | 0x80 for place in range(PADDED - 1)), value >> 28 & 0x7F])


def _segments(body: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the constants with their addresses."""
    reader = _Reader(body)
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != 0x41:
            raise NotAModule("its constants have no fixed place")
        at = reader.signed()
        reader.byte()  # the end of the expression
        yield at, reader.bytes()
