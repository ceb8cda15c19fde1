"""Compiles functions into a native library; the only module here that imports Numba.

A library must be self-contained. What is not plain integer work (an allocation, a call of Python) leaves a symbol that
is not defined, and `linker` refuses it.
"""

import re
from collections.abc import Sequence
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import float32, from_dtype, int8, int64, njit, types
from numba.np.arrayobj import make_array, populate_array

from rollwright.core.compiler import LOCK, Twins
from rollwright.core.native import layout
from rollwright.core.native.c_library import C_FUNCTIONS
from rollwright.core.native.declaration import RAISED, Argument, NativeFunction
from rollwright.core.native.linker import Image, link

# A table by which a switch chooses among constant arrays would hold absolute addresses, which a library cannot have.
llvm.set_option("rollwright", "--switch-to-lookup=false")

WORD = ir.IntType(64)

EXCEPTION = re.compile(r'^(@"?\.const\.picklebuf\.[^=]*= .*constant \{[^}]*\}) \{.*$', re.MULTILINE)
"""The description of an exception, a constant with absolute addresses; only that something was raised is reported."""


class EntryTwins(Twins):
    """Makes compiled twins for a library: Python cannot call them, which saves a third of the time."""

    @staticmethod
    def _compile(function: FunctionType, folder: object) -> Any:
        settings: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
        return njit(nogil=True, error_model="numpy", **settings)(function)


def make_image(twins: EntryTwins, functions: Sequence[NativeFunction], state: "np.dtype[np.void]") -> Image:
    """Compile functions of a game whose positions are `state`."""
    with LOCK:
        compiled = [_Compiled(twins.of(each.function), each, state) for each in functions]  # type: ignore[arg-type]
        entries = compiled[0].context.create_module("entries")
        for each in compiled:
            each.add_entry(entries)
        module = llvm.parse_assembly(str(entries))
        for each in compiled:
            module.link_in(llvm.parse_assembly(EXCEPTION.sub(r"\1 zeroinitializer", each.source)))
        machine = _target_machine()
        keep_only(module, {each.name for each in functions}, machine)
        module.link_in(llvm.parse_assembly(C_FUNCTIONS))
        return link(machine.emit_object(module), [each.name for each in functions])


def argument_types(declared: NativeFunction, state: "np.dtype[np.void]") -> tuple[Any, ...]:
    """Return what Numba calls the arguments of a function of a game whose positions are `state`."""
    record = from_dtype(state)
    kinds = {
        Argument.RECORD: record,
        Argument.RECORDS: record[::1],
        Argument.NUMBER: int64,
        Argument.INTS: int64[::1],
        Argument.INTS_2D: int64[:, ::1],
        Argument.INTS_3D: int64[:, :, ::1],
        Argument.BYTES: int8[::1],
        Argument.BYTES_2D: int8[:, ::1],
        Argument.FLOATS: float32[::1],
        Argument.FLOATS_2D: float32[:, ::1],
    }
    return tuple(kinds[each] for each in declared.arguments)


def element_size(array: Any) -> int:
    """Return the bytes of an element of an array, of which the type of Numba is given.

    >>> [element_size(each) for each in (int64[::1], float32[:, ::1], int8[::1])]
    [8, 4, 1]
    """
    element = array.dtype
    size: int = element.size if isinstance(element, types.Record) else element.bitwidth // 8
    return size


class _Compiled:
    """A compiled function and its entry: a function that takes objects of Python, see `layout`."""

    def __init__(self, twin: Any, declared: NativeFunction, state: "np.dtype[np.void]") -> None:
        """Compile a function."""
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
        entry = ir.Function(module, ir.FunctionType(WORD, [WORD] * len(found.argtypes)), self._declared.name)
        builder = ir.IRBuilder(entry.append_basic_block("entry"))
        values = [self._value(builder, *each) for each in zip(found.argtypes, entry.args, strict=True)]
        status, answer = calling.call_function(builder, callee, found.restype, found.argtypes, values)
        with builder.if_then(status.is_error, likely=False):
            builder.ret(WORD(RAISED))
        if found.restype == types.none:
            builder.ret(WORD(0))
        else:
            builder.ret(self.context.cast(builder, answer, found.restype, int64))

    def _value(self, builder: ir.IRBuilder, kind: Any, given: ir.Value) -> ir.Value:
        """Return an argument as the compiled function takes it."""
        if isinstance(kind, types.Record):
            return builder.inttoptr(_word(builder, given, layout.RECORD_DATA), self.context.get_value_type(kind))
        if not isinstance(kind, types.Array):
            return given
        array = make_array(kind)(self.context, builder)  # type: ignore[no-untyped-call]
        dimensions = _word(builder, given, layout.ARRAY_SHAPE)
        shape = [_word(builder, dimensions, layout.POINTER * each) for each in range(kind.ndim)]
        size = self.context.get_constant(types.intp, element_size(kind))
        strides: list[ir.Value] = [size]
        for each in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], each))
        data = builder.inttoptr(_word(builder, given, layout.ARRAY_DATA), array.data.type)
        populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)  # type: ignore[no-untyped-call]
        return array._getvalue()


def _word(builder: ir.IRBuilder, base: ir.Value, offset: int) -> ir.Value:
    """Read the word at an offset from an address."""
    return builder.load(builder.inttoptr(builder.add(base, WORD(offset)), ir.PointerType(WORD)))


def _target_machine() -> llvm.TargetMachine:
    target = llvm.Target.from_triple(llvm.get_process_triple())
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=3, reloc="pic", codemodel="small"
    )


def keep_only(module: llvm.ModuleRef, names: set[str], machine: llvm.TargetMachine, *, speed: int = 0) -> None:
    """Remove everything from a module that these functions do not need; optimise it, if it is not optimised yet."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in names:
            each.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_ipsccp_pass()
    passes.add_global_opt_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2)))
    if speed:
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=speed))
        builder.getModulePassManager().run(module, builder)
