"""The address at which other devices reach this server, for links that people send each other."""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses reserved for documentation: the route to them goes through the default network interface."""

DISCARD = 9
"""The discard port; nothing is sent to it."""


@dataclass(frozen=True)
class LinkBase:
    """The beginning of a link to this server."""

    base: str
    """The server's address, without a slash at the end."""
    only_here: bool = False
    """Whether the address works on this computer only."""


@dataclass(frozen=True)
class PublicAddress:
    """Whether the server can be reached from other devices, and at which port."""

    listens_beyond: bool
    port: int

    def link_base(self, base_url: str) -> LinkBase:
        """Return the base of links for a browser that uses the server at this address.

        An address that works for this browser works for others too, unless it is a loopback address such as
        "localhost": then this computer's address in its network is the best guess.
        """
        base, host = self._requested(base_url)
        if not is_here(host):
            return LinkBase(base)
        found = lan_host() if self.listens_beyond else ""
        if not found:
            return LinkBase(base, only_here=True)
        return LinkBase(f"http://{bracketed(found)}:{self.port}")

    def _requested(self, base_url: str) -> tuple[str, str]:
        """Return the base address of a request and its host; those of localhost if it cannot be parsed."""
        try:
            asked = urlsplit(base_url)
            host, port = asked.hostname, asked.port
        except ValueError:
            host, port = None, None
        if not host or "@" in base_url:
            return f"http://localhost:{self.port}", "localhost"
        return f"{asked.scheme}://{bracketed(host)}{'' if port is None else f':{port}'}", host


def is_here(host: str) -> bool:
    """Say whether a host name or address means the local computer: loopback or unspecified.

    >>> [is_here(host) for host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "192.168.1.7", "rolls.example")]
    [True, True, True, True, False, False]
    """
    name = host.lower().rstrip(".")
    if name in ("", "localhost") or name.endswith(".localhost"):
        return True
    try:
        address: IPv4Address | IPv6Address = ip_address(name)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback or address.is_unspecified  # a server that listens at 0.0.0.0 reports that as its address


def lan_host() -> str:
    """Return this computer's address in its network, or else its name; an empty text if it has neither.

    Nothing is sent: connecting a UDP socket only selects a route.
    """
    for family, elsewhere in ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((elsewhere, DISCARD))
                found = str(asking.getsockname()[0])
        except OSError:  # no route
            continue
        if not is_here(found) and not found.startswith("fe80:"):  # link-local addresses need a zone
            return found
    name = socket.gethostname().lower()
    return "" if is_here(name) else name


def bracketed(host: str) -> str:
    """Return a host as it is written in a URL, with brackets around an IPv6 address.

    >>> bracketed("2001:db8::7"), bracketed("192.168.1.7")
    ('[2001:db8::7]', '192.168.1.7')
    """
    return f"[{host}]" if ":" in host else host
