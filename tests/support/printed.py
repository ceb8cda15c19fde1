"""What a PDF holds: its fonts, its images, its text; and where a picture of a page has ink."""

import struct
import zlib
from collections.abc import Iterator
from functools import cached_property
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
        self._all: list[Any] = []

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """The size of each page, in whole points."""
        return [(round(page.mediabox.width), round(page.mediabox.height)) for page in self.pages]

    @cached_property
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

    def _resources(self) -> list[Any]:
        """All resources, each once, although many pages share them."""
        if not self._all:
            seen: set[int] = set()
            for page in self.pages:
                self._all += _inside(page["/Resources"].get_object(), seen)
        return self._all


def _inside(resources: Any, seen: set[int]) -> Iterator[Any]:
    """Yield resources, and those of every form and pattern inside, without those that were seen."""
    if id(resources) in seen:
        return
    seen.add(id(resources))
    yield resources
    for kind in ("/XObject", "/Pattern"):
        for each in resources.get(kind, {}).get_object().values() if kind in resources else ():
            inner = each.get_object()
            if "/Resources" in inner:
                yield from _inside(inner["/Resources"].get_object(), seen)


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
    pixels = _unfiltered(zlib.decompress(packed), width, height, channels)
    alpha = pixels[:, :, -1] / 255 if channels in (2, 4) else np.ones((height, width))
    light = pixels[:, :, : 3 if channels > 2 else 1].mean(axis=2) / 255
    found: Grey = alpha * (1 - light)
    return found


def _unfiltered(data: bytes, width: int, height: int, step: int) -> NDArray[np.uint8]:
    """Undo the filters of a PNG's lines, for all pixels at once whose neighbours to the left and above are known."""
    lines = np.frombuffer(data, np.uint8).reshape(height, 1 + width * step)
    kinds, given = lines[:, 0], lines[:, 1:].reshape(height, width, step).astype(np.int16)
    found = np.zeros((1 + height, 1 + width, step), np.int16)  # with black at the left and above
    for slant in range(width + height - 1):
        rows = np.arange(max(0, slant + 1 - width), min(height, slant + 1))
        columns = slant - rows
        left, above, corner = found[rows + 1, columns], found[rows, columns + 1], found[rows, columns]
        far = [np.abs(above - corner), np.abs(left - corner), np.abs(left + above - 2 * corner)]
        nearest = np.where((far[1] < far[0]) & (far[1] <= far[2]), above, np.where(far[2] < far[0], corner, left))
        guesses = [np.zeros_like(left), left, above, (left + above) // 2, nearest]
        guess = np.choose(kinds[rows, None], guesses)
        found[rows + 1, columns + 1] = given[rows, columns] + guess & 255
    return found[1:, 1:].astype(np.uint8)
