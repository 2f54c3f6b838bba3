"""What J. Gould and R. Levinson printed in "Experience-based Adaptive Search", UCSC-CRL-92-10,
1992.  Its pages aren't known: places are sections.  The pictures of its figures aren't in the scan.
"""

from collections.abc import Callable

from machines.laboratory.printed.value import Printed, T

SCAN = "gould-levinson-1992-morph.txt"
Material = tuple[int, ...]
"""Differences of P, N, B, R, Q."""

# -- section 2 -------------------------------------------------------------------------------------

PATTERNS_LATER = Printed(2500, "section 2.2", 75, "grown to 2500 patterns the Morph chess system",
                         "2500 patterns")  # fmt: skip
SLOWER = Printed(2.0, "section 2.2", 75, "takes twice as long to play and learn", "twice as long")
GAMES_A_DAY = Printed((600, 300), "section 2.2", 75,
                      "from about 600 games a day on a Sun Sparc II to about 300 games per day",
                      "about 600 games a day on a Sun Sparc II to about 300")  # fmt: skip
CORRELATED = Printed(
    "a high correlation", "section 2.4", 101,
    "we have observed a high correlation between TD error and more domain-specific performance",
)  # fmt: skip
ONLY_PREVIOUS = Printed("only considers previous experience", "section 2.4", 107,
                        "When $k = 0$ the system only considers previous experience")  # fmt: skip
AVERAGES = Printed("averages all experience", "section 2.4", 107,
                   "when $k = 1$ the system averages all experience")  # fmt: skip
DOUBLED = Printed(
    50, "section 2.4", 107,
    "a pattern that has 100 updates will be updated like a pattern that has 50 updates",
    "like a pattern that has 50 updates",
)  # fmt: skip
FLUCTUATES = Printed("the weight homes in on a specific value", "section 2.4, Figs 2.1 and 2.2",
                     109, "Here, the weight homes in on a specific value.")  # fmt: skip

# -- section 3 -------------------------------------------------------------------------------------

ATTACKS = Printed("generic", "Fig. 3.1", 157,
                  "the dotted edges have been generalized to generic")  # fmt: skip
RULES = (
    Printed(r"f(w_1, w_2) > \max(w_1, w_2)", "section 3.2, rule 1", 167,
            r"$f(w_1, w_2) > \max(w_1, w_2)$ unless either w_1 or w_2 is 1 then $f = 1$"),
    Printed("f(w_1, w_2) = w_2", "section 3.2, rule 2", 168,
            "if $w_1 = .5$ then $f(w_1, w_2) = w_2$"),
    Printed("f = .5", "section 3.2, rule 3", 169,
            r"if $w_1 = \alpha$ and $w_2 = 1 - \alpha$ then $f = .5$"),
    Printed(r"f < \min(w_1, w_2)", "section 3.2, rule 4", 173,
            r"then $f < \min(w_1, w_2)$ unless either w_1 or w_2 is 0 then $f = 0$"),
    Printed("w_2 < f < w_1", "section 3.2, rule 5", 174,
            "then $w_2 < f < w_1$. f is more towards the most extreme weight"),
)  # fmt: skip
"""Of the evaluation function f."""
NOT_ASSOCIATIVE = Printed("not associative", "section 3.2", 176,
                          "that this function is not associative")  # fmt: skip


def _table_3_1() -> dict[tuple[float, float], Printed[float]]:
    lines = (".5 .5 0.50", ".2 .8 0.50", ".2 .5 0.20", ".8 .5 0.80", ".8 .8 0.92", ".2 .2 0.08",
             ".1 .8 0.33", ".2 .9 0.67", "1 .8 1.00", "0 .2 0.00")  # fmt: skip
    cells = {quote: quote.split() for quote in lines}
    return {
        (float(x), float(y)): Printed(float(f), "Table 3.1", number, quote, f)
        for number, (quote, (x, y, f)) in enumerate(cells.items(), 188)
    }


