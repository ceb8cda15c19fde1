"""The terminal client, played through its own eyes: lines typed, lines shown."""

from collections.abc import Callable
from pathlib import Path

import pytest

import rollwright.games
from rollwright.command.main import main
from rollwright.core.dice import SeededDice
from rollwright.core.errors import Illegal
from rollwright.core.game import game_names, open_game
from rollwright.core.language import LANGUAGES
from rollwright.core.moves import COMMANDS
from rollwright.core.scoring import points
from rollwright.records import replay, write
from rollwright.table import Table
from rollwright.terminal.client import Client
from rollwright.terminal.saved_games import AutoSave, last_unfinished, new_path

NAME = "terminal_dispute"


class Screen:
    """Types prepared lines and keeps what is shown."""

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.shown: list[str] = []

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def client(screen: Screen, seats: int = 1, language: str = "en", **rest: object) -> Client:
    options = {"start": "1"} if seats > 1 else {}
    table = Table(open_game(NAME), seats, SeededDice(7), options, rolls_itself=False)
    return Client(table, screen.ask, screen.shown.append, language, **rest)  # type: ignore[arg-type]


def until_eof(player: Client) -> None:
    with pytest.raises(EOFError):
        player.run()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_is_played_by_typing(name: str, language: str) -> None:
    screen = Screen()
    game = open_game(name)
    seats = max(game.seats[0], min(2, game.seats[-1]))
    table = Table(game, seats, SeededDice(1), rolls_itself=False)

    def ask(prompt: str) -> str:
        screen.shown.append(prompt)
        return "" if table.dice_due else table.legal(player.seat)[-1]

    player = Client(table, ask, screen.shown.append, language)
    assert player.run()
    assert table.over
    best = table.ranking()[0][0]
    assert points(table.halves(best)) in screen.text
    assert seats == 1 or f"1. {player.say(table.name(best))}: {points(table.halves(best))}" in screen.text


def test_alone_the_end_tells_the_rating() -> None:
    screen = Screen()
    player = client(screen, language="es")
    table = player.table

    def ask(prompt: str) -> str:
        return "" if table.dice_due else table.legal(0)[0]

    player.ask = ask
    assert player.run()
    title = player.say(table.game.words.closing(table.position)[0])
    assert title in screen.text
    assert "Puntos" in screen.text


def test_moves_may_be_shortened_and_refusals_do_not_end_the_game() -> None:
    screen = Screen("", "allocate nav 9", "al nav 3 5 ph 1 2", "w 5", "w 5 d5", "write 3 d1", "xyzzy")
    until_eof(client(screen))
    assert (
        "'allocate nav 9' is not a move you can make now. Moves are written like this: allocate nav A B phone C D."
        in screen.text
    )
    assert "Player 1: 3 and 5 steer, 1 and 2 charge." in screen.text
    assert "'w 5' could mean 25 moves: write 5 a1, write 5 b1, write 5 c1, ..." in screen.text
    assert "d1 is in the same row or column as d5, written this round" in screen.text
    assert "'xyzzy' is not a move" in screen.text


def test_a_script_ends_at_the_first_refusal() -> None:
    player = client(Screen("", "al nav 3 5 ph 1 2", "write 5 z9"), patient=False)
    with pytest.raises(Exception, match="'write 5 z9' is not a move"):
        player.run()
    player = client(Screen("", "al nav 3 5 ph 1 2", "write 6 a1"), patient=False)
    with pytest.raises(Illegal, match="There is no 6"):
        player.run()


def test_help_explains_what_is_asked() -> None:
    screen = Screen("?", "", "?", "al nav 3 5 ph 1 2", "?", "moves", "score", "rules", "sheets")
    until_eof(client(screen))
    for sentence in (
        "allocate nav A B phone C D: dice A and B go to navigation",
        "write VALUE BOX: a navigation die into an empty box",
        "line LABEL from HEX DIRECTION: shade from a hex next to the label",
        "and 22 more: type moves",
        "+2  line 1 from b2 se",
        "# Terminal Dispute",
    ):
        assert sentence in screen.text, sentence


