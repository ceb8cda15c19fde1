"""What a page needs to play and to think by itself: a game's rules and search, compiled into one file of its folder,
and the numbers that the search goes by, so that none of them stands in a script."""

from dataclasses import asdict
from typing import Any

from rollwright.bots import guided_playouts, search, secret_plans
from rollwright.bots.analysis import measuring
from rollwright.bots.analysis.playouts import ANALYSIS
from rollwright.bots.guided_playouts import SEARCH
from rollwright.bots.learned_value import learned_value
from rollwright.bots.levels import LEVELS, budgets
from rollwright.bots.playout import SIMULATION
from rollwright.bots.search import has_preferences
from rollwright.bots.secret_plans import SECRET_PLANS, has_secrets
from rollwright.bots.valued_playouts import VALUED
from rollwright.core.digests.function_digest import functions_digest
from rollwright.core.game import Game
from rollwright.core.native.declaration import ADVICE, RULES, Library
from rollwright.core.wasm.engine_file import FORMAT, with_description


def engine_functions(game: Game) -> Library:
    """Return the functions that a page can call."""
    secret = SECRET_PLANS if has_secrets(game) else ()
    valued = VALUED if any(budget.by_value for budget in budgets(game).values()) else ()
    return (*RULES, *ADVICE, *SIMULATION, *SEARCH, *valued, *secret, *ANALYSIS)


def description(game: Game) -> dict[str, Any]:
    """Return what the file of a game's engine says about itself if it is made of the present source."""
    functions, rules = engine_functions(game), game.rules(compiled=False)
    return {
        "format": FORMAT,
        "game": game.name,
        "source": functions_digest(functions, game.bindings, rules.state),
        "state": rules.state.itemsize,
        "max_moves": rules.max_moves,
        "max_dice": rules.max_dice,
        "max_decisions": game.max_decisions,
        "functions": {each.name: [argument.value for argument in each.arguments] for each in functions},
    }


def build_engine(game: Game) -> bytes:
    """Compile a game's engine; this takes some ten seconds."""
    from rollwright.core.wasm.wasm_build import build_module

    module = build_module(game.name, game.bindings, engine_functions(game), game.rules(compiled=False).state)
    return with_description(module, description(game))


def search_facts(game: Game) -> dict[str, Any]:
    """Return what the search of a page goes by: levels, learned weights, which moves are secret, and the constants."""
    known = budgets(game)
    return {
        "levels": {name: {**asdict(known[name]), "seconds": level.seconds} for name, level in LEVELS.items()},
        "guided": has_preferences(game),
        "weights": learned_value(game).weights.tolist(),
        "secret": [[form.layout[0], form.layout[1]] for form in game.moves.forms if form.secret],
        "search": _constants(search, "CHUNK", "CHUNK_BY_VALUE", "LEAST", "SHOWN", "TOLD")
        | _constants(search, "ORDER", "SEARCHING", "TELLING", "LOOKING")
        | _constants(guided_playouts, "TO_THE_END", "VALUE_UNIT", "WORTH", "HALVES", "SHARE", "KEPT"),
        "plans": _constants(secret_plans, "PLANS", "LONGEST", "LEAST_TRIALS", "AT_ONCE", "PLANNING", "TRYING"),
        "measure": _constants(measuring, "SHOWN", "WIDE", "SEARCHING", "FOLLOWED", "FOLLOWING", "PROBE")
        | _constants(measuring, "FIRST", "AFRESH", "NEXT", "WORTH_IN_LEAD", "SHARE_IN_LEAD"),
    }


def _constants(module: Any, *names: str) -> dict[str, int]:
    return {name.lower(): getattr(module, name) for name in names}
