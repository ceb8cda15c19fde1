"""Who may look at a replay, and with whose eyes: decided here, and nowhere else."""

from dataclasses import dataclass

from starlette.requests import Request

from rollwright.core.contract import SPECTATOR
from rollwright.core.errors import Refusal
from rollwright.live.entry.shared_dice import SEALED, may_know
from rollwright.live.room import Room
from rollwright.live.screen import Screen
from rollwright.store.errors import NoSuchTable
from rollwright.table.models import SeatKind
from rollwright.table.replay import PlayedGame
from rollwright.web.http.cookies import owner_of
from rollwright.web.http.limits import browser_of, peer_of
from rollwright.web.services import services_of


class Sealed(Refusal):
    """A replay would tell dice that whoever asks is still to meet."""

    def __init__(self, deal: str) -> None:
        """Say when it opens."""
        super().__init__(SEALED)
        self.deal = deal


@dataclass(frozen=True)
class ReplayViewer:
    """Somebody who looks at what was played at a table until now."""

    room: Room
    screen: Screen
    course: PlayedGame
    known: bool
    """Whether the table knows this browser: it plays or watches there."""
    levels: tuple[str, ...]
    """How good each seat's bot is, if a bot plays there."""
    stamp: tuple[object, ...]
    """What tells this moment of the table from any other."""

    def eyes(self, sheet: int) -> int:
        """Return with whose eyes a seat's sheet is seen: its own, once the game is over.

        Until then people see their own sheet as they do at the table, and any other as a spectator does; several
        people at one screen all as a spectator, where one of them may know what the others may not.
        """
        if self.course.over:
            return sheet
        game, seats = self.course.game, self.screen.seats
        shared = len(seats) > 1 and (game.secrets or game.hidden_totals)
        return sheet if sheet in seats and not shared else SPECTATOR

    def shows_total(self, seat: int, viewer: int) -> bool:
        """Say whether a viewer is shown a seat's points: in some games nobody else's before the end."""
        game, count = self.course.game, self.course.opened.seats
        return seat == viewer or not game.hides_totals(count, over=self.course.over)

    def known_to(self, viewer: int) -> tuple[object, ...]:
        """Return what tells this moment of the table from any other for a viewer."""
        return *self.course.known_to(viewer), self.levels

    @property
    def first_sheet(self) -> int:
        """The seat whose sheet is shown first: one of one's own."""
        return next(iter(self.screen.seats), 0)


async def watched(request: Request) -> ReplayViewer:
    """Return who wants to look at a replay; refuse who may not, and who asks for too much at once.

    While a game goes on its replay is there for browsers that its table knows, and for others as if it were not. Once
    it is over, whoever has the address may look; at a game of today's only who has nothing left to be spoilt.
    """
    services, peer = services_of(request), peer_of(request)
    limits = services.limits
    limits.failing.check(peer)
    try:
        room = await services.rooms.room(request.path_params["table"])
        async with room.settled():
            watcher = _at(room, owner_of(request))
    except NoSuchTable:
        limits.failing.spend(peer)
        raise
    limits.asking.spend(browser_of(request) if watcher.known else peer)  # a stranger can always say to be another one
    now = services.environment.utc_now()
    if not watcher.known and not await may_know(room.store, owner_of(request), room.head.deal, now):
        raise Sealed(room.head.deal)
    return watcher


def _at(room: Room, holder: str) -> ReplayViewer:
    """Let a browser look at a room as it is now, or not."""
    known = room.company.knows(holder)
    if not known and not (room.company.started and room.table.over):
        raise NoSuchTable
    room.check_begun()
    course = PlayedGame.of(room.table, room.engine.rules(room.game))
    levels = tuple(chair.player.level if chair.player.kind == SeatKind.BOT else "" for chair in room.company.chairs)
    stamp = (len(room.table.log), course.names, levels)
    return ReplayViewer(room, Screen.of(room, holder), course, known, levels, stamp)
