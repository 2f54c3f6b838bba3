"""What a visitor carries away: tapes at their marks, cards from the punch, paper torn off.

The souvenir folder: names, running numbers, and what happens where nothing can be written.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_deck
from devices.media.tape import Tape, tape_value
from devices.media.tape_files import open_tape
from devices.units.card_punch import CardPunch
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.teleprinter import Teleprinter
from devices.units.unit import Unit
from machines.commands._museum_window import find_souvenirs
from machines.exhibit.exhibit import Exhibit
from machines.museum import media_export
from machines.museum.media_export import MediaExporter, SouvenirFolder
from machines.storage import files


@dataclass
class Units:
    """An exhibit as far as its media go."""

    drive: TapeDrive = field(default_factory=TapeDrive)
    punch: CardPunch = field(default_factory=CardPunch)
    printer: LinePrinter = field(default_factory=LinePrinter)
    teleprinter: Teleprinter = field(default_factory=Teleprinter)

    @property
    def units(self) -> dict[str, Unit]:
        units = self.drive, self.punch, self.printer, self.teleprinter
        return {unit.name: unit for unit in units}

    def write(self, *words: bytes, mark: bool = False) -> None:
        for word in words:
            self.drive.write_record(word)
            self.drive.advance(self.drive.due_us() or 0)
        if mark:
            self.drive.write_mark()
            self.drive.advance(self.drive.due_us() or 0)


@pytest.fixture
def one() -> Units:
    made = Units()
    made.drive.operate("mount", tape_value(Tape("rote", ())))
    made.drive.operate("file_protect", 0)
    made.drive.operate("load_rewind", 1)
    made.drive.advance(made.drive.due_us() or 0)
    made.drive.operate("start", 1)
    return made


def act(keeper: MediaExporter, one: Units, control: str) -> None:
    """An act as the floor does it."""
    exhibit = cast(Exhibit, one)
    cards = keeper.before(exhibit, control)
    unit, _, name = control.partition(".")
    one.units[unit].operate(name, 1)
    keeper.after(exhibit, control, cards)


def kept(folder: Path) -> Tape:
    path = folder / "tapes" / "rote.tap"
    return open_tape(path.read_bytes(), path.name).tape


def test_a_tape_is_kept_at_its_mark_and_not_before(tmp_path: Path, one: Units) -> None:
    keeper = MediaExporter(tmp_path)
    one.write(b"\x01\x02\x03\x04\x05\x06")
    keeper.export_finished(cast(Exhibit, one))
    assert not (tmp_path / "tapes").exists()
    one.write(mark=True)
    keeper.export_finished(cast(Exhibit, one))
    assert kept(tmp_path).items == tuple(one.drive.items)
    assert len(kept(tmp_path).items) == 2


def test_a_tape_is_kept_when_it_is_rewound(tmp_path: Path, one: Units) -> None:
    keeper = MediaExporter(tmp_path)
    one.write(b"\x01\x02\x03\x04\x05\x06")
    one.drive.rewind()
    keeper.export_finished(cast(Exhibit, one))
    assert len(kept(tmp_path).items) == 1


def test_a_tape_is_kept_when_it_is_taken_off(tmp_path: Path, one: Units) -> None:
    keeper = MediaExporter(tmp_path)
    one.write(b"\x01\x02\x03\x04\x05\x06")
    keeper.export_finished(cast(Exhibit, one))
    one.drive.operate("reset", 1)
    act(keeper, one, "tape1.unload")
    assert len(kept(tmp_path).items) == 1


def test_a_tape_is_kept_at_the_end(tmp_path: Path, one: Units) -> None:
    one.write(b"\x01\x02\x03\x04\x05\x06")
    MediaExporter(tmp_path).export_finished(cast(Exhibit, one), at_end=True)
    assert len(kept(tmp_path).items) == 1


def test_a_tape_that_was_only_read_is_not_kept(tmp_path: Path, one: Units) -> None:
    keeper = MediaExporter(tmp_path)
    keeper.export_finished(cast(Exhibit, one), at_end=True)
    one.drive.operate("reset", 1)
    act(keeper, one, "tape1.unload")
    assert not (tmp_path / "tapes").exists()


@pytest.mark.parametrize(
    ("cards", "suffix"),
    [((Card.of_text("GAME 1"),), ".txt"), ((Card((0xFFF,) * 80),), ".cbn")],
)
def test_punched_cards_are_kept_when_they_are_taken_out(
    tmp_path: Path, one: Units, cards: tuple[Card, ...], suffix: str
) -> None:
    one.punch.stacker.extend(cards)
    act(MediaExporter(tmp_path), one, "punch.stacker")
    (path,) = (tmp_path / "decks").iterdir()
    assert path.suffix == suffix
    assert read_deck(path.read_bytes(), path.name) == Deck(path.name, cards)
    act(MediaExporter(tmp_path), one, "punch.stacker")
    assert len(list((tmp_path / "decks").iterdir())) == 1  # the second time there were none


@pytest.mark.slow
def test_paper_is_kept_when_it_is_torn_off(tmp_path: Path, one: Units) -> None:
    one.printer.print_line("BLACK TO MOVE")
    one.printer.advance(400_000)
    keeper = MediaExporter(tmp_path)
    act(keeper, one, "printer.tear")
    keeper.close()
    picture, text = sorted((tmp_path / "papers").iterdir())
    assert text.read_text() == "BLACK TO MOVE\n"
    assert picture.name == f"{text.stem}-page1.png"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_leaves_an_exhibit_goes_into_its_own_folders(tmp_path: Path, one: Units) -> None:
    keeper = MediaExporter(tmp_path, "decks/noughts", "tapes/beads")
    one.punch.stacker.append(Card.of_text("GAME 1"))
    act(keeper, one, "punch.stacker")
    one.write(b"\x01\x02\x03\x04\x05\x06", mark=True)
    keeper.export_finished(cast(Exhibit, one))
    assert len(list((tmp_path / "decks" / "noughts").glob("cards-*.txt"))) == 1
    assert [path.name for path in (tmp_path / "tapes" / "beads").iterdir()] == ["rote.tap"]
    assert {path.name for path in tmp_path.iterdir()} == {"decks", "tapes"}


@pytest.mark.slow
def test_a_torn_roll_is_kept_as_text_and_as_sheets(tmp_path: Path, one: Units) -> None:
    keeper = MediaExporter(tmp_path)
    act(keeper, one, "teleprinter.tear")
    assert not (tmp_path / "papers").exists()
    for number in range(60):
        one.teleprinter.send(f"TEST A{number}\r\n")
        one.teleprinter.advance(2_000_000)
    one.teleprinter.send("0123")
    one.teleprinter.advance(2_000_000)
    act(keeper, one, "teleprinter.tear")
    keeper.close()
    (text,) = (tmp_path / "papers").glob("*.txt")
    assert text.read_text() == "".join(f"TEST A{number}\n" for number in range(60))
    assert len(list((tmp_path / "papers").glob(f"{text.stem}-page*.png"))) == 2
    assert one.teleprinter.paper.text() == "0123"


DAY = r"\d{4}-\d\d-\d\d"


def test_files_are_called_by_day_room_and_number_and_nothing_is_written_over(
    tmp_path: Path,
) -> None:
    folder = SouvenirFolder(tmp_path / "made" / "here")
    kept = [
        folder.keep("menace", {".png": lambda: b"picture", ".txt": lambda: b"play"})
        for _ in range(3)
    ]
    folder.close()
    names = [name for one in kept for name in one.names]
    assert [re.sub(DAY, "DAY", name) for name in names] == [
        f"DAY-menace-00{number}{ending}" for number in (1, 2, 3) for ending in (".png", ".txt")
    ]
    assert sorted(path.name for path in folder.folder.iterdir()) == sorted(names)
    assert {path.read_bytes() for path in folder.folder.glob("*.txt")} == {b"play"}


def test_a_number_of_which_any_file_is_left_is_not_used_again(tmp_path: Path) -> None:
    first = SouvenirFolder(tmp_path)
    one = first.keep("morph", {".png": lambda: b"1", ".pgn": lambda: b"1"})
    first.close()
    (tmp_path / one.names[0]).unlink()
    second = SouvenirFolder(tmp_path)
    two = second.keep("morph", {".png": lambda: b"2", ".pgn": lambda: b"2"})
    second.close()
    assert two.names[0].endswith("-002.png")
    assert (tmp_path / one.names[1]).read_bytes() == b"1"


def test_a_folder_that_is_a_file_is_told_and_nothing_falls(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    folder = SouvenirFolder(tmp_path / "file")
    kept = folder.keep("menace", {".png": lambda: b"picture"})
    folder.close()
    assert (kept.failed, kept.names) == (True, ())


def test_a_full_disk_leaves_no_half_souvenir(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = files.replace_file

    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".pdn":
            raise OSError(28, "No space left on device")
        write(path, data)

    monkeypatch.setattr(media_export, "replace_file", full)
    folder = SouvenirFolder(tmp_path)
    kept = folder.keep("ibm704", {".png": lambda: b"picture", ".pdn": lambda: b"game"})
    folder.close()
    assert kept.failed
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_can_not_be_drawn_is_told_and_the_next_is_kept(tmp_path: Path) -> None:
    def broken() -> bytes:
        raise ValueError("no picture")

    folder = SouvenirFolder(tmp_path)
    first = folder.keep("menace", {".png": broken})
    second = folder.keep("menace", {".png": lambda: b"picture"})
    folder.close()
    assert first.failed
    assert second.names[0].endswith("-001.png")


def test_a_kiosk_has_no_folder_but_the_one_that_is_named(tmp_path: Path) -> None:
    assert find_souvenirs(None, tmp_path, kiosk=False) == tmp_path / "souvenirs"
    assert find_souvenirs(None, tmp_path, kiosk=True) is None
    assert find_souvenirs("there", tmp_path, kiosk=True) == Path("there")
