"""Boards of the line printer: what their decks say, and what of them is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from devices.media.deck import Deck, deck_value, read_deck, read_text_deck
from devices.media.printer_board import (
    SETTINGS,
    STANDARD_BOARD,
    Exit,
    PrinterBoard,
    read_board,
)
from devices.refusal import RefusedError
from devices.units.line_printer import LinePrinter
from machines.exhibit import snapshot

BOARDS = Path(__file__).resolve().parents[3] / "assets" / "boards"


def deck(*cards: str) -> Deck:
    return read_text_deck("".join(f"{card}\n" for card in cards), "board.txt")


def shipped(name: str) -> PrinterBoard:
    return read_board(read_deck((BOARDS / name).read_bytes(), name))


def bits(*exits: int) -> int:
    return sum(1 << exit for exit in exits)


def test_the_standard_deck_is_the_board_without_a_deck() -> None:
    assert shipped("standard.txt") == STANDARD_BOARD


def test_every_shipped_board_is_one_and_has_its_line_in_the_note() -> None:
    note = (BOARDS / "README.md").read_text()
    for path in BOARDS.glob("*.txt"):
        shipped(path.name).check_state()
        assert f"| {path.name} |" in note


def test_an_exit_does_all_that_its_card_says() -> None:
    board = read_board(
        deck("exit   4 skip 12 before 1 after 2 suppress entry right", "CHAN   12 9")
    )
    assert board.exits[3] == Exit(skip=12, before=1, after=2, suppress=True, entry=True, right=True)
    assert board.stops(12) == (8,)


@pytest.mark.parametrize(
    ("exits", "does"),
    [
        ((4,), Exit(before=1)),
        ((8,), Exit()),
        ((10,), Exit()),
        ((10, 1), Exit(skip=1)),
        ((10, 4), Exit(skip=4)),
        ((10, 8, 1, 5), Exit(skip=9, suppress=True)),
        ((10, 8, 4), Exit(skip=12)),
        ((10, 8, 4, 1), Exit()),
    ],
)
def test_the_share_board_adds_up_the_channel(exits: tuple[int, ...], does: Exit) -> None:
    assert shipped("share.txt").combined(bits(*exits)) == does


def test_a_channel_that_is_punched_nowhere_is_channel_1() -> None:
    assert shipped("share.txt").stops(9) == shipped("share.txt").stops(1) == (0,)


def test_columns_go_to_the_wheels_that_the_board_says() -> None:
    board = read_board(
        deck(
            "EXIT   9 RIGHT",
            "WHEELS LEFT 1-6 TO 115",
            "WHEELS LEFT 7-8 TO 1",
            "WHEELS LEFT 1-2 TO 10",
        )
    )
    line = board.on_wheels("ABCDEFGH".ljust(72), right=False)
    assert line == "GH       AB".ljust(114) + "ABCDEF"
    assert board.on_wheels("A" * 72, right=True) == " " * 72 + "A" * 48


BAD = [
    (["FORM   66"], "board.txt", "has no EXIT card"),
    (["EXITS  1 SKIP 1"], "card 1, column 1", "unknown word EXITS; expected one of FORM, CHAN"),
    (["EXIT 1 SKIP 1"], "card 1, column 6", "the text of EXIT begins in column 8"),
    (["EXIT"], "card 1, column 8", "nothing follows EXIT; expected an exit from 1 to 10"),
    (["EXIT   11 SKIP 1"], "card 1, column 8", "exit 11; expected a number from 1 to 10"),
    (["EXIT   A SKIP 1"], "card 1, column 8", "exit A; expected a number from 1 to 10"),
    (["EXIT   1"], "card 1, column 10", "nothing follows 1; expected SKIP, CODE, BEFORE"),
    (["EXIT   1 JUMP"], "card 1, column 10", "an exit can't do JUMP; expected SKIP"),
    (
        ["EXIT   1 SKIP"],
        "card 1, column 15",
        "nothing follows SKIP; expected a channel from 1 to 12",
    ),
    (["EXIT   1 SKIP 13"], "card 1, column 15", "skip 13; expected a number from 1 to 12"),
    (
        ["EXIT   1 SKIP 7"],
        "card 1, column 15",
        "channel 7 is punched nowhere; expected a card CHAN",
    ),
    (["EXIT   1 BEFORE 4"], "card 1, column 17", "before 4; expected a number from 1 to 3"),
    (["EXIT   1 CODE 3"], "card 1, column 15", "3 is no code; expected 1, 2, 4 or 8"),
    (["EXIT   1 RIGHT RIGHT"], "card 1, column 16", "RIGHT stands twice"),
    (["EXIT   1 SKIP 1 SKIP CODE"], "card 1, column 17", "SKIP stands twice"),
    (["EXIT   1 RIGHT", "EXIT   1 ENTRY"], "card 2, column 8", "exit 1 has a card already"),
    (["FORM   200"], "card 1, column 8", "rows 200; expected a number from 6 to 132"),
    (["FORM   66 66"], "card 1, column 11", "66 is too much"),
    (["FORM   66", "FORM   51"], "card 2, column 1", "is a second FORM card"),
    (["CHAN   13 1"], "card 1, column 8", "channel 13; expected a number from 1 to 12"),
    (["CHAN   2"], "card 1, column 10", "nothing follows 2; expected rows of the form"),
    (["CHAN   2 1,,3"], "card 1, column 12", "row left out; expected a number from 1 to 132"),
    (["CHAN   2 1", "CHAN   2 3"], "card 2, column 8", "channel 2 has a card already"),
    (
        ["FORM   51", "CHAN   2 1,52", "EXIT   1 SKIP 2"],
        "card 2, column 12",
        "the form has no row 52; expected 1 to 51",
    ),
    (["WHEELS MIDDLE 1-2 TO 3"], "card 1, column 8", "MIDDLE; expected LEFT or RIGHT"),
    (["WHEELS LEFT 1-73 TO 1"], "card 1, column 13", "1-73 are no columns; expected the first"),
    (["WHEELS LEFT 1-72 ON 1"], "card 1, column 18", "expected TO and the first column's wheel"),
    (["WHEELS LEFT 1-72 TO 50"], "card 1, column 21", "wheel 50; expected a number from 1 to 49"),
    (
        ["WHEELS LEFT 1-9 TO 1", "WHEELS LEFT 11-12 TO 9"],
        "card 2, column 22",
        "wheels 9 and on have columns of another card",
    ),
]


@pytest.mark.parametrize(("cards", "where", "what"), BAD, ids=[what for _, _, what in BAD])
def test_a_bad_deck_is_refused_with_card_and_column(
    cards: list[str], where: str, what: str
) -> None:
    with pytest.raises(RefusedError) as refusal:
        read_board(deck(*cards))
    assert refusal.value.where.endswith(where)
    assert refusal.value.where.startswith("board.txt")
    assert what in refusal.value.what


def test_the_page_on_file_formats_has_the_settings_as_the_code_has_them() -> None:
    page = (BOARDS.parents[1] / "docs" / "file-formats.md").read_text()
    for setting in SETTINGS:
        name, _, does = setting.partition(": ")
        assert f"| `{name}` | {does} |" in page


# -- in the printer


def put(printer: LinePrinter, *cards: str) -> None:
    printer.operate("board", deck_value(deck(*cards)))


def test_a_board_goes_with_its_printer_and_the_standard_one_leaves_no_trace() -> None:
    plain, printer = LinePrinter(), LinePrinter()
    put(printer, "FORM   51", "EXIT   1 SKIP 3", "CHAN   3 7")
    again = snapshot.unpack(snapshot.pack(printer, 1), LinePrinter, 1)
    assert again == printer != plain
    assert again.wiring.stops(3) == (6,)
    printer.operate("board", deck_value(read_deck((BOARDS / "standard.txt").read_bytes(), "s.txt")))
    assert snapshot.pack(printer, 1) == snapshot.pack(plain, 1)


def test_a_bad_board_leaves_the_one_that_is_in() -> None:
    printer = LinePrinter()
    put(printer, "EXIT   1 ENTRY")
    before = printer.board
    with pytest.raises(RefusedError, match="can't do JUMP"):
        put(printer, "EXIT   1 JUMP")
    assert printer.board is before


def test_a_board_is_not_changed_under_a_line() -> None:
    printer = LinePrinter()
    printer.begin_rows(rolling=False)
    with pytest.raises(RefusedError, match="wait for its end"):
        put(printer, "EXIT   1 ENTRY")


def test_paper_of_another_form_is_torn_off_first() -> None:
    printer = LinePrinter()
    printer.print_line("ON A FORM OF 66 ROWS")
    printer.advance(400_000)
    with pytest.raises(RefusedError, match="forms of 51 rows, and the paper has 66: tear it off"):
        put(printer, "FORM   51", "EXIT   1 SKIP 1")
    printer.operate("tear", 1)
    put(printer, "FORM   51", "EXIT   1 SKIP 1")
    printer.print_line("A")
    printer.advance(400_000)
    printer.print_line("B", "eject")
    assert printer.paper.lines[1].row == 51
    assert printer.paper.text() == "A\n\fB\n"
    printer.advance(400_000)
    printer.operate("tear", 1)
    assert printer.paper.form_rows == 51


@pytest.mark.parametrize(
    "wrong",
    [
        {"exits": (Exit(),) * 9},
        {"channels": ((),) * 12},
        {"channels": ((67,), *((),) * 11)},
        {"left": ((1, 73, 1),)},
        {"right": ((1, 72, 50),)},
    ],
)
def test_a_board_that_can_not_be_is_no_state(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"board|rows|last|end"):
        replace(STANDARD_BOARD, **wrong).check_state()  # type: ignore[arg-type]
