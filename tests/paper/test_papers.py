"""Every paper can be printed: the right pages, our fonts inside, no bitmap, nothing near the edge, nothing missing.

A sample in `make test`: of each paper of each game one size, language and number on a page; the sheet of each game is
read in one language, and a booklet folded in one. All with long effort.
"""

import re
from itertools import cycle, product

import numpy as np
import pytest

from rollwright.core.errors import BadOption
from rollwright.core.game import game_names, open_game
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.paper import press, print_jobs
from rollwright.paper.fonts import readable
from rollwright.paper.layout.markup import picture as drawn
from rollwright.paper.layout.sizes import PAPERS, REACH
from rollwright.paper.print_jobs import KIT, LOG, RULES, SHEET, Wish
from rollwright.paper.style.flatten import Flattener
from rollwright.paper.texts import FOREIGN
from rollwright.paper.variants import ALL, variants
from rollwright.view.papers import papers_of, text_of
from tests.support import LONG
from tests.support.printed import Printed, grey, is_embedded
from tests.support.sampling import dealt, some

POINTS_A_MM = 72 / 25.4


def wishes() -> list[tuple[str, Wish]]:
    """Return what is printed here: everything, or of each paper one form, all forms in turn."""
    found = []
    forms = cycle(product(PAPERS, LANGUAGES))
    for name in game_names():
        game = open_game(name)
        for kind in print_jobs.kinds(game).values():
            if LONG:
                for (paper, language), up in product(product(PAPERS, LANGUAGES), kind.ups):
                    options = {option.name: ALL for option in kind.options}
                    found.append((name, Wish(kind.name, options, paper, up, language)))
            else:
                (paper, language), up = next(forms), kind.ups[len(found) % len(kind.ups)]
                found.append((name, Wish(kind.name, {}, paper, up, language)))
    return found


def told(case: tuple[str, Wish]) -> str:
    name, wish = case
    return f"{name}-{wish.what}-{wish.paper}-{wish.up}-{wish.language}"


@pytest.mark.parametrize("case", wishes(), ids=told)
def test_a_paper_is_what_it_should_be(case: tuple[str, Wish]) -> None:
    name, wish = case
    game = open_game(name)
    kind = print_jobs.kinds(game, wish.language)[wish.what]
    printed = Printed(print_jobs.pdf(game, wish))
    wide, high = (round(length * POINTS_A_MM) for length in PAPERS[wish.paper])
    assert set(printed.sizes) <= {(wide, high), (high, wide)}
    assert printed.fonts
    assert all(is_embedded(font) for font in printed.fonts)
    assert printed.images == []
    text = printed.text
    assert re.sub(r"\s", "", game.title) in re.sub(r"\s", "", text)
    if kind.name == SHEET:
        assert len(printed.pages) == len(variants(game, wish.options, kind.options))
    elif kind.name in papers_of(game):
        headings = re.findall(r"^## (.+)$", text_of(game, kind.name, wish.language), re.M)
        assert [each for each in headings if re.sub(r"\s", "", each) not in re.sub(r"\s", "", text)] == []
    elif kind.name == RULES:
        ids = set(re.findall(r"\[([A-Z]{2}-\d\d)\]", (game.folder / f"rules.{wish.language}.md").read_text("utf-8")))
        assert {each for each in ids if each not in text} == set()


def near_the_edge(png: bytes, ppi: float) -> float:
    """Return the darkest spot that a printer may not reach."""
    page, margin = grey(png), int((REACH - 0.7) / 25.4 * ppi)
    edges = (page[:margin], page[-margin:], page[:, :margin], page[:, -margin:])
    return max(float(edge.max()) for edge in edges)


@pytest.mark.parametrize(
    "case", [each for each in wishes() if LONG or each[1].what in (SHEET, "campaign", "orders")], ids=told
)
def test_nothing_is_printed_where_printers_cannot(case: tuple[str, Wish]) -> None:
    name, wish = case
    pictures = print_jobs.preview(open_game(name), wish, 40)
    for each in pictures if LONG else pictures[:1]:
        assert near_the_edge(each, 40) < 0.02
        assert grey(each).mean() > 0.002, "an empty page"


def test_ink_at_the_edge_would_be_seen() -> None:
    """The negative control of the test above."""
    source = (
        "#set page(width: 100mm, height: 80mm, margin: 0mm)\n#place(dx: 5mm, dy: 30mm, rect(width: 60mm, fill: black))"
    )
    assert near_the_edge(press.pngs(source, 40)[0], 40) > 0.5


def test_a_bitmap_and_a_foreign_font_would_be_found() -> None:
    """The negative control of what is said about fonts and images."""
    pixel = press.pngs("#set page(width: 4mm, height: 4mm, margin: 0mm)\n#rect(fill: red)", 72)[0]
    shown = press.pdf('#image("a.png")', {"a.png": pixel})
    assert len(Printed(shown).images) == 1


def test_a_single_dot_is_printed() -> None:
    """The face 1 of a small die is a line of no length with round ends, which PDFs used to leave out."""
    style = "path { fill: none; stroke: #000; stroke-linecap: round; stroke-width: 4; }"
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10">{}</svg>'
    for dots in (1, 2, 6):
        lines = "".join(f"M{1 + place} 5h0" for place in range(dots))
        flat = Flattener([style], []).flat(drawing.format(f'<path d="{lines}"/>'))
        source = f"#set page(width: 20mm, height: 20mm, margin: 0mm)\n{drawn(flat, '20mm', '20mm')}"
        contents = Printed(press.pdf(source)).pages[0].get_contents()
        assert contents is not None
        strokes = re.findall(rb"(\S+) (\S+) m (\S+) (\S+) l\b(?=[^h]*\bS\b)", contents.get_data())
        assert [float(each[0]) for each in strokes] == [1 + place for place in range(dots)]
        assert all(each[:2] != each[2:] for each in strokes)


