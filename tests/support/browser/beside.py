"""A reference table beside that of a page: the same moves are made at both, and both must show the same.

Works for every game. Unlike the page, this table hides nothing.
"""

from random import Random

from playwright.sync_api import Page, expect

from rollwright.core.dice import SeededDice
from rollwright.core.game import open_game
from rollwright.core.language import Speech
from rollwright.records import replay
from rollwright.table import Table
from rollwright.view import Pen, Scene, Way, view_of, ways_of
from tests.support.browser.hands import Mouse, offer, settled, shown_seat, typing_field
from tests.support.environments import DICE


class Beside:
    """A reference table that follows what is done on the page, with the same dice."""

    def __init__(self, page: Page, table: Table, language: str = "en") -> None:
        """Take a page and a table with the same game."""
        self.page, self.table, self.press = page, table, Mouse().press
        self.say: Speech = table.game.speech(language).naming(table.players)

    @classmethod
    def new(cls, page: Page, game: str, seats: int) -> "Beside":
        """Follow a table just opened by the form, with the dice of the test server."""
        return cls(page, Table(open_game(game), seats, SeededDice(DICE), rolls_itself=False))

    @classmethod
    def of(cls, page: Page, record: str, language: str = "en") -> "Beside":
        """Follow a table just opened from a record."""
        return cls(page, replay(record), language)

    def roll(self) -> None:
        """Press the button that rolls the dice."""
        assert offer(self.page).roll
        self.press(self.page.locator("#roll"))
        settled(self.page)
        self.table.roll()

    def way(self, seat: int, text: str) -> Way:
        """Return how a move is pointed out."""
        table = self.table
        found: dict[int, Way] = ways_of(table.game, table.seen_by(seat), seat, table.legal_moves(seat))
        return found[table.read(seat, text, exact=True)]

    def point(self, seat: int, text: str) -> None:
        """Make a move on the sheet that is shown, by picking its spots or pressing its button."""
        page, way = self.page, self.way(seat, text)
        spots = [pick[0] for step in way.paths[0].steps for pick in step] if way.paths else []
        offer(page)
        assert shown_seat(page) == seat
        for spot in spots:
            self.press(page.locator(f"#{spot}.lit"))
        if way.button or way.confirm:
            self.press(page.locator(f'[data-move="{text}"]'))
        settled(page)
        self.table.play(seat, text, exact=True)

    def type(self, seat: int, text: str) -> None:
        """Make a move on the sheet that is shown, by typing it."""
        field = typing_field(self.page)
        field.fill(text)
        field.press("Enter")
        expect(field).to_have_value("")
        settled(self.page)
        self.table.play(seat, text, exact=True)

    def scenes(self, seat: int) -> list[Scene]:
        """Return the scenes of what happened last."""
        table = self.table
        found: list[Scene] = view_of(table.game).scenes(table.seen_by(seat), seat, Pen(self.say))
        return found

    def told(self, seat: int) -> list[str]:
        """Return the sentences of these scenes."""
        return [self.say(scene.text) for scene in self.scenes(seat)]


def any_way(table: Table, seat: int, rng: Random, *unwanted: str) -> str:
    """Return a random move, rarely one that begins with an unwanted word if there are others."""
    legal, notation = table.legal_moves(seat), table.game.moves
    found = notation.text(rng.choice(legal))
    for _ in range(8):
        if found.split()[0] in unwanted:
            found = notation.text(rng.choice(legal))
    return found
