"""FEN, SAN and PGN: written as they are read, and what can't be is refused by its rule."""

import re

import pytest

from devices.refusal import RefusedError
from machines.games.chess.board import Move, Position, square
from machines.games.chess.game import Game
from machines.games.chess.moves import find_move, legal_moves, read_move, taken_by
from machines.games.chess.notation import START_FEN, read_fen, san, write_fen, write_pgn

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_the_start_is_written_and_read() -> None:
    assert write_fen(Position.start()) == START_FEN
    assert read_fen(START_FEN) == Position.start()


def test_four_fields_are_enough() -> None:
    assert read_fen(START_FEN.removesuffix(" 0 1")) == Position.start()


def test_a_fen_is_written_letter_for_letter() -> None:
    for fen in (
        KIWIPETE,
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r3k3/8/8/8/8/8/8/4K2R b Kq - 49 120",
        "7k/8/8/8/8/8/8/K6R b - - 99 9999",
        "4k3/8/8/8/7b/2n5/4r3/4K3 w - - 0 1",
        "8/8/8/2k5/3P4/8/8/6K1 b - d3 0 1",
        "8/8/8/1k6/4P3/8/8/5BK1 b - e3 0 1",
    ):
        assert write_fen(read_fen(fen)) == fen, fen


def test_an_illegal_fen_is_refused_by_its_rule() -> None:
    for fen, what in (
        ("", "it has 0 fields; expected 6"),
        (START_FEN + " 7", "it has 7 fields"),
        (START_FEN.replace(" w ", " x "), "the side to move is 'x'; expected w or b"),
        ("8/8/8/8/8/8/8 w - - 0 1", "the men stand on 7 ranks; expected 8"),
        (START_FEN.replace("RNBQ", "RNBX"), "rank 1 has 'X'; expected p n b r q k"),
        (START_FEN.replace("/8/8/8/8/", "/9/8/8/8/"), "rank 6 has '9'"),
        (START_FEN.replace("/8/8/8/8/", "/8/44/8/8/"), "rank 5 counts empty squares twice over"),
        (START_FEN.replace("/8/8/8/8/", "/8/7/8/8/"), "rank 5 has 7 squares; expected 8"),
        (START_FEN.replace("pppppppp", "ppppppppp"), "rank 7 has 9 squares"),
        (START_FEN.replace("KQkq", "QK"), "castling is 'QK'; expected -, or some of KQkq"),
        (START_FEN.replace("KQkq -", "KQkq e4"), "in passing there is 'e4'; expected - or"),
        (START_FEN.replace(" 0 1", " -1 1"), "the clock of fifty moves is '-1'"),
        (START_FEN.replace(" 0 1", " 0 0"), "the move's number is '0'; expected 1 to 9999"),
        (START_FEN.replace("QKB", "Q1B").replace(" KQkq", " kq"), "White has no kings; expected 1"),
        (START_FEN.replace("qkb", "kkb"), "Black has 2 kings; expected 1"),
        (START_FEN.replace("/8/8/8/8/", "/8/8/8/N7/"), "White has 17 men; there are 16 at most"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns; there are 8 at most"),
        (
            "4k3/8/8/8/8/QQQ5/PPPPPPP1/4K3 w - - 0 1",
            "White has 2 men more than at first, which 1 pawns",
        ),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1: none can be"),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on a8: none can be"),
        ("r3k3/8/8/8/8/8/8/R3K3 w K - 0 1", "castling K is allowed but R doesn't stand on h1"),
        ("r2k4/8/8/8/8/8/8/R3K3 w Qq - 0 1", "castling q is allowed but k doesn't stand on e8"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "there is e3, but White is to move and takes on rank"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "there is e3, but no pawn has just gone past it"),
        ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "there is e3, but that or the square behind it"),
        ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", "there is e3, but that or the square behind it"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black's king is in check, but White is to move"),
        ("8/8/8/8/8/3kK3/8/8 w - - 0 1", "Black's king is in check, but White is to move"),
        (
            "4k3/8/8/8/7b/3n4/4r3/4K3 w - - 0 1",
            "White's king is in check from e2 and d3 and h4: one move gives two at most",
        ),
        (
            "1Q4Q1/8/8/8/2k4P/1P3Kp1/7p/7r b - - 0 1",
            "Black's king is in check from b3 and g8, on one line: no move gives both",
        ),
        (
            "4k3/8/8/8/3P4/8/8/4R1K1 b - d3 0 1",
            "Black's king is in check from e1, which the pawn's two steps past d3 can't have given",
        ),
    ):
        with pytest.raises(RefusedError, match=re.escape(what)) as refused:
            read_fen(fen, "--fen")
            pytest.fail(fen)
        assert refused.value.where == "--fen", fen


