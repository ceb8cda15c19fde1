"""Messages that only the browser can read: RFC 8291, the content encoding aes128gcm of RFC 8188 in one record."""

import hmac
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
POINT_BYTES = 65
AUTH_BYTES = 16
SALT_BYTES = 16
RECORD_SIZE = 4096
LAST_RECORD = b"\x02"


def as_text(data: bytes) -> str:
    """Return bytes in URL-safe Base64 without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    """Return what a URL-safe Base64 text stands for; ValueError if it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError unless these are a point of the curve and a secret of the right length."""
    public, secret = as_bytes(p256dh), as_bytes(auth)
    if len(public) != POINT_BYTES or len(secret) != AUTH_BYTES:
        raise ValueError("a key has another length")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    size: int = 0,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a message that only the holder of a browser's keys can read, padded to `size` bytes.

    A fresh key and salt are made for each message; a test brings its own.
    """
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    theirs, ours = as_bytes(p256dh), point(key.public_key())
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    material = _expanded(_digest(as_bytes(auth), shared), b"WebPush: info\0" + theirs + ours, 32)
    root = _digest(salt, material)
    cipher = AESGCM(_expanded(root, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _expanded(root, b"Content-Encoding: nonce\0", 12)
    padded = (message + LAST_RECORD).ljust(size + 1, b"\0")
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + cipher.encrypt(nonce, padded, None)


def _digest(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")


def _expanded(root: bytes, purpose: bytes, size: int) -> bytes:
    """Return the first block of HKDF's second step (RFC 5869): none of ours needs more."""
    return _digest(root, purpose + b"\x01")[:size]
