"""What stands in Morph's room, with the states that it passes through."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from devices.screen.parts.sprites import SpritePart
from devices.screen.room import DrawContext
from machines.games.chess.board import SQUARE_NAMES
from machines.morph.history import Printed
from machines.morph.picture.learning_curves import LearningSheetPart
from machines.morph.picture.material_table import MaterialTablePart
from machines.morph.picture.morph_program import MorphProgramPart
from machines.morph.picture.workstation import WorkstationBoxPart, WorkstationKeyboardPart
from machines.morph.scene import (
    Arrow,
    Bar,
    Board,
    Curves,
    Fold,
    Hung,
    Mark,
    MorphScene,
    Sketch,
    Step,
    Successors,
    Wall,
    Weighed,
)
from machines.storage.registry import layout_of
from tests.machines.room_moment import moment_with, with_scene

LAYOUT = layout_of("morph")
SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}


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


def edge(names: str, kind: Any = "direct") -> Arrow:
    """An arrow written as ``e4d5``."""
    return Arrow(SQUARES[names[:2]], SQUARES[names[2:]], kind)


GRAPH = (
    edge("d4c2"), edge("d4e2"), edge("g4d1"), edge("c5d4"), edge("e5d4"), edge("d8g5"),
    edge("g5d8"), edge("c4f7"), edge("c4g8", "indirect"), edge("e8f7"), edge("d2g5"),
    edge("e1d2"), edge("a8d8"), edge("h8e8"), edge("d3c4"), edge("d3e4"), edge("b1d2"),
    edge("d8d3", "indirect"), edge("a1b1"), edge("c5f2"), edge("d2a5", "discovered"),
)  # fmt: skip
NODES = (
    Mark("n", SQUARES["d4"]),
    Mark("*", SQUARES["c2"], "free"),
    Mark("K", SQUARES["e1"], "exact"),
    Mark("R", SQUARES["a1"], "file"),
    Mark("o", SQUARES["f8"], "rank"),
)
EDGES = (edge("d4c2"), edge("c2e1", "generic"), edge("c2a1", "indirect"))
MATERIAL = (
    (1, 0, 0, 0, 0),
    (0, 0, 0, 0, 0),
    (0, 1, -1, 0, 0),
    (2, -1, -1, 1, -1),
    (0, 0, -2, 0, 0),
)


def pictures(count: int, seed: int = 0) -> tuple[Hung, ...]:
    """Patterns of both kinds."""
    made = []
    for k in range(count):
        weight = (0.137 * (k + seed) + 0.08) % 1.0
        if k % 3 == 2:
            material = MATERIAL[(k + seed) % len(MATERIAL)]
            made.append(Hung(weight, Sketch(material=material), k * 97))
        else:
            few = NODES[: 3 + k % 3]
            from_ = FORKED if k % 2 else ""
            made.append(Hung(weight, Sketch(few, EDGES[: len(few) - 1], from_), k))
    return tuple(made)


def step(weight: float, value: float, labels: str = "", *material: int) -> Step:
    """A weight folded in: of a graph pattern with these nodes, or of material."""
    nodes = tuple(Mark(label, square) for square, label in enumerate(labels))
    return Step(weight, value, Sketch(nodes, material=material))


FOLDED = (
    step(0.478, 0.478, "", 0, 0, 0, 0, 0),
    step(0.531, 0.512, "NpP"),
    step(0.412, 0.443, "n*KR"),
    step(0.702, 0.641, "BpkO"),
    step(0.811, 0.803, "", 1, 0, 0, 0, 0),
    step(0.134, 0.296, "qQo"),
)


def bars(count: int, chosen: int = -1) -> Successors:
    """So many moves, the best first."""
    names = ("Nf3", "e4", "O-O", "Qxd5+", "exd5", "Nbd2", "a3", "Rfe1", "Bg5", "h4")
    made = (Bar(names[k % len(names)], 0.97 - 0.9 * k / count) for k in range(count))
    return Successors(tuple(made), chosen)


def shown(**parts: Any) -> DrawContext:
    """The program with these parts of a scene."""
    return moment_with(MorphScene(**parts))


OFF = replace(moment_with(MorphScene(), (0, 0, 0)), awake=False)
"""Before the workstation is switched on."""


def program_walk() -> list[tuple[Any, int]]:
    """A man is chosen and slides; bars, a fold in steps, a wall of patterns; a pawn arrives."""
    first = shown(board=Board(OPENING, movable=(8, 12, 6)))
    chosen = Board(OPENING, entered=12, targets=(20, 28))
    slid = Board(AFTER_E4, last=(12, 28))
    walk: list[tuple[Any, int]] = [
        (OFF, 0),
        (first, 10),
        (replace(shown(board=chosen), held=frozenset({"workstation.new"})), 200),
    ]
    walk += [(shown(board=slid, successors=bars(20)), 1000 + step) for step in (0, 90, 180, 400)]
    jumped = Board(FORKED, last=(42, 27), check=4, graph=GRAPH)
    full = shown(
        board=jumped, successors=bars(31, 2), fold=Fold("Nd4", FOLDED),
        wall=Wall(pictures(15), 2, 9, 2488), white="YOU", black="MORPH", games=3000,
        score=(1, 2, 2997), graph_shown=True,
    )  # fmt: skip
    but = partial(with_scene, full)
    walk += [(but(board=replace(jumped, flipped=True)), 2000 + step) for step in (0, 300)]
    walk += [
        (but(fold=Fold("Nd4", FOLDED, done)), 3000 + 100 * done) for done in range(len(FOLDED) + 1)
    ]
    long_fold = Fold("a8=Q", FOLDED * 3, -1)
    promoting = replace(jumped, promotion="qrbn", graph=())
    laid = replace(jumped, pattern=Sketch(NODES, EDGES))
    walk += [
        (replace(but(fold=long_fold), pointed="workstation.why.9"), 4000),
        (replace(full, pointed="workstation.move.7"), 4200),
        (replace(but(board=laid), pointed="workstation.pattern.3"), 4400),
        (replace(but(board=promoting), held=frozenset({"workstation.promote.q"})), 4600),
        (but(wall=Wall(pictures(4, 3), 8, 9, 124), successors=bars(37, 0)), 4800),
        (but(board=Board(FORK), successors=Successors()), 5000),
    ]
    return walk


def box_walk() -> list[tuple[Any, int]]:
    """Its lamps come on and flicker."""
    lamps = ((0, 0), (255, 0), (255, 120), (255, 255), (90, 0))
    return [(moment_with(None, one), 10 * k) for k, one in enumerate(lamps)]


def run(games: int) -> Curves:
    """A run after so many games."""
    numbers = range(games)
    return Curves(
        1,
        tuple(4.0 + 9.0 * k / (k + 300) + (k * 7919 % 13 - 6) * 0.5 for k in numbers),
        tuple(0.02 + 0.11 / (1 + k / 90) + (k * 31 % 7) * 0.002 for k in numbers),
        tuple(60.0 + 70.0 * k / (k + 200) + k * 17 % 29 for k in numbers),
        tuple(0.1 + 0.4 / (1 + k / 20) + 0.2 * (k * 13 % 11 - 5) / (k + 11) for k in numbers),
    )


def curves_walk() -> list[tuple[Any, int]]:
    """A run grows; the sheet is turned to each of its figures."""
    long = run(900)
    scenes = [MorphScene(), MorphScene(curves=run(40)), MorphScene(curves=run(41))]
    scenes += [MorphScene(curves=long, figure=page) for page in range(4)]
    return [(moment_with(scene), 300 * at) for at, scene in enumerate(scenes)]


def printed(k: int, material: Any) -> Printed:
    """A line of the table, with other numbers."""
    return Printed(material, 0.45 + 0.02 * k, 2485 - k, 7.25 + k, 106 - k)


TABLE = tuple(
    Weighed(printed(k, material), 0.5 - 0.02 * k, 17 * k, 3.5, 900)
    if k % 4
    else Weighed(printed(k, material))
    for k, material in enumerate((MATERIAL * 4)[:19])
)


def table_walk() -> list[tuple[Any, int]]:
    """Empty, the paper's alone, both."""
    alone = shown(table=tuple(Weighed(row.printed) for row in TABLE))
    return [(shown(), 0), (alone, 600), (shown(table=TABLE, games=3000), 1200)]


Make = Callable[[], SpritePart]
SHOWN_OF_WORKSTATION: tuple[tuple[str, Make, Callable[[], list[tuple[Any, int]]]], ...] = (
    ("morph program", partial(MorphProgramPart, LAYOUT), program_walk),
    ("workstation box", WorkstationBoxPart, box_walk),
    ("workstation keyboard", WorkstationKeyboardPart, lambda: [(None, 0), (None, 10)]),
    ("learning curves", LearningSheetPart, curves_walk),
    ("material table", MaterialTablePart, table_walk),
)
