"""What the terms of Samuel's polynomial count for one side of a board, each as a kernel.

A *rating* counts something for one side: f and b are that side's pieces that can move forward and
backward, of and ob the other side's, empty the empty squares, black 1 if the side is Black (Samuel
1959, Appendix A; squares are bits as in :mod:`machines.games.draughts.board`).  What each counts
is said in words in :mod:`machines.samuel.term_table`; which term takes which rating, in
:mod:`machines.samuel.terms`.

All squares are looked at at once: ``word >> 4`` holds at each square what ``word`` holds four bits
further (right forward), and the unused bits 9, 18 and 27 keep the edges apart.
"""

from machines.games.draughts.board import BOARD, bit
from machines.games.draughts.kernels import HIGHEST_ROW, LOWEST_ROW, carried, jump_words, step
from machines.kernels.bits import popcount
from machines.kernels.kernel import inner_kernel, kernel


def _squares(*standard: int) -> int:
    """The word with these standard squares in it."""
    return sum(bit(square) for square in standard)


CENTER = sum(1 << n for n in (11, 12, 15, 16, 20, 21, 24, 25))
"""Internal numbers (Fig. A-1): standard 10, 11, 14, 15, 18, 19, 22, 23."""
ROWS_3_4 = sum(bit(square) for square in range(9, 17))
"""Black's third and fourth rows, White's fifth and sixth."""
ROWS_5_6 = sum(bit(square) for square in range(17, 25))

APEX_SQUARES = _squares(7, 26)
BLACK_BRIDGE, WHITE_BRIDGE = _squares(1, 3), _squares(30, 32)
BLACK_OREO, WHITE_OREO = _squares(2, 3, 7), _squares(26, 30, 31)
BLACK_CRAMPING, WHITE_CRAMPING = _squares(13), _squares(20)
BLACK_NEARBY, WHITE_NEARBY = _squares(9, 14), _squares(19, 24)
CRAMPED_WHITE, CRAMPED_BLACK = _squares(17, 21, 22, 25), _squares(8, 11, 12, 16)

DOUBLE_CORNERS = _squares(1, 5, 28, 32)
DOUBLE_FILES = _squares(1, 6, 10, 15, 19, 24, 28, 5, 9, 14, 18, 23, 27, 32)
ONE_REMOVED = _squares(2, 7, 11, 16, 20, 13, 17, 22, 26, 31)
TWO_REMOVED = _squares(3, 8, 12, 21, 25, 30)
THREE_REMOVED = _squares(4, 29)
CORN_MATERIAL = 6
"""CORN asks for a side with no more than this: three men or two kings."""

