"""What Anaconda's networks learn from their games: aims, slopes, and what comes of them."""

from dataclasses import replace

import numpy as np
import pytest

from machines.anaconda.evaluation import HIDDEN, WIDE, align_floats, evaluate, prepare_values
from machines.anaconda.evolution import (
    EvolutionConfig,
    Played,
    Population,
    competitors,
    draw_slips,
    first_population,
    next_population,
    own_lessons,
    play,
    tasks,
)
from machines.anaconda.games import game_of
from machines.anaconda.learning import (
    FADES,
    LAMBDA,
    NOTHING,
    Lesson,
    forward,
    inputs_of,
    learned,
    lesson_of,
    parts_of,
    slopes,
)
from machines.anaconda.network import WEIGHTS, Network, new_network
from machines.anaconda.search import Search, new_search_work
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make, unpack_move
from tests.machines.games.draughts.positions import played
from tests.naive import anaconda as naive

QUICK = EvolutionConfig(search=Search(plies=1, extra=4), moves=40, openings=True, learning=0.002)


def boards(count: int, seed: int) -> list[Position]:
    """From play, with moves, men and kings."""
    generator = np.random.default_rng(seed)
    found: list[Position] = []
    while len(found) < count:
        position = played(generator)
        if legal_moves(position) and position.kings:
            found.append(position)
    return found


def words_of(positions: list[Position]) -> np.ndarray:
    return np.array([one.words() for one in positions], dtype=np.int64)


def board_of(position: Position) -> dict[int, str]:
    return {square: piece for square in range(1, 33) if (piece := position.piece(square))}


def some_network(seed: int = 1) -> Network:
    generator = np.random.default_rng(seed)
    return Network((new_network(generator).weights * 2).astype(np.float32), 1.5)


def test_many_boards_at_once_are_worth_what_each_is_to_the_kernel() -> None:
    network, positions = some_network(), boards(50, 3)
    found = np.tanh(forward(parts_of(network), *inputs_of(words_of(positions)))[-1])
    net, sums, hidden = (
        prepare_values(network),
        align_floats(1, WIDE)[0],
        align_floats(1, HIDDEN)[0],
    )
    kernels = [evaluate(net, *one.words(), sums, hidden) for one in positions]
    assert found == pytest.approx(kernels, abs=1e-5)


def test_slopes_are_what_small_steps_of_the_slow_twin_show() -> None:
    positions = boards(6, 4)
    aims = np.array([-1.0, -0.4, 0.0, 0.3, 0.9, 1.0])
    network = some_network()
    parts = [part.astype(np.float64) for part in parts_of(network)]
    men, kings = (some.astype(np.float64) for some in inputs_of(words_of(positions)))
    found = slopes(parts, men, kings, aims)
    flat = parts_of(Network(np.arange(1, WEIGHTS + 1, dtype=np.float32), 1.0))
    places = {
        int(number) - 1: (k, at)
        for k, part in enumerate(flat[:-1])
        for at, number in np.ndenumerate(part)
    }

    def loss(numbers: list[float], king: float) -> float:
        worths = [
            naive.output(numbers, king, board_of(one), "b" if one.black_to_move else "w", False)
            for one in positions
        ]
        both = zip(worths, aims.tolist(), strict=True)
        return sum(naive.cross_entropy(worth, aim) for worth, aim in both) / len(aims)

    numbers, step = network.weights.astype(np.float64).tolist(), 1e-5
    generator = np.random.default_rng(5)
    for number in (0, 853, 854, 944, 945, 5045, *generator.integers(0, WEIGHTS, 30).tolist()):
        up, down = numbers.copy(), numbers.copy()
        up[number] += step
        down[number] -= step
        k, at = places[number]
        expected = (loss(up, 1.5) - loss(down, 1.5)) / (2 * step)
        assert found[k][at] == pytest.approx(expected, abs=1e-8, rel=1e-5)
    expected = (loss(numbers, 1.5 + step) - loss(numbers, 1.5 - step)) / (2 * step)
    assert found[-1][0] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(("turned", "often"), [(True, 0.0), (False, 0.0), (True, 0.2)])
