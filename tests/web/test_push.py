"""Your turn, even when the page is closed: what is sent, to whom, when, and how often."""

import asyncio
import base64
import json
import socket
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.testclient import TestClient

from rollwright.core.errors import Refusal
from rollwright.live.environment import Environment
from rollwright.store.protocol import Store
from rollwright.web.app import make_app, make_services
from rollwright.web.http.requests import Malformed
from rollwright.web.push.encryption import encrypted
from rollwright.web.push.push_services import LONGEST, NotPublicError, checked_endpoint, post
from rollwright.web.push.vapid import Sender
from rollwright.web.web_settings import WebSettings
from tests.support.environments import GONE, with_settings
from tests.support.loops import run_apart
from tests.support.online import Guest, Party
from tests.support.places import Database, wait_until
from tests.support.wire import GAMES, QuickThinkers

CONTACT = "mailto:operator@example.org"
TWO_PLAYERS = GAMES[0]


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# The examples of the RFCs, which nobody here has made.

RFC_8291 = {
    "message": b"When I grow up, I want to be a watermelon",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "private": "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    "sender": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "body": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6"
    "PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
}  # fmt: skip
"""Section 5 and appendix A of RFC 8291."""

RFC_8292 = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsI"
    "nN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjv"
    "W2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)
"""Section 2.4 of RFC 8292."""


def private_key(named: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(plain(named), "big"), ec.SECP256R1())


def derived(salt: bytes, material: bytes, info: bytes, size: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=size, salt=salt, info=info).derive(material)


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Read a message as a browser does, by the package's own key derivation."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size
    mine = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    material = derived(auth, shared, b"WebPush: info\0" + mine + sender, 32)
    cipher = AESGCM(derived(salt, material, b"Content-Encoding: aes128gcm\0", 16))
    padded = cipher.decrypt(derived(salt, material, b"Content-Encoding: nonce\0", 12), sealed, None)
    message, mark, rest = padded.rpartition(b"\x02")
    assert mark
    assert not rest.strip(b"\0")
    return message


