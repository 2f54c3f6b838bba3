"""A machine's whole state as bytes, and back: one way for every machine, no ladder of fields.

A machine is a value: dataclasses, arrays, lists and numbers.  ``pack`` walks that tree once and
``unpack`` builds it again, whatever its classes are, so a new field needs no code here.  Bytes laid
out, outside in:

    b"M704"  crc32 of the rest (4 bytes, little-endian)  msgpack of [form, version, digest,
                                                          shapes, body, aside]

* ``shapes``: every dataclass met, as [``module:Class``, its field names].  A class that was renamed
  keeps its old name here (:mod:`machines.exhibit.stored_names`).  One whose fields changed says
  itself what becomes of earlier ones: its ``read_earlier(found)`` is given the fields of the file
  by name and gives those of today, or raises KeyError for a shape that it doesn't know.  A class
  that doesn't say it is refused as another version's, instead of being half understood.
* ``body``: the tree.  Plain values stand for themselves; anything else is a list that opens with
  one letter (table below).  Things that can change (lists, dicts, arrays, dataclasses that are not
  frozen, generators) are numbered as they are met and met again as that number, so two parts that
  share one unit share it afterwards.
* ``aside``: fields marked with :data:`ASIDE`.  They come back with the rest but don't count in the
  digest: what the lamps have counted depends on how finely they were sampled, not on what happened.

A field that came to a class after files were kept is marked :data:`LATER`.  None, mostly its
default, stands for what was before; it is written only where it is something else.  So earlier
files are read, with None there, and what doesn't use the field has the bytes and the digest that it
had.

Classes are found again by name among the dataclasses and enumerations of ``machines``, ``devices``
and ``tests``, and made without running any of their code but what checks them: a damaged or foreign
file can be refused but not executed, which is why this is not pickle.  Each field must be what its
annotation says (:mod:`devices.annotations`); what else must hold, a class says in
``check_state()``, which raises ValueError or RefusedError.  An array that is a view of another
comes back as a copy of its own.
"""

import dataclasses
import enum
import functools
import hashlib
import importlib
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
import numpy as np

from devices.annotations import field_checks
from devices.modules import INSIDE
from devices.refusal import RefusedError
from machines.exhibit.stored_names import name_in_code, name_in_storage

FORM = 1
"""Of the bytes as laid out above."""

MAGIC = b"M704"
HOUSE = (f"{INSIDE}machines.", f"{INSIDE}devices.", "tests.")
"""Where classes of a snapshot may come from."""

ASIDE: Mapping[str, bool] = {"digest": False}
"""``field(metadata=ASIDE)``: saved and restored, but no part of the digest."""

LATER: Mapping[str, bool] = {"later": True}
"""``field(default=None, metadata=LATER)``: came to its class after files were kept; not written
while it is None."""

MOST_PARTS = 1_000_000
"""Lists, numbers and strings in a snapshot, at most; an array counts as one.  A list of a hundred
million nothings packs into a few kilobytes and would fill the memory."""
MOST_OF_NOTHING = 4096
"""How long an axis of an array without numbers may be."""
MOST_OF_ONE_HASH = 32
"""How many keys of one dict or set may share it; what is looked up by it is compared with each."""

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class _Shape:
    """What is needed of a dataclass to write it: name, fields, which of them stand aside."""

    name: str
    fields: tuple[str, ...]
    aside: frozenset[str]
    later: frozenset[str]
    frozen: bool

    def written(self, value: object) -> tuple[str, ...]:
        """The fields that are written of this value."""
        if not self.later:
            return self.fields
        return tuple(
            name
            for name in self.fields
            if name not in self.later or getattr(value, name) is not None
        )

    def can_be(self, fields: tuple[str, ...]) -> bool:
        """Whether these are the fields of a value that was written, now or before."""
        return fields == tuple(
            name for name in self.fields if name in fields or name not in self.later
        )


@functools.cache
def _shape(kind: type) -> _Shape:
    fields = dataclasses.fields(kind)
    return _Shape(
        name=name_in_storage(kind),
        fields=tuple(field.name for field in fields),
        aside=frozenset(f.name for f in fields if not f.metadata.get("digest", True)),
        later=frozenset(f.name for f in fields if f.metadata.get("later", False)),
        frozen=kind.__dataclass_params__.frozen,  # type: ignore[attr-defined]
    )


_Written = tuple[type, tuple[str, ...]]
"""A class and the fields of it that are written."""


