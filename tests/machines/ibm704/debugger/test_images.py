"""Images of a state: put back, it is as it was, and its parts are the same objects."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from machines.exhibit import snapshot
from machines.ibm704.debugger import images
from tests.machines.ibm704.debugger.bench import shipped


@dataclass
class Part:
    values: list[int] = field(default_factory=lambda: [1, 2])


@dataclass
class Whole:
    part: Part | None = field(default_factory=Part)
    parts: list[Part] = field(default_factory=lambda: [Part(), Part([3])])
    held: tuple[int, list[int]] = (1, [2])
    table: npt.NDArray[Any] = field(default_factory=lambda: np.arange(5000).reshape(50, 100))
    named: dict[str, list[int]] = field(default_factory=lambda: {"a": [1]})


def test_every_part_comes_back_in_its_own_object() -> None:
    whole = Whole()
    part, table, first = whole.part, whole.table, whole.parts[0]
    assert part is not None
    image = images.make_image(whole)
    part.values.append(9)
    whole.parts.pop()
    whole.held[1].append(5)
    whole.table[7, 7] = -1
    whole.named["a"].append(2)
    images.put_back(image, whole)
    assert whole.part is part and whole.table is table and whole.parts[0] is first
    assert part.values == [1, 2]
    assert [one.values for one in whole.parts] == [[1, 2], [3]]
    assert whole.held == (1, [2])
    assert whole.named == {"a": [1]}
    assert np.array_equal(whole.table, np.arange(5000).reshape(50, 100))


def test_a_part_that_was_another_kind_of_thing_is_made_anew() -> None:
    whole = Whole()
    image = images.make_image(whole)
    whole.part = None
    images.put_back(image, whole)
    assert whole.part == Part()
    nothing = images.make_image(Whole(part=None))
    images.put_back(nothing, whole)
    assert whole.part is None


def test_an_image_may_be_put_back_again_and_again() -> None:
    whole = Whole()
    image = images.make_image(whole)
    for _ in range(2):
        whole.named["a"].append(2)
        whole.table[0, 0] = 5
        images.put_back(image, whole)
        assert whole.named == {"a": [1]}
        assert whole.table[0, 0] == 0


def test_pages_that_have_not_changed_are_shared_with_the_earlier_image() -> None:
    table = np.zeros(4 * images.PAGE_WORDS, dtype=np.int64)
    first = images.make_image(table)
    table[images.PAGE_WORDS] = 1
    second = images.make_image(table, first)
    assert isinstance(first, images.ArrayImage) and isinstance(second, images.ArrayImage)
    same = [a is b for a, b in zip(first.pages, second.pages, strict=True)]
    assert same == [True, False, True, True]


def test_a_704_with_its_units_comes_back_whole() -> None:
    operator = shipped("tapecopy")
    state = operator.exhibit.state
    before, image = operator.exhibit.snapshot(), images.make_image(state)
    operator.run(lambda: True)
    assert operator.exhibit.snapshot() != before
    images.put_back(image, state)
    assert operator.exhibit.snapshot() == before
    assert snapshot.digest(before)