def claims_of(header: str) -> dict[str, Any]:
    """Check the signature of an Authorization header, and return what it claims and by which key."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    number = plain(signature)
    assert len(number) == 64
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(parts["k"]))
    r, s = int.from_bytes(number[:32], "big"), int.from_bytes(number[32:], "big")
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(plain(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return {**claims, "k": parts["k"]}


def test_the_encryption_is_that_of_rfc_8291() -> None:
    known: dict[str, Any] = RFC_8291
    made = encrypted(
        known["message"], known["p256dh"], known["auth"], key=private_key(known["sender"]), salt=plain(known["salt"])
    )
    assert text(made) == known["body"]
    assert decrypted(made, private_key(known["private"]), plain(known["auth"])) == known["message"]


def test_a_padded_message_has_the_same_length_whatever_it_says() -> None:
    known: dict[str, Any] = RFC_8291
    made = [encrypted(each, known["p256dh"], known["auth"], size=100) for each in (b"", b"long " * 20)]
    assert len(made[0]) == len(made[1])
    assert made[0][:16] != made[1][:16], "each has a salt of its own"
    assert decrypted(made[1], private_key(known["private"]), plain(known["auth"])) == b"long " * 20


def test_the_signature_is_that_of_rfc_8292() -> None:
    assert claims_of(RFC_8292)["sub"] == "mailto:push@example.com"  # what checks ours accepts the published one
    with pytest.raises(InvalidSignature):
        claims_of(RFC_8292.replace("i3CYb7t4", "i3CYb7t5"))
    now = [1_000_000.0]
    sender = Sender(b"\x07" * 32, CONTACT, lambda: now[0])
    first = sender.authorization("https://push.example/abc")
    claims = claims_of(first)
    assert (claims["aud"], claims["sub"], claims["k"]) == ("https://push.example", CONTACT, sender.public_key)
    assert 0 < claims["exp"] - now[0] <= 24 * 3600
    assert sender.authorization("https://push.example/another") == first
    assert claims_of(sender.authorization("https://other.example:8443/x"))["aud"] == "https://other.example:8443"
    now[0] += 23 * 3600
    assert claims_of(sender.authorization("https://push.example/abc"))["exp"] > now[0]
    assert Sender(b"\x07" * 32, CONTACT, time.time).public_key == sender.public_key
    assert Sender(b"\xff" * 32, CONTACT, time.time).public_key != sender.public_key


REFUSED = [
    "", "push.example/1", "http://push.example/1", "ftp://push.example/1", "https://localhost/1", "https://127.0.0.1/1",
    "https://10.1.2.3/1", "https://169.254.169.254/latest", "https://[::1]/1", "https://[::ffff:192.168.0.1]/1",
    "https://[64:ff9b:1::a00:1]/1", "https://[fec0::1]/1",
    "https://[fe80::1]/1", "https://intranet/1", "https://printer.local/1", "https://db.internal/1", "https:///1",
    "https://push.example:22/1", "https://me:secret@push.example/1", "https://push.example/1#part",
    "https://push.example/a b",
    "https://push.example/\r\nHost: x", "https://pushé.example/1", f"https://push.example/{'x' * LONGEST}",
    "https://[bad/1",
]  # fmt: skip


@pytest.mark.parametrize("address", REFUSED)
def test_only_public_addresses_of_push_services_are_accepted(address: str) -> None:
    with pytest.raises(Malformed):
        checked_endpoint(address)


def test_addresses_of_push_services_are_accepted() -> None:
    for address in ("https://push.example/a?b=c", "https://fcm.googleapis.com/fcm/send/a:b", "https://a.example:443/x"):
        assert checked_endpoint(address) == address


# A push service on this computer.


@dataclass
class Device:
    """A browser as its push service knows it: it can read what is sent to it."""

    address: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"sixteen bytes ok"
    status: int = 201
    got: list[dict[str, Any]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)

    @property
    def subscription(self) -> dict[str, str]:
        mine = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.address, "p256dh": text(mine), "auth": text(self.auth)}


class PushService:
    """Takes messages for devices, checks who sends them, and lets the devices read them."""

    def __init__(self) -> None:
        self.devices: dict[str, Device] = {}
        self.senders: set[str] = set()
        self.wrong: list[str] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                device = service.devices[self.path]
                try:
                    service.take(device, dict(self.headers.items()), body)
                except Exception as fault:
                    service.wrong.append(repr(fault))
                self.send_response(device.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, device: Device, headers: dict[str, str], body: bytes) -> None:
        claims = claims_of(headers["Authorization"])
        assert claims["aud"] == self.origin
        assert claims["sub"] == CONTACT
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 0
        assert len(plain(headers["Topic"])) == 24
        self.senders.add(claims["k"])
        device.raw.append(json.dumps(headers).encode() + body)
        device.got.append(json.loads(decrypted(body, device.key, device.auth)))

    def device(self, name: str) -> Device:
        made = self.devices[f"/{name}"] = Device(f"{self.origin}/{name}")
        return made


@pytest.fixture
def service() -> Iterator[PushService]:
    made = PushService()
    yield made
    made.server.shutdown()
    made.server.server_close()
    assert made.wrong == []


QUICKLY = with_settings(GONE, notice_delay=0.05, notice_start=0.05, reconnect_grace=0.0)
OPEN = WebSettings(limit_factor=10_000, push_anywhere=True, push_timeout=5.0)


UNHURRIED = with_settings(QUICKLY, notice_delay=1.0)


@contextmanager
def serving(
    store: Store, push: str = CONTACT, settings: WebSettings = OPEN, environment: Environment = QUICKLY
) -> Iterator[TestClient]:
    made = make_services(store, QuickThinkers(), environment=environment, settings=settings, push=push)
    with TestClient(make_app(made), base_url="http://localhost", follow_redirects=False) as client:
        yield client


def subscribe(guest: Guest, device: Device) -> None:
    assert guest.do("push", on=True, **device.subscription) == {"on": True}


def act(guest: Guest) -> None:
    """Roll, or make the first move that is offered."""
    now = guest.values()
    if now["state"]["roll"]:
        guest.do("roll")
    else:
        guest.do("play", seat=now["state"]["seats"][0], move=now["moves"][0]["move"])


def is_asked(guest: Guest) -> bool:
    return bool(guest.state["asked"])


def is_done(guest: Guest) -> bool:
    return not is_asked(guest)


def has_got(device: "Device", messages: int) -> bool:
    return len(device.got) >= messages


def until_asked(other: Guest, wanted: Callable[[], bool]) -> None:
    """Let somebody play until it is another's turn."""
    for _ in range(200):
        if wanted():
            return
        act(other)
    raise AssertionError("it never came to that")


