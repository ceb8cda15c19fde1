"""A game as the platform sees it, and how games are found: by listing the folders of `rollwright.games`.

Nothing outside a game's folder names that game. Its ``__init__`` declares what can be known without loading the rest
(title, seats, options, credits); the other modules of the folder are loaded on first use.
"""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from rollwright.core import compiler, contract
from rollwright.core.contract import Rules
from rollwright.core.errors import BadOption, UnknownGame
from rollwright.core.face import Text, Words
from rollwright.core.facts import Facts
from rollwright.core.language import Phrase, Speech, listed, preferred_language, printable, speech
from rollwright.core.moves import Notation
from rollwright.core.native.declaration import ADVICE, RULES, NativeFunction, library_of
from rollwright.core.native.game_libraries import GameLibraries, Provided
from rollwright.core.observation import Features, Observation, derived
from rollwright.core.options import as_array, seated, settle

SHELF = "rollwright.games"
"""The package whose folders are the games."""

STUBS: tuple[Any, ...] = (*contract.CONTRACT, *contract.OPTIONAL)
"""All functions that a game defines or leaves at their default."""

T = TypeVar("T")

Progress = Callable[[str, int, int], None]
"""Callback while rules are compiled for the first time: (title of the game, functions done, functions in all)."""


def show_progress(title: str, done: int, total: int) -> None:
    """Show a line of progress if standard error is a terminal."""
    if sys.stderr.isatty():
        say = speech(preferred_language())
        line = say("Compiling {title}, only this once: {done} of {total}", title=title, done=done, total=total)
        sys.stderr.write(f"\r{line}" if done < total else "\r\033[K")
        sys.stderr.flush()


