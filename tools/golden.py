"""Write the golden records and counts of every game anew. Then read the difference: it is what a change did."""

import sys

from rollwright.core.game import game_names, open_game
from rollwright.testing.counts import COUNTS_FILE, counts_text
from rollwright.testing.golden import golden_records, golden_text


def main(names: list[str]) -> int:
    """Write the golden files of these games, or of all."""
    for name in names or game_names():
        game = open_game(name)
        folder = game.folder / "golden"
        folder.mkdir(exist_ok=True)
        (folder / COUNTS_FILE).write_text(counts_text(game), encoding="utf-8")
        for golden in golden_records(game):
            (folder / golden.file).write_text(golden_text(game, golden), encoding="utf-8")
        print(f"{game.title}: golden files written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
