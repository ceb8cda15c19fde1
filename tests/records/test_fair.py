"""Fair dice: nobody can predict them, everybody can check them, and nothing that was altered goes unnoticed."""

import hashlib
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rollwright.command.main import main
from rollwright.core.dice import (
    REAL_DICE,
    FairDice,
    Roll,
    ScriptedDice,
    SeededDice,
    commitment,
    own_faces,
    real_dice,
    resolve_faces,
)
from rollwright.core.errors import BadRecord, Refusal
from rollwright.core.game import game_names, open_game
from rollwright.records import Proof, read, replay, verify, write
from rollwright.table import Rolled, Table

NAME = "terminal_dispute"
SEED = bytes(range(32))
NONCES = ("00ff00ff00ff00ff", "", "deadbeefdeadbeef")
OPENSSL = ["e08d9aa1d28cb736", "1e4e7b3db57985ad", "d5679476e2a6c5a3", "ed21df58e705900b", "eebac2f08d981d17"]
"""What `printf '00ff00ff00ff00ff,,deadbeefdeadbeef/3/1/0/0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0001...1f`
begins with, and so on for the positions 1 to 4."""


def test_a_face_is_what_openssl_gives() -> None:
    sides = (6, 6, 30, 20, 7)
    faces = FairDice(SEED, NONCES).faces(Roll(3, 1, 0, sides))
    assert faces == [int(begun, 16) % n + 1 for begun, n in zip(OPENSSL, sides, strict=True)] == [5, 4, 30, 8, 5]
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 as its definition says."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def test_a_value_that_would_favour_low_faces_is_rejected() -> None:
    huge = 2**63 + 1  # nearly every other value must be rejected
    dice, rejected = FairDice(SEED, NONCES), 0
    for place in range(20):
        attempt = 0
        while True:
            name = f"{','.join(NONCES)}/1/0/{place}/{attempt}".encode()
            value = int.from_bytes(hmac_by_hand(SEED, name)[:8], "big")
            if value < huge:
                break
            attempt += 1
        rejected += attempt
        assert dice.faces(Roll(1, 0, place, [huge])) == [value + 1]
    assert rejected > 5


def test_the_dice_of_a_seed_are_as_they_always_were() -> None:
    assert SeededDice(7).faces(Roll(1, 0, 0, [6, 6, 6, 6, 6])) == [6, 3, 2, 1, 5]


@pytest.mark.parametrize("sides", [2, 5, 6, 30])
def test_all_faces_come_up_equally_often(sides: int) -> None:
    each = 500
    count = Counter(FairDice(SEED, NONCES).faces(Roll(1, 0, 0, [sides] * sides * each)))
    assert sorted(count) == list(range(1, sides + 1))
    squares = sum((seen - each) ** 2 / each for seen in count.values())
    assert squares < sides + 5 * sides**0.5 + 8, "chi-squared"


def test_a_die_depends_on_its_name_only() -> None:
    dice = FairDice(SEED, NONCES)
    whole = dice.faces(Roll(2, 1, 0, [20] * 40))
    assert whole == dice.faces(Roll(2, 1, 0, [20] * 15)) + dice.faces(Roll(2, 1, 15, [20] * 25))
    others = [Roll(3, 1, 0, [20] * 40), Roll(2, 0, 0, [20] * 40), Roll(2, 1, 1, [20] * 40), Roll(21, 1, 0, [20] * 40)]
    assert all(dice.faces(other) != whole for other in others)


def test_everybody_s_number_matters_and_so_does_its_seat() -> None:
    roll = Roll(1, 0, 0, [20] * 40)
    nonces = [NONCES, NONCES[::-1], ("", *NONCES[1:]), (*NONCES[:2], "deadbeefdeadbeee"), (NONCES[2], "", NONCES[0])]
    faces = {tuple(FairDice(SEED, each).faces(roll)) for each in nonces}
    assert len(faces) == 4, "all but the one that is there twice"
    assert tuple(FairDice(bytes(32), NONCES).faces(roll)) not in faces


