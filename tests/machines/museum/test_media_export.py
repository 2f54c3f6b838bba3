"""What a visitor carries away: tapes at their marks, cards from the punch, paper torn off."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, read_deck
from devices.media.tape import Tape, tape_value
from devices.media.tape_files import read_tape
from devices.units.card_punch import CardPunch
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.teleprinter import Teleprinter
from devices.units.unit import Unit
from machines.exhibit.exhibit import Exhibit
from machines.museum.media_export import MediaExporter


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
    return read_tape(path.read_bytes(), path.name)


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
