"""Chellapilla and Fogel 2000, "Anaconda defeats Hoyle 6-0", CEC 2000, 857-863: so far the network,
its evolution's numbers and the printed game.  Facts: docs/sources/anaconda.md.
"""

from collections import Counter

from machines.anaconda import evolution, network
from machines.app.program import ASSETS
from machines.app.reproduce.artefacts import Artefact, Effort, Made
from machines.app.reproduce.printed_games import follow, printed_moves
from machines.app.reproduce.rows import equal, within

PAPER = "anaconda"
GAME = ASSETS / "decks" / "anaconda-beatrice.txt"
FORCED = (3, 15, 16, 21, 22, 40, 42, 44, 45, 57, 60, 72, 73, 80, 115, 116)
"""Plies of the appendix that bear the mark (f), from 1."""


def architecture(effort: Effort) -> Made:
    """The network and the numbers of its evolution."""
    del effort
    sizes = Counter(window.size for window in network.WINDOWS)
    rows = [
        equal("nodes that see a part of the board", "text", 91, len(network.WINDOWS)),
        equal("of these 3 x 3, 4 x 4 ... 8 x 8", "text", "36 25 16 9 4 1",
              " ".join(str(sizes[size]) for size in network.SIZES)),
        equal("squares of the first 3 x 3", "Fig. 2", "1, 5, 6, 9",
              ", ".join(map(str, network.WINDOWS[0].squares))),
        equal("weights and biases", "text", 5046, network.WEIGHTS),
        within("tau", "text", "0.0839", evolution.TAU, 0.08385, 0.08395,
               shown=f"{evolution.TAU:.5f}", statistic="to the printed digits"),
        equal("parents", "text", 15, evolution.PARENTS),
        equal("games that each player begins", "text", 5, evolution.GAMES_EACH),
        equal("games a generation", "text", 150, evolution.GAMES),
        equal("step size at the start", "text", 0.05, evolution.INITIAL_SIGMA),
        equal("steps of the king's value", "text", "-0.1, 0, 0.1",
              ", ".join(f"{one:g}" for one in evolution.KING_STEPS)),
    ]  # fmt: skip
    numbers = [(size, sizes[size]) for size in network.SIZES]
    return Made(rows, ("size", "windows"), numbers)


def printed_game(effort: Effort) -> Made:
    """The appendix: Beatrice against Anaconda, with the moves that were forced."""
    del effort
    moves = printed_moves(GAME)
    numbers = [(ply, text, count) for ply, (text, count) in enumerate(follow(moves), start=1)]
    forced = [ply for ply, _, count in numbers if count == 1]
    rows = [
        equal("plies, all of them legal", "Appendix", 119, len(moves)),
        equal("moves marked (f): where one move is legal", "Appendix", len(FORCED), len(forced)),
        equal("the plies that bear the mark", "Appendix", " ".join(map(str, FORCED)),
              " ".join(map(str, forced))),
    ]  # fmt: skip
    return Made(rows, ("ply", "move", "legal"), numbers)


ARTEFACTS = (
    Artefact(PAPER, "network", "Network and evolution", architecture, 1.0),
    Artefact(PAPER, "game", "The printed game and its forced moves", printed_game, 1.0),
)
