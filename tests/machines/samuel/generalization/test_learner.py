"""Alpha's learning step against the paper's words, on boards and on plain numbers."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import find_move, legal_moves, make
from machines.games.draughts.notation import read_fen
from machines.samuel.evaluation import contributions
from machines.samuel.generalization.coefficients import (
    AT_ONCE,
    Remembered,
    Rules,
    Spared,
    advantage,
    as_it_stands,
    before_the_last_step,
    end_of_line,
    rudimentary,
    searched,
)
from machines.samuel.generalization.learner import Alpha, Lesson, equal_weights
from machines.samuel.generalization.series import pool
from machines.samuel.lookahead import FORESEEN, Decision, LookAhead
from machines.samuel.polynomial import Manner, Polynomial, Weight
from machines.samuel.scores import SCORE_UNIT
from machines.samuel.settings import ProgramSettings
from tests.machines.games.draughts.positions import played
from tests.machines.samuel.test_evaluation import terminal
from tests.naive import samuel_generalization as naive

START = Position.start()
NAMES = tuple(name for name in pool() if name != "DIAV")
"""DIAV counts in halves, which the slow twin knows nothing of."""
ACTIVE, RESERVE = NAMES[:16], NAMES[16:]
MOVE = Move((11, 15))
UNIT = SCORE_UNIT << 18
"""A count of a leading term, as a score."""


def decision(score: int, *line: Move) -> Decision:
    """A decision of that score for the position at the start; the rest doesn't matter here."""
    return Decision(MOVE, score, line or (MOVE,), (), (MOVE,), (1,), 1, 1, 3, 5_000_000)


def beginner(rules: Rules | None = None) -> Alpha:
    return Alpha.beginner(ACTIVE, RESERVE, rules or Rules.first())


def remembering(alpha: Alpha, advantage: int = 0, **values: int) -> Alpha:
    """Alpha with a remembered board on which those terms aren't 0."""
    alpha.remembered = Remembered(advantage, dict.fromkeys(NAMES, 0) | values)
    return alpha


def learn(alpha: Alpha, score: int, *line: Move) -> Lesson:
    return alpha.learn(START, None, decision(score, *line), ProgramSettings())


def correlation(alpha: Alpha, name: str) -> float:
    return next(record.correlation for record in alpha.active if record.name == name)


def test_the_remembered_score_is_that_of_the_board() -> None:
    moves = ((11, 15), (23, 19), (8, 11), (22, 17))
    position, before = START, None
    for squares in moves:
        move = find_move(position, squares)
        _, before = before_the_last_step(position, move)
        position = make(position, move)
    names = pool()[6:22]
    polynomial = Polynomial(
        tuple(Weight(name, (-1) ** k << k) for k, name in enumerate(names)), Manner.BY_TURNS
    )
    kept = as_it_stands(pool(), position, before)
    assert kept.contributions(polynomial) == contributions(polynomial, position, before)
    assert kept.score(polynomial) == sum(contributions(polynomial, position, before))


def selective(advantage: int, score: int, spared: Spared = Spared.NONE) -> set[str]:
    """The terms that (a) lets be corrected, ADV speaking for Alpha and BACK against him."""
    rules = replace(Rules.first(), selective=True, spared=spared)
    alpha = remembering(beginner(rules), advantage, ADV=1, BACK=-1)
    return set(learn(alpha, score).changed)


def test_what_a_small_remembered_score_spares_is_a_rule() -> None:
    small, large = 1, 1 << 10
    assert selective(small, 5 * UNIT) == set()
    assert selective(small, 5 * UNIT, Spared.ALL) == {"ADV", "BACK"}
    assert selective(small, 5 * UNIT, Spared.OWN_SIGN) == {"BACK"}
    assert selective(-small, 5 * UNIT, Spared.OWN_SIGN) == {"ADV"}
    for spared in Spared:
        assert selective(small, -5 * UNIT, spared) == {"ADV", "BACK"}
        assert selective(large, UNIT << 10, spared) == {"BACK"}


def test_the_span_grows_until_delta_is_large_enough() -> None:
    alpha = remembering(beginner(replace(Rules.first(), growing_span=True)), ADV=2)
    kept = alpha.remembered
    learn(alpha, 2 * UNIT)
    learn(alpha, 2 * UNIT + 5)
    assert alpha.remembered is kept
    learn(alpha, 4 * UNIT)
    assert alpha.remembered is not kept
    short = remembering(beginner(), ADV=2)
    kept = short.remembered
    learn(short, 2 * UNIT)
    assert short.remembered is not kept


def test_immobilized_learning_changes_nothing() -> None:
    alpha = remembering(beginner(), ADV=2)
    alpha.learning = False
    lesson = learn(alpha, 90 * UNIT)
    assert (lesson.corrected, alpha.corrections, alpha.moves) == (False, 0, 0)
    assert alpha.polynomial == equal_weights(ACTIVE)


