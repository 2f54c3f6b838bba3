"""``main.py menace play``: a visitor before the matchboxes, in words; every play kept at once."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from machines.games.noughts.board import Board
from machines.kernels.generator import State, generator_state
from machines.menace.beads import Cabinet
from machines.menace.day import about_day, checkpoint, plays_of, table_of
from machines.menace.play_history import PlayRecord
from machines.menace.state import TableState
from machines.storage.run_store import new_run, read_run
from tests.machines.commanded import result_of
from tests.machines.laboratory.menace.menace_command import menace
from tests.machines.storage.full_disk import full_disk

ROOT = Path(__file__).resolve().parents[4]
Capture = pytest.CaptureFixture[str]
ALL = ("0", "1", "2", "3", "4", "5", "6", "7", "8")
"""Typed one after the other this is a whole play: a square that is taken is refused."""


class Visitor:
    """Types lines, then nothing more."""

    def __init__(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *typed: str, line: str = "", status: int = 0) -> tuple[str, str]:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{one}\n" for one in typed)))
        return menace(self.capsys, f"play {line}", status)


@pytest.fixture
def visitor(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    return Visitor(capsys, monkeypatch)


def kept(path: Path) -> tuple[TableState, list[PlayRecord]]:
    with read_run(path, "menace") as run:
        return table_of(run), plays_of(run)


def first(data: Path) -> Path:
    return data / "runs" / "menace-play-000001.sqlite"


def by_hand(cabinet: Cabinet, state: State) -> tuple[str, str]:
    """A play against whoever takes the lowest square that is free: its squares and outcome."""
    board, squares = Board(), ""
    while not board.finished:
        if board.to_move == "X" or board.ply == 8:
            square = board.moves[0]
        else:
            drawn = cabinet.draw(board, state)
            assert drawn is not None
            square = drawn.square
        board = board.play(square)
        squares += str(square)
    outcome = {"O": "won", "X": "lost", "": "drawn"}[board.winner]
    cabinet.settle(outcome)
    return squares, outcome


def test_the_plays_are_those_of_the_beads_by_hand(visitor: Visitor, data: Path) -> None:
    out, err = visitor(*ALL, "n", *ALL, "n", *ALL, "q")
    assert err == f"menace: the plays are kept in {first(data)}\n"
    cabinet, state = Cabinet.new(), generator_state(1961)
    expected = [by_hand(cabinet, state) for _ in range(3)]
    table, plays = kept(first(data))
    assert [(play.squares, play.outcome) for play in plays] == expected
    assert (table.cabinet.beads == cabinet.beads).all()
    assert table.chance.tolist() == state.tolist()
    found = result_of(out)
    outcomes = [outcome for _, outcome in expected]
    assert found == {
        "wins": str(outcomes.count("won")),
        "draws": str(outcomes.count("drawn")),
        "losses": str(outcomes.count("lost")),
        "score": str(sum({"won": 3, "drawn": 1, "lost": -1}[one] for one in outcomes)),
        "games": "3",
    }


def test_what_happens_is_told(visitor: Visitor, data: Path) -> None:
    out, _ = visitor("q", line="--seed 7")
    assert "Box 1 is for this position. The board before its label: as it lies." in out
    assert "It holds 4 gold, 4 white, 4 lilac." in out
    out, _ = visitor(*ALL, "q", line="--seed 7 --new-day")
    (play,) = kept(data / "runs" / "menace-play-000002.sqlite")[1]
    for number, colour, gain in play.opened:
        assert f"Box {number} is for this position." in out
        word = "gets" if gain > 0 else "loses"
        name = ("gold", "white", "lilac", "silver", "green", "pink", "red", "amber", "black")
        assert f"Box {number} {word} {abs(gain)} {name[colour]}." in out
    assert out.count("Refused: your mark: is on square") > 0


def test_a_new_day_begins_with_the_beads_of_the_start(visitor: Visitor, data: Path) -> None:
    visitor(*ALL)
    before = first(data).read_bytes()
    visitor("q", line="--new-day --build 287L --seed 5")
    assert first(data).read_bytes() == before
    table, plays = kept(data / "runs" / "menace-play-000002.sqlite")
    assert (table.cabinet.build, plays) == ("287L", [])
    visitor(*ALL)  # and is the one that is gone on with
    assert len(kept(data / "runs" / "menace-play-000002.sqlite")[1]) == 1


def test_a_play_is_taken_back_with_its_beads(visitor: Visitor, data: Path) -> None:
    visitor(*ALL, "n", *ALL)
    two = kept(first(data))
    out, _ = visitor("u", "n", *ALL, "u", "u", "u", "u")
    assert out.count("The play on the board is taken back.") == 1
    assert out.count("The last play is taken back, its beads are where they were") == 3
    assert "Refused: taking back: found no play of today in the book" in out
    table, plays = kept(first(data))
    assert plays == []
    assert (table.cabinet.beads == Cabinet.new().beads).all()
    assert table.cabinet.plays == 0
    assert two[0].cabinet.plays == 2


def test_an_empty_first_box_is_reloaded(visitor: Visitor, data: Path) -> None:
    table = TableState.new()
    table.cabinet.cups += table.cabinet.beads[0]
    table.cabinet.beads[0] = 0
    path = data / "a.sqlite"
    data.mkdir()
    new_run(path, about_day(), checkpoint(table, whole=True)).close()
    out, _ = visitor("n", "r", "q", line=f"--run {path}")
    assert out.count("The first box is empty: the machine declines to play.") == 2
    assert "It holds 4 gold, 4 white, 4 lilac." in out


def test_an_empty_box_resigns(visitor: Visitor, data: Path) -> None:
    table = TableState.new()
    table.cabinet.cups += table.cabinet.beads[1:].sum(axis=0)
    table.cabinet.beads[1:] = 0
    path = data / "a.sqlite"
    data.mkdir()
    new_run(path, about_day(), checkpoint(table, whole=True)).close()
    out, _ = visitor("0", "1", "q", line=f"--run {path}")
    assert "is empty: the machine resigns." in out
    (play,) = kept(path)[1]
    assert (play.outcome, play.resigned, play.opened[-1][1:]) == ("lost", True, (-1, 0))


def test_the_visitor_plays_nought_against_the_second_players_boxes(
    visitor: Visitor, data: Path
) -> None:
    visitor(*ALL, line="--build second")
    table, (play,) = kept(first(data))
    assert (play.build, play.squares[0]) == ("second", "0")
    table.cabinet.check()


def test_what_is_no_act_is_refused_and_nothing_happens(visitor: Visitor) -> None:
    wrong = ("9", "-1", "help", "b2", "01")
    out, _ = visitor(*wrong, "q")
    for typed in wrong:
        assert f"Refused: your act: is '{typed}'; expected a square 0-8, u to take back" in out
    assert result_of(out)["games"] == "0"


def test_boxes_and_odds_of_a_day(visitor: Visitor, capsys: Capture, data: Path) -> None:
    visitor(*ALL)
    out, _ = menace(capsys, f"boxes --run {first(data)}")
    assert "lie as after play 1 of menace-play-000001.sqlite" in out
    out, _ = menace(capsys, f"odds --run {first(data)}")
    assert 0 < float(result_of(out)["random.win"]) < 1
    _, err = menace(capsys, f"tournament --resume {first(data)}", status=2)
    assert "is the record of a day; expected tournament" in err


def test_what_does_not_fit_the_day_is_refused(
    visitor: Visitor, capsys: Capture, data: Path
) -> None:
    visitor(*ALL)
    before = first(data).read_bytes()
    for line, says in (
        ("--build 287L", "--build: is 287L; the beads in menace-play-000001.sqlite are of 304"),
        ("--build 300", "build: is '300'"),
        ("--seed 9", "--seed: is of a new day; menace-play-000001.sqlite is gone on with"),
        ("--seed x", "--seed: 'x' is no whole number"),
        (f"--new-day --run {first(data)}", "exists already"),
    ):
        _, err = visitor("q", line=line, status=2)
        assert says in err
    assert first(data).read_bytes() == before
    menace(capsys, f"tournament --games 5 --opponent random --run {data / 't.sqlite'}")
    _, err = visitor("q", line=f"--run {data / 't.sqlite'}", status=2)
    assert "is the record of a tournament; expected a day" in err


def test_on_a_full_disk_the_play_is_not_kept_and_says_so(visitor: Visitor, data: Path) -> None:
    visitor(*ALL)
    one = kept(first(data))
    with full_disk(40_000):
        _, err = visitor(*[*ALL, "n"] * 40, status=2)
    assert "menace-play-000001.sqlite: can't be written: " in err
    table, plays = kept(first(data))
    assert plays[0] == one[1][0]
    assert table.cabinet.plays == len(plays) < 41


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_process_that_is_gone_leaves_every_finished_play(
    number: int, data: Path, visitor: Visitor
) -> None:
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "menace", "play", "--seed", "3"],
        cwd=ROOT,
        env={**os.environ, "MATCHBOX704_DATA": str(data)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write("".join(f"{one}\n" for one in (*ALL, "n", *ALL, "n", "4")))
    process.stdin.flush()
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        if first(data).exists():
            with read_run(first(data), "menace") as run:
                if run.plays == 2:
                    break
        time.sleep(0.05)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == (130 if number == signal.SIGINT else -signal.SIGKILL)
    visitor(*ALL, "n", *ALL, line=f"--seed 3 --run {data / 'whole.sqlite'}")
    parts, whole = kept(first(data)), kept(data / "whole.sqlite")
    assert len(parts[1]) == 2
    assert [one.squares for one in parts[1]] == [one.squares for one in whole[1]]
    assert (parts[0].cabinet.beads == whole[0].cabinet.beads).all()