def test_each_quiet_board_aims_at_what_came_after_it(turned: bool, often: float) -> None:
    generator = np.random.default_rng(6)
    desk, search = new_search_work(), Search(plies=2, turned=turned)
    for _ in range(4):
        red, white = new_network(generator), new_network(generator)
        lots = np.where(generator.random(90) < often, generator.integers(0, 999, 90), -1)
        slips = [(ply, int(lots[ply])) for ply in np.flatnonzero(lots >= 0).tolist()]
        game = game_of(red, white, search, 90, desk, slips=slips)
        lesson = lesson_of(game, turned)
        result, end = game.result, game.plies
        looks = [None if np.isnan(one) else float(np.tanh(one)) for one in game.said[:end]]
        by_lot = (lots[:end] >= 0).tolist()
        won = float(result if end % 2 == 0 else -result)
        aims = naive.aims(looks, by_lot, won, LAMBDA, FADES)
        position, expected = Position.start(), []
        for ply in range(end):
            assert (looks[ply] is None) == (len(legal_moves(position)) == 1)
            found = legal_moves(position)
            if by_lot[ply] and len(found) > 1:
                assert unpack_move(int(game.moves[ply])) == found[int(lots[ply]) % len(found)]
            if not found[0].captured:
                seen = position.reversed() if turned and not position.black_to_move else position
                expected.append((seen.words(), aims[ply]))
            position = make(position, unpack_move(int(game.moves[ply])))
        expected.reverse()
        assert [tuple(row) for row in lesson.boards.tolist()] == [words for words, _ in expected]
        assert lesson.aims == pytest.approx([aim for _, aim in expected], abs=1e-6)


def begun(settings: EvolutionConfig) -> tuple[Population, tuple]:  # type: ignore[type-arg]
    population = first_population(settings, 2)
    return population, competitors(population)


def a_lesson(seed: int = 7) -> Lesson:
    """That whoever has more pieces has won."""
    positions = boards(600, seed)
    ahead = [one.black.bit_count() - one.white.bit_count() for one in positions]
    sides = [1 if one.black_to_move else -1 for one in positions]
    aims = np.sign(np.array(ahead) * np.array(sides)).astype(np.float32)
    return Lesson(words_of(positions), aims)


def test_what_is_learned_brings_outputs_nearer_to_the_aims() -> None:
    lesson, network = a_lesson(), some_network()

    def miss(one: Network) -> float:
        found = np.tanh(forward(parts_of(one), *inputs_of(lesson.boards))[-1])
        return float(np.abs(found - lesson.aims).mean())

    after = learned(network, [lesson], 0.003, np.random.default_rng(1))
    assert miss(after) < 0.8 * miss(network)
    steps = np.abs(after.weights - network.weights)
    assert 0.003 < steps.max() < 0.003 * 6 * 1.5  # six steps, none much larger than the rate
    assert after == learned(network, [lesson], 0.003, np.random.default_rng(1))
    assert after != learned(network, [lesson], 0.003, np.random.default_rng(2))


def test_k_learns_and_stays_within_its_bounds() -> None:
    network = some_network()
    kings = Position(0b1 << 8, 0b1 << 20, 0b1 << 8, True)
    for aim, expected in ((1.0, 3.0), (-1.0, 1.0)):
        rows = np.repeat(words_of([kings]), 256, axis=0)
        lesson = Lesson(rows, np.full(256, aim, dtype=np.float32))
        after = learned(network, [lesson] * 4, 0.5, np.random.default_rng(1))
        assert after.king == expected


def test_too_few_boards_teach_nothing() -> None:
    assert learned(some_network(), [NOTHING], 0.1, np.random.default_rng(1)) == some_network()


def test_survivors_learn_from_their_own_games_and_keep_their_steps() -> None:
    population, players = begun(QUICK)
    both = [play(task) for task in tasks(population, players)]
    games, lessons = [one for one, _ in both], [lesson for _, lesson in both]
    chosen = tuple(range(29, 14, -1))
    after = next_population(population, players, chosen, games, lessons)
    for number, parent in zip(chosen, after.parents, strict=True):
        assert parent.network != players[number].network
        assert parent.sigma is players[number].sigma
    plain = replace(population, settings=replace(QUICK, learning=0.0))
    unlearned = next_population(plain, players, chosen, games, lessons)
    assert [one.network for one in unlearned.parents] == [players[k].network for k in chosen]


def test_a_player_s_own_games_are_those_as_red_and_as_white() -> None:
    games = [Played(0, 7, 1, 50), Played(36, 3, 0, 50), Played(37, 0, 0, 50), Played(8, 7, 1, 9)]
    lessons = [Lesson(np.zeros((k, 4), dtype=np.int64), np.zeros(k, np.float32)) for k in range(4)]
    assert own_lessons(7, games, lessons) == lessons
    assert own_lessons(0, games, lessons) == [lessons[0], lessons[2]]
    assert own_lessons(1, games, lessons) == [lessons[3]]
    assert own_lessons(9, games, lessons) == []


def test_slips_are_drawn_for_each_game_as_often_as_asked_for() -> None:
    settings = replace(QUICK, slips=0.1)
    drawn = draw_slips(settings, 1, 5)
    assert drawn == draw_slips(settings, 1, 5) != draw_slips(settings, 1, 6)
    count = sum(map(len, drawn))
    places = len(drawn) * 2 * settings.moves
    assert abs(count - 0.1 * places) < 4 * (places * 0.09) ** 0.5
    assert draw_slips(QUICK, 1, 5) == [()] * 150
    (first, *_) = tasks(*begun(settings))
    assert first.slips == draw_slips(settings, 2, 1)[0]
    assert play(first)[0] != play(replace(first, slips=()))[0]
