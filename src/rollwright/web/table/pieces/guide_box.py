"""The guide on a table's page."""

from markupsafe import escape

from rollwright.core.language import Phrase, Speech


def guide_html(guide: tuple[str, Phrase], say: Speech, *, first: bool) -> str:
    """Return what the guide says about a part, as HTML; `first` if it is shown without being asked."""
    part, told = guide
    named = f'data-guide="{escape(part)}" data-first="{int(first)}" aria-label="{escape(say("Guide"))}"'
    return (
        f'<aside class="guide" {named}>'
        f"<p>{escape(say(told))}</p>"
        f'<button type="button" data-do="guide-off">{escape(say("Hide the guide"))}</button></aside>'
    )
