"""Which boxes there are, and how a visitor's board is laid before its box."""

import pytest

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import TURNED, boards, standard, turned
from machines.menace.build import build, lay
from tests.naive import menace as naive
from tests.naive import noughts

RULE_L = """..X/OXO/.XO ..O/.XO/OXX .../OXO/XOX O.X/O../XOX ..X/OXO/.OX OOX/O../X.X .OX/X.O/X.O
.O./XXO/XO. ..O/.XX/OXO ..X/X.O/XOO ..O/OXO/.XX ..O/XOO/X.X .O./OXO/X.X ..O/X.X/XOO ..O/OXO/X.X
.O./XOO/XX. ..O/XX./OOX"""
"""The seventeen of rule L (docs/sources/menace.md, section 2); for W change the signs."""


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("304", {1: 1, 3: 12, 5: 108, 7: 183}),
        ("287L", {1: 1, 3: 12, 5: 108, 7: 166}),
        ("287W", {1: 1, 3: 12, 5: 108, 7: 166}),
        ("second", {2: 3, 4: 38, 6: 153, 8: 95}),
    ],
)
def test_boxes_are_numbered_by_stage(name: str, counts: dict[int, int]) -> None:
    made = build(name)
    stages = [made.stage(number) for number in range(1, len(made.faces) + 1)]
    assert stages == sorted(stages)
    assert {stage: stages.count(stage) for stage in set(stages)} == counts


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rule"), [("304", ""), ("287L", "L"), ("287W", "W")])
def test_the_faces_are_the_twins(name: str, rule: str) -> None:
    faces = {face.rows().replace("/", "") for face in build(name).faces}
    assert faces == naive.boxes_of("O", rule).keys()


def test_the_seventeen_that_each_rule_leaves_out_are_the_published_ones() -> None:
    for name, signs in (("287L", "OX"), ("287W", "XO")):
        listed = RULE_L.translate(str.maketrans("OX", signs)).split()
        expected = {standard(Board.of_rows(rows))[0] for rows in listed}
        assert set(build(name).foregone) == expected
        assert len(expected) == 17


def test_the_opening_box_has_white_lilac_and_gold_and_fig_3s_box_1_8_7_6() -> None:
    assert build("304").colours(1) == (0, 1, 2)
    laid = lay("304", Board.of_rows(".X./.O./..."))
    assert laid is not None
    assert laid.turn == 0
    assert build("304").colours(laid.number) == (1, 6, 7, 8)


def test_a_board_laid_before_its_box_lies_as_the_face_and_back() -> None:
    for board in boards():
        if board.finished or board.to_move != "O" or board.ply == 8:
            continue
        laid = lay("304", board)
        assert laid is not None
        assert turned(board, laid.turn) == laid.face == build("304").faces[laid.number - 1]
        for square in range(9):
            on_face = TURNED[laid.turn][square]
            assert laid.to_board(on_face) == square
            assert board.at(square) == laid.face.at(on_face)


def test_the_way_to_lay_the_board_is_said_in_words() -> None:
    def words(rows: str) -> str:
        laid = lay("304", Board.of_rows(rows))
        assert laid is not None
        return laid.in_words()

    assert words(".X./.O./...") == "as it lies"
    assert words(".../.OX/...") == "turn a quarter anticlockwise"
    assert words(".../.O./.X.") == "turn half round"
    assert words("X../O../...") == "mirror in the diagonal 1-5"


def test_the_colours_move_is_the_twins_square() -> None:
    for board in boards()[::5]:
        if board.finished or board.to_move != "O" or board.ply == 8:
            continue
        laid = lay("304", board)
        assert laid is not None
        for colour in build("304").colours(laid.number):
            rows = board.rows().replace("/", "")
            assert laid.to_board(colour) == naive.board_square(rows, colour)
            assert rows[noughts.place(laid.to_board(colour))] == "."


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("OOO/XX./...", "end of a play"),
        ("O../.../...", "has X to move; expected O"),
        ("OXO/OXX/XO.", "one square left"),
    ],
)
def test_a_board_that_has_no_box_is_refused(rows: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        lay("304", Board.of_rows(rows))


def test_an_unknown_build_is_refused() -> None:
    with pytest.raises(RefusedError, match="is '288'; expected one of 304"):
        build("288")
