"""``main.py book --player anaconda``: a network's own choices beside the moves of published games.

The paper's appendix marks a move (f) where it is the only one, and so does this; such moves aren't
counted as agreed.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from devices.refusal import RefusedError
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.settings import MOST_PLIES
from machines.app.matches.players import player_named
from machines.app.option_parsing import read_number
from machines.app.samuel.book_agreement import games_in
from machines.app.storage.files import check_apart
from machines.app.study.csv_file import check_csv_place, write_csv
from machines.app.study.tables import print_table
from machines.draughts import notation
from machines.draughts.board import Move
from machines.draughts.moves import legal_moves

COLUMNS = ("game", "number", "side", "move", "forced", "own", "value")


@dataclass(frozen=True)
class BookAgreement:
    """A move of a game, and the player's own in its place."""

    game: str
    number: int
    black: bool
    move: Move
    forced: bool
    """Whether it is the only legal one."""
    own: Move
    value: float
    """Of its own move, for the side that is to move."""


def follow(args: argparse.Namespace) -> int:
    """Follow the games; raises RefusedError."""
    plies = read_number(args.ply, "--ply", 1, MOST_PLIES)
    check_apart({f"--{name}": getattr(args, name) for name in ("games", "csv")})
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    if args.plot is not None:
        raise RefusedError("--plot", "is for --polynomial; expected none with --player")
    player = player_named(args.player, plies, "--player")
    if not isinstance(player, AnacondaPlayer):
        raise RefusedError("--player", f"is {args.player}; expected anaconda or anaconda:FILE")
    every = [one for game in games_in(Path(args.games)) for one in followed(player, game)]
    if args.csv is not None:
        write_csv(Path(args.csv), COLUMNS, (_cells(one) for one in every))
    for event in dict.fromkeys(one.game for one in every):
        _tell(event, [one for one in every if one.game == event], player)
    free = [one for one in every if not one.forced]
    agreed = sum(one.move == one.own for one in free)
    print(
        f"RESULT moves={len(every)} forced={len(every) - len(free)} agreed={agreed} "
        f"share={agreed / max(len(free), 1):.3f} ply={player.plies}"
    )
    return 0


def followed(player: AnacondaPlayer, game: notation.Game) -> Iterator[BookAgreement]:
    """Every move of a game with the player's own."""
    nobody = np.random.default_rng(0)
    positions = game.positions()
    for ply, (position, move) in enumerate(zip(positions, game.moves, strict=False)):
        own = player.choose(position, nobody)
        looked = player.looked()
        yield BookAgreement(
            game.tag("Event"),
            ply // 2 + 1,
            position.black_to_move,
            move,
            len(legal_moves(position)) == 1,
            own,
            looked.value if looked is not None else 0.0,
        )


def _cells(one: BookAgreement) -> tuple[object, ...]:
    side = "black" if one.black else "white"
    value = round(one.value, 4)
    return one.game, one.number, side, str(one.move), int(one.forced), str(one.own), value


def _tell(event: str, moves: list[BookAgreement], player: AnacondaPlayer) -> None:
    """A game as the appendix has it, our player's choices beside its moves."""
    rows = [
        (
            f"{one.number}.{'R' if one.black else 'W'}",
            str(one.move) + (" (f)" if one.forced else ""),
            "as played" if one.own == one.move else str(one.own),
            f"{one.value:+.3f}",
        )
        for one in moves
    ]
    title = f"{event}: {player.name} at {player.plies} plies in the place of either side"
    print_table(("move", "played", "own choice", "value"), rows, title)
