"""Images of a state: a copy that shares what hasn't changed, and is put back in place.

    image = make_image(state, earlier)      earlier: an image of the same state, or None
    put_back(image, state)                  state is as it was; its parts are the same objects

A state is what a snapshot can hold (machines.exhibit.snapshot): dataclasses, arrays, lists, plain
values. What can't change (frozen dataclasses, text, numbers) is shared with the state.  Arrays are
kept in pages of :data:`PAGE_WORDS`; a page that is as it was in the earlier image is that one's,
so that a hundred images of a 704 that changes a little take hardly more than one.  Putting back
fills the objects that there are, so what is cabled to them stays cabled.
"""

import copy
import dataclasses
import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

PAGE_WORDS = 1024
PLAIN = (type(None), bool, int, float, str, bytes, frozenset)


@dataclass(frozen=True)
class ArrayImage:
    """An array, as bytes of its pages."""

    dtype: str
    shape: tuple[int, ...]
    pages: tuple[bytes, ...]

    def array(self) -> npt.NDArray[Any]:
        """A new array."""
        data = b"".join(self.pages)
        return np.frombuffer(data, dtype=self.dtype).reshape(self.shape).copy()


@dataclass(frozen=True)
class ListImage:
    """A list or a tuple whose members can change, or a list of what can't."""

    kind: type
    items: tuple[object, ...]


@dataclass(frozen=True)
class ObjectImage:
    """A dataclass that can change: its fields in order."""

    kind: type
    fields: tuple[object, ...]


@dataclass(frozen=True)
class WholeImage:
    """Anything else that can change, a dictionary or a set: a copy that shares nothing."""

    value: Any


def make_image(value: Any, earlier: object = None) -> object:
    """The image of a value."""
    kind = type(value)
    if kind is list or kind is tuple:
        return _list_image(value, kind, earlier)
    if _is_fixed(kind):
        return value
    if kind is np.ndarray:
        return _array_image(value, earlier)
    if dataclasses.is_dataclass(kind):
        before: Iterable[object] = ()
        if isinstance(earlier, ObjectImage) and earlier.kind is kind:
            before = earlier.fields
        return ObjectImage(kind, _images((getattr(value, name) for name in _names(kind)), before))
    return WholeImage(copy.deepcopy(value))


def _is_fixed(kind: type) -> bool:
    """Whether values of a class can't change."""
    if (known := _FIXED.get(kind)) is not None:
        return known
    frozen = dataclasses.is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    fixed = kind in PLAIN or issubclass(kind, (enum.Enum, np.generic)) or bool(frozen)
    _FIXED[kind] = fixed
    return fixed


_FIXED: dict[type, bool] = {}


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def _images(values: Iterable[Any], earlier: Iterable[object]) -> tuple[object, ...]:
    before = iter(earlier)
    return tuple(make_image(value, next(before, None)) for value in values)


def _list_image(value: Any, kind: type, earlier: object) -> object:
    if all(map(_is_fixed, set(map(type, value)))):
        return value if kind is tuple else ListImage(kind, tuple(value))
    before = earlier.items if isinstance(earlier, ListImage) else ()
    return ListImage(kind, _images(value, before))


def _array_image(value: npt.NDArray[Any], earlier: object) -> ArrayImage:
    flat = np.ascontiguousarray(value).reshape(-1)
    before: tuple[bytes, ...] = earlier.pages if isinstance(earlier, ArrayImage) else ()
    pages = []
    for number, first in enumerate(range(0, len(flat), PAGE_WORDS)):
        page = flat[first : first + PAGE_WORDS].tobytes()
        same = number < len(before) and before[number] == page
        pages.append(before[number] if same else page)
    return ArrayImage(value.dtype.str, value.shape, tuple(pages))


def put_back(image: object, current: Any = None) -> Any:
    """The value of an image: ``current``, filled anew, where that is an object of its kind."""
    if isinstance(image, ArrayImage):
        fits = isinstance(current, np.ndarray) and current.shape == image.shape
        if not fits or current.dtype.str != image.dtype:
            return image.array()
        current[...] = image.array()
        return current
    if isinstance(image, ListImage):
        return _list_back(image, current)
    if isinstance(image, ObjectImage):
        made = current if type(current) is image.kind else object.__new__(image.kind)
        for name, part in zip(_names(image.kind), image.fields, strict=True):
            setattr(made, name, put_back(part, getattr(made, name, None)))
        return made
    return copy.deepcopy(image.value) if isinstance(image, WholeImage) else image


def _list_back(image: ListImage, current: Any) -> Any:
    old: Iterator[Any] = iter(current) if isinstance(current, (list, tuple)) else iter(())
    items = [put_back(part, next(old, None)) for part in image.items]
    if image.kind is tuple:
        return tuple(items)
    if type(current) is not list:
        return items
    current[:] = items
    return current
