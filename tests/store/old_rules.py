"""Make a small database of a release with other rules, to see later that it breaks nothing: see `data/README.md`.

As in `release.py`, everything is done over HTTP, so that this plays at whichever release it is pointed to.
"""

from typing import Any

from tests.store.release import Browser, Evening, write_release

LEFT_AFTER = {"terminal_dispute": 12, "tou_shi": 12, "starcraft": 110, "rolling_pyramids": 60}
"""By game: the steps of one that is left unfinished, enough that other rules would have decided something otherwise."""

ALONE = {"kind-0": "here", "name-0": "Ana", "dice": "seeded"}
TOGETHER = {**ALONE, "kind-1": "here", "name-1": "Ben"}
GAMES: dict[str, tuple[dict[str, str], ...]] = {
    "terminal_dispute": (TOGETHER,),
    "tou_shi": (ALONE,),
    "starcraft": (
        {**TOGETHER, "option-race-0": "protoss", "option-race-1": "zerg"},
        {**TOGETHER, "option-race-0": "protoss", "option-race-1": "terran"},
    ),
    "rolling_pyramids": (ALONE, TOGETHER),
}
"""By game: the forms of its tables."""


class ShortEvening(Evening):
    """Somebody who plays every game to the end, and then leaves another one of each."""

    def run(self) -> None:
        ana = self.people["ana"]
        for game, forms in GAMES.items():
            if ana.ask("GET", f"/new/{game}").status_code != 200:
                continue
            for number, form in enumerate(forms, start=1):
                seated = dict.fromkeys(range(sum(name.startswith("kind-") for name in form)), ana)
                self.tables[f"{game} {number}, finished"] = table = ana.send(f"/new/{game}", **form)
                self.play(table, seated)
                self.tables[f"{game} {number}, left"] = table = ana.send(f"/new/{game}", **form)
                self.play(table, seated, LEFT_AFTER[game])
        self.play_daily(ana)

    def play_daily(self, ana: Browser) -> None:
        """Play a daily game and the same dice again, where a release has these."""
        if ana.ask("GET", "/daily").status_code != 200:
            return
        self.tables["daily, finished"] = table = ana.send(f"/daily/{self.day}/rolling_pyramids", name="Ana")
        self.play(table, {0: ana})
        first = self.tables["rolling_pyramids 1, finished"]
        self.tables["the same dice, finished"] = again = ana.send(f"/table/{first}/same", **{"kind-0": "here"})
        self.play(again, {0: ana})

    def notes(self) -> dict[str, Any]:
        ana = self.people["ana"]
        return {"day": self.day, "token": ana.token, "tables": self.tables, "listed": ana.tables()}


if __name__ == "__main__":
    write_release(__doc__, ShortEvening, with_backup=False)