def test_moves_are_written_as_players_write_them() -> None:
    for fen, move, written in (
        (START_FEN, "g1f3", "Nf3"),
        (KIWIPETE, "e1g1", "O-O"),
        (KIWIPETE, "e1c1", "O-O-O"),
        (KIWIPETE, "d5e6", "dxe6"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1d1", "Rd1"),
        ("4k3/8/8/R7/8/8/8/R3K3 w Q - 0 1", "a5a3", "R5a3"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1e1", "Rae1"),
        ("8/7k/8/Q7/8/8/8/Q1Q4K w - - 0 1", "a1c3", "Qa1c3"),
        ("8/k2P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8n", "d8=N"),
        ("7k/R7/1R6/8/8/8/8/K7 w - - 0 1", "b6b8", "Rb8#"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
    ):
        position = read_fen(fen)
        assert san(position, find_move(position, move)) == written, fen


def test_an_illegal_move_is_refused_by_its_rule() -> None:
    for fen, text, what in (
        (START_FEN, "", "'' is no move: one is written e2e4 or a7a8q"),
        (START_FEN, "e2e9", "'e2e9' is no move"),
        (START_FEN, "e2e4k", "'e2e4k' is no move"),
        (START_FEN, "(none)", "'(none)' is no move"),
        (START_FEN, "e3e4", "e3e4 can't be played: nothing stands on e3"),
        (START_FEN, "e7e5", "the pawn on e7 is Black's, and White is to move"),
        (START_FEN, "a1a2", "a man of White's own stands on a2"),
        (START_FEN, "a1a5", "the rook on a1 doesn't reach a5"),
        (START_FEN, "e2d3", "the pawn on e2 doesn't reach d3"),
        (START_FEN, "e2e4q", "it is no pawn on its last rank"),
        ("4k3/8/8/8/8/8/4B3/4K2r w - - 0 1", "e2f3", "White's king would stand in check"),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d2", "White's king would stand in check"),
        ("8/k2P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8", "say which man the pawn becomes, as in d7d8q"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", "Black has no move, the game is over"),
    ):
        with pytest.raises(RefusedError, match=re.escape(what)):
            find_move(read_fen(fen), text)
            pytest.fail(fen)


def test_a_move_is_read_and_written() -> None:
    assert read_move("e2e4") == Move(square("e2"), square("e4"))
    assert str(read_move("a7a8q")) == "a7a8q"


def test_what_a_move_takes() -> None:
    position = read_fen(KIWIPETE)
    taken = {str(move): taken_by(position, move) for move in legal_moves(position)}
    assert (taken["e2a6"], taken["d5e6"], taken["e5g6"], taken["a2a3"]) == ("b", "p", "p", "")
    passing = read_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert taken_by(passing, read_move("e5d6")) == "p"
    assert taken_by(passing, read_move("e5e6")) == ""


def test_a_game_is_written_in_pgn() -> None:
    game = Game()
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        game.play(find_move(game.position, text))
    assert write_pgn(game, {"White": 'a "fool"', "Opponent": "x"}) == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n'
        '[White "a \\"fool\\""]\n[Black "?"]\n[Opponent "x"]\n[Result "0-1"]\n\n'
        "1. f3 e5 2. g4 Qh4# 0-1\n"
    )


def test_a_game_from_another_position_says_so() -> None:
    game = Game([read_fen("7k/R7/1R6/8/8/8/8/K7 b - - 3 40")], most_plies=1)
    game.play(find_move(game.position, "h8g8"))
    text = write_pgn(game, {})
    assert '[SetUp "1"]\n[FEN "7k/R7/1R6/8/8/8/8/K7 b - - 3 40"]' in text
    assert '[Termination "drawn after 1 plies"]' in text
    assert text.endswith("\n\n40... Kg8 1/2-1/2\n")
