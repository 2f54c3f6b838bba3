"""What is printed in Michie 1963, "Experiments on the mechanization of game-learning, Part I",
Computer Journal 6(3), pp. 232-236.

The scan has no marks of pages; they are counted by the columns.  What is drawn and not set in type
was read off the figures: docs/sources/menace.md.  Figures that the museum draws from stand where it
draws them (machines/menace/text.py, machines/pegasus/printout.py): here are their sums and levels.
"""

from machines.laboratory.printed.value import Printed

SCAN = "michie-1963-menace.txt"

# -- the matchboxes --------------------------------------------------------------------------------

DISTINCT_POSITIONS = Printed(
    287, "p. 233", 25, "Every one of the 287 essentially distinct positions"
)
PHOTOGRAPH = Printed(
    305, "p. 233, Fig. 2", 0, "counted on the photograph, to within 4: some stand in shadow"
)
SAME_POSITION = Printed(4, "p. 233, Fig. 3", 32, "Fig. 3.—Four positions which are in reality "
                        "variants of a single position", "Four")  # fmt: skip
MOVES_OF_FIG_3 = Printed(
    7, "p. 233", 25, "At first sight there are seven possible moves available", "seven"
)
BEADS_OF_FIG_3 = Printed(
    "1, 6, 7, 8", "p. 233", 25, "reduce these to four, namely moves to squares 1, 8, 7 and 6",
    "1, 8, 7 and 6",
)  # fmt: skip
FIRST_BOX = Printed("gold, white, lilac", "p. 233", 27, "in this case white, lilac and gold",
                    "white, lilac and gold")  # fmt: skip
BOXES_IN_A_PLAY = Printed(
    "3, 4", "p. 233", 29, "from each of the three or four boxes", "three or four"
)
TABLE_1 = {
    (1, 2, 3): Printed(
        "WHITE | LILAC | SILVER", "p. 233, Table 1", 40, "| WHITE | LILAC | SILVER |"
    ),
    (8, 0, 4): Printed("BLACK | GOLD | GREEN", "p. 233, Table 1", 43, "| BLACK | GOLD | GREEN |"),
    (7, 6, 5): Printed("AMBER | RED | PINK", "p. 233, Table 1", 46, "| AMBER | RED | PINK |"),
}
"""By squares."""
TABLE_2 = {
    1: Printed(4, "p. 233, Table 2", 57, "| 1 | 4 |"),
    3: Printed(3, "p. 233, Table 2", 58, "| 3 | 3 |"),
    5: Printed(2, "p. 233, Table 2", 59, "| 5 | 2 |"),
    7: Printed(1, "p. 233, Table 2", 60, "| 7 | 1 |"),
}
"""By stage of play."""
LATE_BOXES = Printed(
    "more rapid", "p. 233", 62, "unit bonuses and forfeits will cause more rapid change of "
    "probabilities in late boxes than in early boxes",
)  # fmt: skip
REWARDS = {
    "won": Printed(3, "p. 233", 64, "rewarded by three extra beads to each open box",
                   "three extra beads"),
    "drawn": Printed(1, "p. 233", 64, "received a unit bonus", "a unit bonus"),
    "lost": Printed(-1, "p. 234", 69, "by a unit forfeit", "a unit forfeit"),
}  # fmt: skip

# -- the tournament of 1961 ------------------------------------------------------------------------

FIG_4 = "p. 234, Fig. 4"
STEPS = {
    -1: Printed(-1, FIG_4, 67, "The line of dots drops one level for a defeat", "drops one level"),
    0: Printed(1, FIG_4, 67, "rises one level for a draw", "rises one level"),
    1: Printed(3, FIG_4, 67, "rises three levels for a victory", "rises three levels"),
}
"""Of the line, by result."""
TOURNAMENT: Printed[tuple[int, ...]] = Printed(
    (53, 79, 88), FIG_4, 0, "plays won, drawn and lost, counted on the dots", "53 - 79 - 88"
)
LEVELS = {
    play: Printed(level, FIG_4, 0, "read off the figure, to within 1")
    for play, level in {17: -11, 22: -6, 58: 4, 79: 11, 106: 24, 126: 14, 132: 26, 165: 67,
                        188: 100, 204: 124, 220: 150}.items()
}  # fmt: skip
"""Of the line, by play: where its captions stand, and between."""
LEVELS_READ = Printed(11, FIG_4, 0, "so many levels of the line were read off")
_BETWEEN = "differences of the levels that were read off"
RISES: dict[str, Printed[tuple[int, ...]]] = {
    "1 to 106": Printed((-11, 5, 10, 7, 13), FIG_4, 0, _BETWEEN, "-11, +5, +10, +7, +13"),
    "107 to 132": Printed((-10, 12), FIG_4, 0, _BETWEEN, "-10, +12"),
    "133 to 188": Printed((41, 33), FIG_4, 0, _BETWEEN, "+41, +33"),
    "189 to 220": Printed((24, 26), FIG_4, 0, _BETWEEN, "+24, +26"),
}
"""Of the line between these levels, by plays."""
ABANDONS = Printed(
    17, FIG_4, 0, "where the frame 'machine abandons all openings other than' a corner points"
)
VARIANTS = Printed(
    "0, 22: 1, 58: 0, 77: 2, 106: 3, 132: 4, 188: 1, 204: 0", FIG_4, 0,
    "the frames: from which play on which reply to the opening",
)  # fmt: skip

# -- play at random --------------------------------------------------------------------------------

