"""The lab on other processes and machines: the same bytes everywhere, whatever dies on the way."""

import json
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from socket import create_server
from typing import Any

import pytest

from rollwright.bots.thinkers import Thinkers
from rollwright.command.main import main
from rollwright.core.errors import BadOption, Refusal
from rollwright.core.game import open_game
from rollwright.core.language import PACKAGE, Phrase
from rollwright.lab.matches import Match, Seating, play_matches
from rollwright.lab.report.page import report
from rollwright.lab.report.plans import Plan
from rollwright.lab.simulate import simulate, simulate_with
from rollwright.lab.workers import cluster as cluster_module
from rollwright.lab.workers import spread as spreading
from rollwright.lab.workers.cluster import Cluster, run_task
from rollwright.lab.workers.pool import Here
from rollwright.lab.workers.program_digest import program_digest
from rollwright.lab.workers.spread import spread

NAME = "tou_shi"
LONG = 300
"""Seconds to wait for what takes a few: other tests run at the same time."""


@dataclass
class Dask:
    """A scheduler on loopback and two workers, each a process of its own."""

    address: str
    scheduler: "subprocess.Popen[bytes]"
    workers: list["subprocess.Popen[bytes]"]


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    told = tmp_path / "scheduler.json"
    scheduler = _start("scheduler", "--host", "tcp://127.0.0.1:0", "--no-dashboard", "--scheduler-file", str(told))
    started = [scheduler]
    try:
        _wait_until(lambda: _is_written(told), scheduler)
        address = json.loads(told.read_text(encoding="utf-8"))["address"]
        workers = [_start_worker(address, tmp_path) for _ in range(2)]
        started += workers
        yield Dask(address, scheduler, workers)
    finally:
        for each in started:
            each.kill()
        for each in started:
            each.wait()


