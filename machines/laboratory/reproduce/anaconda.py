"""Chellapilla and Fogel 2000, "Anaconda defeats Hoyle 6-0", CEC 2000, 857-863: the network, the
printed game, a match against stand-ins for Hoyle's characters, strength against look-ahead,
mobility, and a ladder in place of ratings.  Facts: docs/sources/anaconda.md.

Evolution by the paper's rules alone is in :mod:`.evolution`.  Here plays the network that ships: a
stand-in, as it also learned otherwise (assets/players/README.md).
"""

import functools
import math
from collections import Counter
from typing import Any

from machines.anaconda import evolution, network
from machines.anaconda.evolution import EvolutionConfig, Played
from machines.anaconda.search import WIN
from machines.games.draughts.board import SQUARES, Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import Game
from machines.laboratory.matches.referee import score
from machines.laboratory.printed import anaconda as printed
from machines.laboratory.printed.value import Printed
from machines.laboratory.reproduce.artefacts import (
    CLAIM,
    NO_NUMBER,
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    by_chance,
    equal,
    estimated,
    follow,
    impossible,
    judged,
    picture,
    played_game,
    printed_moves,
    within,
)
from machines.laboratory.reproduce.evolution import AFTER_840, EVOLUTION
from machines.laboratory.reproduce.matches import (
    COLUMNS,
    Match,
    average,
    games_said,
    mobilities,
    mobility,
    more,
    numbers,
    play_matches,
    points_of,
    rounded,
    said,
    shares,
    shipped_network,
    short_name,
)
from machines.laboratory.study.intervals import share
from machines.storage.program import ASSETS

PAPER = "anaconda"
GAME = ASSETS / "decks" / "anaconda-beatrice.txt"
DEEPEST = 8
"""Plies that Anaconda looks ahead at most, by section 4."""
STAND_IN_PLY = 4
"""How far Hoyle looked isn't told: four is our choice."""
PIECES = "samuel:pieces"
OWN_PIECES = "anaconda:pieces"
STAND_INS = (PIECES, OWN_PIECES, "samuel")
"""In the places of Beatrice, Natasha and Leopold: programs that count pieces, and Samuel's."""
ALL_OPENINGS, QUICK_GAMES = 432, 100
"""Each of the 216 openings with either side; of a quick report."""
PIECES_PLY = 3
LOOKS = (2, 4, 6, 8)
"""Plies."""
SHIPPED = "anaconda"
BEGINNING, SHIPPED_250, SHIPPED_840 = map(shipped_network, (0, 250, 840))
LADDER = ("random", OWN_PIECES, "samuel", SHIPPED_250, SHIPPED_840, SHIPPED)
LADDER_NAMES = ("random", "pieces", "samuel", "after 250", "after 840", "shipped")
"""Of the picture."""
RUN = (
    "the shipped run, which also learned from its games by temporal differences, with mirrored "
    "twins and drawn openings"
)
"""What was run, where a row is no test of the paper's evolution."""
HOYLE = (
    "Hoyle's Classic Games is a product of Sierra On-Line: it is neither ours to ship nor to run."
)
HOYLES_STRENGTH = "How strong Hoyle's characters were isn't known."
NOT_INVENTED = (
    "A side with more pieces has more moves by that alone. While pieces are even the network of "
    "random weights has about as many as the shipped one, and Samuel's program has more."
)
PEOPLE = "Nobody here plays rated games against people; a ladder stands beside it."


# -- numbers that ours was built by ----------------------------------------------------------------


def points_for(result: int) -> float:
    """What a game adds to the points of the player who has Red."""
    return evolution.points([Played(0, 1, result, 60)], EvolutionConfig())[0]