def test_the_drastic_change_makes_the_leading_coefficient_zero() -> None:
    alpha = remembering(beginner(), ADV=2, BACK=-1)
    learn(alpha, 10 * UNIT)
    assert alpha.leader == "ADV"
    assert alpha.drastic_change() == "ADV"
    assert alpha.polynomial.coefficient("ADV") == 0
    assert alpha.leader == "BACK"


def test_the_leading_terms_have_the_columns_of_appendix_c() -> None:
    alpha = remembering(beginner(), ADV=2, BACK=-1)
    learn(alpha, 10 * UNIT)
    first, second, third = alpha.leading(3)
    assert (first.name, first.correlation, first.sign, first.power, first.adjusted) == (
        "ADV", 1 / 16, 1, 18, 1,
    )  # fmt: skip
    assert (second.name, second.sign, third.sign) == ("BACK", -1, 0)


def test_the_board_before_a_multiple_jump_ends_is_the_one_before_its_last_jump() -> None:
    position = read_fen("B:W14,22:B9,10")
    move = find_move(position, (9, 18, 25))
    after, before = before_the_last_step(position, move)
    assert after == make(position, move)
    assert before == read_fen("B:W22:B10,18")


def test_the_rudimentary_search_sees_the_jump_that_is_pending() -> None:
    position = read_fen("B:W18,32:B15,1")
    assert advantage(position, True) == 0
    kept, us = searched(pool(), position, equal_weights(ACTIVE), ProgramSettings())
    assert kept.advantage == 2 * (128 - 6)
    assert us > 0
    quiet, _ = searched(pool(), START, equal_weights(ACTIVE), ProgramSettings())
    assert (quiet.advantage, quiet.ended) == (0, 0)


def test_the_searched_board_has_the_score_that_the_search_brought_back() -> None:
    generator = np.random.default_rng(1959)
    compared = 0
    while compared < 8:
        position = played(generator)
        if not legal_moves(position):
            continue
        names = [str(name) for name in generator.permutation(pool())[:16]]
        signs = generator.choice([-1, 1], 16)
        polynomial = Polynomial(
            tuple(
                Weight(n, int(s) << k) for k, (n, s) in enumerate(zip(names, signs, strict=True))
            ),
            Manner.BY_TURNS,
        )
        look = LookAhead(rudimentary(ProgramSettings()), polynomial)
        look.begin(position)
        look.run(AT_ONCE, sample=AT_ONCE)
        found = look.decision()
        kept, _ = searched(pool(), position, polynomial, ProgramSettings())
        assert abs(kept.score(polynomial) - found.score) <= found.deepest
        assert end_of_line(position, found.line)[0] == terminal(look)
        compared += 1


def test_a_game_that_the_rudimentary_search_sees_ended_has_that_score() -> None:
    position = read_fen("B:W18:B15")
    kept, _ = searched(pool(), position, equal_weights(ACTIVE), ProgramSettings())
    assert kept.score(equal_weights(ACTIVE)) == kept.ended >= FORESEEN


PLAYS = st.lists(
    st.tuples(
        st.sampled_from([-328, -164, 0, 0, 0, 164, 328]),
        st.lists(st.integers(-3, 3), min_size=len(NAMES), max_size=len(NAMES)),
        st.integers(-(1 << 32), 1 << 32),
    ),
    min_size=2,
    max_size=40,
)


@pytest.mark.parametrize("second", [False, True])
@given(plays=PLAYS)
@settings(max_examples=8)
def test_the_learning_step_is_that_of_the_slow_twin(
    second: bool, plays: list[tuple[int, list[int], int]]
) -> None:
    rules = Rules.first()
    if second:
        rules = replace(rules, selective=True, slow_entry=True, growing_span=True)
    alpha = beginner(rules)
    twin = naive.Learner([naive.Term(name) for name in ACTIVE], [*RESERVE], second)
    threshold = SCORE_UNIT * (1 << 13) * 6 * (128 - 42)
    for was, values, score in plays:
        now = dict(zip(NAMES, values, strict=True))
        lesson = learn(alpha, score)
        assert lesson.weight == twin.play(was, now, score, 0, threshold)
        if twin.kept == (was, now):
            alpha.remembered = Remembered(was, now)  # the numbers of this play for those of START
        assert [weight.coefficient for weight in alpha.polynomial.weights] == [
            twin.coefficients()[term.name] for term in twin.terms
        ]
        assert alpha.reserve == twin.reserve
        for record, term in zip(alpha.active, twin.terms, strict=True):
            assert (record.used, record.tally) == (term.used, term.tally)
            assert record.correlation == pytest.approx(float(term.c), abs=1e-9)
