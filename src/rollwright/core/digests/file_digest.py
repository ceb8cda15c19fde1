"""A digest of files: of their names below a folder, and of what is in them."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


def files_digest(root: Path, paths: Iterable[Path]) -> str:
    """Return the digest of some files below a folder, in whatever order they are given."""
    total = sha256()
    for name, path in sorted((path.relative_to(root).as_posix(), path) for path in paths):
        content = path.read_bytes()
        total.update(f"{name}\n{len(content)}\n".encode() + content)
    return total.hexdigest()
