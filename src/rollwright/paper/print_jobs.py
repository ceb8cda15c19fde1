"""The papers of a game: which there are, and how each becomes a PDF or pictures of its pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rollwright.core.errors import BadOption
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES, N_, Phrase, listed, printable
from rollwright.core.options import Option
from rollwright.paper import press
from rollwright.paper.booklet import FOLDED, folded_source, rules_source
from rollwright.paper.layout.pages import Page, document
from rollwright.paper.layout.sizes import PAPERS, UPS
from rollwright.paper.log_sheet import log_page
from rollwright.paper.sheets import empty_sheet
from rollwright.paper.texts import title_and_rest
from rollwright.paper.texts_pages import text_pages
from rollwright.paper.variants import named_choices, sheet_options, variants
from rollwright.view.papers import Paper, papers_of, text_of

SHEET, RULES, LOG, KIT = "sheet", "rules", "log", "kit"
TITLES = {
    SHEET: N_("Sheet to write on"),
    RULES: N_("Rules as a booklet"),
    LOG: N_("Log, to type in later"),
    KIT: N_("Everything for the table"),
}
"""The papers that every game has."""

PREVIEW_PAGES = 24
"""The most pages that are shown before they are printed."""


@dataclass(frozen=True)
class Kind:
    """One of a game's papers: its name and title, the options that change it, and how many stand on a page."""

    name: str
    title: str
    options: tuple[Option, ...] = ()
    ups: tuple[int, ...] = UPS
    up: int = 1


@dataclass(frozen=True)
class Wish:
    """What somebody wants to print: a paper of a game, for which choices, on what, and in which language."""

    what: str = SHEET
    options: Mapping[str, str] = field(default_factory=dict)
    paper: str = "a4"
    up: int = 0
    """So many to a page; 0 is what is usual."""
    language: str = "en"


@lru_cache(64)
def kinds(game: Game, language: str = "en") -> Mapping[str, Kind]:
    """Return the papers of a game by name."""
    say = game.speech(language)
    own = {
        name: Kind(name, title_and_rest(text_of(game, name, language))[0], _named(game, paper.options), UPS, paper.up)
        for name, paper in papers_of(game).items()
    }
    drawn = sheet_options(game)
    asked = tuple(
        option for option in game.options if option in drawn or any(option in each.options for each in own.values())
    )
    return {
        SHEET: Kind(SHEET, say(TITLES[SHEET]), drawn),
        **own,
        **({RULES: Kind(RULES, say(TITLES[RULES]), (), (1, FOLDED), FOLDED)} if _has_rules(game, language) else {}),
        LOG: Kind(LOG, say(TITLES[LOG])),
        KIT: Kind(KIT, say(TITLES[KIT]), asked, (1,)),
    }


def _has_rules(game: Game, language: str) -> bool:
    return (game.folder / f"rules.{language}.md").exists()


def _named(game: Game, names: Sequence[str]) -> tuple[Option, ...]:
    return tuple(option for option in game.options if option.name in names)


def checked(game: Game, wish: Wish) -> Kind:
    """Return what is wished for; refuse what there is not."""
    if wish.language not in LANGUAGES or wish.paper not in PAPERS:
        raise BadOption(Phrase("There is no such paper or language."))
    known = kinds(game, wish.language)
    kind = known.get(wish.what)
    if kind is None:
        raise BadOption(
            Phrase(
                "{title} has no paper '{name}': choose from {known}.",
                title=game.title,
                name=printable(wish.what),
                known=listed(known),
            )
        )
    if wish.up and wish.up not in kind.ups:
        raise BadOption(Phrase("Of this paper, {ups} can stand on a page.", ups=listed([str(up) for up in kind.ups])))
    return kind


def pages_of(game: Game, kind: Kind, wish: Wish) -> list[Page]:
    """Return the pages of a paper, for each of the choices that are asked for."""
    say, up = game.speech(wish.language), wish.up or kind.up
    found: list[Page] = []
    if kind.name == LOG:
        return [log_page(game, say, wish.paper, up)]
    if kind.name == KIT:
        parts = [each for each in kinds(game, wish.language).values() if each.name not in (RULES, KIT)]
        return [page for each in parts for page in pages_of(game, each, _of_kit(wish, each))]
    for setting in variants(game, wish.options, kind.options):
        if kind.name == SHEET:
            found.append(empty_sheet(game, setting, say, wish.paper, up))
        else:
            paper: Paper = papers_of(game)[kind.name]
            named = [say(label) for label in named_choices(kind.options, setting)]
            found += text_pages(game, kind.name, paper, setting, named, say, wish.language, wish.paper, up)
    return found


def _of_kit(wish: Wish, kind: Kind) -> Wish:
    """Return the same wish for a part of the kit."""
    return Wish(kind.name, wish.options, wish.paper, kind.up, wish.language)


def source(game: Game, wish: Wish) -> tuple[str, dict[str, bytes]]:
    """Return a paper as a text for the press, with the files that it shows."""
    kind = checked(game, wish)
    if kind.name != RULES:
        title = f"{game.title}: {kind.title}"
        return document(pages_of(game, kind, wish), title, wish.language, wish.paper), {}
    rules = rules_source(game, wish.language, wish.paper, wish.up or kind.up)
    if (wish.up or kind.up) != FOLDED:
        return rules, {}
    pages = press.pdf(rules)
    return folded_source(press.page_count(pages), game.title, wish.language, wish.paper), {"pages.pdf": pages}


def pdf(game: Game, wish: Wish) -> bytes:
    """Return a paper as PDF."""
    return press.pdf(*source(game, wish))


def preview(game: Game, wish: Wish, ppi: float) -> list[bytes]:
    """Return pictures of a paper's pages."""
    text, files = source(game, wish)
    return press.pngs(text, ppi, files)[:PREVIEW_PAGES]


def file_name(game: Game, what: str, language: str) -> str:
    """Return what the file of a paper is called."""
    return f"{game.name}-{what}-{language}.pdf"
