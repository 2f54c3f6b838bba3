"""The tournament of 1961, as far as it is known: Fig. 4 of Michie 1963, measured.

Outcomes only, no moves.  They were read from the figure's dots by dynamic programming (each step
is +3, +1 or -1); single plays may be wrong, sums are within about 1, and the last is a draw so that
they end at the printed +150.  The callouts' games are within one of what is printed.  (Python
constants: a room may read no file.)
"""

PRINTED = (
    "LLLLLDLLDLDLLLLLLDDDDDLLDLDLLDLLDLDLLDDLDLLDLDWLDDDDDLWDDWLL"
    "LLDDLDLDDDLDDDDDDDDLLLDDDLLDDLLDDDLDWLLDDWDDDWLLLLDLLLLLLLLL"
    "DDLLLWLWDWWWLWLLDWDWDLLDDLDDDWWLWWDWWWLLWWWWLLLWLLLWWLWWDWLL"
    "WWWDWWWWDWDDWLLDWDLDWWWWLDDDWLWWWLWWWWDD"
)
"""W, D or L, game by game: 53 won, 79 drawn, 88 lost."""

RESULTS = tuple({"W": 1, "D": 0, "L": -1}[letter] for letter in PRINTED)
"""The same as 1, 0 and -1."""

CALLOUTS = (
    (17, "abandons\nother\nopenings"),
    (22, "opponent\nintroduces\nvariant 1"),
    (58, "back to\nvariant 0"),
    (77, "variant 2"),
    (106, "variant 3"),
    (132, "variant 4"),
    (188, "back to\nvariant 1"),
    (204, "back to\nvariant 0 with\nsubvariants"),
    (218, 'variant 0,\n"best strategy"'),
)
"""What stands in the frames of the figure, and at which game."""

TEST_RUN = 20
"""Plays of a \"test run\", all drawn, that are dashed beyond the end."""