def test_what_no_real_die_can_do_is_left_to_the_source() -> None:
    assert real_dice([2, 4, 5, 6, 8, 10, 12, 20, 30, 100]) == [1, 3, 4, 5, 6, 7]
    assert set(REAL_DICE) == {4, 6, 8, 10, 12, 20}
    roll = Roll(1, 0, 3, (6, 30, 6, 5))
    entered = own_faces(roll.sides, [2, 6])
    assert entered == [2, None, 6, None]
    due = SeededDice(1).faces(roll)
    assert resolve_faces(SeededDice(1), roll, entered) == [2, due[1], 6, due[3]]
    assert resolve_faces(ScriptedDice([29, 4]), roll, entered) == [2, 29, 6, 4], "no other die is asked for"
    with pytest.raises(Refusal, match="one face for each die you roll: d6 d6"):
        own_faces(roll.sides, [2, 29, 6, 4])


def test_a_table_completes_the_faces_that_are_entered() -> None:
    table = Table(open_game(NAME), 1, FairDice(SEED, [""]), rolls_itself=False, compiled=False)
    table.roll()
    while not table.dice_due:
        table.play(0, table.legal(0)[0])
    assert table.dice_due == [6, 6, 6, 6, 6, 30], "in even rounds of a solo game a d30 allocates"
    table.dice = FairDice(SEED, ["aa"])
    due = FairDice(SEED, ["aa"]).faces(Roll(2, 0, 0, table.dice_due))
    with pytest.raises(Refusal, match="These faces do not match the dice to roll"):
        table.roll([1, 2, 3, 4, 7, None])
    assert table.roll(own_faces(table.dice_due, [1, 2, 3, 4, 5])).faces == (1, 2, 3, 4, 5, due[5])


@cache
def fair_table(name: str, seats: int, seed: int = 1) -> tuple[Table, FairDice]:
    """Play a whole game at random with fair dice."""
    chance = Random(seed)
    nonces = [f"{chance.getrandbits(64):016x}" if seat != 1 else "" for seat in range(seats)]
    dice = FairDice(chance.randbytes(32), nonces)
    table = Table(open_game(name), seats, dice, names=["Ana, the first", "Ben", "Eve"][:seats])
    while not table.over:
        seat = chance.choice(table.waiting)
        table.make(seat, chance.choice(table.legal_moves(seat)))
    return table, dice


def fair_record(name: str = NAME, seats: int = 2, seed: int = 1) -> str:
    """Return the record of a whole game with fair dice."""
    table, dice = fair_table(name, seats, seed)
    return write(table, Proof.of(dice))


@pytest.mark.parametrize("name", game_names())
def test_a_finished_game_is_proven(name: str) -> None:
    game = open_game(name)
    for seats in sorted({game.seats[0], min(3, game.seats[-1])}):
        table, dice = fair_table(name, seats)
        text = fair_record(name, seats)
        verdict = verify(text)
        assert verdict.proven, verdict.sentences
        count = sum(len(event.sides) for event in table.log if isinstance(event, Rolled))
        assert str(verdict.sentences[0]).startswith(f"Proven: all {count} dice")
        assert replay(text).position.tobytes() == table.position.tobytes()
        found = read(text).proof
        assert found
        assert write(replay(text), found) == text
        assert (found.seed, found.nonces) == (dice.seed, tuple(dice.nonces))
        assert f"fair-seed: {dice.seed.hex()}\n" in text


def changed(text: str, begun: str, change: dict[str, str], nth: int = 0) -> str:
    """Alter the first sign that can be, in a line that begins so."""
    lines = text.splitlines()
    at = [place for place, line in enumerate(lines) if line.startswith(begun)][nth]
    head, tail = begun, lines[at][len(begun) :]
    sign = next(sign for sign in tail if sign in change)
    lines[at] = head + tail.replace(sign, change[sign], 1)
    return "\n".join(lines) + "\n"


HEX = dict(zip("0123456789abcdef", "123456789abcdef0", strict=True))
FACE = dict(zip("123456", "234561", strict=True))


