"""Programs at a printer with another board: SPR does what the board's deck says."""

from pathlib import Path

import pytest

from devices.media.deck import Deck, read_text_deck, write_cbn
from machines import commands
from machines.ibm704.standalone import Ibm704Computer
from tests.machines.ibm704.printing import Line, printing_deck

pytestmark = pytest.mark.usefixtures("data")

BOARDS = Path(__file__).resolve().parents[3] / "assets" / "boards"
WIDE = "".join(chr(ord("A") + n % 26) for n in range(72))
REST = "0123456789" * 4 + "01234567"


def board(name: str) -> Deck:
    return read_text_deck((BOARDS / name).read_text(), name)


def skip(channel: int, text: str) -> tuple[Line, Line]:
    """As a SHARE assembler has it: a select that skips, then the line without a new row."""
    code = [bit for bit in (8, 4, 2, 1) if channel & bit]
    return (None, (10, *code)), (text, (5,))


LISTING: tuple[Line, ...] = (
    *skip(1, "TITLE"),
    ("DOUBLE", (4,)),
    ("       SPACE", (5,)),
    *skip(2, "HALF"),
    *skip(4, "THREE QUARTERS"),
    (WIDE, (8,)),
    (REST, (9,)),
    *skip(9, "NEXT FORM"),
)
TEXT = (
    "TITLE\n\nDOUBLE SPACE\n"
    + "\n" * 30
    + "HALF\n"
    + "\n" * 16
    + f"THREE QUARTERS\n{WIDE}{REST}\n\fNEXT FORM\n"
)


def test_a_share_assemblers_carriage_control() -> None:
    assert Ibm704Computer(board=board("share.txt")).run(printing_deck(*LISTING)).printed == TEXT


def test_the_standard_board_takes_the_same_impulses_otherwise() -> None:
    plain = Ibm704Computer().run(printing_deck(*LISTING)).printed
    assert plain == Ibm704Computer(board=board("standard.txt")).run(printing_deck(*LISTING)).printed
    assert plain != TEXT


def test_run704_prints_by_the_board_and_its_log_replays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, paper, log = (tmp_path / name for name in ("p.cbn", "paper.txt", "run.log"))
    deck.write_bytes(write_cbn(printing_deck(*LISTING)))
    options = ["--board", str(BOARDS / "share.txt"), "--print", str(paper), "--log", str(log)]
    assert commands.main(["run704", str(deck), *options]) == 0
    assert paper.read_text() == TEXT
    capsys.readouterr()
    assert commands.main(["replay", str(log)]) == 0
    told = capsys.readouterr()
    assert told.out == TEXT
    assert "1 of 1 states agree" in told.err


def test_forms_of_another_length_have_their_form_feeds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, file = tmp_path / "p.cbn", tmp_path / "short.txt"
    deck.write_bytes(write_cbn(printing_deck(("A", ()), ("B", (2,)), ("C", (1,)), ("D", (2,)))))
    file.write_text("FORM   12\nCHAN   2 4\nEXIT   1 SKIP 1\nEXIT   2 SKIP 2\n")
    assert commands.main(["run704", str(deck), "--board", str(file)]) == 0
    assert capsys.readouterr().out.startswith("A\n\n\nB\n\fC\n\n\nD\nACCUMULATOR")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("EXIT   1 SKIP 1\nEXIT   2 LEAP\n", "bad.txt, card 2, column 10: an exit can't do LEAP"),
        ("", "bad.txt: has no EXIT card"),
        ("EXIT   1 SKIP 1)\n", "bad.txt, card 1, column 15"),
    ],
)
def test_a_bad_board_is_refused_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    deck, file, log = (tmp_path / name for name in ("p.cbn", "bad.txt", "run.log"))
    deck.write_bytes(write_cbn(printing_deck(("A", ()))))
    file.write_text(text)
    assert commands.main(["run704", str(deck), "--board", str(file), "--log", str(log)]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""
    assert not log.exists()


def test_a_board_is_not_printed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, file = tmp_path / "p.cbn", tmp_path / "board.txt"
    deck.write_bytes(write_cbn(printing_deck(("A", ()))))
    file.write_text("EXIT   1 SKIP 1\n")
    options = ["--board", str(file), "--listing", str(file)]
    assert commands.main(["run704", str(deck), *options]) == 2
    assert file.read_text() == "EXIT   1 SKIP 1\n"
    assert "--listing" in capsys.readouterr().err
