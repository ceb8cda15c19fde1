"""Serves the app in one process or several: finds a port, opens the browser, shuts down cleanly."""

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
from rollwright.web.app import make_app, make_services
from rollwright.web.http.addresses import PublicAddress, bracketed
from rollwright.web.ops import logs
from rollwright.web.ops.logs import LogKind
from rollwright.web.ops.metrics import MetricsObserver, MetricsServer
from rollwright.web.ops.server import Server
from rollwright.web.ops.workers import Workers
from rollwright.web.web_settings import WebSettings

LOOPBACK = "127.0.0.1"
PORT = 8600
QUEUE = 2048
"""Connections that wait until somebody takes them up."""
WARM = 120.0
"""Seconds after which a process takes another's place though its rules are not all compiled."""
TAKEN = 2
"""Connections that a process takes up before it looks at anything else: the next ones may be for another process."""
TRIED = 20
"""How many ports are tried, from the usual one on, if none is named."""
FIRST_GIVEN = 3
"""The number of the first file that is given to a program beyond the usual three."""
COLLECTING = (10_000, 20, 100)
"""How many things are made before unused ones are looked for: among the newest, the newer, and all of them. With a
thousand pages open, looking through all takes a third of a second, in which nobody is answered: it is done seldom."""


def inherited(settings: WebSettings) -> socket.socket | None:
    """Return the listening socket that systemd, or another parent, has passed to this process, if there is one.

    It stays open while we restart, and clients that connect meanwhile wait in its queue.
    """
    given = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    if given[0] != str(os.getpid()):
        return None
    listening = socket.socket(fileno=FIRST_GIVEN)
    if given[1] != "1" or listening.family not in (socket.AF_INET, socket.AF_INET6):
        raise Refusal(Phrase("Whoever starts Rollwright may give it one socket, and that must be a TCP one."))
    _set_tcp_timeout(listening, settings)
    return listening


def _set_tcp_timeout(listening: socket.socket, settings: WebSettings) -> None:
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # only the kernel can end a connection whose client acknowledges nothing
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * settings.tcp_timeout))


def listen(host: str, port: int | None, settings: WebSettings) -> socket.socket:
    """Return a socket that listens at a port, or at the first free one; refuse if there is none."""
    candidates = range(PORT, PORT + TRIED) if port is None else [port]
    fault: OSError | None = None
    for candidate in candidates:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named TCP, as asyncio sends without delay only where it sees that: a click is 40 ms slower otherwise.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _set_tcp_timeout(listening, settings)
        try:
            listening.bind((host, candidate))
            listening.listen(QUEUE)  # from now on whoever comes waits, and is not refused
        except OSError as refused:
            listening.close()
            fault = refused
        else:
            return listening
    reason = fault.strerror if fault else ""
    raise Refusal(
        Phrase(
            "Cannot listen at {host}, port {port}: {reason}. Choose another one with --port.",
            host=host,
            port=candidates[0],
            reason=reason,
        )
    )


@dataclass(frozen=True)
class Service:
    """How the app is to be served. It can be pickled, as worker processes are sent theirs."""

    where: str | Path
    """The file in which tables are kept, or the address of a database."""
    host: str = LOOPBACK
    port: int | None = None
    name: str = ""
    """What the outside calls this server, if a proxy passes on what is asked of it there."""
    proxies: tuple[str, ...] = (LOOPBACK,)
    """Whose word is believed for who asks, and whether over TLS."""
    workers: int = 1
    """How many processes serve at one address; several need a database."""
    thinkers: int | None = None
    """How many processes the bots of each have."""
    log: LogKind = LogKind.QUIET
    metrics: tuple[str, int] | None = None
    drain: int = 0
    """Seconds for which a server goes on that was asked to stop."""
    sweep: int = 0
    """Days after which an unfinished table is deleted that nobody has touched; 0: never."""
    environment: Environment = field(default_factory=lambda: Environment(observer=MetricsObserver()))
    settings: WebSettings = field(default_factory=WebSettings)
    open_store: Callable[[str | Path], Store] = open_store


def serve(service: Service, told: Callable[[str, str], None], opens: bool) -> None:
    """Serve the app until it is interrupted.

    `told` hears the address, and the one for other devices, if there is one; the browser opens it if wanted.
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
        store.close()  # it is there, and each process opens it for itself
        if opens:
            threading.Thread(target=_open, args=(address,), daemon=True).start()
        stop = _share(listening, service, names, salt, meter)
        if meter:
            meter.close()
        signal.raise_signal(stop)
        return
    server = _server(store, service, names, listening)
    if opens:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[listening])


def _share(
    listening: socket.socket, service: Service, names: tuple[str, ...], salt: bytes, meter: MetricsServer | None
) -> int:
    """Let several processes serve until a signal asks to stop, and return it."""
    thinkers = service.thinkers or max(1, Thinkers().workers // service.workers)
    each = replace(service, thinkers=thinkers, drain=0)  # that they are to stop they are told before
    ended = meter.ended if meter else lambda pid: None
    return Workers(service.workers, _serve_shared, listening, each, names, salt, drain=service.drain, ended=ended).run()


def _serve_shared(
    listening: socket.socket,
    service: Service,
    names: tuple[str, ...],
    salt: bytes,
    wait_for_others: Callable[[], None],
    began: Callable[[], None],
) -> None:
    """Be one of several processes that serve at one address."""
    logs.begin(service.log, salt)
    _server(service.open_store(service.where), service, names, listening, wait_for_others, began).run(
        sockets=[listening]
    )


def _public_address(listening: socket.socket) -> PublicAddress:
    """Return the address of a server that listens at a socket."""
    host, port = listening.getsockname()[:2]
    return PublicAddress(not ip_address(host).is_loopback, port)


def _collect_seldom() -> None:
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(*COLLECTING)


def _server(
    store: Store,
    service: Service,
    names: tuple[str, ...],
    listening: socket.socket,
    on_start: Callable[[], None] = lambda: None,
    began: Callable[[], None] = lambda: None,
) -> Server:
    """Return a server for an app; `began` is called once it serves at full speed."""
    _collect_seldom()
    services = make_services(
        store,
        Thinkers(service.thinkers),
        environment=service.environment,
        settings=service.settings,
        public_address=_public_address(listening),
        sweep_days=service.sweep,
    )
    config = uvicorn.Config(
        make_app(services, names, on_start, on_stop=store.close),
        log_config=None,  # it writes into ours
        log_level="warning",  # of its other lines, some hold the addresses of those who ask
        access_log=False,  # addresses hold secrets: there is a line of our own for each request
        backlog=TAKEN,
        lifespan="on",
        server_header=False,
        forwarded_allow_ips=list(service.proxies),
        timeout_graceful_shutdown=3,
        ws_max_size=64 * 1024,
    )

    async def warm() -> None:
        """Report that it has begun when all rules are loaded: until then the process it replaces is faster."""
        with suppress(TimeoutError):
            await asyncio.wait_for(services.engine.settled(), WARM)
        began()

    return Server(config, services.shutdown, QUEUE, service.drain, warm)


def _open_when_ready(server: Server, address: str) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    _open(address)


def _open(address: str) -> None:
    if can_open_browser():
        webbrowser.open(address)


def can_open_browser() -> bool:
    """Say whether there is a screen for a browser: without one, some systems would start one in the terminal."""
    return (
        os.name != "posix"
        or os.uname().sysname == "Darwin"
        or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("WSL_DISTRO_NAME"))
    )
