"""A game of chess to be taken along: PGN."""

from devices.game_record import NO_DATE, GameRecord
from machines.chess.game import Game
from machines.chess.notation import write_pgn

KEPT = ("[Result", "[SetUp", "[FEN")
"""Tags without which the moves can't be read."""


def pgn_record(game: Game, white: str, black: str) -> GameRecord:
    """The game of ``white`` and ``black`` as it was played."""
    tags = {"Event": "Matchbox 704", "Date": NO_DATE, "White": white, "Black": black}
    whole = write_pgn(game, tags)
    lines = whole.splitlines()
    moves = " ".join(line for line in lines if line and not line.startswith("["))
    kept = [line for line in lines if line.startswith(KEPT)]
    outcome = game.outcome()
    result = outcome.result if outcome else "*"
    short = "\n".join([*kept, "", moves, ""])
    return GameRecord(".pgn", (whole, short), moves.removesuffix(result).strip(), result)
