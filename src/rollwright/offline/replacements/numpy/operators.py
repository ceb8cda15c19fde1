"""The operators of arrays: each works element by element."""

from collections.abc import Callable
from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, sub, truediv
from typing import Any

from .dtypes import bool_, dtype, float64, int64

QUADS, TRUTHS, DOUBLES = dtype(int64), dtype(bool_), dtype(float64)


class Operators:  # noqa: PLW1641 - arrays change, and have no hash
    """What arrays can be combined by."""

    __slots__ = ()

    _fill: Callable[[Any], None]
    _with: Callable[..., Any]
    """Returns what a function makes of each element and another, and may be told the type of the results."""

    def __add__(self, other: Any) -> Any:
        """Add."""
        return self._with(other, add)

    def __sub__(self, other: Any) -> Any:
        """Subtract."""
        return self._with(other, sub)

    def __rsub__(self, other: Any) -> Any:
        """Subtract from a number."""
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        """Multiply."""
        return self._with(other, mul)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Any:
        """Divide."""
        return self._with(other, truediv, DOUBLES)

    def __floordiv__(self, other: Any) -> Any:
        """Divide, rounding down."""
        return self._with(other, floordiv)

    def __mod__(self, other: Any) -> Any:
        """Return the remainders."""
        return self._with(other, mod)

    def __and__(self, other: Any) -> Any:
        """Return the bits, or truths, that both have."""
        return self._with(other, and_)

    def __or__(self, other: Any) -> Any:
        """Return the bits, or truths, that either has."""
        return self._with(other, or_)

    def __neg__(self) -> Any:
        """Return the opposite numbers."""
        return self._with(0, lambda each, _: -each)

    def __invert__(self) -> Any:
        """Return the opposite truths."""
        return self._with(0, lambda each, _: not each, TRUTHS)

    def __iadd__(self, other: Any) -> Any:
        """Add to each element in place."""
        self._fill(self + other)
        return self

    def __isub__(self, other: Any) -> Any:
        """Subtract from each element in place."""
        self._fill(self - other)
        return self

    def __eq__(self, other: object) -> Any:
        """Return where the elements are equal."""
        return self._with(other, eq, TRUTHS)

    def __ne__(self, other: object) -> Any:
        """Return where the elements differ."""
        return self._with(other, ne, TRUTHS)

    def __lt__(self, other: Any) -> Any:
        """Return where the elements are less."""
        return self._with(other, lt, TRUTHS)

    def __le__(self, other: Any) -> Any:
        """Return where the elements are not greater."""
        return self._with(other, le, TRUTHS)

    def __gt__(self, other: Any) -> Any:
        """Return where the elements are greater."""
        return self._with(other, gt, TRUTHS)

    def __ge__(self, other: Any) -> Any:
        """Return where the elements are not less."""
        return self._with(other, ge, TRUTHS)
