"""PGN as others write it, read: SAN in its forms, FEN, comments, variations, other encodings."""

import numpy as np

from machines.games import game_files
from machines.games.chess.board import Position
from machines.games.chess.game import Game
from machines.games.chess.moves import legal_moves, make
from machines.games.chess.notation import QUEENED, read_pgn, san, write_pgn
from machines.games.two_sides import random_move
from tests.machines.games.chess.positions import perft_table

MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O"


def played(game: Game) -> str:
    """Its moves as they are written here."""
    pairs = zip(game.positions, game.moves, strict=False)
    return " ".join(san(position, move) for position, move in pairs)


HABITS = {
    "chess.com": (
        '[Event "Live Chess"]\n[Site "Chess.com"]\n[Result "1-0"]\n[Termination "x won"]\n\n1. e4 '
        "{[%clk 0:10:01.7]} 1... e5 {[%clk 0:10:02.2]} 2. Nf3 $6 {[%clk 0:9]} 2... Nc6 3. Bb5 a6 "
        "4. Ba4 (4. Bxc6 dxc6 {Game may (have) continued...} (4... bxc6 5. d4 {-6.29}) 5. O-O) Nf6 "
        "5. O-O Be7 6. Re1 b5 7. Bb3 O-O 1-0",
        (),
    ),
    "an archive": (
        '[Event "FRG-ch"]\r\n[Date "1973.??.??"]\r\n[Result "1-0"]\r\n\r\n1.e4 e5 2.Nf3 Nc6 3.Bb5 '
        "a6 4.Ba4 Nf6 5.O-O Be7 6.Re1 b5 7.Bb3\r\nO-O 1-0\r\n",
        (),
    ),
    "an engine": ("1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. b5a4 g8f6 5. e1g1 f8e7 6. f1e1 b7b5 "
                  "7. a4b3 e8g8 1-0", ()),
    "an old book": (
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6! 3. Bf1-b5 += a7-a6 4. Bb5-a4 Ng8-f6 5. 0-0 Bf8-e7 "
        "6. Rf1-e1 b7-b5 7. Ba4-b3 o-o ± 1-0",
        (),
    ),
    "figurines": (
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗a4 ♞f6 5. 0-0 ♝e7 6. ♖e1 b5 7. ♗b3 0-0 1-0",
        (),
    ),
    "typed by hand": (
        "[White Smith]\n[Result \"1-0\"]\n1 e4 e5 2 nf3 nc6 3 Bb5 a6 4 Ba4 nf6 5 O-O Be7 6 Re1 b5 "
        "7 Bb3 O-O Black resigns",
        (game_files.BARE_NUMBER, game_files.WORDS, game_files.BRACKETS),
    ),
}  # fmt: skip
"""By writer: a file of one game that White wins, and what is mended."""


def test_the_habits_of_known_writers_are_read() -> None:
    for writer, (text, mended) in HABITS.items():
        for source in (text, text.encode("utf-16")):
            found = read_pgn(source, "f.pgn")
            assert found.left_out == (), writer
            (read,) = found.games
            assert (played(read.game), read.tags["Result"]) == (MOVES, "1-0"), writer
            assert len(found.mended) == len(mended) + isinstance(source, bytes), found.mended
            assert all(any(kind in line for line in found.mended) for kind in mended), writer


def test_a_game_that_can_not_be_followed_is_refused_by_its_reason_and_the_others_are_read() -> None:
    for text, reason in {
        "1. e4 e5 2. Ke3 *": "f.pgn, game 1, move 2 (White), line 1: Ke3 can't be played; White",
        "1. e4 e5 2. Ke1-e3 *": "the king on e1 doesn't reach e3",
        "1. e4 e5 2. Sf3 *": "'Sf3' is neither a move",
        '[FEN "k7/8/8/8/8/8/8/K2N1N2 w - - 0 1"]\n1. Ne3 *': "Ne3 can be Nde3 or Nfe3: say which",
        '[FEN "k7/8/8/8/8/8/8/8 w - - 0 1"]\n1. Ne3 *': "White has no kings",
        '[Variant "Atomic"]\n1. e4 *': "it is Atomic; this museum plays chess",
        "1. f3 e5 2. g4 Qh4# 3. a3 0-1": "White has no move, the game is over",
    }.items():
        found = read_pgn(f'{text}\n\n[Event "good"]\n1. {MOVES} *\n', "f.pgn")
        assert [played(read.game) for read in found.games] == [MOVES], text
        (refusal,) = found.left_out
        assert reason in str(refusal), (text, str(refusal))


def test_what_is_mended_is_said() -> None:
    for text, kind, result in (
        ('[Result "1-0"]\n1. e4 0-1', game_files.UNLIKE_TAG, "1-0"),
        ("1. f3 e5 2. g4 Qh4# 1-0", game_files.CONTRADICTED, "0-1"),
        ('[FEN "8/k2P4/8/8/8/8/8/4K3 w - - 0 1"]\n1. d8 *', QUEENED, "*"),
        ('[FEN "k7/8/8/8/8/8/8/K2N1N2 w - - 0 1"]\n1. Ne3 Kb8 2. Nd2 *', game_files.SETTLED, "*"),
    ):
        found = read_pgn(text, "f.pgn")
        assert [read.tags["Result"] for read in found.games] == [result], text
        assert len(found.mended) == 1 and kind in found.mended[0], (text, found.mended)


def test_games_written_and_read_are_the_same() -> None:
    generator = np.random.default_rng(7)
    for start in (Position.start(), *(position for position, _ in perft_table())):
        game = Game([start], most_plies=0)
        while len(game.moves) < 60 and (moves := legal_moves(game.position)):
            game.moves.append(random_move(moves, generator))
            game.positions.append(make(game.position, game.moves[-1]))
        text = write_pgn(game, {"White": 'a "b" \\', "Result": "*"})
        (read,) = read_pgn(text, "f.pgn").games
        assert (read.game.positions, read.moves) == (game.positions, game.moves)
        assert write_pgn(read.game, read.tags) == text
