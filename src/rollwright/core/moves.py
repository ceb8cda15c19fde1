"""Move notation: one declaration gives the integers that rules use and the texts that people and files use.

A game declares its :class:`Form`\\ s from named dimensions and joins them in a :class:`Notation`::

    WRITE = Form("write {value} {box}", value=FACES, box=Dimension(GRID.names))
    LINE = Form("line {label} (from) {start} {direction}", ...)
    MOVES = Notation(WRITE, LINE)

Inside the rules a form is its ``layout``, a tuple of integers, for :func:`pack1` ... :func:`pack4`, :func:`is_form` and
:func:`part`. Outside, ``MOVES.text(move)`` writes and ``MOVES.read(text)`` reads. A word in round brackets is written,
but may be left out when typing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from rollwright.core.contract import MOVE_LIMIT
from rollwright.core.errors import Ambiguous, Unreadable
from rollwright.core.language import Phrase, listed, printable

Layout = tuple[int, ...]
"""(first move, move after the last, then for each dimension: stride, size, value of its first name)."""


COMMANDS = frozenset({"?", "help", "moves", "undo", "u", "sheets", "score", "rules", "roll", "r", "quit", "q", "exit"})
"""Commands that can be typed instead of moves; no move may begin with one of these words."""


def is_form(layout: Layout, move: int) -> bool:
    """Return whether a move is of this form."""
    return layout[0] <= move < layout[1]


def part(layout: Layout, move: int, dimension: int) -> int:
    """Return what a move of this form says in one dimension."""
    at = 2 + 3 * dimension
    return (move - layout[0]) // layout[at] % layout[at + 1] + layout[at + 2]


def pack1(layout: Layout, a: int) -> int:
    """Return the move of a form with one dimension."""
    return layout[0] + (a - layout[4]) * layout[2]


def pack2(layout: Layout, a: int, b: int) -> int:
    """Return the move of a form with two dimensions."""
    return pack1(layout, a) + (b - layout[7]) * layout[5]


def pack3(layout: Layout, a: int, b: int, c: int) -> int:
    """Return the move of a form with three dimensions."""
    return pack2(layout, a, b) + (c - layout[10]) * layout[8]


def pack4(layout: Layout, a: int, b: int, c: int, d: int) -> int:
    """Return the move of a form with four dimensions."""
    return pack3(layout, a, b, c) + (d - layout[13]) * layout[11]


@dataclass(frozen=True)
class Dimension:
    """The names that a placeholder of a form can take; the first one means the integer `first`, and so on upward."""

    names: tuple[str, ...]
    first: int = 0

    @classmethod
    def of(cls, numbers: range) -> "Dimension":
        """Return the dimension of these numbers, each meaning itself."""
        return cls(tuple(map(str, numbers)), numbers.start)


class Form:
    """One kind of move: fixed words and named placeholders, such as ``write {value} {box}``.

    Others may not see a move of a `secret` form before the next epoch.
    """

    def __init__(self, template: str, *, secret: bool = False, **dimensions: Dimension) -> None:
        """Declare a form; every placeholder of the template needs its dimension, in the same order."""
        first = template.split(maxsplit=1)[0]
        if first in COMMANDS:
            raise ValueError(f"A move may not begin with '{first}', which is a command where moves are typed.")
        self.template = template
        self.secret = secret
        self.words = template.split()
        self.places = [word[1:-1] for word in self.words if word.startswith("{")]
        if self.places != list(dimensions):
            raise ValueError(f"'{template}' has the places {self.places}, but dimensions {list(dimensions)}.")
        self.dimensions = tuple(dimensions.values())
        self.size = prod(len(d.names) for d in self.dimensions)
        self.optional = {word.strip("()") for word in self.words if word.startswith("(")}
        self.layout: Layout = ()

    @property
    def shape(self) -> str:
        """The form as it is shown to people: ``write VALUE BOX``."""
        return " ".join(word.strip("()") if word[0] != "{" else word.strip("{}").upper() for word in self.words)

    def place_at(self, first: int) -> None:
        """Number the moves of this form from `first` on."""
        layout: list[int] = [first, first + self.size]
        stride = self.size
        for dimension in self.dimensions:
            stride //= len(dimension.names)
            layout += [stride, len(dimension.names), dimension.first]
        self.layout = tuple(layout)

    def values(self, move: int) -> dict[str, int]:
        """Return the values of a move of this form, by the name of the placeholder."""
        return {name: part(self.layout, move, i) for i, name in enumerate(self.places)}

    def text(self, move: int) -> str:
        """Write a move of this form."""
        return " ".join(word.strip("()") for word, _ in self._aligned(move))

    def _aligned(self, move: int) -> Iterator[tuple[str, bool]]:
        """Yield each word of a move's text, and whether it may be left out."""
        place = 0
        for word in self.words:
            if word.startswith("{"):
                dimension = self.dimensions[place]
                yield dimension.names[part(self.layout, move, place) - dimension.first], False
                place += 1
            else:
                yield word.strip("()"), word.startswith("(")

    def essential(self, move: int) -> list[str]:
        """Return the words of a move's text that may not be left out."""
        return [word for word, optional in self._aligned(move) if not optional]

    def read(self, words: Sequence[str]) -> int | None:
        """Return the move with exactly these words, or None if they are not of this form."""
        move = next(self.begun(words), None)
        if move is None or [word for word in words if word not in self.optional] != self.essential(move):
            return None
        return move

    def begun(self, words: Sequence[str]) -> Iterator[int]:
        """Yield the moves of this form that begin with these words, each of which may be abbreviated."""
        whole = [word for word in words if word not in self.optional]
        short = [word for word in words if not any(each.startswith(word) for each in self.optional)]
        yield from (
            self._matching(whole) if short == whole else dict.fromkeys([*self._matching(whole), *self._matching(short)])
        )

    def _matching(self, typed: list[str]) -> Iterator[int]:
        """Yield the moves whose essential words begin with the typed ones."""
        wanted = [word for word in self.words if not word.startswith("(")]
        if len(typed) > len(wanted):
            return
        typed = typed + [""] * (len(wanted) - len(typed))
        choices: list[list[int]] = []
        for word, place in zip(typed, wanted, strict=True):
            if place.startswith("{"):
                names = self.dimensions[len(choices)].names
                begun = [number for number, name in enumerate(names) if name.startswith(word)]
                choices.append([names.index(word)] if word in names else begun)
            elif not place.startswith(word):
                return
        strides = self.layout[2::3]
        for indices in product(*choices):
            yield self.layout[0] + sum(index * stride for index, stride in zip(indices, strides, strict=True))


