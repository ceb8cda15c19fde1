"""Links: who made one is shown it again, who has it is let in, and the table itself does not know it."""

import hmac
import json
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwright.core.game import open_game
from rollwright.live.entry import invitations
from rollwright.live.entry.invitations import BadLink, digest, find, make_secret, read_link, renewed, shown
from rollwright.table.company import Company
from rollwright.table.events import Opened, to_json
from rollwright.table.models import Head, InvitationKind, Player, SeatKind
from tests.support.wire import ANY_NUMBER

MINE, OTHERS = "a" * 32, "b" * 32
TABLE = "Zk3-_x0aQwErTy12"


def company(table_id: str = TABLE) -> Company:
    players = (Player("Ana", SeatKind.HERE), Player("", SeatKind.LINK))
    owner = sha256(MINE.encode()).hexdigest()
    head = Head(table_id, owner, 0.0, players, 7)
    return Company(head, Opened(ANY_NUMBER, 2, open_game(ANY_NUMBER).setting(2, {})))


def renew(table: Company, token: str, link: str, seat: int = -1) -> str:
    """Renew a link and return its secret."""
    table.follow(renewed(token, table, link, seat), 0)
    secret = shown(token, table, link, seat)
    assert secret
    return secret


def test_a_secret_comes_of_the_browser_and_of_all_that_the_link_is_for() -> None:
    secret = make_secret(MINE, TABLE, InvitationKind.SEAT, 3, 2)
    mixed = hmac.new(MINE.encode(), f"seat/3/{TABLE}/2".encode(), sha256).digest()
    assert urlsafe_b64decode(secret) == mixed[:24]
    assert re.fullmatch(r"[\w-]{32}", secret, re.ASCII)
    others = [
        make_secret(OTHERS, TABLE, InvitationKind.SEAT, 3, 2),
        make_secret(MINE, TABLE + "x", InvitationKind.SEAT, 3, 2),
        make_secret(MINE, TABLE, InvitationKind.JOIN, 3, 2),
        make_secret(MINE, TABLE, InvitationKind.SEAT, 4, 2),
        make_secret(MINE, TABLE, InvitationKind.SEAT, 3, 3),
    ]
    assert len({secret, *others}) == 6


@pytest.mark.parametrize("token", ["", "guessed"])
def test_without_a_token_there_is_no_secret_as_anybody_could_make_it(token: str) -> None:
    table = company()
    with pytest.raises(ValueError, match="token"):
        make_secret(token, TABLE, InvitationKind.JOIN, -1, 1)
    renew(table, MINE, InvitationKind.JOIN)
    assert shown(token, table, InvitationKind.JOIN) is None


def test_a_link_is_shown_to_the_browser_that_made_it_and_to_no_other() -> None:
    table = company()
    assert shown(MINE, table, InvitationKind.JOIN) is None
    secret = renew(table, MINE, InvitationKind.JOIN)
    assert shown(MINE, table, InvitationKind.JOIN) == secret
    assert shown(OTHERS, table, InvitationKind.JOIN) is None
    assert shown(MINE, table, InvitationKind.WATCH) is None
    assert shown(MINE, table, InvitationKind.JOIN, 1) is None


def test_a_link_leads_to_what_it_is_for() -> None:
    table = company()
    join, watch, seat = (
        renew(table, MINE, InvitationKind.JOIN),
        renew(table, MINE, InvitationKind.WATCH),
        renew(table, OTHERS, InvitationKind.SEAT, 1),
    )
    assert [find(table, secret) for secret in (join, watch, seat)] == [
        (InvitationKind.JOIN, -1),
        (InvitationKind.WATCH, -1),
        (InvitationKind.SEAT, 1),
    ]
    assert find(table, "") is None
    assert find(table, digest(join)) is None, "what the table keeps opens nothing"
    assert find(company("another-table-id"), join) is None


def test_a_renewed_link_ends_the_one_before_whoever_renews_it() -> None:
    table = company()
    first = renew(table, MINE, InvitationKind.JOIN)
    second = renew(table, MINE, InvitationKind.JOIN)
    assert first != second
    assert (find(table, first), find(table, second)) == (None, (InvitationKind.JOIN, -1))
    third = renew(table, OTHERS, InvitationKind.JOIN)
    assert find(table, second) is None
    assert shown(MINE, table, InvitationKind.JOIN) is None
    assert find(table, third) == (InvitationKind.JOIN, -1)


def test_every_link_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = company()
    first = renew(table, MINE, InvitationKind.JOIN)
    renew(table, MINE, InvitationKind.WATCH)
    compared = []

    def compare(sought: str, kept: str) -> bool:
        compared.append(kept)
        return sought == kept

    monkeypatch.setattr(hmac, "compare_digest", compare)
    assert find(table, first) == (InvitationKind.JOIN, -1)
    assert compared == list(table.links.values()), "also those after the one that fits"


def test_neither_the_log_nor_the_company_knows_a_secret() -> None:
    table = company()
    event = renewed(MINE, table, InvitationKind.JOIN)
    table.follow(event, 0)
    secret = shown(MINE, table, InvitationKind.JOIN)
    assert secret
    assert secret not in json.dumps(to_json(event)) + repr(vars(table))


@given(st.binary(min_size=12, max_size=12), st.binary(min_size=24, max_size=24), st.sampled_from(["", "\n", " "]))
def test_a_link_reads_back(table: bytes, key: bytes, space: str) -> None:
    table_id, secret = (urlsafe_b64encode(each).decode() for each in (table, key))
    sent = invitations.address("https://rolls.example", table_id, secret)
    pasted = [sent, f"{table_id}.{secret}", f"#{table_id}.{secret}", f"Ven a jugar: {sent}. ¡Hasta ahora!", f"<{sent}>"]
    for text in pasted:
        assert read_link(f"{space}{text}{space}") == (table_id, secret)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#",
        "hello",
        "http://localhost:8600/table/abc",
        "http://localhost:8600/join",
        "http://localhost:8600/join#",
        f"http://localhost:8600/join#{TABLE}",
        f"http://localhost:8600/join#{TABLE}.short",
        f"http://localhost:8600/join#{TABLE}.{'x' * 33}",
        f"http://localhost:8600/join#.{'x' * 32}",
        f"http://localhost:8600/join?{TABLE}.{'x' * 32}",
        f"{TABLE}.{'é' * 32}",
        f"../{TABLE}.{'x' * 32}",
        "\ud800",
        "x" * 5_000 + f"#{TABLE}.{'x' * 32}",
    ],
)
def test_other_texts_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadLink, match="not a link to a table"):
        read_link(text)


def test_the_ids_of_tables_fit_into_links() -> None:
    for _ in range(100):
        table_id, secret = (
            secrets.token_urlsafe(12),
            make_secret(secrets.token_hex(16), TABLE, InvitationKind.JOIN, -1, 1),
        )
        assert read_link(invitations.address("http://[::1]:80", table_id, secret)) == (table_id, secret)
