"""Packages that only some parts need: what is missing is told with the command that installs it."""

from importlib import import_module

from rollwright.core.errors import Missing
from rollwright.core.language import Phrase


def missing(module: str, extra: str) -> Missing:
    """Return the refusal that says which package is missing and how to install it."""
    command = f"pip install 'rollwright[{extra}]'"
    return Missing(
        Phrase("This needs the package {module}, which is not installed: run `{command}`.", module=module,
               command=command)
    )  # fmt: skip


def need(module: str, extra: str) -> None:
    """Import a module of an extra; if a package is missing, refuse with the command that installs it.

    >>> need("json", "lab")
    >>> need("no_such_module", "lab")
    Traceback (most recent call last):
    rollwright.core.errors.Missing: This needs the package no_such_module, which is not installed: run `pip install \
'rollwright[lab]'`.
    """
    try:
        import_module(module)
    except ModuleNotFoundError as fault:
        name = (fault.name or module).partition(".")[0]
        if name == "rollwright":
            raise
        raise missing(name, extra) from fault
