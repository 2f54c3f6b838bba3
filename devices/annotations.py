"""Whether a value is what an annotation says: what a file claims of a state is not believed.

:func:`field_checks` gives a dataclass's fields, each with a check made from its annotation, to be
called with the value; it raises ValueError in words.  Understood is whatever states are made of:

    int, bool, str, bytes, float   exactly these; an int where a float is declared, too
    tuple[X, Y], tuple[X, ...], list[X], dict[K, V], Mapping[K, V], set[X], frozenset[X]
    X | Y, None, Literal, enumerations, classes, numpy's arrays by their kind of number
    Annotated[..., Within(1, 9)]   a number in that range, or an array of such
    Annotated[..., Shape(None, 4)] an array of such axes, None: of any length
    object, Any, protocols         anything

Numbers are held within bounds that arithmetic in 64 bits bears: an int to :data:`MOST_INT` either
way, one that is a time (its name ends with ``_us`` or ``_mil``) to :data:`MOST_TIME`, a ``seed`` to
64 bits, for nothing is reckoned with it; a float is finite.  An array has the shape with which its
class makes it, but for axes that are empty then, and the first axis of one marked :data:`GROWS`.
Whatever else must hold (an index within its array, a phase that goes with what lies on the table)
a class says itself, in a method ``check_state`` (:mod:`machines.exhibit.snapshot`).
"""

import dataclasses
import functools
import math
import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

MOST_INT = 2**62
MOST_TIME = 2**53
"""Microseconds: 285 years."""
TIMES = ("_us", "_mil")
SEED, MOST_SEED = "seed", 2**64 - 1

GROWS: Mapping[str, bool] = {"grows": True}
"""``field(metadata=GROWS)``: an array whose first axis gets longer."""

Check = Callable[[Any], None]


@dataclasses.dataclass(frozen=True)
class Within:
    """``Annotated[int, Within(1, 9)]``: what a number, or each in an array, is between, both
    included."""

    least: float
    most: float


@dataclasses.dataclass(frozen=True)
class Shape:
    """``Annotated[NDArray, Shape(None, 4)]``: an array's axes; None: of any length."""

    axes: tuple[int | None, ...]

    def __init__(self, *axes: int | None) -> None:
        object.__setattr__(self, "axes", axes)


@functools.cache
def field_checks(kind: type) -> dict[str, Check]:
    """Each field of a dataclass with its check."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {
        field.name: _field_check(field, hints[field.name]) for field in dataclasses.fields(kind)
    }


def _field_check(field: "dataclasses.Field[Any]", hint: Any) -> Check:
    if hint is int and field.name.endswith(TIMES):
        return _int_check(-MOST_TIME, MOST_TIME)
    if hint is int and field.name == SEED:
        return _int_check(0, MOST_SEED)
    check = _check(hint)
    if _is_array(hint) and field.default_factory is not dataclasses.MISSING:
        return functools.partial(
            _check_shape, check, np.shape(field.default_factory()), field.metadata.get("grows")
        )
    return check


def _check_shape(check: Check, shape: tuple[int, ...], grows: bool | None, value: Any) -> None:
    check(value)
    axes = [None if grows and k == 0 else axis or None for k, axis in enumerate(shape)]
    _check_axes(value, axes)


def _check_axes(value: Any, axes: Sequence[int | None]) -> None:
    if len(value.shape) != len(axes) or any(
        axis not in (None, found) for axis, found in zip(axes, value.shape, strict=True)
    ):
        raise ValueError(f"an array of {value.shape}; expected {tuple(axes)}")


@functools.cache
def _check(hint: Any) -> Check:
    """The check of any annotation."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _annotated_check(arguments)
    if (dtype := _dtype(hint)) is not None:
        return functools.partial(_check_array, dtype)
    if origin in (typing.Union, types.UnionType):
        return functools.partial(_check_union, hint, tuple(map(_check, arguments)))
    if origin is typing.Literal:
        return functools.partial(_check_literal, arguments)
    if origin is tuple:
        return _tuple_check(arguments)
    if origin in (list, set, frozenset):
        return functools.partial(_check_many, origin, _check(arguments[0]))
    if origin is not None and issubclass(origin, Mapping):
        return functools.partial(_check_mapping, *map(_check, arguments))
    if hint is int:
        return _int_check(-MOST_INT, MOST_INT)
    if hint is float:
        return _check_float
    return _class_check(hint)


