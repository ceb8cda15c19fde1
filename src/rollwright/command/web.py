"""The command that serves the web app."""

import argparse
from pathlib import Path

from rollwright.command.place import DATABASE, place_of
from rollwright.core.errors import Refusal
from rollwright.core.language import Phrase, preferred_language, speech


def serve(arguments: argparse.Namespace) -> int:
    """Serve the app until it is interrupted."""
    from rollwright.web.serve import serve as run  # starts slowly, so only when it is wanted

    say = speech(preferred_language())

    def told(address: str, elsewhere: str) -> None:
        print(say("Rollwright is at {address} - press Ctrl-C to stop it.", address=address), flush=True)
        if elsewhere:
            print(say("Other devices in the house reach it at {address}", address=elsewhere), flush=True)

    where = place_of(arguments)
    if arguments.workers > 1 and isinstance(where, Path):
        raise Refusal(
            Phrase(
                "Several processes need a PostgreSQL database to share: name it with --database or {variable}, "
                "or leave --workers out.",
                variable=DATABASE,
            )
        )
    opens = not arguments.no_browser
    run(arguments.host, arguments.port, where, arguments.workers, arguments.thinkers, told, opens, arguments.name or "")
    return 0
