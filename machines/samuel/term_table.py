"""The table of the polynomial's terms: name, number, what is counted, in words, and its source.

Samuel's Appendix C defines 26 *parameters* of a board with its active side (to move) and its
passive side, and builds from pairs of them twelve *binary connectives*.  Each parameter speaks of
the passive side's pieces (the bridge, holes, dykes) or of what the active side could do (mobility,
threats).  Here each is defined as the *rating* of one side, "the side" below, against "the other
side": the parameter is the passive side's rating, or the active side's where :attr:`Term.active`
says so.  Two things are made of ratings (:mod:`machines.samuel.terms`):

* taken *together*: own rating less the other side's on the same board, turned round where a high
  rating is bad to have (:attr:`Term.good`); positive is good for the side to move;
* taken *by turns*, as Appendix C says: the parameter on the board less the parameter on the board
  before the last move, each with its own active and passive side; credited to the passive side.

Words used in the definitions:

* *piece*: man or king.  *Squares* are standard numbers, 1..32; Black's men go to higher numbers.
  A square off the board is neither empty nor occupied.
* *Neighbours* of a square: the squares one step along its diagonals, in all four directions, as far
  as they are on the board (four; two at the side; one for squares 4 and 29).  A *diagonal through*
  a square is one of the two lines of dark squares that cross there.
* *Next to*: one step along a diagonal in a direction in which the piece can move (men forward only,
  kings both ways).
* *Plain move*: of one piece to an empty square that it is next to, whether or not the side has
  jumps to make first.  A man that comes to its king row is a king from then on.
* *Single jump*: of one piece, in a direction in which it can move, over a neighbouring piece of the
  opponent to the empty square right behind, the jumped piece being taken off; a continuation isn't
  looked at.
* *Material*: 2 for a man, 3 for a king.
* *Center squares*: 10, 11, 14, 15, 18, 19, 22, 23 (Appendix C prints their internal numbers, 11,
  12, 15, 16, 20, 21, 24, 25 of Fig. A-1; as standard numbers they would be lopsided).
* *Bridge*: Black 1 and 3, White 30 and 32.  *Triangle of Oreo*: Black 2, 3, 7, White 26, 30, 31.
* *Double-corner files*: 1, 6, 10, 15, 19, 24, 28 and 5, 9, 14, 18, 23, 27, 32.  *One removed* from
  them: 2, 7, 11, 16, 20 and 13, 17, 22, 26, 31.  *Two removed*: 3, 8, 12 and 21, 25, 30.  *Three
  removed*: 4 and 29.  *Double-corner squares*: 1, 5, 28, 32.

All other squares of Appendix C are standard numbers there too (they agree under s to 33 - s).

In a connective the range of each simple term is divided in two, "easily done on a sign basis" for
terms that are symmetrical about 0 (Samuel 1959, binary connective terms).  What is done with 0 the
paper doesn't say.  By turns DENY and CENT are as often above 0 as below, MOB and MOBIL aren't: so
the first two are divided by their sign, 0 being in neither class, and of the mobilities 0 is in the
class of what isn't greater.  Of the 81 ways to do it term by term this and one other (0 of CENT not
greater) have MODE1, MODE4 and MOC1 rare, as Appendix C's counts demand, and MODE3 and DEMMO other
than 0 about as often as they were adjusted; how often, and which counts no reading of a term meets:
docs/research/samuel.md.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from machines.samuel import terms as kernels

READINGS = 2
"""Which reading of Appendix C the terms follow, for records of what was learned with them.  Until
November 2026, 1: in every connective 0 was not greater, HOLE and NODE were never at the edge, and
FORK wanted both squares behind empty."""


@dataclass(frozen=True)
class Term:
    """What a term is, for the listing and for whoever checks it."""

    name: str
    number: int
    """What the kernels know it by (:func:`machines.samuel.terms.term`); its coefficient stands in
    storage at 0300 + number (octal)."""
    definition: str
    """The rating of one side; of a connective, the condition on its two simple terms."""
    source: str
    good: bool = True
    """Whether a high own rating is good for a side, when terms are taken together."""
    active: bool = False
    """Whether Appendix C's parameter is the rating of the active side; else of the passive."""
    halves: bool = False
    """Whether the count is twice the paper's, which has halves."""
    connects: tuple[str, str] | None = None
    """The simple terms A and B of a binary connective."""


APPENDIX_C = "Samuel 1959, Appendix C"
PIECE = Term(
    "PIECE",
    kernels.PIECE_ADVANTAGE,
    "(a - p) * (128 - (a + p)), a and p the material of the two sides: man 2, king 3",
    "Samuel 1959, the scoring polynomial; the formula is ours",
)
"""Piece advantage: never among the terms, which follow it."""