def quiet(client: TestClient) -> None:
    """Wait until all that was to be looked at was, and all that was queued was sent."""
    services: Any = client.app.state.services  # type: ignore[attr-defined]
    notices = services.rooms.changed.__self__
    wait_until(lambda: not notices._tasks)
    assert client.portal

    async def nothing() -> None:
        while services.messenger._waiting.qsize():
            await asyncio.sleep(0.01)

    client.portal.call(nothing)


def test_who_is_away_is_told_once_a_turn(any_store: Store, service: PushService) -> None:
    with serving(any_store) as client:
        host, [guest] = Party(client).open(TWO_PLAYERS)
        host.do("begin", bots=False)
        phone = service.device("phone")
        subscribe(guest, phone)
        for turn in range(1, 4):
            until_asked(guest, lambda: not is_asked(guest))
            quiet(client)
            seen = len(phone.got)
            until_asked(host, lambda: is_asked(guest))
            wait_until(partial(has_got, phone, seen + 1))
            if is_asked(host):
                act(host)
            quiet(client)
            assert len(phone.got) == seen + 1, f"turn {turn} is told once"
        assert phone.got[0]["table"] == guest.table
        assert set(phone.got[0]) == {"title", "body", "table"}
        assert phone.got[0]["title"] == "Your turn"


def until_led_to(guest: Guest, host: Guest) -> None:
    """Play until a move of the host's, which can be taken back, has made it the guest's turn."""
    for _ in range(200):
        act(guest if is_asked(guest) else host)
        if is_asked(guest) and is_done(host) and host.state["undo"] is not None:
            return
    raise AssertionError("it never came to that")


def test_a_turn_that_was_taken_back_is_told_when_it_begins_again(store: Store, service: PushService) -> None:
    with serving(store, environment=UNHURRIED) as client:
        host, [guest] = Party(client).open("terminal_dispute")
        host.do("begin", bots=False)
        phone = service.device("phone")
        until_led_to(guest, host)
        host.do("undo", seat=0)
        subscribe(guest, phone)
        act(host)
        host.do("undo", seat=0)
        assert is_done(guest)
        quiet(client)
        act(host)
        assert is_asked(guest)
        wait_until(partial(has_got, phone, 1))
        host.do("undo", seat=0)
        quiet(client)
        act(host)
        quiet(client)
        assert len(phone.got) == 1, "it is told once, however often it begins"


def test_nobody_is_told_who_has_the_page_open(store: Store, service: PushService) -> None:
    with serving(store) as client:
        host, [guest] = Party(client).open(TWO_PLAYERS)
        host.do("begin", bots=False)
        phone = service.device("phone")
        subscribe(guest, phone)
        until_asked(guest, lambda: not is_asked(guest))
        with guest.client.websocket_connect(f"ws://localhost/table/{guest.table}/live") as page:
            page.send_json({"boot": "", "version": 0, "told": 0, "show": 1, "opened": 0, "language": "en"})
            page.receive_json()
            until_asked(host, lambda: is_asked(guest))
            quiet(client)
            assert phone.got == []
        quiet(client)
        assert phone.got == [], "who has seen it and then leaves knows it"


def test_turns_of_bots_and_of_people_alone_are_told_to_nobody(store: Store, service: PushService) -> None:
    with serving(store) as client:
        host, [guest] = Party(client).open(TWO_PLAYERS)
        host.do("begin", bots=False)
        phone = service.device("phone")
        subscribe(guest, phone)
        guest.do("lend", seat=guest.state["seats"][0])  # a bot plays for them
        for _ in range(6):
            wait_until(lambda: is_asked(host))
            act(host)
        quiet(client)
        assert phone.got == []
        alone = Guest(client, "alone")
        answer = client.post(f"/new/{TWO_PLAYERS}", data={"quick": "1"})
        alone.table = answer.headers["location"].removeprefix("/table/")
        tablet = service.device("tablet")
        subscribe(alone, tablet)
        act(alone)
        quiet(client)
        assert tablet.got == []


