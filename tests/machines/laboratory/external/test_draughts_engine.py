"""Engines outside: what they are told, what they answer, and what they do wrong."""

import os
import shlex
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import read_fen, write_fen
from machines.laboratory.external import draughts_engine
from machines.laboratory.external.draughts_engine import EngineError, EnginePlayer, Go, engine_of
from tests.machines.laboratory.external import example_engine
from tests.waiting import runs

HERE = Path(__file__).parent
EXAMPLE = shlex.join((sys.executable, str(HERE / "example_engine.py")))
GENERATOR = np.random.default_rng(0)


def faulty(fault: str, answers: int, go: Go | None = None) -> EnginePlayer:
    """An engine that does that after so many moves."""
    words = (sys.executable, str(HERE / "faulty_engine.py"), fault, str(answers))
    return engine_of(shlex.join(words), go or Go(depth=1), "A")


POSIX = pytest.mark.skipif(os.name != "posix", reason="no process forks there")


def test_an_engine_answers_with_the_move_it_found() -> None:
    player = engine_of(EXAMPLE, Go(depth=2), "A")
    assert player.name == f"engine:{EXAMPLE}"
    position = Position.start()
    with player.seated() as engine:
        for _ in range(6):
            move = engine.choose(position, GENERATOR)
            board, side = example_engine.board_of(write_fen(position))
            assert move.squares == example_engine.best(board, side, 2)
            position = make(position, move)


def test_a_multiple_jump_is_answered_with_all_its_squares() -> None:
    position = read_fen("B:W10,18,K28:B6,K3")
    with engine_of(EXAMPLE, Go(depth=1), "A").seated() as engine:
        assert str(engine.choose(position, GENERATOR)) == "6x15x22"


def test_milliseconds_are_asked_for_and_kept() -> None:
    player = engine_of(EXAMPLE, Go(ms=200), "A")
    assert str(player.go) == "go ms 200"
    with player.seated() as engine:
        engine.choose(Position.start(), GENERATOR)  # the process has started
        began = time.monotonic()
        assert engine.choose(Position.start(), GENERATOR) in legal_moves(Position.start())
        assert time.monotonic() - began < 1.2


def test_what_an_engine_says_beside_its_move_is_passed_over() -> None:
    with faulty("chatty", 0).seated() as engine:
        assert engine.choose(Position.start(), GENERATOR) in legal_moves(Position.start())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("crash", "ended with status 3 (out of memory at square 7); expected a move"),
        ("silent", "no move within 0.5 s of go depth 1"),
        pytest.param("orphaned", "no move within 0.5 s of go depth 1", marks=POSIX),
        ("flood", "no move within 0.5 s of go depth 1"),
        ("illegal", "answers '1-32' in W:W21,22"),
        ("nonsense", "is no move: one is written 11-15"),
        ("closing", "closed its output; expected a move"),
    ],
)
def test_what_an_engine_does_wrong_is_said_in_one_line_and_it_is_ended(
    fault: str, why: str
) -> None:
    player = faulty(fault, 1, Go(depth=1, patience_s=0.5))
    with player.seated() as engine:
        after = make(Position.start(), engine.choose(Position.start(), GENERATOR))
        process = engine._program.process
        with pytest.raises(EngineError) as caught:
            engine.choose(after, GENERATOR)
    assert why in caught.value.what
    assert len(str(caught.value).splitlines()) == 1
    assert caught.value.where == player.name
    assert process.poll() is not None


def test_an_engine_is_told_to_quit_and_ends_by_itself() -> None:
    with engine_of(EXAMPLE, Go(depth=1), "A").seated() as engine:
        engine.choose(Position.start(), GENERATOR)
        process = engine._program.process
    assert process.returncode == 0


@POSIX
@pytest.mark.parametrize("goes", ["beside", "apart", "into the background"])
@pytest.mark.parametrize("stays", [True, False])
def test_what_an_engine_has_started_ends_with_it(goes: str, stays: bool) -> None:
    """In a session of its own (``setsid``) too, and where the engine itself has ended before."""
    if goes != "beside" and not sys.platform.startswith("linux"):
        pytest.skip("needs Linux's /proc")
    script = f"""
import os, time
reads, writes = os.pipe()
if os.fork() == 0:
    {"os.setsid()" if goes != "beside" else "pass"}
    if {goes == "into the background"} and os.fork():
        os._exit(0)
    print("pid", os.getpid(), flush=True)
    os.write(writes, b" ")
    time.sleep(600)
os.read(reads, 1)
time.sleep({600 if stays else 0})
"""
    player = engine_of(shlex.join((sys.executable, "-c", script)), Go(depth=1, patience_s=0.1), "A")
    with player.seated() as engine:
        engine.spare_s = 0.0
        pid = int(engine._program.hear("pid", 60, "pid"))
        assert runs(pid)
        with pytest.raises(EngineError):
            engine.choose(Position.start(), GENERATOR)
    until = time.monotonic() + 20
    while runs(pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert not runs(pid)


@pytest.mark.slow
def test_what_is_waited_for_is_said_with_all_the_time_that_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(draughts_engine, "STARTING_S", 0.5)
    with pytest.raises(EngineError) as caught:
        faulty("silent", 0, Go(depth=3, patience_s=0.1)).check()
    assert caught.value.what == "no move within 0.6 s (0.1 s, and 0.5 s to start) of go depth 3"


def test_a_command_that_is_none_is_refused() -> None:
    for command, why in (("", "without a command"), ("'open", "No closing quotation")):
        with pytest.raises(RefusedError, match=f"B: .*{why}"):
            engine_of(command, Go(depth=1), "B")
    with pytest.raises(EngineError, match="no-such-engine: can't be started: No such file"):
        engine_of("no-such-engine", Go(depth=1), "B").check()


def test_so_long_an_answer_may_take() -> None:
    assert Go(ms=1500).most_s == 2.5
    assert Go(depth=4).most_s == 60
    assert Go(depth=4, patience_s=3).most_s == Go(ms=9, patience_s=3).most_s == 3
