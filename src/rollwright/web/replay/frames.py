"""A replay as one page shows it: for one sheet, viewer and language."""

import gzip
import json
import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from rollwright.core.contract import Record
from rollwright.core.language import Phrase, Speech, series
from rollwright.core.scoring import points, signed
from rollwright.table.replay import Frame, Replay
from rollwright.table.story import DICE
from rollwright.view import Part, Pen, draw_parts, draw_thumbnail
from rollwright.view.art import emblem_html, emblem_key
from rollwright.view.charts.lines import stepped
from rollwright.web.replay.access import ReplayViewer
from rollwright.web.table.pieces.player_row import PlayerRow, told_level
from rollwright.web.table.pieces.scenes import scenes
from rollwright.web.table.pieces.sheet import Values, score, sheet

CHUNK_SIZE = 16
"""Frames per chunk: the first is sent whole, the others as changes. The scripts use the same number."""

COMPRESSION_LEVEL = 6
"""The gzip level of chunks, which are compressed once and cached."""


_HINTS = re.compile(r' (?:class|aria-label|data-[\w-]+)="[^"]*"')


@dataclass(frozen=True)
class Perspective:
    """How a page shows a replay: whose sheet, and in which language."""

    replay_viewer: ReplayViewer
    sheet: int
    language: str

    @property
    def viewer(self) -> int:
        """The viewer as which the sheet is seen."""
        return self.replay_viewer.viewer_for(self.sheet)

    @property
    def key(self) -> tuple[int, int, str]:
        """The cache key: a snapshot of a table looks the same to all perspectives with this key."""
        return self.sheet, self.viewer, self.language

    @property
    def known(self) -> tuple[object, ...]:
        """A value that changes whenever what this viewer may see changes."""
        return self.replay_viewer.known_to(self.viewer)


