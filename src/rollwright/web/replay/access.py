"""Decides who may watch a replay, and as which viewer. Nothing else does."""

from dataclasses import dataclass

from starlette.requests import Request

from rollwright.core.contract import SPECTATOR
from rollwright.core.errors import Refusal
from rollwright.live.entry.shared_dice import SEALED, may_know
from rollwright.live.room import Room
from rollwright.live.rooms import Rooms
from rollwright.live.screen import Screen
from rollwright.store.errors import NoSuchTable
from rollwright.table.editions.replayable import CannotReplay, Unreplayed
from rollwright.table.models import SeatKind
from rollwright.table.replay import PlayedGame
from rollwright.web.http.access import check_failures
from rollwright.web.http.cookies import holder_of
from rollwright.web.http.limits import browser_of, peer_of
from rollwright.web.services import services_of


class Sealed(Refusal):
    """A replay would reveal dice that this browser may still play."""

    def __init__(self, deal: str) -> None:
        """Say when it opens."""
        super().__init__(SEALED)
        self.deal = deal


@dataclass(frozen=True)
class ReplayViewer:
    """A browser that watches the replay of a table, with a snapshot of the game."""

    room: Room
    screen: Screen
    played: PlayedGame
    known: bool
    """Whether the table knows this browser, as a player or a spectator."""
    levels: tuple[str, ...]
    """The level of each seat's bot; empty for a person."""
    stamp: tuple[object, ...]
    """Identifies this snapshot of the table."""

    def viewer_for(self, sheet: int) -> int:
        """Return the viewer for a seat's sheet: the seat itself, once the game is over.

        Until then people see their own sheet as that seat, and any other sheet as a spectator. Several people at one
        screen see all sheets as a spectator, if the game has secrets or hidden totals.
        """
        if self.played.over:
            return sheet
        game, seats = self.played.game, self.screen.seats
        shared = len(seats) > 1 and (game.secrets or game.hidden_totals)
        return sheet if sheet in seats and not shared else SPECTATOR

    def shows_total(self, seat: int, viewer: int) -> bool:
        """Say whether a viewer may see a seat's points: some games hide those of others until the end."""
        game, count = self.played.game, self.played.opened.seats
        return seat == viewer or not game.hides_totals(count, over=self.played.over)

    def known_to(self, viewer: int) -> tuple[object, ...]:
        """Return a value that changes whenever what this viewer may see changes."""
        return *self.played.known_to(viewer), self.levels

    @property
    def first_sheet(self) -> int:
        """The seat whose sheet is shown first: one of this browser's, if it has any."""
        return next(iter(self.screen.seats), 0)


async def replay_viewer_of(request: Request) -> ReplayViewer:
    """Return the viewer of a replay request; refuse browsers without access, and those over their rate limit.

    While a game is running, only browsers that its table knows may watch; for others the table does not exist. Once it
    is over, anybody with the address may watch, except an open daily game that they have not finished themselves.
    CannotReplay, to those who may know, if there is nothing to watch.
    """
    services, peer = services_of(request), peer_of(request)
    limits = services.limits
    await check_failures(request)
    try:
        replay_viewer = await _snapshot(services.rooms, request.path_params["table"], holder_of(request))
    except CannotReplay as refusal:
        await _check_kept(request, refusal.kept)
        raise
    except NoSuchTable:
        limits.failing.spend(peer)
        raise
    limits.asking.spend(browser_of(request) if replay_viewer.known else peer)  # unknown browsers can make up tokens
    room, now = replay_viewer.room, services.environment.utc_now()
    if not replay_viewer.known and not await may_know(room.store, holder_of(request), room.head.deal, now):
        raise Sealed(room.head.deal)
    return replay_viewer


async def _snapshot(rooms: Rooms, table_id: str, holder: str) -> ReplayViewer:
    """Take a snapshot of a table for a browser. Before it is refused, what other processes wrote there is read."""
    room = await rooms.room(table_id)
    try:
        async with room.settled():
            return _at(room, holder)
    except Refusal:
        room = await rooms.refreshed(table_id)
    async with room.settled():
        return _at(room, holder)


async def _check_kept(request: Request, kept: Unreplayed) -> None:
    """Refuse to show how a game ended that cannot be replayed, by the same rules as for replays."""
    services, holder, head = services_of(request), holder_of(request), kept.listed.head
    known = kept.knows(holder)
    if not known and not kept.listed.summary.over:
        services.limits.failing.spend(peer_of(request))
        raise NoSuchTable
    services.limits.asking.spend(browser_of(request) if known else peer_of(request))
    if not known and not await may_know(services.store, holder, head.deal, services.environment.utc_now()):
        raise Sealed(head.deal)


def _at(room: Room, holder: str) -> ReplayViewer:
    """Take a snapshot of a room for a browser, or refuse it."""
    known = room.company.knows(holder)
    if not known and not (room.company.started and room.table.over):
        raise NoSuchTable
    room.check_begun()
    played = PlayedGame.of(room.table, room.engine.rules(room.game))
    levels = tuple(chair.player.level if chair.player.kind == SeatKind.BOT else "" for chair in room.company.chairs)
    stamp = (len(room.table.log), played.names, levels)
    return ReplayViewer(room, Screen.of(room, holder), played, known, levels, stamp)
