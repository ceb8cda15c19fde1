"""The address in a link is one that other devices can use, if there is any."""

import socket
from collections.abc import Callable
from typing import Any

import pytest

from rollwright.web.http import addresses
from rollwright.web.http.addresses import LinkBase, PublicAddress, lan_host

Network = Callable[..., list[tuple[str, int]]]


class Asking:
    """A UDP socket of a computer in a made-up network."""

    def __init__(self, own: str | None, connected: list[tuple[str, int]]) -> None:
        self.own, self.connected = own, connected

    def __enter__(self) -> "Asking":
        return self

    def __exit__(self, *fault: object) -> None:
        pass

    def connect(self, address: tuple[str, int]) -> None:
        self.connected.append(address)
        if self.own is None:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        assert self.own
        return self.own, 54_321


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    """Set this computer's addresses and name; what its sockets connect to is written down."""

    def lay(four: str | None = None, six: str | None = None, name: str = "localhost") -> list[tuple[str, int]]:
        connected: list[tuple[str, int]] = []

        def asking(family: int, kind: int) -> Any:
            assert kind == socket.SOCK_DGRAM, "which sends nothing when it connects"
            return Asking(four if family == socket.AF_INET else six, connected)

        monkeypatch.setattr("rollwright.web.http.addresses.socket.socket", asking)
        monkeypatch.setattr("rollwright.web.http.addresses.socket.gethostname", lambda: name)
        return connected

    return lay


@pytest.mark.parametrize("listens_beyond", [True, False])
@pytest.mark.parametrize(
    "base",
    ["http://192.168.1.7:8600", "https://rolls.example", "http://laptop.local:8600", "http://[2001:db8::7]:8600"],
)
def test_an_address_that_led_a_browser_here_leads_others_here(base: str, listens_beyond: bool) -> None:
    assert PublicAddress(listens_beyond, 8600).link_base(f"{base}/") == LinkBase(base)


@pytest.mark.parametrize(
    "base",
    [
        "http://localhost:8600",
        "http://127.0.0.1:8600",
        "http://127.3.2.1:8600",
        "http://[::1]:8600",
        "http://[::ffff:127.0.0.1]:8600",
        "http://0.0.0.0:8600",
        "http://[::]:8600",
        "http://rolls.localhost:8600",
        "http://LOCALHOST.:8600",
    ],
)
def test_an_address_of_this_computer_becomes_one_of_its_network(base: str, network: Network) -> None:
    connected = network("192.168.1.7")
    assert PublicAddress(True, 8600).link_base(f"{base}/") == LinkBase("http://192.168.1.7:8600")
    assert connected == [("192.0.2.1", 9)]


def test_a_server_for_this_computer_only_says_so(network: Network) -> None:
    connected = network("192.168.1.7")
    assert PublicAddress(False, 8600).link_base("http://localhost:8600/") == LinkBase(
        "http://localhost:8600", only_here=True
    )
    assert connected == []


def test_the_port_is_the_servers_own(network: Network) -> None:
    network("192.168.1.7")
    assert PublicAddress(True, 8601).link_base("http://localhost/").base == "http://192.168.1.7:8601"


def test_without_the_older_kind_of_address_the_newer_stands_in_brackets(network: Network) -> None:
    network(None, "2001:db8:0:1::7")
    assert PublicAddress(True, 8600).link_base("http://localhost:8600/") == LinkBase("http://[2001:db8:0:1::7]:8600")


@pytest.mark.parametrize(("four", "six"), [(None, None), ("127.0.0.1", "::1"), ("0.0.0.0", "fe80::1")])
def test_without_a_network_address_its_name_must_do(four: str | None, six: str | None, network: Network) -> None:
    network(four, six, "Kitchen-Laptop")
    assert PublicAddress(True, 8600).link_base("http://localhost:8600/") == LinkBase("http://kitchen-laptop:8600")


def test_a_computer_without_any_network_is_reached_here_only(network: Network) -> None:
    network()
    assert PublicAddress(True, 8600).link_base("http://localhost:8600/") == LinkBase(
        "http://localhost:8600", only_here=True
    )


@pytest.mark.parametrize("base", ["", "http://[::1:80/", "http://localhost:no/", "http://localhost:80@evil.example/"])
def test_an_address_that_no_browser_sends_is_not_passed_on(base: str) -> None:
    assert PublicAddress(False, 8600).link_base(base) == LinkBase("http://localhost:8600", only_here=True)


def test_this_computer_can_be_asked() -> None:
    assert not addresses.is_here(lan_host()) or lan_host() == ""
