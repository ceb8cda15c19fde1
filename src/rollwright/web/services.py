"""Everything that a request handler may use of the server it runs in, as one typed value."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from rollwright.live.engine import Engine
from rollwright.live.entry.shared_dice import DailySeeds
from rollwright.live.environment import Environment
from rollwright.live.rooms import Rooms
from rollwright.store.protocol import Store
from rollwright.web.http.addresses import PublicAddress
from rollwright.web.http.limits import Limits
from rollwright.web.ops.server import Shutdown
from rollwright.web.ops.store_probe import StoreProbe
from rollwright.web.table.page_cache import PageCache
from rollwright.web.web_settings import WebSettings

if TYPE_CHECKING:  # its modules handle requests, and so import this one
    from rollwright.web.replay.cache import ReplayCache


@dataclass(frozen=True)
class Services:
    """What an app is made of. `rollwright.web.app.make_services` puts it together."""

    environment: Environment
    settings: WebSettings
    store: Store
    engine: Engine
    rooms: Rooms
    daily_seeds: DailySeeds
    pages: PageCache
    replays: "ReplayCache"
    limits: Limits
    public_address: PublicAddress
    shutdown: Shutdown
    store_probe: StoreProbe
    sweep_days: int
    """Days after which an unfinished table is deleted that nobody has touched; 0: never."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the app that a request or a WebSocket has come to."""
    services: Services = connection.app.state.services
    return services