TABLE_3_1 = _table_3_1()
"""What two weights come to."""
ORDERED = Printed(
    "white pawn, white knight, white bishop, black queen", "Fig. 3.3", 203,
    "most recently moved node ordering with a node size of 4. Note, that the black pawn is "
    "excluded",
    "a node size of 4. Note, that the black pawn is excluded",
)  # fmt: skip
"""The men of the subgraph, by their labels."""
FORK = Printed(
    "white queen, white king", "Fig. 3.4", 213,
    "matches squares from which the black knight attacks the white queen and white king",
    "squares from which the black knight attacks the white queen and white king",
)  # fmt: skip
GENETIC = Printed(0, "section 3.3", 219,
                  "the genetic operators have not yet been implemented in Morph",
                  "have not yet been implemented")  # fmt: skip

# -- section 5 -------------------------------------------------------------------------------------

WINS = Printed(2, "section 5", 249, "Morph has defeated GnuChess twice", "twice")
DRAWS = Printed(40, "section 5", 249,
                "obtained over 40 draws via stalemate, repetition of position and the 50-move rule",
                "over 40")  # fmt: skip
DRAWN_BY = Printed(3, "section 5", 249,
                   "draws via stalemate, repetition of position and the 50-move rule",
                   "stalemate, repetition of position and the 50-move rule")  # fmt: skip
"""Ways in which games were drawn."""
WINNERS = Printed(
    3000, "section 5", 249,
    "The versions of Morph that defeated GnuChess had previously played around 3000 games",
    "around 3000 games",
)  # fmt: skip
STRONGER = Printed("GnuChess is still much stronger", "section 5", 249,
                   "GnuChess is still much stronger than Morph")  # fmt: skip
CREDIBLE = Printed(
    30, "section 5", 251,
    "after 30 or more games of training Morph's material patterns are consistent and credible",
    "after 30 or more games",
)  # fmt: skip
GAMES = Printed(106, "Table 5.1", 275, "material database after 106 games", "106 games")
PATTERNS = Printed(575, "section 5", 277, "The entire database contained 575 patterns")
OPENING = Printed(50, "section 5", 279,
                  "After 50 games of training, Morph begins to play reasonable sequences of opening"
                  " moves", "After 50 games")  # fmt: skip
BOOK_LINES = Printed("the beginning of book variations", "section 5", 279,
                     "even the beginning of book variations")  # fmt: skip
NO_BOOK = Printed("neither Morph or GnuChess uses an opening book", "section 5", 279,
                  "since neither Morph or GnuChess uses an opening book")  # fmt: skip
MIDDLE_GAME = Printed("not rare", "section 5", 283,
                      "not rare for Morph to reach the middlegame or sometimes the endgame with "
                      "equal chances")  # fmt: skip
RECOGNIZABLE = Printed("many patterns that are recognizable by human players", "section 5", 285,
                       "database contains many patterns that are recognizable by human players",
                       )  # fmt: skip
EVERY = Printed(7, "section 5", 287, "patterns are added only every 7 games", "every 7 games")
OVERLOADS = Printed("adding patterns too frequently", "section 5", 287,
                    "adding patterns too frequently,")  # fmt: skip
STEADY = Printed("a steady learning curve", "section 5", 287,
                 "display a steady learning curve as depicted")  # fmt: skip
OTHER_METRICS = Printed(
    "such as average game length and TD error", "section 5", 287,
    "improve based on other metrics as well, such as average game length and TD error",
)  # fmt: skip
METRIC = Printed("traditional chess points captured per game", "section 5.1", 291,
                 "using the average number of traditional chess points captured per game as the "
                 "metric")  # fmt: skip
PLATEAU = Printed((1500, 2000), "section 5.1", 291,
                  "Most Morphs stop learning at between 1500 and 2000 games of play",
                  "between 1500 and 2000 games")  # fmt: skip
SAME_AVERAGE = Printed("usually reaches the same average", "section 5.1", 291,
                       "the same version of Morph usually reaches the same average")  # fmt: skip