_SIMPLE = """
DENY     bad active
  1 for each empty square S for which the side has a piece next to S such that, once that piece
  has made the plain move to S, the other side has a single jump that takes the piece on S,
  after which the side can't jump the very piece that took it. (Jumps elsewhere, and a
  continuation of the jump, aren't looked at; the square that the piece has left is empty; one
  square counts once.)
  = MOB squares where a piece could be captured without an exchange
MOB      active
  1 for each empty square that the side has a piece next to, whether or not jumps are available
  (one square counts once)
  =
CENT
  1 for each man of the side on standard squares 10, 11, 14, 15, 18, 19, 22, 23
  = (there in internal numbers: 11, 12, 15, 16, 20, 21, 24, 25)
ADV
  1 for each man of the side in its 5th and 6th rows (Black: squares 17-24, White: 9-16), less 1
  for each in its 3rd and 4th (Black: 9-16, White: 17-24)
  =
CENT+ADV
  CENT + ADV as one term
  = Samuel 1959, rote learning: center control and advancement as a hybrid; the sum is ours
APEX
  -1 if there are no kings of either side on the board, the other side has a man on square 7 or
  26 or both, and the side has no man on either; else 0
  = APEX (Apex)
BACK
  1 if the other side has no kings and the side has pieces on both squares of its own bridge
  (Black 1 and 3, White 30 and 32); else 0
  = BACK (Back Row Bridge); whose bridge is meant is our reading
CNTR     active
  1 for each center square on which the side has a piece, or which is empty and which the side
  has a piece next to (a square of MOB); jumps aren't looked at
  = CNTR (Center Control II)
CORN     active
  1 if the side's material is 6 or less, the other side's material is greater than the side's,
  and the side has a piece next to an empty double-corner square, 1, 5, 28 or 32 (a square of
  MOB); else 0. A piece that stands in a double corner already counts only if it can move into
  one.
  = CORN (Double-Corner Credit)
CRAMP
  Black: 2 if Black has a piece on 13 and a piece on 9 or 14 or both, and White has pieces on
  all of 17, 21, 22, 25. White: 2 if White has a piece on 20 and a piece on 19 or 24 or both,
  and Black has pieces on all of 8, 11, 12, 16. Else 0.
  = CRAMP (Cramp); it prints '19 or 20', where symmetry asks for 19 or 24
DIA
  1 for each piece of the side on the double-corner files
  = DIA (Double Diagonal File)
DIAV     halves
  counted in halves: 3 for each piece of the side on the double-corner files, 2 for each one
  removed from them, 1 for each two removed, 0 on 4 and 29
  = DIAV (Diagonal Moment Value), 3/2, 1 and 1/2
DYKE
  1 for each three squares in line, each the next along one diagonal, that all hold pieces of
  the side. A longer string counts once for each three: 2 for four, 3 for five; strings that
  share squares all count.
  = DYKE (Dyke)
EXCH     active
  1 for each empty square S to which the side has a plain move after which the other side has at
  least one single jump, anywhere, and each single jump that it has can be answered: the side
  then has a single jump that takes the very piece that has jumped, on the square where it
  landed. (All plain moves to S are tried; one square counts once. Jumps that were there before
  the move count with the rest. This is the exchange offer of the break points.)
  = EXCH (Exchange); what forces an exchange is our choice
EXPOS    bad
  1 for each piece of the side for which, along at least one of the two diagonals through it,
  both neighbours are on the board and empty (once a piece, also if along both)
  = EXPOS (Exposure)
FORK     bad
  1 for each pair of pieces of the side and each empty square M such that: the two are
  neighbours of M in one row of the board (both in the next higher row or both in the next
  lower); of the up to six squares that are neighbours of one of the two or of both at least
  three are empty, M among them and the square right behind one of the two as seen from M (two
  steps from M along the same diagonal); and the other side has a piece, anywhere, that can move
  in the direction from M to the pair (towards higher rows a black piece or a white king,
  towards lower rows a white piece or a black king). From M that piece would threaten one or the
  other. Whether it can come to M, and whether it would be taken there, isn't asked. An M with
  such a pair on both sides counts twice.
  = FORK (Threat of Fork); the geometry is our choice, the widest in which three empty squares
    and a threat from between the two are asked for: FORK was adjusted in 38.5% of 1,039 sets.
    It isn't 0 in 48% of 2,590 of ours; with both squares behind empty in 24%, and without
    the piece that can move there in 30%
GAP      bad
  1 for each empty square for which, along at least one of the two diagonals through it, one
  neighbour holds a piece of the side and the opposite one either holds a piece of the side too
  or is off the board (once a square)
  = GAP (Gap); the square at the edge separates the piece from the edge
GUARD
  1 if the other side has no kings and the side has pieces on both squares of its own bridge or
  on all three of its own triangle of Oreo, or both; else 0
  = GUARD (Back Row Control)
HOLE     bad
  1 for each empty square of whose neighbours three or four hold pieces of the side, or, at the
  edge, all that it has (two; one on 4 and 29)
  = HOLE (Hole); the edge is our choice: HOLE was adjusted in 57.6% of 1,039 sets. It isn't 0
    in 56% of 2,590 of ours; without the edge in 34%, with the edge as a piece in 84%, as often
    as GAP, which was adjusted a third more often than HOLE
KCENT
  1 for each king of the side on a center square
  = KCENT (King Center Control)
MOBIL    active
  MOB less DENY, of the same side
  = MOBIL (Undenied Mobility)
MOVE
  1 if both sides have the same number of pieces (men and kings alike), the material of both
  sides together is less than 24, and the number of pieces of both sides together on squares
  1-4, 9-12, 17-20 and 25-28 is odd; else 0. It is the same for both sides, hence always 0 when
  taken together.
  = MOVE (Move); 'even' and the count of both sides are our choices
NODE     bad
  1 for each piece of the side of whose neighbours three or four are empty, or, at the edge, all
  that it has
  = NODE (Node); surrounded as in HOLE
OREO
  1 if the side has no kings and has men on all three squares of its own triangle of Oreo (Black
  2, 3, 7, White 26, 30, 31); else 0
  = OREO (Triangle of Oreo)
POLE     bad
  1 for each man of the side all of whose neighbours are empty; at the edge too, where there are
  two or one
  = POLE (Pole); the edge is our choice
RECAP    active
  the same as EXCH
  = RECAP (Recapture), identical with Exchange, a control experiment
THRET    active
  1 for each empty square S to which the side has a plain move after which the piece on S has a
  single jump, supposing that the side moved again at once; a man that is crowned on S jumps as
  a king. (Jumps of other pieces, opened by the move, aren't looked at, nor whether the piece on
  S would be taken first; one square counts once.)
  = THRET (Threat)
MOMENT   bad
  0 for each piece of the side on the double-corner files, 1 for each one removed from them, 3
  for each two removed, 6 for each three removed (4 and 29). With distances r + 1/2 from the
  axis between the two files, this is half the second moment less an eighth for each piece.
  = Samuel 1959, the second moment about the diagonal axis through the double corners, in use
    but not defined in Appendix C; the scale is ours
"""
"""Each term's name, what it is (bad to have, active, halves), its definition and, behind ``=``, its
source: what Appendix C has it as, or another place in the paper."""


