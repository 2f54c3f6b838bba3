"""How far long work has come, told where there is no terminal."""

import time

import pytest

from machines.laboratory.study import outputs
from machines.laboratory.study.outputs import csv_bytes, plain_table
from machines.laboratory.study.progress import named_progress, progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the clock says, in seconds."""
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_line_every_half_minute_with_the_time_left(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with progress("games", 100, 20) as show:
        for second, done in ((10, 22), (31, 30), (50, 40), (62, 40), (3_931, 99)):
            clock[0] = 1_000.0 + second
            show(done)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "games 30/100, 0:00:31 so far, about 0:03:37 left",
        "games 40/100, 0:01:02 so far, about 0:03:06 left",
        "games 99/100, 1:05:31 so far, about 0:00:50 left",
    ]


def test_nothing_is_reckoned_from_nothing(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with named_progress(10, done=4) as show:
        clock[0] += 100.0
        show("a", 4)
        show("b", 5)
    assert capsys.readouterr().err == "b 5/10, 0:01:40 so far, about 0:08:20 left\n"


def test_no_cell_is_a_formula() -> None:
    cells = ("=cmd|' /C calc'!A0", "+1+1", "-x", "@SUM(A1)", "-3.5", "+2", -3, None, "A-B")
    (row,) = csv_bytes(tuple("abcdefghi"), [cells]).decode().splitlines()[1:]
    assert row == "'=cmd|' /C calc'!A0,'+1+1,'-x,'@SUM(A1),-3.5,+2,-3,,A-B"


def test_each_cell_of_a_table_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of patterns are listed in a moment."""
    looked: list[str] = []

    def look(cell: str) -> bool:
        looked.append(cell)
        return True

    monkeypatch.setattr(outputs, "_is_number", look)
    rows = [(f"{k}", "x") for k in range(50)]
    assert plain_table(("number", "letter"), rows).count("\n") == 51
    assert sorted(looked) == sorted(cell for row in rows for cell in row)
