"""Thirty networks, fifteen of which survive: evolution as Chellapilla and Fogel did it (section 3).

A generation: each of 15 parents has one offspring; each of the 30 plays five games as Red against
opponents drawn from the 30, with replacement; +1 for a win, -2 for a loss, 0 for a draw, to both
sides; the 15 with the most points are the next parents.

    sigma'(j) = sigma(j) exp(tau N_j(0,1))      tau = 1 / sqrt(2 sqrt(5046)) = 0.0839
    w'(j)     = w(j) + sigma'(j) N_j(0,1)
    K'        = K + delta, delta of {-0.1, 0, 0.1}, kept within [1, 3]

Where the paper leaves a choice open, :class:`EvolutionConfig` names ours; two choices go beyond it:
another way to evolve (machines/anaconda/mirrored_sampling.py), and parents who learn from their
games (machines/anaconda/learning.py).  All chance of a generation comes from the run's seed and the
generation's number, so that a game follows from (seed, generation, game) and the population,
whoever plays it and when.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from devices.refusal import RefusedError
from machines.anaconda.games import game_of, piece_worth
from machines.anaconda.learning import NOTHING, Lesson, learned, lesson_of
from machines.anaconda.network import (
    LEAST_KING,
    MOST_KING,
    MOST_WEIGHT,
    WEIGHTS,
    Network,
    check,
    new_network,
)
from machines.anaconda.search import Search, SearchWork, new_search_work
from machines.games.draughts.board import Position, bit
from machines.games.draughts.moves import OPENING_PLIES, legal_moves, opening_boards

PARENTS = 15
PLAYERS = 2 * PARENTS
GAMES_EACH = 5
GAMES = PLAYERS * GAMES_EACH
"""150 games a generation."""
INITIAL_SIGMA = 0.05
TAU = (2 * WEIGHTS**0.5) ** -0.5
"""0.0839."""
KING_STEPS = (-0.1, 0.0, 0.1)
WON, LOST = 1.0, 2.0
"""Points for a win, and off for a loss; a draw is none."""
(
    FIRST_DRAW,
    OFFSPRING_DRAW,
    OPPONENTS_DRAW,
    TIES_DRAW,
    OPENINGS_DRAW,
    ENDINGS_DRAW,
    LESSONS_DRAW,
    SLIPS_DRAW,
) = range(8)
"""What a generation's chance is drawn for, each from a generator of its own."""

UNFINISHED = ("drawn", "share")
SURVIVORS, MIRRORED = "survivors", "mirrored"
STANDING = {SURVIVORS: PARENTS, MIRRORED: 2}
"""How many parents a population keeps; mirrored: the average of the parents, and the parent."""
MOST_LOSS = 100.0
MOST_SIGMA = 10.0
MOST_RATE = 10.0
MOST_LEARNING = 0.1
LOTS = 27_720
"""Every number of moves up to 12 goes into it: each of them is as likely."""


@dataclass(frozen=True)
class EvolutionConfig:
    """Everything that a run follows from, but its seed."""

    search: Search = field(default_factory=Search)
    strategy: str = SURVIVORS
    """Who the next generation comes from: the fifteen ``survivors``, as in the paper, or one parent
    that follows what ``mirrored`` twins win of each other
    (machines/anaconda/mirrored_sampling.py)."""
    sigma: float = INITIAL_SIGMA
    """The step sizes to begin with."""
    last_sigma: float = 0.0
    """One of :data:`FORMER`."""
    rate: float = 0.4
    """How much of what its offspring's games tell a parent takes over (mirrored); it falls."""
    moves: int = 100
    """Of each side, after which a game is drawn."""
    ties: str = "drawn"
    """Who survives among equal points; the paper doesn't say.  One of :data:`FORMER`, as are the
    next two."""
    itself: bool = False
    """Whether a player may draw itself as its opponent.  The paper says "opponents"."""
    draws: str = "apart"
    """Whether the N_j of sigma and of the weight are drawn ``apart`` or are one number: the
    formulas write the same N_j; apart is the usual way."""
    most_sigma: float = 0.0
    """A bound on sigma; 0: none, as in the paper."""
    loss: float = LOST
    """Points off for a loss.  With the paper's 2 it pays to have few games decided."""
    openings: bool = False
    """Whether every game begins with a three-move opening drawn for it.  In the paper all begin at
    the start, where players without chance play few different games."""
    unfinished: str = "drawn"
    """What a game is worth that has no winner when it ends: nothing (``drawn``, as in the paper),
    or the ``share`` of the pieces by which a side is ahead, between 0 and a win: four kings against
    two count a third of it.  A king counts one man and a half."""
    endings: float = 0.0
    """The share of the games that begin with an end game drawn for them, kings against fewer kings:
    what counts there, with the ``share`` of the pieces, is by how much more one is ahead at its end
    than at its beginning.  In the paper none do; whole games seldom come to a won end game."""
    slips: float = 0.0
    """The share of moves that are made by lot, so that players see more boards than those to which
    they go by themselves.  In the paper none are."""
    learning: float = 0.0
    """How large the steps are by which parents learn from a generation's games before they have
    offspring (machines/anaconda/learning.py), each from its own; 0: they don't, as in the paper.
    Steps of mirrored parents fall as their rate does."""


