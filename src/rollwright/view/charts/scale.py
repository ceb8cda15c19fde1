"""Round numbers for the scales of charts."""


def round_step(least: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 and so on that is at least `least`.

    >>> [round_step(least) for least in (0.3, 4, 50, 12_000)]
    [1, 5, 50, 20000]
    """
    tens = 1
    while 5 * tens < least:
        tens *= 10
    return next(size for size in (tens, 2 * tens, 5 * tens) if size >= least)
