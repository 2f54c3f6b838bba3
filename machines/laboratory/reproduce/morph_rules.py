"""What Gould and Levinson (1992) say of Morph's rules, beside ours: the evaluation function, how a
weight is moved, how patterns are made.  All were built from these sentences: no row is a
measurement.
"""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from machines.games.chess.board import Position, square
from machines.games.chess.moves import find_move, make
from machines.games.chess.notation import read_fen
from machines.laboratory.external.uci import WISHES
from machines.laboratory.printed import morph as printed
from machines.laboratory.reproduce.artefacts import (
    Effort,
    Line,
    Made,
    Row,
    equal,
    give_or_take,
    impossible,
    numbered,
    picture,
    within,
)
from machines.morph import labels
from machines.morph.aps.evaluation import explain
from machines.morph.aps.system import EQUAL, update
from machines.morph.generalization import common_kind, precondition
from machines.morph.patterns import Edge, Node, graph_pattern
from machines.morph.settings import APS
from machines.morph.subgraphs import by_ordering

ROUNDED = 0.005 + 1e-12
"""Half a printed digit."""
STEPS = 40
"""Weights on a grid from 0 to 1 by which f's rules are looked at."""
NEAR = 1e-9
FIG_3_3 = "e2e4 c7c6 b1c3 d8a5 f1d3"
"""Its board isn't in the text; the men that moved are, in this order."""
FIG_3_4 = ("d5c7", "4k3/8/q7/3N4/8/8/8/4K3 w - - 0 1")
"""A fork of ours, for its own isn't in the text; seen by the other side it is a black knight's."""
HIDDEN = "The figure's boards aren't in the scan's text."


def evaluation(_: Effort) -> Made:
    """Table 3.1, what two weights come to, and the function's rules."""
    rows, numbers = [], []
    for (x, y), cell in printed.TABLE_3_1.items():
        ours, half = explain((x, y)).value, give_or_take(cell, ROUNDED)
        rows.append(within(f"f({x:g}, {y:g})", cell, ours, half.low, half.high,
                           shown=f"{ours:.4f}", statistic="to the printed digits",
                           margin="half a printed digit", digits=3))  # fmt: skip
        numbers.append((x, y, ours))
    chart = picture(
        "THE EVALUATION FUNCTION",
        "",
        "f(x, y)",
        Line("Table 3.1", numbered([f.value for f in printed.TABLE_3_1.values()]), paper=True),
        Line("ours", numbered([row[2] for row in numbers])),
        names=[f"{x:g} {y:g}" for x, y in printed.TABLE_3_1],
    )
    return Made([*rows, *_rules()], ("x", "y", "f"), numbers, [chart])


def _extreme(x: float, y: float, f: float) -> bool:
    """Rule 5: f lies between both, on the side of the more extreme."""
    nearer = abs(x + y - 1) <= NEAR or (f > (x + y) / 2) == (x + y > 1)
    return y < f < x and nearer


RULES: Sequence[tuple[Callable[[float, float], bool], Callable[[float, float, float], bool]]] = (
    (lambda x, y: min(x, y) > 0.5, lambda x, y, f: f == 1 if max(x, y) == 1 else f > max(x, y)),
    (lambda x, y: x == 0.5, lambda x, y, f: abs(f - y) <= NEAR),
    (lambda x, y: abs(x + y - 1) <= NEAR, lambda x, y, f: abs(f - 0.5) <= NEAR),
    (lambda x, y: max(x, y) < 0.5, lambda x, y, f: f == 0 if min(x, y) == 0 else f < min(x, y)),
    (lambda x, y: x > 0.5 > y, _extreme),
)
"""Of each rule for which weights it is, and what f(x, y) must be."""


def combined(x: float, y: float) -> float:
    """What two weights come to."""
    return explain((x, y)).value


def _rules() -> list[Row]:
    """The five rules of section 3.2, pair by pair on a grid, and the sixth sentence."""
    grid = [step / STEPS for step in range(STEPS + 1)]
    rows = []
    for number, (rule, (is_for, holds)) in enumerate(zip(printed.RULES, RULES, strict=True), 1):
        pairs = [pair for pair in product(grid, grid) if is_for(*pair)]
        broken = sum(not holds(x, y, combined(x, y)) for x, y in pairs)
        rows.append(within(f"rule {number} of the function", rule, broken, 0, 0,
                           shown=f"broken by {broken} of {len(pairs)} pairs",
                           statistic="pairs of weights that break it"))  # fmt: skip
    apart = max(
        abs(combined(combined(x, y), z) - combined(x, combined(y, z)))
        for x, y, z in product(grid[::4], repeat=3)
    )
    rows.append(within("order of folding three weights", printed.NOT_ASSOCIATIVE, apart, NEAR, 1,
                       shown=f"up to {apart:.2f} apart", statistic="the greatest difference",
                       ))  # fmt: skip
    return rows


