"""A native library does what the plain functions do, is loaded without the compiler, and is made anew if damaged."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rollwright.games
from rollwright.core.contract import UNKNOWN_GAIN, Record, Rules, copy, score
from rollwright.core.game import Game, game_names, open_game
from rollwright.core.native import layout
from rollwright.core.native.c_library import C_FUNCTIONS
from rollwright.core.native.declaration import ADVICE, RULES, Argument, NativeFunction
from rollwright.core.native.library import HALF_WRITTEN, KEPT_LIBRARIES, Damaged, Library, load, save
from rollwright.core.native.linker import Image, NotLinked, link
from tests.support import SHELF

SMALL = "sealed_bids"


@pytest.fixture
def shelf() -> Iterator[None]:
    rollwright.games.__path__.append(str(SHELF))
    yield
    rollwright.games.__path__.remove(str(SHELF))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the library of the small game."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROLLWRIGHT_CACHE", str(folder))
        rollwright.games.__path__.append(str(SHELF))
        try:
            assert Game(SMALL).make_native(RULES)
        finally:
            rollwright.games.__path__.remove(str(SHELF))
    return folder


@pytest.fixture
def small(made: Path, shelf: None, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The small game, not loaded, with its library on disk."""
    monkeypatch.setenv("ROLLWRIGHT_CACHE", str(made))
    return Game(SMALL)


# The same as the plain functions.


def legal(rules: Rules, s: Record, seat: int) -> list[int]:
    moves = np.zeros(rules.max_moves, np.int64)
    return [int(move) for move in moves[: rules.legal(s, seat, moves)]]


def gains(rules: Rules, s: Record, seat: int, moves: list[int]) -> list[int]:
    found = np.zeros(len(moves), np.int64)
    rules.gains(s, seat, np.array(moves, np.int64), len(moves), found)
    return [int(gain) for gain in found]


def everything(rules: Rules, s: Record, seats: int) -> list[Any]:
    """Return all that the rules say about a position."""
    sides = np.zeros(rules.max_dice, np.int64)
    mask = int(rules.waiting(s))
    said: list[Any] = [s.tobytes(), int(rules.dice(s, sides)), sides.tolist(), mask]
    for seat in range(-1, seats):
        concealed = copy(s)
        rules.conceal(concealed, seat)
        said.append(concealed.tobytes())
        if seat >= 0:
            said += [int(rules.score(s, seat)), int(rules.tiebreak(s, seat))]
            moves = legal(rules, s, seat) if mask >> seat & 1 else []
            said += [moves, gains(rules, s, seat, moves[:40])]
            said += [(int(rules.same(s, seat, each)), int(rules.prefer(s, seat, each))) for each in moves[:3]]
    return said


def played_alike(game: Game, native: Rules, seats: int, seed: int) -> int:
    """Play a random game with both kinds of rules, compare them after every step, and return how many there were."""
    random, plain = Random(seed), game.rules(compiled=False)
    options = game.options_array(seats, game.setting(seats, {}))
    positions = [(native, native.new()), (plain, plain.new())]
    for rules, s in positions:
        rules.begin(s, seats, options)
    for step in range(10_000):
        one, other = (everything(rules, s, seats) for rules, s in positions)
        assert one == other, f"after {step} steps"
        count, sides, mask = one[1], one[2], one[3]
        if count:
            faces = np.array([random.randint(1, sides[each]) for each in range(count)], np.int64)
            for rules, s in positions:
                rules.roll(s, faces)
        elif mask:
            seat = random.choice([each for each in range(seats) if mask >> each & 1])
            move = random.choice(legal(plain, positions[1][1], seat))
            for rules, s in positions:
                rules.play(s, seat, move)
        else:
            return step
    raise AssertionError("the game does not end")


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_whole_games_are_the_same_bytes_as_with_the_plain_rules(name: str) -> None:
    game = open_game(name)
    assert game.make_native(RULES)
    assert game.make_native(ADVICE)
    native = game._native_rules()
    for seed, seats in enumerate((game.seats[0], game.seats[-1])):
        assert played_alike(game, native, seats, seed) > seats