class Game(Facts):
    """One game: its facts, its rules, compiled and plain, and the modules of its folder.

    >>> import rollwright
    >>> game = rollwright.open_game("terminal_dispute")
    >>> game.title, list(game.seats), [option.name for option in game.options]
    ('Terminal Dispute', [1, 2, 3, 4, 5, 6], ['start'])
    """

    def __init__(self, name: str) -> None:
        """Load the facts of the game in the folder of this name."""
        self.name = name
        self._package = f"{SHELF}.{name}"
        super().__init__(importlib.import_module(self._package))
        self._rules: dict[bool, Rules] = {}
        self._libraries = GameLibraries(self)
        self._binders: dict[bool, compiler.Twins | compiler.Plain] = {}
        self._parts: dict[str, ModuleType] = {}
        self._speeches: dict[str, Speech] = {}

    def __repr__(self) -> str:
        """Name the game."""
        return f"Game({self.name!r})"

    @cached_property
    def folder(self) -> Path:
        """Where the game's files are."""
        return Path(str(self._facts.__file__)).parent

    def part(self, name: str) -> ModuleType:
        """Return a module of the game's folder; refuse one that cannot be loaded."""
        if name not in self._parts:
            try:
                self._parts[name] = importlib.import_module(f"{self._package}.{name}")
            except Exception as fault:
                raise cannot_load(f"{self.name}/{name}.py", fault) from fault
        return self._parts[name]

    def face(self, name: str, kind: type[T]) -> T:
        """Return what a module of the game's folder declares under its own name in capitals, as `words` has `WORDS`.

        Refuses a game that does not declare it.
        """
        found = getattr(self._parts.get(name) or self.part(name), name.upper(), None)
        if not isinstance(found, kind):
            raise cannot_load(f"{self.name}/{name}.py", TypeError(f"it declares no {name.upper()}"))
        return found

    def has_part(self, name: str) -> bool:
        """Return whether the game's folder has a module of this name."""
        return importlib.util.find_spec(f"{self._package}.{name}") is not None

    @property
    def moves(self) -> Notation:
        """How the game's moves are written."""
        return self.face("moves", Notation)

    @property
    def words(self) -> Words:
        """What the game says."""
        return self.face("words", Words)

    @property
    def text(self) -> Text:
        """How the game is drawn as text."""
        return self.face("text", Text)

    @cached_property
    def observation(self) -> Observation:
        """What the game tells of a position in numbers: by its own declaration, or all fields of the record."""
        if self.has_part("observation"):
            return self.face("observation", Observation)
        return derived(self.state, self.seats[-1])

    def features(self, seats: int) -> Features:
        """Return the numbers of an observation at a table with so many seats."""
        self.check_seats(seats)
        return self.observation.features(self.state, seats, self.score_bounds)

    def speech(self, language: str = "en") -> Speech:
        """Return the speech of a language, with this game's catalogue."""
        if language not in self._speeches:
            self._speeches[language] = speech(language, self.folder)
        return self._speeches[language]

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that the game does not support."""
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise BadOption(
                Phrase(
                    "{title} is for {low} to {high} seats, not {seats}.",
                    title=self.title,
                    low=low,
                    high=high,
                    seats=seats,
                )
                if low < high
                else Phrase("{title} is for {low}, not {seats}.", title=self.title, low=seated(low), seats=seats)
            )

    def setting(self, seats: int, chosen: Mapping[str, str | Sequence[str]]) -> dict[str, list[str]]:
        """Return the full setting of a table of this game; refuse what the game does not offer."""
        self.check_seats(seats)
        return settle(self.options, seats, chosen)

    def options_array(self, seats: int, setting: Mapping[str, Sequence[str]]) -> contract.Ints:
        """Return a setting as an array for `begin`."""
        return as_array(self.options, seats, setting)

    def rules(self, compiled: bool | None = None, progress: Progress = show_progress) -> Rules:
        """Return the rules: compiled or plain as asked, or by default as the environment says.

        Compiled rules come from a native library if there is one on disk, and are compiled by Numba if not.
        """
        kind = compiler.is_enabled() if compiled is None else compiled
        if kind not in self._rules:  # plain rules must not wait while others are compiled
            with compiler.LOCK if kind else nullcontext():
                if kind not in self._rules:
                    native = kind and self.load_native(RULES)
                    self._rules[kind] = self._native_rules() if native else self._make_rules(kind, progress)
        return self._rules[kind]

    def loaded_rules(self) -> Rules:
        """Return the compiled rules if they are at hand in this process, else the plain ones; compiles nothing."""
        return self._rules.get(True) or self.rules(False)

    def bind(self, template: Any, compiled: bool | None = None) -> Any:
        """Bind a generic function, written against the contract, to this game; from a library if it is in one."""
        kind = compiler.is_enabled() if compiled is None else compiled
        if kind and (library := library_of(template)) and self.load_native(library):
            return self._libraries.functions[template]
        kind = kind and not self.is_provided
        if kind not in self._binders:
            with compiler.LOCK if kind else nullcontext():
                if kind not in self._binders:
                    self._make_rules(kind, show_progress)
        return self._binders[kind].of(template)

    def native(self, declared: NativeFunction) -> Callable[..., int]:
        """Return a function from a native library if one that holds it was loaded, else the plain function, bound."""
        return self.native_or_plain(declared.function)

    def native_or_plain(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same for a function that is declared elsewhere."""
        if found := self._libraries.functions.get(function):
            return found
        plain: Callable[..., Any] = self.bind(function, compiled=False)
        return plain

    @property
    def is_provided(self) -> bool:
        """Whether its compiled functions are those of a library at hand: see `provide`."""
        return self._libraries.is_provided

    def provide(self, functions: Sequence[NativeFunction], library: Provided) -> None:
        """Take functions from a library that is at hand, as a game's engine is in the page, where nothing compiles."""
        self._libraries.provide(functions, library)

    def has_native(self, functions: Sequence[NativeFunction]) -> bool:
        """Return whether the native library of these functions is on disk, without loading it."""
        return self._libraries.are_made(functions)

    def load_native(self, functions: Sequence[NativeFunction]) -> bool:
        """Load the native library of these functions, unless it is loaded; return whether there is one."""
        return self._libraries.load(functions)

    def make_native(self, functions: Sequence[NativeFunction]) -> bool:
        """Compile these functions into a native library on disk, if need be, and load it; return whether it worked."""
        return self._libraries.make(functions)

    @cached_property
    def rule_bindings(self) -> dict[Any, Any]:
        """The functions of the game's rules by those of the contract; advice in a file of its own is not among them."""
        module = self.part("rules")
        return {stub: getattr(module, stub.__name__, stub) for stub in STUBS}

    @cached_property
    def bindings(self) -> dict[Any, Any]:
        """The game's implementation of each function of the contract."""
        return self.rule_bindings | {
            stub: getattr(self.part(stub.__name__), stub.__name__) for stub in self._advice_in_files
        }

    def has_advice(self, stub: Any) -> bool:
        """Return whether the game defines an optional function of the contract, such as `prefer`."""
        return self.rule_bindings[stub] is not stub or stub in self._advice_in_files

    @cached_property
    def _advice_in_files(self) -> list[Any]:
        """The functions of the contract that a game keeps in files of their own, as they are no rules."""
        stubs: list[Any] = [contract.prefer, contract.features]
        return [each for each in stubs if self.rule_bindings[each] is each and self.has_part(each.__name__)]

    @cached_property
    def _plain_bindings(self) -> dict[Any, Any]:
        """The same, but advice is loaded when it is asked for: it may work out large tables, and only bots need it."""

        def later(stub: Any) -> Callable[..., int]:
            return lambda *arguments: int(self.bindings[stub](*arguments))

        return self.rule_bindings | {stub: later(stub) for stub in self._advice_in_files}

    @property
    def state(self) -> "np.dtype[np.void]":
        """The dtype of the game's positions."""
        state: np.dtype[np.void] = self.part("rules").STATE
        return state

    def _make_rules(self, compiled: bool, progress: Progress) -> Rules:
        binder: compiler.Twins | compiler.Plain = compiler.Plain(self._plain_bindings)
        if compiled:
            binder = compiler.Twins(self.name, self.bindings)
            try:
                _compile_all(binder, self.state, self.title, progress)
            except Exception:  # a damaged or full cache must not stop the game: compile without one
                binder.forget()
                binder = compiler.Twins(self.name, self.bindings, cached=False)
                _compile_all(binder, self.state, self.title, progress)
        self._binders[compiled] = binder
        made = {stub.__name__: binder.of(stub) for stub in STUBS}
        return self._rules_of({**made, "gains_in": compiler.relinked(contract.gains_in, binder.of)}, compiled)  # type: ignore[arg-type]

    def _native_rules(self) -> Rules:
        """Return the rules of the native library; advice, which only bots need, is loaded when it is first asked."""

        def later(stub: Any) -> Callable[..., int]:
            loaded: list[Callable[..., int]] = []

            def advice(*arguments: Any) -> int:
                if not loaded:
                    loaded.append(self.bind(stub, compiled=True))
                return int(loaded[0](*arguments))

            return advice

        advice = {each.name: later(each.function) for each in ADVICE}
        return self._rules_of({each.name: self.native(each) for each in RULES} | advice, compiled=True)

    def _rules_of(self, made: dict[str, Any], compiled: bool) -> Rules:
        module = self.part("rules")
        return Rules(
            **made, state=module.STATE, max_moves=module.MAX_MOVES, max_dice=module.MAX_DICE, compiled=compiled
        )


