"""What Samuel 1959 prints outside the two series and Appendix C: IBM Journal of Research and
Development 3(3), 210-229.  The series are in :mod:`.samuel_series`.

Pages are counted by the columns of the scan, the first of which is page 211 (Figs 1 and 4 have
pages 213 and 223 to themselves).
"""

from machines.laboratory.printed.value import Printed

SCAN = "samuel-1959-scan-b.txt"
OTHER_SCAN = "samuel-1959-scan-a.txt"
"""Where the first has a gap."""

# -- the game and the look-ahead -------------------------------------------------------------------

CENTURIES = Printed(
    1e21, "p. 212, choice of problem", 0,
    "10 to the 40th choices of moves, which at 3 choices per millimicrosecond would still take 10 "
    "to the 21st centuries: no scan has these powers", "10 to the 21st",
)  # fmt: skip
CHOICES = Printed(
    1e40, CENTURIES.where, 0, "as for the centuries: 10 to the 40th", "10 to the 40th"
)
CHOICES_A_MILLIMICROSECOND = Printed(3, CENTURIES.where, 87, "at 3 choices per millimicrosecond")
BOARD_WORDS = Printed(
    4, "p. 212, basic program", 141, "four words normally being used to represent any", "four"
)  # fmt: skip
SQUARE_BITS = Printed(
    32, "p. 212, basic program", 142, "Thirty-two bit positions (of the 36 available", "Thirty-two"
)  # fmt: skip
KING_TO_MAN = Printed(
    1.5, "p. 212, basic program", 205, "the relative weights assigned to them being three to two",
    "three to two",
)  # fmt: skip
MINIMUM_PLY = Printed(
    3, "p. 214, ply limitations", 267, "usually set at three moves", "three moves"
)
QUIET_PLY = Printed(4, "p. 214, ply limitations", 272, "At a ply of 4 the program will stop")
JUMP_PLY = Printed(5, "p. 214, ply limitations", 274, "At a ply of 5 or greater")
AHEAD_PLY = Printed(11, "p. 214, ply limitations", 276, "At a ply of 11 or greater")
AHEAD_KINGS = Printed(
    2, "p. 214, ply limitations", 279, "ahead by more than two kings", "more than two kings"
)
LAST_PLY = Printed(20, "p. 214, ply limitations", 281, "The program stops at a ply of 20")
FIGURES = Printed("no numbers", "Figs 1, 2, 3", 0, "drawings of the procedure")
SECONDS_A_MOVE = Printed(
    30, "p. 214, ply limitations", 306, "limited to approximately 30 seconds per move",
    "approximately 30",
)  # fmt: skip
GAMES_AT_ONCE = Printed(
    8, "p. 215, other modes of play", 265, "although eight have been played on a number", "eight",
    OTHER_SCAN,
)  # fmt: skip
CAPTURED = Printed(
    "nearly all",
    "p. 224, footnote 12",
    527,
    "although- nearly all games end in this fashion",
    scan=OTHER_SCAN,
)

# -- book games and rote learning ------------------------------------------------------------------

