"""Serving the app, in one process or in several: finding a port, opening the browser, stopping cleanly."""

import gc
import os
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from rollwright.bots.crew import Crew
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.table.store import Store
from rollwright.table.stores import open_store
from rollwright.web.app import make_app
from rollwright.web.reach import Reach, bracketed
from rollwright.web.workers import Workers

LOOPBACK = "127.0.0.1"
PORT = 8600
QUEUE = 128
TRIED = 20
"""How many ports are tried, from the usual one on, if none is named."""
UNTAKEN_FOR = 30.0
"""Seconds after which a connection ends whose client takes nothing of what was sent to it."""
COLLECTING = (10_000, 20, 100)
"""How many things are made before unused ones are looked for: among the newest, the newer, and all of them. With a
thousand pages open, looking through all takes a third of a second, in which nobody is answered: it is done seldom."""


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens at a port, or at the first free one; refuse if there is none."""
    candidates = range(PORT, PORT + TRIED) if port is None else [port]
    fault: OSError | None = None
    for candidate in candidates:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named TCP, as asyncio sends without delay only where it sees that: a click is 40 ms slower otherwise.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # only the kernel can end a connection whose client takes nothing
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * UNTAKEN_FOR))
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


def serve(
    host: str,
    port: int | None,
    where: str | Path,
    workers: int,
    thinkers: int | None,
    told: Callable[[str, str], None],
    opens: bool,
    name: str = "",
) -> None:
    """Serve the app until it is interrupted, from tables kept in a file, or at the address of a database.

    Several `workers` serve at one address, each with so many `thinkers` for its bots; they need a database. `told`
    hears the address, and the one for other devices, if there is one; the browser opens it if wanted. `name` is what
    the outside calls this server, if a proxy passes on what is asked of it there.
    """
    store = open_store(where)
    listening = listen(host, port)
    bound = ip_address(listening.getsockname()[0])
    mine = [] if bound.is_loopback else [socket.gethostname(), socket.getfqdn()]
    names = tuple(each.lower() for each in (*mine, name) if each)
    here = "localhost" if host == LOOPBACK or bound.is_unspecified else bracketed(host)
    address = f"http://{here}:{listening.getsockname()[1]}/"
    elsewhere = _reach(listening).addresses(address) if bound.is_unspecified else None
    told(address, f"{elsewhere.base}/" if elsewhere and not elsewhere.only_here else "")
    if workers > 1:
        store.close()  # it is there, and each process opens it for itself
        if opens:
            threading.Thread(target=_open, args=(address,), daemon=True).start()
        each = thinkers or max(1, Crew().workers // workers)
        Workers(workers, _serve_shared, listening, where, names, each).run()
        return
    server = _server(store, names, thinkers, _reach(listening))
    if opens:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[listening])


def _serve_shared(listening: socket.socket, where: str, names: tuple[str, ...], thinkers: int) -> None:
    """Be one of several processes that serve at one address."""
    _server(open_store(where), names, thinkers, _reach(listening)).run(sockets=[listening])


def _reach(listening: socket.socket) -> Reach:
    """Say how other devices come here, if they can."""
    host, port = listening.getsockname()[:2]
    return Reach(not ip_address(host).is_loopback, port)


def _collect_seldom() -> None:
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(*COLLECTING)


def _server(store: Store, names: tuple[str, ...], thinkers: int | None, reach: Reach) -> uvicorn.Server:
    _collect_seldom()
    return uvicorn.Server(
        uvicorn.Config(
            make_app(store, Crew(thinkers), hosts=names, closing=store.close, reach=reach),
            log_level="warning",
            lifespan="on",
            server_header=False,
            timeout_graceful_shutdown=3,
            ws_max_size=64 * 1024,
        )
    )


def _open_when_ready(server: uvicorn.Server, address: str) -> None:
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