FORMER = {"last_sigma": 0.0, "ties": "drawn", "itself": False, "draws": "apart"}
"""Choices that versions before had, and what they must be now: runs in files say so."""
POSITIVE = {"sigma": MOST_SIGMA, "rate": MOST_RATE}
"""Settings that must be above 0, and the most that they may be."""
BOUNDED = {"loss": MOST_LOSS, "endings": 1.0, "slips": 1.0, "learning": MOST_LEARNING}
"""Settings that may be 0 too."""


def check_settings(settings: EvolutionConfig, where: str = "settings") -> None:
    """Raises RefusedError for a choice that there isn't."""
    choices = {"unfinished": UNFINISHED, "strategy": tuple(STANDING)}
    for name, known in choices.items():
        value = getattr(settings, name)
        if value not in known:
            raise RefusedError(where, f"{name} is {value!r}; expected {' or '.join(known)}")
    for name, most in POSITIVE.items():
        value = getattr(settings, name)
        if not 0 < value <= most:
            raise RefusedError(where, f"{name} is {value}; expected up to {most:g}")
    for name, most in BOUNDED.items():
        value = getattr(settings, name)
        if not 0 <= value <= most:
            raise RefusedError(where, f"{name} is {value}; expected 0 to {most:g}")
    for name, kept in FORMER.items():
        value = getattr(settings, name)
        if value != kept:
            raise RefusedError(
                where, f"{name} is {value}; expected {kept}: there is no such choice any more"
            )


@dataclass(frozen=True, eq=False)
class Individual:
    """A network with its step sizes."""

    network: Network
    sigma: npt.NDArray[np.float64]  # One a weight, shape (5046,)


@dataclass(frozen=True)
class Task:
    """A game of a generation: all that it follows from."""

    game: int  # 0..149; the player as Red is ``game // 5``
    white: int  # Its opponent, 0..29
    red_network: Network
    white_network: Network
    search: Search
    plies: int
    begins: Position = field(default_factory=Position.start)
    begun: int = 0  # The board it begins with, and how many plies lie behind it
    slips: tuple[tuple[int, int], ...] = ()  # Plies at which a move is made by lot, and which
    teaches: bool = False  # Whether somebody is to learn from it


@dataclass(frozen=True)
class Played:
    """How a game ended."""

    game: int
    white: int
    result: int  # For Red: 1 won, 0 drawn, -1 lost
    plies: int
    share: float = 0.0  # By how much of all pieces Red was ahead at the end, -1 to 1
    began: float = 0.0  # The same at the beginning


@dataclass(frozen=True)
class Population:
    """The parents that stand after a generation."""

    settings: EvolutionConfig
    seed: int
    generation: int
    """0: none has played."""
    parents: tuple[Individual, ...]
    """Fifteen, the one with the most points first; mirrored: the average, and the parent."""


def generator_of(seed: int, generation: int, what: int) -> np.random.Generator:
    """What one thing of a generation is drawn from."""
    return np.random.default_rng(np.random.SeedSequence((seed, generation, what)))


def first_population(settings: EvolutionConfig, seed: int) -> Population:
    """Fifteen networks at random; mirrored: the first of them."""
    check_settings(settings)
    generator = generator_of(seed, 0, FIRST_DRAW)
    sigma = np.full(WEIGHTS, settings.sigma)
    if settings.strategy == MIRRORED:
        parents = (Individual(new_network(generator), sigma),) * STANDING[MIRRORED]
    else:
        parents = tuple(Individual(new_network(generator), sigma) for _ in range(PARENTS))
    return Population(settings, seed, 0, parents)


