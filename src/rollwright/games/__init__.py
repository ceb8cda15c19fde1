"""The shelf of games: one folder each.

Further folders of games, outside this package, are found when the environment variable ROLLWRIGHT_GAMES names them.
"""

import os

__path__ += [folder for folder in os.environ.get("ROLLWRIGHT_GAMES", "").split(os.pathsep) if folder]
