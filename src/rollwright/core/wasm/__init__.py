"""A game's rules and search as WebAssembly, for pages: compiled from the same functions as native code.

`wasm_build` compiles functions with Numba and LLVM, `wasm_linker` turns the compiler's object file into a module,
and `engine_file` says which functions of which source a module was made of.
"""
