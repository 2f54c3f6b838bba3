"""INTIN, FLTIN, INTOUT, FLTOUT: decimal numbers to words and back."""

import math
import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.machines.ibm704.library.routines import (
    LISTS,
    REFUSED,
    SIGN,
    SIZE,
    Driven,
    bound_of,
    exactly,
    float_word,
    integer_of,
    integer_word,
    text_of,
    text_words,
    unit_of,
)

RESULTS = SIZE - 100
READ = """
START  LXA COUNT,1
NEXT   TSX {entry},4
CARD   PZE TEXTS
       PZE {first},0,{columns}
       TRA FAIL
STORE  STO YS,1
       CLA CARD
       ADD WORDS
       STA CARD
       TIX NEXT,1,1
       HPR 1
FAIL   CAL NONE
       SLW YS,1
       TRA STORE+1
WORDS  DEC {words}
NONE   OCT -377777777777
COUNT  PZE {count}
TEXTS  EQU {texts}
YS     EQU {results}
"""
WRITE = """
START  LXA COUNT,1
NEXT   CLA XS,1
       TSX {entry},4
LINE   PZE TEXTS
       PZE {first},0,{columns}
{decimals}
       TRA FAIL
STORE  CLA LINE
       ADD WORDS
       STA LINE
       TIX NEXT,1,1
       HPR 1
FAIL   CLA NONE
       STO XS,1
       TRA STORE
WORDS  DEC {words}
NONE   OCT -377777777777
COUNT  PZE {count}
TEXTS  EQU {texts}
XS     EQU {results}
"""
FILLER = "$"


def numbers_of(
    entry: str, texts: Sequence[str], first: int = 1, columns: int = 18, words: int = 3
) -> list[int]:
    """What is read from these columns of each text; REFUSED after the error return."""
    source = READ.format(
        entry=entry,
        first=first,
        columns=columns,
        words=words,
        count=len(texts),
        texts=LISTS,
        results=RESULTS,
    )
    driven = Driven(source, "DECIN", "TENS")
    driven.put(LISTS, [word for text in texts for word in text_words(text, words)])
    driven.run()
    return driven.words(RESULTS - len(texts), len(texts))


def lines_of(
    entry: str,
    numbers: Sequence[int],
    first: int = 1,
    columns: int = 18,
    words: int = 3,
    decimals: str = "",
) -> list[str]:
    """What is written for each number to lines full of $; the error return leads to asterisks."""
    source = WRITE.format(
        entry=entry,
        first=first,
        columns=columns,
        words=words,
        count=len(numbers),
        texts=LISTS,
        results=RESULTS,
        decimals=f"       {decimals}" if decimals else "* AN INTEGER",
    )
    driven = Driven(source, "DECOUT", "TENS")
    driven.put(LISTS, text_words(FILLER * 6 * words * len(numbers), words * len(numbers)))
    driven.put(RESULTS - len(numbers), numbers)
    driven.run()
    marks = driven.words(RESULTS - len(numbers), len(numbers))
    found = driven.words(LISTS, words * len(numbers))
    lines = [text_of(found[at : at + words]) for at in range(0, len(found), words)]
    for mark, line in zip(marks, lines, strict=True):
        assert (mark == REFUSED) == ("*" in line), line
    return lines


def written(entry: str, value: Fraction | float, columns: int, decimals: str = "") -> str:
    """One number in columns of its own."""
    word = integer_word(int(value)) if entry == "INTOUT" else float_word(value)
    (line,) = lines_of(entry, [word], columns=columns, decimals=decimals)
    assert set(line[columns:]) <= {FILLER}
    return line[:columns]


def random_floats(least: int, most: int, count: int) -> list[int]:
    chance = random.Random(f"{least} {most}")
    return [
        float_word(
            chance.choice((1, -1)) * math.ldexp(chance.uniform(0.5, 1), chance.randint(least, most))
        )
        for _ in range(count)
    ]


# -- in


def test_an_integer_is_read_or_refused() -> None:
    for text, number in [
        ("", 0),
        ("0", 0),
        ("17", 17),
        ("     +17", 17),
        ("-17   ", -17),
        ("- 1 2 3", -123),
        ("34359738367", 2**35 - 1),
        ("-34359738367", 1 - 2**35),
        ("0000000000000017", 17),
        ("34359738368", None),
        ("99999999999", None),
        ("1.", None),
        ("1E2", None),
        ("12A", None),
        ("1-2", None),
        ("+-1", None),
        ("-", None),
        ("1*", None),
    ]:
        (word,) = numbers_of("INTIN", [text])
        assert word == (REFUSED if number is None else integer_word(number)), (text, number)


@pytest.mark.slow
def test_integers_are_read_from_any_columns() -> None:
    digits = "123456789012345678901234567890123456"
    for first in (*range(1, 8), 18, 29):  # six columns are a word
        for columns in (1, 7):
            (word,) = numbers_of("INTIN", [digits], first, columns, 6)
            assert integer_of(word) == int(digits[first - 1 : first - 1 + columns])


def test_random_integers_come_back() -> None:
    chance = random.Random(704)
    numbers = [chance.randint(-(10 ** (n % 10 + 1)), 10 ** (n % 10 + 1)) for n in range(1000)]
    numbers = [max(min(one, 2**35 - 1), 1 - 2**35) for one in numbers]
    words = [integer_word(one) for one in numbers]
    lines = lines_of("INTOUT", words)
    assert lines == [f"{one:>18}" for one in numbers]
    assert numbers_of("INTIN", lines) == words


