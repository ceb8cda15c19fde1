"""Checks of a game's words: they cover every position, in every language, and the scores add up."""

from collections.abc import Sequence

from rollwright.core.contract import Record, copy
from rollwright.core.face import Words
from rollwright.core.game import Game
from rollwright.core.language import LANGUAGES, Phrase, Speech
from rollwright.testing.playthroughs import (
    Effort,
    Playthrough,
    Step,
    Walk,
    for_all,
    legal_moves,
    looked_at,
    moments,
    seen,
)


def players(seats: int) -> list[Phrase]:
    """Return names of players for a check."""
    return [Phrase("{name}", name=f"player {seat + 1}") for seat in range(seats)]


def words_fit_every_moment(game: Game, effort: Effort) -> None:
    """Every position and every step is put into words for each seat, and the rows of a score add up to it.

    The words for a seat are made from its concealed position, and every sentence is in every catalogue.
    """
    rules, words = game.rules(), game.words
    speeches = [game.speech(language) for language in LANGUAGES]

    def check(played: Playthrough) -> None:
        walk = Walk(game, played, rules)
        names = players(played.seats)
        before = copy(walk.position)
        chosen = moments(game, played, rules, effort)
        for number, position in enumerate(walk):
            if number not in chosen:
                before = copy(position)
                continue
            phrases: list[Phrase] = []
            for seat in range(played.seats):
                view = seen(rules, position, seat)
                rows = words.score_rows(view, seat)
                assert sum(row.halves for row in rows) == rules.score(view, seat), "the rows do not add up"
                phrases += [words.ask(view, seat, names).whole, *words.explain(view, seat)]
                phrases += [phrase for row in rows for phrase in (row.part, row.label)]
                moves = legal_moves(rules, view, seat)
                phrases += _offered(words, view, seat, moves)
                phrases += _reasons(words, view, seat, moves)
                if walk.taken:
                    was = seen(rules, before, seat)
                    phrases.append(_told(words, walk.taken[-1], was, view, names))
                    phrases += words.account(was, view, names)
            _check_said(phrases, speeches)
            before = copy(position)
        _check_said(words.closing(before), speeches)

    for_all(game, effort, effort.plain_examples, check)


def _offered(words: Words, view: Record, seat: int, moves: list[int]) -> list[Phrase]:
    """Return the descriptions of a seat's moves, which must differ, and the guide's sentence, if any."""
    proposed = [words.describe(view, seat, move) for move in moves]
    assert len({str(phrase) for phrase in proposed}) == len(proposed), "two moves are described alike"
    guided = words.guide(view, seat)
    return [*proposed, guided[1]] if guided else proposed


def _reasons(words: Words, view: Record, seat: int, moves: list[int]) -> list[Phrase]:
    """Return why one move may have been better than another, for two pairs; the position stays as it is."""
    before = view.tobytes()
    pairs = [(moves[0], moves[-1]), (moves[-1], moves[len(moves) // 2])] if len(moves) > 1 else []
    found = [words.reason(view, seat, played, best) for played, best in pairs if played != best]
    assert view.tobytes() == before, "a reason changes the position"
    return [phrase for phrase in found if phrase]


def _told(words: Words, step: Step, before: Record, after: Record, names: list[Phrase]) -> Phrase:
    if step.faces:
        return words.told_roll(before, after, names)
    return words.told_move(before, step.seat, step.move, after, names)


def _check_said(phrases: Sequence[Phrase], speeches: list[Speech]) -> None:
    for say in speeches:
        for phrase in phrases:
            assert say(phrase).strip(), "something is told in no words"
            assert not say.lacks(phrase), f"'{phrase.text}' is not in the {say.language} catalogue"


def position_is_drawn(game: Game, effort: Effort) -> None:
    """Every position can be drawn as text, in every language, and two different sheets look different."""
    rules, draw = game.rules(), game.text.draw

    def check(played: Playthrough) -> None:
        names = players(played.seats)
        drawn: dict[str, bytes] = {}
        for position, _ in looked_at(game, played, rules, effort):
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
