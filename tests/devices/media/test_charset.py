"""The 704's characters against the table in docs/sources/ibm704.md and the rules of tape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media import charset
from devices.refusal import RefusedError


def test_there_are_48_graphics_each_with_punches_of_its_own() -> None:
    assert len(charset.PUNCHES) == len(charset.GRAPHICS) == 48


@pytest.mark.parametrize(
    ("char", "rows", "code", "tape"),
    [
        ("0", "0", 0o00, 0o12),
        ("9", "9", 0o11, 0o11),
        ("A", "12-1", 0o21, 0o61),
        ("I", "12-9", 0o31, 0o71),
        ("J", "11-1", 0o41, 0o41),
        ("S", "0-2", 0o62, 0o22),
        ("Z", "0-9", 0o71, 0o31),
        (" ", "none", 0o60, 0o20),
        ("=", "8-3", 0o13, 0o13),
        ("@", "8-4", 0o14, 0o14),
        ("+", "12", 0o20, 0o60),
        ("-", "11", 0o40, 0o40),
        (".", "12-8-3", 0o33, 0o73),
        (")", "12-8-4", 0o34, 0o74),
        ("$", "11-8-3", 0o53, 0o53),
        ("*", "11-8-4", 0o54, 0o54),
        ("/", "0-1", 0o61, 0o21),
        (",", "0-8-3", 0o73, 0o33),
        ("(", "0-8-4", 0o74, 0o34),
    ],
)
def test_a_character_has_the_codes_of_the_table(char: str, rows: str, code: int, tape: int) -> None:
    assert charset.name_rows(charset.PUNCHES[char]) == rows
    assert charset.bcd(char) == code
    assert charset.char_of_bcd(code) == char
    assert charset.tape_of_bcd(code) == tape
    assert charset.bcd_of_tape(tape) == code


def test_plus_and_minus_zero_have_punches_but_no_graphic() -> None:
    for code, rows in ((0o32, "12-0"), (0o52, "11-0")):
        punches = charset.punches_of_bcd(code)
        assert punches is not None
        assert charset.name_rows(punches) == rows
        assert charset.bcd_of_punches(punches) == code
        assert charset.char_of_bcd(code) is None


def test_lower_case_is_punched_as_upper() -> None:
    assert charset.bcd("q") == charset.bcd("Q")


@pytest.mark.parametrize(("char", "use"), [("#", "="), ("&", "+"), (":", "/"), ("'", "@")])
def test_a_character_of_other_keypunches_is_refused_with_the_one_to_use(
    char: str, use: str
) -> None:
    with pytest.raises(RefusedError, match=f"has no punch; use \\{use}"):
        charset.bcd(char)


@given(st.integers(0, 0x3F), st.booleans())
def test_parity_makes_the_ones_odd_or_even(code: int, odd: bool) -> None:
    character = charset.with_parity(code, odd)
    assert character & 0x3F == code
    assert charset.is_odd(character) == odd == bool(character.bit_count() % 2)


def test_a_refusal_is_printed_in_capitals_with_the_nearest_types() -> None:
    assert charset.as_printed("deck.txt: card 3; it's [bad]") == "DECK.TXT/ CARD 3, ITS (BAD)"
