"""When END OF FILE is pressed on the reader of a 704 at which nobody stands."""

from pathlib import Path

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_cbn, write_cbn
from devices.units.card_unit import HOPPER_CARDS
from machines import commands
from machines.ibm704.assembler import assemble, deck_of
from machines.ibm704.standalone import EndOfFile, Ibm704Computer

FILES = """\
       ORG 64
START  LXA MOST,2
       LXA ZERO,1
CARD   RCD
       CPY WORD
       TRA NEXT
       TRA FILE               END OF FILE
       HPR 7
NEXT   TXI CARD,1,1           ANOTHER CARD
FILE   TIX CARD,2,1           ANOTHER FILE
       HPR 2
MOST   DEC {files}
ZERO   PZE
WORD   PZE
       END START
"""
"""Reads until it has met so many ends of file; index A counts the cards."""
EMPTY = "the card reader's hopper is empty"


def program(files: int) -> Deck:
    assembly = assemble(FILES.format(files=files).splitlines(), "files.sap")
    assert not assembly.errors
    return deck_of(assembly)


def cards(count: int) -> Deck:
    return Deck("data.txt", (Card.of_text("DATA"),) * count)


@pytest.mark.parametrize(
    ("when", "files", "waits"),
    [
        ("never", 1, True),
        ("last-deck", 1, False),
        ("last-deck", 2, True),
        ("always", 1, False),
        ("always", 3, False),
    ],
)
def test_the_key_is_pressed_when_it_was_asked_for(when: EndOfFile, files: int, waits: bool) -> None:
    run = Ibm704Computer().run(program(files), cards(2), cards(3), end_of_file=when)
    assert run.machine.registers().index[0] == 5
    assert (EMPTY in run.reason) == waits
    assert bool(run.reason) == waits


def test_a_key_of_the_run_before_is_up_again() -> None:
    computer = Ibm704Computer()
    stops = deck_of(assemble(["       ORG 64", "START  HPR 1", "       END START"], "stops.sap"))
    assert computer.run(stops).reason == ""
    assert computer.reader.end_of_file
    assert EMPTY in computer.run(program(1), cards(2), end_of_file="never").reason


@pytest.mark.slow
def test_decks_that_the_hopper_has_no_room_for_are_one_file() -> None:
    many = HOPPER_CARDS
    run = Ibm704Computer().run(program(1), cards(many), cards(many), end_of_file="last-deck")
    assert (run.reason, run.machine.registers().index[0]) == ("", 2 * many)


@pytest.mark.slow
def test_what_follows_in_a_second_hopperful_is_not_taken_for_a_deck_without_its_loader() -> None:
    binary = Card.of_row_words((0o000001000100, 0o000001000100, *[0] * 22))
    long = Deck("data.cbn", (binary,) * (HOPPER_CARDS + 300))
    assert Ibm704Computer().run(program(1), long).reason == ""


@pytest.mark.parametrize(
    ("options", "files", "status", "said"),
    [
        ([], 1, 0, ""),
        (["--eof", "never"], 1, 2, "--eof last-deck presses it"),
        ([], 2, 2, "--eof always presses it each time"),
        (["--eof", "always"], 2, 0, ""),
    ],
)
def test_run704_says_which_choice_would_have_gone_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    files: int,
    status: int,
    said: str,
) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    deck, data = tmp_path / "files.cbn", tmp_path / "data.txt"
    deck.write_bytes(write_cbn(program(files)))
    assert read_cbn(deck.read_bytes(), deck.name).cards
    data.write_text("ONE\nTWO\n")
    assert commands.main(["run704", str(deck), "--cards", str(data), *options]) == status
    told = capsys.readouterr()
    assert said in told.err
    assert (EMPTY in told.err) == (status == 2)
    assert "INDEX A 00002" in told.out


def test_a_tilde_alone_is_the_end_of_a_file_unless_the_key_is_never_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    deck, data = tmp_path / "files.cbn", tmp_path / "data.txt"
    deck.write_bytes(write_cbn(program(3)))
    data.write_text("ONE\n~\nTWO\nTHREE\n~\nFOUR\n")
    words = ["run704", str(deck), "--cards", str(data)]
    assert commands.main(words) == 0
    assert "INDEX A 00004" in capsys.readouterr().out
    assert commands.main([*words, "--eof", "never"]) == 2


def test_a_log_of_a_run_that_pressed_the_key_again_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    deck, log = tmp_path / "files.cbn", tmp_path / "run.log"
    deck.write_bytes(write_cbn(program(3)))
    assert commands.main(["run704", str(deck), "--eof", "always", "--log", str(log)]) == 0
    pressed = log.read_text().count('"reader.end_of_file","value":1')
    assert pressed == 4, "with the deck, twice more for the program, and at the end, hopper empty"
    assert commands.main(["replay", str(log)]) == 0
    assert "1 of 1 states agree" in capsys.readouterr().err
