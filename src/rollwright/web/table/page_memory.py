"""What a page remembers: the looks and ways that it was sent over one live connection, which are not sent again."""

from dataclasses import dataclass, field
from typing import Any

from rollwright.core.game import Game
from rollwright.view import Pen, Template
from rollwright.view.codes import thumbnail_pen
from rollwright.web.table.page_history import PageHistory
from rollwright.web.table.pieces.drawings import template_shown
from rollwright.web.table.pieces.offers import coded, way_shown

MAX_REMEMBERED = 2_000
"""The most looks and the most ways that are remembered of a page; then it may be sent some of them again."""

SHEET = -1
"""The kind of a look on the sheet; on a thumbnail it is the first seat with the same template."""


@dataclass
class PageMemory:
    """The looks and ways that a page is known to have; with a new template, a page drops all that it has."""

    _looks: set[int] = field(default_factory=set)
    """Hashes of (kind, slot, code), which take less memory; should two ever be equal, the page asks for what it lacks.
    """
    _ways: set[int] = field(default_factory=set)
    """Hashes of (move, code)."""

    def drawings(self, game: Game, seat: int, history: PageHistory, since: int) -> dict[str, Any]:
        """Return the codes that changed after a version, with the looks and ways that the page may not have."""
        template = history.sheet.template
        if template is None:  # before the game begins
            return {}
        found: dict[str, Any] = {}
        renewed = since < history.redrawn
        if renewed:
            self._looks.clear()
            self._ways.clear()
            found["template"] = template_shown(template)
        if len(self._looks) > MAX_REMEMBERED:
            self._looks.clear()
        looks: list[list[object]] = []
        found["codes"] = self._drawn(template, *history.sheet.since(since), SHEET, Pen(history.say), looks)
        found["thumbnails"] = self._thumbnails(game, history, since, looks)
        found["looks"] = looks
        found["ways"] = self._unseen_ways(game, seat, history, sent=renewed or history.has_changed("moves", since))
        return {name: value for name, value in found.items() if value or name == "template"}

    def _drawn(
        self, template: Template, slots: list[int], codes: list[int], kind: int, pen: Pen, looks: list[list[object]]
    ) -> list[int]:
        """Return changed codes of a drawing, slot and code in turn, and add the looks for them."""
        changed = []
        for slot, code in zip(slots, codes, strict=True):
            if not template.has_slot(slot):
                continue
            changed += [slot, code]
            key = hash((kind, slot, code))
            if key not in self._looks and (look := template.look(slot, code, pen)) is not None:
                self._looks.add(key)
                looks.append([kind, slot, code, look])
        return changed

    def _thumbnails(
        self, game: Game, history: PageHistory, since: int, looks: list[list[object]]
    ) -> dict[int, list[int]]:
        """Return the changed codes of each seat's thumbnail: its kind, then slot and code in turn."""
        found: dict[int, list[int]] = {}
        templates = [thumbnail.template for thumbnail in history.thumbnails]
        for seat, thumbnail in enumerate(history.thumbnails):
            slots, codes = thumbnail.since(since)
            if slots and (template := thumbnail.template) is not None:
                kind = templates.index(template)
                found[seat] = [kind, *self._drawn(template, slots, codes, kind, thumbnail_pen(game), looks)]
        return found

    def _unseen_ways(self, game: Game, seat: int, history: PageHistory, *, sent: bool) -> list[list[object]]:
        """Return the ways of the moves that are offered, if those are `sent`; otherwise the page has them."""
        offered = coded(history.values.get("moves", {}))
        unseen = [each for each in offered if hash(each) not in self._ways]
        if len(self._ways) > MAX_REMEMBERED:
            self._ways.clear()
        self._ways.update(map(hash, unseen))
        return [[move, code, way_shown(game, seat, move, code, history.say)] for move, code in unseen] if sent else []
