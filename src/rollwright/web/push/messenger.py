"""Sends messages to push services, off the way of everybody who plays: a bounded queue, and a time limit for each."""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from urllib.parse import urlsplit

from rollwright.core.errors import Refusal
from rollwright.core.language import N_
from rollwright.live.environment import Environment
from rollwright.live.notices.turn_notices import Notice
from rollwright.store.protocol import Store
from rollwright.web.ops.metrics import PUSHED
from rollwright.web.push.encryption import as_text, encrypted
from rollwright.web.push.push_services import NotPublicError, post
from rollwright.web.push.vapid import SECRET, Sender
from rollwright.web.web_settings import WebSettings

LOG = logging.getLogger(__name__)

TITLE = N_("Your turn")

MESSAGE_SIZE = 256
"""Bytes to which every message is padded: its length tells nothing."""

LIFETIME = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that it cannot reach."""

RETRIES: Sequence[float] = (5.0, 60.0)
"""Seconds until a message is tried again that a push service was too busy for."""

TAKEN = (200, 201, 202, 204)
GONE = (404, 410)
TOO_BUSY = (429, 500, 502, 503, 504)


@dataclass(frozen=True)
class _Sending:
    notice: Notice
    tries: int = 0


class Messenger:
    """The queue of messages, and the tasks that send them."""

    def __init__(self, contact: str, store: Store, settings: WebSettings, environment: Environment) -> None:
        """Send nothing before `start`; `contact` tells push services how to reach the operator."""
        self._contact = contact
        self._store = store
        self._settings = settings
        self._environment = environment
        self._waiting: asyncio.Queue[_Sending] = asyncio.Queue(settings.max_push_queue)
        self._senders: list[asyncio.Task[None]] = []
        self._sender: Sender | None = None

    @property
    def public_key(self) -> str:
        """The server's public key, which pages need to subscribe."""
        return self._sender.public_key if self._sender else ""

    async def start(self) -> None:
        """Take the key from the store, where it is made on the first start, and begin to send."""
        secret = await asyncio.wrap_future(self._store.secret(SECRET))
        self._sender = Sender(secret, self._contact, self._environment.now)
        self._senders = [asyncio.create_task(self._run()) for _ in range(self._settings.push_senders)]

    def deliver(self, notice: Notice) -> None:
        """Queue a message that it is somebody's turn; if too many wait, it is dropped."""
        self._put(_Sending(notice))

    def _put(self, sending: _Sending) -> None:
        try:
            self._waiting.put_nowait(sending)
        except asyncio.QueueFull:
            PUSHED.labels("dropped").inc()

    async def _run(self) -> None:
        while True:
            sending = await self._waiting.get()
            try:
                await self._send(sending)
            except Refusal as refusal:
                LOG.warning("A subscription could not be deleted: %s", refusal)
            except Exception:
                LOG.exception("a message could not be sent")

    async def _send(self, sending: _Sending) -> None:
        notice = sending.notice
        if sending.tries and not notice.is_due():
            return
        status = await self._status(notice)
        if status in GONE:
            PUSHED.labels("gone").inc()
            await asyncio.wrap_future(self._store.subscriptions.forget(notice.subscription.endpoint))
        elif status in TAKEN:
            PUSHED.labels("sent").inc()
        elif status in TOO_BUSY and sending.tries < len(RETRIES):
            later = replace(sending, tries=sending.tries + 1)
            asyncio.get_running_loop().call_later(RETRIES[sending.tries], self._put, later)
        else:
            PUSHED.labels("refused").inc()
            host = urlsplit(notice.subscription.endpoint).hostname  # the rest of the address is a secret
            LOG.info("The push service %s did not take a message (%s).", host, status or "not reached")

    async def _status(self, notice: Notice) -> int:
        """Hand one message over; return the status of the answer, 503 if there was none, 0 if none can come."""
        assert self._sender, "messages are sent after the start"
        to = notice.subscription
        body = encrypted(content(notice), to.p256dh, to.auth, size=MESSAGE_SIZE)
        headers = {
            "Authorization": self._sender.authorization(to.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFETIME),
            "Urgency": "normal",
            "Topic": topic(notice),
        }
        try:
            async with asyncio.timeout(self._settings.push_timeout):
                return await post(to.endpoint, headers, body, anywhere=self._settings.push_anywhere)
        except NotPublicError:
            return 0
        except (OSError, ValueError):  # a timeout is an OSError
            return 503

    async def close(self) -> None:
        """Send nothing more."""
        for task in self._senders:
            task.cancel()
        await asyncio.gather(*self._senders, return_exceptions=True)


def content(notice: Notice) -> bytes:
    """Return what a browser is sent: that it is their turn, at which game, and the table's id, which gives no seat."""
    say = notice.room.game.speech(notice.subscription.language)
    told = {"title": say(TITLE), "body": notice.room.game.title, "table": notice.room.head.table_id}
    return json.dumps(told, ensure_ascii=False).encode()


def topic(notice: Notice) -> str:
    """Return a name by which a later message replaces one that still waits; to others it is random."""
    named = f"{notice.subscription.auth} {notice.room.head.table_id}"
    return as_text(sha256(named.encode()).digest()[:24])