MOVE_SYSTEM = _squares(*(s for s in range(1, 33) if (s - 1) // 4 % 2 == 0))
"""The files that start with squares 1, 2, 3 and 4."""
MOVE_MATERIAL = 24
"""MOVE asks for less than this, of both sides together (the paper says a *total* count)."""

# Squares beyond which there is nothing, by what a step would add to the bit number.
END_UP_4, END_UP_5 = BOARD & ~(BOARD >> 4), BOARD & ~(BOARD >> 5)
END_DOWN_4, END_DOWN_5 = BOARD & ~(BOARD << 4), BOARD & ~(BOARD << 5)


@kernel("int64(int64,int64)")
def material(f: int, b: int) -> int:
    """2 for a man, 3 for a king (item 9)."""
    return 2 * popcount(f | b) + popcount(f & b)


@inner_kernel("int64(int64,int64,int64)")
def reached(f: int, b: int, empty: int) -> int:
    """The empty squares next to a piece of f or b, in a way in which it can go."""
    return ((f << 4) | (f << 5) | (b >> 4) | (b >> 5)) & empty


@inner_kernel("int64(int64,int64,int64)")
def struck(f: int, b: int, empty: int) -> int:
    """The squares on which a piece could be jumped by f or b: an attacker before it, empty behind.

    Whatever stands on the square itself is not asked.
    """
    return (
        ((f << 4) & (empty >> 4))
        | ((f << 5) & (empty >> 5))
        | ((b >> 4) & (empty << 4))
        | ((b >> 5) & (empty << 5))
    )


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def denied(f: int, b: int, of: int, ob: int, empty: int) -> int:
    """DENY: the squares to which f or b can move and on which the piece is taken for nothing.

    The taker comes down on ``end`` and stays there if f, b don't strike that square.  Whether they
    do is asked of the board before anything has moved, since the squares that change, where the
    piece and the taker came from, are two steps from ``end`` (or ``end`` itself), and a jump onto
    it asks only for the squares around it.
    """
    safe = ~struck(f, b, empty)
    weak = struck(of, ob, empty & safe)
    # A head-on taker comes down on the square that the moving piece has left.
    f_safe, b_safe = f & safe, b & safe
    head_on = (
        ((f_safe << 4) & (ob >> 4))
        | ((f_safe << 5) & (ob >> 5))
        | ((b_safe >> 4) & (of << 4))
        | ((b_safe >> 5) & (of << 5))
    )
    return (reached(f, b, empty) & weak) | (head_on & empty)


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def all_jumped_back(f: int, b: int, of: int, ob: int, empty: int) -> int:
    """Whether the other side has a jump, and each can be answered by jumping its very piece.

    1 or 0; only the first jump of a multiple jump is looked at.
    """
    jumps = jump_words(of, ob, f | b, empty)
    if not jumps[0] | jumps[1] | jumps[2] | jumps[3]:
        return 0
    for way in range(4):
        word = jumps[way]
        while word:
            start = word & -word
            word ^= start
            over = step(start, way)
            end = step(over, way)
            if not struck(f & ~over, b & ~over, (empty | start | over) & ~end) & end:
                return 0
    return 1


@inner_kernel("int64(int64,int64,int64,int64,int64,int64)")
def exchanges(f: int, b: int, of: int, ob: int, empty: int, enough: int) -> int:
    """EXCH: the squares to which a plain move offers an exchange, the first ``enough`` of them.

    Only the moves after which the other side can jump at all are tried: the piece that moves is
    attacked where it comes to, or leaves the square on which another's attacker lands; all moves,
    if something can be jumped already.
    """
    own = f | b
    standing = jump_words(of, ob, own, empty)
    threatened = standing[0] | standing[1] | standing[2] | standing[3]
    weak = struck(of, ob, empty)
    uncovers = (
        (own >> 4 & ob >> 8) | (own >> 5 & ob >> 10) | (own << 4 & of << 8) | (own << 5 & of << 10)
    )
    squares = 0
    for way in range(4):
        if way == 0:
            word = f & empty >> 4
            tried = uncovers | weak >> 4 | ob >> 8
        elif way == 1:
            word = f & empty >> 5
            tried = uncovers | weak >> 5 | ob >> 10
        elif way == 2:
            word = b & empty << 4
            tried = uncovers | weak << 4 | of << 8
        else:
            word = b & empty << 5
            tried = uncovers | weak << 5 | of << 10
        if not threatened:
            word &= tried
        while word:
            start = word & -word
            word ^= start
            end = step(start, way)
            if squares & end:
                continue
            f_after, b_after = carried(f, b, start, end, way)
            if all_jumped_back(f_after, b_after, of, ob, (empty | start) & ~end):
                squares |= end
                enough -= 1
                if enough == 0:
                    return squares
    return squares


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def threats(f: int, b: int, of: int, ob: int, empty: int) -> int:
    """THRET: the squares to which a plain move brings a piece that could jump from there."""
    other = of | ob
    forward = (other >> 4 & empty >> 8) | (other >> 5 & empty >> 10)
    backward = (other << 4 & empty << 8) | (other << 5 & empty << 10)
    kings = f & b
    ahead = f << 4 | f << 5
    back = b >> 4 | b >> 5
    by_king = kings << 4 | kings << 5 | kings >> 4 | kings >> 5
    return empty & (
        (ahead & (forward | (backward & HIGHEST_ROW)))
        | (back & (backward | (forward & LOWEST_ROW)))
        | (by_king & (forward | backward))
    )


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def fork(f: int, b: int, of: int, ob: int, empty: int) -> int:
    """FORK: how often a piece between two in a row would threaten one or the other.

    Three of the six squares around the two are empty: that one, one behind, and another.
    """
    own = f | b
    beside = empty << 1 | empty >> 1
    count = 0
    if of:
        left, right, between = empty >> 8, empty >> 10, empty >> 9
        open_squares = (left & right) | ((left | right) & (between | beside))
        count += popcount(empty & own >> 4 & own >> 5 & open_squares)
    if ob:
        left, right, between = empty << 8, empty << 10, empty << 9
        open_squares = (left & right) | ((left | right) & (between | beside))
        count += popcount(empty & own << 4 & own << 5 & open_squares)
    return count


@inner_kernel("int64(int64,int64)")
def center_men(f: int, b: int) -> int:
    """CENT: men of the side on the center squares."""
    return popcount((f ^ b) & CENTER)


@inner_kernel("int64(int64,int64)")
def center_kings(f: int, b: int) -> int:
    """KCENT: kings of the side on the center squares."""
    return popcount(f & b & CENTER)


@inner_kernel("int64(int64,int64)")
def advancement(f: int, b: int) -> int:
    """ADV: men of the side in its rows 5 and 6, less its men in its rows 3 and 4.

    Men that go forward (f only) are Black's, men that go backward (b only) White's.
    """
    black, white = f & ~b, b & ~f
    return popcount((black & ROWS_5_6) | (white & ROWS_3_4)) - popcount(
        (black & ROWS_3_4) | (white & ROWS_5_6)
    )


@inner_kernel("int64(int64,int64,int64,int64)")
def apex(f: int, b: int, of: int, ob: int) -> int:
    """APEX: -1 or 0."""
    if f & b or of & ob:
        return 0
    return -1 if (of | ob) & APEX_SQUARES and not (f | b) & APEX_SQUARES else 0


@inner_kernel("int64(int64,int64)")
def holds_bridge(own: int, black: int) -> int:
    """Whether the side's pieces hold its bridge: 1 or 0."""
    bridge = BLACK_BRIDGE if black else WHITE_BRIDGE
    return 1 if own & bridge == bridge else 0


@inner_kernel("int64(int64,int64)")
def holds_oreo(own: int, black: int) -> int:
    """Whether the side's pieces hold its triangle of Oreo: 1 or 0."""
    triangle = BLACK_OREO if black else WHITE_OREO
    return 1 if own & triangle == triangle else 0


@inner_kernel("int64(int64,int64)")
def center_held(own: int, reach: int) -> int:
    """CNTR: center squares with a piece of the side or in its reach (:func:`reached`)."""
    return popcount((own | reach) & CENTER)


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def corner_credit(f: int, b: int, of: int, ob: int, reach: int) -> int:
    """CORN: 1 or 0."""
    own = material(f, b)
    if own > CORN_MATERIAL or material(of, ob) <= own:
        return 0
    return 1 if reach & DOUBLE_CORNERS else 0


@inner_kernel("int64(int64,int64,int64)")
def cramp(own: int, other: int, black: int) -> int:
    """CRAMP: 2 or 0."""
    if black:
        held = own & BLACK_CRAMPING and own & BLACK_NEARBY
        cramped = other & CRAMPED_WHITE == CRAMPED_WHITE
    else:
        held = own & WHITE_CRAMPING and own & WHITE_NEARBY
        cramped = other & CRAMPED_BLACK == CRAMPED_BLACK
    return 2 if held and cramped else 0


@inner_kernel("int64(int64)")
def diagonal_halves(own: int) -> int:
    """DIAV, in halves."""
    return (
        3 * popcount(own & DOUBLE_FILES)
        + 2 * popcount(own & ONE_REMOVED)
        + popcount(own & TWO_REMOVED)
    )


@inner_kernel("int64(int64)")
def second_moment(own: int) -> int:
    """MOMENT: r (r + 1) / 2 summed, r the number of diagonals removed from the double corners."""
    return (
        popcount(own & ONE_REMOVED)
        + 3 * popcount(own & TWO_REMOVED)
        + 6 * popcount(own & THREE_REMOVED)
    )


@inner_kernel("int64(int64)")
def dyke(own: int) -> int:
    """DYKE: threes in line."""
    return popcount(own & own >> 4 & own >> 8) + popcount(own & own >> 5 & own >> 10)


@inner_kernel("int64(int64,int64)")
def exposed(own: int, empty: int) -> int:
    """EXPOS: pieces between two empty squares in line."""
    return popcount(own & ((empty >> 4 & empty << 4) | (empty >> 5 & empty << 5)))


@inner_kernel("int64(int64,int64)")
def gaps(own: int, empty: int) -> int:
    """GAP: empty squares between two pieces in line, or between a piece and the edge."""
    up_4, up_5, down_4, down_5 = own >> 4, own >> 5, own << 4, own << 5
    return popcount(
        empty
        & (
            (up_4 & (down_4 | END_DOWN_4))
            | (down_4 & END_UP_4)
            | (up_5 & (down_5 | END_DOWN_5))
            | (down_5 & END_UP_5)
        )
    )


@inner_kernel("int64(int64)")
def surrounded(word: int) -> int:
    """HOLE, NODE: the squares of whose neighbours three or more are in ``word``, or all of them.

    Also some squares off the board.
    """
    up_4, up_5, down_4, down_5 = word >> 4, word >> 5, word << 4, word << 5
    three = (up_4 & up_5 & (down_4 | down_5)) | (down_4 & down_5 & (up_4 | up_5))
    above = (up_4 | END_UP_4) & (up_5 | END_UP_5)
    below = (down_4 | END_DOWN_4) & (down_5 | END_DOWN_5)
    return three | (above & below)


@inner_kernel("int64(int64,int64,int64)")
def poles(f: int, b: int, occupied: int) -> int:
    """POLE: men with no neighbours."""
    near = occupied >> 4 | occupied >> 5 | occupied << 4 | occupied << 5
    return popcount((f ^ b) & ~near)


@inner_kernel("int64(int64,int64,int64,int64)")
def the_move(f: int, b: int, of: int, ob: int) -> int:
    """MOVE: 1 or 0."""
    own, other = f | b, of | ob
    if popcount(own) != popcount(other) or material(f, b) + material(of, ob) >= MOVE_MATERIAL:
        return 0
    return popcount((own | other) & MOVE_SYSTEM) & 1
