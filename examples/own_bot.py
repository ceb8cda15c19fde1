"""A game with one's own bot: it looks at what every move brings, and takes care to keep a choice."""

import argparse

import rollwright


def careful(position: rollwright.Position) -> rollwright.Move:
    """Take the most points at once; among equals, the move that leaves most moves for the next time."""

    def worth(move: rollwright.Move) -> tuple[float, int]:
        return move.gain or 0, len(position.after(move).legal())

    return max(position.legal(), key=worth)


def main() -> None:
    """Play one game move by move, then many against random play."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=200)
    games = asked.parse_args().games

    table = rollwright.open("terminal_dispute", seats=2, seed=7, names=["careful", "random"])
    while not table.over:
        seat = table.waiting[0]
        position = table.view(seat)
        table.play(careful(position) if seat == 0 else position.random.choice(position.legal()))
    print(table)
    print(f"careful {table.score(0):g}, random {table.score(1):g}")
    print(rollwright.duel("terminal_dispute", careful, "random", games).summary())


if __name__ == "__main__":
    main()