class _Packer:
    """One walk over a tree; see the module for the letters."""

    def __init__(self, shapes: dict[_Written, int] | None = None, apart: bool = False) -> None:
        self.shapes: dict[_Written, int] = {} if shapes is None else shapes
        self.apart = apart  # a field that stands aside is a tree of its own, all of it aside
        self.numbers: dict[int, int] = {}
        self.kept: list[object] = []  # keeps what has a number alive, so that no id is used twice
        self.aside: list[object] = []

    def pack(self, value: Any) -> object:
        kind = type(value)
        if value is None or kind is bool or kind is str or kind is float or kind is bytes:
            return value
        if kind is int:
            return value if -(2**63) <= value < 2**64 else ["i", str(value)]
        if kind is tuple:
            return ["t", *map(self.pack, value)]
        if dataclasses.is_dataclass(kind):
            return self._dataclass(value, kind)
        if isinstance(value, enum.Enum):
            return ["e", name_in_storage(kind), value.name]
        if isinstance(value, np.generic):
            return ["n", value.dtype.str, value.tobytes()]
        if kind is frozenset:
            return ["f", *self._sorted(value)]
        return self._changing(value, kind)

    def _dataclass(self, value: object, kind: type) -> object:
        shape = _shape(kind)
        fields = shape.written(value)
        if shape.frozen:
            return ["o", self._kind(kind, fields), *(self.pack(getattr(value, f)) for f in fields)]
        if (seen := self._seen(value)) is not None:
            return seen
        made: list[object] = ["m", self._kind(kind, fields)]
        for field in fields:
            if field in shape.aside and not self.apart:
                made.append(["x", len(self.aside)])
                self.aside.append(_Packer(self.shapes, apart=True).pack(getattr(value, field)))
            else:
                made.append(self.pack(getattr(value, field)))
        return made

    def _changing(self, value: Any, kind: type) -> object:
        if (seen := self._seen(value)) is not None:
            return seen
        if kind is list:
            return ["l", *map(self.pack, value)]
        if kind is dict:
            return ["d", *([self.pack(key), self.pack(item)] for key, item in value.items())]
        if kind is set:
            return ["s", *self._sorted(value)]
        if kind is bytearray:
            return ["b", bytes(value)]
        if kind is np.ndarray and not value.dtype.hasobject:
            return ["a", value.dtype.str, list(value.shape), np.ascontiguousarray(value).tobytes()]
        if kind is np.random.Generator:
            return ["g", *self._generator(value)]
        raise TypeError(f"a snapshot can't hold {kind.__module__}.{kind.__qualname__}: {value!r}")

    def _generator(self, value: np.random.Generator) -> tuple[str, object]:
        state = value.bit_generator.state
        return str(state["bit_generator"]), _Packer().pack(state)

    def _sorted(self, values: Any) -> list[object]:
        return sorted((self.pack(value) for value in values), key=msgspec.msgpack.encode)

    def _seen(self, value: object) -> object:
        """A reference if this very thing was met before; else it gets the next number."""
        number = self.numbers.get(id(value))
        if number is not None:
            return ["@", number]
        self.numbers[id(value)] = len(self.numbers)
        self.kept.append(value)
        return None

    def _kind(self, kind: type, fields: tuple[str, ...]) -> int:
        return self.shapes.setdefault((kind, fields), len(self.shapes))


