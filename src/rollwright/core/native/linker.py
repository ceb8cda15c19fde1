"""Turns an object file of the compiler into an image: bytes that run wherever they are mapped.

Only what a library of rules contains is supported: code and constants of one ELF object file, whose places refer to
each other by distance. What would have to be filled in when the image is loaded is refused: symbols defined elsewhere,
absolute addresses and variables.
"""

import struct
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

PAGE = 4096
"""An image must be mapped at a multiple of this, and no section needs a greater alignment."""

WRITABLE, ALLOCATED = 1, 2
SYMBOL_TABLE, RELOCATIONS_WITH_ADDEND, RELOCATIONS = 2, 4, 9
UNWINDING = ".eh_frame"
"""The section that tells how to unwind the stack: nothing here throws."""

MACHINES = {62: "x86_64", 183: "aarch64"}


class NotLinked(Exception):  # noqa: N818 - says what happened, like a refusal
    """An object file cannot be turned into an image."""


@dataclass(frozen=True)
class Image:
    """Code that can be mapped anywhere, and where its functions begin."""

    machine: str
    code: bytes
    entries: dict[str, int]


class Section(NamedTuple):
    """A header of a section, with the fields of the ELF standard in their order."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class Symbol(NamedTuple):
    """An entry of a symbol table, likewise."""

    name: int
    info: int
    other: int
    section: int
    value: int
    size: int


def _distance(bits: int) -> Callable[[int, int, int], int]:
    """Return the change of a field that holds the distance to its target as a signed number."""

    def patched(_: int, target: int, place: int) -> int:
        distance = target - place
        if not -(1 << bits - 1) <= distance < 1 << bits - 1:
            raise NotLinked(f"A distance of {distance} bytes is too great.")
        return distance & (1 << bits) - 1

    return patched


def _page_distance(word: int, target: int, place: int) -> int:
    pages = (target >> 12) - (place >> 12)
    return word & 0x9F00001F | (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5


def _within_page(scale: int) -> Callable[[int, int, int], int]:
    return lambda word, target, _: word & ~(0xFFF << 10) | (target & 0xFFF) >> scale << 10


def _branch(word: int, target: int, place: int) -> int:
    distance = target - place
    if not -(1 << 27) <= distance < 1 << 27:
        raise NotLinked(f"A branch over {distance} bytes is too long.")
    return word & 0xFC000000 | distance >> 2 & 0x3FFFFFF


Patch = Callable[[int, int, int], int]
"""Returns the new value of a 32-bit word, from the word, the address that it refers to, and its own address."""

PATCHES: dict[str, dict[int, Patch]] = {
    "x86_64": {2: _distance(32), 4: _distance(32)},  # PC32 and PLT32
    "aarch64": {
        261: _distance(32),  # PREL32
        275: _page_distance,  # ADR_PREL_PG_HI21
        277: _within_page(0),  # ADD_ABS_LO12_NC
        278: _within_page(0),  # LDST8_ABS_LO12_NC and so on, up to 128 bits
        284: _within_page(1),
        285: _within_page(2),
        286: _within_page(3),
        299: _within_page(4),
        282: _branch,  # JUMP26 and CALL26
        283: _branch,
    },
}
"""The relocations that occur, by the number that the machine's standard gives them."""


def link(data: bytes, names: Collection[str]) -> Image:
    """Return the image of an object file with the functions of these names as its entries; refuse what is missing."""
    found = _Object(data)
    code = found.lay_out()
    found.relocate(code)
    entries = found.entries(names)
    if missing := sorted(set(names).difference(entries)):
        raise NotLinked(f"The library has no {', '.join(missing)}.")
    return Image(found.machine, bytes(code), entries)


class _Object:
    """An ELF object file while it is linked."""

    def __init__(self, data: bytes) -> None:
        """Read the headers; refuse what is no object file for a known machine."""
        self._data = data
        if data[:6] != b"\x7fELF\x02\x01":
            raise NotLinked("The compiler makes no 64-bit little-endian ELF files here.")
        machine = struct.unpack_from("<H", data, 18)[0]
        if machine not in MACHINES:
            raise NotLinked(f"Machine {machine} is unknown.")
        self.machine = MACHINES[machine]
        start, count = struct.unpack_from("<Q", data, 40)[0], struct.unpack_from("<H", data, 60)[0]
        names = struct.unpack_from("<H", data, 62)[0]
        self._sections = [Section(*struct.unpack_from("<IIQQQQIIQQ", data, start + 64 * n)) for n in range(count)]
        self._section_names = [self._text(self._sections[names], each.name) for each in self._sections]
        self._placed: dict[int, int] = {}
        """Where each section is in the image."""
        tables = [each for each in self._sections if each.kind == SYMBOL_TABLE]
        self._strings = self._sections[tables[0].link] if tables else self._sections[0]
        raw = self._content(tables[0]) if tables else b""
        self._symbols = [Symbol(*each) for each in struct.iter_unpack("<IBBHQQ", raw)]

    def lay_out(self) -> bytearray:
        """Return the code and the constants, one section after the other, not yet relocated."""
        code = bytearray()
        for number, section in enumerate(self._sections):
            name = self._section_names[number]
            if not section.flags & ALLOCATED or not section.size or name == UNWINDING:
                continue
            if section.flags & WRITABLE:
                raise NotLinked(f"There are variables, in {name}.")
            if section.alignment > PAGE:
                raise NotLinked(f"{name} asks for an alignment of {section.alignment} bytes.")
            code += bytes(-len(code) % max(1, section.alignment))
            self._placed[number] = len(code)
            code += self._content(section)
        return code

    def relocate(self, code: bytearray) -> None:
        """Fill in all distances."""
        for section in self._sections:
            if section.info not in self._placed or section.kind not in {RELOCATIONS, RELOCATIONS_WITH_ADDEND}:
                continue
            if section.kind == RELOCATIONS:
                raise NotLinked("There are relocations without addends.")
            for offset, info, addend in struct.iter_unpack("<QQq", self._content(section)):
                patch = PATCHES[self.machine].get(info & 0xFFFFFFFF)
                if patch is None:
                    raise NotLinked(f"Relocations of type {info & 0xFFFFFFFF} are not supported.")
                place = self._placed[section.info] + offset
                target = self._address(self._symbols[info >> 32]) + addend
                word = struct.unpack_from("<I", code, place)[0]
                struct.pack_into("<I", code, place, patch(word, target, place))

    def entries(self, names: Collection[str]) -> dict[str, int]:
        """Return where the functions of these names are."""
        named = {self._text(self._strings, each.name): each for each in self._symbols if each.section in self._placed}
        return {name: self._address(named[name]) for name in names if name in named}

    def _address(self, symbol: Symbol) -> int:
        if symbol.section not in self._placed:
            name = self._text(self._strings, symbol.name)
            raise NotLinked(f"'{name}' is not defined: the functions do more than count.")
        return self._placed[symbol.section] + symbol.value

    def _content(self, section: Section) -> bytes:
        return self._data[section.offset : section.offset + section.size]

    def _text(self, strings: Section, at: int) -> str:
        start = strings.offset + at
        return self._data[start : self._data.index(b"\0", start)].decode()
