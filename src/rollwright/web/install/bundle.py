"""What browsers fetch to play without a connection: a folder that `python -m tools.offline` builds."""

import json
import logging
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from rollwright.core.digests.file_digest import files_digest
from rollwright.core.language import PACKAGE

LOG = logging.getLogger(__name__)

ABOUT = "about.json"
SNAPSHOT = "memory.bin"
"""The memory of Python with the app in it."""

NOTHING = "nothing.zip"
"""An empty archive, in place of the standard library: what the app needs of it is in memory."""


ENDINGS = {"br": ".br", "gzip": ".gz"}
"""How files can be sent, the best first, and how the names of these end."""

NOT_PLAYED = {"tests", "golden", "__pycache__"}


@cache
def package_digest() -> str:
    """Return a digest of the package: a folder that was built of another source is not offered."""
    paths = (path for path in PACKAGE.rglob("*") if path.is_file())
    return files_digest(PACKAGE, (path for path in paths if not NOT_PLAYED & {*path.relative_to(PACKAGE).parts}))[:16]


@dataclass(frozen=True)
class Bundle:
    """A built folder."""

    folder: Path

    @classmethod
    def found(cls, folder: Path | None) -> "Bundle | None":
        """Return the folder if it was built of this source; say in the log if it was not."""
        if folder is None:
            return None
        bundle = cls(folder)
        try:
            fits = bundle.about["source"] == package_digest()
        except (OSError, ValueError, KeyError) as fault:
            LOG.warning("no games without a connection: %s cannot be read: %s", folder, fault)
            return None
        if not fits:
            LOG.warning("no games without a connection: %s was built of another version: build it again", folder)
        return bundle if fits else None

    @cached_property
    def about(self) -> dict[str, Any]:
        """What the folder says about itself."""
        about: dict[str, Any] = json.loads((self.folder / ABOUT).read_text(encoding="utf-8"))
        return about

    @property
    def is_there(self) -> bool:
        """Whether the folder is as it was when the server began: it may have been built again since."""
        try:
            return bool(json.loads((self.folder / ABOUT).read_text(encoding="utf-8")) == self.about)
        except (OSError, ValueError):
            return False

    @property
    def version(self) -> str:
        """What changes whenever anything in it does."""
        return sha256(json.dumps(self.about).encode()).hexdigest()[:12]

    @property
    def names(self) -> list[str]:
        """The names of its files."""
        return list(self.about["sizes"])

    @property
    def kept_size(self) -> int:
        """How many bytes a browser keeps."""
        return sum(sizes[0] for sizes in self.about["sizes"].values())

    @property
    def sent_size(self) -> int:
        """How many bytes are sent, in the best encoding."""
        return sum(sizes[1] for sizes in self.about["sizes"].values())

    def file(self, name: str, accepted: str) -> tuple[Path, str] | None:
        """Return the file of this name for a browser that accepts some encodings, and its encoding.

        None once the folder was built again: files of two versions do not fit together, and browsers keep them.
        """
        if name not in self.about["sizes"] or not self.is_there:
            return None
        known = {each.partition(";")[0].strip() for each in accepted.split(",")}
        encoding = next((each for each in ENDINGS if each in known), "")
        return self.folder / f"{name}{ENDINGS.get(encoding, '')}", encoding
