"""An APS system's cycle, in a domain of one side that is no game."""

from dataclasses import replace

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.morph.aps.database import SCHEMES
from machines.morph.aps.domain import Additions, ApsConfig, Deletion, Search
from machines.morph.aps.system import Learned, System
from tests.machines.corridor import LAST, PATIENCE, Corridor, Place, Span

NONE = Additions(context=0, generalized=0, specialized=0, reverse=0)


def system(settings: ApsConfig | None = None, *patterns: Span) -> System[Place, Span]:
    made: System[Place, Span] = System(Corridor(), Learned(settings or ApsConfig(every=1)))
    for pattern in patterns:
        made.database.insert(pattern, "given")
    return made


def walk(*places: int, reinforcement: float) -> Search[Place]:
    states = tuple(Place(at, step) for step, at in enumerate(places, 1))
    return Search(states, (0,) * len(states), reinforcement)


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


# -- search ----------------------------------------------------------------------------------------


def test_equals_are_chosen_by_lot() -> None:
    made, drawn = system(), chance()
    chosen = {made.choose([Place(2), Place(4)], drawn) for _ in range(40)}
    assert chosen == {0, 1}


def test_why_a_state_has_its_value_is_told_step_by_step() -> None:
    made = system(None, (0, 4), (3, 6), (0, 6))
    made.database.records.weights[:] = [0.9, 0.2, 0.6]
    told = made.evaluate(Place(3))
    assert told.rows == (1, 0)
    assert [step.weight for step in told.fold.steps] == [0.2, 0.9]
    assert told.value == made.values([Place(3)])[0] == pytest.approx(0.6672)


# -- learning --------------------------------------------------------------------------------------


def test_one_lesson_by_hand() -> None:
    options = ApsConfig(coefficient=0.5, temperature=1.0, additions=NONE)
    made = system(options, (4, 5), (6, 6))
    report = made.learn(walk(4, 5, 6, reinforcement=1.0), chance())
    # Old 0.5 0.5 0.5; new 0.625 0.75 1; (4, 5) first takes 0.75, then the mean of it and 0.625.
    assert made.database.records.weights.tolist() == [0.6875, 1.0]
    assert made.database.records.updates.tolist() == [2, 1]
    assert made.database.records.uses.tolist() == [2, 1]
    assert made.database.records.variance.tolist() == [0.3125, 0.5]
    assert made.database.records.ages.tolist() == [1, 1]
    assert report.updates == 3
    assert report.error == pytest.approx((0.125 + 0.25 + 0.5) / 3)


def test_a_hidden_pattern_is_not_updated() -> None:
    made = system(ApsConfig(additions=NONE), (0, 6), (4, 6))
    made.learn(walk(4, 5, 6, reinforcement=1.0), chance())
    assert made.database.records.updates.tolist() == [0, 3]


def test_patterns_are_added_every_seventh_search_only() -> None:
    made = system(ApsConfig())
    sizes = []
    for _ in range(14):
        made.learn(walk(4, 5, 6, reinforcement=1.0), chance())
        sizes.append(len(made.database))
    assert sizes[:6] == [0] * 6
    assert sizes[6] > 0
    assert len(set(sizes[6:13])) == 1


def test_only_search_context_rules_add_to_an_empty_database() -> None:
    made = system(ApsConfig(every=1, additions=Additions(context=3)))
    report = made.learn(walk(4, 5, 6, reinforcement=1.0), chance())
    assert {scheme: len(added) for scheme, added in report.added.items()} == {
        "context": 3,
        "generalized": 0,
        "specialized": 0,
        "reverse": 0,
    }
    assert set(made.database.records.patterns) <= {(4, 4), (5, 5), (6, 6), (4, 5), (5, 6)}


def only(**wanted: float) -> ApsConfig:
    """Settings with one scheme of adding."""
    return ApsConfig(every=1, additions=replace(NONE, **wanted))  # type: ignore[arg-type]


def test_two_patterns_of_similar_weights_are_generalized() -> None:
    made = system(only(generalized=1), (1, 1), (3, 3), (6, 6))
    records = made.database.records
    records.weights[:], records.updates[:] = [0.30, 0.33, 0.9], 9
    report = made.learn(walk(4, reinforcement=0.0), chance())
    assert report.added == {"generalized": ((1, 3),)}


