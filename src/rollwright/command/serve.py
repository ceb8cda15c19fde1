"""The command that serves the web app."""

import argparse
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rollwright.command.database import DATABASE, place_of
from rollwright.command.settings import settle, unknown
from rollwright.core.errors import Refusal, need
from rollwright.core.language import Phrase, preferred_language, speech

if TYPE_CHECKING:
    from rollwright.web.ops.serve import Service

LOG = logging.getLogger(__name__)


def serve(arguments: argparse.Namespace, adapt: "Callable[[Service], Service]" = lambda service: service) -> int:
    """Serve the app until it is interrupted; tests replace services by `adapt`."""
    settle(arguments)
    need("rollwright.web.ops.serve", "web")
    from rollwright.web.ops.logs import LogKind  # slow to import, so only when it is needed
    from rollwright.web.ops.serve import Service
    from rollwright.web.ops.serve import serve as run

    if arguments.push:
        need("rollwright.web.push.messenger", "push")
    say = speech(preferred_language())

    def told(address: str, elsewhere: str) -> None:
        print(say("Rollwright is at {address} - press Ctrl-C to stop it.", address=address), flush=True)
        if elsewhere:
            print(say("Other devices on your network can reach it at {address}", address=elsewhere), flush=True)
        for variable in unknown():
            LOG.warning("%s is not a setting of Rollwright and is ignored.", variable)

    where = place_of(arguments)
    if arguments.workers > 1 and isinstance(where, Path):
        raise Refusal(
            Phrase(
                "Several workers need a PostgreSQL database to share: set it with --database or {variable}, or leave "
                "out --workers.",
                variable=DATABASE,
            )
        )
    service = Service(
        where, arguments.host, arguments.port, arguments.name, arguments.proxy, arguments.workers, arguments.thinkers,
        LogKind(arguments.log), arguments.metrics or None, arguments.drain, arguments.sweep, arguments.push,
        arguments.offline,
    )  # fmt: skip
    paced = replace(service.environment, settings=service.environment.settings.at_pace(arguments.pace / 1000))
    service = replace(service, environment=paced)
    run(adapt(service), told, arguments.browser)
    return 0
