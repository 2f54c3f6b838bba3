"""Machines as engines: what they answer in UCI, Hub and the museum's lines, in any order."""

import os
import re
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import chess
import chess.engine
import draughts
import draughts.engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.refusal import RefusedError
from machines.games.draughts import Position, find_move, legal_moves, make
from machines.games.draughts.notation import read_fen, write_fen
from machines.games.draughts.player import (
    read_board,
    read_move,
    read_moves,
    write_board,
    write_move,
)
from machines.laboratory.engine.conversation import Caps, Limits, share_of_clock
from machines.laboratory.engine.uci_speaker import UciSpeaker
from tests.engine_matches import chess_games
from tests.machines.commanded import refused
from tests.machines.laboratory.engine.spoken import answers, dialogue, morphs_answers

MAIN = str(Path(__file__).resolve().parents[4] / "main.py")
START = write_board(Position.start())
START_FEN = write_fen(Position.start())


# -- boards and moves as Hub writes them -----------------------------------------------------------


def test_a_capture_names_its_ends_and_what_it_takes() -> None:
    position = read_fen("B:W10,18,26,31:B6,K27")
    (jump,) = legal_moves(position)
    assert write_move(jump) == "6x22x10x18"
    assert read_move(position, "6x22x18x10") == jump
    assert read_board(write_board(position)) == position
    for text in ("6x22", "6-22", "6x22x10", "x", "6x22x10x18x1"):
        with pytest.raises(RefusedError):
            read_move(position, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (START[:-1], "is no board of English draughts"),
        (f"W{'b' * 13}{'e' * 19}", "more than 12 pieces"),
        (f"Bw{'e' * 31}", "stands on its king row"),
    ],
)
def test_a_board_that_can_not_be_is_refused(text: str, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        read_board(text)


# -- limits ----------------------------------------------------------------------------------------


def test_the_narrower_of_what_is_asked_and_the_command_line_holds() -> None:
    assert list(Limits().capped(Caps()).depths(20)) == [1, 2, 3]
    assert list(Limits(depth=8).capped(Caps(depth=5)).depths(20)) == [1, 2, 3, 4, 5]
    assert list(Limits(seconds=2).capped(Caps(depth=4, seconds=1)).depths(20)) == [1, 2, 3, 4]
    assert Limits(seconds=2).capped(Caps(seconds=1)).seconds == 1
    assert len(Limits(infinite=True).capped(Caps()).depths(12)) == 12
    assert share_of_clock(60, None, 0) == 2
    assert share_of_clock(1, 1, 5) == 0.5


# -- Hub -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="pydraughts starts engines by a shell")
def test_pydraughts_plays_a_game_over_hub_and_finds_every_move_legal() -> None:
    # It follows links from its program, so that Python wouldn't find its packages without env.
    words = (sys.executable, MAIN, "engine", "pieces", "--name", "The Pieces", "--ply", "1")
    engine = draughts.engine.HubEngine(["/usr/bin/env", shlex.join(words)])
    try:
        assert engine.id["name"] == '"The Pieces"'
        assert engine.variants == {"english"}
        # pydraughts has English boards turned, with the colours exchanged; its moves are as ours.
        engine.configure({"variant": "english", "boards": "turned"})
        engine.init()
        engine.ping()
        board, ours = draughts.Board(variant="english"), Position.start()
        for _ in range(30):
            played = engine.play(board, draughts.engine.Limit(depth=1), False)
            board.push(played.move)
            squares = tuple(played.move.steps_move)
            ours = make(ours, find_move(ours, squares))
            assert draughts.Board(variant="english", fen=write_fen(ours)).fen == board.fen
    finally:
        engine.quit()
        engine.p.wait(10)
        engine.p.stdout.close()
        engine.p.stdin.close()


def test_a_search_ends_within_its_time_or_when_it_is_told_to() -> None:
    with dialogue("pieces") as one:
        one.tell("hub", "init", f"pos pos={START}", "level move-time=0.3", "go think")
        one.hear("ready")
        began = time.monotonic()
        *infos, done = one.hear("done")
        assert time.monotonic() - began < 5
        assert infos and all(info.startswith("info depth=") for info in infos)
        assert read_move(Position.start(), done.removeprefix("done move="))
        one.tell("level infinite", "go analyze")
        one.hear("info")
        one.tell("ping")
        one.hear("pong")
        one.tell("stop")
        one.hear("done")
        one.tell("level depth=1", "go ponder")
        one.hear("info")
        one.tell("ping")
        assert one.hear("pong") == ["pong"]  # it holds its answer
        one.tell("ponder-hit")
        one.hear("done")


@pytest.mark.parametrize("player", ["pieces", "anaconda:pieces"])
def test_a_deep_search_is_broken_off_and_the_next_one_is_whole(player: str) -> None:
    with dialogue(player) as one:
        one.tell("hub", "init", f"pos pos={START}", "level depth=99", "go think")
        one.hear("info depth=3 ")
        began = time.monotonic()
        one.tell("stop", "level depth=2", "go think")
        one.hear("done")
        *infos, _ = one.hear("done")
        assert time.monotonic() - began < 5
        assert [info.split()[1] for info in infos] == ["depth=1", "depth=2"]


def test_a_board_left_before_is_known_from_the_moves() -> None:
    """A side that is ahead doesn't go back to where it was, as in ``match``."""
    board = read_fen("W:WK14,K15,K18,K19:BK1,K30")
    first = _move(board, ())
    there = make(board, read_move(board, first))
    reply = write_move(legal_moves(there)[0])
    away = make(there, read_move(there, reply))
    words = [first, reply]
    for back in (first, reply):  # both go back to where they were
        squares = back.split("-")[::-1]
        words.append("-".join(squares))
        away = make(away, read_move(away, words[-1]))
    again = _move(board, tuple(words))
    assert read_moves(board, words)[-1] == board
    assert again != first


def _move(board: Position, moves: tuple[str, ...]) -> str:
    line = f'pos pos={write_board(board)} moves="{" ".join(moves)}"'
    with dialogue("samuel") as one:
        one.tell("init", line, "level depth=2", "go think")
        return one.hear("done")[-1].removeprefix("done move=")


# -- the museum's own lines ------------------------------------------------------------------------


def test_the_museums_lines_are_answered_with_a_move_and_a_name() -> None:
    history = f"game {START_FEN} 11-15 23-19"
    position = read_fen(START_FEN)
    for text in ((11, 15), (23, 19)):
        position = make(position, find_move(position, text))
    lines = ["go depth 2", history, f"position {write_fen(position)}", "go depth 2", "go ms 100"]
    error, name, *moves = answers(lines[:-1], name="A Name")
    assert (error, name) == ("error go: there is no board; expected one first", "name A Name")
    (move,) = moves
    assert move.removeprefix("move ") in map(str, legal_moves(position))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that can close the input")
def test_it_ends_where_there_is_no_input() -> None:
    command = shlex.join((sys.executable, MAIN, "engine", "pieces"))
    done = subprocess.run(f"{command} <&-", shell=True, capture_output=True, text=True, timeout=200)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_the_museum_plays_against_itself_as_an_engine(capsys: pytest.CaptureFixture[str]) -> None:
    from tests.machines.commanded import result_of, said

    command = shlex.join((sys.executable, MAIN, "engine", "pieces"))
    out = said(capsys, "match", f"engine:{command}", "pieces", "--games", "2", "--ply", "1")
    result = result_of(out)
    assert (result["forfeits"], result["points"]) == ("0", "0.5000")  # the same player twice


# -- UCI -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_python_chess_plays_and_analyses_with_morph_from_an_empty_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATCHBOX704_KERNELS", str(tmp_path))
    command = [sys.executable, MAIN, "engine", "morph", "--name", "Morph of 1992"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=600) as engine:
        assert engine.id["name"].startswith("Morph of 1992 ")
        engine.configure({"Seed": 3})
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 12:
            played = engine.play(board, chess.engine.Limit(time=5))
            assert played.move is not None and played.move in board.legal_moves
            board.push(played.move)
        only = [next(iter(board.legal_moves))]
        assert engine.play(board, chess.engine.Limit(depth=1), root_moves=only).move == only[0]
        with engine.analysis(board) as analysis:  # infinite, until it is stopped
            assert analysis.get()
        last = engine.play(board, chess.engine.Limit(nodes=1)).move
        assert last is not None and last in board.legal_moves


@pytest.mark.slow
def test_twenty_games_under_python_chess_have_no_move_that_it_refuses() -> None:
    morph, other = (
        shlex.join([sys.executable, MAIN, "engine", "morph", "--seed", seed]) for seed in "12"
    )
    results, _ = chess_games(morph, other)
    assert results.total() == 20 and results.keys() <= {"won", "drawn", "lost"}


MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


def test_out_of_order_uci_is_passed_over_or_explained() -> None:
    lines = ["", "stop", "ponderhit", "joho isready", "position fen x y", "position", "go depth 9"]
    ready, *others, best = morphs_answers(lines)
    assert ready == "readyok"
    assert [line for line in others if line.startswith("info string position")]
    assert chess.Move.from_uci(best.split()[1]) in chess.Board().legal_moves
    wrong = "position startpos moves e2e4 e7e5 e1e8"
    told, _, _, best = morphs_answers([wrong, "go"])
    assert "'e1e8' can't be played there" in told
    board = chess.Board()
    board.push_uci("e2e4")
    board.push_uci("e7e5")
    assert chess.Move.from_uci(best.split()[1]) in board.legal_moves
    assert morphs_answers([f"position fen {MATE}", "go"])[-1] == "bestmove (none)"
    (no_file,) = morphs_answers(["setoption name Database value no.database"])
    assert no_file.startswith("info string Database: there is no file no.database")


def test_a_host_is_not_kept_waiting_while_the_first_start_compiles() -> None:
    said: list[str] = []
    compiled = threading.Event()

    def load() -> Any:
        compiled.wait()

    speaker = UciSpeaker(said.append, load, "Morph", 0, "shipped")
    for line in ("uci", "setoption name Seed value 5", "isready", "ucinewgame", "isready"):
        speaker.hear([line])
    assert said[-3:] == ["uciok", "readyok", "readyok"]
    compiled.set()
    speaker.thinker.end()


# -- in any order, with anything between -----------------------------------------------------------

ANYTHING = st.text(max_size=20)
HUB = st.sampled_from(
    [
        "hub", "init", "ping", "stop", "ponder-hit", "new-game", "go", "go think", "go ponder",
        "go analyze", f"pos pos={START}", f'pos pos={START} moves="11-15 23-19"', "pos pos=B",
        f"pos pos={START} moves=1-2", f"pos pos=W{'e' * 32}", "level depth=2", "level depth=x",
        "level move-time=0.01", "level time=1 moves=9 inc=0.1", "level infinite",
        "set-param name=depth value=2", "set-param name=boards value=7", "set-param name=boards "
        "value=turned", "set-param", f"position {START_FEN}", "go depth 1",
    ]
)  # fmt: skip
MUSEUM = st.sampled_from(
    [
        f"position {START_FEN}", "position B", "position", "go depth 1", "go depth 2", "go ms 5",
        "go ms", "go depth x", "go", f"game {START_FEN} 11-15", "game x", "game", "hub",
    ]
)  # fmt: skip
UCI = st.sampled_from(
    [
        "uci", "isready", "ucinewgame", "stop", "ponderhit", "go", "go infinite", "go ponder",
        "go searchmoves e2e4", "go depth 3", "position startpos", "position startpos moves e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1", f"position fen {MATE}", "position moves",
        "setoption name Seed value 5", "setoption name Seed value x", "setoption", "debug on",
        "register later", "setoption name Database value x", "joho go",
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("player", "words", "forms"),
    [
        ("pieces", HUB, r"id |param |wait|ready|pong|info |error message=|done move=[0-9]"),
        ("pieces", MUSEUM, r"name |error |move [0-9]"),
        ("morph", UCI, r"id |option |uciok|readyok|info |bestmove "),
    ],
)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_whatever_it_is_told_it_answers_as_the_protocol_says(
    player: str, words: st.SearchStrategy[str], forms: str, data: st.DataObject
) -> None:
    first = "hub" if words is HUB else f"position {START_FEN}" if words is MUSEUM else "uci"
    lines = [first, *data.draw(st.lists(words | ANYTHING, max_size=25))]
    lines = [line for line in lines if line.split()[:1] != ["quit"]]
    said = morphs_answers(lines) if player == "morph" else answers(lines, player)
    assert all(re.match(forms, line) for line in said)
    asked_for = sum(line.split()[:1] == ["go"] or "joho go" in line for line in lines)
    given_back = sum(bool(re.match("done|move|bestmove", line)) for line in said)
    assert given_back <= asked_for


# -- refused ---------------------------------------------------------------------------------------


def test_what_is_no_engine_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words, why in (
        (("engine:gnuchess",), "PLAYER: engine:gnuchess is a program outside"),
        (("morph", "--ply", "3"), "--ply: is for draughts: Morph looks one ply ahead"),
        (("samuel", "--database", "x"), "--database: is for morph"),
        (("samuel", "--name", ""), "--name: ''; expected 1 to 60 letters"),
        (("samuel", "--ms", "0"), "--ms: 0 is out of range"),
        (("nobody",), "PLAYER: there is no polynomial nobody; expected"),
        (("morph", "--database", "no.database"), "--database: there is no file no.database"),
    ):
        with Path(os.devnull).open() as nothing:
            monkeypatch.setattr(sys, "stdin", nothing)
            assert why in refused(capsys, "engine", *words), words