def offspring(
    parent: Individual, generator: np.random.Generator, settings: EvolutionConfig
) -> Individual:
    """One that differs from its parent in every weight."""
    sigma = parent.sigma * np.exp(TAU * generator.standard_normal(WEIGHTS))
    if settings.most_sigma:
        sigma = np.minimum(sigma, settings.most_sigma)
    steps = sigma * generator.standard_normal(WEIGHTS)
    weights = np.clip(parent.network.weights + steps, -MOST_WEIGHT, MOST_WEIGHT)
    king = parent.network.king + KING_STEPS[int(generator.integers(len(KING_STEPS)))]
    king = min(max(round(king, 1), LEAST_KING), MOST_KING)
    return Individual(Network(weights.astype(np.float32), king), sigma)


def competitors(population: Population) -> tuple[Individual, ...]:
    """Parents and their offspring, the thirty who play the next generation."""
    generator = generator_of(population.seed, population.generation + 1, OFFSPRING_DRAW)
    children = [offspring(parent, generator, population.settings) for parent in population.parents]
    return (*population.parents, *children)


def opponents(seed: int, generation: int) -> npt.NDArray[np.int64]:
    """Whom each of the thirty meets as Red, shape (30, 5), 0..29: never itself."""
    generator = generator_of(seed, generation, OPPONENTS_DRAW)
    drawn = generator.integers(0, PLAYERS - 1, (PLAYERS, GAMES_EACH))
    return drawn + (drawn >= np.arange(PLAYERS)[:, None])


def draw_boards(
    settings: EvolutionConfig, seed: int, generation: int
) -> list[tuple[Position, int]]:
    """What each of the 150 games begins with, and how many plies lie behind it."""
    found = [(Position.start(), 0)] * GAMES
    if settings.openings:
        generator = generator_of(seed, generation, OPENINGS_DRAW)
        boards = opening_boards()
        found = [
            (boards[number], OPENING_PLIES)
            for number in generator.integers(0, len(boards), GAMES).tolist()
        ]
    if settings.endings:
        generator = generator_of(seed, generation, ENDINGS_DRAW)
        for game in np.flatnonzero(generator.random(GAMES) < settings.endings).tolist():
            found[game] = (draw_ending(generator), 0)
    return found


def draw_slips(
    settings: EvolutionConfig, seed: int, generation: int
) -> list[tuple[tuple[int, int], ...]]:
    """At which plies of each of the 150 games a move is made by lot, and the number of that lot."""
    if not settings.slips:
        return [()] * GAMES
    generator = generator_of(seed, generation, SLIPS_DRAW)
    where = generator.random((GAMES, 2 * settings.moves)) < settings.slips
    lots = generator.integers(0, LOTS, where.shape)
    return [
        tuple((ply, int(lots[game, ply])) for ply in np.flatnonzero(where[game]).tolist())
        for game in range(GAMES)
    ]


def tasks(population: Population, players: Sequence[Individual]) -> tuple[Task, ...]:
    """The 150 games of the next generation."""
    settings = population.settings
    generation = population.generation + 1
    drawn = opponents(population.seed, generation)
    boards = draw_boards(settings, population.seed, generation)
    return games_of(population, players, drawn, boards)


