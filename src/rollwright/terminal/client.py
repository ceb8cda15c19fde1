"""The terminal client: draws the sheet, asks for a move in a sentence, and takes it in notation."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from rollwright.core.contract import Record, copy
from rollwright.core.errors import MoveRefused, Refusal
from rollwright.core.language import Phrase, series
from rollwright.core.scoring import points
from rollwright.table import Moved, Table

Ask = Callable[[str], str]
"""Shows a prompt and returns the line typed; raises EOFError when there is no more."""


@dataclass
class Client:
    """One terminal at one table; it plays all seats."""

    table: Table
    ask: Ask
    show: Callable[[str], None]
    language: str = "en"
    patient: bool = True
    """Whether a refusal is shown and the prompt repeated; without it, for scripts, the first refusal is raised."""
    width: int = 0
    """Maximum number of characters in a line; 0 means no limit."""
    page: Callable[[str], None] | None = None
    """Shows a long text; `show` by default."""
    on_step: Callable[[Table], None] = lambda table: None
    """Called after every step, to save the game."""

    def __post_init__(self) -> None:
        """Set up the language and the commands."""
        self.say = self.table.game.speech(self.language).naming(self.table.players)
        self.seat = 0
        self._commands: dict[str, Callable[[], None]] = {
            "?": self._help,
            "help": self._help,
            "moves": self._list_moves,
            "undo": self._undo,
            "u": self._undo,
            "sheets": self._sheets,
            "score": self._score,
            "rules": self._rules,
        }

    def run(self) -> bool:
        """Play until the game is over or the player quits; return whether it is over."""
        self._speak(Phrase("Type a move, or one of: ? (help), moves, undo, score, sheets, rules, quit."))
        if self.table.game.secrets and self.table.seats > 1:
            self._speak(Phrase("A terminal hides nothing: your secret moves stay on screen for everyone to see."))
        self._draw()
        while not self.table.over:
            line = self.ask(self._prompt()).strip()
            if line.lower() in {"quit", "q", "exit"}:
                return False
            try:
                self._obey(line)
            except Refusal as refusal:
                if not self.patient:
                    raise
                self._speak(refusal.phrase)
                if isinstance(refusal, MoveRefused):
                    self._speak(Phrase("Type ? to see what you can do."))
        self._end()
        return True

    def completions(self, line: str) -> list[str]:
        """Return the words that can complete a half-typed move."""
        return self.table.game.moves.next_words(line, self.table.legal_moves(self.seat))

    def _prompt(self) -> str:
        table = self.table
        if table.dice_due:
            self.seat = table.roller
            asked = self.say(table.game.words.ask(table.seen_by(self.seat), self.seat, table.players).whole)
            return "\n" + self._wrapped(f"{asked} {self.say('[Enter]')}") + " "
        if self.seat not in table.waiting:
            self.seat = table.waiting[0]
        asked = self.say(table.game.words.ask(table.seen_by(self.seat), self.seat, table.players).whole)
        return "\n" + self._wrapped(f"{self._name(self.seat)}: {asked}" if table.seats > 1 else asked) + "\n> "

    def _speak(self, phrase: Phrase, indent: str = "") -> None:
        """Show a sentence, wrapped at the end of the line."""
        self.show(self._wrapped(indent + self.say(phrase), indent))

    def _wrapped(self, text: str, indent: str = "") -> str:
        if not self.width:
            return text
        return textwrap.fill(text, self.width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)

    def _name(self, seat: int) -> str:
        return self.say(self.table.name(seat))

    def _obey(self, line: str) -> None:
        table = self.table
        if command := self._commands.get(line.lower()):
            command()
        elif table.dice_due:
            before = copy(table.position)
            if line.lower() not in {"", "roll", "r"}:
                raise Refusal(Phrase("Roll the dice first: press Enter, or type undo to take back a move."))
            table.roll()
            self.on_step(table)
            self._speak(table.game.words.told_roll(before, table.position, table.players))
            self._draw()
        else:
            self._move(line)

    def _move(self, line: str) -> None:
        """Make a move of the prompted seat, or of the seat whose number comes first, as in a record."""
        seat, text = self.seat, line
        first, _, rest = line.partition(" ")
        if first.isdecimal() and len(first) < 3 and rest:
            seat, text = int(first) - 1, rest
        before = copy(self.table.position)
        moved = self.table.play(seat, text)
        self.on_step(self.table)
        self._tell(before, moved)
        self._draw()

    def _tell(self, before: Record, moved: Moved) -> None:
        table = self.table
        told = table.game.words.told_move(before, moved.seat, moved.move, table.position, table.players)
        self._speak(told)

    def _undo(self) -> None:
        """Take back the last move of the prompted seat, or else of the seat that moved last."""
        table = self.table
        can = table.moved_this_epoch()
        mine = self.seat in can and not table.dice_due
        undone = table.undo(self.seat if mine or not can else can[-1])
        self.seat = undone.seat
        self.on_step(table)
        self.show(self.say("Taken back: {text}", text=undone.text))
        self._draw()

    def _draw(self) -> None:
        """Draw the sheet of the prompted seat, and show everybody's points, unless they are hidden."""
        table = self.table
        if not table.dice_due and table.waiting and self.seat not in table.waiting:
            self.seat = table.waiting[0]
        self.show("\n" + table.drawing(self.seat, self.language, [self.seat]))
        if table.seats > 1:
            self.show("  " + "   ".join(f"{self._name(seat)}: {self._total(seat)}" for seat in range(table.seats)))

    def _total(self, seat: int) -> str:
        """Return a seat's points as the prompted seat may see them."""
        shown = self.table.shows_total(seat, self.seat)
        return points(self.table.halves(seat, self.seat)) if shown else self.say("points hidden until the end")

    def _sheets(self) -> None:
        """Draw everybody's sheet."""
        self.show(self.table.drawing(self.seat, self.language))

    def _help(self) -> None:
        """Explain the decision, how moves are written, and the commands."""
        table = self.table
        view = table.seen_by(self.seat)
        if table.dice_due:
            self._speak(Phrase("Press Enter to roll the dice. Until then, undo takes back the last move."))
        else:
            self._speak(table.game.words.ask(view, self.seat, table.players).whole)
            for phrase in table.game.words.explain(view, self.seat):
                self._speak(phrase, indent="  ")
            self._list_moves(few=True)
            self._speak(Phrase("You can shorten each word of a move as long as it stays clear; Tab completes it."))
        self._speak(Phrase("moves: all legal moves   undo: take back   score: points in detail   sheets: everybody's"))
        self._speak(Phrase("rules: the rules of the game"))
        self._speak(Phrase("quit: leave; the game is saved, and --resume continues it"))

    def _list_moves(self, few: bool = False) -> None:
        """List the legal moves with the points that each would bring, the best first."""
        table = self.table
        gains = table.gains(self.seat)
        if not gains:
            self._speak(Phrase("There is no move to make now."))
            return
        worth = sorted(((gain or 0, move) for move, gain in gains.items()), key=lambda each: -each[0])
        shown = worth[:8] if few else worth
        if any(gain for gain, _ in shown):
            self._speak(Phrase("The number in front of a move is what it adds to the score right away."))
        cells = [f"{self._signed(gain):>4}  {table.game.moves.text(move)}" for gain, move in shown]
        longest = max(len(cell) for cell in cells) + 3
        across = max(1, (self.width or 80) // longest) if not few else 1
        for start in range(0, len(cells), across):
            self.show("  " + "".join(f"{cell:<{longest}}" for cell in cells[start : start + across]).rstrip())
        if len(shown) < len(worth):
            self._speak(Phrase("... and {more} more: type moves", more=len(worth) - len(shown)), indent="  ")

    @staticmethod
    def _signed(gain: int) -> str:
        return f"{'+' if gain > 0 else ''}{points(gain)}" if gain else ""

    def _score(self) -> None:
        """Show each seat's score line by line, unless it is hidden."""
        table = self.table
        view = table.seen_by(self.seat)
        for seat in range(table.seats):
            self.show(f"{self._name(seat)}: {self._total(seat)}")
            for row in table.game.words.score_rows(view, seat) if table.shows_total(seat, self.seat) else ():
                if row.halves:
                    part, label = self.say(row.part), self.say(row.label)
                    name = (
                        part if label in part else f"{part}, {label}"
                    )  # do not repeat the name of a part with one line
                    self.show(f"  {name} = {points(row.halves)}")

    def _rules(self) -> None:
        """Show the rules page."""
        text = (self.table.game.folder / f"rules.{self.language}.md").read_text(encoding="utf-8")
        (self.page or self.show)(text.replace("**", ""))

    def _end(self) -> None:
        """Show the ranking, or the points of a solo game."""
        table = self.table
        self._sheets()
        self.show("\n" + self.say("The game is over."))
        if table.seats > 1:
            self._rank()
        else:
            self.show(self.say("Points: {points}", points=points(table.halves(0))))
        for phrase in table.game.words.closing(table.position):
            self._speak(phrase)

    def _rank(self) -> None:
        """Show everybody's place and the winners."""
        table = self.table
        place = 1
        for seats in table.ranking():
            for seat in seats:
                self.show(f"  {place}. {self._name(seat)}: {points(table.halves(seat))}")
            place += len(seats)
        winners = table.ranking()[0]
        names = series(table.name(seat) for seat in winners)
        alone = Phrase("{names} wins.", names=names)
        self.show(self.say(alone if len(winners) == 1 else Phrase("{names} share the win.", names=names)))