def _read_simple(table: str) -> Iterator[Term]:
    for entry in re.split(r"\n(?=\S)", table.strip()):
        head, _, text = entry.partition("\n")
        name, *kinds = head.split()
        definition, _, source = (" ".join(part.split()) for part in text.partition("\n  ="))
        if not source.startswith("Samuel"):
            source = f"{APPENDIX_C}{'' if source[:1] in ('', '(') else ':'} {source}".rstrip()
        yield Term(
            name,
            _number(name),
            definition,
            source,
            good="bad" not in kinds,
            active="active" in kinds,
            halves="halves" in kinds,
        )


def _number(name: str) -> int:
    """The kernels' number of a term."""
    number: int = getattr(kernels, name.replace("+", "_"))
    return number


TRUTHS = ("A and B", "A and not B", "not A and B", "neither A nor B")
"""What the four connectives of a pair ask, in Appendix C's order."""
_CONNECTED = (
    ("DENY", "MOB", ("DEMO", "DEMMO", "DDEMO", "DDMM")),
    ("MOBIL", "DENY", ("MODE1", "MODE2", "MODE3", "MODE4")),
    ("MOBIL", "CENT", ("MOC1", "MOC3", "MOC2", "MOC4")),
)
"""A, B and their connectives in the order of TRUTHS: of the third pair 1, 3, 2, 4."""


def _classes(letter: str, simple: str) -> str:
    """What a letter means in a connective: how the range of a simple term is divided."""
    other = "less than 0 (0 is neither)" if kernels.SIGNED >> _number(simple) & 1 else "0 or less"
    return f"{letter} is: the term {simple} is greater than 0, not {letter}: it is {other}"


_CONNECTIVES = tuple(
    Term(
        name,
        _number(name),
        f"1 if {truth}, else 0, where {_classes('A', a)}; {_classes('B', b)}. By turns, of the "
        "values by turns of the two; together, the connective of the two terms as the side sees "
        "them less that of the two as the other side sees them.",
        APPENDIX_C + ": binary connective terms",
        connects=(a, b),
    )
    for a, b, names in _CONNECTED
    for name, truth in zip(names, TRUTHS, strict=True)
)

TERMS: Mapping[str, Term] = {
    term.name: term
    for term in sorted((*_read_simple(_SIMPLE), *_CONNECTIVES), key=lambda term: term.number)
}
"""All terms but piece advantage, by name, in the order of their numbers."""
BY_NUMBER = {term.number: term for term in TERMS.values()}
