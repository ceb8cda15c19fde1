"""The command that serves the web app."""

import argparse
from pathlib import Path

from rollwright.core.language import preferred_language, speech


def serve(arguments: argparse.Namespace) -> int:
    """Serve the app until it is interrupted."""
    from rollwright.web.serve import serve as run  # starts slowly, so only when it is wanted

    say = speech(preferred_language())

    def told(address: str) -> None:
        print(say("Rollwright is at {address} - press Ctrl-C to stop it.", address=address), flush=True)

    data = Path(arguments.data) if arguments.data else None
    run(arguments.host, arguments.port, data, arguments.workers, told, not arguments.no_browser)
    return 0