class Notation:
    """All forms of a game's moves, numbered one after the other."""

    def __init__(self, *forms: Form) -> None:
        """Join the forms; this gives each its layout."""
        self.forms = forms
        first = 0
        for form in forms:
            form.place_at(first)
            first += form.size
        self.size = first
        if first >= MOVE_LIMIT:
            raise ValueError(f"{first} moves are too many: every move is below {MOVE_LIMIT}.")

    def form(self, move: int) -> Form:
        """Return the form of a move."""
        return next(form for form in self.forms if is_form(form.layout, move))

    def is_secret(self, move: int) -> bool:
        """Return whether a move is made in secret, until the epoch ends."""
        return self.form(move).secret

    def text(self, move: int) -> str:
        """Write a move."""
        return self.form(move).text(move)

    def read(self, text: str) -> int | None:
        """Return the move with this full text, legal or not, or None if there is none."""
        words = split(text)
        return next((move for form in self.forms if (move := form.read(words)) is not None), None)

    def begun(self, text: str) -> list[int]:
        """Return all moves, legal or not, that a text abbreviates word by word: ``w 5 b`` matches ``write 5 b3``.

        A complete word only means itself, even if a longer one begins with it.
        """
        typed = split(text)
        found = [(form, list(form.begun(typed))) for form in self.forms]
        whole = [moves for form, moves in found if typed and form.words[0] == typed[0] and moves]
        return [move for moves in whole or [moves for _, moves in found] for move in moves]

    def next_words(self, text: str, moves: Iterable[int]) -> list[str]:
        """Return the completions of the last word of a text, for these moves."""
        stem = re.sub(r"\S+$", "", text)
        last = text[len(stem) :].lower()
        possible = set(self.begun(stem))
        found = set()
        for move in possible.intersection(moves):
            form = self.form(move)
            typed = [word for word in split(stem) if word not in form.optional]
            found |= set(form.essential(move)[len(typed) :][:1])
        return sorted(word for word in found if word.startswith(last))

    def not_read(self, text: str) -> Unreadable:
        """Return the refusal of a text that is not a move."""
        if not split(text):
            return Unreadable(Phrase("An empty line is not a move."))
        meant = [form for form in self.forms if form.words[0].startswith(split(text)[0])]
        return Unreadable(
            Phrase(
                "'{text}' is not a move you can make now. Moves are written like this: {forms}.",
                text=printable(text),
                forms=listed(form.shape for form in meant or self.forms),
            )
        )

    def ambiguous(self, text: str, moves: Sequence[int]) -> Ambiguous:
        """Return the refusal of a text that could mean several moves."""
        values = {"text": printable(text), "count": len(moves), "shown": listed(self.text(move) for move in moves[:3])}
        if len(moves) > 3:
            return Ambiguous(Phrase("'{text}' could mean {count} moves: {shown}, ...", **values))
        return Ambiguous(Phrase("'{text}' could mean several moves: {shown}.", **values))


def split(text: str) -> list[str]:
    """Return the words of a typed text: lower case, commas between words ignored."""
    return re.sub(r"[,;\s]+", " ", text.lower()).split()
