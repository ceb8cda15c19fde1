"""The page that checks fair dice: it agrees with Python, tells what differs, and sends nothing anywhere."""

import hashlib
import hmac
import re
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from rollwright.core.dice import FairDice, commitment, number_commitment
from rollwright.core.errors import Refusal
from rollwright.core.game import game_names, open_game
from rollwright.records import Proof, read, verify, write
from rollwright.table import Table
from rollwright.table.events import CommitmentsClosed, Committed, Gave
from rollwright.table.fair.fair_numbers import FairNumbers
from tests.support.browser.axe import violations
from tests.support.browser.hands import open_menu
from tests.support.browser.windows import PHONE, Opener
from tests.support.fair_records import altered_numbers, with_lines
from tools.golden import fair_record

OLD = Path(__file__).parent.parent / "records" / "data" / "fair-game-without-commitments.txt"
"""A record as it was written before numbers were committed to."""

CHECK = """
async (texts) => {
  const { check } = await import("/static/verify/record_check.js");
  return texts.map((text) => check(text).says);
}
"""
HASH = """
async (lengths) => {
  const { sha256, hmac, hex } = await import("/static/verify/fair_dice.js");
  const bytes = (length) => Uint8Array.from({ length }, (_, i) => (7 * i + length) % 256);
  return lengths.map((n) => [hex(sha256(bytes(n))), hex(hmac(bytes(32), bytes(n)))]);
}
"""


