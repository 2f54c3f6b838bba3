"""Rote learning's rows: a run that is interrupted goes on, and what is counted is the tape's."""

from pathlib import Path

import pytest

from machines.app.reproduce import rote
from machines.app.reproduce.artefacts import Effort, Made


def made(folder: Path, patch: pytest.MonkeyPatch, games: int, printed: int) -> Made:
    for name, value in (("GAMES", games), ("EVERY", 2), ("PRINTED", printed), ("MOVES", 40)):
        patch.setattr(rote, name, value)
    return rote.rote(Effort(folder))


def test_an_interrupted_run_goes_on_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = made(tmp_path / "whole", monkeypatch, 4, 100)
    first = made(tmp_path / "parts", monkeypatch, 2, 100)
    parts = made(tmp_path / "parts", monkeypatch, 4, 100)
    assert first.numbers == whole.numbers[::2]
    assert (parts.numbers, parts.rows) == (whole.numbers, whole.rows)
    largest, games, saved, boards, words, records, forgotten, culled = whole.numbers[-1]
    assert (largest, games) == (rote.CULLED_RECORD, 4)
    assert 100 < int(str(boards)) <= int(str(saved))
    assert 3 * int(str(boards)) <= int(str(words)) <= 4 * int(str(boards))
    assert int(str(records)) > 1 and forgotten == culled == 0
    assert len(whole.rows) == 6


def test_records_that_grow_too_large_are_culled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rote, "CULLED_RECORD", 4)
    rows = {row.what: row for row in made(tmp_path, monkeypatch, 4, 100).rows}
    shown = rows["boards forgotten or culled in 4 games, records of 4 at most"]
    assert shown.verdict == "red"  # four games are too few to forget any
    assert int(shown.ours.split()[2].strip(";")) > 0


def test_a_tape_that_does_not_come_to_the_papers_boards_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = made(tmp_path, monkeypatch, 2, 53_000).rows
    assert [row.verdict for row in rows] == ["red", "red", "red", "impossible"]


def test_records_are_brought_as_the_704_has_room_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path, monkeypatch, 4, 100)
    tape = rote._read(tmp_path / "samuel-rote.run").study.memory_tape()
    brought = rote.records_brought(tape, 40)
    assert 0 < brought <= len(tape.records)
