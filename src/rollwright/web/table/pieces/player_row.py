"""One row of a list of players, at a table or in its replay."""

from dataclasses import dataclass

from markupsafe import escape

from rollwright.bots.levels import level_name
from rollwright.core.language import Speech


def told_level(level: str, say: Speech) -> str:
    """Return the name of a bot's level, or what it was called in an older release."""
    named = level_name(level)
    return say(named) if named else level


@dataclass(frozen=True)
class PlayerRow:
    """What a row shows of a player, in the reader's words."""

    seat: int
    name: str
    shown: bool
    """Whether this player's sheet is the one that is shown."""
    size: tuple[int, int]
    """The size of the thumbnail."""
    emblem: str
    """The player's emblem, as SVG."""
    hidden: bool = False
    """Whether the points are hidden."""
    level: str = ""
    """The level of a bot; empty for a person."""
    playing: bool = False
    """Whether it is said what the player is doing."""
    yours: bool = False
    lent: bool = False
    away: bool = False
    present: bool = False
    lendable: bool = False
    takeable: bool = False

    def html(self, say: Speech, thumbnail: str = "", points: str = "") -> str:
        """Return the row as HTML. At a table, its script fills in what changes often: thumbnail, points and status."""
        width, height = self.size
        current = ' aria-current="true"' if self.shown else ""
        return (
            f'<button type="button" data-show="{self.seat}"{current}>{self.emblem}'
            f'<svg class="thumbnail" data-thumbnail="{self.seat}" viewBox="0 0 {width} {height}" aria-hidden="true">'
            f"{thumbnail}</svg>"
            f'<span class="who">{self._dot()}<strong>{escape(self.name)}</strong>{self._badges(say)}{self._status()}'
            f'</span><span class="points">{self._points(say, points)}</span>\n</button>{self._buttons(say)}'
        )

    def _dot(self) -> str:
        if not (self.away or self.present):
            return ""
        return f'<span class="dot{" present" if self.present else ""}" aria-hidden="true"></span> '

    def _badges(self, say: Speech) -> str:
        told = [("badge", say("you"))] if self.yours else []
        if self.level:
            told.append(("badge", say("bot, {level}", level=self.level)))
        elif self.lent:
            told.append(("badge absent", say("a bot plays")))
        elif self.away:
            told.append(("badge absent", say("away")))
        return "".join(f' <span class="{kind}">{escape(each)}</span>' for kind, each in told)

    def _status(self) -> str:
        if not self.playing:
            return ""
        clock = f'<span class="clock small" data-clock="{self.seat}"></span>'
        return f'<br><span class="small" data-status="{self.seat}"></span> {clock}'

    def _points(self, say: Speech, points: str) -> str:
        if self.hidden:
            told = escape(say("points hidden until the end"))
            return f'<span aria-hidden="true">–</span> <span class="hidden">{told}</span>'
        return f'<span class="hidden">{escape(say("points:"))}</span> <span data-scored="{self.seat}">{points}</span>'

    def _buttons(self, say: Speech) -> str:
        take = f'<button type="button" class="beside" data-do="take">{escape(say("Take this seat"))}</button>'
        let = escape(say("Let a bot play for {name}", name=self.name))
        lend = f'<button type="button" class="beside" data-do="lend" data-seat="{self.seat}">{let}</button>'
        return f"{take if self.takeable else ''}{lend if self.lendable else ''}"