def games_of(
    population: Population,
    players: Sequence[Individual],
    drawn: npt.NDArray[np.int64],
    boards: Sequence[tuple[Position, int]],
) -> tuple[Task, ...]:
    """150 games: whom each of the thirty meets as Red, shape (30, 5), and what each begins with."""
    settings = population.settings
    slips = draw_slips(settings, population.seed, population.generation + 1)
    return tuple(
        Task(
            game,
            white := int(drawn[game // GAMES_EACH, game % GAMES_EACH]),
            players[game // GAMES_EACH].network,
            players[white].network,
            settings.search,
            2 * settings.moves,
            *boards[game],
            slips[game],
            settings.learning > 0,
        )
        for game in range(GAMES)
    )


def play(task: Task, desk: SearchWork | None = None) -> tuple[Played, Lesson]:
    """Play a game; what came of it, and what it teaches if anybody is to learn."""
    game = game_of(
        task.red_network,
        task.white_network,
        task.search,
        task.plies,
        desk or new_search_work(),
        task.begins,
        task.begun,
        task.slips,
    )
    board = task.begins.words()
    began = _share(piece_worth(*board[:2]), piece_worth(*board[2:]))
    share = _share(game.red, game.white)
    lesson = lesson_of(game, task.search.turned) if task.teaches else NOTHING
    return Played(task.game, task.white, game.result, game.plies, share, began), lesson


def _share(red: int, white: int) -> float:
    return (red - white) / (red + white)


def game_value(game: Played, settings: EvolutionConfig) -> float:
    """What a game came to for Red: 1 a win, -1 a loss, and what Settings.unfinished says."""
    if settings.unfinished != "share":
        return float(game.result)
    return (game.result or game.share) - game.began


def points(games: Sequence[Played], settings: EvolutionConfig) -> tuple[float, ...]:
    """What each of the thirty has after all games."""
    found = [0.0] * PLAYERS
    for game in games:
        red = game.game // GAMES_EACH
        value = game_value(game, settings)
        if value:
            winner, loser = (red, game.white) if value > 0 else (game.white, red)
            found[winner] += abs(value) * WON
            found[loser] -= abs(value) * settings.loss
    return tuple(found)


def survivors(population: Population, scores: Sequence[float]) -> tuple[int, ...]:
    """Which fifteen of the thirty are the next parents, the best first, equals by lot."""
    generator = generator_of(population.seed, population.generation + 1, TIES_DRAW)
    lots = generator.permutation(PLAYERS).tolist()
    order = sorted(range(PLAYERS), key=lambda number: (-scores[number], lots[number]))
    return tuple(order[:PARENTS])


def next_population(
    population: Population,
    players: Sequence[Individual],
    chosen: Sequence[int],
    games: Sequence[Played] = (),
    lessons: Sequence[Lesson] = (),
) -> Population:
    """With those who survived as parents, after they have learned from the games that they played
    (``lessons``, game by game), where they do."""
    settings = population.settings
    parents = tuple(players[number] for number in chosen)
    if settings.learning:
        generator = generator_of(population.seed, population.generation + 1, LESSONS_DRAW)
        parents = tuple(
            after_lessons(
                players[number], own_lessons(number, games, lessons), settings.learning, generator
            )
            for number in chosen
        )
    return Population(population.settings, population.seed, population.generation + 1, parents)


def own_lessons(number: int, games: Sequence[Played], lessons: Sequence[Lesson]) -> list[Lesson]:
    """Those of the games of one of the thirty."""
    both = zip(games, lessons, strict=True)
    return [lesson for game, lesson in both if number in (game.game // GAMES_EACH, game.white)]


def after_lessons(
    player: Individual, lessons: Sequence[Lesson], rate: float, generator: np.random.Generator
) -> Individual:
    """One who has learned; step sizes stay."""
    return Individual(learned(player.network, lessons, rate, generator), player.sigma)


def check_population(population: Population, where: str) -> None:
    """Raises RefusedError for a state that no generation leaves behind."""
    check_settings(population.settings, where)
    standing = STANDING[population.settings.strategy]
    if len(population.parents) != standing:
        raise RefusedError(where, f"has {len(population.parents)} parents; expected {standing}")
    for number, parent in enumerate(population.parents, 1):
        check(parent.network, f"{where}, parent {number}")
        sigma = parent.sigma
        if sigma.shape != (WEIGHTS,) or not np.all(np.isfinite(sigma) & (sigma >= 0)):
            raise RefusedError(
                f"{where}, parent {number}", f"has step sizes that are none; expected {WEIGHTS}"
            )


MOST_KINGS = 6


def draw_ending(generator: np.random.Generator) -> Position:
    """Up to :data:`MOST_KINGS` kings against fewer, either side ahead, Black to move.

    Nobody can capture at once.
    """
    while True:
        many = int(generator.integers(2, MOST_KINGS + 1))
        few = int(generator.integers(1, many))
        squares = [bit(int(square) + 1) for square in generator.permutation(32)[: many + few]]
        ahead, behind = sum(squares[:many]), sum(squares[many:])
        black, white = (ahead, behind) if generator.integers(2) else (behind, ahead)
        position = Position(black, white, black | white, True)
        other = Position(black, white, black | white, False)
        moves = (*legal_moves(position), *legal_moves(other))
        if legal_moves(position) and not any(move.captured for move in moves):
            return position
