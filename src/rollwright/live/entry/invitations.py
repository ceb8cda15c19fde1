"""The invitation links of a table. A link's secret stands behind the `#`, which browsers do not send to servers.

The secret is derived from the token of the browser that made the link, so that this browser can be shown it again; the
table stores only a digest.
"""

import hmac
import re
from base64 import urlsafe_b64encode
from hashlib import sha256

from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase
from rollwright.live.entry.identity import SHORTEST_TOKEN, known_as
from rollwright.table.company import Company
from rollwright.table.events import Linked
from rollwright.table.models import InvitationKind

SECRET_BYTES = 24
MAX_PASTE_LENGTH = 2_000
"""The most characters of a pasted text that may contain a link, perhaps within a message."""

_LINK = re.compile(r"(?:^|#)([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{32})(?![A-Za-z0-9_-])")


class BadLink(Refusal):
    """The text contains no link to a table."""

    def __init__(self) -> None:
        """Say what a link looks like."""
        super().__init__(
            Phrase("That is not a link to a table: copy the whole link, including everything after the #.")
        )


def make_secret(token: str, table_id: str, link: str, seat: int, generation: int) -> str:
    """Derive the secret of a link from a browser's token; `generation` counts renewals, and each has its own secret."""
    if len(token) < SHORTEST_TOKEN:
        raise ValueError("a browser without a token of its own cannot make links: anybody could make the same")
    said = f"{link}/{seat}/{table_id}/{generation}"
    mixed = hmac.digest(token.encode(), said.encode(), "sha256")[:SECRET_BYTES]
    return urlsafe_b64encode(mixed).decode()


def digest(secret: str) -> str:
    """Return the digest of a secret, which is all that a table stores."""
    return sha256(secret.encode()).hexdigest()


def renewed(token: str, company: Company, link: str, seat: int = -1) -> Linked:
    """Return the event that replaces a link by a new one; once it is stored, `shown` returns the new secret."""
    generation = company.generation(link, seat)
    keepers = company.keepers(seat, known_as(token)) if link == InvitationKind.SEAT else ()
    return Linked(link, digest(make_secret(token, company.head.table_id, link, seat, generation)), seat, keepers)


def shown(token: str, company: Company, link: str, seat: int = -1) -> str | None:
    """Return the secret of a table's link if the browser with this token made it, else None."""
    kept = company.links.get((link, seat))
    if kept is None or len(token) < SHORTEST_TOKEN:
        return None
    secret = make_secret(token, company.head.table_id, link, seat, company.renewals[link, seat])
    return secret if hmac.compare_digest(digest(secret), kept) else None


def find(company: Company, secret: str) -> tuple[str, int] | None:
    """Return the kind and seat of the link with this secret, or None, in constant time."""
    sought, found = digest(secret), None
    for key, kept in company.links.items():
        if hmac.compare_digest(sought, kept):
            found = key
    return found


def address(base: str, table_id: str, secret: str) -> str:
    """Return the full address of a link.

    >>> address("http://192.168.1.7:8600", "Q-3f", "s3cr3t")
    'http://192.168.1.7:8600/join#Q-3f.s3cr3t'
    """
    return f"{base}/join#{table_id}.{secret}"


def read_link(text: str) -> tuple[str, str]:
    """Return the table and the secret of a link: a full address, a message that contains one, or the part after `#`."""
    found = _LINK.search(text.strip()) if len(text) <= MAX_PASTE_LENGTH else None
    if found is None:
        raise BadLink
    return found[1], found[2]
