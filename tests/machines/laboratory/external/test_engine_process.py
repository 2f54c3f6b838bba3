"""Programs outside end with the program that started them, however it ends."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import read_pdn
from machines.laboratory.external.draughts_engine import (
    EngineError,
    Go,
    HubEngine,
    engine_of,
    read_line,
    write_line,
)
from tests.machines.commanded import refused, result_of, said
from tests.waiting import runs

ROOT = Path(__file__).resolve().parents[4]
DEAF = "import time; print('here', flush=True); time.sleep(600)"
"""Ends neither when it is told to nor when nobody is left to tell it."""
SEATS = f"""
import sys, time
from machines.laboratory.external.engine_process import EngineProcess

gone = EngineProcess("gone", [sys.executable, "-c", {DEAF!r}])
gone.hear("here", 20, "word")
gone.close("quit\\n")
away = "import os\\nif os.fork(): os._exit(0)\\nos.setsid(); print('pid', os.getpid())\\n"
program = EngineProcess("deaf", [sys.executable, "-c", away + {DEAF!r}])
print(gone.process.pid, program.hear("pid", 20, "number"), flush=True)
time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_ends_with_who_started_it(how: signal.Signals) -> None:
    """One that has gone into the background, too."""
    with subprocess.Popen(
        [sys.executable, "-c", SEATS],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as ours:
        assert ours.stdout is not None
        gone, deaf = map(int, ours.stdout.readline().split())
        assert not runs(gone) and runs(deaf)
        ours.send_signal(how)
        ours.wait(20)
        until = time.monotonic() + 20
        while runs(deaf) and time.monotonic() < until:
            time.sleep(0.05)
        assert not runs(deaf)


HERE = Path(__file__).parent
NOBODY = np.random.default_rng(0)


def command(*words: str, program: str = "example_hub.py") -> str:
    """How an example is started."""
    return shlex.join((sys.executable, str(HERE / program), *words))


def test_a_line_is_read_as_it_was_written() -> None:
    values = {"name": "Little Hub", "value": "", "depth": "3"}
    line = write_line("param", values)
    assert line == 'param name="Little Hub" value="" depth=3'
    assert read_line(line) == ("param", values)
    assert read_line(" go  think x = 5 ") == ("go", {"think": "", "x": "5"})
    assert read_line('" = "') == ("", {})


def test_a_hub_engine_and_the_example_play_alike_and_hear_the_game() -> None:
    """The same program by two protocols: it follows the game by its moves, or is told the board."""
    hub = engine_of(command(), Go(depth=1), "A", HubEngine)
    plain = engine_of(command(program="example_engine.py"), Go(depth=1), "B")
    position = Position.start()
    moves: list[Move] = []
    with hub.seated() as one, plain.seated() as other:
        assert isinstance(one, HubEngine)
        assert one.told_name == "Little Hub 2"
        while legal_moves(position) and len(moves) < 60:
            move = one.choose_following(Position.start(), moves, NOBODY)
            assert move == other.choose_following(Position.start(), moves, NOBODY)
            moves.append(move)
            position = make(position, move)
    assert any(len(move.captured) > 1 for move in moves) or len(moves) > 20


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("--dies", "ended with status 0; expected a move"),
        ("--illegal", "answers 'move=1-32' in W:"),
    ],
)
def test_what_a_hub_engine_does_wrong_is_said(fault: str, why: str) -> None:
    with engine_of(command(fault), Go(depth=1), "A", HubEngine).seated() as engine:
        first = engine.choose(Position.start(), NOBODY)
        with pytest.raises(EngineError) as caught:
            engine.choose_following(Position.start(), [first], NOBODY)
    assert why in caught.value.what


@pytest.mark.slow
def test_engines_are_called_as_they_call_themselves_or_as_names_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.pdn"
    words = ("match", f"hub:{command()}", "random", "--games", "2", "--ply", "1", "--jobs", "1")
    result = result_of(said(capsys, *words, "--limit", "12", "--pdn", str(path)))
    assert (result["a"], result["b"], result["forfeits"]) == ("Little_Hub_2", "random", "0")
    first, second = read_pdn(path.read_text(), "a.pdn")
    assert (first.tag("Black"), first.tag("White")) == ("Little Hub 2", "random")
    assert (second.tag("Black"), second.tag("White")) == ("random", "Little Hub 2")
    result = result_of(said(capsys, *words, "--limit", "4", "--names", ",By  Chance"))
    assert (result["a"], result["b"]) == ("Little_Hub_2", "By_Chance")
    assert "--names: are 1; expected 2" in refused(capsys, *words, "--names", "One")
    assert "hub: without a command" in refused(capsys, "match", "hub:", "random")
