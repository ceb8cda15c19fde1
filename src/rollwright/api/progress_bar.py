"""A line that shows how far something is: in a terminal, in a notebook, or nowhere."""

import sys
import time
from collections.abc import Callable
from typing import Any

from rollwright.core.errors import BadOption
from rollwright.core.language import Phrase

Progress = bool | Callable[[int, int], None] | None
"""Whether to show progress: None where somebody sees it; or a function of what is done and of how much there is."""

WIDTH = 40
PATIENCE = 0.5
"""Seconds before anything is shown, and between two pictures of it."""


def follower(progress: Progress, total: int, what: str) -> Callable[[int], None]:
    """Return a function that is told how much is done, and shows it as was asked."""
    if total < 1:
        raise BadOption(Phrase("Play at least one game."))
    if callable(progress):
        return lambda done: progress(done, total)
    if progress is False:
        return lambda done: None
    notebook = _notebook()
    if notebook is None and not (progress or sys.stderr.isatty()):
        return lambda done: None
    return _Bar(total, what, notebook)


class _Bar:
    """A bar that draws itself anew now and then, and goes away when all is done."""

    def __init__(self, total: int, what: str, notebook: Any) -> None:
        self._total, self._what, self._notebook = total, what, notebook
        self._next = time.monotonic() + PATIENCE
        self._shown: Any = None

    def __call__(self, done: int) -> None:
        now, ended = time.monotonic(), done >= self._total
        if now < self._next and not (ended and self._shown):
            return
        self._next = now + PATIENCE
        if self._notebook is not None:
            self._in_notebook(done, ended)
        else:
            self._in_terminal(done, ended)

    def _in_terminal(self, done: int, ended: bool) -> None:
        filled = WIDTH * done // self._total
        line = "" if ended else f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done:,} of {self._total:,} {self._what}"
        sys.stderr.write(f"\r\033[K{line}")
        sys.stderr.flush()
        self._shown = True

    def _in_notebook(self, done: int, ended: bool) -> None:
        text = f"{done:,} of {self._total:,} {self._what}"
        bar = "" if ended else f'<progress value="{done}" max="{self._total}"></progress> {text}'
        bundle = {"text/plain": "" if ended else text, "text/html": bar}
        if self._shown is None:
            self._shown = self._notebook(bundle, raw=True, display_id=True)
        elif self._shown is not True:
            self._shown.update(bundle, raw=True)


def _notebook() -> Any:
    """Return IPython's `display` if this runs in a notebook, else None."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display
