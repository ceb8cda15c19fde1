"""Checks that a game's folder is complete: rules pages, catalogues, golden records, worth, tests for every rule."""

import re

from rollwright.bots.levels import NORMAL, budgets
from rollwright.bots.worth import WORTH_FILE, Measured, fingerprint, kinds
from rollwright.core.errors import Refusal
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES
from rollwright.records import replay
from rollwright.testing.catalogues import gaps
from rollwright.testing.golden import DRAWINGS_FILE, changed_drawings, golden_records, golden_text
from rollwright.testing.playthroughs import Effort
from rollwright.view.pictures import ADDRESS, FILE, frames, pictures_of

RULE_ID = re.compile(r"\b[A-Z]{2}-\d\d\b")
PICTURED = re.compile(rf"!\[([^\]]*)\]\({ADDRESS}([^)]*)\)")
STATED = re.compile(r"\*\*\[([A-Z]{2}-\d\d)\]\*\*")


def facts_are_there(game: Game, effort: Effort) -> None:
    """Title, seats, credits and bounds are defined."""
    assert game.title
    assert game.credits, "CREDITS must name who made the game"
    assert len(game.seats) > 0
    assert game.max_decisions > 0
    assert game.score_bounds[0] < game.score_bounds[1]


def rules_pages_are_there(game: Game, effort: Effort) -> None:
    """There is a rules page in every language; all state the same rules and credit the designer."""
    stated = {}
    for language in LANGUAGES:
        page = game.folder / f"rules.{language}.md"
        assert page.exists(), f"rules.{language}.md is missing"
        stated[language] = STATED.findall(page.read_text(encoding="utf-8"))
        assert stated[language], f"rules.{language}.md states no rule, as in **[AB-01]**"
        assert len(set(stated[language])) == len(stated[language]), f"rules.{language}.md states a rule twice"
    assert all(ids == stated["en"] for ids in stated.values()), "the rules pages do not state the same rules"


def pictures_are_drawn(game: Game, effort: Effort) -> None:
    """The rules pages show the same pictures in every language; their scripts are legal, and all parts are drawn."""
    known = pictures_of(game)
    for language in LANGUAGES:
        page = game.folder / f"rules.{language}.md"
        shown = PICTURED.findall(page.read_text(encoding="utf-8")) if page.exists() else []
        captions = [caption for caption, _ in shown]
        assert all(captions), f"rules.{language}.md: a picture has no caption"
        names = [name for _, name in shown]
        assert len(set(names)) == len(names), f"rules.{language}.md shows a picture twice"
        assert sorted(names) == sorted(known), f"rules.{language}.md does not show the pictures of {FILE}, each once"
        for name, picture in known.items():
            try:
                drawn = list(frames(game, picture, game.speech(language)))
            except (AssertionError, Refusal, ValueError) as fault:
                raise AssertionError(f"{FILE}, {name}: {fault}") from fault
            assert len({str(frame) for frame in drawn}) == len(drawn), f"{FILE}, {name}: before and after are the same"


def every_rule_is_tested(game: Game, effort: Effort) -> None:
    """Every rule of the rules page is cited by a test in the game's folder `tests`."""
    page = (game.folder / "rules.en.md").read_text(encoding="utf-8")
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted(game.folder.glob("tests/test_*.py")))
    missing = sorted(set(STATED.findall(page)) - set(RULE_ID.findall(tests)))
    assert not missing, f"no test cites {', '.join(missing)}"


def everything_is_translated(game: Game, effort: Effort) -> None:
    """Every sentence in the game's source is in every catalogue, with the same placeholders."""
    found = gaps(game.folder)
    assert not found, "; ".join(found[:5])


def golden_records_hold(game: Game, effort: Effort) -> None:
    """The golden records exist, are reproduced exactly, and replay to the end."""
    for golden in golden_records(game):
        name = golden.file
        path = game.folder / "golden" / name
        assert path.exists(), f"golden/{name} is missing: `make golden` writes it"
        text = path.read_text(encoding="utf-8")
        assert golden_text(game, golden) == text, f"golden/{name} has changed: read the difference, then `make golden`"
        assert replay(text).over, f"golden/{name} does not reach the end"


def golden_drawings_hold(game: Game, effort: Effort) -> None:
    """At every step of the golden records, everything is drawn as it was when somebody last looked at it."""
    path = game.folder / "golden" / DRAWINGS_FILE
    assert path.exists(), f"golden/{DRAWINGS_FILE} is missing: `make golden` writes it"
    changed = changed_drawings(game, path.read_text(encoding="utf-8"))
    assert not changed, f"drawn otherwise than before: {', '.join(changed)}. Look at it, then `make golden`"


def worth_is_measured(game: Game, effort: Effort) -> None:
    """What games of the normal bot come to is written down for every kind of table, measured with these rules."""
    found, again = Measured.read(game), f"`rollwright worth {game.name}` writes it"
    assert found is not None, f"{WORTH_FILE} is missing: {again}"
    playouts = budgets(game)[NORMAL.name].playouts
    assert found.playouts == playouts, f"{WORTH_FILE} is about a bot of another strength: {again} anew"
    assert found.rules == fingerprint(game), f"{WORTH_FILE} was measured with other rules: {again} anew"
    known = [(each.seats, dict(each.options)) for each in found.tables]
    assert known == kinds(game), f"{WORTH_FILE} is about other seats or options: {again} anew"
    low, high = game.score_bounds
    assert all(low <= halves <= high for each in found.tables for halves in each.spread), f"{WORTH_FILE}: such points?"


def style_is_its_own(game: Game, effort: Effort) -> None:
    """A game's style sheet, if it has one, applies only to its own drawings."""
    path = game.folder / "view.css"
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8") if path.exists() else "", flags=re.DOTALL)
    while (bare := re.sub(r"\([^()]*\)", "", text)) != text:  # commas in brackets, as in :is(.a, .b), part no selectors
        text = bare
    other = rf"@keyframes {game.name}-|(from|to|[\d.]+%)$"
    for rule in re.findall(r"([^{}]+){", text):
        if re.match(r"\s*@(?!keyframes)", rule):  # such as a query of the window, which may list several
            continue
        for selector in rule.split(","):
            own = re.match(rf"{other}|\.of-{game.name}(?![\w-])", selector.strip())
            assert own, f"view.css: '{selector.strip()}' would hold for other games, too: begin with .of-{game.name}"


CHECKS = (
    facts_are_there,
    rules_pages_are_there,
    pictures_are_drawn,
    every_rule_is_tested,
    everything_is_translated,
    golden_records_hold,
    golden_drawings_hold,
    worth_is_measured,
    style_is_its_own,
)
