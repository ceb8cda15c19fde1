"""The rules pages of the games: their text, with pictures and with the ids of the rules at the margin."""

import re
from collections.abc import Callable, MutableMapping, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

from rollwright.core.game import Game
from rollwright.core.language import N_, Speech
from rollwright.view import Part
from rollwright.view.pictures import ADDRESS, frames, pictures_of

RULE_ID = re.compile(r"<strong>\[([A-Z]{2}-\d\d)\]</strong>")
FIGURE = re.compile(r"<p>(<figure.*?</figure>)</p>", re.DOTALL)

TITLES = (N_("Before"), N_("After"))
"""Above the frames of a picture that has two."""


@cache
def rules_page(game: Game, language: str) -> Markup:
    """Return a game's rules page."""
    text = (game.folder / f"rules.{language}.md").read_text(encoding="utf-8")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("image", _figures(game, game.speech(language)))
    written = markdown.render(text).replace("<th></th>", "<td></td>")  # an empty corner is no header
    written = FIGURE.sub(r"\1", written)  # a figure is no part of a paragraph
    written = RULE_ID.sub(r'<span class="rule-id" id="rule-\1">\1</span>', written)
    return Markup(written)  # our own text, rendered with raw HTML switched off


def _figures(game: Game, say: Speech) -> Callable[..., str]:
    """Return how the images of a rules page are rendered: each names one of the game's pictures."""

    def image(
        renderer: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        token = tokens[place]
        name = str(token.attrs["src"]).removeprefix(ADDRESS)
        drawn = list(frames(game, pictures_of(game)[name], say))
        titles = TITLES if len(drawn) > 1 else ("",)
        shown = "".join(_frame(say(title), frame, say) for title, frame in zip(titles, drawn, strict=True))
        caption = renderer.renderInline(token.children or [], options, env)
        return (
            f'<figure class="illustration themed of-{game.name}" data-picture="{escape(name)}">'
            f'<div class="illustration-frames">{shown}</div><figcaption>{caption}</figcaption></figure>'
        )

    return image


def _caption(part: Part, dice: Sequence[tuple[Part, str]], say: Speech) -> str:
    """Return what a bay of the tray is called, if there are several."""
    return f"<p>{escape(say(part.short))}</p>" if part.short and len(dice) > 1 else ""


def _frame(title: str, drawn: Sequence[tuple[Part, str]], say: Speech) -> str:
    """Return one frame of a picture: its parts below each other, but dice together, as in the tray."""
    told = f'<p class="illustration-when">{escape(title)}</p>' if title else ""
    dice = [(part, svg) for part, svg in drawn if part.where == "dice"]
    bays = "".join(f'<div class="illustration-bay">{_caption(part, dice, say)}{svg}</div>' for part, svg in dice)
    tray = f'<div class="illustration-tray">{bays}</div>' if dice else ""
    rest = "".join(f'<div class="illustration-sheet">{svg}</div>' for part, svg in drawn if part.where != "dice")
    return f'<div class="illustration-frame">{told}{tray}{rest}</div>'
