"""A room: one table being played now, with its log in the store, its listeners, its clock and its bots."""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from rollwright.bots.levels import LEVELS
from rollwright.core.dice import SEED_BYTES, FairDice, own_faces
from rollwright.core.errors import Refusal
from rollwright.core.game import Game
from rollwright.core.language import Phrase, Speech
from rollwright.live.bot_dice import Outdated
from rollwright.live.bots import BotPlayers
from rollwright.live.clock import Clock
from rollwright.live.editions.replaying import replaying
from rollwright.live.engine import Engine
from rollwright.live.environment import Environment
from rollwright.live.fair.first_roll import FirstRoll
from rollwright.live.history.commit import commit
from rollwright.live.history.folded_log import FoldedLog, LaidTable, dice_of, fold, in_thread, lay_table
from rollwright.live.history.story_texts import StoryTexts
from rollwright.live.presence import Presence
from rollwright.live.privacy import Privacy
from rollwright.live.versioned_cache import VersionedCache
from rollwright.records import Proof
from rollwright.store.errors import Conflict, NoSuchTable
from rollwright.store.protocol import Store
from rollwright.store.request_keys import is_repeated, names_of
from rollwright.table import Event, Moved, Table, Undone
from rollwright.table.deals import is_sealed
from rollwright.table.events import Arrangement, Left, Reclaimed, Seated, Started, Step
from rollwright.table.models import Head
from rollwright.table.results import changed_results
from rollwright.table.turns import moves_learnt, moves_of_epoch

T = TypeVar("T")

ATTEMPTS = 5
"""The most attempts at a change when other processes keep writing first."""

LONG_NEWS = 100
"""Events of another process beyond which the table is folded anew in a thread: they would keep the loop too long."""

RUN_BYTES = 8
"""Random bytes in a room's `boot` name."""

Check = Callable[[], None]
"""Raises a refusal if a page may not do what it asks; called while the room is locked."""

Act = Callable[[], Sequence[Arrangement]]
"""Changes the table, and returns the arrangements to store with that change."""


