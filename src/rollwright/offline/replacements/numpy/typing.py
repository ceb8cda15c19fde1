"""The names of types in annotations."""

from .arrays import ndarray as NDArray  # noqa: N812

__all__ = ["NDArray"]
