"""The arrangement of the signature tables: which terms, in which tables, in how few values.

Three levels, as the program of 1967 had them (docs/sources/samuel.md, section 13)::

    24 terms in 6 groups of 4     three of a group have 3 values (-1, 0, 1), one has 5 (-2..2)
    6 first-level tables          3 * 3 * 3 * 5 = 135 signatures each, output quantised to 5 values
    2 second-level tables         5 * 5 * 5     = 125 signatures each, output quantised to 15 values
    1 third-level table           15 * 15       = 225 signatures, its output is the board's score

*Symmetry.*  Each term is taken together (:mod:`machines.samuel.terms`): what is +1 for one side is
-1 for the other.  So a signature and its negative say the same of the two sides, share an entry,
and have opposite values; 135 signatures need 68 entries, 125 need 63 and 225 need 113.  A signature
is numbered so that its negative has the negative number: the digits, each negative or positive,
read in their mixed base.  Number 0 is its own negative, hence its value is 0.

*Which terms.*  Of the 27 simple terms here those three are left out that can't tell anything new:
RECAP, identical with EXCH; MOVE, which is the same for both sides and hence 0 together; MOMENT,
which Appendix C of 1959 doesn't have.  Which 24 parameters the paper used, and how it grouped them,
isn't known here, so the groups are ours: a group holds terms that speak of one thing, because a
first-level table is the only place where terms are looked at in combination.  ADV, the pull
forward, stands with the back row, which it empties.  Of each group that term has five values whose
count spreads the widest.  The first three groups speak of where pieces stand, the other three of
what can be done or suffered; each three share a second-level table.

*Breaks.*  A term's count is made -1, 0 or 1, or -2..2, by its magnitude: from ``low`` on 1, from
``high`` on 2.  They are ours, set by how the counts spread over the boards of book games (never by
which of them were the book's), so that the values are used as evenly as whole numbers allow.
"""

from dataclasses import dataclass

from machines.samuel import term_table, terms

THREE, FIVE = 3, 5
NEVER = 1 << 30
"""A break that no count reaches."""


@dataclass(frozen=True)
class Parameter:
    """A term as a first-level table sees it."""

    name: str
    low: int  # From this magnitude on it is 1 (or -1)
    high: int = NEVER  # From this one on 2 (or -2)

    @property
    def values(self) -> int:
        """How many values it has: 3 or 5."""
        return THREE if self.high == NEVER else FIVE

    @property
    def number(self) -> int:
        """Its term's, for the kernels."""
        return term_table.TERMS[self.name].number


@dataclass(frozen=True)
class Group:
    """A first-level table's four parameters, the one of five values first."""

    name: str
    parameters: tuple[Parameter, Parameter, Parameter, Parameter]


GROUPS = (
    Group(
        "back row and advance",
        (Parameter("ADV", 1, 2), Parameter("BACK", 1), Parameter("GUARD", 1), Parameter("OREO", 1)),
    ),
    Group(
        "centre",
        (
            Parameter("CNTR", 1, 2),
            Parameter("CENT", 1),
            Parameter("KCENT", 1),
            Parameter("APEX", 1),
        ),
    ),
    Group(
        "diagonals and lines",
        (Parameter("DIAV", 1, 3), Parameter("DIA", 1), Parameter("DYKE", 1), Parameter("CRAMP", 1)),
    ),
    Group(
        "mobility",
        (Parameter("MOBIL", 1, 2), Parameter("MOB", 1), Parameter("DENY", 1), Parameter("CORN", 1)),
    ),
    Group(
        "threats and exchanges",
        (
            Parameter("THRET", 1, 2),
            Parameter("EXCH", 1),
            Parameter("FORK", 1),
            Parameter("EXPOS", 1),
        ),
    ),
    Group(
        "gaps and holes",
        (Parameter("GAP", 1, 2), Parameter("HOLE", 1), Parameter("NODE", 1), Parameter("POLE", 1)),
    ),
)

PARAMETERS = tuple(parameter for group in GROUPS for parameter in group.parameters)
COUNT = len(PARAMETERS)
"""24."""
IN_GROUP = 4
FIRST_TABLES, SECOND_TABLES = len(GROUPS), 2
GROUPS_TO_SECOND = FIRST_TABLES // SECOND_TABLES
TABLES = FIRST_TABLES + SECOND_TABLES + 1
"""Nine: 0 to 5 the first level, 6 and 7 the second, 8 the third."""

FIRST_SIGNATURES, SECOND_SIGNATURES, THIRD_SIGNATURES = 135, 125, 225
FIRST_VALUES, SECOND_VALUES = 5, 15
"""To how many values the outputs of a first- and of a second-level table are quantised."""


def entries_of(signatures: int) -> int:
    """How many entries so many signatures need, a signature and its negative sharing one."""
    return signatures // 2 + 1


SIZES = (
    *(entries_of(FIRST_SIGNATURES),) * FIRST_TABLES,
    *(entries_of(SECOND_SIGNATURES),) * SECOND_TABLES,
    entries_of(THIRD_SIGNATURES),
)
"""Entries of each table: 68 six times, 63 twice, 113."""
STARTS = tuple(sum(SIZES[:table]) for table in range(TABLES))
"""Where each table's entries begin among all of them; at that place stands signature 0."""
ENTRIES = sum(SIZES)
"""647."""
LEVELS = ((0, FIRST_TABLES), (FIRST_TABLES, TABLES - 1), (TABLES - 1, TABLES))
"""The tables of each level: the first, and the one behind the last."""

NUMBERS = tuple(parameter.number for parameter in PARAMETERS)
LOWS = tuple(parameter.low for parameter in PARAMETERS)
HIGHS = tuple(parameter.high for parameter in PARAMETERS)
"""By parameter, as the kernels take them."""
AT_MOB, AT_DENY, AT_MOBIL = (
    NUMBERS.index(number) for number in (terms.MOB, terms.DENY, terms.MOBIL)
)

MOST_PHASES = 6
PIECES = 24
"""On the board at the start."""
