"""Processes of this computer, as the kernel tells."""

from contextlib import suppress
from pathlib import Path


def parent_of(pid: int) -> int:
    """Return the parent of a process that lives; 0 if there is none of that number, or it only waits to be buried."""
    with suppress(FileNotFoundError, ProcessLookupError):
        state, parent = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:2]
        return 0 if state == "Z" else int(parent)
    return 0


def children(pid: int) -> list[int]:
    everybody = (int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal())
    return [each for each in everybody if parent_of(each) == pid]


def command(pid: int) -> str:
    with suppress(OSError):  # it may be gone by now
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").replace("\0", " ")
    return ""


def workers_of(pid: int) -> list[int]:
    """Return the processes that serve for a parent."""
    return [each for each in children(pid) if "spawn_main" in command(each)]
