"""What lies in the drawers: an exhibit's own media, each read once; nothing there stops anybody."""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from devices.media.deck import read_text_deck, write_cbn
from machines.ibm704.picture.room import resting_view
from machines.museum import media_catalog
from machines.museum.media_catalog import MediaCatalog
from machines.museum.window.museum import MediaItem, MediaPicker, TextPrompt
from machines.storage import registry
from machines.storage.registry import panel_layout
from tests.machines.museum.visit import PLAN

ONE = PLAN[0]


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Shipped media, none at first."""
    folder = tmp_path / "assets"
    monkeypatch.setattr(media_catalog, "ASSETS", folder)
    return folder


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    """The decks that are kept in the museum's folder."""
    folder = tmp_path / "data" / "decks"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def shelf(tmp_path: Path, assets: Path, monkeypatch: pytest.MonkeyPatch) -> MediaCatalog:
    monkeypatch.setattr(media_catalog, "WAIT_S", 20.0)
    return MediaCatalog(tmp_path / "data")


def trays(shelf: MediaCatalog, control: str = "reader.hopper") -> dict[str, MediaItem]:
    offer = shelf.offer(control, None, ONE)
    assert isinstance(offer, MediaPicker)
    return {tray.label: tray for tray in offer.trays}


def test_a_drawer_opens_where_a_hopper_is_touched_or_a_reel_mounted(shelf: MediaCatalog) -> None:
    assert shelf.offer("reader.hopper", None, ONE) == MediaPicker("DECKS OF CARDS", ())
    assert shelf.offer("tape1.mount", None, ONE) == MediaPicker("REELS OF TAPE", ())
    assert isinstance(shelf.offer("reader.correct", None, ONE), TextPrompt)
    assert shelf.offer("reader.start", None, ONE) is None


def test_a_command_is_no_card_that_goes_back_into_the_machine(shelf: MediaCatalog) -> None:
    command = shelf.offer("desk.command", None, registry.find_exhibit("ibm704"))
    assert isinstance(command, TextPrompt)
    assert "EXAMINE" in command.hint


def test_a_deck_lies_there_with_its_first_remark_and_its_cards(
    shelf: MediaCatalog, decks: Path
) -> None:
    (decks / "my-game.txt").write_text("* FOR SUNDAY\nGAME 1\n")
    (decks / "notes.pdf").write_bytes(b"")
    (found,) = trays(shelf).values()
    assert (found.label, found.note, found.count) == ("MY GAME", "FOR SUNDAY", "2 cards")
    assert found.value == "text my-game.txt\n* FOR SUNDAY\nGAME 1\n"


