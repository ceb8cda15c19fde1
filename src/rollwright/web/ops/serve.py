"""Serves the app in one process or several: finds a port, opens the browser, configures the server."""

import asyncio
import gc
import os
import secrets
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from rollwright.bots.thinkers import Thinkers
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.environment import Environment
from rollwright.store.backends import open_store
from rollwright.store.protocol import Store
from rollwright.view.codes import drawing_functions
from rollwright.web.app import make_app, make_services
from rollwright.web.http.addresses import PublicAddress, bracketed
from rollwright.web.http.guard import LARGEST_BODY
from rollwright.web.install.bundle import Bundle
from rollwright.web.ops import logs
from rollwright.web.ops.acceptor import Acceptor
from rollwright.web.ops.handover import Handover
from rollwright.web.ops.logs import LogKind
from rollwright.web.ops.metrics import MetricsObserver, MetricsServer
from rollwright.web.ops.server import TRANSPORT, Server
from rollwright.web.ops.workers import Workers
from rollwright.web.web_settings import WebSettings

LOOPBACK = "127.0.0.1"
PORT = 8600
BACKLOG = 2048
"""The listen backlog: connections that wait to be accepted."""
WARM_UP_TIMEOUT = 120.0
"""Seconds after which a new worker replaces an old one even if its rules are not all compiled."""
LARGEST_HEAD = 16 * 1024
"""The most bytes of a request's address and headers; reading an address made to be slow takes a millisecond for 2,000.
"""
ACCEPTED_AT_ONCE = 2
"""Connections that a single process accepts in one iteration of its loop, so that a burst does not delay its pages."""
PORTS_TRIED = 20
"""How many ports are tried, starting at the default one, if none is given."""
FIRST_INHERITED_FD = 3
"""The first file descriptor that systemd passes (SD_LISTEN_FDS_START)."""
GC_THRESHOLDS = (1_000, 500, 100)
"""Thresholds of the garbage collector's three generations. With a thousand open pages a collection of the youngest
objects takes 4 ms (with 10,000 of them 40), of the middle ones 100, and of all a third of a second: those two are rare.
"""


def inherited(settings: WebSettings) -> socket.socket | None:
    """Return the listening socket that systemd or another parent has passed to this process, if there is one.

    It stays open while we restart, and clients that connect meanwhile wait in its backlog.
    """
    given = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    if given[0] != str(os.getpid()):
        return None
    listening = socket.socket(fileno=FIRST_INHERITED_FD)
    if given[1] != "1" or listening.family not in (socket.AF_INET, socket.AF_INET6):
        raise Refusal(Phrase("Rollwright can be started with one open socket, and it must be a TCP socket."))
    _set_tcp_timeout(listening, settings)
    return listening


def _set_tcp_timeout(listening: socket.socket, settings: WebSettings) -> None:
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # only the kernel can end a connection whose client acknowledges nothing
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * settings.tcp_timeout))


def listen(host: str, port: int | None, settings: WebSettings) -> socket.socket:
    """Return a socket that listens on a port, or on the first free one if none is given; refuse if that fails."""
    candidates = range(PORT, PORT + PORTS_TRIED) if port is None else [port]
    fault: OSError | None = None
    for candidate in candidates:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # The protocol is explicit, as asyncio sets TCP_NODELAY only then: otherwise a click takes 40 ms longer.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _set_tcp_timeout(listening, settings)
        try:
            listening.bind((host, candidate))
            listening.listen(BACKLOG)  # from now on clients wait instead of being refused
        except OSError as refused:
            listening.close()
            fault = refused
        else:
            return listening
    reason = fault.strerror if fault else ""
    raise Refusal(
        Phrase(
            "Cannot listen on {host}, port {port}: {reason}. Choose another port with --port.",
            host=host,
            port=candidates[0],
            reason=reason,
        )
    )


@dataclass(frozen=True)
class Service:
    """The configuration of a server. Can be pickled, as it is sent to worker processes."""

    where: str | Path
    """The location of the store: a file, or the address of a database."""
    host: str = LOOPBACK
    port: int | None = None
    name: str = ""
    """The public host name of this server, if it is behind a proxy."""
    proxies: tuple[str, ...] = (LOOPBACK,)
    """The proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted."""
    workers: int = 1
    """How many processes serve; more than one needs a database."""
    thinkers: int | None = None
    """How many processes the bots of each worker have; None chooses by the number of cores."""
    log: LogKind = LogKind.QUIET
    metrics: tuple[str, int] | None = None
    drain: int = 0
    """Seconds for which a server keeps serving after it was asked to stop."""
    sweep: int = 0
    """Days without a change after which an unfinished table is deleted; 0 means never."""
    push: str = ""
    """The operator's address for push services; empty: nobody is told of turns while their pages are closed."""
    offline: Path | None = None
    """The folder of what browsers fetch to play without a connection, if that is offered."""
    environment: Environment = field(default_factory=lambda: Environment(observer=MetricsObserver()))
    settings: WebSettings = field(default_factory=WebSettings)
    open_store: Callable[[str | Path], Store] = open_store


