"""Samuel 1959, what is printed of the two series of learning games and in Appendix C; all else is
in :mod:`.samuel`.

Pages are counted by the columns of the scan, the first of which is page 211 (Figs 1 and 4 have
pages 213 and 223 to themselves).
"""

from machines.laboratory.printed.value import Printed

SCAN = "samuel-1959-scan-b.txt"
FOOTNOTES = "samuel-1959-scan-a.txt"
"""The other scan has these."""

# -- both series -----------------------------------------------------------------------------------

HOURS = Printed((8.0, 10.0), "p. 211, abstract", 9, "(8 or 10 hours of machine-playing time)",
                "8 or 10 hours")  # fmt: skip
REPLACED = Printed(8, "p. 220, term replacement", 748, "is replaced once each eight moves",
                   "once each eight moves")  # fmt: skip

# -- the first series ------------------------------------------------------------------------------

FIRST = "p. 221, first series"
FOOTNOTE = "p. 224, footnote 19"
GAMES = Printed(28, "p. 220, first series", 844, "an initial test series of 28 games")
WHITE = Printed(14, FIRST, 847, "During the first 14 games Alpha was assigned the White side")
FIRST_MOVES = Printed(7, FIRST, 849, "two cycles of the seven different initial moves", "seven")
PLIES = Printed(68, FOOTNOTE, 527, "Each game averaged 68 moves (34 to a side)", scan=FOOTNOTES)
ALPHA_MOVES = Printed(34, FOOTNOTE, 527, "Each game averaged 68 moves (34 to a side)",
                      scan=FOOTNOTES)  # fmt: skip
FIRST_SETS = Printed(20, FOOTNOTE, 527,
                     "of which approximately 20 caused changes to be made in the scoring",
                     "approximately 20", FOOTNOTES)  # fmt: skip
FIRST_DISCARDED = Printed(29, FIRST, 851, "a total of 29 different terms was discarded")
TWICE = Printed(0.5, FIRST, 852, "the majority of these on two different occasions",
                "the majority")  # fmt: skip
LISTED = Printed(12, FIRST, 857, "the 12 leading terms in Alpha's scoring polynomial")
LEADERS = Printed(20, FIRST, 860, "at least 20 different terms were assigned the largest",
                  "at least 20")  # fmt: skip
TURNED = Printed(2, FIRST, 863, "and two even reappearing at the top of the list with their signs "
                 "reversed", "two")  # fmt: skip
LESS_VIOLENT = Printed("more violent at the start", FIRST, 864,
                       "variations were more violent at the start of the series of games and "
                       "decreased as time went on")  # fmt: skip
QUALITY = Printed("a better-than-average player", FIRST, 885,
                  'it to be described as "a better-than-average player"')  # fmt: skip
SEVENS_WON = (
    Printed(3, FIRST, 870, "Alpha won three of these games", "three"),
    Printed(6, FIRST, 874, "Alpha lost the first of these games and won the next six", "six"),
    Printed(5, FIRST, 878, "Alpha winning five games and losing two", "five"),
    Printed(2, FIRST, 883, "Alpha won two games and lost five", "two"),
)
SEVENS_CHANGES = (
    Printed(14, FIRST, 869, "at least 14 changes in occupancy", "at least 14"),
    Printed(8, FIRST, 873, "at least eight changes made in the top listing", "at least eight"),
    Printed(8, FIRST, 877, "there were eight changes in the top listing", "eight"),
    Printed(4, FIRST, 882, "at least four changes involving three terms", "at least four"),
)
SEVENS_LEADERS = (
    Printed(10, FIRST, 870, "involving 10 different terms"),
    Printed(5, FIRST, 873, "top listing involving five different terms", "five"),
    Printed(5, FIRST, 878, "involving five terms", "five"),
    Printed(3, FIRST, 882, "at least four changes involving three terms", "three"),
)

# -- the second series -----------------------------------------------------------------------------

SECOND = "p. 222, second series"
FIRST_WON = Printed(16, SECOND, 989, "earlier series Alpha won 16 and lost 12")
FIRST_LOST = Printed(12, SECOND, 989, "earlier series Alpha won 16 and lost 12")
FIRST_DRAWN = Printed(0, SECOND, 0, "28 games, of which 16 were won and 12 lost", "none named")
SLOW_ENTRY = Printed(
    32, "p. 221, second series", 921, "from one every eight moves to one every 32 moves"
)
LONGEST = Printed(70, SECOND, 992, "the games were terminated, if not finished, in 70 moves")
SECOND_WON = Printed(18, SECOND, 991, "were 18 won by Alpha, and four lost, with six draws")
SECOND_LOST = Printed(4, SECOND, 991, "18 won by Alpha, and four lost, with six draws", "four")
SECOND_DRAWN = Printed(6, SECOND, 991, "18 won by Alpha, and four lost, with six draws", "six")
STABLE = Printed(
    "extremely stable", SECOND, 980, "the revised program appeared to be extremely stable"
)
FEWER_LOSSES = Printed(
    "the great decrease in the number of losses",
    SECOND,
    999,
    "the great decrease in the number of losses",
)
MORE_DRAWS = Printed(
    "the prevalence of draws", SECOND, 1000, "and the prevalence of draws seemed to indicate"
)
FEWER_ADOPTIONS = Printed(
    "the decreased frequency",
    SECOND,
    995,
    "because of the decreased frequency with which Beta adopted",
)
FEWER_WINS = Printed(
    "the number of wins by Alpha to decrease with time",
    SECOND,
    1007,
    "expect the number of wins by Alpha to decrease with time",
)
SAME_TIME = Printed(
    "remain fixed", SECOND, 1029, "The operating times are also reasonable and remain fixed"
)
KINGS = Printed("not learned", SECOND, 1068, "after 28 games it had still not learned how to win "
                "an end game with two kings against one")  # fmt: skip

