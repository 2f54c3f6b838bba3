"""Evolution by mirror twins: who plays whom, and where the parent goes."""

from dataclasses import replace

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.anaconda import evolution
from machines.anaconda.learning import Lesson, learned
from machines.anaconda.mirrored_sampling import (
    AVERAGED,
    competitors,
    leads,
    next_population,
    rate_at,
    tasks,
)
from machines.anaconda.network import WEIGHTS, Network
from machines.anaconda.search import Search
from machines.exhibit import snapshot

QUICK = evolution.EvolutionConfig(
    search=Search(plies=1, extra=4),
    strategy="mirrored",
    sigma=0.1,
    rate=0.5,
    openings=True,
    unfinished="share",
)


def begun(
    settings: evolution.EvolutionConfig = QUICK,
) -> tuple[evolution.Population, tuple[evolution.Individual, ...]]:
    population = evolution.first_population(settings, 3)
    return population, competitors(population)


def test_it_begins_with_one_network_and_the_step_size_asked_for() -> None:
    population, _ = begun()
    average, parent = population.parents
    assert average.network == parent.network
    assert set(parent.sigma) == {0.1}
    evolution.check_population(population, "run")
    with pytest.raises(RefusedError, match="has 1 parents; expected 2"):
        evolution.check_population(replace(population, parents=population.parents[:1]), "run")


def test_twins_differ_from_the_parent_by_opposite_steps_of_sigma() -> None:
    population, players = begun()
    parent = population.parents[1].network.weights.astype(np.float64)
    steps = np.array([one.network.weights - parent for one in players[:15]])
    others = np.array([one.network.weights - parent for one in players[15:]])
    assert np.allclose(steps, -others, atol=1e-6)
    assert abs(steps.std() / 0.1 - 1) < 4 / (2 * steps.size) ** 0.5
    assert abs(steps.mean()) < 4 * 0.1 / steps.size**0.5
    assert np.abs(np.corrcoef(steps) - np.eye(15)).max() < 5 / WEIGHTS**0.5
    kings = {(round(a.network.king, 1), round(b.network.king, 1)) for a, b in _pairs(players)}
    assert kings == {(1.9, 2.1), (2.0, 2.0), (2.1, 1.9)}
    assert competitors(population)[7].network == players[7].network
    assert competitors(replace(population, generation=1))[7].network != players[7].network


def _pairs(
    players: tuple[evolution.Individual, ...],
) -> list[tuple[evolution.Individual, evolution.Individual]]:
    return list(zip(players[:15], players[15:], strict=True))


