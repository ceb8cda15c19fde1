"""What a PDF holds: its fonts, its images, its text; and where a picture of a page has ink."""

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pypdf import PdfReader

Grey = NDArray[np.float64]


class Printed:
    """A PDF that was made."""

    def __init__(self, made: bytes) -> None:
        self.pages = PdfReader(BytesIO(made)).pages

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """The size of each page, in whole points."""
        return [(round(page.mediabox.width), round(page.mediabox.height)) for page in self.pages]

    @property
    def text(self) -> str:
        return "\n".join(page.extract_text() for page in self.pages)

    @property
    def fonts(self) -> list[Any]:
        return [font.get_object() for each in self._resources() for font in each.get("/Font", {}).values()]

    @property
    def images(self) -> list[Any]:
        """The bitmaps: none, in a paper of ours."""
        drawn = (one.get_object() for each in self._resources() for one in each.get("/XObject", {}).values())
        return [one for one in drawn if one["/Subtype"] == "/Image"]

    def _resources(self) -> Iterator[Any]:
        for page in self.pages:
            yield from _inside(page["/Resources"].get_object())


def _inside(resources: Any) -> Iterator[Any]:
    """Yield resources, and those of every form and pattern inside."""
    yield resources
    for kind in ("/XObject", "/Pattern"):
        for each in resources.get(kind, {}).get_object().values() if kind in resources else ():
            inner = each.get_object()
            if "/Resources" in inner:
                yield from _inside(inner["/Resources"].get_object())


def is_embedded(font: Any) -> bool:
    """Say whether a font travels with the document."""
    descendant = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    described = descendant["/FontDescriptor"].get_object()
    return any(name in described for name in ("/FontFile", "/FontFile2", "/FontFile3"))


def grey(png: bytes) -> Grey:
    """Return how dark each pixel of a PNG is, on white, from 0 to 1."""
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    packed, place = b"", 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += length + 12
    pixels = _unfiltered(zlib.decompress(packed), width * channels, height, channels).reshape(height, width, channels)
    alpha = pixels[:, :, -1] / 255 if channels in (2, 4) else np.ones((height, width))
    light = pixels[:, :, : 3 if channels > 2 else 1].mean(axis=2) / 255
    found: Grey = alpha * (1 - light)
    return found


def _unfiltered(data: bytes, wide: int, height: int, step: int) -> NDArray[np.uint8]:
    rows = np.zeros((height, wide), np.uint8)
    before = bytearray(wide)
    for row in range(height):
        start = row * (wide + 1)
        line = bytearray(data[start + 1 : start + 1 + wide])
        _undo(data[start], line, before, step)
        rows[row] = np.frombuffer(bytes(line), np.uint8)
        before = line
    return rows


def _undo(kind: int, line: bytearray, before: bytearray, step: int) -> None:
    """Undo the filter of a line of a PNG."""
    for at in range(len(line)):
        left = line[at - step] if at >= step else 0
        above, corner = before[at], before[at - step] if at >= step else 0
        if kind == 1:
            line[at] = line[at] + left & 255
        elif kind == 2:
            line[at] = line[at] + above & 255
        elif kind == 3:
            line[at] = line[at] + (left + above) // 2 & 255
        elif kind == 4:
            guess = left + above - corner
            near = min((abs(guess - left), 0, left), (abs(guess - above), 1, above), (abs(guess - corner), 2, corner))
            line[at] = line[at] + near[2] & 255