class Room:
    """A table being played. Every change is committed to the store before any listener is told."""

    def __init__(
        self,
        head: Head,
        log: list[Event],
        keys: set[str],
        store: Store,
        engine: Engine,
        environment: Environment,
        compiled: bool = False,
    ) -> None:
        """Build a table from its log; `keys` are the names of requests that were already done."""
        self.environment = environment
        self.boot = environment.token_hex(RUN_BYTES)
        """Identifies this run of the room: page versions of another run are invalid."""
        self.head = head
        self.store = store
        self.engine = engine
        self.lock = asyncio.Lock()
        self.version = 1
        self._public_version = 1
        self._secret_versions: dict[int, int] = {}
        """By seat: how often it did something in secret."""
        self.deleted = False
        self._stale = False
        self.touched = environment.now()
        """When the table was last changed, as far as that is public: by Unix time."""
        self.presence = Presence(environment, self._presence_changed)
        self.privacy = Privacy(self)
        self._keys = keys
        self.bot_players = BotPlayers(self)
        self.clock = Clock(self)
        self.first_roll = FirstRoll(self)
        self.announce: Callable[[], None] = lambda: None
        """Called to tell other processes who is connected here."""
        self.after_change: Callable[[], object] = lambda: None
        """Called after every change."""
        self.ended: Callable[[], object] = lambda: None
        """Called when the game is over, or its end has changed."""
        self._shared: VersionedCache[Hashable, Any] = VersionedCache()
        self._speeches: dict[str, tuple[tuple[str, ...], Speech]] = {}
        self._take(fold(head, log, compiled))

    def once(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return something that several pages show, computed once for each version of the room."""
        value: T = self._shared.get(self.version, key, compute)
        return value

    def _take(self, folded: FoldedLog) -> None:
        """Take over what a log adds up to."""
        self.company, self.course, self.length = folded.company, folded.course, folded.length
        self._lay(folded.laid)

    def _lay(self, laid: LaidTable) -> None:
        self.table: Table = laid.table
        self.story, self.taken_back = laid.story, laid.taken_back
        self.story_texts = StoryTexts()

    @property
    def seed(self) -> bytes:
        """The secret of fair dice."""
        return self.head.seed.to_bytes(SEED_BYTES, "big")

    def proof(self) -> Proof | None:
        """Return the proof of fair dice, or None at a table without them; it contains the seed only when the game is
        over and nobody can still play the same dice."""
        if not isinstance(self.table.dice, FairDice):
            return None
        proof = Proof.of(self.table.dice, self.company.numbers)
        return replace(proof, seed=None) if self.is_sealed else proof

    @property
    def is_sealed(self) -> bool:
        """Whether this is a daily deal that is still open, so that its dice must not be revealed."""
        return is_sealed(self.head.deal, self.environment.utc_now())

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.table.game

    def speech(self, language: str) -> Speech:
        """Return the speech of a language at this table, with its game's words and its players' names."""
        names = tuple(self.table.names)
        known = self._speeches.get(language)
        if known is None or known[0] != names:
            known = self._speeches[language] = names, self.game.speech(language).naming(self.table.players)
        return known[1]

    @property
    def bots(self) -> frozenset[int]:
        """The seats that bots play."""
        return self.company.bots

    @property
    def asked(self) -> list[int]:
        """The seats that are asked to move or to roll, as far as is public."""
        return self.once("asked", lambda: self.company.asked(self.table))

    async def play(
        self, seat: int, text: str, key: str | None, instead: str | None = None, check: Check = lambda: None
    ) -> None:
        """Make a move for a person, in place of the move `instead` if that is given; `check` may refuse it."""

        def act() -> Sequence[Arrangement]:
            if self.course:
                self.course.check_move(self.table, seat, text, instead)
            if instead is None:
                self.table.play(seat, text)
            else:
                self.table.replace_move(seat, instead, text)
            return ()

        await self.do(key, act, check)

    async def roll(self, key: str | None, check: Check = lambda: None, entered: Sequence[int] | None = None) -> None:
        """Roll the dice that are due; `entered` holds the faces of real dice where people roll their own."""

        def act() -> Sequence[Arrangement]:
            self.first_roll.check()
            self.table.roll(None if entered is None else own_faces(self.table.dice_due, entered))
            return ()

        await self.first_roll.then(lambda: self.do(key, act, check))

    async def correct(self, seat: int, entered: Sequence[int], key: str | None, check: Check = lambda: None) -> None:
        """Correct the faces that people entered for their own dice; bots whose moves depended on them move again."""

        def act() -> Sequence[Arrangement]:
            sides = self.table.last_roll.sides if self.table.last_roll else ()
            self.table.correct(own_faces(sides, entered), self.company.droppable(seat), seat)
            return ()

        await self.do(key, act, check)

    async def undo(self, seat: int, key: str | None, check: Check = lambda: None) -> None:
        """Take back a person's last move, unless `check` refuses it; bots whose moves depended on it move again."""

        def act() -> Sequence[Arrangement]:
            if self.course:
                self.course.check_undo(self.table, seat)
            self.table.undo(seat, droppable=self.company.droppable(seat))
            return ()

        await self.do(key, act, check)

    async def arrange(self, key: str | None, act: Act) -> None:
        """Change an arrangement: who sits where, or which link is valid."""
        await self.do(key, act)

    def check_begun(self) -> None:
        """Refuse to play before everybody has a seat."""
        if not self.company.started:
            raise Refusal(Phrase("The game has not started yet: it is waiting for players."))

    async def do(self, key: str | None, act: Act, check: Check = lambda: None) -> None:
        """Change the table unless `check` refuses it, commit the change, and only then tell the listeners.

        If another process has written in between, the change is retried on the updated table.
        """
        async with self.lock:
            for attempt in range(1, ATTEMPTS + 1):
                try:
                    await self._try(key, act, check)
                    return
                except Conflict:
                    if attempt == ATTEMPTS:
                        raise

    async def _try(self, key: str | None, act: Act, check: Check) -> None:
        if self.deleted:
            raise NoSuchTable
        if self._stale:
            await self._reload()
        if is_repeated(key, self._keys):  # a retry by a page that missed the response
            return
        self.table.use(self.engine.rules(self.game))
        epoch, was_over, place = int(self.table.position.epoch), self.table.over, len(self.table.log)
        try:
            check()
            events = self._act(act)
        except (Refusal, Outdated):
            if len(self.table.log) != place:  # it was refused in the middle
                await self._reload()
            stored: set[str] = await asyncio.wrap_future(self.store.keys(self.head.table_id)) if key else set()
            done = is_repeated(key, stored)
            if not done and not await asyncio.wrap_future(self.store.since(self.head.table_id, self.length)):
                raise
            await self._reload()  # another process has done it, or something that makes it possible
            if done:
                return
            raise Conflict from None
        except BaseException:
            await self._reload()  # a bug in a game may have left the table half changed
            raise
        if not events:
            return
        try:
            results = changed_results(self.company, self.table, was_over, events, self.environment.now(), LEVELS)
            summary = self.company.summary_after(self.table, events, epoch)
            fresh = await commit(self, events, key, summary, results)
        except BaseException:
            await self._reload()
            raise
        if not fresh:
            await self._reload()
            return
        self._keys.update(names_of(key))
        self.length += len(events)
        self.story.follow()
        self.touched = self.environment.now() if summary else self.touched
        self._changed(secretly=() if summary else [each.seat for each in events if isinstance(each, Moved | Undone)])
        if results is not None and self.table.over:
            self.ended()

    def _act(self, act: Act) -> list[Event]:
        """Change the table, and return all events to be stored."""
        place, epoch, earlier = len(self.table.log), int(self.table.position.epoch), moves_of_epoch(self.table)
        arranged = [*act()]
        steps = self.table.log[place:]
        for event in arranged:
            self._follow(event, place)
        kept = self.company.keep(moves_learnt(self.table, place, epoch, earlier))
        for event in kept:
            self._follow(event, place)
        return [*arranged, *kept, *steps]

    def _follow(self, event: Arrangement, place: int) -> None:
        if isinstance(event, Left) and event.freed and not self.company.chairs[event.seat].former:
            self.presence.note_freed(event.seat)
        self.company.follow(event, place)
        if isinstance(event, Started):
            self._lay(lay_table(self.head, self.company, [], self.table.rules.compiled))
        elif isinstance(event, Seated | Reclaimed):
            self.end_run()  # the numbers of versions would tell how often the player before did something in secret
        self.table.names = self.company.names
        self.table.dice = dice_of(self.head, self.company)

    async def _reload(self) -> None:
        """Rebuild the room from the store. If that fails, it is done before the room is next used."""
        self._stale = True
        try:
            _, log = await asyncio.wrap_future(self.store.load(self.head.table_id))
            if self.company.has_invited_seats:
                listed = await asyncio.wrap_future(self.store.listed(self.head.table_id))
                self.touched = max(self.touched, listed.touched)
        except NoSuchTable:
            self.delete()
            raise
        compiled, holders = self.table.rules.compiled, self.company.all_holders
        async with replaying(self.store, self.head.table_id, log):
            self._take(await in_thread(len(log), lambda: fold(self.head, log, compiled)))
        if self.company.all_holders != holders:
            self.end_run()  # as for seats that change hands here
            self.presence.forget_freed()
        self._stale = False
        self._changed()

    @asynccontextmanager
    async def settled(self) -> AsyncIterator[None]:
        """Hold the lock while the table is read.

        A change that could not be committed is dropped first: if the room could not be reloaded when that happened, it
        is reloaded now, and the reader is refused if the store still does not answer.
        """
        async with self.lock:
            if self._stale and not self.deleted:
                await self._reload()
            yield

    @property
    def must_follow(self) -> bool:
        """Whether somebody needs to know at once what another process writes: a listener, a bot or the clock."""
        waits = self.lock.locked() or self.first_roll.is_waiting
        return bool(self.presence.listeners or self.bots or self.head.clock or waits)

    def outdate(self) -> None:
        """Note that another process has written here; it is read when somebody comes."""
        self._stale = True

    @property
    def is_outdated(self) -> bool:
        """Whether it must be read again before it is used."""
        return self._stale and not self.deleted

    async def catch_up(self) -> None:
        """Apply what another process has written at this table."""
        async with self.lock:
            with suppress(NoSuchTable):
                if self.deleted:
                    return
                if self._stale:
                    await self._reload()
                    return
                news = await asyncio.wrap_future(self.store.since(self.head.table_id, self.length))
                if len(news) > LONG_NEWS:
                    await self._reload()
                    return
                self.table.use(self.engine.rules(self.game))
                try:
                    self._follow_all(news)
                except Exception:  # events may be half applied, and must not be applied twice
                    await self._reload()
                    raise
                return
            self.delete()

    def _follow_all(self, news: Sequence[Event]) -> None:
        """Apply events that are already in the store."""
        epoch = int(self.table.position.epoch)
        for event in news:
            if isinstance(event, Step):
                self.table.follow(event)
            else:
                self._follow(event, len(self.table.log))
        self.length += len(news)
        if news:
            self.story.follow()
            is_public = self.company.summary_after(self.table, news, epoch) is not None
            self.touched = self.environment.now() if is_public else self.touched
            self._changed(self.environment.settings.bot_takeover)

    def _presence_changed(self) -> None:
        """Tell listeners who is connected, at a table with invitations."""
        if self.company.has_invited_seats:
            self._changed(self.environment.settings.bot_takeover)

    def version_for(self, seats: Sequence[int]) -> Hashable:
        """Return a version that changes with all that people with these seats may notice.

        If it changed with others' secrets, computing anew what shows nothing new would take a time that tells of them.
        """
        return self._public_version, *(self._secret_versions.get(seat, 0) for seat in seats)

    def _changed(self, bot_delay: float = 0.0, secretly: Sequence[int] = ()) -> None:
        """Count a change, of which only some seats may know if it was made in secret, and tell all who listen."""
        self.version += 1
        self._public_version += not secretly
        for seat in secretly:
            self._secret_versions[seat] = self._secret_versions.get(seat, 0) + 1
        self.presence.tell()
        self.first_roll.changed()
        self.clock.set()
        self.bot_players.wake(bot_delay)
        self.after_change()

    def join(self, wake: asyncio.Event, seats: Sequence[int]) -> None:
        """Add a listener, who plays these seats."""
        self.presence.join(wake, seats)
        self.announce()
        self.bot_players.wake()

    def update_listener(self, wake: asyncio.Event, seats: Sequence[int]) -> None:
        """Update the seats of a listener, and tell other processes if they have changed."""
        if self.presence.update_listener(wake, seats):
            self.announce()

    def leave(self, wake: asyncio.Event) -> None:
        """Remove a listener. When the last one leaves, this run of the room ends and `boot` changes."""
        self.presence.leave(wake)
        asyncio.get_running_loop().call_later(self.environment.settings.reconnect_grace, self.announce)
        if not self.presence.listeners:
            self.end_run()

    def end_run(self) -> None:
        """End this run of the room: page versions of before are invalid."""
        self.boot = self.environment.token_hex(RUN_BYTES)

    def forget_shown(self) -> None:
        """Forget what was computed for pages."""
        self._shared = VersionedCache()
        self._speeches.clear()
        self.story_texts = StoryTexts()
        self.table.forget_moment()

    def close(self) -> None:
        """Stop the clock and the bots."""
        self.clock.stop()
        self.bot_players.stop()

    def delete(self) -> None:
        """Close the room of a table that was deleted, and wake its listeners."""
        self.deleted = True
        self.close()
        self.presence.tell()
