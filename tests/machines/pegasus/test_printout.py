"""The print-out in the paper's form, and reading it."""

import pytest

from devices.refusal import RefusedError
from machines.kernels.generator import generator_state
from machines.pegasus.odds import Reinforcement
from machines.pegasus.players import Player
from machines.pegasus.printout import printed_page, record_of, result_of, squares_of
from machines.pegasus.program import Pegasus


def plays(number: int) -> list[int]:
    """Random plays over distinct moves, as Fig. 5's."""
    generator = generator_state(5)
    program = Pegasus(Player("distinct"), Player("distinct"), Reinforcement(), generator)
    return [int(record) for record in program.play(number)]


def test_a_page_has_the_paper_s_form() -> None:
    page = printed_page((("A0", plays(100)), ("A1", plays(100))))
    lines = page.split("\n")
    assert lines[:5] == ["7168 CLEAR STORE", "", "", "TEST A0", ""]
    assert lines[25:29] == ["", "", "TEST A1", ""]
    assert lines[-1] == ""
    assert len(lines) == 5 + 20 + 2 + 2 + 20 + 1
    for line in lines[5:25]:
        assert len(line) == 60
        for at in range(0, 60, 12):
            assert line[at : at + 8].rstrip().isdigit()
            assert line[at + 8] == " "
            assert line[at + 9] in "+-."
            assert line[at + 10 : at + 12] == "  "


def test_plays_of_the_paper_are_read_and_printed_the_same() -> None:
    for squares, result in (
        ("247018", -1),
        ("02436517", 1),
        ("15386270", 0),
        ("14708", 1),
        ("01732684", 0),
        ("1023784", 0),
        ("01785624", 1),
    ):
        assert squares_of(record_of(squares)) == squares, squares
        assert result_of(record_of(squares)) == result, squares


def test_any_square_of_its_kind_is_understood() -> None:
    assert squares_of(record_of("38504")) == "14708"


def test_every_play_printed_is_read_back() -> None:
    for record in plays(500):
        assert record_of(squares_of(record)) == record


@pytest.mark.parametrize(
    ("squares", "what"),
    [
        ("2244", "taken"),
        ("29", "no square"),
        ("147085", "after the end"),
        ("147", "before the end"),
    ],
)
def test_a_play_that_can_t_be_is_refused(squares: str, what: str) -> None:
    with pytest.raises(RefusedError, match=what):
        record_of(squares)