def test_undo_within_the_round() -> None:
    screen = Screen(
        "", "al nav 3 5 ph 1 2", "w 5 a1", "w 3 b2", "line 1 from b2 se", "undo", "u", "undo", "undo", "undo"
    )
    player = client(screen)
    until_eof(player)
    assert "Taken back: line 1 from b2 se" in screen.text
    assert "Taken back: write 3 b2" in screen.text
    assert "Taken back: allocate nav 3 5 phone 1 2" in screen.text
    assert "There is nothing to undo" in screen.text
    assert player.table.round_no == 1


def test_undo_before_the_dice_takes_back_the_very_last_move() -> None:
    screen = Screen("", "al nav 3 5 ph 1 2", "w 5 a1", "w 3 b2", "l 1 b2 se", "w 5 a1", "w 3 b2", "l 1 b2 se", "undo")
    player = client(screen, seats=2)
    until_eof(player)
    assert player.seat == 1
    assert player.table.waiting == [1], "seat 2 moved last, though seat 2 also rolls next"
    assert "Taken back: line 1 from b2 se" in screen.text


def test_the_end_says_who_has_won() -> None:
    for golden, said in (("3-seats.txt", "wins."),):
        text = (open_game(NAME).folder / "golden" / golden).read_text(encoding="utf-8")
        screen = Screen()
        assert Client(replay(text), screen.ask, screen.shown.append).run()
        assert said in screen.text


def test_before_the_dice_only_rolling_and_undo_are_possible() -> None:
    screen = Screen("write 1 a1", "", "roll")
    until_eof(client(screen))
    assert "Roll the dice first: press Enter" in screen.text


def test_a_seat_may_be_named_as_in_a_record() -> None:
    screen = Screen("", "al nav 3 5 ph 1 2", "2 write 5 a1", "1 write 3 a1", "9 write 3 a1", "quit")
    player = client(screen, seats=2)
    assert player.run() is False
    assert "Player 2 writes 5 into a1." in screen.text
    assert "Player 1 writes 3 into a1." in screen.text
    assert "There is no such seat: this table has 2 seats." in screen.text


def test_every_command_is_kept_free_of_moves() -> None:
    assert set(client(Screen())._commands) <= COMMANDS


def test_tab_completes_word_by_word() -> None:
    screen = Screen("", "al nav 3 5 ph 1 2")
    player = client(screen)
    until_eof(player)
    assert player.completions("") == ["line", "write"]
    assert player.completions("w") == ["write"]
    assert player.completions("write ") == ["3", "5"]
    assert player.completions("write 5 a") == ["a1", "a2", "a3", "a4", "a5"]
    assert player.completions("line 1 from b2 s") == ["se", "sw"]
    assert player.completions("write 6 ") == []


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROLLWRIGHT_DATA", str(tmp_path))
    return tmp_path


def test_every_step_is_kept_and_the_last_unfinished_game_is_found(data: Path) -> None:
    path = new_path(NAME)
    screen = Screen("", "al nav 3 5 ph 1 2", "w 5 a1")
    on_step: Callable[[Table], None] = AutoSave(path)
    player = client(screen, on_step=on_step)
    assert last_unfinished(NAME) is None
    until_eof(player)
    assert last_unfinished(NAME) == last_unfinished(None) == path
    assert last_unfinished("other") is None
    again = replay(path.read_text(encoding="utf-8"), SeededDice(7))
    assert again.position.tobytes() == player.table.position.tobytes()
    assert [each.name for each in data.iterdir()] == [path.name], "no draft is left behind"


def test_a_folder_that_cannot_be_written_is_a_sentence(data: Path) -> None:
    blocked = data / "file"
    blocked.write_text("not a folder")
    screen = Screen("", "al nav 3 5 ph 1 2")
    on_step: Callable[[Table], None] = AutoSave(blocked / "game.txt")
    player = client(screen, on_step=on_step)
    until_eof(player)
    assert "The game cannot be saved in" in screen.text
    assert player.table.waiting == [0], "and the game goes on"


