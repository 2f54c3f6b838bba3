"""``main.py perft``."""

import argparse
import re

import pytest

from devices.refusal import RefusedError
from machines.commands import perft as command
from machines.games.draughts import moves
from machines.games.draughts.board import Position
from machines.games.draughts.moves import perft


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.COMMAND.declare(parser.add_subparsers(), "perft")
    return command.run(parser.parse_args(["perft", *words]))


def test_perft_prints_the_number_and_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("4") == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "depth 4: 1469 positions"
    assert re.fullmatch(r"\d+\.\d{3} s, \d+\.\d million positions/s", second)
    assert re.fullmatch(r"\d+\.\d{3} s of CPU, \d+\.\d million positions/s of CPU", third)


def test_perft_counts_from_a_given_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("4", "--fen", "W:WK1,5,K6:B18,23,K27,K30") == 0
    assert "depth 4: 660 positions" in capsys.readouterr().out


def test_perft_divided_prints_each_first_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("5", "--divide") == 0
    lines = capsys.readouterr().out.splitlines()
    parts = dict(line.split() for line in lines[:7])
    assert list(parts) == ["9-13", "10-14", "11-15", "12-16", "9-14", "10-15", "11-16"]
    assert sum(map(int, parts.values())) == 7361


def test_perft_of_a_lost_position_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("3", "--fen", "W:W5:BK1") == 0
    assert "depth 3: 0 positions" in capsys.readouterr().out


def test_a_deep_count_is_made_in_pieces() -> None:
    start = Position.start()
    assert command.perft_in_pieces(moves, start, 5, 2) == perft(start, 5)


@pytest.mark.parametrize("depth", ["0", "-1", "41"])
def test_a_depth_out_of_range_is_refused(depth: str) -> None:
    with pytest.raises(RefusedError, match=f"DEPTH: {depth} is no depth: it is 1 to 40 plies"):
        run("--", depth)


def test_a_bad_position_is_refused_with_its_column() -> None:
    with pytest.raises(RefusedError, match="--fen, column 4: White's man on square 4"):
        run("3", "--fen", "B:W4:B1")


def test_perft_counts_chess(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("3", "--game", "chess") == 0
    assert "depth 3: 8902 positions" in capsys.readouterr().out
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert run("2", "--game", "chess", "--divide", "--fen", kiwipete) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 48 + 3
    assert lines[-3] == "depth 2: 2039 positions"


def test_a_bad_chess_position_is_refused_by_its_rule() -> None:
    with pytest.raises(RefusedError, match="--fen: White has no kings; expected 1"):
        run("3", "--game", "chess", "--fen", "4k3/8/8/8/8/8/8/8 w - - 0 1")
