"""What Samuel 1967 is said to print: IBM Journal of Research and Development 11(6), 601-617.

The paper isn't at hand: every value is a secondary source's, as docs/sources/samuel.md has it.
"""

from machines.laboratory.printed.value import Printed

SCAN = ""

WHERE = "by secondary knowledge"
_PAGE = "docs/sources/samuel.md, section 13"
"""What the secondary sources say, by their marks there."""
_TABLES = (
    f"{_PAGE}, mark [2]: 24 parameters, most of three values and some of "
    "five; six tables of four each, two of three inputs, one of two"
)
_BOOK = f"{_PAGE}, mark [2]: after about 174,000 book moves"
_TESTED = f"{_PAGE}, mark [a]: the paper's abstract"

PARAMETERS = Printed(24, WHERE, 0, _TABLES)
TABLES = Printed("6, 2, 1", WHERE, 0, _TABLES)
"""By level."""
SIGNATURES = {
    "first": Printed(3 * 3 * 3 * 5, WHERE, 0, _TABLES),
    "second": Printed(5**3, WHERE, 0, _TABLES),
    "third": Printed(15**2, WHERE, 0, _TABLES),
}
"""Of a table, by level."""
ENTRIES = {
    "first": Printed(68, WHERE, 0, _TABLES),
    "second": Printed(63, WHERE, 0, "derived likewise: a signature and its negative share one"),
    "third": Printed(113, WHERE, 0, "derived likewise: a signature and its negative share one"),
}
"""That these need, by level."""
POLYNOMIAL_C = Printed(0.26, WHERE, 0, _BOOK, "0.26 after about 174,000 book moves")
TABLES_C = Printed(0.48, WHERE, 0, _BOOK, "0.48 after about 174,000 book moves")
BETTER = Printed(
    TABLES_C.value - POLYNOMIAL_C.value, WHERE, 0, "derived: 0.48 less 0.26",
    "+0.22, the tables are better",
)  # fmt: skip
RISES = Printed("improved book learning", "abstract", 0, _TESTED)
NO_FIGURE = Printed("no figure known", WHERE, 0, "none of the sources at hand has one")