class _Unpacker:
    """Builds the tree again, in the order in which it was walked."""

    def __init__(self, shapes: list[tuple[type, tuple[str, ...]]], aside: list[object]) -> None:
        self.shapes = shapes
        self.aside = aside
        self.numbered: list[object] = []
        self.ways: dict[str, Callable[[list[Any]], object]] = {
            "@": lambda rest: self.numbered[rest[0]],
            "i": lambda rest: int(rest[0]),
            "t": lambda rest: tuple(map(self.unpack, rest)),
            "f": lambda rest: frozenset(self._members(rest)),
            "n": lambda rest: np.frombuffer(rest[1], dtype=rest[0])[0],
            "e": lambda rest: _enumeration(rest[0])[rest[1]],
            "x": lambda rest: _Unpacker(self.shapes, []).unpack(self.aside[rest[0]]),
            "o": self._frozen,
            "m": self._dataclass,
            "l": self._list,
            "d": self._dict,
            "s": lambda rest: self._number(set(self._members(rest))),
            "b": lambda rest: self._number(bytearray(rest[0])),
            "a": self._array,
            "g": self._generator,
        }

    def unpack(self, packed: Any) -> Any:
        if isinstance(packed, list):
            return self.ways[packed[0]](packed[1:])
        return packed

    def _number(self, made: T) -> T:
        self.numbered.append(made)
        return made

    def _frozen(self, rest: list[Any]) -> object:
        return self._fill(object.__new__(self.shapes[rest[0]][0]), rest)

    def _dataclass(self, rest: list[Any]) -> object:
        return self._fill(self._number(object.__new__(self.shapes[rest[0]][0])), rest)

    def _fill(self, made: object, rest: list[Any]) -> object:
        kind, names = self.shapes[rest[0]]
        fields = {name: self.unpack(part) for name, part in zip(names, rest[1:], strict=True)}
        if not _shape(kind).can_be(names):
            found = kind.read_earlier(fields)
            fields = {name: found.pop(name) for name in _shape(kind).fields if name in found}
            if found or not _shape(kind).can_be(tuple(fields)):
                raise ValueError(f"{kind.__name__} can't be made of {', '.join(names)}")
        for field, value in fields.items():
            object.__setattr__(made, field, value)
        for field in _shape(kind).later.difference(fields):
            object.__setattr__(made, field, None)
        _check_fields(made, kind, tuple(fields))
        return made

    def _list(self, rest: list[Any]) -> object:
        made: list[object] = self._number([])
        made.extend(map(self.unpack, rest))
        return made

    def _dict(self, rest: list[Any]) -> object:
        made: dict[object, object] = self._number({})
        pairs = [(self.unpack(key), self.unpack(item)) for key, item in rest]
        _check_hashes(key for key, _ in pairs)
        made.update(pairs)
        return made

    def _members(self, rest: list[Any]) -> list[Any]:
        members = [self.unpack(part) for part in rest]
        _check_hashes(members)
        return members

    def _array(self, rest: list[Any]) -> object:
        kind, shape, data = rest
        if not data and max(shape) > MOST_OF_NOTHING:  # a loop over it would never end
            raise ValueError(f"an empty array of {shape}")
        return self._number(np.frombuffer(data, dtype=kind).reshape(shape).copy())

    def _generator(self, rest: list[Any]) -> object:
        if rest[0] not in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"):
            raise ValueError(f"no generator {rest[0]}")
        bits = getattr(np.random, rest[0])(0)
        bits.state = _Unpacker([], []).unpack(rest[1])
        return self._number(np.random.Generator(bits))


def _check_hashes(keys: Iterable[object]) -> None:
    """Raises ValueError where many are looked up by one hash: a few megabytes of such numbers, or
    of tuples of small ones, would take hours."""
    if (most := max(Counter(map(hash, keys)).values(), default=0)) > MOST_OF_ONE_HASH:
        raise ValueError(f"{most} keys of one hash; expected {MOST_OF_ONE_HASH} at most")


class StateError(ValueError):
    """A value is none of its class's."""


def _check_fields(made: object, kind: type, fields: tuple[str, ...]) -> None:
    """Raises StateError unless each is what the class says."""
    checks = field_checks(kind)
    for field in fields:
        try:
            checks[field](getattr(made, field))
        except ValueError as error:
            raise StateError(f"{kind.__name__}.{field} is {error}") from None
    # What is frozen checks its fields as it is made, and does nothing else then.
    for name in ("__post_init__", "check_state") if _shape(kind).frozen else ("check_state",):
        try:
            getattr(made, name, _nothing)()
        except (ValueError, RefusedError) as error:
            raise StateError(f"{kind.__name__}: {error}") from None


def _nothing() -> None:
    """What a class checks that checks nothing."""


def _named(name: str) -> Any:
    """The class that files call ``module:Class``."""
    module, _, path = name_in_code(name).partition(":")
    if not f"{module}.".startswith(HOUSE):
        raise ValueError(f"{name} is no class of this museum")
    if module not in sys.modules:
        importlib.import_module(module)
    return functools.reduce(getattr, path.split("."), sys.modules[module])


def _enumeration(name: str) -> type[enum.Enum]:
    found = _named(name)
    if not (isinstance(found, type) and issubclass(found, enum.Enum)):
        raise ValueError(f"{name} is not an enumeration")
    return found


def _known(name: str, fields: list[str]) -> tuple[type, tuple[str, ...]]:
    """The dataclass of that name, if its fields are still those, or it reads earlier ones."""
    found = _named(name)
    if not (isinstance(found, type) and dataclasses.is_dataclass(found)):
        raise ValueError(f"{name} is not a dataclass")
    if not _shape(found).can_be(tuple(fields)) and not hasattr(found, "read_earlier"):
        changed = sorted(set(fields) ^ set(_shape(found).fields)) or ["their order"]
        raise ValueError(f"{name} has changed since: {', '.join(changed)}")
    return found, tuple(fields)


