"""Named tuples of kernels as one pointer for numba, which makes compiled calls short.

Numba passes a named tuple field by field, and an array as seven values: a call with a state of
forty arrays would have some hundreds of arguments, and compiling it would take most of a minute.
Here a part is the address of a table with two words for each field: an integer, or the address and
length of an array.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core import types
from numba.core.datamodel import models
from numba.core.imputils import lower_builtin, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import NativeValue, register_model, unbox


class FromStart(types.Array):
    """An array whose indices are never negative: loops along it become vector instructions.

    Numba adds the length to a negative index, as Python does; that test keeps LLVM from seeing that
    the elements of a loop are neighbours. A named tuple whose kernels have no negative index has
    the attribute `from_start`.
    """


INTEGERS = types.Array(types.int64, 1, "C")
INTEGERS_FROM_START = FromStart(types.int64, 1, "C")
WORD = 8


class PartType(types.Type):
    """The type of a part: the names of its fields, and which of them are arrays."""

    def __init__(self, kind: str, fields: tuple[tuple[str, bool], ...], from_start: bool) -> None:
        self.kind = kind
        self.fields = fields
        self.array = INTEGERS_FROM_START if from_start else INTEGERS
        brackets = "[+]" if from_start else "[]"
        super().__init__(
            f"Part({kind}:{','.join(name + brackets * each for name, each in fields)})"
        )


class NativePart:
    """A named tuple with arrays for lists, and its table, which keeps the arrays alive."""

    def __init__(self, part: Any) -> None:
        self.part = part
        self._table = np.array([_words(each) for each in part], dtype=np.int64)
        self.address = self._table.ctypes.data
        fields = zip(part._fields, (isinstance(each, np.ndarray) for each in part), strict=True)
        self._numba_type_ = PartType(
            type(part).__name__, tuple(fields), getattr(part, "from_start", False)
        )


def _words(field: Any) -> tuple[int, int]:
    return (field.ctypes.data, len(field)) if isinstance(field, np.ndarray) else (field, 0)


register_model(PartType)(models.OpaqueModel)
register_model(FromStart)(models.ArrayModel)


@unbox(PartType)
def _unbox_part(kind: PartType, value: Any, c: Any) -> NativeValue:
    address = c.pyapi.object_getattr_string(value, "address")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(pointer)


@infer_getattr
class _Fields(AttributeTemplate):
    key = PartType

    def generic_resolve(  # type: ignore[override]  # numba declares it as a constant
        self, value: PartType, attr: str
    ) -> types.Type | None:
        is_array = dict(value.fields).get(attr)
        return None if is_array is None else value.array if is_array else types.int64


@lower_getattr_generic(PartType)
def _lower_field(context: Any, builder: Any, part: PartType, value: Any, name: str) -> Any:
    """Load a field; the table does not change during a call, so that loads leave loops."""
    number = [each for each, _ in part.fields].index(name)
    words = builder.bitcast(value, context.get_value_type(types.int64).as_pointer())

    def load(word: int) -> Any:
        place = builder.gep(words, [context.get_constant(types.int64, 2 * number + word)])
        loaded = builder.load(place)
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    if not part.fields[number][1]:
        return load(0)
    array = context.make_array(part.array)(context, builder)
    data = builder.inttoptr(load(0), array.data.type)
    step = context.get_constant(types.intp, WORD)
    context.populate_array(
        array, data=data, shape=[load(1)], strides=[step], itemsize=step, meminfo=None
    )
    return array._getvalue()


@lower_builtin(operator.getitem, FromStart, types.Integer)
def _lower_element(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    return builder.load(_address(context, builder, signature, values))


@lower_builtin(operator.setitem, FromStart, types.Integer, types.Integer)
def _lower_assignment(context: Any, builder: Any, signature: Any, values: Any) -> None:
    value = context.cast(builder, values[2], signature.args[2], types.int64)
    builder.store(value, _address(context, builder, signature, values))


def _address(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, values[0])
    index = context.cast(builder, values[1], signature.args[1], types.int64)
    return builder.gep(array.data, [index])
