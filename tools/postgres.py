"""Make sure that there is a PostgreSQL for the store's tests: find one, or install it where we may.

The tests start their own server in a temporary folder; one that runs on this computer is never touched.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from tools.packages import MissingError, ensure, install

NAMED = "ROLLWRIGHT_POSTGRES"
"""Environment variable: the folder of PostgreSQL's programs to test with, in place of the first one found."""

PACKAGED = Path("/usr/lib/postgresql")
"""Where Debian installs them, in a folder for each version that is not on the path."""

NO_CLUSTER = Path("/etc/postgresql-common/createcluster.conf")
"""Debian's setting for whether a newly installed PostgreSQL creates a cluster and starts it."""

OWNER = "rollwright"
"""The owner of the test databases."""

SERVER_TIMEOUT = 120
"""Seconds in which a server must start or stop."""


def find_postgres() -> Path:
    """Return the folder of PostgreSQL's programs; refuse if there is none."""
    if named := os.environ.get(NAMED):
        if _is_whole(Path(named)):
            return Path(named)
        raise MissingError(f"{NAMED} names '{named}', where there is no initdb and postgres.")
    on_path = [Path(found).resolve().parent for found in (shutil.which("initdb"),) if found]
    versions = (folder for folder in PACKAGED.glob("*/bin") if folder.parent.name.isdecimal())
    for folder in on_path + sorted(versions, key=lambda folder: -int(folder.parent.name)):
        if _is_whole(folder):
            return folder
    raise MissingError(
        "The tests of the store need PostgreSQL: install it (on Debian: apt-get install postgresql), or let "
        f"{NAMED} name the folder of its programs."
    )


def _is_whole(folder: Path) -> bool:
    return all(os.access(folder / program, os.X_OK) for program in ("initdb", "postgres"))


def get_postgres() -> None:
    """Install PostgreSQL from the system's packages, without starting it."""
    print("Installing PostgreSQL for the tests of the store (once) ...", flush=True)
    if not NO_CLUSTER.exists():
        NO_CLUSTER.parent.mkdir(exist_ok=True)
        NO_CLUSTER.write_text("create_main_cluster = false\n", encoding="utf-8")
    install("postgresql")


class Server:
    """A new server in a folder of its own, reachable only through a socket in that folder."""

    def __init__(self, inside: Path | None = None) -> None:
        """Create its folder, in the temporary folder or in `inside`, which every user must be able to enter; start it.

        PostgreSQL refuses to run as root, so root runs it as another user.
        """
        self._programs = find_postgres()
        self._folder = Path(tempfile.mkdtemp(prefix="rollwright-", dir=inside))
        self._user = _other_user() if os.geteuid() == 0 else None
        if self._user:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        self._data = self._folder / "data"
        try:
            made = self._begin("initdb", "--no-locale", "-E", "UTF8", "-A", "trust", "-U", OWNER, "--no-sync").wait()
            assert made == 0, self.log()
            self.start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def address(self) -> str:
        """Return the address of its database."""
        return f"postgresql://{OWNER}@/postgres?host={quote(str(self._folder), safe='')}"

    @property
    def running(self) -> bool:
        """Whether its process is running."""
        return self._process.poll() is None

    def log(self) -> str:
        """Return its log."""
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        until = time.monotonic() + SERVER_TIMEOUT
        while time.monotonic() < until:
            self._process = self._begin(
                "postgres", "-c", "listen_addresses=", "-c", f"unix_socket_directories={self._folder}",
                "-c", "fsync=on", "-c", "shared_buffers=16MB", "-c", "max_connections=40",
            )  # fmt: skip
            while self.running and time.monotonic() < until:
                if self._is_ready():
                    return
                time.sleep(0.02)
            time.sleep(0.1)  # child processes of a killed server are still ending
        raise AssertionError(f"PostgreSQL does not start:\n{self.log()}")

    def stop(self) -> None:
        """Shut it down cleanly, closing all connections (SIGINT, fast shutdown)."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it, as a crash would."""
        self._end(signal.SIGKILL)

    def remove(self) -> None:
        """Stop it at once, and delete its folder."""
        self._end(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self, how: signal.Signals) -> None:
        if self.running:
            self._process.send_signal(how)
        self._process.wait(SERVER_TIMEOUT)

    def _is_ready(self) -> bool:
        """Say whether the pid file names this process and says that it is ready."""
        try:
            lines = (self._data / "postmaster.pid").read_text(encoding="utf-8").split("\n")
        except FileNotFoundError:
            return False
        return len(lines) > 7 and lines[0] == str(self._process.pid) and lines[7].strip() == "ready"

    def _begin(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(self._programs / program), "-D", str(self._data), *arguments], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, cwd=self._folder, env={"PATH": os.defpath, "LC_ALL": "C"},
                user=self._user and self._user.pw_uid, group=self._user and self._user.pw_gid,
                extra_groups=[] if self._user else None,
            )  # fmt: skip


def _other_user() -> pwd.struct_passwd:
    names = {user.pw_name: user for user in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def main() -> int:
    """Find PostgreSQL, or install it; print what is missing if neither works."""
    return ensure(find_postgres, get_postgres, NAMED)


if __name__ == "__main__":
    sys.exit(main())
