"""A game of draughts to be taken along: PDN 3.0, English draughts (type 21)."""

from functools import lru_cache

from devices.game_record import NO_DATE, GameRecord
from machines.games.draughts.board import Move, Position
from machines.games.draughts.notation import Game, write_pdn

GAME_TYPE = "21"
"""English draughts, in PDN's list of games."""


@lru_cache(maxsize=4)
def pdn_record(
    start: Position, moves: tuple[Move, ...], result: str, black: str, white: str
) -> GameRecord:
    """The game of ``black`` and ``white``; ``result`` has Black's figure first, as RESULTS."""
    tags = (
        ("Event", "Matchbox 704"),
        ("Date", NO_DATE),
        ("Black", black),
        ("White", white),
        ("GameType", GAME_TYPE),
    )
    forms = tuple(write_pdn([Game(moves, some, (), result, start)]) for some in (tags, tags[-1:]))
    alone = write_pdn([Game(moves, (), (), "*", start)])
    lettered = [line for line in alone.splitlines() if not line.startswith("[")]
    return GameRecord(".pdn", forms, " ".join(lettered).removesuffix("*").strip(), result)
