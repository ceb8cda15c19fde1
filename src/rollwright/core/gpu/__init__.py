"""The rules on a graphics processor: the very same functions, one thread a game.

Nothing here is imported unless a GPU is asked for: numba-cuda is an extra, and Numba takes a second to import.
"""
