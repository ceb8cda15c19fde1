"""Turns results into the text and charts of a page."""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Any

from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup

from rollwright.bots.levels import LEVELS, level_name
from rollwright.core.game import Game
from rollwright.core.language import Phrase, Speech, plural, series, together
from rollwright.core.scoring import points
from rollwright.table.deals import is_daily
from rollwright.table.models import Result
from rollwright.table.results import ALONE, PEOPLE
from rollwright.view.charts.bars import bar
from rollwright.view.charts.dots import NARROW, WIDE, Dot, Line, dots
from rollwright.web.http.rendering import Reader
from rollwright.web.results.tally import Kind, Played, Tally, option_named

FEWEST = 3
"""The fewest results for which a trend is drawn."""

MONTHS = 12
"""How many months of a kind of games are shown."""

AGAINST = (ALONE, *LEVELS, PEOPLE)
"""Kinds of opponents, in display order."""


class Shown:
    """Presents results to one reader."""

    def __init__(self, say: Speech, reader: Reader, games: Mapping[str, Game], here: set[str], again: set[str]) -> None:
        """Take the games on the shelf, the tables that can still be looked at, and those that met the same dice."""
        self.say = say
        self.reader = reader
        self.games = games
        self.here = here
        self.again = again

    def game(self, name: str, played: Played) -> dict[str, Any]:
        """Return what is shown for one game."""
        game = self.games.get(name)
        kinds = sorted(played.kinds, key=lambda kind: self._order(game, kind))
        compared = len(played.rows) > 1 or not kinds[0].alone
        trends = [self._trend(game, played, kind) for kind in played.kinds if len(played.last[kind]) >= FEWEST]
        return {
            "name": name,
            "title": self._title(name),
            "playable": game is not None,
            "choices": self._choices(game, kinds[0]) if len({kind.choices for kind in kinds}) == 1 else None,
            "rivalled": played.total.rivalled > 0,
            "facts": self._facts(game, played, kinds),
            "groups": self._groups(game, played, kinds) if compared else [],
            "mixed": self._mixed(game, played),
            "trends": trends,
            "skill": self._skill(game, played),
            "more": plural("{n} more chart", "{n} more charts", len(trends) - 1),
        }

    def _groups(self, game: Game | None, played: Played, kinds: list[Kind]) -> list[dict[str, Any]]:
        """Return a game's results by kind of opponents, grouped by the table's choices where these differ; all bars
        have one scale."""
        scale = [value for each in played.rows.values() for value in (each.best.halves / 2, each.average)]
        low, high = min(0.0, *scale), max(scale)
        groups: dict[tuple[tuple[str, str], ...], dict[str, Any]] = {}
        for kind in kinds:
            rows = [(against, each) for (its, against), each in played.rows.items() if its == kind]
            shown = [
                self._row(against, each, low, high) for against, each in sorted(rows, key=lambda row: _place(row[0]))
            ]
            groups.setdefault(kind.choices, {"title": self._choices(game, kind), "rows": []})["rows"] += shown
        return list(groups.values())

    def _row(self, against: str, each: Tally, low: float, high: float) -> dict[str, Any]:
        """Return the results against one kind of opponents."""
        return {
            "against": against_whom(against),
            "average": self._decimal(each.average),
            "best": points(each.best.halves),
            "href": self._href(each.best),
            "games": self._count(each.games),
            "won": self._count(each.won) if each.rivalled else None,
            "won_here": plural("{n} won", "{n} won", each.won),
            "bar": Markup(bar(each.average, each.best.halves / 2, low, high)),  # drawn by us
        }

    def _skill(self, game: Game | None, played: Played) -> list[dict[str, Any]]:
        """Return what analyses say about each month, in groups of comparable games."""
        groups: dict[Kind, dict[str, Any]] = {}
        for (kind, (year, month)), skill in played.months.items():
            title = self._kind(game, played, kind) if len(played.kinds) > 1 else None
            group = groups.setdefault(kind, {"title": title, "alone": kind.alone, "rows": []})
            if len(group["rows"]) < MONTHS:
                rate = skill.error_rate
                group["rows"].append(
                    {
                        "month": format_skeleton("yMMM", date(year, month, 1), locale=self.say.language),
                        "games": self._count(skill.games),
                        "average": self._decimal(skill.average),
                        "without_luck": self._decimal(skill.without_luck),
                        "lost": self._hundredths(rate) if kind.alone else self._percent(rate),
                    }
                )
        return list(groups.values())

    def listed(self, result: Result) -> dict[str, Any]:
        """Return one result of the list."""
        when = self.reader.moment(result.ended)
        title = self._title(result.game)
        return {
            "title": title,
            "when": self._date(result),
            "moment": self.reader.written_moment(result.ended),
            "stamp": when.isoformat(timespec="seconds"),
            "against": against_whom(result.against),
            "points": points(result.halves),
            "place": _placed(result),
            "href": self._href(result),
            "label": Phrase("Watch {game} from {when} again", game=title, when=self._date(result)),
            "daily": is_daily(result.deal),
            "again": result.table_id in self.again,
            "luck": None if result.luck is None else self._signed(result.luck),
            "analysis": f"{href}?analysis=1" if (href := self._href(result)) else "",
        }

    def _facts(self, game: Game | None, played: Played, kinds: list[Kind]) -> list[dict[str, Any]]:
        """Return the summary numbers of a game; where points are not comparable, the best result names its kind, and
        there is no average."""
        total, alike = played.total, len(kinds) == 1
        facts = [{"what": Phrase("Games"), "number": self._count(total.games), "of": None}]
        if total.rivalled:
            of = Phrase("of {n}", n=self._count(total.rivalled))
            facts.append({"what": Phrase("Won"), "number": self._count(total.won), "of": of})
        kind = next(kind for kind in kinds if played.kinds[kind].best == total.best)
        of_best = None if alike else self._kind(game, played, kind)
        facts.append({"what": Phrase("Best"), "number": points(total.best.halves), "of": of_best})
        if alike:
            facts.append({"what": Phrase("Average"), "number": self._decimal(total.average), "of": None})
        return facts

    def _trend(self, game: Game | None, played: Played, kind: Kind) -> dict[str, Any]:
        """Return the chart of the last results of a kind, in a large and a small version."""
        whole = played.kinds[kind]
        last = list(reversed(played.last[kind]))
        best = Line(whole.best.halves / 2, points(whole.best.halves))
        average = Line(whole.average, self._decimal(whole.average))
        drawn = []
        for frame in (WIDE, NARROW):
            shown = last[-frame.most :]
            title = self.say(Phrase("The last {n} results", n=len(shown)))
            ends = self._date(shown[0]), self._date(shown[-1])
            drawn.append(Markup(dots(list(map(self._dot, shown)), best, average, ends, title, frame)))  # drawn by us
        return {
            "title": self._kind(game, played, kind) if len(played.kinds) > 1 else None,
            "drawn": drawn,
            "best": best.written,
            "average": average.written,
            "lost": any(not _went_well(result) for result in last),
            "daily": any(is_daily(result.deal) for result in last),
        }

    def _dot(self, result: Result) -> Dot:
        parts = [
            Phrase("{when}: {points}", when=self._date(result), points=points(result.halves)),
            against_whom(result.against),
        ]
        if placed := _placed(result):
            parts.append(Phrase("place {place}", place=placed))
        if daily := is_daily(result.deal):
            parts.append(Phrase("daily game"))
        label = self.say(series(parts))
        return Dot(result.halves / 2, label, self._href(result), full=_went_well(result), special=daily)

    def _mixed(self, game: Game | None, played: Played) -> Phrase | None:
        """Say which choices differ among games that are counted together."""
        chosen = Counter(name for name, _ in played.mixed)
        different = [Phrase(each.label) for each in (game.options if game else ()) if chosen[each.name] > 1]
        if len(played.seats - {1}) > 1:
            different.append(Phrase("Number of players"))
        return Phrase("Not distinguished here: {what}.", what=series(different)) if different else None

    def _kind(self, game: Game | None, played: Played, kind: Kind) -> Phrase:
        """Describe a kind, as far as the kinds that were played differ."""
        parts = []
        if len({each.alone for each in played.kinds}) > 1:
            parts.append(Phrase("Alone") if kind.alone else Phrase("Against others"))
        if len({each.choices for each in played.kinds}) > 1 and (choices := self._choices(game, kind)):
            parts.append(choices)
        return together(parts, " · ")

    def _choices(self, game: Game | None, kind: Kind) -> Phrase | None:
        """Describe the choices of a kind."""
        said = []
        for name, value in kind.choices:
            option = option_named(game, name)
            label = next((each.label for each in option.choices if each.name == value), "") if option else ""
            if option is None or len(option.choices) > 1:
                chosen = Phrase(label) if label else value
                said.append(Phrase("{what}: {chosen}", what=Phrase(option.label) if option else name, chosen=chosen))
        return together(said, " · ") if said else None

    def _order(self, game: Game | None, kind: Kind) -> tuple[list[int], bool]:
        """Return the sort key of a kind: by its choices in the order of the game's options, solo games first."""
        places = []
        for name, value in kind.choices:
            option = option_named(game, name)
            names = [choice.name for choice in option.choices] if option else []
            places.append(names.index(value) if value in names else len(names))
        return places, not kind.alone

    def _title(self, name: str) -> str:
        return self.games[name].title if name in self.games else name

    def _href(self, result: Result) -> str:
        """Return the address of a result's replay, if its table still exists."""
        is_there = result.table_id in self.here and result.game in self.games
        return f"/table/{result.table_id}/replay" if is_there else ""

    def _date(self, result: Result) -> str:
        return format_date(self.reader.moment(result.ended), "medium", locale=self.say.language)

    def _count(self, number: int) -> str:
        return format_decimal(number, locale=self.say.language)

    def _decimal(self, number: float) -> str:
        return format_decimal(number, "#,##0.0", locale=self.say.language)

    def _signed(self, number: float) -> str:
        return format_decimal(round(number, 1), "+0.0;−0.0", locale=self.say.language)

    def _hundredths(self, number: float) -> str:
        return format_decimal(number, "0.00", locale=self.say.language)

    def _percent(self, number: float) -> str:
        return format_percent(number, "0.0%", locale=self.say.language)


def against_whom(against: str) -> Phrase:
    """Name a kind of opponents."""
    if against == ALONE:
        return Phrase("Alone")
    if against == PEOPLE:
        return Phrase("Against people")
    return Phrase("Against bots, {level}", level=level_name(against) or against)


def _place(against: str) -> int:
    return AGAINST.index(against) if against in AGAINST else len(AGAINST)


def _placed(result: Result) -> Phrase | None:
    """Say which place the player took; None for a solo game."""
    return Phrase("{place} of {seats}", place=result.place, seats=result.seats) if result.seats > 1 else None


def _went_well(result: Result) -> bool:
    """Say whether a game was won; a solo game counts as won."""
    return result.place == 1
