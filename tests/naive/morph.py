"""Morph's graphs and patterns the slow obvious way, from the paper's section 3.1 and what it leaves
open (indirect, discovered, dominance of material) as we settled it; no code of machines/morph.

A board is ``{(file, rank): letter}`` with both 0..7 and letters as in a FEN, seen by who has just
moved: he has the capitals.  A pattern is what it is in a file (JSON): nodes with a label's name and
a square, edges by numbers, or five differences of material.
"""

from functools import cache
from typing import Any

Square = tuple[int, int]
Board = dict[Square, str]
Plain = dict[str, Any]
Edges = dict[tuple[Square, Square], str]

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
RAYS = {"b": SLANTED, "r": STRAIGHT, "q": STRAIGHT + SLANTED}
MEN = {
    "white pawn": "P",
    "white knight": "N",
    "white bishop": "B",
    "white rook": "R",
    "white queen": "Q",
    "white king": "K",
    "black pawn": "p",
    "black knight": "n",
    "black bishop": "b",
    "black rook": "r",
    "black queen": "q",
    "black king": "k",
}
ALL = [(file, rank) for rank in range(8) for file in range(8)]
MATERIAL = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q"}


def name(square: Square) -> str:
    """``a1`` for (0, 0)."""
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def orient(fen: str) -> Board:
    """The board with Black to move: as it is, or with ranks mirrored and colours exchanged."""
    men, mover, *_ = fen.split()
    board = {}
    for rank, row in zip(range(7, -1, -1), men.split("/"), strict=True):
        whole = "".join(" " * int(man) if man.isdigit() else man for man in row)
        board.update({(file, rank): man for file, man in enumerate(whole) if man != " "})
    if mover == "b":
        return board
    return {(f, 7 - r): man.swapcase() for (f, r), man in board.items()}


def steps(man: str) -> tuple[tuple[int, int], ...]:
    """The ways of a man that doesn't slide."""
    if man in "Pp":
        ahead = 1 if man == "P" else -1
        return ((-1, ahead), (1, ahead))
    return LEAPS if man in "Nn" else STRAIGHT + SLANTED


def attacks(board: Board, square: Square, man: str) -> dict[Square, str]:
    """The squares that ``man`` on ``square`` attacks or defends, to the kind of the edge."""
    found: dict[Square, str] = {}
    if man.lower() not in RAYS:
        for step in steps(man):
            there = (square[0] + step[0], square[1] + step[1])
            if there in ALL:
                found[there] = "direct"
        return found
    for step in RAYS[man.lower()]:
        first = ""
        there = (square[0] + step[0], square[1] + step[1])
        while there in ALL:
            if not first:
                found[there] = "direct"
            elif first.isupper() != man.isupper() or step in RAYS.get(first.lower(), ()):
                found[there] = "indirect"
            else:
                found[there] = "discovered"
            if there in board:
                if first:
                    break
                first = board[there]
            there = (there[0] + step[0], there[1] + step[1])
    return found


def edges_of(board: Board) -> Edges:
    """All edges of a board's graph."""
    return {
        (square, there): kind
        for square, man in board.items()
        for there, kind in attacks(board, square, man).items()
    }


def labelled(board: Board, square: Square, label: str) -> bool:
    """Whether a square has a label."""
    if label in MEN:
        return board.get(square) == MEN[label]
    if label == "any square":
        return True
    king = "K" if label == "square near white king" else "k"
    return any(
        man == king and max(abs(s[0] - square[0]), abs(s[1] - square[1])) == 1
        for s, man in board.items()
    )


@cache
def allowed(square: Square, place: str) -> bool:
    """Whether a place (``e4``, ``e?``, ``?4``, ``?``) allows a square."""
    text = name(square)
    return place == "?" or all(want in ("?", has) for want, has in zip(place, text, strict=True))