def test_a_pattern_of_high_variance_is_specialized_where_it_held() -> None:
    made = system(only(specialized=1), (0, 5), (6, 6))
    records = made.database.records
    records.updates[:], records.variance[:] = 9, [4.0, 0.1]
    report = made.learn(walk(2, 4, reinforcement=0.0), chance())
    assert report.added["specialized"][0] in {(0, 2), (3, 5)}


def test_a_pattern_whose_weight_moved_much_can_be_the_trigger() -> None:
    made = system(only(specialized=1, trigger="update"), (4, 5), (0, 1))  # type: ignore[arg-type]
    report = made.learn(walk(4, reinforcement=0.0), chance())
    assert report.added == {"specialized": ((4, 4),)}


def test_reverse_engineering_backs_up_from_the_most_extreme_pattern() -> None:
    made = system(only(reverse=1, extreme=0.25), (6, 6), (0, 5))
    records = made.database.records
    records.weights[:], records.updates[:] = [0.9, 0.5], 9
    report = made.learn(walk(4, 5, 6, reinforcement=1.0), chance())
    assert report.added == {"reverse": ((5, 5),)}
    assert [SCHEMES[scheme] for scheme in records.schemes] == ["given", "given", "reverse"]


def test_extreme_patterns_are_crossed_and_new_ones_mutated() -> None:
    made = system(only(crossed=1), (1, 2), (4, 5), (3, 3))
    made.database.records.weights[:] = [0.1, 0.9, 0.5]
    made.database.records.updates[:] = 9
    report = made.learn(walk(6, reinforcement=1.0), chance())
    assert report.added == {"crossed": ((1, 5),)}
    mutated = system(only(context=1, mutated=1.0))
    assert mutated.learn(walk(4, reinforcement=0.0), chance()).added == {"context": ((5, 5),)}


def test_a_new_pattern_can_begin_with_the_value_of_its_state() -> None:
    made = system(replace(only(context=1), initial="state"))
    made.learn(walk(6, reinforcement=1.0), chance())
    assert made.database.records.weights.tolist() == [1.0]
    neutral = system(only(context=1))
    neutral.learn(walk(6, reinforcement=1.0), chance())
    assert neutral.database.records.weights.tolist() == [0.5]


def test_what_is_too_large_is_not_added() -> None:
    made = system(only(context=5, size=LAST - 1))
    made.learn(walk(4, 5, 6, reinforcement=1.0), chance())
    assert {last - first for first, last in made.database.records.patterns} == {1}


def test_useless_patterns_are_deleted_in_time() -> None:
    options = ApsConfig(additions=NONE, deletion=Deletion(every=3, young=2))
    made = system(options, (6, 6), (1, 1))
    gone = [made.learn(walk(5, 6, reinforcement=1.0), chance()).deleted for _ in range(3)]
    assert gone == [0, 0, 1]
    assert made.database.records.patterns == [(6, 6)]


def test_it_learns_to_find_the_door() -> None:
    made, drawn = system(ApsConfig(every=1)), chance(4)
    ends = [made.cycle(drawn)[0] for _ in range(60)]
    assert [search.reinforcement for search in ends[-20:]] == [1.0] * 20
    assert len(ends[-1].states) < PATIENCE / 2


def test_the_same_seed_learns_the_same_and_a_snapshot_goes_on_the_same() -> None:
    one, drawn = system(), chance(7)
    for _ in range(10):
        one.cycle(drawn)
    kept = snapshot.pack((one.learned, drawn), 1)
    learned, again = snapshot.unpack(kept, tuple, 1)
    other: System[Place, Span] = System(Corridor(), learned)
    for _ in range(10):
        one.cycle(drawn)
        other.cycle(again)
    assert snapshot.pack(one.learned, 1) == snapshot.pack(other.learned, 1)
    fresh, same = system(), chance(7)
    for _ in range(20):
        fresh.cycle(same)
    assert snapshot.pack(fresh.learned, 1) == snapshot.pack(one.learned, 1)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("fold", "sum", "is 'sum'; expected one of least, pos-neg, mean"),
        ("coefficient", 1.5, "is 1.5; expected 0 to 1"),
        ("every", 0, "is 0; expected 1 to 1e+06"),
        ("chain", "both", "is 'both'; expected one of plies, sides"),
    ],
)
def test_settings_out_of_range_are_refused_by_name(name: str, value: object, expected: str) -> None:
    with pytest.raises(RefusedError) as refused:
        replace(ApsConfig(), **{name: value})  # type: ignore[arg-type]
    assert (refused.value.where, refused.value.what) == (name, expected)
