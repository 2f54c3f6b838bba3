"""Noughts and crosses as the domain of an APS system: patterns, operations and a play by hand."""

import os

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.games.noughts.board import Board
from machines.games.noughts.symmetry import boards
from machines.morph.aps.database import PartialOrder
from machines.morph.aps.domain import Additions, ApsConfig, Deletion, Search
from machines.morph.aps.system import Learned, System
from machines.morph.noughts.domain import SETTINGS, Noughts, forward, reverse
from machines.morph.noughts.index import Pattern, Table, holds, mover_view, opponent, ways

DOMAIN = Noughts()
NONE = Additions(context=0, generalized=0, specialized=0, reverse=0)


def pattern(text: str) -> Pattern:
    return Pattern.of_rows(text)


def board(text: str) -> Board:
    return Board.of_rows(text)


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def play(*squares: int, learner: int = 0) -> Search[Board]:
    """A whole play by Michie's numbers."""
    at, states = Board(), []
    for square in squares:
        at = at.play(square)
        states.append(at)
    worth = DOMAIN.reinforcement(at)
    assert worth is not None
    return Search(tuple(states), tuple(ply % 2 for ply in range(len(squares))), worth, learner)


# -- patterns --------------------------------------------------------------------------------------


def test_a_pattern_is_the_same_however_it_is_laid() -> None:
    assert pattern("OO./???/???") == pattern("O??/O??/.??") == pattern("???/???/.OO")
    assert pattern("OO./???/???") != pattern("O.O/???/???")


@pytest.mark.parametrize(
    ("text", "count"), [("???/?O?/???", 1), ("O??/???/???", 4), ("OX?/???/???", 8), ("OX./?", 0)]
)
def test_there_are_as_many_ways_to_lay_a_pattern_as_its_symmetry_leaves(
    text: str, count: int
) -> None:
    if count:
        assert len(ways(pattern(text))) == count
    else:
        with pytest.raises(RefusedError, match="expected three rows of three"):
            pattern(text)


def test_rows_come_back_and_wrong_ones_are_refused_by_column() -> None:
    made = pattern("OX./???/??O")
    assert pattern(made.rows()) == made
    with pytest.raises(RefusedError, match="column 6"):
        pattern("OX./?Z?/???")
    with pytest.raises(RefusedError, match="has no square"):
        pattern("???/???/???")


def test_a_board_is_seen_by_who_has_just_moved() -> None:
    after_nought, after_cross = board("O../.../..."), board("O../.X./...")
    assert DOMAIN.satisfies(after_nought, pattern("O../.../..."))
    assert DOMAIN.satisfies(after_cross, pattern("X??/?O?/???"))
    assert not DOMAIN.satisfies(after_cross, pattern("O??/?X?/???"))


def test_a_pattern_holds_wherever_it_can_be_laid() -> None:
    threat = pattern("XX./???/???")
    # Nought has just moved and has left Cross two in a row with the third square free.
    assert DOMAIN.satisfies(board("X.O/X../.OO"), threat)
    assert not DOMAIN.satisfies(board("X.O/X../OO."), threat)


def test_to_say_more_is_to_be_less_general() -> None:
    two, three = pattern("OO?/???/???"), pattern("OO./???/???")
    assert DOMAIN.more_general(two, three)
    assert not DOMAIN.more_general(three, two)
    assert not DOMAIN.more_general(two, two)
    assert not DOMAIN.more_general(two, pattern("O.?/???/???"))


def patterns(count: int, seed: int) -> list[Pattern]:
    """Different patterns, of 1 to 5 squares as they are on boards drawn by lot."""
    drawn = chance(seed)
    found: set[Pattern] = set()
    while len(found) < count:
        words = mover_view(boards()[int(drawn.integers(len(boards())))])
        squares = sum(1 << int(s) for s in drawn.permutation(9)[: drawn.integers(1, 6)])
        found.add(Pattern.of((words[0] & squares, words[1] & squares, words[2] & squares)))
    return sorted(found, key=lambda each: each.words)


