"""Adapters to the frameworks of others, which the extra ``rollwright[rl]`` installs: Gymnasium, PettingZoo, OpenSpiel.

Each framework has a module of its own, which imports it: ``gymnasium_env`` and ``vector_env``, ``pettingzoo_env``,
``openspiel_game``. Those of the first two step :class:`rollwright.batch.Single` or :class:`rollwright.batch.Batch`, so
the same seed gives the same games in each. Importing this package registers the games with the frameworks that are
installed.
"""

from contextlib import suppress

from rollwright.core.errors import Missing, missing

FRAMEWORKS = {"gymnasium_env": "gymnasium", "openspiel_game": "open_spiel"}
"""The modules that register games, and the package that each needs."""


def register() -> list[str]:
    """Register all games with the frameworks that are installed; return the names of these, or refuse if there is none.

    What is registered stays so: calling this again changes nothing.
    """
    from importlib import import_module
    from importlib.util import find_spec

    found = [package for package in FRAMEWORKS.values() if find_spec(package)]
    for module, package in FRAMEWORKS.items():
        if package in found:
            import_module(f"rollwright.adapters.{module}").register()
    if not found:
        raise missing("gymnasium", "rl")
    return found


with suppress(Missing):  # told by the module that is imported next
    register()
