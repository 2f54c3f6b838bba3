"""Whom Morph plays, by name: the house, chance, an engine outside.

house, house:3       the house's own player, so many plies ahead (1)
random               any legal move
gnuchess, stockfish  an engine by UCI, with its level: see machines/app/external/uci.py
uci:COMMAND          any other that speaks it
"""

import contextlib
from collections.abc import Iterator
from typing import Protocol

from devices.refusal import RefusedError
from machines.app.external.uci import UciEngine, UciPlayer, engine_named, is_engine
from machines.app.option_parsing import read_number
from machines.chess.house import DEEPEST, HousePlayer
from machines.chess.player import Player, RandomPlayer


class Opponent(Protocol):
    """A player, and how it is told that a game begins."""

    @property
    def player(self) -> Player:
        """Who plays."""

    def begin(self) -> None:
        """Open a game."""


class _Plain:
    """A player of our own, to whom every position says all."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def begin(self) -> None:
        """Nothing is remembered."""


class _Engine:
    """An engine outside."""

    def __init__(self, engine: UciEngine) -> None:
        self.player: UciPlayer = UciPlayer(engine)

    def begin(self) -> None:
        """Have it forget the game before."""
        self.player.begin()


def check_opponent(name: str, where: str = "--opponent") -> None:
    """Raises RefusedError for a name that is none, EngineError for an engine that isn't here."""
    if is_engine(name):
        engine_named(name, where)
    else:
        _house_or_random(name, where)


@contextlib.contextmanager
def opponent_named(name: str, where: str = "--opponent") -> Iterator[Opponent]:
    """The opponent, for as many games as wanted.  Raises as :func:`check_opponent`."""
    if not is_engine(name):
        yield _Plain(_house_or_random(name, where))
        return
    with UciEngine(engine_named(name, where)) as engine:
        yield _Engine(engine)


def _house_or_random(name: str, where: str) -> Player:
    word, colon, rest = name.partition(":")
    if word == "house":
        plies = read_number(rest, f"{where} house", 1, DEEPEST) if colon else 1
        return HousePlayer(plies)
    if name == "random":
        return RandomPlayer()
    raise RefusedError(
        where, f"{name!r}; expected house, house:2, random, gnuchess, stockfish or uci:COMMAND"
    )
