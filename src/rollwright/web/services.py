"""The services that request handlers use, as one typed value."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from rollwright.live.analysis.analyses import Analyses
from rollwright.live.engine import Engine
from rollwright.live.entry.shared_dice import DailySeeds
from rollwright.live.environment import Environment
from rollwright.live.rooms import Rooms
from rollwright.store.protocol import Store
from rollwright.web.http.addresses import PublicAddress
from rollwright.web.http.limits import Limits
from rollwright.web.install.bundle import Bundle
from rollwright.web.ops.shutdown import Shutdown
from rollwright.web.ops.store_probe import StoreProbe
from rollwright.web.table.page_cache import PageCache
from rollwright.web.web_settings import WebSettings

if TYPE_CHECKING:  # avoids a circular import
    from rollwright.web.print.printer import Printer
    from rollwright.web.push.messenger import Messenger
    from rollwright.web.replay.cache import ReplayCache


@dataclass(frozen=True)
class Services:
    """The services of an app; built by `rollwright.web.app.make_services`."""

    environment: Environment
    settings: WebSettings
    store: Store
    engine: Engine
    rooms: Rooms
    daily_seeds: DailySeeds
    pages: PageCache
    replays: "ReplayCache"
    printer: "Printer"
    analyses: Analyses
    limits: Limits
    public_address: PublicAddress
    shutdown: Shutdown
    store_probe: StoreProbe
    messenger: "Messenger | None"
    """Tells people of their turn while no page of theirs is open; None on a server that does not."""
    bundle: Bundle | None
    """What browsers fetch to play without a connection; None on a server that does not offer it."""
    in_page: bool
    """Whether this app itself runs in a page, for one browser and without a connection."""
    not_taken: Mapping[str, str]
    """There: why the server did not take a table when it was brought, in the reader's language, by the table's id."""
    sweep_days: int
    """Days without a change after which an unfinished table is deleted; 0 means never."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the app that handles a request or a WebSocket."""
    services: Services = connection.app.state.services
    return services
