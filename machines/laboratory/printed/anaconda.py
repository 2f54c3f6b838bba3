"""Chellapilla and Fogel 2000, "Anaconda defeats Hoyle 6-0", CEC 2000, 857-863: what it prints.

By section: the scan has no page marks.  What it tells of others (Chinook's and Samuel's games,
section 2) is not here: it is no result of the paper's own.
"""

from machines.laboratory.printed.value import Printed

SCAN = "chellapilla-fogel-2000-anaconda.txt"

# -- the network -----------------------------------------------------------------------------------

PIECES = Printed(12, "section 1", 23, "Each side has 12 pieces")
INPUTS = Printed(32, "section 3", 48, "a vector of length 32")
WINDOWS = Printed(91, "section 3", 55, "a series of 91 preprocessing nodes")
_DERIVED = "all the squares of that size on a board of 8 by 8, 'and so forth' in the text"
WINDOWS_BY_SIZE = {
    3: Printed(36, "section 3", 55, "All 36 3×3 square subsections of the board"),
    4: Printed(25, "section 3", 55, "The following 25 4×4 square subsections"),
    5: Printed(16, "section 3", 0, _DERIVED),
    6: Printed(9, "section 3", 0, _DERIVED),
    7: Printed(4, "section 3", 0, _DERIVED),
    8: Printed(1, "section 3", 0, _DERIVED),
}
"""Nodes that see so many squares each way."""
FIRST_WINDOW = Printed(
    (1, 5, 6, 9), "Fig. 2", 55, "the state of positions 1, 5, 6, and 9", "1, 5, 6, and 9"
)
SECOND_LAYER = Printed(40, "Fig. 3", 76, "two additional hidden layers of 40 and 10 nodes")
THIRD_LAYER = Printed(10, "Fig. 3", 76, "two additional hidden layers of 40 and 10 nodes")
WEIGHTS = Printed(
    5046, "section 3", 67, "the number of weights and biases in the neural network (here, 5046)",
    "5046",
)  # fmt: skip
WON_BOARD = Printed(
    1.0, "section 3", 59, "wins for the player were assigned the value 1.0", "1.0"
)  # fmt: skip
LOST_BOARD = Printed(-1.0, "section 3", 59, "likewise losses were assigned -1.0", "-1.0")
FIRST_KING = Printed(2.0, "section 3", 61, "with the value of K set initially to 2.0", "2.0")
KING_BOUNDS = Printed(
    (1.0, 3.0), "section 3", 71, "K' was bounded between $[1.0, 3.0]$", "[1.0, 3.0]"
)

# -- its evolution ---------------------------------------------------------------------------------

PARENTS = Printed(15, "section 3", 61, "A population of 15 neural network strategies")
FIRST_WEIGHTS = Printed(
    (-0.2, 0.2), "section 3", 61, "sampled uniformly at random over $[-0.2, 0.2]$", "[-0.2, 0.2]"
)
FIRST_STEPS = Printed(
    0.05, "section 3", 61, "parameters for weights and biases were set initially to 0.05"
)
OFFSPRING = Printed(1, "section 3", 63, "Each parent generated one offspring", "one")
TAU = Printed(0.0839, "section 3", 67, r"$\tau = (2(N_w)^{0.5})^{-0.5} = 0.0839$")
KING_STEPS = Printed(
    (-0.1, 0.0, 0.1), "section 3", 71, r"chosen uniformly at random from $\{-0.1, 0, 0.1\}$",
    "-0.1, 0, 0.1",
)  # fmt: skip
GAMES_EACH = Printed(
    5, "section 3", 73, "one game against each of five randomly selected opponents", "five"
)
_POINTS = "+1, -2 , or 0 points for winning, losing, or playing to a draw"
WIN = Printed(1.0, "section 3", 73, _POINTS, "+1")
LOSS = Printed(-2.0, "section 3", 73, _POINTS)
DRAW = Printed(0.0, "section 3", 73, _POINTS)
MOVES = Printed(100, "section 3", 73, "A draw was declared after 100 moves on each side")
GAMES = Printed(150, "section 3", 73, "In total, there were 150 games per")
GAMES_PLAYED = Printed(
    10, "section 3", 78, "each strategy participating in an average of 10 games"
)  # fmt: skip
SURVIVORS = Printed(15, "section 3", 78, "the 15 strategies with the highest point totals")
PLIES = Printed(4, "section 3", 80, "a minimax search at a depth of four ply", "four")
GENERATION_S = Printed(
    7 * 24 * 3600 / 30, "section 3", 80, "the 400 MHz Pentium II (30 generations = 7 days)",
    "30 generations = 7 days",
)  # fmt: skip
"""Seconds a generation."""

