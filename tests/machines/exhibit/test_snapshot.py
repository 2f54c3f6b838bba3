"""Snapshots: whatever a machine is made of comes back equal, shared things stay shared, and a
snapshot that can't be understood is refused with the reason."""

import dataclasses
import enum
import tracemalloc
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.media.paper import BLOCK, Paper
from devices.refusal import RefusedError
from machines.exhibit import snapshot


class Lever(enum.Enum):
    MANUAL = 0
    AUTOMATIC = 1


@dataclass(frozen=True)
class Bead:
    colour: str
    counts: tuple[int, ...] = ()


@dataclass
class Box:
    beads: list[Bead] = field(default_factory=list)
    odds: npt.NDArray[np.uint64] = field(default_factory=lambda: np.zeros(3, dtype=np.uint64))
    seen_us: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(2, dtype=np.int64), metadata=snapshot.ASIDE
    )
    lever: Lever = Lever.MANUAL
    anything: object = None
    made: int = field(init=False, default=0)


@dataclass
class Room:
    left: Box
    right: Box
    generator: np.random.Generator


def copied(value: object) -> object:
    return snapshot.unpack(snapshot.pack(value, 3), type(value), 3)


keys = st.integers(-(2**64) + 1, 2**64 - 1) | st.text()
plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.builds(Bead, st.text(), st.tuples(st.integers(-(2**62), 2**62))),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(keys, inner)
        | st.frozensets(keys)
        | st.sets(st.tuples(keys, st.text()))
    ),
    max_leaves=20,
)


@settings(max_examples=40)
@given(plain)
def test_what_is_packed_comes_back_equal_and_of_the_same_kind(value: object) -> None:
    box = Box(anything=value)
    back = copied(box)
    assert isinstance(back, Box)
    assert back.anything == value
    assert type(back.anything) is type(value)
    assert snapshot.pack(back, 3) == snapshot.pack(box, 3)


def test_a_list_that_holds_itself_comes_back_holding_itself() -> None:
    loop: list[object] = [1]
    loop.append(loop)
    back = copied(Box(anything=loop))
    assert isinstance(back, Box)
    assert isinstance(back.anything, list)
    assert back.anything[1] is back.anything


def test_arrays_keep_their_kind_and_shape_and_can_be_written() -> None:
    box = Box(odds=np.array([1, 2**63, 3], dtype=np.uint64), lever=Lever.AUTOMATIC)
    box.anything = [
        np.arange(6, dtype=np.int16).reshape(2, 3),
        np.uint64(2**64 - 1),
        bytearray(b"x"),
    ]
    back = copied(box)
    assert isinstance(back, Box)
    assert back.odds.dtype == np.uint64
    assert back.odds.tolist() == [1, 2**63, 3]
    back.odds[0] = 9
    assert back.lever is Lever.AUTOMATIC
    assert isinstance(back.anything, list)
    assert back.anything[0].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert back.anything[1] == np.uint64(2**64 - 1)
    assert type(back.anything[1]) is np.uint64
    assert back.anything[2] == bytearray(b"x")


def test_what_stands_aside_comes_back_but_does_not_change_the_digest() -> None:
    box = Box(beads=[Bead("red")])
    before = snapshot.pack(box, 1)
    box.seen_us += 5
    after = snapshot.pack(box, 1)
    assert snapshot.digest(before) == snapshot.digest(after)
    assert snapshot.unpack(after, Box, 1).seen_us.tolist() == [5, 5]
    box.odds[1] = 1
    assert snapshot.digest(snapshot.pack(box, 1)) != snapshot.digest(before)


def test_a_flipped_bit_anywhere_is_noticed() -> None:
    data = snapshot.pack(Box([Bead("red")]), 1)
    for place in range(len(data)):
        hurt = bytearray(data)
        hurt[place] ^= 4
        with pytest.raises(RefusedError, match=r"resume: is (damaged|not a snapshot)"):
            snapshot.unpack(bytes(hurt), Box, 1, "resume")


def test_another_version_and_another_kind_are_refused_in_words() -> None:
    data = snapshot.pack(Box(), 1)
    with pytest.raises(RefusedError, match="is of version 1; expected version 2"):
        snapshot.unpack(data, Box, 2)
    with pytest.raises(RefusedError, match="holds a Box; expected a Room"):
        snapshot.unpack(data, Room, 1)