STEPS = {
    "reverse": Printed("adding reverse node ordering", "Fig. 5.1", 295,
                       "shows the result of adding reverse node ordering"),
    "evaluation": Printed("improving the evaluation function", "Fig. 5.2(a)", 295,
                          "shows the result of improving the evaluation function"),
    "annealing": Printed("adding simulated annealing", "Fig. 5.2(b)", 295,
                         "shows the result of adding simulated annealing"),
}  # fmt: skip
"""What each version has more than the one before."""
CURVES = Printed("curves", "Figs 5.1 and 5.2", 0, "Drawn; the pictures aren't in the scan's text")
POSITIONS = Printed("two positions", "Fig. 3.1", 0, "Drawn; the boards aren't in the scan's text")
DOWN_ONE_BISHOP = Printed("curves", "Figs 2.1 and 2.2", 0,
                          "Drawn; the pictures aren't in the scan's text")  # fmt: skip

# -- Table 5.1 -------------------------------------------------------------------------------------

LINES = (
    "0 0 0 0 0 0.455 2485 240.2 106 0",
    "0 0 -1 0 0 0.094 556 7.53 86 -3",
    "0 0 +1 0 0 0.912 653 11.19 88 +3",
    "0 +1 0 0 0 0.910 679 23.59 101 +3",
    "0 -1 0 0 0 0.102 588 17.96 101 -3",
    "0 0 0 -1 0 0.078 667 3.56 103 -5",
    "0 0 0 +1 0 0.916 754 5.74 103 +5",
    "+1 0 0 0 0 0.731 969 22.96 105 +1",
    "-1 0 0 0 0 0.259 861 13.84 105 -1",
    "0 0 0 0 +1 0.903 743 5.68 105 +9",
    "0 0 0 0 -1 0.085 642 3.12 105 -9",
    "0 0 -1 +1 0 0.894 10 0.03 55 +2",
    "0 0 -2 0 0 0.078 146 0.53 71 -6",
    "+1 0 -1 0 0 0.248 26 2.35 73 -2",
    "0 +1 -1 0 0 0.417 81 4.48 82 0",
    "-1 0 -1 0 0 0.081 413 2.14 92 -4",
    "0 -1 +1 0 0 0.478 84 5.72 82 0",
    "+1 0 +1 0 0 0.916 495 3.56 88 +4",
    "0 0 +2 0 0 0.924 168 0.66 91 +6",
)
"""As they are printed: material; weight, updates, variance, age; the traditional value."""
_FIRST_LINE, _MEN = 255, 5


def _column(at: int, read: Callable[[str], T]) -> dict[Material, Printed[T]]:
    """The cells of one, by material."""
    rows = [(line, quote, quote.split()) for line, quote in enumerate(LINES, _FIRST_LINE)]
    return {tuple(map(int, words[:_MEN])): Printed(read(words[at]), "Table 5.1", line, quote,
                                                   words[at])
            for line, quote, words in rows}  # fmt: skip


WEIGHT, VARIANCE = (_column(at, float) for at in (5, 7))
UPDATES, AGE, VALUE = (_column(at, int) for at in (6, 8, 9))
SINGLES = {name: tuple(int(at == man) for at in range(_MEN)) for man, name in enumerate("PNBRQ")}
"""The material of who is up one man and nothing else."""


def down(material: Material) -> Material:
    """The same, seen by the other side."""
    return tuple(-difference for difference in material)


WEIGHTS_OF_BOTH = {
    name: Printed(round(WEIGHT[up].value + WEIGHT[down(up)].value, 3), "Table 5.1", 0,
                  f"The sum of two weights there, of +{name} and of -{name}")
    for name, up in SINGLES.items()
}  # fmt: skip
UPDATES_MORE = {
    name: Printed(UPDATES[up].value - UPDATES[down(up)].value, "Table 5.1", 0,
                  f"The updates of +{name} there less those of -{name}")
    for name, up in SINGLES.items()
}  # fmt: skip
ALL_UPDATES = Printed(sum(cell.value for cell in UPDATES.values()), "Table 5.1", 0,
                      "The sum of the 19 updates there")  # fmt: skip
VALUES = Printed(", ".join(f"{cell.value:+d}" for cell in VALUE.values()), "Table 5.1", 0,
                 "Its last column")  # fmt: skip
RIGHT_SIGNS = Printed(10, "Table 5.1", 0, "Single men whose weight lies on their value's side of "
                      "0.5, counted there", "10 of 10")  # fmt: skip
RANK = Printed(0.96, "Table 5.1", 0, "Spearman's correlation of the 19 weights and values there")
