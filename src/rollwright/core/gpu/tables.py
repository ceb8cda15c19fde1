"""Tables on a GPU: the constant arrays of the rules, in global memory.

Numba would copy an array of a module into constant memory wherever a function reads it. There are only 64 kB of that,
it is slow when threads read different places, and one table of a game may have 262 kB. So a table that is read on a GPU
becomes a narrow constant in global memory, one for all functions that read it. The rules know nothing of this.
"""

from hashlib import sha256
from typing import Any

from llvmlite import ir
from numba.cuda import types
from numba.cuda.cudaimpl import lower_constant
from numba.cuda.extending import core_models, register_model
from numba.cuda.np.numpy_support import from_dtype
from numpy.typing import NDArray

from rollwright.core.gpu.narrow import narrow

GLOBAL_MEMORY = 1
"""The address space of global memory, in the language of NVVM."""


class TableType(types.Array):  # type: ignore[misc]
    """What Numba calls a table: an array that cannot be written to."""

    def __init__(self, table: NDArray[Any]) -> None:
        """Take the type and the dimensions of an array."""
        super().__init__(from_dtype(table.dtype), table.ndim, "C", readonly=True)

    def copy(self, dtype: Any = None, ndim: int | None = None, layout: str | None = None, readonly: bool = True) -> Any:
        """Return the type of a part of the table, which is an array; of all of it, this one."""
        if dtype is None and ndim is None and layout is None and readonly:
            return self
        return super().copy(dtype=dtype, ndim=ndim, layout=layout, readonly=readonly)


register_model(TableType)(core_models.ArrayModel)


class Table:
    """An array that becomes a constant in global memory where compiled code reads it."""

    def __init__(self, values: NDArray[Any]) -> None:
        """Take the numbers of a table."""
        self.values = narrow(values)
        self.name = f"table_{sha256(repr(self.values.dtype).encode() + self.values.tobytes()).hexdigest()[:24]}"
        self._numba_type_ = TableType(self.values)


@lower_constant(TableType)  # type: ignore[untyped-decorator]
def _lower_table(context: Any, builder: ir.IRBuilder, kind: TableType, table: Table) -> Any:
    """Write down a table once in a module, and refer to it."""
    values = table.values
    place = builder.module.globals.get(table.name)
    if place is None:
        unit = ir.IntType(8 * values.itemsize)
        content = ir.Constant(ir.ArrayType(unit, values.size), values.ravel().tolist())
        place = ir.GlobalVariable(builder.module, content.type, table.name, addrspace=GLOBAL_MEMORY)
        place.initializer, place.global_constant, place.align = content, True, values.itemsize
        place.linkage = "linkonce_odr"  # modules that have the same table are linked into one
    array = context.make_array(kind)(context, builder)
    context.populate_array(
        array,
        data=builder.addrspacecast(place, array.data.type, "generic"),
        shape=[context.get_constant(types.intp, each) for each in values.shape],
        strides=[context.get_constant(types.intp, each) for each in values.strides],
        itemsize=context.get_constant(types.intp, values.itemsize),
        parent=None,
        meminfo=None,
    )
    return array._getvalue()
