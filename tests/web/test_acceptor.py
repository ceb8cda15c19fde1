"""The acceptor passes connections to the right worker, whatever clients send or do not send."""

import os
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from rollwright.web.ops import acceptor as module
from rollwright.web.ops.acceptor import MAX_SENT, PEEKED, Acceptor, table_of
from rollwright.web.ops.handover import READY, RECEIVED, weight
from rollwright.web.web_settings import WebSettings
from tests.support.places import PATIENCE, wait_until

WORKERS = 3
QUICK = WebSettings(request_line_timeout=0.3, max_silent_connections=20)


class FakeWorker:
    """A worker's end of the channel, driven by the test."""

    def __init__(self, number: int, rig: "Rig", *, is_ready: bool = False) -> None:
        self.number = number
        theirs, self.channel = socket.socketpair()
        self.channel.settimeout(PATIENCE)
        rig.stack.callback(self.channel.close)
        if is_ready:
            self.ready()
        rig.acceptor.attach(number, theirs)

    def ready(self) -> None:
        self.channel.send(READY)

    def receive(self, acknowledged: bool = True) -> socket.socket:
        """Return the next connection."""
        message, descriptors, _, _ = socket.recv_fds(self.channel, 1, 1)
        assert message == b"\xff"
        if acknowledged:
            self.channel.send(RECEIVED)
        connection = socket.socket(fileno=descriptors[0])
        connection.settimeout(PATIENCE)
        return connection

    def received(self) -> bytes:
        """Return what the next client has sent, and close its connection."""
        with self.receive() as connection:
            return connection.recv(65_536)

    @property
    def has_news(self) -> bool:
        self.channel.setblocking(False)
        try:
            return bool(self.channel.recv(1, socket.MSG_PEEK))
        except BlockingIOError:
            return False
        finally:
            self.channel.settimeout(PATIENCE)


class Rig:
    """An acceptor with fake workers and clients."""

    def __init__(self, stack: ExitStack, settings: WebSettings = QUICK) -> None:
        self.stack = stack
        self._listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.acceptor = Acceptor(self._listening, WORKERS, settings)
        self.acceptor.start()
        stack.callback(self.acceptor.stop)
        self.workers = [FakeWorker(number, self) for number in range(WORKERS)]

    def begin(self) -> None:
        for worker in self.workers:
            worker.ready()

    def client(self, sent: bytes = b"") -> socket.socket:
        made = self.stack.enter_context(socket.create_connection(self._listening.getsockname(), PATIENCE))
        made.sendall(sent)
        return made

    def owner(self, table: str) -> FakeWorker:
        return max(self.workers, key=lambda worker: weight(worker.number, table))


@pytest.fixture
def rig() -> Iterator[Rig]:
    with ExitStack() as stack:
        made = Rig(stack)
        made.begin()
        yield made


def live(table: str) -> bytes:
    return f"GET /table/{table}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def is_closed(client: socket.socket) -> bool:
    """Wait until the other side has closed a connection without an answer."""
    with suppress(ConnectionResetError):
        return client.recv(1) == b""
    return True


@pytest.mark.parametrize(
    ("head", "table"),
    [
        (b"GET /table/a-B_9/live HTTP/1.1\r\n", "a-B_9"),
        (b"POST /table/abc/play?x=1 ", "abc"),
        (b"GET /table/abc?x", "abc"),
        (b"GET /table/abc HTTP/1.1", "abc"),
        (b"GET /table/abc", None),
        (b"GET /tab", None),
        (b"GET", None),
        (b"G", None),
        (b"GET / HTTP/1.1\r\n", ""),
        (b"GET /tables HTTP/1.1\r\n", ""),
        (b"GET /table/ HTTP/1.1\r\n", ""),
        (b"GET /table/%61bc/live HTTP/1.1\r\n", ""),
        (b"GET http://localhost/table/abc/live HTTP/1.1\r\n", ""),
        (b"GET /\n", ""),
        (b"get /table/abc/live HTTP/1.1\r\n", ""),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", ""),
        (b"\r\n", ""),
        (b"A" * 17, ""),
        (b"GET /table/" + b"a" * PEEKED, ""),
    ],
)
def test_the_table_of_a_request_is_read_from_its_beginning(head: bytes, table: str | None) -> None:
    assert table_of(head[:PEEKED]) == table