# -- Appendix C ------------------------------------------------------------------------------------

APPENDIX = "p. 229, App. C"
LARGEST_COEFFICIENT = Printed(1 << 18, "p. 228, App. C", 0,
                              "it can vary between -2^18 and +2^18; the scan has lost the powers",
                              "2^18")  # fmt: skip
SECOND_GAMES = Printed(42, APPENDIX, 1509, "after 42 games, during which a total of 1039")
SETS = Printed(1_039, APPENDIX, 1509, "a total of 1039 different sets of adjustments", "1039")

_LEADING = (
    (1516, "MOC2", "MOC 2 0.45 -_ 18 84"), (1517, "KCENT", "KCENT 0.40 + 16 127"),
    (1518, "MOC4", "MOC 4 0.35 - 14 95"), (1519, "MODE3", "MODE 3 0.33 - 13 210"),
    (1520, "DEMMO", "DEMMO 0.27 - 11 132"), (1521, "MOVE", "MOVE 0.19 + 8 91"),
    (1522, "ADV", "ADV 0.19 - 8 739"), (1523, "MODE2", "MODE 2 0.19 - 8 55"),
    (1524, "BACK", "BACK 0.14 - 6 6"), (1525, "CNTR", "CNTR 0.13 + 5 12"),
    (1526, "THRET", "THRET 0.13 + 5 442"), (1527, "MOC3", "MOC 3 0.10 + 4 89"),
)  # fmt: skip
"""The twelve leading terms: line, name, the row as the scan has it."""
_GONE = (
    (1534, "CORN", "CORN 0"), (1534, "MODE1", "MODE 1 1"), (1536, "CRAMP", "CRAMP 0"),
    (1536, "CENT", "CENT 386"), (1538, "GUARD", "GUARD 0"), (1538, "MODE4", "MODE 4 0"),
    (1540, "EXPOS", "EXPOS 162"), (1540, "FORK", "FORK 400"), (1542, "DDMM", "DDMM 19"),
    (1542, "MOBIL", "MOBIL 707"), (1544, "DYKE", "DYKE 115"), (1544, "POLE", "POLE 11"),
    (1546, "MOC1", "MOC 1 1"), (1546, "HOLE", "HOLE 598"), (1548, "EXCH", "EXCH 445"),
    (1548, "GAP", "GAP 792"), (1550, "DDEMO", "DDEMO 53"), (1550, "MOB", "MOB 608"),
)  # fmt: skip
"""The terms that had been discarded."""


CORRELATIONS = {name: Printed(float(row.split()[-4]), APPENDIX, line, row)
                for line, name, row in _LEADING}  # fmt: skip
SIGNS = {name: Printed(1 if "+" in row else -1, APPENDIX, line, row, "+" if "+" in row else "-")
         for line, name, row in _LEADING}  # fmt: skip
POWERS = {name: Printed(int(row.split()[-2]), APPENDIX, line, row)
          for line, name, row in _LEADING}  # fmt: skip
TIMES_ADJUSTED = {name: Printed(int(row.split()[-1]), APPENDIX, line, row)
                  for line, name, row in (*_LEADING, *_GONE)}  # fmt: skip
"""First the twelve leading terms, then those that had been discarded."""
SHARES = {name: Printed(times.value / SETS.value, APPENDIX, 0,
                        f"adjusted {times.value} times in 1039 sets",
                        f"{times.value / SETS.value:.3f} ({times.value} of 1039)")
          for name, times in TIMES_ADJUSTED.items()}  # fmt: skip
ALL_POWERS = Printed(tuple(power.value for power in POWERS.values()), APPENDIX, 0,
                     "the twelve powers, from the first to the last",
                     " ".join(str(power) for power in POWERS.values()))  # fmt: skip
LEADING_TERMS = Printed("the twelve terms", APPENDIX, 0, "the twelve leading terms, with signs")
SECOND_DISCARDED = Printed(len(_GONE), APPENDIX, 0, "so many terms are in the list of those that "
                           "were discarded")  # fmt: skip
SETS_A_GAME = Printed(
    SETS.value / SECOND_GAMES.value,
    APPENDIX,
    0,
    "1039 sets in 42 games",
    f"{SETS.value / SECOND_GAMES.value:.1f} (1039 in 42)",
)
ADJUSTED_A_SET = Printed(
    sum(times.value for times in TIMES_ADJUSTED.values()) / SETS.value, APPENDIX, 0,
    "the sum of the thirty terms' Times Adjusted, in 1039 sets",
    f"{sum(times.value for times in TIMES_ADJUSTED.values()) / SETS.value:.2f}",
)  # fmt: skip
MORE_GAMES = Printed(20, APPENDIX, 1552, "An additional 20 games have recently been played")
MORE_SETS = Printed(412, APPENDIX, 1554, "During this play, 412 more adjustments")
MORE_DISCARDED = Printed(12, APPENDIX, 1556, "12 additions were made to the list of discarded "
                         "terms")  # fmt: skip
