"""Update every catalogue from the sentences in the source, and print what is left to translate."""

import sys

from rollwright.core.game import all_games
from rollwright.core.language import PACKAGE
from rollwright.testing.catalogues import gaps, translated_languages, update


def main() -> int:
    """Update the platform's catalogues and each game's; return 1 while something is untranslated."""
    left = []
    for folder in [PACKAGE, *(game.folder for game in all_games())]:
        for language in translated_languages():
            update(folder, language)
        left += [f"{folder.name}, {gap}" for gap in gaps(folder)]
    print("\n".join(left) or "Everything is translated.")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