def _start(kind: str, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", kind, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _start_worker(address: str, folder: Path) -> "subprocess.Popen[bytes]":
    own = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
    return _start("worker", address, "--host", "127.0.0.1", *own)


def _is_written(told: Path) -> bool:
    """Return whether the scheduler has written where it is, all of it."""
    try:
        return bool(json.loads(told.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError):
        return False


def _wait_until(reached: Callable[[], bool], running: "subprocess.Popen[bytes]") -> None:
    limit = time.monotonic() + LONG
    while not reached():
        assert running.poll() is None, "the process has ended"
        assert time.monotonic() < limit, "it takes too long"
        time.sleep(0.05)


def _connected(dask: Dask, workers: int) -> Cluster:
    """Connect once so many workers have registered, however slow the machine is."""
    limit = time.monotonic() + LONG
    while True:
        try:
            cluster = Cluster(dask.address)
        except Refusal:
            assert time.monotonic() < limit, "no worker came"
            continue
        if cluster.workers >= workers:
            return cluster
        cluster.close()
        assert time.monotonic() < limit, "too few workers came"
        time.sleep(0.2)


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_plays_the_same_games(
    dask: Dask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(spreading, "TASK_SECONDS", 0.1)  # many tasks, so that there is a middle
    game = open_game(NAME)
    seatings = [Seating((player,), seed) for seed in range(100) for player in ("guide", "newcomer", "easy")]
    shown: list[int] = []

    def kill_one(done: int) -> None:
        shown.append(done)
        if dask.workers[0].poll() is None:
            assert done < len(seatings), "in the middle, not at the end"
            dask.workers[0].send_signal(signal.SIGKILL)
            dask.workers[0].wait()

    with _connected(dask, 2) as cluster:
        cluster.prepare(NAME).result()
        on_cluster = play_matches(cluster, game, seatings, kill_one)
        random = simulate_with(cluster, game, 1, 12_345, 7)
    assert dask.workers[0].poll() == -signal.SIGKILL
    assert shown == sorted(shown)
    assert shown[-1] == len(seatings)
    here = play_matches(Here(), game, seatings)
    assert on_cluster == here
    assert _bytes(on_cluster) == _bytes(here)
    alone = simulate(game, 1, 12_345, 7)
    assert random.halves.tobytes() == alone.halves.tobytes()
    assert random.ties.tobytes() == alone.ties.tobytes()
    assert (random.endings, random.decisions) == (alone.endings, alone.decisions)
    # The worker that is left plays for commands, too, and for the report.
    for command in (
        ["duel", NAME, "guide", "newcomer", "--games", "20", "--json"],
        ["balance", "starcraft", "--dice", "50", "--json"],
        ["sim", NAME, "--player", "easy", "--games", "20"],
    ):
        printed = []
        for where in (["--cluster", dask.address], ["--workers", "1"]):
            main([*command, *where])
            shown_now = capsys.readouterr().out
            assert shown_now
            printed.append([line for line in shown_now.splitlines() if "decisions in" not in line])  # that is the time
        assert printed[0] == printed[1]
    plan = Plan({"random": 50, "easy": 4}, {})
    assert report({game: plan}, 1, cluster=dask.address) == report({game: plan}, 1, workers=1)


SHOWING = """
import sys
from rollwright.command import duel_command
from rollwright.command.main import main

duel_command.show_games = lambda total: lambda done: print(done, flush=True)
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_a_scheduler_that_is_killed_in_the_middle_is_told_in_one_sentence(dask: Dask) -> None:
    _connected(dask, 2).close()
    command = [sys.executable, "-c", SHOWING, "duel", NAME, "easy", "guide", "--games", "100000"]
    playing = subprocess.Popen(
        [*command, "--cluster", dask.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert playing.stdout
        assert playing.stdout.readline().strip().isdecimal(), "games are being played"
        dask.scheduler.kill()
        _, told = playing.communicate(timeout=LONG)
    finally:
        playing.kill()
        playing.wait()
    assert told == f"The cluster at {dask.address} went away.\n"
    assert playing.returncode == 2


@pytest.mark.slow
def test_a_result_that_dies_with_its_worker_before_it_is_fetched_is_made_anew(dask: Dask, tmp_path: Path) -> None:
    met: Future[None] = Future()
    fetching = threading.Event()

    def wait(_: object) -> None:
        """Keep the thread of Dask that fetches busy."""
        met.set_result(None)
        fetching.wait(LONG)

    with _connected(dask, 2) as cluster:
        cluster.ask(sum, [1]).result()
        hold: Any = cluster._client.submit(int, pure=False)
        hold.add_done_callback(wait)
        met.result(LONG)
        answers = [cluster.ask(sum, [number, 1]) for number in range(10)]
        _wait_until(lambda: _states(cluster) == {"finished"}, dask.scheduler)
        for worker in dask.workers:
            worker.kill()
            worker.wait()
        _wait_until(lambda: _states(cluster) == {"lost"}, dask.scheduler)
        fetching.set()
        later = _start_worker(dask.address, tmp_path)
        try:
            assert [answer.result(LONG) for answer in answers] == list(range(1, 11))
        finally:
            later.kill()
            later.wait()


def _states(cluster: Cluster) -> set[str]:
    return {state.status for state in cluster._client.futures.values()}


@pytest.mark.slow
def test_a_scheduler_without_workers_is_refused_in_a_sentence(tmp_path: Path) -> None:
    told = tmp_path / "scheduler.json"
    scheduler = _start("scheduler", "--host", "tcp://127.0.0.1:0", "--no-dashboard", "--scheduler-file", str(told))
    try:
        _wait_until(lambda: _is_written(told), scheduler)
        with pytest.raises(Refusal, match="has no workers"):
            Cluster(json.loads(told.read_text(encoding="utf-8"))["address"])
    finally:
        scheduler.kill()
        scheduler.wait()


def test_a_pool_plays_the_games_of_one_process() -> None:
    game = open_game(NAME)
    seatings = [Seating((player,), seed) for seed in range(20) for player in ("guide", "newcomer")]
    with Thinkers(2) as pool:
        pool.prepare(NAME).result()
        in_pool = play_matches(pool, game, seatings)
    assert _bytes(in_pool) == _bytes(play_matches(Here(), game, seatings))


def test_games_are_the_same_in_tasks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def job(factor: int, pieces: Sequence[int]) -> list[int]:
        sizes.append(len(pieces))
        return [factor * piece for piece in pieces]

    for seconds in (0.001, 0.01, 1000.0):
        monkeypatch.setattr(spreading, "TASK_SECONDS", seconds)
        sizes.clear()
        assert spread(Here(), job, (3,), range(500)) == [3 * piece for piece in range(500)]
        assert sum(sizes) == 500
    assert max(sizes) > 100, "what takes no time goes together"
    assert spread(Here(), job, (3,), []) == []


def test_what_fails_in_a_worker_is_told_and_the_rest_is_cancelled() -> None:
    class Later:
        workers = 2

        def __init__(self) -> None:
            self.asked: list[Future[object]] = []

        def ask(self, job: Callable[..., object], *arguments: object) -> "Future[object]":
            answer: Future[object] = Future()
            if not self.asked:
                answer.set_exception(Refusal(Phrase("No.")))
            self.asked.append(answer)
            return answer

        def prepare(self, game_name: str) -> "Future[None]":
            raise AssertionError

    later = Later()
    with pytest.raises(Refusal, match="No"):
        spread(later, list, (), range(10))  # type: ignore[arg-type]
    assert all(each.cancelled() for each in later.asked[1:])


def test_a_worker_with_another_program_plays_nothing() -> None:
    assert run_task({NAME: "another"}, b"not even unpickled") == (False, None)
    assert run_task({NAME: program_digest(NAME)}, pickle.dumps((sum, ([1, 2],)))) == (True, 3)


def test_files_that_change_later_do_not_change_what_a_worker_has_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    before = program_digest(NAME)
    read, own = Path.read_bytes, open_game(NAME).folder
    for changed, is_seen in ((PACKAGE / "core", False), (PACKAGE / "lab", False), (own, True)):
        program_digest.cache_clear()  # as a worker that is asked for the first time
        monkeypatch.setattr(
            Path, "read_bytes", lambda path, under=changed: read(path) + b"#" * path.is_relative_to(under)
        )
        assert (program_digest(NAME) != before) == is_seen
    monkeypatch.undo()
    program_digest.cache_clear()
    assert program_digest(NAME) == before


OWN = """
import sys
import rollwright
from own_of_mine import first

try:
    rollwright.simulate("tou_shi", 4, first, cluster=sys.argv[1], progress=False)
except rollwright.Refusal as refusal:
    print(refusal)
"""


@pytest.mark.slow
def test_a_bot_that_the_workers_do_not_have_is_not_told_as_another_program(dask: Dask, tmp_path: Path) -> None:
    (tmp_path / "own_of_mine.py").write_text("def first(position):\n    return position.legal()[0]\n")
    (tmp_path / "script.py").write_text(OWN)
    _connected(dask, 2).close()
    ran = subprocess.run(
        [sys.executable, str(tmp_path / "script.py"), dask.address], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "A worker of the cluster cannot import 'own_of_mine': install this module there, too.\n"


@pytest.mark.slow
def test_workers_that_join_later_are_counted(dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "COUNTED_FOR", LONG)
    with _connected(dask, 2) as cluster:
        later = _start_worker(dask.address, tmp_path)
        try:
            cluster._client.wait_for_workers(3, timeout=LONG)
            assert cluster.workers == 2, "they are counted now and then only"
            monkeypatch.setattr(cluster_module, "COUNTED_FOR", 0)
            cluster._count_again = 0
            assert cluster.workers == 3
            later.kill()
            _wait_until(lambda: cluster.workers == 2, dask.scheduler)
            dask.scheduler.kill()
            dask.scheduler.wait()
            assert cluster.workers == 2, "nobody can be asked any more"
        finally:
            later.kill()
            later.wait()


@pytest.mark.parametrize(
    "address", ["somewhere", "tcp://", "tcp://host", "http://host:80", "tcp://host:port", "tcp://[:1"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadOption, match="not the address of a Dask scheduler"):
        Cluster(address)


def test_an_address_at_which_nobody_answers_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    for command in (["sim", NAME], ["duel", NAME, "guide", "random"], ["report", NAME, "--quick"]):
        assert main([*command, "--cluster", f"tcp://127.0.0.1:{free}"]) == 2
        shown = capsys.readouterr().err
        assert shown == f"No Dask scheduler answers at tcp://127.0.0.1:{free}: start one, or leave out --cluster.\n"


def test_without_dask_the_command_that_installs_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["sim", NAME, "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "rollwright[lab]" in capsys.readouterr().err


def _bytes(played: Sequence[Match]) -> bytes:
    return repr(played).encode()