def altered(text: str, chance: Random) -> list[str]:
    """Return a record altered in one sign each: in a face, in the seed, in a number, in a roll and in its order."""
    lines = text.splitlines()
    dice = [place for place, line in enumerate(lines) if line.startswith("dice")]
    head = [place for place, line in enumerate(lines) if line.startswith("fair-")]
    found = []
    for place in [*head, *chance.sample(dice, 4)]:
        digits = [at for at, sign in enumerate(lines[place]) if sign.isdecimal()]
        at = chance.choice(digits[1:] or digits)
        other = chance.choice([sign for sign in "1234" if sign != lines[place][at]])
        changed = lines[place][:at] + other + lines[place][at + 1 :]
        found.append([*lines[:place], changed, *lines[place + 1 :]])
    found += [
        lines[: dice[0]] + lines[dice[0] + 1 :],
        [*lines[: dice[0]], *lines[dice[0] : dice[0] + 1], *lines[dice[0] :]],
    ]
    found += [lines[: len(lines) // 2], [line for line in lines if not line.startswith("fair-seed")]]
    return ["\n".join(each) for each in found]


def is_proven(text: str) -> bool:
    try:
        return verify(text).proven
    except Refusal:
        return False


def test_the_browser_and_python_agree(opened: Opener) -> None:
    page = opened("/verify")
    lengths = [*range(140), 1000]
    for length, found in zip(lengths, page.evaluate(HASH, lengths), strict=True):
        key, message = (bytes((7 * i + n) % 256 for i in range(n)) for n in (32, length))
        assert found == [hashlib.sha256(message).hexdigest(), hmac.new(key, message, "sha256").hexdigest()], length
    whole, changed = [], []
    for name in game_names():
        whole.append(fair_record(name, min(2, open_game(name).seats[-1])))
        changed += altered(whole[-1], Random(name))
    assert page.evaluate(CHECK, whole) == ["proven"] * len(whole)
    said = page.evaluate(CHECK, changed)
    assert len(set(said)) > 5, "for many reasons"
    assert not any(map(is_proven, changed))
    missed = [text for text, says in zip(changed, said, strict=True) if says == "proven"]
    assert len(missed) < len(whole), "a die with other sides may show the same face: only the rules can tell"
    assert all("the rules asked for the dice" in str(verify(text).sentences[0]) for text in missed)


def verdict(page: Page, text: str) -> str:
    page.locator("#record").fill(text)
    page.get_by_role("button", name="Check", exact=True).click()
    return page.get_by_role("status").inner_text()


def test_a_record_is_checked_without_being_sent(opened: Opener) -> None:
    text = fair_record("terminal_dispute")
    page = opened("/verify", PHONE)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    assert "Proven" in verdict(page, text)
    assert page.locator("#rows tr").count() == 13
    assert set(page.locator("#rows .sign span:first-child").all_text_contents()) == {"✓"}
    expect(page.locator("#further")).to_contain_text("Numbers were added by: Ana, Ben.")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(page) == []
    faces = re.findall(r"^dice (.*)$", text, re.M)[2]
    wrong = "6" + faces[1:] if faces[0] != "6" else "1" + faces[1:]
    line = text.splitlines().index(f"dice {faces}") + 1
    told = verdict(page, text.replace(f"dice {faces}", f"dice {wrong}"))
    assert f"Line {line}: die 1 shows {wrong[0]}, but the seed gives {faces[0]}." in told
    assert page.locator("#rows .sign.wrong").count() == 1
    expect(page.locator("#rows .one.wrong")).to_have_text(f"{wrong[0]} should be {faces[0]}")
    assert violations(page) == []
    assert "not a record" in verdict(page, "nonsense")
    assert page.locator("#rolls").is_hidden()
    page.locator("#file").set_input_files({"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.get_by_role("status")).to_contain_text("Proven")
    assert asked == [], "nothing is sent"
    page.evaluate("text => sessionStorage.setItem('rollwright-record', text)", text.replace("Ana", "Zoë"))
    open_menu(page)
    page.locator("button[name=language][value=es]").click()
    expect(page.get_by_role("status")).to_contain_text("Demostrado")
    expect(page.locator("#rows")).to_contain_text("Zoë")
    page.goto("/about")
    page.get_by_role("link", name="Comprobar los dados").click()
    expect(page).to_have_url(re.compile("/verify$"))


def test_what_this_browser_saw_is_compared_with_what_the_dice_follow_from(opened: Opener) -> None:
    text = fair_record("terminal_dispute")
    proof = read(text).proof
    assert proof
    commitment, given = proof.commitment, proof.nonces[0]
    page = opened("/verify")

    def saw(nonce: str, record: str = text, shown: str = commitment, **more: Any) -> str:
        kept = {"text": record, "commitment": shown, "nonce": nonce, **more}
        page.evaluate("kept => sessionStorage.setItem('rollwright-seen', JSON.stringify(kept))", kept)
        return verdict(page, record)

    assert "Proven" in saw(given)
    assert "a different commitment" in saw(given, shown="0" * 64)
    assert "is not among those" in saw("ab" * 16)
    twice = text.replace("fair-nonces", f"fair-nonces: {'ab' * 16}, -\nfair-nonces", 1)
    assert "is not among those" in saw("ab" * 16, twice), "the dice follow from the line that counts"
    assert "Proven" in saw(given, commitments=list(proof.committed))
    others = [proof.committed[0], "0" * 64]
    assert "Ben had committed to another one" in saw(given, commitments=others), "whatever the record says"
    assert "Ben had committed to another one" in saw(given, commitments=[proof.committed[0], ""])
    order = "give 1, commit 0, close, reveal 0"
    openly = with_lines(text, {"fair-committed": f"{proof.committed[0]}, -", "fair-order": order})
    kept = [proof.committed[0], ""]
    assert "Ben had added none" in saw(given, openly, commitments=kept), "chosen after this browser's"
    assert "Ben had added none" in saw(given, openly, commitments=kept, open=["", "ab" * 16])
    assert "Proven" in saw(given, openly, commitments=kept, open=["", proof.nonces[1]]), "from before commitments"


def test_numbers_that_were_exchanged_are_noticed(opened: Opener) -> None:
    page = opened("/verify")
    text = fair_record("terminal_dispute")
    assert "Proven" in verdict(page, text)
    expect(page.locator("#further")).to_contain_text("All of them committed to their numbers before any was shown")
    for what, (changed, sentence) in altered_numbers(text).items():
        assert sentence in verdict(page, changed), what
        assert not verify(changed).proven, what
    assert "Proven" in verdict(page, OLD.read_text(encoding="utf-8")), "older proofs stay valid"
    expect(page.locator("#further")).to_contain_text("The numbers were not committed first: Ana, Ben.")
    expect(page.locator("#further")).not_to_contain_text("All of them committed")
    assert violations(page) == []


def test_a_number_that_was_never_revealed_is_named(opened: Opener) -> None:
    chance = Random(4)
    dice = FairDice(chance.randbytes(32), [chance.randbytes(16).hex(), ""])
    numbers = FairNumbers()
    first = number_commitment(commitment(dice.seed), 0, dice.nonces[0])
    for event in (Committed(0, first), Committed(1, "0" * 64), CommitmentsClosed(), Gave(0, dice.nonces[0])):
        numbers.follow(event)
    text = write(played(dice, chance), Proof.of(dice, numbers))
    assert any("never revealed, at the seat of: Ben." in str(each) for each in verify(text).sentences)
    page = opened("/verify")
    assert "Proven" in verdict(page, text)
    expect(page.locator("#further")).to_contain_text("Committed but never revealed, at the seat of: Ben.")


def played(dice: FairDice, chance: Random) -> Table:
    """Play a whole game at random."""
    table = Table(open_game("terminal_dispute"), 2, dice, names=["Ana", "Ben"])
    while not table.over:
        seat = chance.choice(table.waiting)
        table.make(seat, chance.choice(table.legal_moves(seat)))
    return table
