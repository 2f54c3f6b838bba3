"""What stands in Morph's room, with the states that it passes through."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from devices.screen.parts.office_pc import TowerState
from devices.screen.parts.sprites import SpritePart
from machines.morph.picture.chess_picture import ChessBoardState, Edge, Node, name_of
from machines.morph.picture.fold import FoldRow, FoldState
from machines.morph.picture.learning_curves import LearningSheetPart, LearningState
from machines.morph.picture.material_table import (
    Learned,
    MaterialRow,
    MaterialTablePart,
    MaterialTableState,
)
from machines.morph.picture.morph_program import MorphProgramPart, MorphProgramState
from machines.morph.picture.pattern_wall import PatternWallState
from machines.morph.picture.small_board import PatternPicture
from machines.morph.picture.successor_bars import SuccessorBarsState
from machines.morph.picture.workstation import WorkstationBoxPart, WorkstationKeyboardPart

SQUARES = {name_of(square): square for square in range(64)}


def men(fen: str) -> str:
    """The men of a FEN's first field, a1 first."""
    rows = fen.split()[0]
    for digit in "12345678":
        rows = rows.replace(digit, "." * int(digit))
    return "".join(reversed(rows.split("/")))


OPENING = men("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
AFTER_E4 = men("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
FORK = men("r2qk2r/ppp2ppp/2np4/2b1p1B1/2B1P1b1/3P4/PPPQ1PPP/RN2K1NR")
FORKED = men("r2qk2r/ppp2ppp/3p4/2b1p1B1/2BnP1b1/3P4/PPPQ1PPP/RN2K1NR")


def edge(names: str, kind: Any = "direct") -> Edge:
    """An arrow written as ``e4d5``."""
    return Edge(SQUARES[names[:2]], SQUARES[names[2:]], kind)


GRAPH = (
    edge("d4c2"), edge("d4e2"), edge("g4d1"), edge("c5d4"), edge("e5d4"), edge("d8g5"),
    edge("g5d8"), edge("c4f7"), edge("c4g8", "indirect"), edge("e8f7"), edge("d2g5"),
    edge("e1d2"), edge("a8d8"), edge("h8e8"), edge("d3c4"), edge("d3e4"), edge("b1d2"),
    edge("d8d3", "indirect"), edge("a1b1"), edge("c5f2"), edge("d2a5", "discovered"),
)  # fmt: skip
NODES = (
    Node("n", SQUARES["d4"]),
    Node("*", SQUARES["c2"], "free"),
    Node("K", SQUARES["e1"], "exact"),
    Node("R", SQUARES["a1"], "file"),
    Node("o", SQUARES["f8"], "rank"),
)
EDGES = (edge("d4c2"), edge("c2e1", "generic"), edge("c2a1", "indirect"))
MATERIAL = (
    (1, 0, 0, 0, 0),
    (0, 0, 0, 0, 0),
    (0, 1, -1, 0, 0),
    (2, -1, -1, 1, -1),
    (0, 0, -2, 0, 0),
)


def pictures(count: int, seed: int = 0) -> tuple[PatternPicture, ...]:
    """Patterns of both kinds."""
    made = []
    for k in range(count):
        weight = (0.137 * (k + seed) + 0.08) % 1.0
        if k % 3 == 2:
            material = MATERIAL[(k + seed) % len(MATERIAL)]
            made.append(PatternPicture(weight, material=material, updates=k * 97))
        else:
            few = NODES[: 3 + k % 3]
            from_ = FORKED if k % 2 else ""
            made.append(PatternPicture(weight, few, EDGES[: len(few) - 1], from_, updates=k))
    return tuple(made)


FOLDED = (
    FoldRow(0.478, 0.478, material=(0, 0, 0, 0, 0)),
    FoldRow(0.531, 0.512, "NpP"),
    FoldRow(0.412, 0.443, "n*KR", words="FORK"),
    FoldRow(0.702, 0.641, "BpkO"),
    FoldRow(0.811, 0.803, material=(1, 0, 0, 0, 0)),
    FoldRow(0.134, 0.296, "qQo"),
)


def bars(count: int, chosen: int = -1) -> SuccessorBarsState:
    """So many moves, the best first."""
    names = ("Nf3", "e4", "O-O", "Qxd5+", "exd5", "Nbd2", "a3", "Rfe1", "Bg5", "h4")
    moves = tuple(names[k % len(names)] for k in range(count))
    return SuccessorBarsState(moves, tuple(0.97 - 0.9 * k / count for k in range(count)), chosen)


def program_walk() -> list[tuple[Any, int]]:
    """A man is chosen and slides; bars, a fold in steps, a wall of patterns; a pawn arrives."""
    first = MorphProgramState(board=ChessBoardState(OPENING, movable=(8, 12, 6)))
    chosen = ChessBoardState(OPENING, chosen=12, targets=(20, 28))
    slid = ChessBoardState(AFTER_E4, last=(12, 28))
    walk: list[tuple[Any, int]] = [
        (MorphProgramState(on=False, lamp=0), 0),
        (first, 10),
        (replace(first, board=chosen, held=frozenset({"new"})), 200),
    ]
    walk += [(replace(first, board=slid, bars=bars(20)), 1000 + step) for step in (0, 90, 180, 400)]
    jumped = ChessBoardState(FORKED, last=(42, 27), check=4, edges=GRAPH)
    full = MorphProgramState(
        jumped, bars(31, 2), FoldState("Nd4", FOLDED), PatternWallState(pictures(15), 2, 9, 2488),
        "YOU: WHITE, TO MOVE     MORPH: BLACK", ("LEARNED FROM 3,000 GAMES", "2,488 PATTERNS"),
        frozenset({"arrows"}),
    )  # fmt: skip
    walk += [(replace(full, board=replace(jumped, flipped=True)), 2000 + step) for step in (0, 300)]
    walk += [
        (replace(full, fold=FoldState("Nd4", FOLDED, shown)), 3000 + 100 * shown)
        for shown in range(len(FOLDED) + 1)
    ]
    long_fold = FoldState("a8=Q", FOLDED * 3, -1)
    promoting = replace(jumped, promotion="qrbn", edges=())
    walk += [
        (replace(full, fold=long_fold, pointed="why.1"), 4000),
        (replace(full, pointed="move.7"), 4200),
        (
            replace(full, board=replace(jumped, nodes=NODES, pattern=EDGES), pointed="pattern.3"),
            4400,
        ),
        (replace(full, board=promoting, held=frozenset({"promote.q"})), 4600),
        (replace(full, wall=PatternWallState(pictures(4, 3), 8, 9, 124), bars=bars(37, 0)), 4800),
        (replace(full, board=ChessBoardState(FORK), bars=SuccessorBarsState()), 5000),
    ]
    return walk


def box_walk() -> list[tuple[Any, int]]:
    """Its lamps come on and flicker."""
    lamps = ((0, 0), (255, 0), (255, 120), (255, 255), (90, 0))
    return [(TowerState(*one), 10 * k) for k, one in enumerate(lamps)]


def run(games: int, page: int = 0) -> LearningState:
    """A run after so many games."""
    numbers = range(games)
    return LearningState(
        tuple(4.0 + 9.0 * k / (k + 300) + (k * 7919 % 13 - 6) * 0.5 for k in numbers),
        tuple(0.02 + 0.11 / (1 + k / 90) + (k * 31 % 7) * 0.002 for k in numbers),
        tuple(60.0 + 70.0 * k / (k + 200) + k * 17 % 29 for k in numbers),
        tuple(0.1 + 0.4 / (1 + k / 20) + 0.2 * (k * 13 % 11 - 5) / (k + 11) for k in numbers),
        "gnuchess", page,
    )  # fmt: skip


def curves_walk() -> list[tuple[Any, int]]:
    """A run grows; the sheet is turned to each of its figures."""
    walk: list[tuple[Any, int]] = [(LearningState(), 0), (run(40), 300), (run(41), 600)]
    return walk + [(run(900, page), 900 + 300 * page) for page in range(4)]


TABLE = tuple(
    MaterialRow(
        material,
        material[0] + 3 * (material[1] + material[2]) + 5 * material[3] + 9 * material[4],
        Learned(0.45 + 0.02 * k, 2485 - k, 7.25 + k, 106 - k),
        Learned(0.5 - 0.02 * k, 17 * k, 3.5, 900) if k % 4 else None,
    )
    for k, material in enumerate((MATERIAL * 4)[:19])
)


def table_walk() -> list[tuple[Any, int]]:
    """Empty, the paper's alone, both."""
    alone = MaterialTableState(tuple(replace(row, ours=None) for row in TABLE))
    return [(MaterialTableState(), 0), (alone, 600), (MaterialTableState(TABLE, 3000), 1200)]


Make = Callable[[], SpritePart]
SHOWN_OF_WORKSTATION: tuple[tuple[str, Make, Callable[[], list[tuple[Any, int]]]], ...] = (
    ("morph program", MorphProgramPart, program_walk),
    ("workstation box", WorkstationBoxPart, box_walk),
    ("workstation keyboard", WorkstationKeyboardPart, lambda: [(None, 0), (None, 10)]),
    ("learning curves", LearningSheetPart, curves_walk),
    ("material table", MaterialTablePart, table_walk),
)