POOREST_C = Printed(
    0.2,
    "p. 217, rote learning",
    385,
    "varied from 0.2 for the poorest polynomial tested",
    scan=OTHER_SCAN,
)
ADOPTED_C = Printed(
    0.6, "p. 217, rote learning", 385, "to approximately 0.6 for the one finally adopted",
    "approximately 0.6", OTHER_SCAN,
)  # fmt: skip
ROTE_TERMS = Printed(
    4,
    "p. 217, rote learning",
    385,
    "The selected polynomial contained four terms",
    "four",
    OTHER_SCAN,
)
REFLECTED = Printed(4, "p. 216, cataloging", 402, "with a possible fourfold reduction", "fourfold")
HELD_RECORDS = Printed(
    5, "p. 216, cataloging", 430, "Usually five or more records are held", "five or more"
)
RECORDS_A_MOVE = Printed(
    (3, 4),
    "p. 216, cataloging",
    433,
    "the program calls three or four new records",
    "three or four",
)
REFRESHED = Printed(
    2, "p. 216, cataloging", 447, "is divided by two. This is called refreshing", "two"
)
MERGE_AFTER = Printed(20, "p. 216, cataloging", 450, "about once every 20 moves")
TAPE_BOARDS = Printed(
    53_000, "p. 218, rote-learning tests", 466, "something over 53,000 board positions",
    "something over 53,000",
)  # fmt: skip
WORDS_A_BOARD = Printed(3.8, "p. 218, rote-learning tests", 467, "averaging 3.8 words each")
CULLED = Printed(
    "culling techniques", "p. 218, rote-learning tests", 469, "by means of the culling techniques"
)
SELECTED_FROM = Printed(
    "from a much larger number", "p. 218, rote-learning tests", 468,
    "which have been selected from a much larger number",
)  # fmt: skip
LIBRARY = Printed(
    20, "p. 218, rote-learning tests", 475, "a library tape containing at least 20 times",
    "at least 20 times",
)  # fmt: skip
MOST_WORDS = Printed(
    1_000_000, "p. 218, conclusion 2", 493, "more than, roughly, one million words",
    "one million words",
)  # fmt: skip
REFERENCES_A_MINUTE = Printed(
    100, "p. 218, conclusion 2", 494, "not more than one hundred or so references",
    "not more than one hundred or so",
)  # fmt: skip
MORE_WORDS = Printed(
    "more than this number of words",
    "p. 218, conclusion 3",
    500,
    "requires more than this number of words",
)
MIDGAME = Printed(
    "midgame play was not greatly improved", "p. 218, rote-learning tests", 462,
    "although its midgame play was not greatly improved",
)  # fmt: skip
NOVICE = Printed(
    "novice", "p. 218, rote-learning tests", 464, "average novice, but definitely not as an expert",
)  # fmt: skip
MASTER_OPENINGS = Printed(
    "soon learned to imitate master play", "p. 222, rote learning vs. generalization", 1057,
    "soon learned to imitate master play during the opening moves",
)  # fmt: skip
DRIVES_ON = Printed(
    "usually drive on toward a win", "p. 222, rote learning vs. generalization", 1061,
    "could usually drive on toward a win when left with a piece advantage",
)  # fmt: skip

# -- learning by generalization, the procedure -----------------------------------------------------

ACTIVE_TERMS = Printed(
    16, "p. 220, term replacement", 736, "16 of these being included in the scoring"
)
TERMS = Printed(38, "p. 220, term replacement", 735, "contains 38 different terms")
RESERVE = Printed(22, "p. 220, term replacement", 738, "the remaining 22 being kept in reserve")
TALLIES = Printed(8, "p. 220, term replacement", 742, "some arbitrary limit, usually set at 8")
BACK_AFTER = Printed(176, "p. 220, term replacement", 750, "another chance after 176 moves")
SIMPLE_TERMS = Printed(
    27, "p. 220, term replacement", 784, "Twenty-seven different simple terms are now in use",
    "Twenty-seven",
)  # fmt: skip
CONNECTIVES = Printed(1_404, "p. 220, binary connective terms", 833, "some 1404 such", "1404")
BLACK_MARKS = Printed(
    3, "p. 218, learning by generalization", 548, "black marks (usually set at three)", "three"
)
FIRST_DIVISOR = Printed(16, "p. 219, instabilities", 712, "using 16 for N until N equals 32")
SECOND_DIVISOR = Printed(32, "p. 219, instabilities", 713, "upon 32 is used until N equals 64")
MOST_DIVISOR = Printed(
    256, "p. 219, instabilities", 718, "a value for N larger than 256 is never used"
)
PIECES_CHANGED = Printed(
    2, "p. 220, polynomial modification", 726, "the correlation coefficients are doubled", "doubled"
)
ALMOST_SURE = Printed(
    4, "p. 220, polynomial modification", 729, "the correlation coefficients is quadrupled",
    "quadrupled",
)  # fmt: skip

