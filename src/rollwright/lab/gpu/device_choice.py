"""Whether a GPU plays: asked before anything that needs one is imported."""

from collections.abc import Sequence

from rollwright.core.errors import BadOption
from rollwright.core.gpu.device import CPU, GPU, open_device
from rollwright.core.language import Phrase, listed, printable


def plays_on_gpu(device: str, player: object, players: Sequence[object], workers: int, cluster: str | None) -> bool:
    """Return whether a GPU is to play; refuse what it cannot do, and a machine without one.

    `players` are those whose games it plays.
    """
    if device not in {CPU, GPU}:
        raise BadOption(
            Phrase("There is no device '{name}': there are {known}.", name=printable(device), known=listed((CPU, GPU)))
        )
    if device == CPU:
        return False
    if player not in players:
        raise BadOption(
            Phrase(
                "A GPU plays for these players only: {known}. Name one of them, or leave out the GPU.",
                known=listed([str(each) for each in players]),
            )
        )
    if workers != 1 or cluster:
        raise BadOption(Phrase("A GPU plays alone: leave out workers and cluster, or the GPU."))
    open_device()
    return True
