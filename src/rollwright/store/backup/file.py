"""The file format of a back-up: gzipped lines of JSON, which are written and read as a stream.

The first line is a header with the versions of the format and of the schema. Then each part has a line that names its
columns, and a line for each row. The last line has the number of rows of each part, and the SHA-256 of all lines before
it: a file without that line, or that does not match it, is refused.
"""

import gzip
import io
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from rollwright.core.language import Phrase
from rollwright.store.backup.parts import PARTS, BackupRefused, Part, Source
from rollwright.store.sqlite.schema import VERSION

FORMAT = 1
"""The version of this format, raised only if lines change their meaning: a new column is named in the file itself."""

WHAT = "back-up"
PACKED = b"\x1f\x8b"
"""The first bytes of a gzip file."""

AT_ONCE = 1 << 16
"""The size of the write buffer, in bytes."""

MAX_LINE_BYTES = 1 << 24
"""The longest line in bytes. Ours have some thousands; a malicious file could unpack to more than fits in memory."""

LARGEST = 1 << 63
"""The bound of integers in a row."""


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Create a file that appears under its name only when it is complete, and that only its owner may read."""
    _check_free(path)
    try:
        number, made = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # with mode 0600
    except OSError as fault:
        raise _not_written(path, fault) from fault
    try:
        with open(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _check_free(path)
        os.rename(made, path)
        _sync_folder(path.parent)
    except OSError as fault:
        raise _not_written(path, fault) from fault
    finally:
        with suppress(FileNotFoundError):
            os.unlink(made)


def write(source: Source, file: BinaryIO, taken: float) -> dict[str, int]:
    """Write all parts of a source; return the number of rows of each."""
    digest, counts = sha256(), {}
    with gzip.GzipFile("", "wb", fileobj=file, mtime=int(taken)) as packed, io.BufferedWriter(packed, AT_ONCE) as lines:

        def put(said: Any) -> None:
            line = json.dumps(said, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            lines.write(line)

        when = datetime.fromtimestamp(taken, UTC).isoformat(timespec="seconds")
        put({"rollwright": WHAT, "format": FORMAT, "schema": source.version, "taken": when})
        for part in (part for part in PARTS if part.since <= source.version):
            columns, rows = source.rows(part)
            put({"part": part.name, "columns": columns})
            count = 0
            for row in rows:
                put(row)
                count += 1
            counts[part.name] = count
        put({"end": counts, "sha256": digest.hexdigest()})
    return counts


def check(file: BinaryIO, name: str) -> tuple[int, dict[str, int]]:
    """Read a back-up to its end, and return its schema version and its numbers of rows; refuse it if incomplete."""
    lines = _lines(file, name)
    first = next(lines, b"")
    version = _version(first, name)
    digest, counts, part = sha256(first), dict[str, int](), ""
    for line in lines:
        if line.startswith(b'{"end"') or not line.endswith(b"\n"):
            break
        digest.update(line)
        if line.startswith(b"{"):
            part = _marked(line, name)[0].name
            counts[part] = 0
        elif part:
            counts[part] += 1
    else:
        line = b""
    if not line.endswith(b"\n"):
        raise _cut_off(name)
    whole = set(counts) == {part.name for part in PARTS if part.since <= version}
    if not whole or _json(line) != {"end": counts, "sha256": digest.hexdigest()} or next(lines, None):
        raise _altered(name)
    return version, counts


def read_parts(file: BinaryIO, name: str) -> Iterator[tuple[Part, list[str], Iterator[list[Any]]]]:
    """Yield the parts of a checked back-up, each with its columns and its rows; read these before the next part."""
    lines = _lines(file, name)
    next(lines)
    line = next(lines)

    def rows() -> Iterator[list[Any]]:
        nonlocal line
        for line in lines:
            if line.startswith(b"{"):
                return
            yield _row(line, len(columns), name)

    while not line.startswith(b'{"end"'):
        part, columns = _marked(line, name)
        yield part, columns, rows()


def _lines(file: BinaryIO, name: str) -> Iterator[bytes]:
    """Yield the lines of a back-up from the beginning, or refuse it if they cannot be read to the end."""
    try:
        file.seek(0)
        if file.read(len(PACKED)) != PACKED:
            raise _no_backup(name)
        file.seek(0)
        with gzip.GzipFile(fileobj=file, mode="rb") as unpacked:
            yield from iter(lambda: unpacked.readline(MAX_LINE_BYTES), b"")
    except EOFError as fault:
        raise _cut_off(name) from fault
    except (gzip.BadGzipFile, zlib.error) as fault:
        raise _altered(name) from fault
    except OSError as fault:
        said = Phrase("'{path}' cannot be read: {reason}.", path=name, reason=fault.strerror)
        raise BackupRefused(said) from fault


def _version(first: bytes, name: str) -> int:
    """Return the schema version from the header."""
    match _json(first):
        case {"rollwright": "back-up", "format": int(form), "schema": int(version)}:
            if form > FORMAT or version > VERSION:
                raise BackupRefused(
                    Phrase(
                        "'{path}' was written by a newer version of Rollwright: update this one first.",
                        path=name,
                    )
                )
            return version
        case _:
            raise _no_backup(name)


def _marked(line: bytes, name: str) -> tuple[Part, list[str]]:
    """Return the part and the columns from the line before the rows of a part."""
    match _json(line):
        case {"part": str(called), "columns": [*columns]}:
            for part in PARTS:
                if part.name == called and columns and all(column in part.columns for column in columns):
                    return part, columns
    raise _altered(name)


def _row(line: bytes, length: int, name: str) -> list[Any]:
    """Return the values of a row, after checking that a database can store them."""
    row = _json(line)
    if not isinstance(row, list) or len(row) != length or not all(map(_is_storable, row)):
        raise _altered(name)
    return row


def _is_storable(value: Any) -> bool:
    if isinstance(value, int):
        return -LARGEST <= value < LARGEST
    if isinstance(value, str):
        return not any("\ud800" <= sign <= "\udfff" for sign in value)
    return value is None or isinstance(value, float)


def _json(line: bytes) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(line)
    return None


def _check_free(path: Path) -> None:
    if path.exists():
        raise BackupRefused(Phrase("'{path}' already exists: choose another file, or remove it first.", path=path))


def _sync_folder(folder: Path) -> None:
    """Flush a folder, so that the new name in it survives a crash."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _not_written(path: Path, fault: OSError) -> BackupRefused:
    said = Phrase("Cannot write '{path}': {reason}. No backup was made.", path=path, reason=fault.strerror)
    return BackupRefused(said)


def _no_backup(name: str) -> BackupRefused:
    return BackupRefused(
        Phrase("'{path}' is not a Rollwright backup: choose a file written by `rollwright backup`.", path=name)
    )


def _cut_off(name: str) -> BackupRefused:
    return BackupRefused(
        Phrase(
            "'{path}' is incomplete, so nothing was restored: copy the whole file, or use another backup.", path=name
        )
    )


def _altered(name: str) -> BackupRefused:
    return BackupRefused(
        Phrase(
            "'{path}' was changed or is damaged, so nothing was restored: copy it again, or use another backup.",
            path=name,
        )
    )
