"""Appendix C's parameters: small boards, both manners of taking a term, and the connectives."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given

from machines.games.draughts.board import Position, squares_of
from machines.samuel import parameters as counts
from machines.samuel import terms
from machines.samuel.term_table import TERMS, TRUTHS
from tests.machines.fresh_process import printed
from tests.machines.games.draughts.positions import positions, sprinkled

ALL = (1 << terms.TERM_NUMBERS) - 1
UNTOUCHED = -704


def parameters_of(position: Position, wanted: int = ALL) -> npt.NDArray[np.int64]:
    out = np.full(terms.TERM_NUMBERS, UNTOUCHED, np.int64)
    terms.parameters(wanted, *position.words(), int(position.black_to_move), out)
    return out


@given(positions)
def test_all_parameters_in_one_pass_are_those_one_by_one(position: Position) -> None:
    together = parameters_of(position)
    for number in range(terms.DEMO):
        black = int(position.black_to_move)
        assert together[number] == terms.parameter(number, *position.words(), black)
    assert (together[terms.DEMO :] == UNTOUCHED).all()


def test_only_what_is_wanted_is_found() -> None:
    for number in range(1, terms.TERM_NUMBERS):
        position = sprinkled(np.random.default_rng(number))
        needed, every = terms.needed(1 << number), parameters_of(position)
        wanted = np.array([needed >> other & 1 for other in range(terms.TERM_NUMBERS)])
        expected = np.where(wanted, every, UNTOUCHED)
        assert (parameters_of(position, 1 << number) == expected).all(), number


@given(positions)
def test_a_parameter_is_the_same_for_the_board_reversed(position: Position) -> None:
    assert (parameters_of(position) == parameters_of(position.reversed())).all()


@given(positions)
def test_the_move_is_nobodys_when_taken_together(position: Position) -> None:
    assert terms.term(terms.MOVE, *position.words(), int(position.black_to_move)) == 0


def test_the_kernels_numbers_are_those_of_the_table() -> None:
    for name, term in TERMS.items():
        assert getattr(terms, "CENT_ADV" if name == "CENT+ADV" else name) == term.number
        assert bool(terms.OF_THE_ACTIVE >> term.number & 1) == term.active
        assert bool(terms.BAD >> term.number & 1) == (not term.good)
        if term.connects:
            k = term.number - terms.DEMO
            a, b = (TERMS[simple].number for simple in term.connects)
            assert (terms.FIRST[k], terms.SECOND[k]) == (a, b)
            assert term.definition.startswith(f"1 if {TRUTHS[terms.TRUTH[k]]}, else 0")
            assert terms.needed(1 << term.number) == 1 << a | 1 << b
        else:
            assert terms.needed(1 << term.number) == 1 << term.number


def test_the_squares_of_appendix_c_agree_from_both_sides_of_the_board() -> None:
    def mirrored(word: int) -> tuple[int, ...]:
        return tuple(sorted(33 - square for square in squares_of(word)))

    pairs = [
        (counts.BLACK_BRIDGE, counts.WHITE_BRIDGE),
        (counts.BLACK_OREO, counts.WHITE_OREO),
        (counts.BLACK_CRAMPING, counts.WHITE_CRAMPING),
        (counts.BLACK_NEARBY, counts.WHITE_NEARBY),
        (counts.CRAMPED_WHITE, counts.CRAMPED_BLACK),
        (counts.END_UP_4, counts.END_DOWN_4),
        (counts.END_UP_5, counts.END_DOWN_5),
        *((word, word) for word in (counts.CENTER, counts.APEX_SQUARES, counts.DOUBLE_CORNERS)),
    ]
    for black, white in pairs:
        assert squares_of(white) == mirrored(black)
    removed = [counts.DOUBLE_FILES, counts.ONE_REMOVED, counts.TWO_REMOVED, counts.THREE_REMOVED]
    assert sorted(s for word in removed for s in squares_of(word)) == list(range(1, 33))


CONNECTIVES: dict[str, tuple[str, str, Callable[[bool, bool], bool]]] = {
    "DEMO": ("DENY", "MOB", lambda a, b: a and b),
    "DEMMO": ("DENY", "MOB", lambda a, b: a and not b),
    "DDEMO": ("DENY", "MOB", lambda a, b: not a and b),
    "DDMM": ("DENY", "MOB", lambda a, b: not a and not b),
    "MODE1": ("MOBIL", "DENY", lambda a, b: a and b),
    "MODE2": ("MOBIL", "DENY", lambda a, b: a and not b),
    "MODE3": ("MOBIL", "DENY", lambda a, b: not a and b),
    "MODE4": ("MOBIL", "DENY", lambda a, b: not a and not b),
    "MOC1": ("MOBIL", "CENT", lambda a, b: a and b),
    "MOC2": ("MOBIL", "CENT", lambda a, b: not a and b),
    "MOC3": ("MOBIL", "CENT", lambda a, b: a and not b),
    "MOC4": ("MOBIL", "CENT", lambda a, b: not a and not b),
}


def divided(simple: str, value: int) -> bool:
    """Whether a simple term's value is in one of its two classes."""
    return value != 0 or simple not in ("DENY", "CENT")


def test_a_connective_is_no_rating_of_a_side() -> None:
    words = Position.start().words()
    assert all(terms.rating(number, *words, 1) == 0 for number in range(terms.DEMO, 41))


CHECK = """
import numpy as np
from machines.samuel import terms
from tests.machines.games.draughts.positions import sprinkled
generator = np.random.default_rng(59)
before = np.zeros(terms.TERM_NUMBERS, np.int64)
for _ in range(60):
    position = sprinkled(generator)
    words, black = position.words(), int(position.black_to_move)
    now = np.zeros(terms.TERM_NUMBERS, np.int64)
    terms.parameters((1 << terms.TERM_NUMBERS) - 1, *words, black, now)
    print(now.tolist())
    numbers = range(1, terms.TERM_NUMBERS)
    print([int(terms.value_by_turns(number, now, before)) for number in numbers])
    print([int(terms.term(number, *words, black)) for number in numbers])
    before = now
"""


@pytest.mark.slow
def test_the_kernels_give_the_same_without_the_compiler() -> None:
    compiled = printed(CHECK)
    assert len(compiled.splitlines()) == 180
    assert printed(CHECK, NUMBA_DISABLE_JIT="1") == compiled
