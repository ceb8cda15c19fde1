"""Compiles functions of a game into a WebAssembly module; like `native.make`, it imports Numba.

Numba lowers the functions for this machine without optimising them. That code knows nothing of a processor, so it can
be given WebAssembly's sizes and be optimised for them. The same source gives the same bytes on every machine, as long
as Python, Numba and LLVM are the same.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import config, int64, types
from numba.np.arrayobj import make_array, populate_array

from rollwright.core.compiler import LOCK, Bindings
from rollwright.core.native.c_library import C_FUNCTIONS
from rollwright.core.native.declaration import RAISED, NativeFunction
from rollwright.core.native.make import EXCEPTION, EntryTwins, argument_types, element_size, keep_only
from rollwright.core.wasm.wasm_linker import link_module

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
"""What every browser has that this page supports; vectors are not among them."""

PLACE = ir.IntType(32)
WORD = ir.IntType(64)

TARGET = re.compile(r'^target (datalayout|triple) = ".*"$', re.MULTILINE)


def build_module(
    game: str, bindings: Bindings, functions: Sequence[NativeFunction], state: "np.dtype[np.void]"
) -> bytes:
    """Return a module with these functions of a game, whose positions are `state`.

    An exported function takes 32-bit numbers: an array is its address and its shape, a position its address. It returns
    a 64-bit number, RAISED instead of an exception.
    """
    with LOCK, _not_optimised():
        twins = EntryTwins(game, bindings, cached=False)
        compiled = [_Compiled(twins.of(each.function), each, state) for each in functions]  # type: ignore[arg-type]
        entries = compiled[0].context.create_module("entries")
        for each in compiled:
            each.add_entry(entries)
        machine = _target_machine()
        module = llvm.parse_assembly(_retargeted(str(entries), machine))
        for each in compiled:
            module.link_in(llvm.parse_assembly(_retargeted(each.source, machine)))
        names = [each.name for each in functions]
        module.link_in(llvm.parse_assembly(_retargeted(C_FUNCTIONS.replace("i64", "i32"), machine)))
        keep_only(module, {*names, *C_NAMES}, machine, speed=3)
        return link_module(machine.emit_object(module), names)


C_NAMES = frozenset(re.findall(r"@(\w+)\(", "".join(re.findall(r"^define.*$", C_FUNCTIONS, re.MULTILINE))))
"""Functions that the compiler may call on its own."""


class _Compiled:
    """A compiled function and its entry, which takes plain numbers."""

    def __init__(self, twin: Any, declared: NativeFunction, state: "np.dtype[np.void]") -> None:
        self._declared = declared
        signature = argument_types(declared, state)
        twin.compile(signature)
        self.source: str = twin.inspect_llvm(signature)
        found = twin.overloads[signature]
        self._description = found.fndesc
        self.context = found.target_context

    def add_entry(self, module: ir.Module) -> None:
        """Add the entry of the function, which has its plain name."""
        found = self._description
        calling = self.context.call_conv
        callee = ir.Function(module, calling.get_function_type(found.restype, found.argtypes), found.llvm_func_name)
        sizes = [1 + (each.ndim if isinstance(each, types.Array) else 0) for each in found.argtypes]
        entry = ir.Function(module, ir.FunctionType(WORD, [PLACE] * sum(sizes)), self._declared.name)
        builder = ir.IRBuilder(entry.append_basic_block("entry"))
        given = iter(entry.args)
        values = [
            self._value(builder, kind, [next(given) for _ in range(size)])
            for kind, size in zip(found.argtypes, sizes, strict=True)
        ]
        status, answer = calling.call_function(builder, callee, found.restype, found.argtypes, values)
        with builder.if_then(status.is_error, likely=False):
            builder.ret(WORD(RAISED))
        if found.restype == types.none:
            builder.ret(WORD(0))
        else:
            builder.ret(self.context.cast(builder, answer, found.restype, int64))

    def _value(self, builder: ir.IRBuilder, kind: Any, given: list[ir.Value]) -> ir.Value:
        """Return an argument as the compiled function takes it."""
        if isinstance(kind, types.Record):
            return builder.inttoptr(given[0], self.context.get_value_type(kind))
        if not isinstance(kind, types.Array):
            return builder.sext(given[0], WORD)
        array = make_array(kind)(self.context, builder)  # type: ignore[no-untyped-call]
        shape = [builder.zext(each, WORD) for each in given[1:]]
        size = self.context.get_constant(types.intp, element_size(kind))
        strides: list[ir.Value] = [size]
        for each in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], each))
        data = builder.inttoptr(given[0], array.data.type)
        populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)  # type: ignore[no-untyped-call]
        return array._getvalue()


@contextmanager
def _not_optimised() -> Iterator[None]:
    """Have Numba leave its code as it is first: what it optimises for this machine fits no other."""
    settings: Any = config
    before = settings.OPT
    settings.OPT = type(before)(0)
    try:
        yield
    finally:
        settings.OPT = before


def _target_machine() -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(cpu="generic", features=FEATURES, opt=3)


def _retargeted(source: str, machine: llvm.TargetMachine) -> str:
    """Return code for this machine as code for WebAssembly."""
    lines = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    return lines + EXCEPTION.sub(r"\1 zeroinitializer", TARGET.sub("", source))
