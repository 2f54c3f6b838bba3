"""The signature tables of 1967 the slow obvious way: dicts by whole signatures, boards as dicts.

No signature is folded on its negative here: a table has a total for each, and counts a board's
signature and its negative, agreement there being difference here.  Shares no code with the kernels
but the table that says which terms stand together.
"""

from collections import defaultdict
from fractions import Fraction

from tests.naive import samuel_terms
from tests.naive.draughts import Board, make, moves, other
from tests.naive.samuel import material

Signature = tuple[int, ...]
Groups = list[list[tuple[str, int, int | None]]]
"""By first-level table its four terms: name, low, high (None for a term of three values)."""
Game = list[tuple[Board, str, list[Board], int]]
"""A board, who is to move, the boards after his moves, and which of them is the book's."""
Table = dict[Signature, list[int]]
"""Agreement and difference by signature."""


def digit(count: int, low: int, high: int | None) -> int:
    size = abs(count)
    found = 2 if high is not None and size >= high else 1 if size >= low else 0
    return found if count >= 0 else -found


def digits(board: Board, side: str, groups: Groups) -> list[Signature]:
    """The first-level signatures of a board for a side: its ratings less the other side's."""
    own, others = samuel_terms.ratings(board, side), samuel_terms.ratings(board, other(side))
    found = []
    for group in groups:
        signature = []
        for name, low, high in group:
            count = own[name] - others[name]
            if name in samuel_terms.BAD_TO_HAVE:
                count = -count
            signature.append(digit(count, low, high))
        found.append(tuple(signature))
    return found


def negative(signature: Signature) -> Signature:
    return tuple(-digit for digit in signature)


def jumping(board: Board, side: str) -> list[Board]:
    """The boards after each move, if they are jumps."""
    routes = moves(board, side)
    after = [make(board, route) for route in routes]
    return [one for one in after if len(one) < len(board)]


def settle(board: Board, side: str) -> tuple[int, list[tuple[Board, str]]]:
    """Jumps played out, each side jumping as leaves it the most material.

    What ``side`` is ahead at the end, and all boards that it can come to, with who is to move.
    """
    after = jumping(board, side)
    if not after:
        ahead = material(board, side) - material(board, other(side))
        return ahead, [(board, side)]
    found = [settle(one, other(side)) for one in after]
    best = max(-ahead for ahead, _ in found)
    return best, [end for ahead, ends in found if -ahead == best for end in ends]


class Tables:
    """Three levels of tables, counted one after the other over all games."""

    def __init__(self, groups: Groups) -> None:
        self.groups = groups
        self.totals: list[list[Table]] = [
            [defaultdict(lambda: [0, 0]) for _ in range(count)] for count in (len(groups), 2, 1)
        ]
        self.outputs: list[list[dict[Signature, int]]] = [
            [{} for _ in level] for level in self.totals
        ]

    def signatures(self, board: Board, side: str, level: int) -> list[Signature]:
        """The signatures of that level's tables."""
        below = digits(board, side, self.groups)
        for k in range(level):
            out = [self.outputs[k][table].get(s, 0) for table, s in enumerate(below)]
            width = len(out) // (2 if k == 0 else 1)
            below = [tuple(out[at : at + width]) for at in range(0, len(out), width)]
        return below

    def score(self, board: Board, side: str) -> int:
        (signature,) = self.signatures(board, side, 2)
        return self.outputs[2][0].get(signature, 0)

    def learn(self, games: list[Game]) -> None:
        for level in range(3):
            for game in games:
                for _, side, boards, book in game:
                    for number, board in enumerate(boards):
                        self._count(board, side, level, number == book, len(boards) - 1)
            for table, totals in enumerate(self.totals[level]):
                self.outputs[level][table] = outputs(totals, level)

    def _count(self, board: Board, side: str, level: int, book: bool, others: int) -> None:
        for table, signature in enumerate(self.signatures(board, side, level)):
            weight = others if book else 1
            self.totals[level][table][signature][0 if book else 1] += weight
            self.totals[level][table][negative(signature)][1 if book else 0] += weight


def outputs(totals: Table, level: int) -> dict[Signature, int]:
    """What a table puts out."""
    c = {s: Fraction(a - d, a + d) if a + d else Fraction(0) for s, (a, d) in totals.items()}
    if level == 2:
        return {s: round(1000 * float(value)) for s, value in c.items()}
    values = 5 if level == 0 else 15
    # Each signature and its negative stand for one entry, met as often as either.
    met: dict[Fraction, int] = defaultdict(int)
    for s, (a, d) in totals.items():
        if s >= negative(s):
            met[abs(c[s])] += a + d if any(s) else (a + d) // 2
    everything = sum(met.values())
    classes, before = {}, 0
    for size in sorted(met):
        share = Fraction(2 * before + met[size], 2 * everything)
        classes[size] = min(int((share * values + 1) // 2), values // 2) if size else 0
        before += met[size]
    return {s: classes[abs(value)] * (1 if value >= 0 else -1) for s, value in c.items()}