class Seen:
    """A board with its edges and what would be attacked from its squares, found once."""

    def __init__(self, fen: str) -> None:
        self.board = orient(fen)
        self.edges = edges_of(self.board)
        self.squares = cache(self._squares)
        self.would = cache(self._would)

    def _squares(self, label: str, place: str) -> tuple[Square, ...]:
        return tuple(s for s in ALL if allowed(s, place) and labelled(self.board, s, label))

    def _would(self, square: Square, kind: str) -> frozenset[Square]:
        name_of = kind.removeprefix("as ")
        man = MEN.get(name_of) or MEN[f"white {name_of}"]
        found = attacks(self.board, square, man).items()
        return frozenset(there for there, how in found if how == "direct")

    def joined(self, source: Square, target: Square, kind: str) -> bool:
        """Whether there is an edge of this kind."""
        if kind.startswith("as "):
            return target in self.would(source, kind)
        has = self.edges.get((source, target))
        return has is not None and kind in ("attacks", has)

    def material(self) -> list[int]:
        """What White is up."""
        men = list(self.board.values())
        return [men.count(m.upper()) - men.count(m) for m in MATERIAL.values()]

    def holds(self, pattern: Plain, dominance: bool = True) -> bool:
        """Whether a pattern holds."""
        if "material" in pattern:
            wanted = [pattern["material"][piece] for piece in MATERIAL]
            return material_within(wanted, self.material(), dominance)
        return self._lay(pattern["nodes"], pattern["edges"], ())

    def _lay(self, nodes: list[Plain], edges: list[Plain], laid: tuple[Square, ...]) -> bool:
        if len(laid) == len(nodes):
            return True
        node = nodes[len(laid)]
        now_told = [e for e in edges if max(e["from"], e["to"]) == len(laid)]
        for square in self.squares(node["label"], node["square"]):
            now = (*laid, square)
            if square in laid:
                continue
            if all(self.joined(now[e["from"]], now[e["to"]], e["kind"]) for e in now_told) and (
                self._lay(nodes, edges, now)
            ):
                return True
        return False


def material_within(wanted: list[int], has: list[int], dominance: bool) -> bool:
    """Whether ``has`` has every difference of ``wanted``."""
    if not dominance:
        return wanted == has
    return all(w == 0 or (h >= w if w > 0 else h <= w) for w, h in zip(wanted, has, strict=True))


def more_general(p: Plain, q: Plain, dominance: bool = True) -> bool:
    """Whether p is a subgraph of q, or p's material is within q's (an equal pattern is, too)."""
    if ("material" in p) != ("material" in q):
        return False
    if "material" in p:
        first, second = ([each["material"][piece] for piece in MATERIAL] for each in (p, q))
        return material_within(first, second, dominance)
    return _laid_within(p, q, ())


def _laid_within(p: Plain, q: Plain, laid: tuple[int, ...]) -> bool:
    """Whether the rest of p's nodes can be laid on nodes of q."""
    if len(laid) == len(p["nodes"]):
        return all(_edge_within(edge, q, laid) for edge in p["edges"])
    node = p["nodes"][len(laid)]
    return any(
        number not in laid
        and node["label"] in ("any square", other["label"])
        and place_within(node["square"], other["square"])
        and _laid_within(p, q, (*laid, number))
        for number, other in enumerate(q["nodes"])
    )


@cache
def place_within(place: str, other: str) -> bool:
    """Whether a place allows all that another does."""
    return all(allowed(square, place) for square in ALL if allowed(square, other))


def _edge_within(edge: Plain, q: Plain, laid: tuple[int, ...]) -> bool:
    source, target = laid[edge["from"]], laid[edge["to"]]
    for other in q["edges"]:
        if (other["from"], other["to"]) == (source, target):
            if edge["kind"] == other["kind"]:
                return True
            if edge["kind"] == "attacks":
                return str(other["kind"]) in ("direct", "indirect", "discovered")
            if edge["kind"].startswith("as "):
                label = q["nodes"][source]["label"]
                as_man = label if "pawn" in label else label.split()[-1]
                return str(other["kind"]) == "direct" and edge["kind"] == f"as {as_man}"
    return False
