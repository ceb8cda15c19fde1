"""Checks of what a game says: something for every moment, in every language, and scores that add up."""

from rollwright.core.contract import copy
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES, Phrase
from rollwright.testing.play import Effort, Playthrough, Walk, for_all


def players(seats: int) -> list[Phrase]:
    """Return names for the players of a check."""
    return [Phrase("{name}", name=f"player {seat + 1}") for seat in range(seats)]


def words_fit_every_moment(game: Game, effort: Effort) -> None:
    """At every position each seat is told what is asked, every step is told, and the score's rows add up to it."""
    rules, words = game.rules(), game.words
    speeches = [game.speech(language) for language in LANGUAGES]

    def check(played: Playthrough) -> None:
        walk = Walk(game, played, rules)
        names = players(played.seats)
        before = copy(walk.position)
        for position in walk:
            phrases: list[Phrase] = [words.ask(position, seat, names) for seat in range(played.seats)]
            phrases += words.explain(position, 0)
            if walk.taken:
                step = walk.taken[-1]
                phrases.append(
                    words.told_roll(before, position, names)
                    if step.faces
                    else words.told_move(before, step.seat, step.move, position, names)
                )
            assert all(say(phrase).strip() for phrase in phrases for say in speeches), "something is told in no words"
            for seat in range(played.seats):
                rows = words.score_rows(position, seat)
                assert sum(row.halves for row in rows) == rules.score(position, seat), "the rows do not add up"
            before = copy(position)
        assert all(say(phrase) for phrase in words.closing(before) for say in speeches)

    for_all(game, effort, effort.plain_examples, check)


def position_is_drawn(game: Game, effort: Effort) -> None:
    """Every position can be drawn as text, in every language, and two different sheets look different."""
    rules, draw = game.rules(), game.part("text").draw

    def check(played: Playthrough) -> None:
        names = players(played.seats)
        drawn: dict[str, bytes] = {}
        for position in Walk(game, played, rules):
            for language in LANGUAGES:
                text = draw(position, names, game.speech(language), range(played.seats))
                assert all(f"player {seat + 1}" in text for seat in range(played.seats)), "a seat is not drawn"
                assert all(line == line.rstrip() for line in text.splitlines()), "a drawn line ends in spaces"
            drawn[text] = position.tobytes()
        assert len(drawn) > 1, "every position is drawn alike"
        one = draw(position, names, game.speech(), [played.seats - 1])
        assert f"player {played.seats}" in one
        assert "player 1" not in one or played.seats == 1, "a sheet is drawn that was not asked for"

    for_all(game, effort, max(2, effort.plain_examples // 3), check)


CHECKS = (words_fit_every_moment, position_is_drawn)