# -- Appendix A ------------------------------------------------------------------------------------

_SIZES = "p. 225, App. A, size of program"
SIZES = {
    "basic": Printed(1_100, _SIZES, 1155, "1100 instructions", "1100"),
    "input": Printed(1_400, _SIZES, 1156, "1400 instructions", "1400"),
    "ends": Printed(600, _SIZES, 1157, "600 instructions"),
    "loaders": Printed(850, _SIZES, 1158, "850 instructions"),
    "statistics": Printed(700, _SIZES, 1159, "700 instructions"),
    "rote": Printed(1_500, _SIZES, 1160, "1500 instructions", "1500"),
    "general": Printed(650, _SIZES, 1161, "650 instructions"),
    "tables": Printed(
        700, _SIZES, 1163, "Tables and constants for basicplay . . . . . . . . 700 words"
    ),
    "work": Printed(2_000, _SIZES, 1164, "2000 words", "2000"),
    "general_work": Printed(500, _SIZES, 1165, "500words"),
}  # fmt: skip
"""In words of storage."""

_TIMES = "p. 225, App. A, computation times"
TIMES = {
    "all moves of a board": Printed(2.6, _TIMES, 1171, "2.6 milliseconds"),
    "make a move": Printed(1.5, _TIMES, 1172, "1.5 milliseconds"),
    "evaluate four terms": Printed(2.4, _TIMES, 1173, "2.4 milliseconds"),
    "look a board up": Printed(2.3, _TIMES, 1174, "2.3 milliseconds"),
    "evaluate sixteen terms": Printed(7.5, _TIMES, 1175, "7.5 milliseconds"),
}
"""In milliseconds."""

TAPE_WORDS = Printed(
    (3, 2), "p. 225, App. A, board representations", 1199,
    "three words are used to record board positions with kings, and only two words",
    "three words are used to record board positions with kings, and only two",
)  # fmt: skip
MOVE_WORDS = Printed(
    5, "p. 225, App. A, board representations", 1202, "Possible moves are designated by five words",
    "five",
)  # fmt: skip
RF_INSTRUCTIONS = Printed(
    4,
    "p. 225, App. A, board representations",
    1211,
    "in four instructions, as listed below",
    "four",
)
COUNT_INSTRUCTIONS = Printed(
    16, "p. 226, App. A, expedients", 1229, "a closed subroutine of 16 executed instructions"
)
COUNT_US = Printed(
    408, "p. 226, App. A, expedients", 1229, "16 executed instructions (408 microseconds)"
)
TABLE_WORDS = Printed(256, "p. 226, App. A, expedients", 1230, "This requires a 256-word table")
MAKER_WORDS = Printed(
    13, "p. 226, App. A, expedients", 1230, "generated at the start by a 13-word program"
)
TOP_POWER = Printed(
    18, "p. 228, App. C", 0, "coefficients between minus and plus 2 to the 18th: no scan has the "
    "first of these powers", "2 to the 18th",
)  # fmt: skip

# -- Appendix B ------------------------------------------------------------------------------------

OPENING_PLIES = Printed(
    8, "p. 227, App. B, typical openings", 1244, "The first eight moves of selected games", "eight"
)
_COUNTED = "counted in its columns"
GAME_PLIES = {
    1: Printed(46, "p. 227, App. B, typical games", 0, _COUNTED),
    18: Printed(71, "p. 227, App. B, typical games", 0, _COUNTED),
    30: Printed(62, "p. 227, App. B, typical games", 0, _COUNTED),
    40: Printed(58, "p. 227, App. B, typical games", 0, _COUNTED),
}
"""By the game's number."""
