"""MENACE with lists of beads, by docs/sources/menace.md alone: the twin of machines/menace.

A box is a list of colour numbers in a dictionary keyed by the text of its board
(:mod:`tests.naive.noughts`); a bead is drawn by its place in that sorted list.
"""

from fractions import Fraction

from tests.naive import noughts

REPLICATES = {0: 4, 1: 4, 2: 3, 3: 3, 4: 2, 5: 2, 6: 1, 7: 1}
"""Beads of a colour in a box, by the number of pieces on its board."""

Boxes = dict[str, list[int]]


class Chance:
    """Doty-Humphrey's sfc32 with Python's own integers; ``below`` has no bias (Lemire)."""

    def __init__(self, words: list[int]) -> None:
        self.words = list(words)

    def word(self) -> int:
        a, b, c, counter = self.words
        made = (a + b + counter) % 2**32
        turned = ((c << 21) | (c >> 11)) % 2**32
        self.words = [b ^ (b >> 9), (c * 9) % 2**32, (turned + made) % 2**32, (counter + 1) % 2**32]
        return made

    def below(self, count: int) -> int:
        while True:
            product = self.word() * count
            if product % 2**32 >= 2**32 % count:
                return product // 2**32


def boxes_of(player: str, rule: str = "") -> Boxes:
    """All boxes of that player (``"O"`` or ``"X"``); ``rule`` ``"L"`` or ``"W"`` leaves 17 out."""
    plies = (0, 2, 4, 6) if player == "O" else (1, 3, 5, 7)
    boxes: Boxes = {}
    for ply in plies:
        for board in noughts.distinct_boards(ply):
            if ply == 6 and rule and left_out(board) == rule:
                continue
            boxes[board] = sorted(noughts.distinct_moves(board) * REPLICATES[ply])
    return boxes


def left_out(board: str) -> str:
    """``"L"``: Cross has two winning squares and Nought none.  ``"W"``: the other way round."""
    wins = {
        side: sum(
            noughts.winner(board[:at] + side + board[at + 1 :]) == side
            for at in range(9)
            if board[at] == "."
        )
        for side in "OX"
    }
    if wins["X"] >= 2 and wins["O"] == 0:
        return "L"
    if wins["O"] >= 2 and wins["X"] == 0:
        return "W"
    return ""


def board_square(board: str, colour: int) -> int:
    """The square of ``board`` that is ``colour``'s square on the standard form of the board."""
    for which, form in enumerate(noughts.eight(board)):
        if form == noughts.standard(board):
            # follow each number through the same turn until one lands on the colour's place
            for at in range(9):
                marked = "." * at + "O" + "." * (8 - at)
                if noughts.eight(marked)[which][noughts.place(colour)] == "O":
                    return noughts.NUMBERS[at]
    raise AssertionError("no form of a board is its standard form")


def one_play(
    boxes: Boxes, chance: Chance, rewards: tuple[int, int, int] = (3, 1, -1), over: str = "squares"
) -> tuple[str, str]:
    """A play of Nought's boxes against random moves: the digits played and W, D, L or R (resigned).

    A play that cannot begin since the first box is empty gives ``("", "")``.
    """
    board, digits, opened, result = noughts.EMPTY, "", [], ""
    while not result:
        if noughts.to_move(board) == "O" and board.count(".") > 1:
            beads = boxes[noughts.standard(board)]
            if not beads:
                if board == noughts.EMPTY:
                    return "", ""
                result = "R"
                break
            colour = beads[chance.below(len(beads))]
            opened.append((beads, colour))
            move = board_square(board, colour)
        else:
            choices = noughts.moves(board) if over == "squares" else noughts.distinct_moves(board)
            move = choices[chance.below(len(choices))] if len(choices) > 1 else choices[0]
        board = noughts.play(board, move)
        digits += str(move)
        if noughts.finished(board):
            result = {"O": "W", "": "D", "X": "L"}[noughts.winner(board)]
    gain = rewards["WDLR".index(result) if result != "R" else 2]
    for beads, colour in opened:
        for _ in range(gain):
            beads.append(colour)
        for _ in range(-gain):
            if colour in beads:
                beads.remove(colour)
        beads.sort()
    return digits, result


Chances = tuple[Fraction, Fraction, Fraction]


def odds(boxes: Boxes, board: str, over: str, seen: dict[str, Chances] | None = None) -> Chances:
    """Chances that Nought's boxes win, draw, lose against random play, as the beads lie.

    ``seen`` keeps what was found for boards that several plays come to.
    """
    seen = {} if seen is None else seen
    if board not in seen:
        seen[board] = _odds(boxes, board, over, seen)
    return seen[board]


def _odds(boxes: Boxes, board: str, over: str, seen: dict[str, Chances]) -> Chances:
    if noughts.finished(board):
        won = noughts.winner(board)
        return (Fraction(won == "O"), Fraction(won == ""), Fraction(won == "X"))
    if noughts.to_move(board) == "O" and board.count(".") > 1:
        beads = boxes[noughts.standard(board)]
        if not beads:
            return Fraction(0), Fraction(0), Fraction(1)
        weights = [(board_square(board, colour), beads.count(colour)) for colour in set(beads)]
    elif over == "squares":
        weights = [(move, 1) for move in noughts.moves(board)]
    else:
        weights = [(move, 1) for move in noughts.distinct_moves(board)]
    weight = sum(count for _, count in weights)
    total = [Fraction(0)] * 3
    for move, count in weights:
        each = odds(boxes, noughts.play(board, move), over, seen)
        total = [total[i] + Fraction(count, weight) * each[i] for i in range(3)]
    return total[0], total[1], total[2]