def architecture(_: Effort) -> Made:
    """The network and the numbers of its evolution."""
    sizes = Counter(window.size for window in network.WINDOWS)
    settings = EvolutionConfig()
    built: list[tuple[str, Printed[Any], Any]] = [
        ("pieces a side", printed.PIECES, Position.start().black.bit_count()),
        ("squares that the network is told of", printed.INPUTS, len(SQUARES)),
        ("nodes that see a part of the board", printed.WINDOWS, len(network.WINDOWS)),
        ("... of these 3 x 3 squares", printed.WINDOWS_BY_SIZE[3], sizes[3]),
        ("... and 4 x 4", printed.WINDOWS_BY_SIZE[4], sizes[4]),
        ("squares of the first 3 x 3", printed.FIRST_WINDOW, network.WINDOWS[0].squares),
        ("nodes of the second layer", printed.SECOND_LAYER, network.SECOND),
        ("nodes of the third layer", printed.THIRD_LAYER, network.THIRD),
        ("weights and biases", printed.WEIGHTS, network.WEIGHTS),
        ("a board that is won", printed.WON_BOARD, math.tanh(WIN)),
        ("a board that is lost", printed.LOST_BOARD, math.tanh(-WIN)),
        ("the king's value at first", printed.FIRST_KING, network.INITIAL_KING),
        ("its bounds", printed.KING_BOUNDS, (network.LEAST_KING, network.MOST_KING)),
        ("its steps", printed.KING_STEPS, evolution.KING_STEPS),
        ("parents", printed.PARENTS, evolution.PARENTS),
        ("weights at first", printed.FIRST_WEIGHTS,
         (-network.INITIAL_RANGE, network.INITIAL_RANGE)),
        ("step size at first", printed.FIRST_STEPS, settings.sigma),
        ("offspring of each", printed.OFFSPRING, evolution.PLAYERS // evolution.PARENTS - 1),
        ("games that each player begins", printed.GAMES_EACH, evolution.GAMES_EACH),
        ("points for a win", printed.WIN, points_for(1)),
        ("points for a loss", printed.LOSS, points_for(-1)),
        ("points for a draw", printed.DRAW, points_for(0)),
        ("moves of each side, after which a game is drawn", printed.MOVES, settings.moves),
        ("games a generation", printed.GAMES, evolution.GAMES),
        ("games of each player, on average", printed.GAMES_PLAYED,
         2 * evolution.GAMES // evolution.PLAYERS),
        ("survivors", printed.SURVIVORS, evolution.STANDING[settings.strategy]),
        ("plies of the look-ahead", printed.PLIES, settings.search.plies),
    ]  # fmt: skip
    rows = [equal(what, value, ours) for what, value, ours in built]
    rows.append(within("tau", printed.TAU, evolution.TAU, 0.08385, 0.08395, margin="its digits"))
    counted = [(size, sizes[size]) for size in network.SIZES]
    chart = picture(
        "NODES THAT SEE A PART OF THE BOARD",
        "squares each way",
        "nodes",
        Line("as printed", [(size, one.value) for size, one in printed.WINDOWS_BY_SIZE.items()],
             paper=True),
        Line("ours", counted),
    )  # fmt: skip
    return Made(rows, ("size", "windows"), counted, [chart])


# -- the printed game ------------------------------------------------------------------------------


def printed_game(_: Effort) -> Made:
    """The appendix: Beatrice against Anaconda, with the moves that were forced and the pieces."""
    counted = [
        (ply, text, count) for ply, (text, count) in enumerate(follow(printed_moves(GAME)), start=1)
    ]
    forced = tuple(ply for ply, _, count in counted if count == 1)
    rows = [
        equal("plies, all of them legal", printed.GAME_PLIES, len(counted)),
        equal("the plies that bear the mark (f): where one move is legal", printed.FORCED, forced),
        *told_of(played_game(GAME)),
    ]
    chart = picture(
        "ANACONDA AGAINST BEATRICE",
        "ply",
        "legal moves",
        Line("marked (f)", [(ply, 1) for ply in printed.FORCED.value], paper=True, joined=False),
        Line("ours", [(ply, count) for ply, _, count in counted]),
    )
    return Made(rows, ("ply", "move", "legal"), counted, [chart])


def told_of(game: Game) -> list[Row]:
    """What the paper tells of its game, by the pieces of either side and the legal moves."""
    positions = game.positions()
    after = [positions[0], *positions[2::2], positions[-1]]
    own = [position.white.bit_count() for position in after]
    lead = [position.white.bit_count() - position.black.bit_count() for position in after]
    grows = [move for move in range(1, len(after)) if lead[move] > lead[move - 1]]
    run = [move for at, move in enumerate(grows) if move == grows[0] + at]
    double = [ply // 2 + 1 for ply, move in enumerate(game.moves)
              if ply % 2 and len(move.captured) > 1]  # fmt: skip
    first, last = printed.GIVES_UP.value
    ahead = mobility(game, black=False, begins=0)
    return [
        equal("moves in which Anaconda's lead in pieces first grows", printed.EARLY_LEAD,
              (run[0], run[-1])),
        within("Anaconda's pieces after these moves, less those before", printed.GIVES_UP,
               own[last] - own[first - 1], -math.inf, -1, shown=f"{own[first - 1]} to {own[last]}",
               margin=NO_NUMBER),
        equal("Anaconda's move that takes two pieces", printed.COMES_BACK, double[0]),
        within("plies in which Anaconda wins by force from the last board", printed.FORCES,
               plies_to_win(positions[-1], DEEPEST), 1, DEEPEST,
               margin=f"the paper's Anaconda sees {DEEPEST} plies at most"),
        within("Anaconda's legal moves less Beatrice's, on average, in this one game",
               printed.RESTRICTS, ahead, 0.0, math.inf, shown=f"{ahead:+.2f}",
               margin=NO_NUMBER),
    ]  # fmt: skip


def plies_to_win(position: Position, most: int) -> float:
    """In how many plies the side to move wins by force, up to ``most``; else infinite."""

    @functools.cache
    def wins(board: Position, plies: int) -> bool:
        return plies > 0 and any(loses(make(board, move), plies - 1) for move in legal_moves(board))

    @functools.cache
    def loses(board: Position, plies: int) -> bool:
        moves = legal_moves(board)
        return not moves or (plies > 0 and all(wins(make(board, move), plies - 1)
                                               for move in moves))  # fmt: skip

    return next((plies for plies in range(1, most + 1) if wins(position, plies)), math.inf)


# -- the shipped player, in the place of the paper's -----------------------------------------------


def hoyle(effort: Effort) -> Made:
    """Six games won of six: Hoyle's program is not ours to run, so stand-ins sit there."""
    games = effort.of(ALL_OPENINGS, QUICK_GAMES)
    plies, of = printed.HOYLE_PLIES.value, printed.HOYLE_GAMES.value
    matches = [Match(SHIPPED, other, plies, STAND_IN_PLY, games) for other in STAND_INS]
    played = play_matches(effort, matches)
    accepted = by_chance(printed.HOYLE_WINS, of)
    rows = [impossible("games won against Hoyle's characters", printed.HOYLE_WINS, HOYLE)]
    for match, pairs in played.items():
        won = share([pair.outcomes.count(1) / 2 for pair in pairs]).times(of)
        rows.append(
            judged(f"games of six won at {match.ply} plies against {short_name(match.b)} at "
                   f"{match.other}, by {RUN}", printed.HOYLE_WINS, accepted,
                   won, kind="stand-in", shown=f"{won:.2f}; {said(pairs)}", seeds=games_said(),
                   why=HOYLES_STRENGTH)
        )  # fmt: skip
    chart = shares("AGAINST STAND-INS FOR HOYLE'S CHARACTERS", STAND_INS, played)
    return Made(rows, COLUMNS, numbers(played), [chart])


def look_ahead(effort: Effort) -> Made:
    """What a deeper look is worth, which the paper announces and leaves for later."""
    games = effort.of(ALL_OPENINGS, QUICK_GAMES)
    matches = [Match(SHIPPED, PIECES, ply, PIECES_PLY, games) for ply in LOOKS]
    played = play_matches(effort, matches)
    by_ply = {match.ply: pairs for match, pairs in played.items()}

    def row(claim: Printed[str], less: int, ply: int) -> Row:
        return more(f"points at {ply} plies over those at {less}, of {RUN}", claim,
                    points_of(by_ply[less]), points_of(by_ply[ply]), kind="stand-in")  # fmt: skip

    rows = [row(printed.TUNABLE, LOOKS[0], LOOKS[-1]),
            row(printed.EIGHT_PLIES, printed.HOYLE_PLIES.value, DEEPEST)]  # fmt: skip
    from devices.screen.parts.strength import strength_chart

    points = [(ply, score(pairs).points) for ply, pairs in by_ply.items()]
    found = [(ply, got.value, got.low, got.high) for ply, got in points]
    chart = strength_chart(found, name="anaconda", other=f"{PIECES} at ply {PIECES_PLY}")
    return Made(rows, COLUMNS, numbers(played), [chart])


def legal_moves_kept(effort: Effort) -> Made:
    """Mobility, of which nothing is told the network, beside its beginning and Samuel's program."""
    games, ply = effort.of(ALL_OPENINGS, QUICK_GAMES), printed.PLIES.value
    players = {"shipped": SHIPPED, "beginning": BEGINNING, "Samuel's": "samuel"}
    matches = [Match(name, OWN_PIECES, ply, ply, games) for name in players.values()]
    played = dict(zip(players, play_matches(effort, matches).values(), strict=True))
    rows, averages = [], {}
    for when, even in (("on all boards", False), ("while pieces are even", True)):
        found = {name: mobilities(pairs, even) for name, pairs in played.items()}
        averages[when] = {name: average(values) for name, values in found.items()}
        beside = f"{when}, against {OWN_PIECES} at {ply} plies, of {RUN}"
        rows += [
            judged(f"legal moves less its opponent's, {beside}", printed.RESTRICTS, CLAIM,
                   averages[when]["shipped"], kind="stand-in", seeds=games_said(), digits=2),
            more(f"the same over its beginning's, {beside}", printed.INVENTS, found["beginning"],
                 found["shipped"], kind="stand-in", why=NOT_INVENTED),
        ]  # fmt: skip
    counted = [
        (name, games, when, *rounded(got, 3))
        for when, told in averages.items() for name, got in told.items()
    ]  # fmt: skip
    lines = [estimated(when, enumerate(told.values(), 1)) for when, told in averages.items()]
    chart = picture("LEGAL MOVES LESS THE OPPONENT'S", "", "moves", *lines, names=tuple(players))
    return Made(rows, ("player", "games", "boards", "moves", "low", "high"), counted, [chart])


def ladder(effort: Effort) -> Made:
    """In place of ratings: everybody against the shipped player's own beginning."""
    games, ply = effort.of(ALL_OPENINGS, QUICK_GAMES), printed.PLIES.value
    matches = [Match(name, BEGINNING, ply, ply, games) for name in LADDER]
    played = play_matches(effort, matches)
    by_name = {match.a: pairs for match, pairs in played.items()}
    before, after = by_name[SHIPPED_250], by_name[SHIPPED_840]
    rows = [
        *(impossible(f"rating after {generations}", rating, PEOPLE,
                     f"the shipped run's against its beginning: {said(pairs)}", seeds=games_said())
          for generations, rating, pairs in (
              (f"{printed.GENERATIONS} generations", printed.CLASS_A, before),
              (f"{printed.MORE_GENERATIONS} generations, at least", printed.EXPERT, after))),
        more(f"{AFTER_840}, of {RUN}", printed.IMPROVES, points_of(before), points_of(after),
             kind="stand-in"),
    ]  # fmt: skip
    chart = shares("AGAINST ANACONDA'S BEGINNING", LADDER_NAMES, played)
    return Made(rows, COLUMNS, numbers(played), [chart])


ARTEFACTS = (
    Artefact(PAPER, "network", "Network and evolution", architecture, 1.0),
    Artefact(PAPER, "game", "The printed game and its forced moves", printed_game, 1.0),
    Artefact(PAPER, "hoyle", "Six games against stand-ins for Hoyle's characters", hoyle, 60.0),
    Artefact(PAPER, "plies", "Strength against plies of look-ahead", look_ahead, 75.0),
    Artefact(PAPER, "mobility", "Legal moves that it keeps and leaves", legal_moves_kept, 30.0),
    Artefact(PAPER, "ladder", "A ladder in place of ratings against people", ladder, 30.0),
    *EVOLUTION,
)
