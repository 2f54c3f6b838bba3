"""The souvenir folder: names, running numbers, and what happens where nothing can be written."""

import re
from pathlib import Path

import pytest

from machines.commands._museum_window import find_souvenirs
from machines.museum import media_export
from machines.museum.media_export import SouvenirFolder
from machines.storage import files

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
