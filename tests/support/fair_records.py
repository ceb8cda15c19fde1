"""Records with fair dice in which somebody has exchanged something."""

from collections.abc import Mapping

from rollwright.core.dice import number_commitment
from rollwright.records import read


def with_lines(text: str, changed: Mapping[str, str | None]) -> str:
    """Return a record with other values of some lines of its header; None removes a line."""
    lines = []
    for line in text.splitlines():
        name = line.partition(":")[0]
        value = changed.get(name, "") if name in changed else ""
        if name not in changed:
            lines.append(line)
        elif value is not None:
            lines.append(f"{name}: {value}")
    return "\n".join(lines) + "\n"


def altered_numbers(text: str) -> dict[str, tuple[str, str]]:
    """Return a record of two players with something exchanged about their numbers, and what must be said about it."""
    proof = read(text).proof
    assert proof
    (one, other), (first, second) = proof.nonces, proof.committed
    swapped, disorder = "The number of {} does not match", "does not show that everyone committed before any number"

    def moved(seed: str, seat: int, number: str) -> str:
        return number_commitment(seed, seat, number)

    changes: dict[str, tuple[dict[str, str | None], str]] = {
        "another number": ({"fair-nonces": f"{one}, {other[::-1]}"}, swapped.format("Ben")),
        "numbers of each other": ({"fair-nonces": f"{other}, {one}"}, swapped.format("Ana")),
        "another commitment": ({"fair-committed": f"{first[::-1]}, {second}"}, swapped.format("Ana")),
        "commitments of each other": ({"fair-committed": f"{second}, {first}"}, swapped.format("Ana")),
        "a commitment for another seat": (
            {"fair-committed": f"{first}, {moved(proof.commitment, 0, other)}"},
            swapped.format("Ben"),
        ),
        "a commitment for another table": (
            {"fair-committed": f"{first}, {moved('0' * 64, 1, other)}"},
            swapped.format("Ben"),
        ),
        "a number before the closing": ({"fair-order": "commit 0, commit 1, reveal 0, close, reveal 1"}, disorder),
        "a commitment after a number": ({"fair-order": "commit 0, close, reveal 0, commit 1, reveal 1"}, disorder),
        "no closing": ({"fair-order": "commit 0, commit 1, reveal 0, reveal 1"}, disorder),
        "no order": ({"fair-order": None}, disorder),
        "twice": ({"fair-order": "commit 0, commit 1, close, reveal 0, reveal 1, reveal 1"}, disorder),
        "a number without a commitment": ({"fair-committed": f"{first}, -"}, disorder),
        "a number given openly after a commitment": (
            {"fair-committed": f"{first}, -", "fair-order": "commit 0, give 1, close, reveal 0"},
            disorder,
        ),
        "a number given openly after the closing": (
            {"fair-committed": f"{first}, -", "fair-order": "commit 0, close, give 1, reveal 0"},
            disorder,
        ),
        "a number given openly after another was shown": (
            {"fair-committed": f"{first}, -", "fair-order": "commit 0, close, reveal 0, give 1"},
            disorder,
        ),
        "a number that is missing": ({"fair-nonces": f"{one}, -"}, disorder),
    }
    return {what: (with_lines(text, changed), sentence) for what, (changed, sentence) in changes.items()}