@pytest.mark.parametrize(
    ("begun", "change", "nth", "sentence"),
    [
        ("fair-seed: ", HEX, 0, "The seed does not match the commitment"),
        ("fair-commitment: ", HEX, 0, "The seed does not match the commitment"),
        ("fair-nonces: ", HEX, 0, "Line {line}: die 1 shows"),
        ("fair-nonces: ", {"-": "ab"}, 0, "but the seed gives"),
        ("dice ", FACE, 1, "Line {line}: die 1 shows"),
        ("dice ", FACE, 12, "Line {line}: die 1 shows"),
        ("fair-rolls: ", {"6": "8"}, 0, "the rules asked for the dice 1.{roller}.0:6+6+6+6+6, but 'fair-rolls' lists"),
        ("fair-rolls: ", {",": ", 1.0.5:6,"}, 0, "the rules asked for the dice"),
    ],
)
def test_whatever_is_altered_is_noticed(begun: str, change: dict[str, str], nth: int, sentence: str) -> None:
    text = fair_record()
    altered = changed(text, begun, change, nth)
    verdict = verify(altered)
    assert not verdict.proven
    (said,) = map(str, verdict.sentences)
    numbers = [n for n, line in enumerate(text.splitlines(), start=1) if line.startswith("dice ")]
    first = next(n for n in numbers if f"Line {n}: " in said) if "Line" in said else 0
    assert sentence.format(line=first, roller=text.split(" 1.")[1][0]) in said
    if begun == "dice ":
        assert first == numbers[nth]


def test_a_roll_too_many_or_too_few_is_noticed() -> None:
    text = fair_record()
    longer = text.replace("6+6+6+6+6\n\n", "6+6+6+6+6, 13.0.0:6\n\n")
    assert "lists a roll that never happened: 13.0.0:6" in str(verify(longer).sentences[0])
    shorter = "\n".join(line for line in text.splitlines() if not line.startswith("fair-rolls"))
    assert "'fair-rolls' lists ''" in str(verify(shorter).sentences[0])


def test_what_is_missing_is_said() -> None:
    text = fair_record()
    without = "\n".join(line for line in text.splitlines() if not line.startswith("fair-"))
    assert "contains no proof" in str(verify(without).sentences[0])
    unsaid = "\n".join(line for line in text.splitlines() if not line.startswith("fair-seed"))
    assert "seed is missing" in str(verify(unsaid).sentences[0])
    half = "\n".join(text.splitlines()[:30])
    assert "ends before the game does" in str(verify(half).sentences[0])
    for each in (without, unsaid, half):
        assert not verify(each).proven


def test_the_seed_is_kept_back_until_the_game_is_over() -> None:
    table, dice = fair_table(NAME, 2)
    begun = Table.from_log(table.log[:20], dice)
    text = write(begun, Proof.of(dice))
    assert dice.seed.hex() not in text
    assert "fair-seed" not in text
    assert "still secret" in str(verify(text).sentences[0])
    assert replay(text).position.tobytes() == begun.position.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("fair-commitment: ", "fair-commitment: 0", "'fair-commitment' must be 64 hexadecimal digits"),
        ("fair-commitment: ", "# ", "'fair-commitment' must be 64 hexadecimal digits"),
        ("fair-seed: ", "fair-seed: x", "'fair-seed' must be 64 hexadecimal digits"),
        ("fair-nonces: ", "fair-nonces: -, ", "'fair-nonces' must be one number per seat"),
        ("fair-nonces: ", "fair-nonces: ../", "'fair-nonces' must be one number per seat"),
        ("fair-nonces: ", "fair-numbers: -\nfair-nonces: ", "no option 'fair-numbers'"),
        ("\n1 ", "\n7 ", "There is no such seat"),
    ],
)
def test_a_proof_that_cannot_be_read_is_refused(old: str, new: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        verify(fair_record().replace(old, new, 1))


def test_a_text_that_is_no_record_is_refused() -> None:
    with pytest.raises(BadRecord):
        verify("fair-seed: 0")


@pytest.mark.parametrize(("language", "proven"), [("en", "Proven"), ("es", "Demostrado"), ("ru", "Доказано")])
def test_the_command_says_what_is_proven(
    language: str, proven: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(fair_record(), encoding="utf-8")
    assert main(["verify", str(path), "--language", language]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(proven)
    assert ": Ana the first.\n" in printed, "who added a number is named"
    path.write_text(changed(fair_record(), "dice ", FACE, 3), encoding="utf-8")
    assert main(["verify", str(path), "--language", language]) == 1
    path.write_text("nonsense", encoding="utf-8")
    assert main(["verify", str(path), "--language", language]) == 2