def test_the_table_of_all_boards_says_what_pairwise_checking_says() -> None:
    known = patterns(60, 3)
    table, order = Table(), PartialOrder(DOMAIN)
    for each in known:
        table.add(each)
        order.add(each)
    kept = np.arange(0, 60, 2, dtype=np.int64)
    for index in (table, order):
        index.keep(kept)
    left = [known[row] for row in kept]
    for state in boards()[1::37]:
        held = [row for row, one in enumerate(left) if holds(mover_view(state), one)]
        expected = [
            row
            for row in held
            if not any(DOMAIN.more_general(left[row], left[other]) for other in held)
        ]
        assert table.matching(state).tolist() == expected
        assert order.matching(state).tolist() == expected


# -- the operations --------------------------------------------------------------------------------


def test_what_two_patterns_have_in_common_is_the_most_of_all_ways_to_lay_them() -> None:
    made = DOMAIN.generalize(pattern("OO./X??/???"), pattern("??./?XO/??O"), chance())
    assert made == pattern("OO./???/???")
    assert DOMAIN.generalize(pattern("O??/???/???"), pattern("X??/???/???"), chance()) is None


def test_a_specialized_pattern_says_one_square_more_and_holds_where_it_was_made() -> None:
    state, plain = board("X.O/X../.OO"), pattern("XX./???/???")
    for seed in range(20):
        made = DOMAIN.specialize(plain, state, chance(seed))
        assert made is not None
        assert DOMAIN.size(made) == 4
        assert DOMAIN.more_general(plain, made)
        assert DOMAIN.satisfies(state, made)
    assert DOMAIN.specialize(plain, None, chance()) is None


def test_reverse_engineering_finds_the_fork_that_a_line_comes_from() -> None:
    # Nought: centre, corner 1, corner 7; Cross: corner 5, edge 2.  Nought threatens 3 and 8.
    search = play(0, 2, 1, 5, 7, 3, 8)
    line = pattern("O??/O??/O??")
    before = DOMAIN.precondition(line, search, 6, chance())
    # Cross has just moved: the other side has two in a row and a free square.
    assert before == pattern("X??/.??/X??")


def test_a_precondition_of_what_stood_from_the_first_is_none() -> None:
    search = play(0, 2, 1, 5, 7, 3, 8)
    assert DOMAIN.precondition(pattern("???/?.?/???"), play(1, 2, 3, 5, 8, 4, 7), 0, chance()) is (
        None
    )
    assert DOMAIN.precondition(pattern("???/?O?/???"), search, 0, chance()) is None


def test_mutation_changes_squares_with_its_chance_and_keeps_their_number() -> None:
    plain = pattern("OX./O??/???")
    assert DOMAIN.mutate(plain, 0.0, chance()) == plain
    for seed in range(10):
        made = DOMAIN.mutate(plain, 1.0, chance(seed))
        assert DOMAIN.size(made) == 4
        assert made != plain


def test_a_hybrid_has_half_of_either_parent() -> None:
    for seed in range(20):
        made = DOMAIN.cross(pattern("OOO/O??/???"), pattern("XX?/???/???"), chance(seed))
        assert made is not None
        assert (made.own.bit_count(), made.other.bit_count()) in {(2, 1), (2, 0)}


def test_forward_ordering_takes_the_last_squares_played_first() -> None:
    search = play(0, 1, 5, 2, 3, 7, 4)
    # After 0 1 5 2: square 2 (cross), then the latest on a line with it or each other.
    for seed in range(30):
        made = forward(search, 3, chance(seed))
        assert made is not None
        assert 2 <= DOMAIN.size(made) <= 5
        assert DOMAIN.satisfies(search.states[3], made)
    pairs = {forward(search, 3, chance(seed)) for seed in range(30)}
    # 2 and 5 are on no line together, so that of two squares the second is 1 (cross again).
    assert {each for each in pairs if each is not None and DOMAIN.size(each) == 2} == {
        pattern("OO?/???/???")
    }


