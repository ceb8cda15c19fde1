"""Charts by Altair: one description for a page that can be pointed at and for a picture."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rollwright.core.errors import need
from rollwright.lab.statistics import distribution

if TYPE_CHECKING:
    import altair


def histogram(columns: Mapping[str, NDArray[np.float64]], title: str) -> "altair.Chart":
    """Return the distributions of several players' scores in the same bins, drawn behind each other."""
    need("altair", "lab")
    import altair

    found = distribution(list(columns.values()))
    names = [name for name, _ in found]
    rows = [
        {"score": score, "who": who, "share": count / len(columns[who])}
        for score, counts in found
        for who, count in zip(columns, counts, strict=True)
    ]
    chart = altair.Chart(altair.Data(values=rows), title=title)  # type: ignore[no-untyped-call]
    drawn: altair.Chart = (
        chart.mark_bar(opacity=0.6)
        .encode(
            x=altair.X("score:O", sort=names, title="score"),
            y=altair.Y("share:Q", stack=None, axis=altair.Axis(format="%"), title="share of the games"),
            color=altair.Color("who:N", sort=list(columns), title=None),
            tooltip=["who:N", "score:O", altair.Tooltip("share:Q", format=".1%")],
        )
        .properties(width=480, height=240)
    )
    return drawn