def _compile_all(twins: compiler.Twins, state: np.dtype[np.void], title: str, progress: Progress) -> None:
    """Compile every function for the types it is called with, so that nothing is compiled during a game."""
    from numba import from_dtype, int64

    record, number, buffer, table = from_dtype(state), int64, int64[::1], int64[:, ::1]
    types = {
        "begin": (record, number, table),
        "dice": (record, buffer),
        "roll": (record, buffer),
        "waiting": (record,),
        "legal": (record, number, buffer),
        "play": (record, number, number),
        "score": (record, number),
        "conceal": (record, number),
        "tiebreak": (record, number),
        "same": (record, number, number),
        "prefer": (record, number, number),
        "features": (record, number, buffer),
    }
    for done, stub in enumerate(STUBS):
        if twins.first_time:
            progress(title, done, len(STUBS))
        twins.of(stub).compile(types[stub.__name__])
    if twins.first_time:
        progress(title, len(STUBS), len(STUBS))
    twins.complete()


def any_speech(language: str) -> Speech:
    """Return the speech of a language with the catalogues of all games: for refusals that could come from any."""
    shelf = importlib.import_module(SHELF)
    return speech(language, *(Path(folder) / name for folder in shelf.__path__ for name in game_names()))


def all_games() -> list[Game]:
    """Return all games, sorted by name.

    >>> import rollwright
    >>> "terminal_dispute" in [game.name for game in rollwright.all_games()]
    True
    """
    return [open_game(name) for name in game_names()]


def playable_games() -> list[Game]:
    """Return the games that can be loaded, sorted by name; broken ones are skipped."""
    found = []
    for name in game_names():
        with suppress(UnknownGame):
            found.append(open_game(name))
    return found


def title_of(name: str) -> str:
    """Return the title of a game, or its name if there is no such game."""
    return open_game(name).title if name in game_names() else name


def game_names() -> list[str]:
    """Return the names of all games, sorted."""
    shelf = importlib.import_module(SHELF)
    return sorted(found.name for found in pkgutil.iter_modules(shelf.__path__) if found.ispkg)


_OPENED: dict[str, Game] = {}


def open_game(name: str) -> Game:
    """Return the game of this name; refuse an unknown name and a folder that cannot be loaded.

    >>> import rollwright
    >>> rollwright.open_game("tou_shi").credits
    'Designed by Jonas Lidström Isegrim.'
    """
    known = game_names()
    if name not in known:
        raise UnknownGame(
            Phrase(
                "There is no game called '{name}': the games are {known}.", name=printable(name), known=listed(known)
            )
        )
    if name not in _OPENED:
        try:
            _OPENED[name] = Game(name)
        except Exception as fault:
            raise cannot_load(name, fault) from fault
    return _OPENED[name]


def cannot_load(name: str, fault: Exception) -> UnknownGame:
    """Return the refusal for a game, or a part of one, that cannot be loaded."""
    reason = f"{type(fault).__name__}: {fault}"
    return UnknownGame(Phrase("The game '{name}' cannot be loaded: {reason}", name=name, reason=reason))