def texts() -> list[tuple[str, str, str]]:
    return [
        (name, what, language)
        for name in game_names()
        for what in (RULES, *papers_of(open_game(name)))
        for language in LANGUAGES
    ]


@pytest.mark.parametrize(("name", "what", "language"), texts())
def test_every_letter_can_be_printed(name: str, what: str, language: str) -> None:
    game = open_game(name)
    path = game.folder / f"rules.{language}.md"
    text = path.read_text("utf-8") if what == RULES else text_of(game, what, language)
    lines = [FOREIGN.sub("", line) for line in text.splitlines()]
    assert [line for line in lines if readable(line).count("?") != line.count("?")] == []


@pytest.mark.parametrize("name", game_names())
def test_papers_show_the_same_in_every_language(name: str) -> None:
    game = open_game(name)
    for what, paper in papers_of(game).items():
        shown = {language: re.findall(r"\]\((\S+)", text_of(game, what, language)) for language in LANGUAGES}
        assert len(set(map(tuple, shown.values()))) == 1, what
        drawn = {each.removeprefix("draw:").rstrip(")") for each in shown["en"] if each.startswith("draw:")}
        assert drawn == set(paper.draws), what


@pytest.mark.parametrize("name", game_names())
def test_every_title_of_a_paper_can_be_printed(name: str) -> None:
    for language in LANGUAGES:
        for paper in print_jobs.kinds(open_game(name), language).values():
            assert readable(paper.title) == paper.title


@pytest.mark.parametrize(("name", "language"), dealt(game_names(), list(reversed(LANGUAGES))))
def test_every_letter_of_the_catalogues_can_be_printed(name: str, language: str) -> None:
    """Sheets are drawn with words of the catalogues; those only of pages, such as signs of menus, are not asked for."""
    text = Printed(print_jobs.pdf(open_game(name), Wish(SHEET, {}, "a4", 0, language))).text
    assert "\N{REPLACEMENT CHARACTER}" not in text
    assert "?" not in text


def test_the_campaign_has_its_rounds_garrisons_and_prices() -> None:
    """Every game that declares a campaign tells the numbers of its own data."""
    for name in game_names():
        game = open_game(name)
        if "campaign" not in papers_of(game):
            continue
        sheet = game.part("sheet")
        maps, levels = (next(o for o in game.options if o.name == each).choices for each in ("map", "difficulty"))
        for level, difficulty in list(enumerate(levels))[: None if LONG else 1]:
            for number, board in enumerate(maps):
                wish = Wish("campaign", {"map": board.name, "difficulty": difficulty.name})
                words = Printed(print_jobs.pdf(game, wish)).text.split()
                assert all(str(each) in words for each in range(1, sheet.CAMPAIGN_ROUNDS + 1))
                garrison = sheet.GARRISON[level, number]
                for men in set(garrison.tolist()):
                    assert words.count(str(men)) >= int((garrison == men).sum()), (board.name, men)


@pytest.mark.parametrize("name", game_names())
def test_a_kit_holds_everything_but_the_rules(name: str) -> None:
    game = open_game(name)
    pages = print_jobs.pages_of(game, print_jobs.kinds(game)[KIT], Wish(KIT))
    each = [
        print_jobs.pages_of(game, kind, Wish(kind.name, up=kind.up))
        for kind in print_jobs.kinds(game).values()
        if kind.name not in (RULES, KIT)
    ]
    assert len(pages) == sum(map(len, each)) >= 3


def test_what_there_is_not_is_refused() -> None:
    game = open_game(game_names()[0])
    for wish in (
        Wish("nothing"), Wish(RULES, up=4), Wish(paper="a3"), Wish(language="xx"), Wish(options={"no": "such"}),
    ):  # fmt: skip
        with pytest.raises(BadOption):
            print_jobs.pdf(game, wish)


def test_names_are_no_commands() -> None:
    """What people write is set as it is, whatever Typst would make of it; strange letters become plain ones."""
    from rollwright.paper.layout.markup import words

    nasty = '#panic("x") ] $ \\ " `a` // @b <c> ŝ 投'
    source = f'#set page(width: 150mm, height: 40mm)\n#set text(font: "Rubik")\n{words(nasty)}'
    assert '#panic("x") ] $ \\ " `a` // @b <c> s ?' in Printed(press.pdf(source)).text


@pytest.mark.parametrize("language", some(LANGUAGES, turn=2, count=1))
def test_a_booklet_says_once_how_it_is_folded(language: str) -> None:
    game = open_game(game_names()[0])
    told = game.speech(language)(Phrase("Print on both sides, turn over at the short edge, fold."))
    pages = [Printed(print_jobs.pdf(game, Wish(RULES, up=up, language=language))).pages for up in (1, 2)]
    counts = [[" ".join(page.extract_text().split()).count(told) for page in each] for each in pages]
    assert (sum(counts[0]), counts[1][0], sum(counts[1])) == (0, 1, 1)


def test_a_log_has_lines_to_write_on() -> None:
    game = open_game(game_names()[0])
    picture = grey(print_jobs.preview(game, Wish(LOG), 40)[0])
    below = picture[len(picture) // 2 :]  # there is no text there, only lines
    assert np.count_nonzero(below.mean(axis=1) > 0.05) > 10