def test_twins_play_five_beginnings_with_either_as_red() -> None:
    population, players = begun()
    games = tasks(population, players)
    boards = evolution.draw_boards(QUICK, 3, 1)
    assert [task.game for task in games] == list(range(150))
    for one, other in zip(games[:75], games[75:], strict=True):
        assert other.white == one.game // 5 and one.white == other.game // 5 == one.game // 5 + 15
        assert (one.begins, one.begun) == (other.begins, other.begun) == boards[one.game]
        assert one.red_network is other.white_network is players[one.game // 5].network
        assert other.red_network is one.white_network is players[other.game // 5].network


def games_won_by(winners: np.ndarray, share: float = 0.0) -> list[evolution.Played]:
    """Every pair's ten games: all won by its first (1), by its second (-1), or drawn (0)."""
    found = []
    for game in range(150):
        pair, second = game // 5 % 15, game >= 75
        result = int(winners[pair]) * (-1 if second else 1)
        found.append(
            evolution.Played(game, (game // 5 + 15) % 30, result, 60, share * (1 - 2 * second))
        )
    return found


def test_a_lead_is_the_mean_of_what_ten_games_were_worth() -> None:
    population, _ = begun()
    winners = np.array([1, -1, 0] * 5)
    assert leads(population, games_won_by(winners)).tolist() == winners.tolist()
    assert leads(population, games_won_by(0 * winners, 0.25)) == pytest.approx([0.25] * 15)
    games = games_won_by(0 * winners)
    games[0], games[75] = replace(games[0], result=1), replace(games[75], result=1)
    assert leads(population, games).tolist() == [0.0] * 15  # Red won both: nothing to tell
    games[76] = replace(games[76], result=-1)
    assert leads(population, games).tolist() == [0.1] + [0.0] * 14
    plain = replace(population, settings=replace(QUICK, unfinished="drawn"))
    assert leads(plain, games_won_by(0 * winners, 0.25)).tolist() == [0.0] * 15


def test_the_parent_makes_its_offsprings_steps_as_far_as_they_led() -> None:
    population, players = begun()
    games = [evolution.play(task)[0] for task in tasks(population, players)]
    ahead = leads(population, games)
    assert 0 < np.abs(ahead).max() <= 1
    after = next_population(population, players, games)
    # The slow twin: weight by weight, from the definition.
    before = population.parents[1].network
    for weight in range(0, WEIGHTS, 97):
        moved = float(before.weights[weight])
        for lead, (one, other) in zip(ahead, _pairs(players), strict=True):
            step = (float(one.network.weights[weight]) - float(other.network.weights[weight])) / 2
            moved += 0.5 * lead * step
        assert after.parents[1].network.weights[weight] == pytest.approx(moved, abs=1e-6)
    king = sum(
        0.5 * lead * (one.network.king - other.network.king) / 2
        for lead, (one, other) in zip(ahead, _pairs(players), strict=True)
    )
    assert after.parents[1].network.king == pytest.approx(2.0 + king)
    assert after.generation == 1
    evolution.check_population(after, "run")
    back = snapshot.unpack(snapshot.pack(after, 1), evolution.Population, 1)
    assert [one.network for one in back.parents] == [one.network for one in after.parents]


def test_drawn_games_leave_the_parent_where_it_is_and_k_has_its_bounds() -> None:
    population, players = begun()
    still = next_population(population, players, games_won_by(np.zeros(15)))
    assert still.parents[1].network == population.parents[1].network
    assert still.parents[0].network == population.parents[0].network
    highest = evolution.Individual(
        Network(np.zeros(WEIGHTS, np.float32), 3.0), np.full(WEIGHTS, 0.1)
    )
    at_most = replace(population, parents=(highest, highest))
    all_players = competitors(at_most)
    assert {one.network.king for one in all_players} <= {2.9, 3.0}
    for sign in (1, -1):
        after = next_population(at_most, all_players, games_won_by(np.full(15, sign)))
        assert 1.0 <= after.parents[1].network.king <= 3.0


def test_it_climbs_where_games_are_decided_by_a_hidden_direction() -> None:
    """Whoever of two twins has more of it wins: ten generations lead the parent up it."""
    generator = np.random.default_rng(5)
    towards = generator.standard_normal(WEIGHTS)
    towards /= np.linalg.norm(towards)
    population = evolution.first_population(replace(QUICK, rate=1.0), 3)
    start = population.parents[1].network.weights.astype(np.float64)
    for _ in range(10):
        players = competitors(population)
        better = [
            np.sign(float((a.network.weights - b.network.weights) @ towards))
            for a, b in _pairs(players)
        ]
        population = next_population(population, players, games_won_by(np.array(better)))
    parent, average = population.parents[1].network.weights, population.parents[0].network.weights
    # Each of 150 steps has a part of sigma sqrt(2 / pi) in that direction.
    gained = float((parent - start) @ towards)
    assert gained == pytest.approx(150 * 0.1 * (2 / np.pi) ** 0.5, rel=0.25)
    assert rate_at(0.4, 0) == 0.4 and rate_at(0.4, 100) == pytest.approx(0.4 / 2**0.5)
    assert 0 < float((average - start) @ towards) < gained


def test_the_average_forgets_what_is_long_past() -> None:
    population, players = begun(replace(QUICK, rate=1e-9))
    far = evolution.Individual(Network(np.ones(WEIGHTS, np.float32), 2.0), np.full(WEIGHTS, 0.1))
    late = replace(population, generation=10 * AVERAGED, parents=(population.parents[0], far))
    after = next_population(late, players, games_won_by(np.zeros(15)))
    moved = after.parents[0].network.weights - population.parents[0].network.weights
    gap = 1 - population.parents[0].network.weights
    assert np.allclose(moved, gap / AVERAGED, atol=1e-5)
    first = next_population(replace(late, generation=0), players, games_won_by(np.zeros(15)))
    assert first.parents[0].network.weights == pytest.approx(1.0)  # the first counts whole


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(RefusedError, match="strategy is 'best'; expected survivors or mirrored"):
        evolution.check_settings(evolution.EvolutionConfig(strategy="best"))
    with pytest.raises(RefusedError, match="sigma is 0; expected up to 10"):
        evolution.check_settings(evolution.EvolutionConfig(sigma=0))
    with pytest.raises(RefusedError, match="rate is 11; expected up to 10"):
        evolution.check_settings(evolution.EvolutionConfig(rate=11))


@pytest.mark.slow
def test_a_parent_that_learns_does_so_from_all_its_offspring_s_games() -> None:
    settings = replace(QUICK, learning=0.002, slips=0.05, moves=30)
    population, players = begun(settings)
    both = [evolution.play(task) for task in tasks(population, players)]
    games = [one for one, _ in both]
    lessons = [Lesson(lesson.boards[::4], lesson.aims[::4]) for _, lesson in both]
    assert sum(len(lesson.aims) for lesson in lessons) > 600
    plain = replace(population, settings=replace(settings, learning=0.0))
    _, unlearned = next_population(plain, players, games).parents
    average, parent = next_population(population, players, games, lessons).parents
    rate = rate_at(0.002, population.generation)
    drawn = evolution.generator_of(population.seed, 1, evolution.LESSONS_DRAW)
    assert parent.network == learned(unlearned.network, lessons, rate, drawn)
    assert average.network == parent.network  # of the first generation
    fewer = next_population(population, players, games, lessons[:75]).parents
    assert fewer[1].network != parent.network
