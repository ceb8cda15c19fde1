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
LONGEST_PASTE = 2_000
"""Characters of a text in which a link is looked for: a message may stand around it."""

_LINK = re.compile(r"(?:^|#)([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{32})(?![A-Za-z0-9_-])")


class BadLink(Refusal):
    """A text contains no link to a table."""

    def __init__(self) -> None:
        """Say what a link looks like."""
        super().__init__(Phrase("That is no link to a table: copy the whole link, with all that stands behind the #."))


def make_secret(token: str, table_id: str, link: str, seat: int, generation: int) -> str:
    """Derive the secret of a link from a browser's token; each renewal, counted by `generation`, has another."""
    if len(token) < SHORTEST_TOKEN:
        raise ValueError("a browser without a token of its own cannot make links: anybody could make the same")
    said = f"{link}/{seat}/{table_id}/{generation}"
    mixed = hmac.digest(token.encode(), said.encode(), "sha256")[:SECRET_BYTES]
    return urlsafe_b64encode(mixed).decode()


def digest(secret: str) -> str:
    """Return what a table stores of a secret."""
    return sha256(secret.encode()).hexdigest()


def renewed(token: str, company: Company, link: str, seat: int = -1) -> Linked:
    """Return the event that makes a link valid in place of the one before; once stored, `shown` returns its secret."""
    generation = company.generation(link, seat)
    keepers = company.keepers(seat, known_as(token)) if link == InvitationKind.SEAT else ()
    return Linked(link, digest(make_secret(token, company.head.table_id, link, seat, generation)), seat, keepers)


def shown(token: str, company: Company, link: str, seat: int = -1) -> str | None:
    """Return the secret of a table's link to the browser that made it, and None to any other."""
    kept = company.links.get((link, seat))
    if kept is None or len(token) < SHORTEST_TOKEN:
        return None
    secret = make_secret(token, company.head.table_id, link, seat, company.renewals[link, seat])
    return secret if hmac.compare_digest(digest(secret), kept) else None


def find(company: Company, secret: str) -> tuple[str, int] | None:
    """Return the kind and seat of the link that has this secret, or None; it takes the same time in any case."""
    sought, found = digest(secret), None
    for key, kept in company.links.items():
        if hmac.compare_digest(sought, kept):
            found = key
    return found


def address(base: str, table_id: str, secret: str) -> str:
    """Return a link as it is sent to people.

    >>> address("http://192.168.1.7:8600", "Q-3f", "s3cr3t")
    'http://192.168.1.7:8600/join#Q-3f.s3cr3t'
    """
    return f"{base}/join#{table_id}.{secret}"


def read_link(text: str) -> tuple[str, str]:
    """Return the table and the secret of a link: the whole address, a message around it, or what is behind the `#`."""
    found = _LINK.search(text.strip()) if len(text) <= LONGEST_PASTE else None
    if found is None:
        raise BadLink
    return found[1], found[2]
