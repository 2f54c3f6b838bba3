"""Why a move, as a player of chess would say it: what sets it apart from those not chosen.

A value comes of some hundred patterns, most of which match after every move; a weight by itself is
no reason.  So each move is described by what its board has of what patterns are made of: who can
take whom, who is guarded, where a man stands and how far he reaches.  What holds after most other
moves, too, is no reason; nor is what Morph doesn't care for: moves that share it must be worth more
to Morph, on average, than the others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from machines.games.chess.attacks import attackers, attacks_from
from machines.games.chess.board import (
    BLACK,
    WHITE,
    WHOLE,
    Move,
    Position,
    signed,
    squares_of,
)
from machines.games.chess.moves import in_check, legal_moves, make, taken_by
from machines.morph.games import POINTS
from machines.morph.scene import Arrow, Mark, Reason, Sketch

MOST = 2
"""Reasons that are named."""
EXCHANGES = {**POINTS, "k": 100}
"""What is given for what: by these points it is told what counts most; Morph never sees them."""
PLAIN = ("mates", "takes", "becomes", "castles")
"""What is named whatever Morph thinks of it: everybody sees it."""
QUIET = 0.1
"""What counts no man, in points."""
STANDS = 2 * QUIET
"""What a man's place counts, in points: more than that he guards somebody."""
CENTRE = frozenset((27, 28, 35, 36))
"""d4, e4, d5 and e5."""
ROOM = 2
"""A man who reaches so many more squares has more room."""
ALIKE = 0.02
"""So little better than the average, the best move is worth what nearly all are."""

Features = dict[Reason, float]
"""What a move has, and how much that counts, in points."""
Capture = tuple[Move, str, str, float]
"""By which move which man takes which, and with what profit after the answer."""


def reasons_for(position: Position, number: int, values: Sequence[float]) -> tuple[Reason, ...]:
    """What sets legal move ``number`` of ``position`` apart, what counts most first; ``values`` are
    those of all its successors."""
    moves = legal_moves(position)
    if len(moves) == 1:
        return (Reason("only"),)
    if max(values) == min(values):
        return (Reason("equal"),)
    features = [_features(position, move) for move in moves]
    stands = {} if in_check(position) else _left_to(_captures(_turned(position)))
    own, others = features[number], [one for k, one in enumerate(features) if k != number]
    found: list[tuple[float, float, Reason]] = []
    for reason in dict.fromkeys(reason for one in features for reason in one):
        shared = sum(reason in one for one in others)
        has, usual = reason in own, 2 * shared >= len(others) or reason in stands
        if reason.kind in PLAIN:
            if has:
                found.append((100.0 + own[reason], 0.0, reason))
            continue
        gain = _gain([reason in one for one in features], values) * (1 if has else -1)
        # What can be done to it counts for a move that spares it, all else for one that has it.
        if has == usual or has == (reason.kind == "spares") or gain <= 0:
            continue
        counts = max(one.get(reason, 0.0) for one in features)
        found.append((counts, gain, reason))
    if not found and max(values) - fmean(values) < ALIKE:
        return (Reason("alike"),)
    found.sort(key=lambda one: (-one[0], -one[1]))
    return tuple(
        reason for k, (counts, _, reason) in enumerate(found[:MOST]) if not k or counts > QUIET
    )


def drawn(reasons: Sequence[Reason], after: Position) -> Sketch:
    """Arrows on the board that the move leads to, for those reasons that can be seen there."""
    ways = [way for reason, way in _guards(after, not after.black_to_move) if reason in reasons]
    if {"threatens", "attacks"} & {reason.kind for reason in reasons}:
        ways += [
            move.squares
            for move, man, target, profit in _captures(_turned(after))
            if Reason("threatens" if profit > 0 else "attacks", man, target) in reasons
        ]
    squares = dict.fromkeys(square for way in ways for square in way)
    nodes = tuple(Mark(after.piece(square), square) for square in squares)
    return Sketch(nodes, tuple(Arrow(*way) for way in ways))