def test_two_terminals_at_one_game_lose_nothing(data: Path) -> None:
    path = new_path(NAME)
    until_eof(client(Screen("", "al nav 3 5 ph 1 2"), on_step=AutoSave(path)))
    kept = path.read_text(encoding="utf-8")
    both = [Screen("w 5 a1"), Screen("w 3 b2", "w 5 c3")]
    for screen in both:
        player = Client(replay(kept, SeededDice(7)), screen.ask, screen.shown.append, on_step=AutoSave(path, kept))
        until_eof(player)
    assert "was continued in another window" not in both[0].text
    assert "was continued in another window" in both[1].text
    assert path.read_text(encoding="utf-8") == kept + "1 write 5 a1\n"


def test_sentences_are_wrapped_and_rules_paged() -> None:
    screen = Screen("", "al nav 3 5 ph 1 2", "?", "moves", "rules")
    paged: list[str] = []
    until_eof(client(screen, width=60, page=paged.append))
    told = [line for text in screen.shown for line in text.splitlines() if "──" not in line and "□" not in line]
    assert max(map(len, told)) <= 60
    assert paged[0].startswith("# Terminal Dispute")


def test_help_at_the_dice_says_how_to_roll() -> None:
    screen = Screen("?", "moves")
    until_eof(client(screen))
    assert "Press Enter to roll the dice." in screen.text
    assert "There is no move to make now." in screen.text


def test_foreign_files_among_the_kept_games_do_no_harm(data: Path) -> None:
    (data / f"{NAME}-2026.txt").write_bytes(b"\xff\xfe not a record")
    (data / "notes.txt").write_text("mine")
    assert last_unfinished(NAME) is None
    assert last_unfinished(None) is None


def test_a_finished_game_is_kept_but_not_resumed(data: Path) -> None:
    golden = open_game(NAME).folder / "golden" / "1-seats.txt"
    table = replay(golden.read_text(encoding="utf-8"))
    AutoSave(new_path(NAME))(table)
    assert last_unfinished(NAME) is None
    assert write(table).splitlines()[-1].startswith("score ")


def test_points_that_stay_hidden_are_shown_to_their_own_seat_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shelf = [*rollwright.games.__path__, str(Path(__file__).parent.parent / "shelf")]
    monkeypatch.setattr(rollwright.games, "__path__", shelf)
    first = ["", "bid 6", "2 bid 1", "1 ready", "2 ready"]
    rounds = [*first, "score", "sheets", "", "bid 5", "2 bid 2", "1 ready", "2 ready"]
    table = Table(open_game("sealed_bids"), 2, SeededDice(7), {"rounds": "2"}, rolls_itself=False, compiled=False)
    screen = Screen(*rounds)
    record = tmp_path / "game.txt"
    halves = []

    def on_step(table: Table) -> None:
        halves.append(table.halves(0))
        if not table.over:
            record.write_text(write(table), encoding="utf-8")

    assert Client(table, screen.ask, screen.shown.append, on_step=on_step).run()
    before, end = screen.text.split("The game is over.")
    assert "A terminal hides nothing" in before
    won = points(halves[len(first) - 1])
    assert won not in ("0", points(table.halves(0)))
    assert f"Player 1: {won}   Player 2: points hidden until the end" in before
    assert f"  Prizes, Prizes less bids = {won}" in before
    standing = [line for line in before.splitlines() if line.startswith("  Player 1: ")]
    assert all(line.count("hidden") == 1 for line in standing[:-1]), "each sees their own"
    assert "hidden" not in standing[-1], "the game is over"
    assert f"1. Player 1: {points(table.halves(0))}" in end
    assert "2. Player 2: 0" in end
    assert main(["replay", str(record)]) == 0
    assert "Not over yet: points hidden until the end" in capsys.readouterr().out
