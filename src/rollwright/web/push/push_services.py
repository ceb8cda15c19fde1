"""The push services of browsers: which addresses are accepted, and how a message is handed over.

A browser names the address, and the server calls it. So only HTTPS at its usual port is accepted, and only hosts whose
addresses are public: they are looked up for each message, and the very address that was checked is connected to.
"""

import asyncio
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from rollwright.core.language import Phrase
from rollwright.web.http.requests import Malformed

LONGEST = 1_000
"""The most characters of an address; those of today's services have about two hundred."""

PORT = 443
LARGEST_HEAD = 16 * 1024
"""The most bytes that are read of an answer's line."""

EMBEDDING = IPv6Network("64:ff9b::/96")
"""Addresses that a gateway translates (NAT64, RFC 6052): the last four bytes are the IPv4 address that is reached."""

GLOBAL_UNICAST = IPv6Network("2000::/3")
"""All other addresses of IPv6 are for special uses: of one network, or translated by one as it likes (RFC 8215)."""

_looking_up = ThreadPoolExecutor(8, "push services' names")
"""Looks names up: who answers for a name may take half a minute, and others of our threads must not wait for that."""


class NotPublicError(Exception):
    """A host has no public address."""


def checked_endpoint(text: str, *, anywhere: bool = False) -> str:
    """Return the address of a push service; refuse what cannot be one.

    `anywhere` is for tests: then any host and port is accepted, also without TLS.
    """
    wrong = Malformed(Phrase("This is not the address of a push service."))
    if not text.isascii() or not text.isprintable() or " " in text or len(text) > LONGEST:
        raise wrong
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    host = parts.hostname or ""
    if parts.username is not None or parts.password is not None or parts.fragment or not host:
        raise wrong
    if anywhere and parts.scheme in ("http", "https"):
        return text
    if parts.scheme != "https" or port not in (None, PORT) or not _may_be_public(host):
        raise wrong
    return text


def _may_be_public(host: str) -> bool:
    """Say whether a host may be public by its name: an address that is, or a name with a dot."""
    try:
        return is_public(host)
    except ValueError:
        return "." in host.strip(".") and not host.rstrip(".").endswith((".localhost", ".local", ".internal"))


def is_public(address: str) -> bool:
    """Say whether an IP address is one of the internet; ValueError if it is none.

    >>> [is_public(each) for each in ("93.184.216.34", "2606:2800:220:1::1")]
    [True, True]
    >>> [is_public(each) for each in ("127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1")]
    [False, False, False, False, False]
    >>> [is_public(each) for each in ("64:ff9b::a00:1", "2002:a00:1::", "fe80::1%eth0", "0.0.0.0", "224.0.0.1")]
    [False, False, False, False, False]
    >>> [is_public(each) for each in ("64:ff9b:1::a00:1", "fec0::1", "::a00:1", "::ffff:0:a00:1", "64:ff9b::808:808")]
    [False, False, False, False, True]
    """
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour
        if found in EMBEDDING:
            inside = IPv4Address(int(found) & 0xFFFFFFFF)
        if inside:
            found = inside
        elif found.teredo or found not in GLOBAL_UNICAST:
            return False
    return found.is_global and not found.is_multicast


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(endpoint: str, headers: Mapping[str, str], body: bytes, *, anywhere: bool = False) -> int:
    """Hand a message to a push service, and return the status of its answer.

    OSError if it cannot be reached, NotPublicError if it must not be, ValueError if it answers nonsense. The caller
    limits the time.
    """
    parts = urlsplit(endpoint)
    host, safe = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (PORT if safe else 80)
    address = await _address_of(host, port, anywhere=anywhere)
    reader, writer = await asyncio.open_connection(
        address, port, ssl=_trust() if safe else None, server_hostname=host if safe else None, limit=LARGEST_HEAD
    )
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
        await writer.drain()
        version, status, *_ = (await reader.readline()).split()
        if not version.startswith(b"HTTP/1."):
            raise ValueError("not an answer of HTTP")
        return int(status)
    finally:
        writer.close()


async def _address_of(host: str, port: int, *, anywhere: bool) -> str:
    """Look a host up, and return one of its addresses; all must be public."""
    look_up = partial(socket.getaddrinfo, host, port, proto=socket.IPPROTO_TCP)
    found = await asyncio.get_running_loop().run_in_executor(_looking_up, look_up)
    addresses = [str(each[4][0]) for each in found]
    if not anywhere and not all(map(is_public, addresses)):
        raise NotPublicError
    return addresses[0]
