"""Symbols from the assembler's listing, and addresses that are written with them."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.ibm704.assembler import assemble
from machines.ibm704.debugger import images
from machines.ibm704.debugger.lines import instruction
from machines.ibm704.debugger.symbols import Symbols, read_address, read_symbols
from tests.machines.ibm704.debugger.bench import shipped
from tests.machines.ibm704.programs import NAMES, assembled

SYMBOLS = Symbols({"LOOP": 0o100, "N": 0o120, "FIVE": 0o5, "H$X": 0o130}, frozenset({"FIVE"}))


def test_a_listing_gives_back_all_symbols_of_a_shipped_program() -> None:
    for name in NAMES:
        assembly = assembled(name)
        assert read_symbols(assembly.listing, name).values == assembly.symbols, name


def test_headed_symbols_and_those_not_referred_to_are_read_too() -> None:
    cards = ["       ORG 64", "A      CLA B", "H      HED", "B      CLA B", "       END 64"]
    assembly = assemble(cards, "headed")
    assert set(assembly.symbols) == {"A", "H$B"}
    assert read_symbols(assembly.listing, "headed").values == assembly.symbols


def test_a_program_without_symbols_has_none() -> None:
    assembly = assemble(["       ORG 64", "       HPR 1", "       END 64"], "none")
    assert read_symbols(assembly.listing, "none").values == {}


def test_a_placed_program_has_its_symbols_where_it_is_and_its_constants_as_they_are() -> None:
    cards = ["       REL", "FIVE   EQU 5", "START  CLA FIVE", "       HPR 1", "       END START"]
    listing = [*assemble(cards, "placed").listing, "PLACED AT 02000"]
    assert read_symbols(listing, "placed").values == {"FIVE": 5, "START": 0o2000}


def test_text_that_is_no_listing_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"x\.lst: has no table of symbols"):
        read_symbols(["HELLO"], "x.lst")


def test_addresses_are_named_after_the_symbol_before_but_not_after_constants() -> None:
    assert SYMBOLS.name(0o100) == "LOOP"
    assert SYMBOLS.name(0o112) == "LOOP+12"
    assert SYMBOLS.name(0o5) == SYMBOLS.name(0o77) == SYMBOLS.name(0o230) == ""


def test_an_expression_has_symbols_and_octal_numbers() -> None:
    for text, address in [
        ("LOOP", 0o100),
        ("loop+12", 0o112),
        ("100", 0o100),
        ("N-LOOP+7", 0o27),
        ("*+1", 0o201),
        ("FIVE+1", 6),
        ("h$x", 0o130),
    ]:
        assert read_address(text, SYMBOLS, 0o200, 4096) == address, (text, address)


def test_what_is_no_address_is_refused() -> None:
    for text in ["", "+", "LOOP+", "9", "LOOP++1", "5-LOOP", "LOOP+10000"]:
        with pytest.raises(RefusedError):
            read_address(text, SYMBOLS, 0o200, 4096)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        (0o050000000120, "CLA N"),
        (0o200001100102, "TIX LOOP+2,1,00001"),
        (0o070000400121, "CPY N+1,4"),
        (0o076700000120, "ALS 00120"),
        (0o076600000361, "WPR"),
        (0o076000000006, "COM"),
    ],
)
def test_an_instruction_is_shown_with_symbols_where_it_names_storage(word: int, text: str) -> None:
    assert instruction(word, SYMBOLS) == text


# -- Images of a state: put back, it is as it was, and its parts are the same objects --------------


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