def pack(state: object, version: int) -> bytes:
    """``state`` and everything in it as bytes; ``version`` is the machine's own.

    Raises TypeError for what no snapshot can hold (an open file, a function).
    """
    packer = _Packer()
    body = msgspec.msgpack.encode(packer.pack(state))
    shapes = [[_shape(kind).name, list(fields)] for kind, fields in packer.shapes]
    digest = hashlib.sha256(body).hexdigest()[:32]
    rest = msgspec.msgpack.encode([FORM, version, digest, shapes, body, packer.aside])
    return MAGIC + zlib.crc32(rest).to_bytes(4, "little") + rest


def unpack(data: bytes, kind: type[T], version: int, where: str = "snapshot") -> T:
    """The state that ``pack`` wrote, a ``kind``.

    Raises RefusedError for bytes that are damaged, of another version, or something else.
    """
    found, shapes, body, aside = _open(data, where)[1:]
    if found != version:
        raise RefusedError(where, f"is of version {found}; expected version {version}")
    try:
        known = [_known(name, fields) for name, fields in shapes]
        _check_parts(body)
        made = _Unpacker(known, aside).unpack(msgspec.msgpack.decode(body))
    except StateError as error:
        raise RefusedError(where, f"holds what can't be: {error}") from error
    except MemoryError:  # says nothing of the file
        raise
    except Exception as error:  # whatever a wrong tree leads to, it is the file that is wrong
        raise RefusedError(where, f"was made by another version of the program: {error}") from error
    if not isinstance(made, kind):
        raise RefusedError(where, f"holds a {type(made).__name__}; expected a {kind.__name__}")
    return made


def digest(data: bytes) -> str:
    """32 hexadecimal digits that two snapshots share if all but what stands aside is the same."""
    return _open(data, "snapshot")[0]


_Rest = tuple[int, int, str, list[tuple[str, list[str]]], memoryview, list[Any]]
"""What stands behind the checksum; the body as it lies there, not a second time."""


def _open(
    data: bytes, where: str
) -> tuple[str, int, list[tuple[str, list[str]]], memoryview, list[Any]]:
    """Digest, version, shapes, body and what stands aside, of bytes that are whole."""
    if data[:4] != MAGIC:
        raise RefusedError(where, "is not a snapshot; expected one that begins with M704")
    packed = memoryview(data)[8:]
    if zlib.crc32(packed) != int.from_bytes(data[4:8], "little"):
        raise RefusedError(where, "is damaged: its checksum does not agree")
    try:
        _check_parts(packed)
        form, version, made, shapes, body, aside = msgspec.msgpack.decode(packed, type=_Rest)
    except (ValueError, RecursionError) as error:
        raise RefusedError(where, f"is not laid out as a snapshot: {error}") from error
    if form != FORM:
        raise RefusedError(where, f"is written in form {form}; expected form {FORM}")
    return made, version, shapes, body, aside


def _head_sizes() -> tuple[tuple[int, int], ...]:
    """For each first byte in msgpack: (size, width).

    ``size``: bytes of the part's head; ``width``: how many of its bytes give the length of the data
    that follows.  The items of a list or map are parts of their own.
    """
    made = [(1, 0)] * 256
    for kind in range(0xA0, 0xC0):  # a short string: the length is in the byte itself
        made[kind] = (1 + (kind & 31), 0)
    for width, kinds in ((1, (0xC4, 0xD9)), (2, (0xC5, 0xDA)), (4, (0xC6, 0xDB))):
        for kind in kinds:
            made[kind] = (1 + width, width)
    for width, kind in ((1, 0xC7), (2, 0xC8), (4, 0xC9)):  # others' own types, a byte says which
        made[kind] = (2 + width, width)
    for kind, size in ((0xCA, 5), (0xCB, 9), (0xCC, 2), (0xCD, 3), (0xCE, 5), (0xCF, 9), (0xD0, 2),
                       (0xD1, 3), (0xD2, 5), (0xD3, 9), (0xD4, 3), (0xD5, 4), (0xD6, 6), (0xD7, 10),
                       (0xD8, 18), (0xDC, 3), (0xDD, 5), (0xDE, 3), (0xDF, 5)):  # fmt: skip
        made[kind] = (size, 0)
    return tuple(made)


_HEAD_SIZES = _head_sizes()


def _check_parts(packed: memoryview) -> None:
    """Raises ValueError for msgpack of more than MOST_PARTS parts, before any is made."""
    if len(packed) <= MOST_PARTS:
        return  # none is shorter than a byte
    at = parts = 0
    while at < len(packed):
        parts += 1
        if parts > MOST_PARTS:
            raise ValueError(f"more than {MOST_PARTS:,} parts")
        size, width = _HEAD_SIZES[packed[at]]
        if width:
            size += int.from_bytes(packed[at + 1 : at + 1 + width], "big")
        at += size
