"""What a learner is worth against Morph that knows nothing: pairs of games, the sides changed.

The games are those of TODAY v START (machines.morph.contest): both look one ply ahead, nobody
learns, and a game that is stopped goes to who has taken more.
"""

import numpy as np

from machines.exhibit.board_exhibit import Score
from machines.games.chess import Game
from machines.morph.contest import Contest, new_game
from machines.morph.learner import Learner
from machines.morph.player import MorphPlayer


def play_pair(learner: Learner, seed: int, number: int) -> float:
    """The learner's share of the two points of pair ``number``; all chance is from the seed."""
    today, start = MorphPlayer(learner), MorphPlayer(Learner())
    match = Contest(Game(), Score(games=2))
    while match.score.played < 2:
        generator = np.random.default_rng([seed, number, match.score.played])
        game = new_game()
        while (outcome := game.outcome()) is None:
            todays = match.today_is_white != game.position.black_to_move
            game.play((today if todays else start).choose(game.position, generator))
        match = match.counted(game, outcome)
    return (match.score.won + match.score.drawn / 2) / 2