def test_a_small_game_is_the_same_in_its_library(small: Game) -> None:
    rules = small.rules()
    assert rules.compiled
    assert "library" in vars(rules.play), "it comes from the library and not from Numba"
    for seed in range(5):
        assert played_alike(small, rules, 2 + seed % 2, seed) > 2


def test_what_a_move_brings_is_unknown_if_it_begins_an_epoch(small: Game) -> None:
    random, found = Random(1), set()
    for rules in (small.rules(), small.rules(compiled=False)):
        s = rules.new()
        rules.begin(s, 2, small.options_array(2, small.setting(2, {})))
        for _ in range(30):
            sides = np.zeros(rules.max_dice, np.int64)
            if count := rules.dice(s, sides):
                rules.roll(s, np.ones(count, np.int64))
                continue
            mask = int(rules.waiting(s))
            if not mask:
                break
            seat = mask.bit_length() - 1
            moves = legal(rules, s, seat)
            for move, gain in zip(moves, gains(rules, s, seat, moves), strict=True):
                then = copy(s)
                rules.play(then, seat, move)
                known = then.epoch == s.epoch
                assert gain == (rules.score(then, seat) - rules.score(s, seat) if known else UNKNOWN_GAIN)
                found.add(bool(known))
            rules.play(s, seat, random.choice(moves))
    assert found == {True, False}


def total(s: Record, amounts: Any, most: int) -> int:
    """Return the sum of the scores of all seats, and write each of them, as a drawing might."""
    found = 0
    for seat in range(min(most, s.seat_count)):
        amounts[seat] = score(s, seat)
        found += score(s, seat)
    return found


TOTAL = NativeFunction(total, (Argument.RECORD, Argument.INTS, Argument.NUMBER))


def test_further_functions_have_a_library_of_their_own(small: Game) -> None:
    s = small.rules(compiled=False).new()
    s.seat_count = 2
    s.sheets[1].halves = 7
    for expected in ("function", "library"):
        amounts = np.zeros(3, np.int64)
        found = small.native(TOTAL)
        assert ("library" if "library" in vars(found) else "function") == expected
        assert (found(s, amounts, 6), amounts.tolist()) == (7, [0, 7, 0])
        assert small.make_native([TOTAL])


# Memory.


def test_objects_are_laid_out_as_expected() -> None:
    assert layout.is_expected()


def test_only_the_right_objects_get_through(small: Game) -> None:
    rules = small.rules()
    s, moves = rules.new(), np.zeros(rules.max_moves, np.int64)
    rules.legal(np.zeros(1, rules.state)[0], 0, moves)
    wrong: list[tuple[Any, ...]] = [
        (s.sheets[0], 0, moves),
        (None, 0, moves),
        (s, 0, moves.astype(np.int32)),
        (s, 0, np.zeros((2, 2), np.int64)),
        (s, 0, np.zeros(2 * rules.max_moves, np.int64)[::2]),
        (s, 0),
        (s, 0, moves, 1),
        (s, "0", moves),
    ]
    for arguments in wrong:
        with pytest.raises((TypeError, ctypes.ArgumentError)):
            rules.legal(*arguments)


def raises(s: Record, at: int) -> int:
    return (1, 2, 3)[at]


RAISES = NativeFunction(raises, (Argument.RECORD, Argument.NUMBER))


def test_a_function_that_raises_says_so(small: Game) -> None:
    assert small.make_native([RAISES])
    s = small.rules(compiled=False).new()
    assert small.native(RAISES)(s, 2) == 3
    with pytest.raises(RuntimeError, match="raises failed: the plain rules say why"):
        small.native(RAISES)(s, 5)


# Linking.