# -- what came of it -------------------------------------------------------------------------------

GENERATIONS = Printed(250, "section 3", 82, "was iterated for 250 generations")
CLASS_A = Printed(1930.0, "section 3", 84, 'level of "Class A," one step below "expert" (which is '
                  'in turn one step below "master" and then "grand master"), with a rating of '
                  "1930.0", "1930.0")  # fmt: skip
MORE_GENERATIONS = Printed(840, "section 3", 84, "After 840 generations, the best-evolved")
EXPERT = Printed(
    2000.0, "section 5", 99, "with 2000 being the threshold for designating expert-level play",
    "2000",
)  # fmt: skip
"""The least rating of an expert, which 840 generations led to (section 3)."""
LEARNS = Printed(
    "it learns", "section 5", 103, "learn, over successive generations, how to play",
    "learn, over successive generations",
)  # fmt: skip
IMPROVES = Printed(
    "840 generations are better than 250", "section 3", 84,
    "its performance has improved to the expert level", "its performance has improved",
)  # fmt: skip
RESTRICTS = Printed(
    "its opponents have fewer moves", "section 3", 84,
    "it often appeared to win its games by restricting the mobility of its opponents",
    "restricting the mobility of its opponents",
)  # fmt: skip
INVENTS = Printed(
    "they have fewer than a beginner's", "section 3", 84,
    "that used this feature, it had to first *invent the concept*", "invent the concept",
)  # fmt: skip

# -- against Hoyle's characters --------------------------------------------------------------------

HOYLE_GAMES = Printed(6, "section 4", 93, "A series of six games were played", "six games")
HOYLE_WINS = Printed(6, "section 4", 95, "a perfect six wins and no losses or draws", "six wins")
HOYLE_PLIES = Printed(
    6, "section 4", 93, "Anaconda relied mainly on a search ply of six moves", "six"
)
EIGHT_PLIES = Printed(
    "eight plies are better than six", "section 4", 93,
    "From previous experience with Anaconda at a search ply of eight moves, it is doubtful that a "
    "ply of six would provide Anaconda with the ability", "it is doubtful that a ply of six",
)  # fmt: skip
TUNABLE = Printed(
    "more plies are better", "section 5", 101,
    "its level of play should be tunable based on the number of moves that it looks ahead",
    "its level of play should be tunable",
)  # fmt: skip

# -- the game of the appendix, Anaconda as White ---------------------------------------------------

GAME_PLIES = Printed(
    119, "Appendix", 0, "counted in lines 127 to 187 of the scan: 60 moves of Red's and 59 of "
    "White's",
)  # fmt: skip
FORCED: Printed[tuple[int, ...]] = Printed(
    (3, 15, 16, 21, 22, 40, 42, 44, 45, 57, 60, 72, 73, 80, 115, 116), "Appendix", 0,
    "plies that bear the mark (f) in lines 127 to 187 of the scan, from 1",
)  # fmt: skip
EARLY_LEAD = Printed(
    (20, 22), "Appendix", 125, "Anaconda takes an early lead in moves 20-22", "moves 20-22"
)
GIVES_UP = Printed(
    (28, 30), "Appendix", 125, "gives up pieces between moves 28-30", "between moves 28-30"
)
COMES_BACK = Printed(
    58, "Appendix", 125, "comes back for a win in move 58 (a double jump)", "move 58"
)
FORCES = Printed(
    60, "Appendix", 125,
    "After Red plays 22-25 on move 60, Anaconda sees a way to force a win", "a way to force a win",
)  # fmt: skip
