"""Orders of commands: as many answers as Stockfish gives, in the same order, write for write.

``orders`` makes them by chance, never one in which Stockfish waits for ever: ``go`` or
``ucinewgame`` while a search is held.  What it answered to those of :data:`RECORDED` was written
down: Stockfish 15.1.
"""

import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO

import pytest

from machines.games.draughts import Position
from machines.games.draughts.notation import write_fen
from machines.games.draughts.player import write_board
from machines.laboratory.engine import conversation
from machines.laboratory.engine.conversation import Speaker, converse
from machines.laboratory.engine.morph_machine import MorphMachine
from machines.laboratory.engine.play import make_speaker
from machines.laboratory.engine.uci_speaker import UciSpeaker
from tests.machines.laboratory.engine.spoken import asked, morph

MAIN = str(Path(__file__).resolve().parents[4] / "main.py")
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
LETTERS = {
    "uciok": "u", "readyok": "r", "bestmove": "b",
    "ready": "r", "pong": "r", "done": "b", "move": "b",
}  # fmt: skip
WAIT_S = 30.0
P, MT = "position startpos", "go movetime 100"
MATE = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"

RECORDED = (
    # Writes, and a letter for each answer to each: uciok, readyok, bestmove; at last the end.
    ([f"{P}|{MT}|{P}|{MT}"], ["bb", ""]),
    ([f"{P}|{MT}|isready|{P} moves e2e4|{MT}|isready"], ["rbrb", ""]),
    (["uci|isready|quit"], ["ur", ""]),
    ([f"{MT}|isready|quit|isready"], ["rb", ""]),
    ([f"go infinite|stop|{P}|{MT}"], ["bb", ""]),
    (["go infinite", "isready", "stop", "isready"], ["", "r", "b", "r", ""]),
    (["go infinite"], ["", "b"]),
    ([f"go ponder movetime 100|{P} moves e2e4|isready", "ponderhit"], ["r", "b", ""]),
    (["go ponder movetime 100", f"stop|ucinewgame|isready|{P}|{MT}"], ["", "brb", ""]),
    (["go infinite|ponderhit", "isready", "ponderhit|isready", "stop"], ["", "r", "r", "b", ""]),
    ([f"{MT}|ucinewgame|isready"], ["br", ""]),
    ([f"{MT}|{MT}|{MT}", "isready"], ["bbb", "r", ""]),
    ([f"{MATE}|go infinite", "isready", "stop"], ["", "r", "b", ""]),
    (["stop|ponderhit|isready", f"stop|{MT}", "stop|stop"], ["r", "b", "", ""]),
    (["go infinite searchmoves e2e4|position", "quit"], ["", "b", ""]),
)


def orders(count: int, seed: int = 1) -> Iterator[list[tuple[str, int]]]:
    """Writes of several lines, and how many answers each has."""
    chance = random.Random(seed)
    words = {
        P: 3, f"{P} moves e2e4 e7e5": 2, "isready": 4, MT: 4, "stop": 4, "go infinite": 2,
        "go ponder movetime 100": 2, "ponderhit": 2, "ucinewgame": 2, "uci": 1, "debug on": 1,
        "setoption name Seed value 3": 1, "": 1,
    }  # fmt: skip
    for _ in range(count):
        order, held = [], ""
        for _ in range(chance.randint(1, 5)):
            lines, answers = [], 0
            for _ in range(chance.randint(1, 6)):
                (line,) = chance.choices(list(words), list(words.values()))
                if held and (line.startswith("go") or line == "ucinewgame"):
                    line = chance.choice(["stop", "isready"])
                answers += line in ("isready", "uci", MT)
                if line.startswith("go") and line != MT:
                    held = line.split()[1]
                elif line == "stop" or (line == "ponderhit" and held == "ponder"):
                    answers += bool(held)
                    held = ""
                lines.append(line)
            order.append(("\n".join(lines), answers))
        if chance.random() < 0.5:
            order.append(("quit", bool(held)))
            held = ""
        order.append(("", bool(held)))  # the end of the input
        yield order


class Told:
    """What an engine answers, write for write."""

    def __init__(self, write: Callable[[str | None], None]) -> None:
        self.heard: SimpleQueue[str] = SimpleQueue()
        self._write = write

    def answers(self, order: Sequence[tuple[str, int]]) -> list[str]:
        """Letters of as many answers to each write as are told of, or as come in time, and more
        if more come; the last write is the end of the input."""
        found = []
        for number, (text, count) in enumerate(order):
            self._write(None if number == len(order) - 1 else text)
            letters, end = "", time.monotonic() + WAIT_S
            while len(letters) < count and time.monotonic() < end:
                letters += self._next(1)
            time.sleep(0.03)
            while extra := self._next(0):
                letters += extra
            found.append(letters)
        return found

    def _next(self, seconds: float) -> str:
        while True:
            try:
                words = self.heard.get(timeout=seconds).split()
            except Empty:
                return ""
            if words and words[0] in LETTERS:
                return LETTERS[words[0]]


def spoken(make: Callable[[Callable[[str], None]], Speaker], order: list[tuple[str, int]]) -> str:
    """What one of ours answers in this process, a blank between writes."""
    pieces: SimpleQueue[str | None] = SimpleQueue()
    told = Told(pieces.put)
    speaker = make(told.heard.put)
    lines = (text.split("\n") for text in iter(pieces.get, None))
    thread = threading.Thread(target=converse, args=(speaker, lines), daemon=True)
    thread.start()
    answers = told.answers(order)
    thread.join(WAIT_S)
    assert not thread.is_alive(), order
    return " ".join(answers)


