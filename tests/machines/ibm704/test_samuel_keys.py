"""Samuel's program in 704 code: the operator's moves by the keys, and moves taken back."""

import pytest

from tests.machines.ibm704.programs import SAMUEL
from tests.machines.ibm704.samuel704 import (
    ASKS,
    SHOWS_JUMP,
    run_704,
    run_engine,
)
from tests.machines.samuel.run import CHEAP

both = pytest.mark.parametrize("program", SAMUEL)


def entry(source: int, target: int, game: int = 0) -> int:
    """A step of a move as the keys enter it."""
    return game << 12 | source << 6 | target


KEYED = {
    "against the machine": (
        ("GAME   1 WHITE=MACHINE KEYS", *CHEAP, "SENSE  1", "END"),
        (
            entry(11, 15), entry(15, 18, 1), entry(0, 0), entry(40, 1), entry(1, 40),
            entry(8, 11, 2), 1 << 20, entry(8, 11, 1),
        ),
    ),
    "the machine jumps and jumps on": (
        (
            "GAME   1 BLACK=MACHINE JUMPS", "BOARD  B/W10,18,19,27,26,11,32/B6,1,2,K5", *CHEAP,
            "SENSE  1", "END",
        ),
        (entry(26, 23), entry(27, 24), entry(19, 15)),
    ),
    "jumps step by step in two games": (
        (
            "GAME   1 A", "BOARD  B/W10,18,27,22/B6,1", "GAME   3 B", *CHEAP, "SENSE  1", "END",
        ),
        (
            entry(6, 15), entry(11, 15, 3), entry(11, 15), entry(15, 11), entry(14, 22),
            entry(15, 31), entry(0, 0), entry(15, 22, 1), entry(22, 31, 1), entry(0, 0),
            entry(0, 0), entry(6, 31), entry(0, 0, 1), entry(6, 15, 1), entry(15, 22, 1),
            entry(22, 31, 1), entry(1, 1, 5), entry(0, 0, 3), entry(11, 16),
        ),
    ),
}  # fmt: skip
"""Cards, and what the operator enters where he is asked."""


@both
@pytest.mark.parametrize("name", KEYED)
def test_moves_by_the_keys_are_taken_and_refused_as_by_the_engine(
    name: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, entries = KEYED[name]
    run = run_704(cards, entries=entries, program=program)
    printed, asked = run_engine(cards, monkeypatch, entries=entries)
    assert run.printed.splitlines() == printed.splitlines()
    stops = zip(run.stops, run.mq, run.lights, strict=True)
    assert [(word, lights) for stop, word, lights in stops if stop == ASKS] == asked
    assert (SHOWS_JUMP in run.stops) == ("jumps on" in name)


BACK = 1 << 15
"""Key 20: a move is taken back."""
TAKEN_BACK = {
    "a move and its answer": (
        ("GAME   1 WHITE=MACHINE KEYS", *CHEAP, "SENSE  1", "END"),
        (
            entry(12, 16), entry(16, 23), BACK, entry(16, 23), BACK | 1 << 12, BACK, entry(9, 14),
            entry(14, 23),
        ),
        (),
    ),
    "in two games, and of cards": (
        (
            "GAME   1 A", "GAME   3 WHITE=MACHINE B", *CHEAP, "MOVE   1/11-15,22-18 15X22",
            "SENSE  1,5", "END",
        ),
        (
            entry(25, 18, 1), BACK | 1 << 12, BACK | 1 << 12, entry(12, 16, 3), BACK | 1 << 12,
            entry(16, 23, 3), BACK, entry(22, 17, 1), BACK | 3 << 12, entry(9, 14, 3),
        ),
        (),
    ),
    "after the end": (
        ("GAME   1 WHITE=MACHINE LIMIT=4 END", *CHEAP, "SENSE  1", "END"),
        (entry(12, 16), entry(16, 23), entry(16, 23), entry(16, 23)),
        (BACK, BACK | 1 << 12),
    ),
}  # fmt: skip
"""Cards, entries where the operator is asked, entries where the deck has ended."""


@pytest.mark.parametrize("name", TAKEN_BACK)
def test_moves_are_taken_back_as_by_the_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cards, entries, after_end = TAKEN_BACK[name]
    run = run_704(cards, entries=entries, after_end=after_end)
    printed, asked = run_engine(cards, monkeypatch, entries=entries, after_end=after_end)
    assert "THE OPERATOR TAKES BACK" in printed
    assert run.printed.splitlines() == printed.splitlines()
    stops = zip(run.stops, run.mq, run.lights, strict=True)
    assert [(word, lights) for stop, word, lights in stops if stop == ASKS] == asked


NOT_BACK = {
    "no move was made": (
        ("GAME   1", "SENSE  1", "END"),
        "THE OPERATOR HAS MADE NO MOVE THAT COULD BE TAKEN BACK",
    ),
    "the game follows a book": (
        ("GAME   1 BLACK=BOOK", *CHEAP, "BOOK   11-15", "SENSE  1", "END"),
        "GAME 1 FOLLOWS A BOOK, EXPECTED A GAME WITHOUT ONE",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_BACK)
def test_what_cannot_be_taken_back_is_told_and_the_keys_are_asked_again(name: str) -> None:
    cards, why = NOT_BACK[name]
    entries = (entry(22, 18), BACK) if "book" in name else (BACK,)
    run = run_704(cards, entries=entries, after_end=(BACK,))
    assert f"MOVE REFUSED, TAKE BACK, {why}" in " ".join(run.printed.split())
    assert run.stops[-1] == run.stops[-2]


def test_nothing_is_taken_back_in_8192_words() -> None:
    cards, entries, _ = TAKEN_BACK["a move and its answer"]
    run = run_704(cards, entries=entries[:3], program="samuel8k")
    assert "TAKE BACK, IN 8,192 WORDS THERE IS NO ROOM FOR IT" in run.printed
    assert run.stops[-1] == ASKS