def compiled(source: str, triple: str = "") -> bytes:
    """Return the object file of a module in LLVM's language."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(triple or llvm.get_process_triple())
    machine = target.create_target_machine(reloc="pic", codemodel="small", opt=2)
    return bytes(machine.emit_object(llvm.parse_assembly(source)))


ARM = "aarch64-unknown-linux-gnu"
HELPED = """
@table = internal constant [3 x i64] [i64 11, i64 22, i64 33]
define internal i64 @helper(i64 %at) noinline {
  %place = getelementptr [3 x i64], ptr @table, i64 0, i64 %at
  %value = load i64, ptr %place
  ret i64 %value
}
define i64 @first(i64 %at) { ret i64 %at }
define i64 @wanted(i64 %at) {
  %value = call i64 @helper(i64 %at)
  %more = add i64 %value, 1
  ret i64 %more
}
"""
FAULTS = {
    "'outside' is not defined": "declare void @outside()\ndefine i64 @f() { call void @outside() ret i64 0 }",
    "There are variables": "@v = internal global i64 1\ndefine ptr @f() { store i64 2, ptr @v ret ptr @v }",
    "The library has no f": "define i64 @g() { ret i64 0 }",
    "type 42 are not supported": "@v = external global i64\ndefine i64 @f() { %v = load i64, ptr @v ret i64 %v }",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_stand_alone_is_refused(fault: str) -> None:
    with pytest.raises(NotLinked, match=fault):
        link(compiled(FAULTS[fault], "x86_64-unknown-linux-gnu"), ["f"])


def test_what_is_no_object_file_is_refused() -> None:
    for data in (b"", b"MZ" + bytes(100), b"\x7fELF\x02\x01" + bytes(100)):
        with pytest.raises(NotLinked):
            link(data, ["f"])


def test_linked_code_runs_where_it_is_mapped(tmp_path: Path) -> None:
    save(link(compiled(HELPED), ["wanted"]), tmp_path / "game-1")
    library = Library(tmp_path / "game-1")
    wanted = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(library.address("wanted"))
    assert [wanted(at) for at in range(3)] == [12, 23, 34]


def test_calls_and_constants_of_the_other_processor_are_found() -> None:
    """The addresses that the instructions of 64-bit ARM compute, decoded here by hand."""
    image = link(compiled(HELPED, ARM), ["first", "wanted"])
    assert image.machine == "aarch64"
    words = np.frombuffer(image.code[: len(image.code) // 4 * 4], "<u4").tolist()
    table = image.code.index(np.array([11, 22, 33], "<i8").tobytes())
    place, page = next((at, word) for at, word in enumerate(words) if word & 0x9F000000 == 0x90000000)
    added = next(word for word in words[place:] if word & 0xFFC00000 == 0x91000000)
    pages = (page >> 5 & 0x7FFFF) << 2 | page >> 29 & 3
    assert ((place * 4 >> 12) + pages << 12) + (added >> 10 & 0xFFF) == table
    call = image.entries["wanted"] // 4
    while words[call] & 0xFC000000 != 0x94000000:
        call += 1
    offset = words[call] & 0x3FFFFFF
    target = call + (offset - (1 << 26) if offset >> 25 else offset)
    assert target * 4 not in image.entries.values()
    assert target * 4 < image.entries["first"], "the helper stands first"


@pytest.fixture(scope="module")
def c_library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    path = tmp_path_factory.mktemp("c") / "game-1"
    save(link(compiled(C_FUNCTIONS), ["memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen"]), path)
    return Library(path)


@given(data=st.binary(min_size=1, max_size=200), other=st.binary(min_size=200, max_size=200), draw=st.data())
def test_the_c_functions_do_what_c_says(c_library: Library, data: bytes, other: bytes, draw: st.DataObject) -> None:
    size = draw.draw(st.integers(0, len(data)))
    to, source = draw.draw(st.integers(0, len(data) - size)), draw.draw(st.integers(0, len(data) - size))
    space = ctypes.create_string_buffer(data, len(data) + 1)
    one, two = ctypes.create_string_buffer(data), ctypes.create_string_buffer(other)
    base, pointer = ctypes.addressof(space), ctypes.c_void_p

    def call(name: str, kinds: list[Any], *arguments: Any) -> int:
        return int(ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(c_library.address(name))(*arguments))

    places = [pointer, pointer, ctypes.c_size_t]
    moved = bytearray(data)
    moved[to : to + size] = data[source : source + size]
    assert call("memmove", places, base + to, base + source, size) == base + to
    assert space.raw[:-1] == bytes(moved)
    assert call("memset", [pointer, ctypes.c_int, ctypes.c_size_t], base + to, 0x1FE, size) == base + to
    moved[to : to + size] = b"\xfe" * size
    assert space.raw[:-1] == bytes(moved)
    call("memcpy", places, base, ctypes.addressof(two), size)
    assert space.raw[:-1] == other[:size] + moved[size:]
    for name in ("memcmp", "bcmp"):
        found = ctypes.c_int32(call(name, places, ctypes.addressof(one), ctypes.addressof(two), size)).value
        mine, theirs = data[:size], other[:size]
        assert (found > 0) - (found < 0) == (mine > theirs) - (mine < theirs)
    assert call("strlen", [pointer], base) == space.raw.index(b"\0")


# On disk.


def only_library(folder: Path) -> Path:
    (found,) = [each for each in (folder / "native").iterdir() if each.suffix != ".lock"]
    return found


@pytest.mark.parametrize("damage", ["gone", "empty", "short", "changed"])
def test_a_damaged_library_is_made_anew(
    damage: str, tmp_path: Path, shelf: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROLLWRIGHT_CACHE", str(tmp_path))
    assert Game(SMALL).make_native([TOTAL])
    path = only_library(tmp_path)
    content = path.read_bytes()
    path.unlink()
    if damage != "gone":
        changed = {"empty": b"", "short": content[:-1], "changed": b"\xcc" + content[1:]}
        path.write_bytes(changed[damage])
    again = Game(SMALL)
    assert not again.load_native([TOTAL])
    assert again.make_native([TOTAL])
    assert again.load_native([TOTAL])
    assert len(path.read_bytes()) == len(content)


def test_a_library_of_another_machine_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game-1"
    save(Image("vax", b"code", {"f": 0}), path)
    with pytest.raises(Damaged, match="it is for vax"):
        Library(path)
    assert load(path) is None


def test_a_library_that_may_not_be_mapped_is_not_loaded(
    small: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError("no code may be mapped from here")

    monkeypatch.setattr("rollwright.core.native.library.mmap.mmap", refused)
    assert not small.load_native(RULES)
    assert "no code may be mapped" in caplog.text


def test_old_libraries_of_the_game_are_removed_and_nothing_else(tmp_path: Path) -> None:
    image = link(compiled(HELPED), ["wanted"])
    keep = [tmp_path / "game-notes", tmp_path / f"other-{0:024x}"]
    for each in keep:
        each.touch()
    left_over = tmp_path / f"{HALF_WRITTEN}1"
    left_over.touch()
    os.utime(left_over, (1, 1))
    for number in range(KEPT_LIBRARIES + 3):
        path = tmp_path / f"game-{number:024x}"
        save(image, path)
        os.utime(path, (number, number))
    assert all(each.exists() for each in keep)
    assert not left_over.exists()
    kept = sorted(each.name for each in tmp_path.iterdir() if each not in keep)
    assert kept == [f"game-{number:024x}" for number in range(3, KEPT_LIBRARIES + 3)]


def test_where_there_are_no_libraries_nothing_is_made(
    shelf: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROLLWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr("rollwright.core.native.game_libraries.is_supported", lambda: False)
    game = Game(SMALL)
    assert not game.make_native([TOTAL])
    assert not game.load_native([TOTAL])
    assert not list(tmp_path.iterdir())


def test_what_cannot_stand_alone_is_reported_and_not_kept(
    shelf: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> Image:
        raise NotLinked("'outside' is not defined")

    monkeypatch.setenv("ROLLWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr("rollwright.core.native.make.link", refuse)
    assert not Game(SMALL).make_native([TOTAL])
    assert "no native library for sealed_bids: 'outside' is not defined" in caplog.text


WITHOUT = """
import sys
from rollwright.core.game import open_game
rules = open_game("sealed_bids").rules()
s = rules.new()
rules.begin(s, 2, open_game("sealed_bids").options_array(2, open_game("sealed_bids").setting(2, {})))
print(rules.compiled, s.seat_count, *sorted({"numba", "llvmlite"}.intersection(sys.modules)))
"""


def test_a_library_is_used_without_the_compiler(made: Path) -> None:
    environment = {**os.environ, "ROLLWRIGHT_CACHE": str(made), "ROLLWRIGHT_GAMES": str(SHELF)}
    environment.pop("ROLLWRIGHT_COMPILE", None)
    assert subprocess.check_output([sys.executable, "-c", WITHOUT], env=environment, text=True).split() == ["True", "2"]