def morphs(order: list[tuple[str, int]]) -> str:
    """What Morph answers."""
    return spoken(lambda say: UciSpeaker(say, morph, "Morph", 1, "shipped"), order)


def run(command: list[str], order: list[tuple[str, int]]) -> str:
    """What a program answers."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        stdin, stdout = process.stdin, process.stdout

        def write(text: str | None) -> None:
            try:
                if text is None:
                    stdin.close()
                else:
                    stdin.write(f"{text}\n".encode())
                    stdin.flush()
            except BrokenPipeError:
                pass

        told = Told(write)
        threading.Thread(target=_read, args=(stdout, told.heard), daemon=True).start()
        answers = told.answers(order)
        assert process.wait(WAIT_S) == 0, order
        return " ".join(answers)


def _read(stdout: IO[bytes], heard: "SimpleQueue[str]") -> None:
    for line in stdout:
        heard.put(line.decode())


def of(writes: list[str], answers: list[str]) -> list[tuple[str, int]]:
    """An order of which the answers are known."""
    texts = [text.replace("|", "\n") for text in (*writes, "")]
    return list(zip(texts, map(len, answers), strict=True))


# -- UCI -------------------------------------------------------------------------------------------


def test_morph_answers_as_many_and_in_the_order_that_stockfish_did() -> None:
    for writes, answers in RECORDED:
        assert morphs(of(writes, answers)).split(" ") == answers, writes


def test_where_stockfish_would_wait_for_ever_the_next_go_ends_what_is_held() -> None:
    for writes, answers in (
        ([f"go ponder movetime 100|ucinewgame|{P}|{MT}"], ["bb", ""]),
        (["go infinite", f"{P}|{MT}|isready"], ["", "brb", ""]),
        ([f"go infinite|{MT}|stop|isready"], ["brb", ""]),
        (["go infinite|ucinewgame|isready"], ["br", ""]),
    ):
        assert morphs(of(writes, answers)).split(" ") == answers, writes


def test_what_was_asked_is_answered_however_long_the_kernels_take_after_the_input_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conversation, "FAREWELL_S", 0.05)
    machine, said = morph(), list[str]()

    def load() -> MorphMachine:
        time.sleep(0.2)
        return machine

    converse(UciSpeaker(said.append, load, "Morph", 1, "shipped"), [[P, MT]])
    assert said[-1].startswith("bestmove")


def test_by_chance_every_go_and_every_isready_has_its_answer() -> None:
    for order in orders(30, seed=2):
        found = morphs(order)
        assert [len(letters) for letters in found.split(" ")] == [count for _, count in order], (
            order
        )


@pytest.mark.slow
@pytest.mark.skipif(STOCKFISH is None, reason="no stockfish on PATH or in /usr/games")
def test_a_hundred_orders_are_answered_as_stockfish_beside_it_answers_them() -> None:
    assert STOCKFISH is not None
    for writes, answers in RECORDED:
        assert run([STOCKFISH], of(writes, answers)).split(" ") == answers, writes
    for order in orders(100):
        assert apart(morphs(order), order) == apart(run([STOCKFISH], order), order), order


def apart(answers: str, order: Sequence[tuple[str, int]]) -> list[str]:
    """The answers to each write; where it ends a search, in any order: Stockfish's search says its
    move while its reader goes on."""
    ends = ("stop", "ponderhit", "quit")
    return [
        "".join(sorted(letters)) if any(word in write for word in ends) else letters
        for letters, (write, _) in zip(answers.split(" "), order, strict=True)
    ]


@pytest.mark.slow
def test_with_an_empty_cache_the_command_plays_while_kernels_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATCHBOX704_KERNELS", str(tmp_path))
    command = [sys.executable, MAIN, "engine", "morph"]
    for writes, answers in RECORDED[:3]:
        found, end = run(command, of(writes, answers)).split(" ")
        # readyok doesn't wait for the machine, whatever waits for it.
        assert (sorted(found), end) == (sorted(answers[0]), answers[1]), writes


# -- draughts --------------------------------------------------------------------------------------

BOARD, FEN = f"pos pos={write_board(Position.start())}", write_fen(Position.start())
THINK = "level depth=2|go think"
DRAUGHTS = (
    (["init", f"{BOARD}|{THINK}|{BOARD}|{THINK}|ping"], ["r", "brb", ""]),
    (["init", f"{BOARD}|level infinite|go think", "ping", f"stop|{BOARD}|{THINK}"],
     ["r", "", "r", "bb", ""]),
    (["init", f"{BOARD}|{THINK}|ping|quit|ping"], ["r", "rb", ""]),
    (["init", f"{BOARD}|go ponder", f"new-game|{BOARD}|{THINK}"], ["r", "", "bb", ""]),
    (["init", f"{BOARD}|level infinite|go ponder", "ponder-hit|ping"], ["r", "", "r", "b"]),
    (["init", f"{BOARD}|level depth=99|go think"], ["r", "", "b"]),
    ([f"position {FEN}|go depth 2|position {FEN}|go depth 1"], ["bb", ""]),
)  # fmt: skip


def test_draughts_engines_queue_what_comes_behind_a_search() -> None:
    for writes, answers in DRAUGHTS:
        found = spoken(lambda say: make_speaker(asked("pieces"), say), of(writes, answers))
        assert found.split(" ") == answers, writes