def _gain(shares: list[bool], values: Sequence[float]) -> float:
    """By how much moves that share something are worth more than those that don't."""
    with_it = [value for value, has in zip(values, shares, strict=True) if has]
    without = [value for value, has in zip(values, shares, strict=True) if not has]
    return fmean(with_it) - fmean(without) if with_it and without else 0.0


def _features(position: Position, move: Move) -> Features:
    after = make(position, move)
    made: Features = {}
    if taken := taken_by(position, move):
        made[Reason("takes", target=taken)] = POINTS[taken]
    if move.promotion:
        made[Reason("becomes", move.promotion)] = POINTS[move.promotion]
    check = in_check(after)
    if check:
        mate = not legal_moves(after)
        made[Reason("mates" if mate else "checks")] = 1_000.0 if mate else QUIET
    answers = tuple(_captures(after))
    made |= _left_to(answers)
    if not any(answer.end == move.end and profit > 0 for answer, _, _, profit in answers):
        made |= dict.fromkeys(_places(position, move, after), STANDS)
    if not check:
        for _, man, target, profit in _captures(_turned(after)):
            reason = Reason("threatens" if profit > 0 else "attacks", man, target)
            made[reason] = max(profit, QUIET, made.get(reason, 0.0))
    guards = (reason for reason, _ in _guards(after, position.black_to_move))
    return made | dict.fromkeys(guards, QUIET)


def _left_to(captures: Iterable[Capture]) -> Features:
    """What the side to move can take with profit: what the other should have spared its men."""
    made: Features = {}
    for _, man, target, profit in captures:
        if profit > 0:
            reason = Reason("spares", man, target)
            made[reason] = max(profit, made.get(reason, 0.0))
    return made


def _places(position: Position, move: Move, after: Position) -> Iterator[Reason]:
    """What a move, whose man isn't lost by it, does for the place of him and of the others."""
    black = position.black_to_move
    man, (start, end) = position.piece(move.start).lower(), move.squares
    if man == "k" and abs(start - end) == 2:
        yield Reason("castles")
    home = 7 if black else 0
    if man in "nb" and start // 8 == home != end // 8:
        yield Reason("develops", man)
    if man in "pn" and end in CENTRE and start not in CENTRE:
        yield Reason("centre", man)
    sides = [(board.words(), board.black if black else board.white) for board in (position, after)]
    for number in squares_of(sides[0][1] & sides[1][1] & ~(1 << end)):
        stands = after.piece(number).lower()
        was, now = (
            (int(attacks_from(words, number)) & WHOLE & ~own).bit_count() for words, own in sides
        )
        if stands in "brq" and now - was >= ROOM:
            yield Reason("frees", stands)


def _turned(position: Position) -> Position:
    """The same with the other side to move."""
    return replace(position, black_to_move=not position.black_to_move, en_passant=0)


def _captures(position: Position) -> Iterator[Capture]:
    """What the side to move can take."""
    words, by = position.words(), int(not position.black_to_move)
    ends = position.occupied | (1 << position.en_passant if position.en_passant else 0)
    for move in legal_moves(position):
        target = taken_by(position, move) if ends >> move.end & 1 else ""
        if target:
            man = position.piece(move.start).lower()
            left = position.occupied & ~(1 << move.start)
            guarded = attackers(words, move.end, by, signed(left))
            lost = EXCHANGES[man] if guarded else 0
            yield move, man, target, max(POINTS[target] - lost, 0.0)


def _guards(position: Position, black: bool) -> Iterator[tuple[Reason, tuple[int, int]]]:
    """Whom the men of a side guard; pawns stand beside pawns in every game."""
    words = position.words()
    occupied = words[WHITE] | words[BLACK]
    own = position.black if black else position.white
    men = {number: position.piece(number).lower() for number in squares_of(own)}
    for square, target in men.items():
        guards = int(attackers(words, square, int(black), occupied)) if target != "k" else 0
        for number, man in men.items():
            if guards >> number & 1 and man + target != "pp":
                yield Reason("guards", man, target), (number, square)