def decimal_texts(count: int) -> list[str]:
    """Numbers of one to ten digits with a point anywhere, half of them with a power."""
    chance = random.Random(704)
    texts = []
    for n in range(count):
        digits = str(chance.randint(0, 10 ** (n % 10 + 1) - 1))
        at = chance.randint(0, len(digits))
        power = f"E{chance.randint(-30, 27)}" if n % 2 else ""
        texts.append(f"{'-' if n % 3 else ''}{digits[:at]}.{digits[at:]}{power}")
    return texts


def test_floating_numbers_are_read_to_within_their_bound() -> None:
    texts = decimal_texts(2000)
    (bound,) = bound_of("decin")
    for text, word in zip(texts, numbers_of("FLTIN", texts), strict=True):
        value = Fraction(text)
        assert word != REFUSED, text
        if value:
            assert abs(exactly(word) - value) / unit_of(value) < bound, text
        else:
            assert word in (0, SIGN), text


def test_integers_up_to_27_bits_and_binary_fractions_are_read_exactly() -> None:
    values = [Fraction(1), Fraction(2**27 - 1), Fraction(1, 2), Fraction(-5, 8), Fraction(12345)]
    texts = ["1", "134217727", ".5", "-0.625", "123.45E2"]
    assert [exactly(word) for word in numbers_of("FLTIN", texts)] == values


def test_what_is_no_floating_number_is_refused() -> None:
    texts = ["1.8E38", "1E39", "1E99", ".", "-.", "1.."]
    texts += ["1.2.3", "E5", "5E", "5E+", "5E5E", "3-4"]
    found = zip(texts, numbers_of("FLTIN", texts), strict=True)
    assert [text for text, word in found if word != REFUSED] == []


def test_extreme_floating_numbers() -> None:
    words = numbers_of("FLTIN", ["1E-39", "1E-99", "0E99", "", "1.7E38", "1.5E-39"])
    assert words[:4] == [0] * 4
    for word, value in zip(words[4:], (Fraction("1.7E38"), Fraction("1.5E-39")), strict=True):
        assert abs(exactly(word) - value) < unit_of(value)
    (long,) = numbers_of("FLTIN", [".31415926535897932"])
    assert long == float_word(0.31415926535)


# -- out


def test_an_integer_stands_at_the_right_of_its_columns() -> None:
    for value, columns, text in [
        (0, 1, "0"),
        (-1, 2, "-1"),
        (-1, 1, "*"),
        (12345, 4, "****"),
        (2**35 - 1, 11, "34359738367"),
        (7, 12, "           7"),
    ]:
        assert written("INTOUT", value, columns) == text, (value, columns, text)


def test_the_rest_of_the_line_stays() -> None:
    (line,) = lines_of("INTOUT", [integer_word(-42)], first=8, columns=5)
    assert line == "$" * 7 + "  -42" + "$" * 6


@pytest.mark.slow
def test_a_floating_number_in_ten_columns() -> None:
    for value, decimals, text in [
        (0.0, "PZE 2", "      0.00"),
        (-12.5, "PZE 2", "    -12.50"),
        (-0.004, "PZE 2", "      0.00"),
        (0.5, "PZE 0", "         1"),
        (0.49, "PZE 0", "         0"),
        (999.996, "PZE 2", "   1000.00"),
        (1e9, "PZE 2", "*" * 10),
        (1e38, "PZE 0", "*" * 10),
        (1.0, "PZE 11", "*" * 10),
        (0.0, "MZE 3", " 0.000E+00"),
        (-12.5, "MZE 3", "-1.250E+01"),
        (9.9999, "MZE 3", " 1.000E+01"),
        (1e-38, "MZE 3", " 1.000E-38"),
        (1.5e38, "MZE 3", " 1.500E+38"),
        (2.0, "MZE 0", "     2E+00"),
        (2.0, "MZE 5", "*" * 10),
        (2.0, "MZE 9", "*" * 10),
    ]:
        assert written("FLTOUT", value, 10, decimals) == text, (value, decimals, text)


def test_nine_figures_are_right_to_within_their_bound() -> None:
    words = random_floats(-127, 127, 1500)
    (bound,) = bound_of("decout")
    for word, line in zip(words, lines_of("FLTOUT", words, decimals="MZE 8"), strict=True):
        figures, _, power = line.strip().partition("E")
        assert len(figures.lstrip("-")) == 10 and figures.lstrip("-")[1] == ".", line
        unit = Fraction(10) ** (int(power) - 8)
        assert abs(Fraction(line.strip()) - exactly(word)) / unit < bound, line


def test_decimals_are_right_to_within_their_bound() -> None:
    words = random_floats(-6, 15, 1500)
    (bound,) = bound_of("decout")
    for word, line in zip(words, lines_of("FLTOUT", words, decimals="PZE 4"), strict=True):
        assert abs(Fraction(line.strip()) - exactly(word)) * 10**4 < bound, line


def test_numbers_written_with_nine_figures_are_read_as_what_they_were() -> None:
    words = random_floats(-120, 120, 1000)
    lines = lines_of("FLTOUT", words, decimals="MZE 8")
    again = numbers_of("FLTIN", lines)
    for word, back in zip(words, again, strict=True):
        unit = unit_of(exactly(word))
        assert abs(exactly(back) - exactly(word)) <= unit
