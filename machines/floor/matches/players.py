"""Players of draughts by name, as ``main.py match`` takes them.

samuel          the checkers program with the rote program's four terms (``samuel:standard``)
samuel:P, P     the program with that polynomial (machines/floor/samuel/polynomials.py), and with a
                memory tape: ``P+TAPE.tap``; ``pieces`` is piece advantage alone
anaconda        the player in assets/players
anaconda:FILE   the network in a player's file (machines/anaconda/network.py)
random          any legal move, each with the same chance
engine:COMMAND  a program outside (machines/floor/engine.py)
"""

import dataclasses
import importlib
from pathlib import Path

from devices.refusal import RefusedError
from machines.draughts.player import Player, RandomPlayer
from machines.floor.engine import EnginePlayer, Go, engine_of
from machines.floor.files import is_there, read_file
from machines.floor.samuel.players import files_named as samuels_files
from machines.floor.samuel.players import samuel_named, settings_at

SAMUEL, ANACONDA, ENGINE = "samuel", "anaconda", "engine"
STANDARD = "standard"
SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "players" / "anaconda.network"
"""The player that ``anaconda`` is."""
MOST_BYTES = 1 << 20
"""Of a player's file; 5,046 weights are 20 kB."""


def player_named(name: str, ply: int, where: str, go: Go | None = None) -> Player:
    """Who plays under that name, ``ply`` plies deep.  Raises RefusedError; ``where`` took the name.

    ``go`` says what an engine is told: its milliseconds, else to look ``ply`` plies ahead, and how
    long is waited for it.
    """
    kind, _, rest = name.partition(":")
    if name == RandomPlayer.name:
        return RandomPlayer()
    if name == SAMUEL:
        return samuel_named(STANDARD, settings_at(ply), where)
    if kind == ENGINE:
        told = go or Go()
        return engine_of(rest, dataclasses.replace(told, depth=0 if told.ms else ply), where)
    if kind == ANACONDA:
        return _anaconda(name, rest, ply, where)
    return samuel_named(name.removeprefix(f"{SAMUEL}:"), settings_at(ply), where)


def files_named(name: str) -> tuple[str, ...]:
    """The files that are read for this name, which nothing may be written over."""
    kind, _, rest = name.partition(":")
    if kind == ENGINE or name in (SAMUEL, RandomPlayer.name):
        return ()
    if kind == ANACONDA:
        return (rest or str(SHIPPED),)
    return samuels_files(name.removeprefix(f"{SAMUEL}:"))


def check_engine(player: Player) -> None:
    """Raises EngineError for an engine that doesn't answer with a move; others are as they are."""
    if isinstance(player, EnginePlayer):
        brief = dataclasses.replace(
            player.go, depth=min(player.go.depth, 1), ms=min(player.go.ms, 100)
        )
        dataclasses.replace(player, go=brief).check()


def _anaconda(name: str, file: str, ply: int, where: str) -> Player:
    from machines.anaconda.network import Network

    path = Path(file) if file else SHIPPED
    if not file and not is_there(SHIPPED):
        raise RefusedError(where, "there is no player anaconda here yet; expected anaconda:FILE")
    network = Network.from_bytes(read_file(path, MOST_BYTES), path.name)
    made: Player = importlib.import_module("machines.anaconda.player").AnacondaPlayer(
        network, ply, name
    )
    return made
