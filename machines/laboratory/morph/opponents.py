"""Whom Morph plays, by name: the house, chance, an engine outside.

house, house:3       the house's own player, so many plies ahead (1)
random               any legal move
gnuchess, stockfish  an engine by UCI, with its level: see machines/laboratory/external/uci.py
uci:COMMAND          any other that speaks it
"""

import contextlib
from collections.abc import Callable, Iterator

from devices.refusal import RefusedError
from machines.games.chess.house import DEEPEST, HousePlayer
from machines.games.chess.player import Player, RandomPlayer
from machines.laboratory.external.uci import UciEngine, find_engine, is_engine
from machines.storage.option_parsing import UserNamed, named_again, read_number


def opponent_of(kept: str, given: str | None, where: str) -> UserNamed:
    """A run's opponent; a program must be named again, as ``--opponent`` is ``given``.

    Raises RefusedError.
    """
    return named_again(kept, given, where, "--opponent") if is_engine(kept) else UserNamed(kept)


def check_opponent(name: UserNamed, where: str = "--opponent") -> None:
    """Raises RefusedError for a name that is none, EngineError for an engine that isn't here."""
    if is_engine(name):
        find_engine(name, where)
    else:
        _house_or_random(name, where)


@contextlib.contextmanager
def make_opponent(
    name: UserNamed, where: str = "--opponent"
) -> Iterator[tuple[Player, Callable[[], None]]]:
    """The opponent, for as many games as wanted, and how it is told that one begins.

    Raises as :func:`check_opponent`.
    """
    if is_engine(name):
        with UciEngine(find_engine(name, where)) as engine:
            yield engine, engine.begin
    else:  # to a player of our own every position says all
        yield _house_or_random(name, where), lambda: None


def _house_or_random(name: UserNamed, where: str) -> Player:
    word, colon, rest = name.partition(":")
    if word == "house":
        plies = read_number(rest, f"{where} house", 1, DEEPEST) if colon else 1
        return HousePlayer(plies)
    if name == "random":
        return RandomPlayer()
    raise RefusedError(
        where, f"{name!r}; expected house, house:2, random, gnuchess, stockfish or uci:COMMAND"
    )
