"""Samuel 1959, "after 28 games it had still not learned how to win an end game with two kings
against one in a double corner": Alpha's polynomial in that end game.
"""

from machines.draughts.board import SQUARES, Position, bit
from machines.draughts.moves import legal_moves, make
from machines.generator import below, generator_state
from machines.samuel.games import Game, Play, Result
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.polynomial import Polynomial

PLACINGS = 20
CORNERS = (1, 5, 28, 32)
"""Both double corners."""


def placings(seed: int) -> list[Position]:
    """So many boards: Black to move has two kings, White one in a double corner; nobody can jump,
    whatever Black moves."""
    state, found = generator_state(seed), list[Position]()
    while len(found) < PLACINGS:
        alone = bit(CORNERS[below(len(CORNERS), state)])
        first, second = (bit(SQUARES[below(len(SQUARES), state)]) for _ in range(2))
        if first == second or alone & (first | second):
            continue
        position = Position(first | second, alone, first | second | alone, True)
        moves = legal_moves(position)
        after = [one for move in moves for one in legal_moves(make(position, move))]
        if not any(move.captured for move in (*moves, *after)):
            found.append(position)
    return found


def share_won(alpha: Polynomial, seed: int) -> float:
    """How many of the placings two kings win by that polynomial, against the rote program's."""
    settings = settings_at(3)
    two = SamuelPlayer("two kings", alpha, settings)
    one = SamuelPlayer("one king", Polynomial.standard(), settings)
    won = 0
    for position in placings(seed):
        game = Game(1)
        game.place(position)
        game.begin(draws=True)
        while not game.over:
            player = two if game.black_to_move else one
            move = player.decide(game.position).move
            game.play(Play(move, game.black_to_move, "MACHINE"), draws=True)
        won += game.result is Result.BLACK_WINS
    return won / PLACINGS