def serve(service: Service, told: Callable[[str, str], None], opens: bool) -> None:
    """Serve the app until it is interrupted.

    `told` is called with the address and, if there is one, the address for other devices; `opens` opens a browser.
    """
    salt = secrets.token_bytes(16)
    logs.begin(service.log, salt)
    store = service.open_store(service.where)
    given = inherited(service.settings)
    listening = given or listen(service.host, service.port, service.settings)
    host = str(listening.getsockname()[0]) if given else service.host
    meter = MetricsServer(service.metrics, shared=service.workers > 1) if service.metrics else None
    bound = ip_address(listening.getsockname()[0])
    mine = [] if bound.is_loopback else [socket.gethostname(), socket.getfqdn()]
    names = tuple(each.lower() for each in (*mine, service.name) if each)
    here = "localhost" if bound.is_unspecified or str(bound) == LOOPBACK else bracketed(host)
    address = f"http://{here}:{listening.getsockname()[1]}/"
    elsewhere = _public_address(listening).link_base(address) if bound.is_unspecified else None
    told(address, f"{elsewhere.base}/" if elsewhere and not elsewhere.only_here else "")
    if service.workers > 1:
        store.close()  # the store is usable, and each worker opens it for itself
        if opens:
            threading.Thread(target=_open, args=(address,), daemon=True).start()
        stop = _share(listening, service, names, salt, meter)
        if meter:
            meter.close()
        signal.raise_signal(stop)
        return
    server = _server(store, service, names, _public_address(listening))
    if opens:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[listening])


def _share(
    listening: socket.socket, service: Service, names: tuple[str, ...], salt: bytes, meter: MetricsServer | None
) -> int:
    """Serve with several processes until a signal asks to stop, and return that signal."""
    thinkers = service.thinkers or max(1, Thinkers().workers // service.workers)
    each = replace(service, thinkers=thinkers, drain=0)  # `Workers` handles the drain time
    ended = meter.ended if meter else lambda pid: None
    acceptor = Acceptor(listening, service.workers, service.settings)
    shared = _serve_shared, _public_address(listening), each, names, salt
    return Workers(service.workers, acceptor, *shared, drain=service.drain, ended=ended).run()


def _serve_shared(
    address: PublicAddress,
    service: Service,
    names: tuple[str, ...],
    salt: bytes,
    handover: Handover,
    began: Callable[[], None],
) -> None:
    """Run one worker process."""
    logs.begin(service.log, salt)
    _server(service.open_store(service.where), service, names, address, handover, began).run(sockets=[])


def _public_address(listening: socket.socket) -> PublicAddress:
    """Return the public address of a server that listens on a socket."""
    host, port = listening.getsockname()[:2]
    return PublicAddress(not ip_address(host).is_loopback, port)


def _collect_seldom() -> None:
    gc.freeze()  # exclude what is loaded so far from collections
    gc.set_threshold(*GC_THRESHOLDS)


def _server(
    store: Store,
    service: Service,
    names: tuple[str, ...],
    address: PublicAddress,
    handover: Handover | None = None,
    began: Callable[[], None] = lambda: None,
) -> Server:
    """Build the app and its server; `began` is called once it serves at full speed."""
    _collect_seldom()
    services = make_services(
        store,
        Thinkers(service.thinkers, drawing_functions),
        environment=service.environment,
        settings=service.settings,
        public_address=address,
        sweep_days=service.sweep,
        push=service.push,
        bundle=Bundle.found(service.offline),
    )
    config = uvicorn.Config(
        make_app(services, names, on_stop=store.close),
        log_config=None,  # our log handles everything
        log_level="warning",  # lower levels log client addresses
        access_log=False,  # URLs contain secrets; `RequestLog` logs requests
        backlog=ACCEPTED_AT_ONCE,
        lifespan="on",
        server_header=False,
        forwarded_allow_ips=list(service.proxies),
        timeout_graceful_shutdown=3,
        ws_max_size=LARGEST_BODY,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        **TRANSPORT,
    )

    async def warm() -> None:
        """Report the start when all rules are loaded: until then the worker that it replaces is faster."""
        with suppress(TimeoutError):
            await asyncio.wait_for(services.engine.settled(), WARM_UP_TIMEOUT)
        began()

    return Server(config, services.shutdown, BACKLOG, service.drain, warm, handover)


def _open_when_ready(server: Server, address: str) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    _open(address)


def _open(address: str) -> None:
    if can_open_browser():
        webbrowser.open(address)


def can_open_browser() -> bool:
    """Say whether there is a display: without one, some systems would open a browser in the terminal."""
    return (
        os.name != "posix"
        or os.uname().sysname == "Darwin"
        or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("WSL_DISTRO_NAME"))
    )