def _annotated_check(arguments: tuple[Any, ...]) -> Check:
    hint, *marks = arguments
    within = next((mark for mark in marks if isinstance(mark, Within)), None)
    shape = next((mark for mark in marks if isinstance(mark, Shape)), None)
    if hint is int and within is not None:
        return _int_check(int(within.least), int(within.most))
    return functools.partial(_check_marks, _check(hint), within, shape)


def _check_marks(check: Check, within: Within | None, shape: Shape | None, value: Any) -> None:
    check(value)
    if shape is not None:
        _check_axes(value, shape.axes)
    if within is not None:
        check_within(within.least, within.most, it=value)


def _is_array(hint: Any) -> bool:
    of = typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint
    return _dtype(of) is not None


def _dtype(hint: Any) -> "np.dtype[Any] | None":
    """An array's kind of number; None for what is no array."""
    if (value := getattr(typing.get_origin(hint), "__value__", None)) is not None:
        hint = value[typing.get_args(hint)]  # from NumPy 2.5 on NDArray is a name for a type
    if typing.get_origin(hint) is not np.ndarray:
        return None
    of = typing.get_args(typing.get_args(hint)[1])
    return np.dtype(of[0]) if isinstance(of[0], type) else None


def _wrong(value: object, expected: str) -> ValueError:
    shown = repr(value) if isinstance(value, int | float | str | None) else type(value).__name__
    return ValueError(f"{shown[:60]}; expected {expected}")


def _int_check(least: int, most: int) -> Check:
    def check(value: Any) -> None:
        if type(value) is not int or not least <= value <= most:
            raise _wrong(value, f"a whole number from {least} to {most}")

    return check


def _check_float(value: Any) -> None:
    if type(value) is int:
        _int_check(-MOST_INT, MOST_INT)(value)
    elif type(value) is not float or not math.isfinite(value):
        raise _wrong(value, "a finite number")


def _check_array(dtype: "np.dtype[Any]", value: Any) -> None:
    if type(value) is not np.ndarray or value.dtype != dtype:
        raise _wrong(value, f"an array of {dtype}")


def _check_union(hint: Any, checks: tuple[Check, ...], value: Any) -> None:
    for check in checks:
        try:
            return check(value)
        except ValueError:
            continue
    raise _wrong(value, str(hint))


def _check_literal(allowed: tuple[Any, ...], value: Any) -> None:
    if not any(type(value) is type(literal) and value == literal for literal in allowed):
        raise _wrong(value, f"one of {', '.join(map(str, allowed))}")


def _tuple_check(arguments: tuple[Any, ...]) -> Check:
    if len(arguments) == 2 and arguments[1] is ...:
        return functools.partial(_check_many, tuple, _check(arguments[0]))
    return functools.partial(_check_tuple, tuple(map(_check, arguments)))


def _check_tuple(checks: tuple[Check, ...], value: Any) -> None:
    if type(value) is not tuple or len(value) != len(checks):
        raise _wrong(value, f"{len(checks)} values")
    for check, item in zip(checks, value, strict=True):
        check(item)


def _check_many(kind: type, check: Check, value: Any) -> None:
    found: Any = value
    if type(value) is not kind:
        raise _wrong(value, f"a {kind.__name__}")
    for item in found:
        check(item)


def _check_mapping(key: Check, item: Check, value: Any) -> None:
    if type(value) is not dict:
        raise _wrong(value, "a dict")
    for name, held in value.items():
        key(name)
        item(held)


def _class_check(hint: Any) -> Check:
    """Of a plain class; what is none (a type variable, a protocol) may be anything."""
    if hint is None:
        hint = type(None)
    if not isinstance(hint, type) or hint is object or getattr(hint, "_is_protocol", False):
        return lambda value: None
    exact = hint in (bool, str, bytes, type(None))

    def check(value: Any) -> None:
        if type(value) is not hint if exact else not isinstance(value, hint):
            raise _wrong(value, f"a {hint.__name__}")

    return check


def check_within(least: float, most: float, **values: Any) -> None:
    """Raises ValueError unless all of them are in that range: numbers, or many of them."""
    for name, value in values.items():
        many = value if isinstance(value, np.ndarray | Collection) else (value,)
        if isinstance(many, np.ndarray):
            lowest, highest = (many.min(), many.max()) if many.size else (least, most)
        else:
            lowest, highest = min(many, default=least), max(many, default=most)
        if not (lowest >= least and highest <= most):
            raise ValueError(f"{name} is not within {least} to {most}")
