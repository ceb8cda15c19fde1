"""Balance of a changed sheet: what if a Zerg had to make do with fewer minerals?

A game is a folder. This copies one under another name, changes its sheet, and measures how the races do before and
after: the same players on the same dice.
"""

import argparse
import os
import shutil
import tempfile
from pathlib import Path

OLD, NEW = "starcraft", "starcraft_changed"


def changed_copy(folder: Path, cells: int) -> None:
    """Copy the game, and give the Zerg so many cells for minerals."""
    from rollwright import open_game

    shutil.copytree(
        open_game(OLD).folder, folder / NEW, ignore=shutil.ignore_patterns("tests", "golden", "__pycache__")
    )
    for path in (folder / NEW).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(f"rollwright.games.{OLD}", f"rollwright.games.{NEW}"), encoding="utf-8")
    sheet = folder / NEW / "sheet.toml"
    before, mark, after = sheet.read_text(encoding="utf-8").partition("[zerg.resources]\n")
    line, end, rest = after.partition("\n")
    assert line.startswith("minerals = "), line
    sheet.write_text(f"{before}{mark}minerals = {cells}{end}{rest}", encoding="utf-8")


def main() -> None:
    """Measure both games."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--cells", type=int, default=12)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ROLLWRIGHT_GAMES"] = folder  # read when the games are first imported
        import rollwright
        import rollwright.games

        changed_copy(Path(folder), given.cells)
        for name in (OLD, NEW):
            won = 0.0
            for race in (["terran", "zerg"], ["zerg", "terran"]):
                result = rollwright.simulate(name, given.games // 2, "guide", seats=2, options={"race": race})
                won += result.shares()[:, race.index("zerg")].sum()
            print(f"{name}: the Zerg win {won / (given.games // 2 * 2):.1%} of {given.games // 2 * 2} games")


if __name__ == "__main__":
    main()
