"""``main.py assemble`` as it is typed."""

from pathlib import Path

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_cbn, write_cbn
from machines import commands
from machines.ibm704.operations import CONSTANTS, EXTENDED, OPERATIONS, SYNONYMS

TEXT = """* adds
       org 64
go     cla two        twice
       add two
       hpr 7
two    dec 2
       end go
"""


def assemble(*words: str | Path) -> int:
    """``main.py assemble`` with these words: the status."""
    return commands.main(["assemble", *map(str, words)])


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "adds.sap"
    path.write_text(TEXT)
    return path


def test_a_program_becomes_a_deck_and_a_listing(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "adds.cbn"
    assert assemble(source, "-o", out, "--listing") == 0
    captured = capsys.readouterr()
    assert captured.err == f"{out}: 4 cards, 4 words\n"
    assert "       00100  0 500   0 00103   GO     CLA TWO        TWICE\n" in captured.out
    deck = read_cbn(out.read_bytes(), "adds.cbn")
    assert deck.cards[2].row_words()[2] == 0o050000000103
    assert deck.cards[2].field(73, 80) == "ADDS0003"


def test_the_listing_goes_to_a_file(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "adds.lst"
    assert assemble(source, "--listing", paper) == 0
    assert paper.read_text().splitlines()[-1] == "NO ERRORS"
    assert capsys.readouterr().out == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["adds.lst", "adds.sap"]


def test_cards_of_a_column_binary_deck_assemble_too(source: Path, tmp_path: Path) -> None:
    cards = Deck("adds", tuple(Card.of_text(line) for line in TEXT.splitlines()))
    binary = tmp_path / "adds-source.cbn"
    binary.write_bytes(write_cbn(cards))
    outs = [tmp_path / "one.cbn", tmp_path / "two.cbn"]
    assert assemble(source, "-o", outs[0]) == 0
    assert assemble(binary, "-o", outs[1]) == 0
    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_errors_are_flagged_and_no_deck_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "bad.sap", tmp_path / "bad.cbn"
    source.write_text("       CLA NOPE\n       XYZ 1\n       END 0\n")
    out.write_bytes(b"old")
    assert assemble(source, "-o", out, "--listing") == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines()[2].startswith("U      00000  0 500   0")
    assert captured.err == (
        "bad.sap, card 1, column 12: U NOPE is not defined\n"
        "bad.sap, card 2, column 8: U there is no operation XYZ\n"
        "assemble: 2 errors; no deck is punched\n"
    )
    assert out.read_bytes() == b"old"


def test_omissions_are_counted_and_the_deck_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "p.sap", tmp_path / "p.cbn"
    source.write_text("       CLA\n" * 12 + "       END 0\n")
    assert assemble(source, "-o", out) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[0] == (
        "p.sap, card 1, column 12: A CLA has to have an address (CLA ADDRESS); 0 or ** says none"
    )
    assert told[10:] == [
        "assemble: 12 warnings; 2 not shown here",
        f"{out}: 4 cards, 12 words",
    ]


def test_a_relocatable_program_goes_where_it_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "p.sap", tmp_path / "p.cbn"
    source.write_text("       REL\nA      CLA A\n       END A\n")
    assert assemble(source, "-o", out, "--at", "1000") == 0
    assert capsys.readouterr().err == f"{out}: 8 cards, 1 words\n"
    assert assemble("--disassemble", out) == 0
    assert capsys.readouterr().out.splitlines() == [
        "THE RELOCATING LOADER, 5 CARDS",
        "RELOCATABLE CARDS GO TO 01000",
        "00000 .R   0 500   0 00000  CLA 0                     500000",
        "",
        "STARTS AT 00000 BEYOND THE PLACE",
    ]
    assert assemble(source, "-o", out, "--loader", "none") == 0
    assert [card.row_words()[0] for card in read_cbn(out.read_bytes(), "p").cards] == [
        0o200001000000,
        0o200000000000,
    ]


def test_routines_come_from_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "routines"
    folder.mkdir()
    (folder / "twice.sap").write_text("TWICE  ALS 1\n       TRA 1,4\n       END 0\n")
    (folder / "notes.sap").write_bytes(b"\xff never read")
    source, out = tmp_path / "p.sap", tmp_path / "p.cbn"
    source.write_text("A      TSX TWICE,4\nTWICE  LIB\n       END A\n")
    assert assemble(source, "-o", out, "--library", folder) == 0
    assert read_cbn(out.read_bytes(), "p").cards[2].row_words()[3] == 0o076700000001
    assert assemble(source, "-o", out) == 2
    folder.rename(tmp_path / "library")  # beside the program it needn't be named
    assert assemble(source, "-o", out) == 0


def test_of_two_libraries_the_first_that_has_a_routine_counts(tmp_path: Path) -> None:
    for folder, shift in (("own", 1), ("shipped", 2)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "twice.sap").write_text(f"TWICE  ALS {shift}\n       END 0\n")
    (tmp_path / "shipped" / "thrice.sap").write_text("THRICE ALS 3\n       END 0\n")
    source, out = tmp_path / "p.sap", tmp_path / "p.cbn"
    source.write_text("       LIB TWICE\n       LIB THRICE\n       END 0\n")
    named = [part for name in ("own", "shipped") for part in ("--library", tmp_path / name)]
    assert assemble(source, "-o", out, *named) == 0
    assert read_cbn(out.read_bytes(), "p").cards[2].row_words()[2:4] == (
        0o076700000001,
        0o076700000003,
    )


def test_storage_says_where_the_loader_stands(tmp_path: Path) -> None:
    source = tmp_path / "p.sap"
    source.write_text("       ORG 4090\n       DEC 1\n       END 0\n")
    assert assemble(source) == 0
    assert assemble(source, "--storage", "4096") == 2


def test_a_text_is_not_disassembled_but_told_for_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text, why in (
        ("p.sap", TEXT, "p.sap: is a program in symbols already; main.py assemble "),
        ("p.txt", "GAME\nEND\n", "p.txt: is text, such as a program in symbols, a listing or"),
        ("p.lst", f"{'X' * 100}\n\fNO SYMBOLS\n", "p.lst: is text, such as a program in symbols"),
        ("p.cbn", TEXT, "p.cbn: is text, such as a program in symbols, a listing or cards of data"),
        ("p.cbn", "", "an empty deck"),
    ):
        path = tmp_path / name
        path.write_text(text)
        assert assemble("--disassemble", path) == 2, name
        told = capsys.readouterr()
        assert why in told.err
        assert told.out == "", name


def test_cards_that_are_written_as_their_punches_are_disassembled(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, raw = tmp_path / "adds.cbn", tmp_path / "adds.txt"
    assert assemble(source, "-o", out) == 0
    cards = read_cbn(out.read_bytes(), "adds.cbn").cards
    raw.write_text(
        "".join(f"~raw {''.join(f'{one:04o}' for one in card.columns)}\n" for card in cards)
    )
    capsys.readouterr()
    assert assemble("--disassemble", raw) == 0
    assert capsys.readouterr().out.splitlines()[0] == "THE LOADER, 2 CARDS"


def test_a_deck_is_disassembled(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "adds.cbn"
    assert assemble(source, "-o", out) == 0
    capsys.readouterr()
    assert assemble("--disassemble", out) == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        "THE LOADER, 2 CARDS",
        "00100   0 500   0 00103  CLA 67                    500013",
        "00101   0 400   0 00103  ADD 67                    400013",
        "00102   0 420   0 00007  HPR 7                     4+0007",
    ]


def test_the_reference_names_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert assemble("--operations") == 0
    lines = capsys.readouterr().out.splitlines()
    for operation in OPERATIONS:
        (line,) = [one for one in lines if one.startswith(f"  {operation.mnemonic} ")][:1]
        assert operation.octal in line and operation.effect in line
    text = "\n".join(lines)
    assert all(f" {name} " in text for name in (*EXTENDED, *CONSTANTS, *SYNONYMS))
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "       CLA A:B\n",
            "punched as the nearest here: 1, first at line 1, column 13 (':' as /)",
        ),
        ("       CLA 1\n" + "X" * 81, "the rest left out: 1, first at line 2 ('X')"),
        ("\tCLA 1\n", "tabs, taken for blanks to column 8, 12, 17, 25 ...: 1, first at line 1, c"),
    ],
)
def test_what_is_mended_on_a_card_is_told_and_refused_if_it_is_to_be_strict(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "p.sap"
    source.write_text(text)
    assemble(source)
    assert said in capsys.readouterr().err.splitlines()[0]
    assert assemble(source, "--strict") == 2
    assert said in capsys.readouterr().err


def test_no_file_of_ours_is_lost(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "adds.cbn"
    for words, said in (
        ((source, "--listing", source), "expected another file"),
        ((source, "-o", tmp_path / "adds.txt"), "a name in .cbn was expected"),
        ((source, "-o", deck, "--listing", deck), "expected another file"),
        ((source, "-o", tmp_path / "no" / "adds.cbn"), "there is no folder"),
        ((source, "--library", tmp_path / "no"), "there is no such folder"),
        ((tmp_path / "no.sap",), "there is no such file"),
        (("--disassemble", source), "is a program in symbols already"),
        ((source, "--at", "8"), "expected a location of up to five octal digits"),
        ((source, "-o", deck, "--at", "100"), "expected a program with REL and our loader"),
        (("--disassemble",), "a deck (.cbn) was expected"),
        ((), "a program (.sap, .txt or .cbn) was expected"),
    ):
        assert assemble(*words) == 2
        assert said in capsys.readouterr().err
    assert source.read_text() == TEXT
    assert not deck.exists()