def test_what_others_do_in_secret_is_followed_by_no_message(bids: str, store: Store, service: PushService) -> None:
    with serving(store) as client:
        host, guest, other = Party(client).begun(bids, 2)
        phone = service.device("phone")
        subscribe(host, phone)
        host.do("roll")  # and knows that a bid is theirs to make
        guest.do("play", seat=1, move="bid 2")
        quiet(client)
        guest.do("undo", seat=1)
        quiet(client)
        guest.do("play", seat=1, move="bid 3")
        guest.do("play", seat=1, move="ready")
        other.do("play", seat=2, move="bid 1")
        quiet(client)
        assert phone.got == [], "it would tell that others have bid, and when"
        host.do("play", seat=0, move="bid 4")
        host.do("play", seat=0, move="ready")
        other.do("play", seat=2, move="ready")  # which reveals all bids, and the host is to roll
        wait_until(partial(has_got, phone, 1))


def test_who_no_longer_wants_it_is_not_told(store: Store, service: PushService) -> None:
    with serving(store) as client:
        host, [guest] = Party(client).open(TWO_PLAYERS)
        host.do("begin", bots=False)
        phone = service.device("phone")
        subscribe(guest, phone)
        assert guest.do("push", on=False) == {"on": False}
        until_asked(guest, lambda: not is_asked(guest))
        until_asked(host, lambda: is_asked(guest))
        quiet(client)
        assert phone.got == []


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_without_a_browser_is_deleted(store: Store, service: PushService, status: int) -> None:
    with serving(store) as client:
        host, [guest] = Party(client).open(TWO_PLAYERS)
        host.do("begin", bots=False)
        phone = service.device("phone")
        phone.status = status
        subscribe(guest, phone)
        until_asked(guest, lambda: not is_asked(guest))
        until_asked(host, lambda: is_asked(guest))
        wait_until(lambda: not store.subscriptions.tables().result(60))
        assert len(phone.got) == 1


def test_a_turn_from_before_a_restart_is_told_after_it(any_store: Store, service: PushService) -> None:
    phone = service.device("phone")
    with serving(any_store) as client:
        host, [guest] = Party(client).open(TWO_PLAYERS)
        host.do("begin", bots=False)
        subscribe(guest, phone)
    with serving(any_store, push="") as client:  # one that tells nobody
        for each in (host, guest):
            cookies = each.client.cookies
            each.client = TestClient(client.app, base_url="http://localhost", follow_redirects=False)
            each.client.portal, each.client.cookies = client.portal, cookies
        until_asked(guest, lambda: not is_asked(guest))
        until_asked(host, lambda: is_asked(guest))
    assert phone.got == []
    with serving(any_store):
        wait_until(lambda: len(phone.got) == 1)
    with serving(any_store) as client:
        quiet(client)
    assert len(phone.got) == 1
    assert len(service.senders) == 1, "the key stays the same"


def test_of_two_workers_one_tells_it(database: Database, service: PushService) -> None:
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(database.open())) for _ in range(2)]
        first, second = (stack.enter_context(serving(store)) for store in stores)
        host, [guest] = Party(first).open(TWO_PLAYERS)
        host.do("begin", bots=False)
        phone = service.device("phone")
        subscribe(guest, phone)
        elsewhere = Guest(second, "the guest at the other worker")
        elsewhere.client.cookies, elsewhere.table = guest.client.cookies, guest.table
        for told in range(1, 4):
            until_asked(guest, lambda: not is_asked(guest))
            until_asked(host, lambda: is_asked(guest))
            assert is_asked(elsewhere), "the other worker knows it, too"
            wait_until(partial(has_got, phone, told))
            quiet(first)
            quiet(second)
            assert len(phone.got) == told


def test_what_is_sent_holds_no_secret(store: Store, service: PushService) -> None:
    with serving(store) as client:
        host, [guest] = Party(client).open(TWO_PLAYERS)
        links = host.links()
        host.do("begin", bots=False)
        phone = service.device("phone")
        subscribe(guest, phone)
        until_asked(guest, lambda: not is_asked(guest))
        until_asked(host, lambda: is_asked(guest))
        wait_until(lambda: len(phone.got) == 1)
        sent = json.dumps(phone.got) + phone.raw[0].decode("latin-1")
        secrets = [*guest.client.cookies.values(), *host.client.cookies.values()]
        secrets += [link.rpartition("#")[2] for link in links.values()]
        assert secrets
        assert not [each for each in secrets if each in sent]
        assert guest.table not in phone.raw[0].decode("latin-1"), "nor does the push service learn the table"
        stranger = Guest(TestClient(client.app, base_url="http://localhost"), "a stranger")
        stranger.client.portal, stranger.table = client.portal, phone.got[0]["table"]
        assert stranger.get().status_code == 404, "what was sent gives nobody a seat"