def test_what_was_mended_in_a_file_is_said_when_it_is_chosen_and_logged(
    shelf: MediaCatalog, decks: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (decks / "my-game.txt").write_text("GAME\t1\n~\nEND\n")
    (decks / "whole.txt").write_text("GAME   1\n")
    found = trays(shelf)
    assert found["MY GAME"].mended == "MY GAME was mended when it was read. The log says how."
    assert found["WHOLE"].mended == ""
    assert "tabs, taken for blanks" in caplog.text and "a file behind card 1" in caplog.text


def test_an_exhibit_is_offered_its_own_decks_and_no_others(
    shelf: MediaCatalog, assets: Path, decks: Path
) -> None:
    for folder in (assets / "decks", assets / "decks" / "noughts", decks / "noughts"):
        folder.mkdir(parents=True)
        (folder / f"{folder.parent.name}-{folder.name}.txt").write_text("GAME 1\n")
    offered = {}
    for one in (ONE, replace(ONE, name="noughts", decks="decks/noughts")):
        offer = shelf.offer("reader.hopper", None, one)
        assert isinstance(offer, MediaPicker)
        offered[one.name] = [tray.label for tray in offer.trays]
    assert offered == {"counter": ["ASSETS DECKS"], "noughts": ["DECKS NOUGHTS", "DECKS NOUGHTS"]}


def test_where_a_computer_runs_its_own_programs_they_are_offered_and_all_decks_as_data(
    shelf: MediaCatalog, assets: Path, decks: Path
) -> None:
    for folder in (assets / "programs" / "cards", assets / "decks", decks.parent / "programs"):
        folder.mkdir(parents=True)
    (assets / "programs" / "cards" / "data.txt").write_text("1 2 3\n")
    program = write_cbn(read_text_deck("A\nB\n", "echo"))
    (assets / "programs" / "echo.cbn").write_bytes(program)
    (assets / "programs" / "echo.sap").write_text("*  PRINTS CARDS\n       CLA 1\n")
    (decks.parent / "programs" / "mine.cbn").write_bytes(program)
    (assets / "decks" / "game.txt").write_text("GAME 1\n")
    (decks / "cards.txt").write_text("PUNCHED\n")
    one = replace(ONE, programs="programs")
    seen = resting_view(panel_layout(registry.find_exhibit("ibm704")))
    found = {}
    for at in (0, 1):
        view = replace(seen, controls={"selector.program": at})
        offer = shelf.offer("reader.hopper", view, one)
        assert isinstance(offer, MediaPicker)
        found[at] = [(tray.label, tray.note) for tray in offer.trays]
    assert found[0] == [("GAME", ""), ("CARDS", "")]
    assert found[1] == [("ECHO", "PRINTS CARDS"), ("MINE", ""), ("DATA", ""), *found[0]]
    assert shelf.offer("reader.hopper", None, one) == shelf.offer("reader.hopper", seen, ONE)


def test_a_deck_is_read_once_and_again_when_it_was_written(
    shelf: MediaCatalog, decks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (decks / "a.txt").write_text("GAME 1\n")
    assert trays(shelf)["A"].count == "1 card"
    read = media_catalog._read
    seen: list[Path] = []

    def reading(path: Path, kind: media_catalog._Kind) -> media_catalog._Holding | None:
        seen.append(path)
        return read(path, kind)

    monkeypatch.setattr(media_catalog, "_read", reading)
    assert trays(shelf)["A"].count == "1 card"
    assert seen == []
    (decks / "a.txt").write_text("GAME 1\nEND\n")
    assert trays(shelf)["A"].count == "2 cards"
    assert seen == [decks / "a.txt"]


def test_nobody_waits_long_for_a_drawer(
    shelf: MediaCatalog, decks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_catalog, "WAIT_S", 0.05)
    read = media_catalog._read
    slow = [True]

    def reading(path: Path, kind: media_catalog._Kind) -> media_catalog._Holding | None:
        while slow[0] and path.name == "b.txt":
            time.sleep(0.01)
        return read(path, kind)

    monkeypatch.setattr(media_catalog, "_read", reading)
    for name in "abc":
        (decks / f"{name}.txt").write_text("GAME 1\n")
    shelf.look_through(ONE)
    began = time.monotonic()
    assert "B" not in trays(shelf)
    assert time.monotonic() - began < 5.0
    slow[0] = False
    monkeypatch.setattr(media_catalog, "WAIT_S", 20.0)
    assert list(trays(shelf)) == ["A", "B", "C"]


@pytest.mark.skipif(sys.platform == "win32", reason="other names and links there")
def test_whatever_lies_in_the_folder_the_rest_is_offered(
    shelf: MediaCatalog, decks: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (decks / "folder.txt").mkdir()
    os.mkfifo(decks / "pipe.txt")
    (decks / "round.txt").symlink_to(decks / "round.txt")
    (decks / "endless.txt").symlink_to("/dev/zero")
    (decks / "gone.txt").symlink_to(decks / "nowhere")
    (decks / "noise.cbn").write_bytes(bytes(range(256)) * 9)
    (decks / "noise.txt").write_bytes(bytes(range(256)) * 9)
    (decks / "long.txt").write_bytes(b"GAME 1\n" * 700_000)
    (decks / "good.txt").write_text("GAME 1\n")
    with open(os.fsencode(decks) + b"/name-\xff.txt", "w") as file:  # noqa: PTH123 - no text
        file.write("GAME 1\n")
    assert list(trays(shelf)) == ["GOOD"]
    for name in ("noise.cbn", "noise.txt", "long.txt"):
        assert f"not offered: {name}" in caplog.text or f"/{name}: " in caplog.text


def test_a_tape_of_noise_or_without_end_is_not_offered(shelf: MediaCatalog, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "tapes"
    folder.mkdir(parents=True)
    (folder / "noise.tap").write_bytes(b"\x07" * 999)
    with (folder / "endless.tap").open("wb") as file:
        file.truncate(1 << 30)
    assert trays(shelf, "tape1.mount") == {}


def test_a_fault_of_the_reader_is_logged_and_nothing_else(
    shelf: MediaCatalog,
    decks: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(data: bytes, name: str) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(media_catalog, "open_deck", broken)
    (decks / "a.txt").write_text("GAME 1\n")
    assert trays(shelf) == {}
    assert "ZeroDivisionError" in caplog.text