def test_reverse_ordering_begins_with_the_square_that_is_played_next() -> None:
    search = play(0, 1, 5, 2, 3, 7, 4)
    found = {reverse(search, 3, chance(seed)) for seed in range(30)}
    twos = {each for each in found if each is not None and DOMAIN.size(each) == 2}
    # Next is 3, free as yet; then 7 is on its line 3 0 7.
    assert twos == {pattern("??./???/.??")}


# -- at work ---------------------------------------------------------------------------------------


def system(settings: ApsConfig | None = None) -> System[Board, Pattern]:
    return System(DOMAIN, Learned(settings or ApsConfig()), Table())


def test_one_play_by_hand() -> None:
    made = system(ApsConfig(coefficient=1.0, temperature=1.0, additions=NONE))
    for text in ("OO?/???/???", "OO./???/???", "OOO/???/???"):
        made.database.insert(pattern(text), "given")
    # Nought takes the top row, Cross the left column's lower two: squares 1 7 2 8 3.
    made.learn(play(1, 7, 2, 8, 3), chance())
    # Won for Nought: after ply 3 he has two and a free third, after ply 5 the line, which says
    # more than two; Cross, who loses, has two with no free third (corner 1 is Nought's).
    assert made.database.records.weights.tolist() == [0.0, 1.0, 1.0]
    assert made.database.records.updates.tolist() == [1, 1, 1]
    assert made.database.records.uses.tolist() == [0, 1, 1]


def test_a_known_threat_is_answered() -> None:
    made = system()
    made.database.insert(pattern("XX./???/???"), "given", 0.0)
    state = board("OO./.X./...")
    after = DOMAIN.successors(state)
    chosen = {after[made.choose(after, chance(seed))] for seed in range(10)}
    assert chosen == {state.play(3)}


def score(made: System[Board, Pattern], name: str, plays: int, seed: int) -> list[float]:
    """What each play came to for the system, which plays first in every other one."""
    reply = opponent(name)
    drawn, results = chance(seed), []
    for number in range(plays):
        search, _ = made.cycle(drawn, reply, number % 2)
        last = search.movers[-1] == search.learner
        results.append(search.reinforcement if last else 1 - search.reinforcement)
    return results


@pytest.mark.slow
def test_it_learns_against_random_play() -> None:
    results = score(system(SETTINGS), "random", 300, 1)
    assert np.mean(results[:30]) < np.mean(results[-100:])
    # Who plays at random on either side in turn has 0.5.
    assert np.mean(results[-100:]) > 0.65


def test_deletion_holds_the_database_to_its_size() -> None:
    settings = ApsConfig(deletion=Deletion(every=10, largest=60, young=5))
    made = system(settings)
    score(made, "random", 60, 1)
    assert len(made.database) <= 60
    table = made.database.index
    assert isinstance(table, Table)
    assert table.patterns == made.database.records.patterns


@pytest.mark.parametrize("name", ["random", "perfect", "standard:0.5"])
def test_an_opponent_plays_on_a_free_square_by_its_name(name: str) -> None:
    state = board("OO./.X./...")
    after = {opponent(name)(state, chance(seed)) for seed in range(40)}
    assert after <= set(DOMAIN.successors(state))
    assert (after == {state.play(3)}) == (name == "perfect")


def test_an_opponent_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RefusedError, match="expected one of random, distinct, perfect, expert"):
        opponent("menace")


@pytest.mark.soak
def test_it_learns_to_draw_with_a_perfect_player() -> None:
    plays = max(500, min(1200, 20 * int(os.environ.get("MATCHBOX704_SOAK", "60"))))
    results = score(system(), "perfect", plays, 1)
    assert np.mean(results[:50]) < 0.2
    assert np.mean(results[-100:]) > (0.45 if plays == 1200 else 0.22)
