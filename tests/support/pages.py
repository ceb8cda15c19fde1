"""A page in Python: it takes updates as the page's script does, and expands their numbers into named values."""

import json
from typing import Any

from markupsafe import escape

from rollwright.core.scoring import signed

ABSENT = BY_POSITION = SHEET = -1

Values = dict[str, Any]


class Page:
    """What a page shows after the updates that it was sent: the script `numbers.js` does the same."""

    def __init__(self) -> None:
        """Show nothing yet."""
        self.values: Values = {}
        self._received: Values = {}
        self._parts: list[dict[str, Any]] = []
        self._codes: dict[int, int] = {}
        self._looks: dict[tuple[int, int, int], str] = {}
        self._ways: dict[tuple[int, int], dict[str, Any]] = {}
        self._thumbnails: dict[str, dict[int, str]] = {}

    def take(self, update: dict[str, Any]) -> Values:
        """Take an update, and return all values."""
        if update["since"] == 0:
            self._received = {}
        if "template" in update:
            self._parts = update["template"]
            for kept in (self._codes, self._looks, self._ways, self._thumbnails):
                kept.clear()
        self._looks |= {(kind, slot, code): look for kind, slot, code, look in update.get("looks", ())}
        self._ways |= {(move, code): way for move, code, way in update.get("ways", ())}
        self._codes |= _pairs(update.get("codes", ()))
        for seat, (kind, *numbers) in update.get("thumbnails", {}).items():
            drawn = {slot: self._looks.get((kind, slot, code), "") for slot, code in _pairs(numbers).items()}
            self._thumbnails[seat] = self._thumbnails.get(seat, {}) | drawn
        state = self._received.get("state", {}) | update["values"].get("state", {})
        self._received |= update["values"]
        if state:
            self._received["state"] = state
        self.values = self._expanded()
        return self.values

    def _expanded(self) -> Values:
        numbered = ("player/", "part/", "status/", "scored/")
        values = {name: value for name, value in self._received.items() if not name.startswith(numbered)}
        for part in self._parts:
            slots = {first + i: name for first, names in part["groups"] for i, name in enumerate(names)}
            drawn = {slot: name for slot, name in slots.items() if self._codes[slot] != ABSENT}
            values |= {f"svg/{name}": self._looks[SHEET, slot, self._codes[slot]] for slot, name in drawn.items()}
            values[f"part/{part['name']}"] = {
                **self._received[f"part/{part['name']}"],
                "where": part["where"],
                "tab": part["tab"],
                "groups": list(drawn.values()),
            }
        rows = [name for name in self._received if name.startswith("player/")]
        if rows:
            values["html/players"] = "".join(f"<li>\n{self._row(name)}</li>\n" for name in sorted(rows))
        for seat in range(len(rows)):
            total = f'<strong data-scored="{seat}">'
            told = f"<strong>{self._received.get(f'scored/{seat}')}"
            values |= {name: values[name].replace(total, told) for name in ("html/score",) if name in values}
        if "moves" in self._received:
            values["moves"] = self._moves(**self._received["moves"])
        return values

    def _row(self, name: str) -> str:
        """Return a row of the list of players with its thumbnail."""
        seat, row = name.removeprefix("player/"), str(self._received[name])
        drawn = "".join(look for _, look in sorted(self._thumbnails.get(seat, {}).items()))
        status, scored = (escape(self._received.get(f"{kind}/{seat}") or "") for kind in ("status", "scored"))
        row = row.replace(f' data-status="{seat}"></span>', f">{status}</span>")
        row = row.replace(f'<span data-scored="{seat}"></span>', scored)
        return row.replace("</svg>", f"{drawn}</svg>", 1)

    def _moves(
        self, legal: list[Any], beside: dict[str, Any] | None = None, instead: list[Any] | None = None
    ) -> list[dict[str, Any]]:
        found = []
        for move, code, gain in zip(legal[::3], legal[1::3], legal[2::3], strict=True):
            way = (beside or {})[str(move)] if code == BY_POSITION else self._ways[move, code]
            found.append(way | {"gain": None if gain is None or way.get("quiet") else signed(gain)})
        for made, *meant in instead or []:
            way = meant[0] if len(meant) == 1 else self._ways[meant[0], meant[1]]
            found.append(way | {"gain": None, "instead": made})
        return found


def expanded(update: dict[str, Any]) -> dict[str, Any]:
    """Return an update for a page that had nothing before, with all its values by name."""
    return update | {"values": Page().take(update)}


def _pairs(numbers: Any) -> dict[int, int]:
    return dict(zip(numbers[::2], numbers[1::2], strict=True))


class LivePage:
    """A page with its live connection."""

    def __init__(self, live: Any, seat: int = 0, **said: Any) -> None:
        """Connect, and show a seat's sheet."""
        self._live = live
        self._page = Page()
        self._number = 0
        self.seen: dict[str, Any] = {"show": seat, "language": "en"}
        live.send_text(json.dumps({**self.seen, **said}))
        self.hear()

    def hear(self) -> dict[str, Any]:
        """Take the next message, which is an update, and return it."""
        update: dict[str, Any] = self._live.receive_json()
        assert "action" not in update, update
        self._page.take(update)
        told = update["first"] + len(update["told"])
        self.seen |= {"boot": update["boot"], "version": update["version"], "told": told}
        return update

    def send(self, what: str, **body: Any) -> int:
        """Send an action, and return its number."""
        self._number += 1
        self._live.send_text(json.dumps({**body, **self.seen, "do": what, "action": self._number}))
        return self._number

    def answer(self) -> dict[str, Any]:
        """Return the next message, which is an answer."""
        found: dict[str, Any] = self._live.receive_json()
        assert "action" in found, "the answer comes before the update"
        return found

    def act(self, what: str, **body: Any) -> None:
        """Do something, and take the update."""
        number = self.send(what, **body)
        answer = self.answer()
        assert (answer["action"], "refused" in answer) == (number, False), answer
        self.hear()

    @property
    def values(self) -> dict[str, Any]:
        """All that the page shows."""
        return self._page.values