def test_the_viewers_of_a_table_meet_and_tables_spread(rig: Rig) -> None:
    tables = [f"table-{number}" for number in range(30)]
    for table in tables * 2:
        client = rig.client(live(table))
        with rig.owner(table).receive() as connection:
            assert connection.getpeername() == client.getsockname(), "who asks is still known"
            assert connection.recv(65_536) == live(table), "nothing of the request was taken"
    assert {rig.owner(table) for table in tables} == {*rig.workers}


def test_what_is_about_no_table_goes_to_each_in_turn(rig: Rig) -> None:
    for _ in range(2 * WORKERS):
        rig.client(b"GET /about HTTP/1.1\r\n\r\n")
    for worker in rig.workers:
        assert [worker.received(), worker.received()] == [b"GET /about HTTP/1.1\r\n\r\n"] * 2


def test_a_request_that_comes_in_pieces_arrives_whole(rig: Rig) -> None:
    client = rig.client(b"GET /tab")
    time.sleep(2 * module.TICK)
    client.sendall(b"le/abc/li")
    assert rig.owner("abc").received() == b"GET /table/abc/li"


@pytest.mark.parametrize(
    "sent",
    [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET /" + b"a" * 1_000_000, b"\0" * 9, b"\n"],
    ids=["TLS", "a huge request line", "nulls", "an empty line"],
)
def test_what_is_not_understood_is_the_workers_to_refuse(rig: Rig, sent: bytes) -> None:
    client = rig.client()
    client.settimeout(0.2)
    with suppress(TimeoutError):  # the buffers hold only a part of the largest
        client.sendall(sent)
    wait_until(lambda: any(worker.has_news for worker in rig.workers))
    [worker] = [worker for worker in rig.workers if worker.has_news]
    assert sent.startswith(worker.received())


def test_who_says_nothing_or_too_little_is_dropped_and_keeps_nobody_waiting(rig: Rig) -> None:
    silent, half = rig.client(), rig.client(b"GET /table/ab")
    rig.client(live("abc"))
    assert rig.owner("abc").received() == live("abc")
    assert is_closed(silent)
    assert is_closed(half)


def test_who_sends_a_byte_now_and_then_is_dropped_too(rig: Rig) -> None:
    client = rig.client()
    client.sendall(b"GET /table/")
    wait_until(lambda: _is_refused(client, b"a"))  # a hundred bytes a second, and 245 would be enough
    assert not any(worker.has_news for worker in rig.workers)


def _is_refused(client: socket.socket, sent: bytes) -> bool:
    try:
        client.sendall(sent)
    except ConnectionError:
        return True
    return False


def test_of_too_many_silent_connections_the_oldest_is_dropped() -> None:
    with ExitStack() as stack:
        rig = Rig(stack, WebSettings(request_line_timeout=PATIENCE, max_silent_connections=5))
        rig.begin()
        silent = [rig.client() for _ in range(8)]
        assert all(is_closed(client) for client in silent[:3])
        silent[7].sendall(live("abc"))
        assert rig.owner("abc").received() == live("abc")


def test_nobody_is_accepted_before_the_workers_are_ready() -> None:
    with ExitStack() as stack:
        rig = Rig(stack)
        rig.client(live("abc"))
        rig.workers[0].ready()
        assert not rig.workers[0].has_news, "it would get what belongs to the others"
        rig.begin()
        assert rig.owner("abc").received() == live("abc")


def test_what_a_worker_has_not_received_when_it_ends_goes_to_another(rig: Rig) -> None:
    first = rig.owner("abc")
    clients = [rig.client(live("abc")) for _ in range(MAX_SENT + 5)]
    first.receive(acknowledged=False).close()
    first.channel.close()
    rig.workers.remove(first)
    second = rig.owner("abc")
    assert [second.received() for _ in clients] == [live("abc")] * len(clients)


def test_only_the_tables_of_a_worker_that_ends_move_and_they_come_back_with_it(rig: Rig) -> None:
    tables = [f"table-{number}" for number in range(30)]
    before = {table: rig.owner(table) for table in tables}
    gone = before[tables[0]]
    gone.channel.close()
    rig.workers.remove(gone)
    after = {table: rig.owner(table) for table in tables}
    assert {table for table in tables if before[table] is not after[table]} == {
        table for table in tables if before[table] is gone
    }
    for table in tables:
        rig.client(live(table))
        assert after[table].received() == live(table)
    again = FakeWorker(gone.number, rig)
    again.ready()
    for worker in rig.workers:
        assert worker.channel.recv(1) == bytes([gone.number]), "told to let the tables go"
    for table in tables:
        rig.client(live(table))
        assert (again if before[table] is gone else after[table]).received() == live(table)


def test_a_worker_is_replaced_without_moving_its_tables(rig: Rig) -> None:
    old = rig.owner("abc")
    rig.client(live("abc"))
    wait_until(lambda: old.has_news)
    new = FakeWorker(old.number, rig, is_ready=True)
    rig.client(live("abc"))
    assert new.received() == live("abc")
    assert old.received() == live("abc"), "what it was sent before is still its own"
    assert not any(worker.has_news for worker in rig.workers), "nobody is told to let tables go"


def _is_at(rig: Rig, worker: FakeWorker) -> bool:
    rig.client(live("abc"))
    return worker.has_news


def test_a_worker_that_does_not_respond_gets_nobody_new(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STUCK_AFTER", 0.2)
    stuck = rig.owner("abc")
    rig.client(live("abc"))
    wait_until(lambda: stuck.has_news)
    others = [worker for worker in rig.workers if worker is not stuck]
    wait_until(lambda: _is_elsewhere(rig, others))
    with suppress(TimeoutError):
        stuck.channel.settimeout(0.1)
        while True:
            stuck.receive().close()
    stuck.channel.settimeout(PATIENCE)
    wait_until(lambda: _is_at(rig, stuck))


def _is_elsewhere(rig: Rig, others: list[FakeWorker]) -> bool:
    rig.client(live("abc"))
    return any(worker.has_news for worker in others)


def test_a_stop_passes_on_what_has_arrived_and_closes_the_rest(rig: Rig) -> None:
    owner = rig.owner("abc")
    silent = rig.client()
    rig.client(live("abc"))
    wait_until(lambda: owner.has_news)
    owner.receive().close()
    rig.acceptor.stop()
    assert is_closed(silent)
    waiting = rig.client(live("abc"))
    assert all(worker.channel.recv(1) == b"" for worker in rig.workers), "the channels are closed"
    waiting.settimeout(0.1)
    with pytest.raises(TimeoutError):
        waiting.recv(1)


def test_no_file_stays_open(rig: Rig) -> None:
    def files() -> int:
        return len(os.listdir("/proc/self/fd"))

    def visit(number: int) -> None:
        with socket.create_connection(rig._listening.getsockname(), PATIENCE) as client:
            if number % 4 == 0:
                client.sendall(b"GET /table/half")
            elif number % 4 > 1:
                client.sendall(live("abc"))
                assert rig.owner("abc").received() == live("abc")

    visit(2)
    before = files()
    for number in range(400):
        visit(number)
    wait_until(lambda: files() <= before)


def test_the_weights_share_tables_evenly() -> None:
    tables = [f"table-{number}" for number in range(4_000)]
    owners = Counter(max(range(8), key=lambda worker: weight(worker, table)) for table in tables)
    assert len(owners) == 8
    assert all(400 < count < 600 for count in owners.values())