class ReplayView:
    """A replay as one page shows it."""

    def __init__(self, replay: Replay, look: Perspective) -> None:
        """Create a view of a replay; everything is computed on demand and cached."""
        self.replay = replay
        self.played = replay.played
        self.sheet, self.viewer, self.known = look.sheet, look.viewer, look.known
        self.say: Speech = self.played.game.speech(look.language).naming(self.played.players)
        self.frames = replay.frames(self.viewer)
        self._levels = look.replay_viewer.levels
        self._totals = [look.replay_viewer.shows_total(seat, self.viewer) for seat in range(self.played.opened.seats)]
        self._chunks: dict[int, bytes] = {}

    @cached_property
    def index(self) -> dict[str, Any]:
        """All steps in words, everybody's points at each, and a digest of all this as a key."""
        told: dict[str, Any] = {
            "steps": [self._step(i, frame) for i, frame in enumerate(self.frames)],
            "over": self.played.over,
            "alike": self.is_alike,
            "chart": self._chart,
        }
        digest = sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()
        return told | {"sheet": self.sheet, "key": digest[:16]}

    @property
    def is_alike(self) -> bool:
        """Whether all sheets have the same steps: nothing is secret, or the game is over."""
        return self.played.over or not (self.played.game.secrets or self.played.game.hidden_totals)

    def _step(self, i: int, frame: Frame) -> dict[str, Any]:
        step = {"at": frame.name, "round": frame.round_no, "text": self.say(frame.said), "seat": frame.seat}
        if frame.more:
            step["more"] = [self.say(phrase) for phrase in frame.more]
        if frame.seat == DICE and i:
            step["dice"] = True
        gains = {
            seat: signed(line[i] - line[i - 1]) for seat, line in self._lines.items() if i and line[i] != line[i - 1]
        }
        return step | ({"gains": gains} if gains else {})

    @cached_property
    def _lines(self) -> dict[int, list[int]]:
        """The half points of each visible seat at every frame; once the game is over, as that seat knows them."""
        shown = [seat for seat, total in enumerate(self._totals) if total]
        return {seat: [self._halves(frame, seat) for frame in self.frames] for seat in shown}

    def _halves(self, frame: Frame, seat: int) -> int:
        viewer = seat if self.played.over else self.viewer
        return int(self.played.rules.score(self.replay.seen(frame, viewer), seat))

    @cached_property
    def _chart(self) -> str:
        """The chart of all visible points, as SVG."""
        if not self._lines:
            return ""
        names = [self.say(name) for name in self.played.players]
        lines = [
            [half / 2 for half in self._lines[seat]] if seat in self._lines else None for seat in range(len(names))
        ]
        return stepped(lines, names, [frame.round_no for frame in self.frames], self.say(self._summary))

    @property
    def _summary(self) -> Phrase:
        """The chart in words."""
        each = [
            Phrase("{name} {points}", name=self.played.players[seat], points=points(line[-1]))
            for seat, line in self._lines.items()
        ]
        return Phrase("Points at every step. At the last one: {points}", points=series(each))

    def values(self, i: int) -> Values:
        """Draw one frame."""
        known = self.replay.seen(self.frames[i], self.viewer)
        game, pen = self.played.game, Pen(self.say, totals=self._totals[self.sheet])
        values = sheet(game, known, self.sheet, pen)
        values["scenes"] = scenes(game, known, self.sheet, pen)
        values["html/score"] = score(game, known, self.sheet, self.say.names[self.sheet], pen)
        return values | {
            f"html/replay-player-{seat}": self._player(i, known, seat) for seat in range(len(self._totals))
        }

    def _player(self, i: int, known: Record, seat: int) -> str:
        size, drawn = draw_thumbnail(self.played.game, known, seat)
        level = self._levels[seat]
        row = PlayerRow(
            seat=seat,
            name=self.say.names[seat],
            shown=seat == self.sheet,
            size=size,
            emblem=emblem_html(self.played.game, emblem_key(self.played.game, self.played.opened.setting, seat), seat),
            hidden=seat not in self._lines,
            level=told_level(level, self.say),
        )
        return row.html(self.say, drawn, "" if row.hidden else points(self._lines[seat][i]))

    def parts(self, i: int) -> list[Part]:
        """Return the parts of the sheet in a frame."""
        known, pen = self.replay.seen(self.frames[i], self.viewer), Pen(self.say)
        return draw_parts(self.played.game, known, self.sheet, pen)

    def chunk(self, i: int) -> bytes:
        """Return the chunk that contains a frame, as compressed JSON."""
        first = i - i % CHUNK_SIZE
        if first not in self._chunks:
            content = json.dumps(self._drawn(first), ensure_ascii=False).encode()
            self._chunks[first] = gzip.compress(content, COMPRESSION_LEVEL, mtime=0)
        return self._chunks[first]

    def _drawn(self, first: int) -> dict[str, Any]:
        """Draw a chunk: the first frame whole, the others as changes, in which a removed value is null."""
        now = self.values(first)
        before = self.values(first - 1) if first else now
        frames = [_frame(now, before, now)]
        for i in range(first + 1, min(first + CHUNK_SIZE, len(self.frames))):
            before, now = now, self.values(i)
            frames.append(_frame(_changes(before, now), before, now))
        return {"key": self.index["key"], "first": first, "frames": frames}


def _changes(before: Values, now: Values) -> Values:
    """Return the values that have changed."""
    gone = {name: None for name in before if name not in now}
    return gone | {name: value for name, value in now.items() if name not in before or before[name] != value}


def _frame(sent: Values, before: Values, now: Values) -> dict[str, Any]:
    """Return a frame as it is sent: its values, the groups whose drawing has changed, and whether it has scenes."""
    groups = [name for name in now if name.startswith("svg/")]
    changed = [name[4:] for name in groups if _bare(now[name]) != _bare(before.get(name, ""))]
    fresh = now["scenes"] != before["scenes"] and bool(now["scenes"]["frames"])
    return {"values": sent, "changed": changed, "scenes": fresh}


def _bare(markup: str) -> str:
    """Return a drawing without the markup of interaction."""
    return _HINTS.sub("", markup)
