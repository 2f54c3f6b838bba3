"""``deck convert|list|punch`` and ``tape list|copy|punch`` as they are typed."""

import argparse
import io
import sys
from pathlib import Path

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_deck, write_cbn
from devices.media.tape import Gap, Record, Tape, TapeMark, write_tap
from devices.media.tape_files import book_tape, open_tape
from devices.refusal import RefusedError
from machines.commands.media import COMMANDS
from tests.devices.media.media_strategies import deck_of_tape

TEXT = "* two games\nGAME   1 FIRST\nMOVE   11-15 22-18\nGAME   2 SECOND\nEND\n"


def command(*words: str | Path) -> int:
    """Run a command as the command line does."""
    parser = argparse.ArgumentParser()
    subparsers = parser.add_subparsers(dest="command")
    for name, command in COMMANDS.items():
        command.declare(subparsers, name)
    args = parser.parse_args([str(word) for word in words])
    return COMMANDS[args.command].run(args)


@pytest.fixture
def text_deck(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(TEXT)
    return path


def test_a_deck_goes_to_column_binary_and_back(text_deck: Path, tmp_path: Path) -> None:
    cbn, back = tmp_path / "games.cbn", tmp_path / "back.deck"
    assert command("deck", "convert", text_deck, cbn) == 0
    assert command("deck", "convert", cbn, back) == 0
    assert cbn.stat().st_size == 5 * 160
    assert back.read_text() == TEXT.upper()


def test_punching_standard_input_makes_a_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"game\nend\n")))
    out = tmp_path / "new.cbn"
    assert command("deck", "punch", "-", out) == 0
    found = read_deck(out.read_bytes(), out.name)
    assert [card.text() for card in found.cards] == ["GAME", "END"]
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"{out}: 2 cards\n"


def test_punching_a_character_without_a_punch_writes_nothing_if_it_is_to_be_strict(
    tmp_path: Path,
) -> None:
    source, out = tmp_path / "bad.txt", tmp_path / "bad.cbn"
    source.write_text("GAME\nMOVE 1: 11-15\n")
    with pytest.raises(RefusedError, match=r"--strict: bad\.txt: .*line 2, column 7 \(':' as /\)"):
        command("deck", "punch", source, out, "--strict")
    assert not out.exists()
    assert command("deck", "punch", source, out) == 0
    found = read_deck(out.read_bytes(), out.name)
    assert [card.text() for card in found.cards] == ["GAME", "MOVE 1/ 11-15"]


def test_a_deck_that_text_cannot_hold_leaves_the_old_file(tmp_path: Path) -> None:
    source, out = tmp_path / "b.cbn", tmp_path / "b.txt"
    source.write_bytes(write_cbn(Deck("b", (Card((0x005,) + (0,) * 79),))))
    out.write_text("OLD\n")
    with pytest.raises(RefusedError, match=r"b\.cbn, card 1, column 1: punches 7-9"):
        command("deck", "convert", source, out)
    assert out.read_text() == "OLD\n"


def test_a_listing_sets_columns_73_to_80_apart_and_names_odd_punches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mixed.cbn"
    cards = (
        Card.of_text("MOVE   11-15".ljust(72) + "SAM00010"),
        Card((0xFFF, 0x900, 0xA00) + (0,) * 77),
    )
    path.write_bytes(write_cbn(Deck("mixed", cards)))
    assert command("deck", "list", path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "    1  " + "MOVE   11-15".ljust(72) + "  SAM00010",
        "    2  ?A?",
        "       column 1: 12-11-0-1-2-3-4-5-6-7-8-9, 3: 12-0",
    ]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for words in (("deck", "list"), ("tape", "list")):
        with pytest.raises(RefusedError, match="there is no such file"):
            command(*words, tmp_path / "none.tap")


def test_a_book_tape_is_punched_and_copied_between_both_kinds(
    text_deck: Path, tmp_path: Path
) -> None:
    tap, p7b, again = tmp_path / "book.tap", tmp_path / "book.p7b", tmp_path / "again.tap"
    assert command("tape", "punch", text_deck, tap) == 0
    assert command("tape", "copy", tap, p7b) == 0
    assert command("tape", "copy", p7b, again) == 0
    assert again.read_bytes() == tap.read_bytes()
    found = open_tape(p7b.read_bytes(), "book.p7b").tape
    assert [len(records) for records in found.files()] == [3, 2]
    assert deck_of_tape(found).cards == read_deck(text_deck.read_bytes(), "games.txt").cards


def test_a_tape_listing_shows_lengths_parity_and_marks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = book_tape(Deck("b", (Card.of_text("GAME   1"),))).items[0]
    made = Tape(
        "mixed",
        (
            card,
            TapeMark(),
            Record.of_characters(bytes(range(12)), binary=True),
            Gap(),
            Record(b"\x03\x05\x01\x03", damaged=True),
            TapeMark(),
        ),
    )
    path = tmp_path / "mixed.tap"
    path.write_bytes(write_tap(made))
    assert command("tape", "list", path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "    1      84 even   GAME   1",
        "       tape mark",
        "    2      12 odd    000102030405 060710111213",
        "       gap",
        "    3       4 mixed  3513",
        "       marked as read in error",
        "       odd parity in character 3",
        "       tape mark",
        "records 3, tape marks 2, gaps 1, length 0.8 feet",
    ]


def test_a_tape_cut_short_is_refused_by_record_and_byte(text_deck: Path, tmp_path: Path) -> None:
    tap, out = tmp_path / "book.tap", tmp_path / "out.p7b"
    command("tape", "punch", text_deck, tap)
    tap.write_bytes(tap.read_bytes()[:150])
    with pytest.raises(RefusedError, match=r"record 2, byte 92: the file ends after 54 of .* 84 "):
        command("tape", "copy", tap, out)
    assert not out.exists()
    assert command("tape", "copy", "--whole", tap, out) == 0
    assert len(open_tape(out.read_bytes(), "out.p7b").tape.records()) == 1


def test_a_tape_needs_a_name_that_tells_its_kind(text_deck: Path, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"one of the suffixes \.tap, "):
        command("tape", "punch", text_deck, tmp_path / "book.img")
