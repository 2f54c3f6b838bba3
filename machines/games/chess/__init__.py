"""Chess: positions, legal moves, notation, how games end, and the house's own player.

    from machines.games.chess import Position, legal_moves, san
    position = Position.start()
    print(san(position, legal_moves(position)[0]))

The game knows no machine that plays it.
"""

from typing import TYPE_CHECKING

from machines.public_names import public_names

if TYPE_CHECKING:
    from machines.games.chess.board import Move, Position
    from machines.games.chess.game import Ending, Game, Outcome, Player, RandomPlayer
    from machines.games.chess.house import HousePlayer
    from machines.games.chess.moves import divide, find_move, legal_moves, make, perft
    from machines.games.chess.notation import read_fen, read_pgn, san, write_fen, write_pgn

__all__ = [
    "Ending", "Game", "HousePlayer", "Move", "Outcome", "Player", "Position", "RandomPlayer",
    "divide", "find_move", "legal_moves", "make", "perft", "read_fen", "read_pgn",
    "san", "write_fen", "write_pgn",
]  # fmt: skip

__getattr__, __dir__ = public_names(
    __name__,
    board="Move Position",
    game="Ending Game Outcome Player RandomPlayer",
    house="HousePlayer",
    moves="find_move legal_moves make divide perft",
    notation="read_fen read_pgn san write_fen write_pgn",
)
