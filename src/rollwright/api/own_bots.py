"""Bots as plain callables: one's own, and those that come with Rollwright."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rollwright.core.errors import BadBot, BadOption, MoveRefused, NotYourTurn
from rollwright.core.language import Phrase, listed, printable

if TYPE_CHECKING:
    from rollwright.api.legal_move import Move
    from rollwright.api.seen_position import Position

    Bot = Callable[[Position], str]
else:
    Bot = Callable


def players() -> list[str]:
    """Return the names of the players that come with Rollwright, roughly from the weakest to the strongest.

    `random` makes any legal move, `newcomer` errs often, `guide` follows the game's own advice without thinking ahead;
    the others are the levels that a person can choose on the page.

    >>> import rollwright
    >>> rollwright.players()[:3], "hard" in rollwright.players()
    (['random', 'newcomer', 'guide'], True)
    """
    from rollwright.lab.matches import MEASURED

    return list(MEASURED)


def bot(player: "str | Bot") -> "Bot":
    """Return a player as a callable: give it a position, and it returns one of its legal moves.

    A callable is returned as it is, so whatever takes a level also takes a bot of one's own.

    >>> import rollwright
    >>> easy = rollwright.bot("easy")
    >>> table = rollwright.open("tou_shi", seed=1)
    >>> easy(table.view(0)) in table.legal()
    True
    >>> rollwright.bot(min)
    <built-in function min>
    """
    if callable(player):
        return player
    if player not in players():
        raise BadOption(
            Phrase("There is no player '{name}': the players are {known}.", name=player, known=listed(players()))
        )
    return NamedBot(player)


def name_of(player: "str | Bot") -> str:
    """Return what a player is called in results."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", None) or getattr(player, "name", None) or type(player).__name__)


@dataclass(frozen=True)
class NamedBot:
    """A player that comes with Rollwright, as a callable."""

    name: str

    def __call__(self, position: "Position") -> "Move":
        """Return the player's move."""
        from rollwright.lab.matches import BLUNDERS, NEWCOMER, RANDOM, move_of

        moves = {move.id: move for move in position.legal()}
        if not moves:
            raise NotYourTurn(Phrase("This seat has no move to make now."))
        errs = self.name == NEWCOMER and position.random.random() < BLUNDERS
        if self.name == RANDOM or errs:
            return position.random.choice(list(moves.values()))
        return moves[move_of(position.game, bytes(position), position.seat, self.name, position.seed)]


def choice_of(player: "Bot", position: "Position") -> "Move":
    """Ask a bot for its move; refuse an answer that is none of the legal ones."""
    answer = player(position)
    if not isinstance(answer, str):
        raise BadBot(
            Phrase("The bot {name} answered {answer}: it must return one of position.legal(), or its text.",
                   name=name_of(player), answer=printable(repr(answer), 60))
        )  # fmt: skip
    try:
        return position.read(answer)
    except MoveRefused as refusal:
        raise BadBot(
            Phrase("The bot {name} answered '{answer}'. {reason}", name=name_of(player), answer=printable(answer, 60),
                   reason=refusal.phrase)
        ) from refusal  # fmt: skip


@dataclass(frozen=True)
class Chooser:
    """One's own bot as the lab wants it: it is given the bytes of what a seat may know, and returns an integer."""

    bot: "Bot"

    def __call__(self, name: str, view: bytes, seat: int, seed: int) -> int:
        """Return the bot's move."""
        from rollwright.api.seen_position import Position
        from rollwright.core.game import open_game
        from rollwright.core.position import Position as CorePosition

        game = open_game(name)
        rules = game.rules()
        position = Position(game, CorePosition(rules, rules.restore(view)), seat, seed)
        return choice_of(self.bot, position).id


def as_player(player: "str | Bot") -> "str | Chooser":
    """Return a player as the lab wants it: by name where it has one, so that results are those of the command line."""
    chosen = bot(player)
    return chosen.name if isinstance(chosen, NamedBot) else Chooser(chosen)
