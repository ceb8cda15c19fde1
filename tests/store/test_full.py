"""A disk that is really full: what does not fit is refused with a sentence, and kept when there is room again."""

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from rollwright.store.errors import StoreRefused
from rollwright.store.protocol import Store
from tests.support import ROOT
from tests.support.places import PATIENCE, Database, File
from tests.support.store import OPENED, append, log, moved, opened
from tools.postgres import Server

LARGE = 300_000
"""Bytes of an event that needs new room wherever it is kept."""

BEYOND_THE_LIMIT = """
import resource, signal, sys
from pathlib import Path
from rollwright.store.sqlite import SQLiteStore
from rollwright.store.errors import StoreRefused
from tests.support.store import append, log, moved, opened

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
store = SQLiteStore(path)
opened(store)
append(store, 1)
size = max(file.stat().st_size for file in path.parent.iterdir())
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10_000, resource.RLIM_INFINITY))
for _ in range(2):
    try:
        append(store, 2, moved(2, "x" * 300_000))
    except StoreRefused as refusal:
        print(refusal)
    assert len(log(store)) == 2
assert append(store, 2), "what is small still fits"
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert append(store, 3, moved(3, "x" * 300_000))
store.close()
"""


def test_a_file_that_may_not_grow_is_told_of_and_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games.sqlite"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    command = [sys.executable, "-c", BEYOND_THE_LIMIT, str(path)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert run.returncode == 0, run.stderr
    told = "This could not be saved, so nothing has changed: the disk is full or broken.\n"
    assert run.stdout == 2 * told
    with closing(File(str(path)).open()) as store:
        assert len(log(store)) == 4


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of its own, if this system lets us have one."""
    disk = Path(tempfile.mkdtemp(prefix="rollwright-disk-"))  # where PostgreSQL's own user may enter
    mount = ["mount", "-t", "tmpfs", "-o", "size=96m,mode=755", "none", str(disk)]
    try:
        if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
            pytest.skip("a small disk cannot be mounted here")
        yield disk
        subprocess.run(["umount", "--lazy", str(disk)], check=True)
    finally:
        disk.rmdir()


def fill(disk: Path) -> Path:
    """Leave no room on a disk, but for what was taken before."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        for size in (1 << 20, 4096):
            with suppress(OSError):
                while True:
                    file.write(b"\0" * size)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        (disk / "more").write_bytes(b"x" * 4096)
    return ballast


def check_full(store: Store, disk: Path) -> None:
    opened(store)
    append(store, 1)
    ballast = fill(disk)
    for _ in range(2):
        with pytest.raises(StoreRefused, match="could not be saved, so nothing has changed: the disk is full"):
            append(store, 2, moved(2, os.urandom(LARGE).hex()))
    assert log(store) == [OPENED, moved(1)], "reading goes on"
    ballast.unlink()
    assert append(store, 2, moved(2, os.urandom(LARGE).hex()))
    assert len(log(store)) == 3


def test_a_full_disk_below_sqlite(small_disk: Path) -> None:
    with closing(File(str(small_disk / "games.sqlite")).open()) as store:
        check_full(store, small_disk)


def test_a_full_disk_below_postgresql(small_disk: Path) -> None:
    server = Server(small_disk)
    try:
        with closing(Database(server.address()).open()) as store:
            check_full(store, small_disk)
    finally:
        server.remove()