def test_what_is_not_the_address_of_a_push_service_is_refused(store: Store, service: PushService) -> None:
    with serving(store, settings=WebSettings(limit_factor=10_000)) as client:
        _, [guest] = Party(client).open(TWO_PLAYERS)
        good = service.device("phone").subscription
        public = {**good, "endpoint": "https://push.example/1"}
        assert guest.do("push", on=True, **public) == {"on": True}
        for wrong in (
            good,
            {**public, "p256dh": public["p256dh"][:-2]},
            {**public, "p256dh": "B" + "A" * 86},
            {**public, "auth": "AAAA"},
            {**public, "auth": "é"},
            {"endpoint": public["endpoint"]},
            {**public, "endpoint": 7},
        ):
            guest.refused("push", 400, on=True, **wrong)


def test_a_private_address_behind_a_public_name_is_not_called(service: PushService) -> None:
    port = service.server.server_address[1]
    with pytest.raises(NotPublicError):
        run_apart(post(f"http://localhost:{port}/x", {}, b""))


def test_names_that_are_slow_to_be_looked_up_keep_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()

    def slowly(*_: Any, **__: Any) -> Any:
        answered.wait(60)
        raise OSError("there is no such host")

    monkeypatch.setattr(socket, "getaddrinfo", slowly)

    async def attempt() -> int:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(4))
        sending = [asyncio.create_task(post("https://slow.example/", {}, b"")) for _ in range(20)]
        await asyncio.sleep(0)
        try:
            return await asyncio.wait_for(asyncio.to_thread(int, 7), 30)
        finally:
            answered.set()
            await asyncio.gather(*sending, return_exceptions=True)

    assert run_apart(attempt()) == 7


def test_only_players_subscribe_and_only_where_it_is_offered(store: Store, service: PushService) -> None:
    phone: dict[str, Any] = {**service.device("phone").subscription}
    with serving(store) as client:
        party = Party(client)
        host, _ = party.open(TWO_PLAYERS)
        watcher = party.guest("watcher")
        watcher.join(host.renew("watch"))
        watcher.refused("push", on=True, **phone)
        stranger = party.guest("stranger")
        stranger.table = host.table
        stranger.refused("push", 404, on=True, **phone)
    with serving(store, push="") as client:
        host, _ = Party(client).open(TWO_PLAYERS)
        assert host.refused("push", on=True, **phone) == "This server sends no notifications."


def test_too_many_requests_are_refused(store: Store, service: PushService) -> None:
    with serving(store, settings=WebSettings(push_anywhere=True)) as client:
        host, _ = Party(client).open(TWO_PLAYERS)
        statuses = [host.post("push", on=False).status_code for _ in range(25)]
        assert statuses[0] == 200
        assert statuses[-1] == 429


def test_a_slow_push_service_keeps_nobody_waiting(store: Store) -> None:
    """It takes a connection and never answers: moves go on, and the queue does not grow without limit."""
    silent = socketserver.ThreadingTCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler, bind_and_activate=False)
    silent.server_bind()
    silent.server_activate()  # connections wait in its backlog
    settings = WebSettings(limit_factor=10_000, push_anywhere=True, push_timeout=30.0, max_push_queue=1, push_senders=1)
    device = Device(f"http://127.0.0.1:{silent.server_address[1]}/x")
    with serving(store, settings=settings) as client:
        tables = [Party(client).open(TWO_PLAYERS) for _ in range(4)]
        for host, [guest] in tables:
            host.do("begin", bots=False)
            subscribe(guest, device)
            until_asked(guest, partial(is_done, guest))
            until_asked(host, partial(is_asked, guest))
        services: Any = client.app.state.services  # type: ignore[attr-defined]
        wait_until(lambda: not services.rooms.changed.__self__._tasks)
        assert services.messenger._waiting.qsize() <= 1
        for _, [guest] in tables:
            act(guest)
    silent.server_close()


def test_without_the_package_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    for name in [name for name in sys.modules if name.startswith(("rollwright.web.push.", "cryptography"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(Refusal, match=r"needs the package cryptography.*pip install 'rollwright\[push\]'"):
        make_services(store, QuickThinkers(), push=CONTACT)
