"""Who sends: the server's key, and the signed word by which push services know it (VAPID, RFC 8292)."""

import json
from collections.abc import Callable
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from rollwright.web.push.encryption import CURVE, as_text, point

SECRET = "push"
"""The name of the store's secret from which the key follows, so that all processes have the same."""

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: private keys are less than this, and not 0."""

VALID_FOR = 12 * 3600
"""Seconds for which a signed word is valid; RFC 8292 allows a day."""

RENEWED_AFTER = 3600
"""Seconds after which a new one is made."""

MAX_KNOWN = 100
"""The most push services whose words are remembered."""


class Sender:
    """The server as push services know it: by a key, and by an address where its operator can be reached."""

    def __init__(self, secret: bytes, contact: str, now: Callable[[], float]) -> None:
        """Take the key that follows from a secret; `contact` is sent along."""
        scalar = int.from_bytes(secret, "big") % (ORDER - 1) + 1
        self._key = ec.derive_private_key(scalar, CURVE)
        self._contact = contact
        self._now = now
        self._known: dict[str, tuple[float, str]] = {}
        self.public_key = as_text(point(self._key.public_key()))

    def authorization(self, endpoint: str) -> str:
        """Return the Authorization header for the push service of an endpoint."""
        parts = urlsplit(endpoint)
        audience = f"{parts.scheme}://{parts.netloc}"
        made, token = self._known.get(audience, (0.0, ""))
        if not made <= self._now() <= made + RENEWED_AFTER or not token:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            token = self._token(audience)
            self._known[audience] = self._now(), token
        return f"vapid t={token}, k={self.public_key}"

    def _token(self, audience: str) -> str:
        """Return a JSON Web Token, signed by ES256."""
        claims = {"aud": audience, "exp": int(self._now()) + VALID_FOR, "sub": self._contact}
        signed = ".".join(as_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"{signed}.{as_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
