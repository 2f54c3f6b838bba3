"""Rote learning's rows: a run that is interrupted goes on, and what is counted is the tape's."""

import shutil
from pathlib import Path

import pytest

from machines.laboratory.reproduce import rote
from machines.laboratory.reproduce.artefacts import Effort, Made
from machines.samuel.player import settings_at


def made(folder: Path, games: int, printed: int = 60, culled: int = rote.CULLED_RECORD) -> Made:
    """What a run of so many short games tells."""
    sizes = {"GAMES": games, "EVERY": 1, "PRINTED": printed, "MOVES": 10, "CULLED_RECORD": culled}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in sizes.items():
            patch.setattr(rote, name, value)
        patch.setattr(rote, "settings_at", lambda plies: settings_at(1))
        return rote.rote(Effort(folder))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Made]:
    """Two games without a break: where they are kept, and what they tell."""
    folder = tmp_path_factory.mktemp("rote") / "whole"
    return folder, made(folder, 2)


@pytest.mark.slow
def test_an_interrupted_run_goes_on_to_the_same(whole: tuple[Path, Made], tmp_path: Path) -> None:
    _, expected = whole
    first = made(tmp_path, 1)
    parts = made(tmp_path, 2)
    assert first.numbers == expected.numbers[::2]
    assert (parts.numbers, parts.rows) == (expected.numbers, expected.rows)
    largest, games, saved, boards, words, records, forgotten, culled = expected.numbers[-1]
    assert (largest, games) == (rote.CULLED_RECORD, 2)
    assert 60 < int(str(boards)) <= int(str(saved))
    assert 3 * int(str(boards)) <= int(str(words)) <= 4 * int(str(boards))
    assert int(str(records)) > 1 and forgotten == culled == 0
    assert len(expected.rows) == 6


@pytest.mark.slow
def test_records_that_grow_too_large_are_culled(whole: tuple[Path, Made], tmp_path: Path) -> None:
    shutil.copy(whole[0] / "samuel-rote.run", tmp_path)
    rows = {row.what: row for row in made(tmp_path, 2, culled=4).rows}
    shown = rows["boards forgotten or culled in 2 games, records of 4 at most"]
    assert shown.verdict == "red"  # two games are too few to forget any
    assert int(shown.ours.split()[2].strip(";")) > 0


def test_a_tape_that_does_not_come_to_the_papers_boards_is_told(
    whole: tuple[Path, Made],
) -> None:
    rows = made(whole[0], 2, printed=53_000).rows
    assert [row.verdict for row in rows] == ["red", "red", "red", "impossible"]


def test_records_are_brought_as_the_704_has_room_for_them(whole: tuple[Path, Made]) -> None:
    tape = rote._read(whole[0] / "samuel-rote.run").study.memory_tape()
    brought = rote.records_brought(tape, 10)
    assert 0 < brought <= len(tape.records)
