"""Compiled functions as a native library on disk, which is loaded without importing the compiler.

`declaration` says what a function's arguments are, `make` compiles functions with Numba, `linker` turns the compiler's
object file into code that runs wherever it is mapped, and `library` keeps that on disk and loads it.
`game_libraries` has those of one game.
"""
