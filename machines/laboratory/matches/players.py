"""Players of draughts by name, as ``main.py match`` takes them.

samuel          the checkers program with the rote program's four terms (``samuel:standard``)
samuel:P, P     the program with that polynomial (machines/laboratory/samuel/files.py), and
with a
                memory tape: ``P+TAPE.tap``; ``pieces`` is piece advantage alone
samuel:FILE.tables, FILE.tables
                the program of 1967 with the signature tables that it has learned
anaconda        the player in assets/players
anaconda:FILE   the network in a player's file (machines/anaconda/network.py)
anaconda:RUN.sqlite, RUN.sqlite:250
                the best network of an evolution, as it ended or after that generation
anaconda:pieces the same look-ahead with the piece sum alone: all weights 0, a king 1.5 men
random          any legal move, each with the same chance
engine:COMMAND  a program outside (machines/laboratory/external/draughts_engine.py)
hub:COMMAND     one that speaks the Hub protocol (machines/laboratory/external/draughts_engine.py)

A program of ours holds a board that it has left before in the game for even, since a match is drawn
by repetition; a run's network does as its settings say.  ``match --repeats`` sets it for all of
them: ``search`` has Samuel's program go by its look-ahead alone, as in the paper.
"""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from devices.media.tape_files import SUFFIXES
from devices.refusal import RefusedError
from machines.games.draughts.player import Player, RandomPlayer
from machines.laboratory.external.draughts_engine import (
    Engine,
    EnginePlayer,
    Go,
    HubEngine,
    engine_of,
)
from machines.laboratory.samuel.files import (
    find_polynomial,
    is_tables,
    learned_tables,
    memory_on,
    polynomial_file,
)
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.rote.control import RoteLearning
from machines.storage.files import file_exists
from machines.storage.run_store import SUFFIX, read_run, run_and_number

if TYPE_CHECKING:
    from machines.samuel.signature_tables.player import TablesPlayer

SAMUEL, ANACONDA = "samuel", "anaconda"
ENGINES = {engine.kind: engine for engine in (Engine, HubEngine)}
STANDARD = "standard"
PIECES = "pieces"
PIECES_KING = 1.5
"""Men: what a king is worth where nothing else counts."""


def make_player(
    name: str, ply: int, where: str, go: Go | None = None, repeats: str | None = None
) -> Player:
    """Who plays under that name, ``ply`` plies deep.  Raises RefusedError; ``where`` took the name.

    ``go`` says what an engine is told: its milliseconds, else to look ``ply`` plies ahead, and how
    long is waited for it.  ``repeats`` ("even", "search") is what a board is worth to a program of
    ours that it has left before; None: even, or as a run's settings have it.
    """
    kind, _, rest = name.partition(":")
    if name == RandomPlayer.name:
        return RandomPlayer()
    if kind in ENGINES:
        told = go or Go()
        told = dataclasses.replace(told, depth=0 if told.ms else ply)
        return engine_of(rest, told, where, ENGINES[kind])
    if kind == ANACONDA:
        return _anaconda(name, rest, ply, where, repeats)
    polynomial = STANDARD if name == SAMUEL else name.removeprefix(f"{SAMUEL}:")
    samuel = make_samuel_player(polynomial, ply, where)
    shown = SAMUEL if name == SAMUEL else samuel.name
    return dataclasses.replace(samuel, name=shown, repeats=repeats or "even")


def player_files(name: str) -> tuple[str, ...]:
    """The files that are read for this name, which nothing may be written over."""
    kind, _, rest = name.partition(":")
    if kind in ENGINES or name in (SAMUEL, RandomPlayer.name, f"{ANACONDA}:{PIECES}"):
        return ()
    if kind == ANACONDA:
        from machines.laboratory.anaconda.study import SHIPPED

        return (str(run_and_number(rest)[0] if rest else SHIPPED),)
    return samuel_files(name.removeprefix(f"{SAMUEL}:"))


def make_samuel_player(name: str, ply: int, where: str) -> "SamuelPlayer | TablesPlayer":
    """The player that ``P``, ``P+TAPE.tap`` or ``FILE.tables`` stands for.  Raises RefusedError.

    With tables it is the program of 1967.
    """
    if is_tables(name):
        from machines.samuel.signature_tables.player import TablesPlayer

        return TablesPlayer(name, learned_tables(Path(name)), ply)
    settings = settings_at(ply)
    head, plus, tail = name.rpartition("+")
    if not (plus and tail.lower().endswith(SUFFIXES)):
        return SamuelPlayer(name, find_polynomial(name, where), settings)
    polynomial = find_polynomial(head, where)
    memory = RoteLearning.of(memory_on(Path(tail), polynomial, settings))
    memory.memory.bring_all(record.rows for record in memory.tape.records)
    return SamuelPlayer(name, polynomial, settings, memory)


def samuel_files(name: str) -> tuple[str, ...]:
    """The files that :func:`make_samuel_player` reads for this name."""
    if is_tables(name):
        return (name,)
    head, plus, tail = name.rpartition("+")
    with_tape = plus and tail.lower().endswith(SUFFIXES)
    polynomial = polynomial_file(head if with_tape else name)
    tapes = (tail,) if with_tape else ()
    return tapes if polynomial is None else (polynomial, *tapes)


def check_engine(player: Player) -> str:
    """What an engine calls itself, empty where it doesn't or the player is one of ours.

    Raises EngineError for an engine that doesn't answer with a move.
    """
    if isinstance(player, EnginePlayer):
        brief = dataclasses.replace(
            player.go, depth=min(player.go.depth, 1), ms=min(player.go.ms, 100)
        )
        return dataclasses.replace(player, go=brief).check()
    return ""


def _anaconda(name: str, file: str, ply: int, where: str, repeats: str | None) -> Player:
    """A network's player; a run's looks ahead by the run's own rules, but for the plies."""
    from machines.anaconda.network import WEIGHTS, Network
    from machines.anaconda.player import AnacondaPlayer
    from machines.anaconda.room_players import REMEMBERS
    from machines.anaconda.search import MOST_PLIES
    from machines.laboratory.anaconda.study import (
        MACHINE,
        SHIPPED,
        load_network,
        population_of,
    )

    if ply > MOST_PLIES:
        raise RefusedError(where, f"{name} looks {MOST_PLIES} plies ahead at most, not {ply}")
    if not file and not file_exists(SHIPPED):
        raise RefusedError(where, f"there is no player {name} here yet; expected anaconda:FILE")
    search = REMEMBERS
    if file == PIECES:
        network = Network(np.zeros(WEIGHTS, dtype=np.float32), PIECES_KING)
    else:
        network = load_network(file or str(SHIPPED), where)
    path, _ = run_and_number(file)
    if path.suffix.lower() == SUFFIX:
        with read_run(path, MACHINE) as run:
            search = population_of(run).settings.search
    search = dataclasses.replace(search, repeats=repeats or search.repeats)
    return AnacondaPlayer(network, ply, name, search)