def test_a_class_that_has_gained_a_field_since_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = snapshot.pack(Bead("red"), 1)

    @dataclass(frozen=True)
    class Wider:
        colour: str
        counts: tuple[int, ...] = ()
        size: int = 0

    monkeypatch.setitem(globals(), "Bead", Wider)
    with pytest.raises(RefusedError, match="Bead has changed since: size"):
        snapshot.unpack(data, Wider, 1)


@dataclass
class Peg:
    """A class of another name whose fields were ``colour, counts``, once."""

    count: int
    hue: str

    @staticmethod
    def read_earlier(found: dict[str, Any]) -> dict[str, Any]:
        return {"hue": found.pop("colour"), "count": sum(found.pop("counts")), **found}


@pytest.mark.parametrize("shared", [False, True])
def test_a_class_reads_what_it_was_earlier(shared: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    bead = Bead("red", (2, 3))
    monkeypatch.setitem(globals(), "Bead", Peg)
    data = snapshot.pack([bead, bead if shared else 7], 1)
    assert snapshot.unpack(data, list, 1) == [Peg(5, "red"), Peg(5, "red") if shared else 7]


def test_of_what_a_class_never_was_it_makes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data = {
        "'colour'": snapshot.pack(Grown(), 1),  # it wants a field that isn't there
        "can't be made of colour, counts, size": snapshot.pack(Larger("red"), 1),
        "Peg.hue is": snapshot.pack(Bead(7), 1),  # type: ignore[arg-type]
    }
    for name in ("Grown", "Bead", "Larger"):
        monkeypatch.setitem(globals(), name, Peg)
    for told, one in data.items():
        with pytest.raises(RefusedError, match=told):
            snapshot.unpack(one, Peg, 1)


@dataclass(frozen=True)
class Larger(Bead):
    """A bead with one field more than Peg knows."""

    size: int = 0


@dataclass
class Grown:
    """A class that gained a field after files were kept."""

    name: str = "box"
    later: object = field(default=None, metadata=snapshot.LATER)
    size: int = 3


def test_a_later_field_is_not_written_while_it_is_nothing_and_comes_back_when_it_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for value in (None, 7):
        data = snapshot.pack([Grown(later=value), Grown()], 1)
        assert snapshot.unpack(data, list, 1) == [Grown(later=value), Grown()]
    without = snapshot.pack(Grown(), 1)
    assert b"later" not in without
    assert b"later" in snapshot.pack(Grown(later=7), 1)
    monkeypatch.setattr(snapshot, "_shape", plain_shape)
    assert snapshot.pack(Grown(), 1) != without  # the class as it would be with an ordinary field


def plain_shape(kind: type) -> snapshot._Shape:
    """Every field an ordinary one."""
    names = tuple(field.name for field in dataclasses.fields(kind))
    none: frozenset[str] = frozenset()
    return snapshot._Shape(f"{kind.__module__}:{kind.__qualname__}", names, none, none, False)


def test_a_class_from_elsewhere_is_neither_found_nor_run() -> None:
    packed = snapshot.pack(Bead("red"), 1)
    name = b"tests.machines.exhibit.test_snapshot:Bead"
    foreign = packed.replace(name, b"os:system".ljust(len(name), b"_"))
    foreign = foreign[:4] + zlib.crc32(foreign[8:]).to_bytes(4, "little") + foreign[8:]
    with pytest.raises(RefusedError, match="is no class of this museum"):
        snapshot.unpack(foreign, Bead, 1)


def test_a_thing_that_is_no_value_is_our_fault_not_the_visitors() -> None:
    with pytest.raises(TypeError, match="a snapshot can't hold"):
        snapshot.pack(Box(anything=print), 1)


def test_how_old_paper_is_compressed_does_not_count_but_what_it_says_does() -> None:
    paper = Paper()
    for number in range(2 * BLOCK + 5):
        paper.print_line(f"MOVE {number}")
    packed = snapshot.pack(paper, 1)
    again = snapshot.unpack(packed, Paper, 1)
    assert again == paper
    assert again.text() == paper.text()
    again.lines.away[0] = zlib.compress(zlib.decompress(again.lines.away[0]), 1)
    assert snapshot.digest(snapshot.pack(again, 1)) == snapshot.digest(packed)
    other = Paper()
    for number in range(2 * BLOCK + 5):
        other.print_line(f"MOVE {max(number, 1)}")
    assert snapshot.digest(snapshot.pack(other, 1)) != snapshot.digest(packed)


def test_a_field_that_is_not_what_its_class_says_is_refused_by_name() -> None:
    packed = snapshot.pack(Bead("red"), 1)
    form, version, digest, shapes, body, aside = msgspec.msgpack.decode(packed[8:])
    tree = msgspec.msgpack.decode(body)
    tree[2] = 7
    body = msgspec.msgpack.encode(tree)
    rest = msgspec.msgpack.encode([form, version, digest, shapes, body, aside])
    altered = b"M704" + zlib.crc32(rest).to_bytes(4, "little") + rest
    with pytest.raises(RefusedError, match=r"Bead\.colour is 7; expected a str"):
        snapshot.unpack(altered, Bead, 1)


@dataclass
class Tray:
    """A class whose fields must go together."""

    room: int = 2
    beads: int = 0

    def check_state(self) -> None:
        if self.beads > self.room:
            raise ValueError("more beads than there is room")


def test_what_a_class_says_of_its_own_state_is_asked() -> None:
    assert copied(Tray(2, 2)) == Tray(2, 2)
    with pytest.raises(RefusedError, match="more beads than there is room"):
        copied(Tray(2, 3))


def test_a_tree_of_too_many_parts_is_refused_before_it_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count = 50_000
    monkeypatch.setattr(snapshot, "MOST_PARTS", count // 2)
    many = b"\xdd" + (count + 1).to_bytes(4, "big") + b"\xa1l" + b"\xc0" * count
    names = ("form", "version", "digest", "shapes", "body", "aside")
    for where in ("body", "shapes", "aside"):
        parts = msgspec.msgpack.decode(snapshot.pack([1, "two"], 1)[8:])
        parts[names.index(where)] = many if where == "body" else msgspec.Raw(many)
        rest = msgspec.msgpack.encode(parts)
        data = b"M704" + zlib.crc32(rest).to_bytes(4, "little") + rest
        tracemalloc.start()
        with pytest.raises(RefusedError, match="more than 25,000 parts"):
            snapshot.unpack(data, list, 1)
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert used < 4 * count, where  # the list alone would have 8 bytes a part


def tuples_of_one_hash(count: int) -> list[tuple[int, int]]:
    """Of small numbers: for each first one the second that brings Python's sum to the same."""
    bits, first, second = 1 << 64, 11400714785074694791, 14029467366897019727
    made: list[tuple[int, int]] = []
    number = 0
    while len(made) < count:
        number += 1
        total = (2870177450012600261 + number * second) % bits
        total = (total << 31 | total >> 33) * first % bits
        other = -total * pow(second, -1, bits) % bits
        if other < (1 << 61) - 1:
            made.append((number, other))
    return made


@pytest.mark.parametrize("kind", [dict.fromkeys, set, frozenset])
def test_keys_that_all_have_one_hash_are_refused(kind: Callable[[list[object]], object]) -> None:
    same, most = (1 << 61) - 1, snapshot.MOST_OF_ONE_HASH
    for keys in (
        [k * same for k in range(999)],
        [(1, k * same) for k in range(999)],
        tuples_of_one_hash(999),
        [frozenset((pair,)) for pair in tuples_of_one_hash(999)],
    ):
        assert len({hash(key) for key in keys}) == 1
        with pytest.raises(RefusedError, match=f"999 keys of one hash; expected {most} at most"):
            copied(kind([*keys]))
        few = kind([*keys[:most], *range(1, 999)])
        assert copied(few) == few


def test_parts_are_counted_as_msgpack_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each kind one, with what it holds full of bytes that look like lists."""
    held: list[object] = [None, True, -1, 127, 200, 70_000, 5 * 10**9, -200, -70_000, 0.5]
    held += [-5 * 10**9]
    held += ["x" * n for n in (3, 31, 32, 300, 70_000)]
    held += [b"\x9f" * n for n in (3, 300, 70_000)]
    tree = [held, dict.fromkeys(range(20), "\x9f"), list(range(20)), list(range(70_000)), ()]
    packed = memoryview(msgspec.msgpack.encode(tree))
    parts = 1 + (1 + len(held)) + (1 + 40) + 21 + 70_001 + 1
    monkeypatch.setattr(snapshot, "MOST_PARTS", parts)
    snapshot._check_parts(packed)
    monkeypatch.setattr(snapshot, "MOST_PARTS", parts - 1)
    with pytest.raises(ValueError, match="parts"):
        snapshot._check_parts(packed)