FIG_5 = "p. 234, Fig. 5"
RATE = Printed(1.0, "p. 234", 73, "at the rate of about a game a second", "about a game a second")
RANDOM_PLAYS = Printed(200, FIG_5, 0, "two tests, each ticked off as 100")
RANDOM_TOTALS = Printed((115, 24, 61), FIG_5, 0, "the sums in ink: +58 -33 .9 and +57 -28 .15",
                        "115 / 24 / 61")  # fmt: skip
BIAS = Printed(2.0, "p. 234", 73, "to the extent of about 2 : 1", "about 2 : 1")
RANDOM_NATS = Printed(63.7, FIG_5, 0, "worked out before from another reading of the figure")
LONGEST = Printed(8, "p. 234", 75, "might stand as much as eight moves from the end", "eight")
SHORTEST = Printed(5, "p. 234", 75, "Nought's opening move might be the fifth from the end",
                   "the fifth")  # fmt: skip
REPRESENTATIVES = Printed(637, FIG_5, 0, "moves that were made on a symmetric board, counted")
RANDOM_AVERAGE = {
    "nought": Printed(59.3, "p. 235, Fig. 7", 0, "the left-hand block, read off to within 1"),
    "cross": Printed(28.7, "p. 235, Fig. 7", 0, "the left-hand block, read off to within 1"),
}

# -- reinforcement ---------------------------------------------------------------------------------

FIG_6 = "p. 235, Fig. 6"
ODDS = Printed(4 / 3, "p. 234", 137, "would be converted from 2 : 3 to 4 : 3", "4 : 3")
RECIPROCALS = Printed("reciprocals", "p. 234", 137, "The multipliers for losing outcomes are the "
                      "reciprocals of those for winning outcomes")  # fmt: skip
A = Printed(1.025, FIG_6, 0, "in the formula that is written in the figure")
B = Printed(2.0, FIG_6, 0, "in the formula that is written in the figure")
MULTIPLIERS = {
    n: Printed(value, FIG_6, 0, "by the formula in the figure; its dot lies there")
    for n, value in {8: 1.025, 7: 1.0506, 6: 1.1038, 5: 1.2184, 4: 1.4845, 3: 2.2038,
                     2: 4.8565}.items()
}  # fmt: skip
"""M_n by n."""
LAST_MULTIPLIER = Printed("infinite", FIG_6, 0, "M_1 is drawn as a dashed line up to the sign")
ORIGIN = Printed("a weighted mean", "p. 236, Table 3", 209, "a weighted average, μ , of past",
                 "a weighted average")  # fmt: skip
POWERS = {
    1: Printed(1, "p. 236, Table 3", 175, r"| Won | $R_n = M_n^{-\mu+1}$ |", r"-\mu+1"),
    0: Printed(0, "p. 236, Table 3", 176, r"| Drawn | $R_n = M_n^{-\mu}$ |", r"-\mu"),
    -1: Printed(-1, "p. 236, Table 3", 177, r"| Lost | $R_n = M_n^{-\mu-1}$ |", r"-\mu-1"),
}
"""What is added to -mu in the power of M_n, by outcome."""
SET_OF_PLAYS = Printed(100, "p. 236", 209, "the average of each set of one hundred plays",
                       "one hundred")  # fmt: skip

# -- trial runs ------------------------------------------------------------------------------------

BLOCKS = {
    figure: Printed(count, f"p. 235, Fig. {figure}", 0,
                    "blocks of two runs, each read off to within 1")
    for figure, count in {7: 18, 8: 20, 9: 14}.items()
}  # fmt: skip
"""By figure."""
ALL_BLOCKS = Printed(52, "p. 235, Figs 7-9", 0, "all of the blocks of six runs")
NOT_INFALLIBLE = Printed(
    0, "p. 235", 159, "neither of the duplicate runs converged to an infallible standard", "neither"
)
SIMILAR = Printed(
    0, "p. 235", 159, "presents essentially similar features", "essentially similar features"
)
TOO_STRONG = Printed("too strong", "p. 235", 159, "because the reinforcements were too strong")
HARDER = Printed(
    "enormously more difficult", "p. 234", 139,
    "an enormously more difficult and time-consuming task to learn against random play than "
    "against play which is expert",
)  # fmt: skip
STEREOTYPED = Printed(
    "stereotyped in some other fashion", "p. 234", 139,
    "than against play which is expert, or stereotyped in some other fashion",
)  # fmt: skip
SUBTREE = Printed(
    "a restricted subtree", "p. 234", 139,
    "only a restricted subtree of the whole game-tree has to be explored",
)  # fmt: skip
NEAR_EXPERT = Printed(
    "near-expert play", "p. 236", 179,
    "After a few hundred games the two sides were both producing near-expert play",
)  # fmt: skip
EMERGENCE = Printed(
    (3, 5), "p. 235, Fig. 9", 0, "the hundreds to which the arrows of the frames point",
    "3rd and 5th hundred",
)  # fmt: skip
SIXTH_HUNDRED = Printed(91, "p. 235, Fig. 9", 0, "draws, the mean of the two runs: 92 and 90")
EMERGED = Printed(
    ("01732684", "1023784"), "p. 235, Fig. 9", 0, "the plays that emerged, in the frames",
    "01732684, 1023784",
)  # fmt: skip
EMERGED_DRAWN = Printed(2, "p. 235, Fig. 9", 0, "both stand where nearly all plays are drawn")
