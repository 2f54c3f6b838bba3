"""Chess engines outside: what they are told, what they answer, and what they do wrong."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.games.chess.board import Position
from machines.games.chess.moves import find_move, legal_moves, make
from machines.games.chess.notation import read_fen
from machines.laboratory.external import uci
from machines.laboratory.external.engine_process import EngineProcess
from machines.laboratory.external.uci import (
    EngineError,
    UciEngine,
    UciGo,
    UciSettings,
    find_engine,
    is_engine,
    move_between,
)

FAULTY = Path(__file__).parent / "faulty_uci.py"
GENERATOR = np.random.default_rng(0)


def faulty(fault: str, answers: int, patience_s: float | None = None) -> UciSettings:
    """An engine that does that after so many moves."""
    words = (sys.executable, str(FAULTY), fault, str(answers))
    return UciSettings(f"uci:{fault}", words, UciGo(1, patience_s=patience_s))


def test_an_engine_plays_a_game_and_another() -> None:
    with UciEngine(faulty("none", 0)) as engine:
        assert engine.told_name == r"Faulty\x07 1"  # a terminal would ring
        for _ in range(2):
            engine.begin()
            position = Position.start()
            for expected in ("a2a3", "a2a3"):
                assert str(engine.choose(position, GENERATOR)) == expected
            position = make(position, find_move(position, "a2a3"))
            position = make(position, find_move(position, "e7e5"))
            assert str(engine.choose(position, GENERATOR)) == "a1a2"


def test_an_engine_hears_the_game_and_not_only_the_position() -> None:
    heard = []
    with UciEngine(faulty("none", 0)) as engine:
        best = engine.best_move
        engine.best_move = lambda moves, fen="": heard.append(list(moves)) or best(moves, fen)  # type: ignore[method-assign,func-returns-value]
        engine.begin()
        position = make(Position.start(), find_move(Position.start(), "e2e4"))
        for answer in ("d2d4", "g1f3"):
            position = make(position, engine.choose(position, GENERATOR))
            position = make(position, find_move(position, answer))
        engine.choose(position, GENERATOR)
    assert heard == [[], ["a7a5", "d2d4"], ["a7a5", "d2d4", "a5a4", "g1f3"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("crash", "ended with status 3 (hash table lost); expected a move"),
        ("silent", "no move within 0.5 s of go depth 1"),
        ("flood", "no move within 0.5 s of go depth 1"),
        ("illegal", "answers e1e8 in rnbqkbnr"),
        ("nonsense", "answers '(none) "),
        ("closing", "closed its output; expected a move"),
    ],
)
def test_what_an_engine_does_wrong_is_said_in_one_line_and_it_is_ended(
    fault: str, why: str
) -> None:
    patience_s = 0.5 if fault in ("silent", "flood") else None
    with UciEngine(faulty(fault, 1, patience_s)) as engine:
        engine.begin()
        engine.choose(Position.start(), GENERATOR)
        process = engine._program.process
        with pytest.raises(EngineError) as caught:
            engine.choose(Position.start(), GENERATOR)
    assert why in caught.value.what
    assert len(str(caught.value).splitlines()) == 1
    assert caught.value.where == f"uci:{fault}"
    assert process.poll() is not None


def test_a_program_that_is_no_engine_is_refused() -> None:
    script = "import sys; sys.exit(1)"
    with pytest.raises(EngineError, match="ended with status 1"):
        UciEngine(UciSettings("uci:x", (sys.executable, "-c", script)))
    with pytest.raises(EngineError, match="can't be started"):
        UciEngine(UciSettings("uci:x", ("no-such-engine",)))


def test_an_engine_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *args, **kwargs: None)
    with pytest.raises(EngineError, match="gnuchess isn't installed here; expected it on the path"):
        find_engine("gnuchess", "--opponent")


def test_levels_are_plies_or_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path=None: f"/there/{name}")
    asked = {
        name: str(find_engine(name, "x").go) for name in ("gnuchess", "gnuchess:3", "stockfish")
    }
    assert asked == {
        "gnuchess": "go depth 1", "gnuchess:3": "go depth 3", "stockfish": "go depth 1"
    }  # fmt: skip
    waits = [find_engine(f"gnuchess:{level}", "x").go.most_s for level in ("1", "6", "8", "100ms")]
    assert waits == [30.0, 30.0, 120.0, 5.1]
    assert str(find_engine("gnuchess:timed", "x").go) == "go movetime 5000"
    assert str(find_engine("stockfish:20ms", "x").go) == "go movetime 20"
    assert find_engine("gnuchess", "x").words == ("/there/gnuchess", "--uci")
    assert find_engine("uci:my engine", "x").words == ("my", "engine")
    assert str(find_engine("stockfish:1nodes", "x").go) == "go nodes 1"


def test_a_book_is_that_which_came_with_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path=None: f"/there/{name}")
    book = tmp_path / "book.bin"
    monkeypatch.setattr(uci, "BOOK", book)
    with pytest.raises(EngineError, match="its book isn't here; expected it in"):
        find_engine("gnuchess:book", "x")
    book.touch()
    settings = find_engine("gnuchess:book", "x")
    assert (settings.book, str(settings.go)) == (book, "go depth 1")
    assert find_engine("gnuchess", "x").book is None


@pytest.mark.parametrize("booked", [True, False])
def test_an_engine_has_a_book_only_where_it_is_asked_for(
    booked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    tell = EngineProcess.tell

    def listen(process: EngineProcess, text: str) -> None:
        told.append(text)
        tell(process, text)

    monkeypatch.setattr(EngineProcess, "tell", listen)
    settings = replace(faulty("none", 0), book=tmp_path if booked else None)
    with UciEngine(settings):
        pass
    value = "true" if booked else "false"
    assert f"setoption name OwnBook value {value}\n" in told


@pytest.mark.parametrize(
    "name",
    [
        "gnuchess:0",
        "gnuchess:31",
        "stockfish:fast",
        "stockfish:0ms",
        "stockfish:book",
        "stockfish:0nodes",
        "gnuchess:1nodes",
    ],
)
def test_a_level_that_is_none_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path=None: f"/there/{name}")
    with pytest.raises(RefusedError, match="expected plies 1 to 30, timed"):
        find_engine(name, "--opponent")


def test_what_is_no_engine_is_refused() -> None:
    assert is_engine("stockfish:3") and not is_engine("house:2")
    for name, why in (("fritz", "expected gnuchess"), ("uci:", "without a command")):
        with pytest.raises(RefusedError, match=why):
            find_engine(name, "--opponent")
    with pytest.raises(RefusedError, match="No closing quotation"):
        find_engine(f"uci:{shlex.quote('a')}'", "--opponent")


def test_the_move_between_two_positions_is_found() -> None:
    for fen in (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ):
        before = read_fen(fen)
        for move in legal_moves(before):
            assert move_between(before, make(before, move)) == move, fen
        assert move_between(before, before) is None, fen
        assert move_between(before, Position.start()) is None, fen