# -- weights and patterns --------------------------------------------------------------------------


def patterns(_: Effort) -> Made:
    """How a weight moves (section 2.4), and how patterns are made: Figs 3.1, 3.3 and 3.4."""
    generic = common_kind(labels.DIRECT, labels.INDIRECT) == labels.GENERIC
    rows = [
        *_weights(),
        equal("a direct and an indirect edge have in common", printed.ATTACKS,
              "generic" if generic else "nothing"),
        impossible("the generalization of Fig. 3.1", printed.POSITIONS, HIDDEN, kind="constant"),
        equal("men of the subgraph of Fig. 3.3", printed.ORDERED, _most_recently_moved()),
        equal("what the knight of Fig. 3.4 attacks from SQ", printed.FORK, _forked()),
        within("patterns by genetic operators", printed.GENETIC,
               APS.additions.crossed + APS.additions.mutated, 0, 0),
        equal("games from one addition of patterns to the next", printed.EVERY, APS.every),
        equal("GNU Chess's book", printed.NO_BOOK,
              printed.NO_BOOK.value if WISHES["OwnBook"] == "false" else "GNU Chess uses its book"),
        impossible("patterns that people recognize", printed.RECOGNIZABLE,
                   "Nobody has judged ours; morph patterns lists and draws them."),
    ]  # fmt: skip
    return Made(rows)


def _annealed(weight: float, number: int, new: float, k: float) -> float:
    """The weight after its update of that number (1 is the first), k the global temperature."""
    weights, rows = np.array([weight]), np.zeros(1, np.int64)
    update(rows, 1, new, k, -1.0, EQUAL, weights, np.array([number - 1]), np.zeros(1))
    return float(weights[0])


def _weights() -> list[Row]:
    """What the formula of section 2.4 does with the global temperature k."""
    after, weight, new = 100, 0.5, 1.0
    still = _annealed(weight, after, new, 0.0)
    mean = 0.0
    values = [0.0, 1.0, 1.0, 0.5]
    for number, value in enumerate(values, 1):
        mean = _annealed(mean, number, value, 1.0)
    doubled = (_annealed(weight, after, new, 2.0) - weight) / (new - weight)
    rate = (_annealed(weight, printed.DOUBLED.value, new, 1.0) - weight) / (new - weight)
    return [
        within("k = 0: change of a weight", printed.ONLY_PREVIOUS, still - weight, -NEAR, NEAR,
               shown=f"{still - weight:g}"),
        within("k = 1: a weight less the mean of all it was told", printed.AVERAGES,
               mean - float(np.mean(values)), -NEAR, NEAR, shown=f"{mean - np.mean(values):g}"),
        within("k = 2 after 100 updates, rate of learning for that of k = 1 after 50",
               printed.DOUBLED, doubled / rate, 0.98, 1.02, shown=f"{doubled / rate:.3f}",
               statistic="their quotient", margin="+-2%: 2/101 isn't quite 1/50"),
    ]  # fmt: skip


def _path(moves: str, fen: str = "") -> list[Position]:
    positions = [read_fen(fen) if fen else Position.start()]
    for word in moves.split():
        positions.append(make(positions[-1], find_move(positions[-1], word)))
    return positions


def _most_recently_moved() -> str:
    """The men of the forward ordering's subgraph of four nodes after Fig. 3.3's moves."""
    path = _path(FIG_3_3)
    pattern = by_ordering(path, len(path) - 1, True, 4, np.random.default_rng(0))
    found = [] if pattern is None else sorted(node.label for node in pattern.nodes)
    return ", ".join(labels.LABEL_NAMES[label] for label in found)


def _forked() -> str:
    """What a knight on the node SQ of a fork's precondition attacks."""
    nodes = [Node(labels.WHITE_KNIGHT), Node(labels.BLACK_QUEEN),
             Node(labels.BLACK_KING, square("e8"))]  # fmt: skip
    made = precondition(graph_pattern(nodes, [Edge(0, 1), Edge(0, 2)]), _path(*FIG_3_4), 1)
    if made is None:
        return "nothing"
    found = sorted(made.nodes[edge.target].label for edge in made.edges
                   if made.nodes[edge.source].label == labels.ANY_SQUARE
                   and edge.kind == labels.AS_KNIGHT)  # fmt: skip
    return ", ".join(labels.LABEL_NAMES[label] for label in found)
