"""The look-ahead as a machine: time, slices, registers, lamps, storage, snapshots."""

import copy
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from devices.refusal import RefusedError
from machines.exhibit import computer, snapshot
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import read_fen
from machines.samuel import phases, search
from machines.samuel.lookahead import LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings
from tests.machines.games.draughts.positions import COMPILED, played

FOREVER = 10**18
compiled = pytest.mark.skipif(not COMPILED, reason="many boards to look at")
MIDGAME = "B:W18,19,23,26,27,31,K6:B3,10,11,12,16,20,K25"
DOUBLE_JUMPS = "B:W10,18,17,26,32:B6,1,2"


def begun(fen: str = MIDGAME, exact: bool = False, **changed: int) -> LookAhead:
    look = LookAhead(settings=ProgramSettings(**changed))
    look.begin(read_fen(fen), exact=exact)
    return look


def all_of(look: LookAhead) -> tuple[object, ...]:
    """Everything that a look-ahead is, but for its duty."""
    arrays = (look.frames, look.lines, look.rated, look.state)
    return (*(array.tobytes() for array in arrays), look.settings, look.polynomial, look.moves)


def lamps(registers: computer.Registers) -> npt.NDArray[np.int64]:
    """Which bits of the registers are on, in the order of machines.exhibit.computer."""
    words = (
        (registers.storage, computer.STORAGE),
        (registers.accumulator, computer.ACCUMULATOR),
        (registers.mq, computer.MQ),
        (registers.index[0], computer.INDEX_A),
        (registers.index[1], computer.INDEX_B),
        (registers.index[2], computer.INDEX_C),
        (registers.counter, computer.COUNTER),
        (registers.instruction, computer.INSTRUCTION),
    )
    lit = np.zeros(computer.REGISTER_BITS, dtype=np.int64)
    for word, (first, count) in words:
        for place in range(count):
            lit[first + place] = word >> (count - 1 - place) & 1
    return lit


def board_bits(word: int) -> list[int]:
    """The bit numbers, as the 704 counts them from the left, that are on in a word."""
    return [n for n in range(1, 36) if word >> (35 - n) & 1]


# -- time ------------------------------------------------------------------------------------------


def test_the_phases_take_the_times_of_appendix_a() -> None:
    assert phases.phase_us(phases.GENERATE, 3, phases.BACK_UP_US) == 2600
    assert phases.phase_us(phases.MAKE, 3, phases.BACK_UP_US) == 1500
    assert phases.phase_us(phases.EVALUATE, 3, phases.BACK_UP_US) == 2400
    assert phases.phase_us(phases.EVALUATE, 15, phases.BACK_UP_US) == 7500


def test_the_micro_steps_of_a_phase_fill_it_exactly() -> None:
    for phase, terms in itertools.product((phases.GENERATE, phases.MAKE, phases.BACK_UP), (3,)):
        ends = list(itertools.accumulate(phases.step_us(phase, step) for step in range(40)))
        assert phases.phase_us(phase, terms, phases.BACK_UP_US) in ends
    for terms in range(17):
        steps = 4 + 1 + terms
        assert phases.phase_us(phases.EVALUATE, terms, phases.BACK_UP_US) == sum(
            phases.step_us(phases.EVALUATE, step) for step in range(steps)
        )


def test_one_forced_capture_takes_two_boards_of_time() -> None:
    look = begun("B:W18:B15")
    used = look.run(FOREVER)
    assert used == look.us == 2600 + 1500 + 2600 + 840
    assert (look.boards, look.evaluations) == (2, 0)


def test_a_kept_look_ahead_goes_on_with_the_time_that_it_began_with() -> None:
    look = begun("B:W18:B15")
    look.settings.back_up_us = None
    kept = snapshot.pack(look, 1)
    assert b"back_up_us" not in kept
    restored = snapshot.unpack(kept, LookAhead, 1)
    assert restored.run(FOREVER) == 2600 + 1500 + 2600 + 120


def test_a_position_with_one_legal_move_is_still_looked_into() -> None:
    look = begun("B:W18,32:B15,1")
    look.run(FOREVER)
    assert look.boards > 10
    assert [move for move, _ in look.decision().rated] == [Move((15, 22), (18,))]


def test_a_position_without_a_move_is_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="no move"):
        LookAhead().begin(read_fen("B:W9,14:B5"))


def test_no_decision_is_given_before_it_stands() -> None:
    look = begun()
    look.run(10_000)
    with pytest.raises(ValueError, match="not finished"):
        look.decision()


def test_time_stops_when_the_decision_stands() -> None:
    look = begun()
    total = look.run(FOREVER, sample=100)
    assert total == look.us
    assert look.finished
    assert look.run(1000) == 0
    again = begun()
    assert again.run(total - 1, sample=100) == total - 1
    assert not again.finished
    assert again.run(1) == 1
    assert again.finished


@pytest.mark.parametrize("sample", [1, 7])
def test_the_state_at_a_time_does_not_depend_on_how_the_time_was_cut(sample: int) -> None:
    generator = np.random.default_rng(3)
    for fen in (MIDGAME, DOUBLE_JUMPS):
        whole, sliced = begun(fen), begun(fen)
        used = whole.run(400_000, sample)
        while sliced.us < used:
            most = int(generator.choice([1, 5, 120, 2600, 5000, 40_000]))
            sliced.run(min(int(generator.integers(1, most + 1)), used - sliced.us), sample)
        assert all_of(whole) == all_of(sliced)
        assert whole.registers() == sliced.registers()
        assert whole.duty.tobytes() == sliced.duty.tobytes()


def test_a_slice_that_ends_a_phase_leaves_the_same_state_as_one_that_does_not() -> None:
    for first in (2600, 4100, 6700):
        whole, sliced = begun(), begun()
        whole.run(20_000)
        sliced.run(first)
        assert sliced.run(0) == 0
        sliced.run(20_000 - first)
        assert all_of(whole) == all_of(sliced)


def test_a_copy_is_a_snapshot_that_goes_on_by_itself() -> None:
    look = begun(DOUBLE_JUMPS)
    look.run(123_457)
    kept = copy.deepcopy(look)
    before = all_of(kept)
    look.run(FOREVER)
    assert all_of(kept) == before
    kept.run(FOREVER)
    assert all_of(kept) == all_of(look)
    assert kept.decision() == look.decision()


def test_single_step_stops_at_each_board_when_its_moves_are_found() -> None:
    look = begun()
    seen = []
    while not look.finished and look.boards < 200:
        look.run(FOREVER, one_board=True)
        seen.append(look.boards)
        if not look.finished:
            assert look.state[search.PHASE] == phases.GENERATE
            assert look.state[search.ELAPSED] == 2600
    assert seen == list(range(1, len(seen) + 1))


def test_a_break_point_changed_between_phases_is_obeyed_from_then_on() -> None:
    look, usual = begun(minimum=5), begun(minimum=5)
    for each in (look, usual):
        each.run(200_000, sample=10)
    look.write_storage(0o200, 1)
    look.run(FOREVER, sample=1000)
    usual.run(FOREVER, sample=1000)
    assert look.boards < usual.boards
    assert look.finished


# -- what it came to -------------------------------------------------------------------------------


@compiled
def test_the_best_line_is_made_of_legal_moves() -> None:
    generator = np.random.default_rng(11)
    jumps = 0
    for _ in range(40):
        position = played(generator)
        if not legal_moves(position):
            continue
        look = LookAhead()
        look.begin(position)
        look.run(FOREVER, sample=1000)
        decision = look.decision()
        assert decision.move == decision.line[0]
        assert tuple(move for move, _ in decision.rated) == legal_moves(position)
        for move in decision.line:
            assert move in legal_moves(position)
            position = make(position, move)
            jumps += len(move.captured) > 1
    assert jumps > 0


def test_book_mode_rates_every_legal_move_also_with_alpha_beta() -> None:
    plain, exact, bounded = begun(), begun(exact=True, alpha_beta=1), begun(alpha_beta=1)
    for look in (plain, exact, bounded):
        look.run(FOREVER, sample=1000)
    assert exact.decision().rated == plain.decision().rated
    assert bounded.decision().rated == ()
    assert bounded.boards < exact.boards < plain.boards


def test_book_mode_rates_each_way_of_a_multiple_jump() -> None:
    look = begun("B:W10,18,17,9,25,32:BK6", exact=True)
    look.run(FOREVER, sample=1000)
    rated = look.decision().rated
    assert [move for move, _ in rated] == list(legal_moves(read_fen("B:W10,18,17,9,25,32:BK6")))
    assert any(len(move.captured) > 1 for move, _ in rated)
    assert look.decision().score == max(score for _, score in rated)


def test_the_line_under_study_leads_to_the_board_in_the_frame() -> None:
    look = begun(DOUBLE_JUMPS)
    for _ in range(300):
        look.run(FOREVER, one_board=True)
        if look.finished:
            break
        line = look.line_now()
        depth = int(look.state[search.DEPTH])
        position: Position = read_fen(DOUBLE_JUMPS)
        for move in line[:-1]:
            position = make(position, move)
        if line:
            reached = make(position, line[-1])
            words = tuple(int(word) for word in look.frames[depth, :4])
            assert reached.words() in (words, (*words[2:], *words[:2]))
        assert len(line) <= depth


# -- registers, lamps, storage ---------------------------------------------------------------------


def test_nothing_shows_before_it_is_begun() -> None:
    assert LookAhead().registers() == computer.Registers()
    assert LookAhead().run(1000) == 0
    assert begun().registers() == computer.Registers()


def test_finding_the_moves_shows_the_words_of_appendix_a() -> None:
    look = begun("B:W22,32:B9,K14")
    look.run(1)
    assert board_bits(look.registers().storage) == [10, 15]  # FA: squares 9 and 14
    look.run(518)
    empty = look.registers().accumulator
    assert len(board_bits(empty)) == 28
    look.run(2)
    shown = look.registers()
    assert board_bits(shown.accumulator) == [10, 15]  # RF
    assert shown.mq == empty
    look.run(520)
    assert board_bits(look.registers().accumulator) == [15]  # LF: 9 has 14 before it
    look.run(520)
    assert board_bits(look.registers().storage) == [15]  # BA
    assert board_bits(look.registers().accumulator) == [15]  # LB
    assert look.registers().index == (0, 0, 4)
    assert look.registers().counter == 0o1000


def test_making_a_move_shows_its_squares_and_the_new_board() -> None:
    look = begun("B:W22,32:B9,K14")
    look.run(2601)
    shown = look.registers()
    assert shown.mq & 0o7777 == 9 << 6 | 13
    assert shown.mq >> 18 == 1
    assert shown.index == (1, 1, 4)
    assert shown.counter == 0o1020
    assert shown.accumulator == look.read_storage(0o1020)


def test_evaluating_shows_each_term_beside_the_other_sides_rating() -> None:
    look = begun("B:W22,32:B9,K14", minimum=1, few_pieces=0)
    look.run(2600 + 1500 + 2600 + 701)
    shown = look.registers()
    assert look.state[search.PHASE] == phases.EVALUATE
    assert shown.mq == 5  # Black's material, White being to move
    assert shown.accumulator == (1 << 37) | (5 - 4) * (128 - 9)
    look.run(2 * 425)
    assert look.registers().mq == 4  # Black's mobility: 17 from 13; 9, 10, 17, 18 from 14


def test_backing_up_shows_the_score_with_its_sign() -> None:
    look = begun("B:W22,32:B9,K14", minimum=1, few_pieces=0)
    look.run(2600 + 1500 + 2600 + 2400 + 1)
    score = int(look.state[search.SCORE])
    shown = look.registers().accumulator
    assert (-1 if shown >> 37 else 1) * (shown & (1 << 35) - 1) == score
    assert look.registers().mq & (1 << 35) - 1 == abs(score)


def test_when_the_decision_stands_mq_has_the_move() -> None:
    look = begun("B:W10,18,32:B6")
    look.run(FOREVER)
    assert look.registers().mq == 6 << 6 | 15
    assert look.registers().accumulator & (1 << 35) - 1 == abs(look.decision().score)


def test_display_storage_shows_the_stack_word_for_word() -> None:
    look = begun("B:W22,32:B9,K14")
    look.run(FOREVER, one_board=True)
    assert board_bits(look.read_storage(0o1000)) == [10, 15]
    assert board_bits(look.read_storage(0o1002)) == []
    assert board_bits(look.read_storage(0o1003)) == [24, 35]
    assert board_bits(look.read_storage(0o1006)) == [15]
    assert look.read_storage(0o1011) == 0
    assert look.read_storage(0o1012) >> 35 == 1
    look.run(FOREVER, one_board=True)
    assert look.read_storage(0o1011) == 1 << 18 | 9 << 6 | 13
    assert look.read_storage(0o1036) == 1
    for address in (0o177, 0o400, 0o777, 0o3000):
        with pytest.raises(RefusedError, match="the look-ahead has words at"):
            look.read_storage(address)


def test_the_flags_word_is_minus_when_the_moves_are_jumps() -> None:
    look = begun("B:W18,32:B15")
    look.run(FOREVER, one_board=True)
    assert look.read_storage(0o1015) >> 35 == 1
    quiet = begun("B:W32:B1")
    quiet.run(FOREVER, one_board=True)
    assert quiet.read_storage(0o1015) >> 35 == 0


def test_lamp_times_equal_those_of_registers_watched_step_by_step() -> None:
    for fen in (MIDGAME, DOUBLE_JUMPS):
        look = begun(fen)
        watched = np.zeros(computer.REGISTER_BITS, dtype=np.int64)
        for _ in range(2500):  # micro-steps last multiples of 5 us
            look.run(3)
            watched += 5 * lamps(look.registers())
            look.run(2)
            if look.finished:
                break
        counted = np.zeros(computer.REGISTER_BITS, dtype=np.int64)
        look.add_duty(counted)
        assert counted.tolist() == watched.tolist()
        assert counted.max() <= look.us
        first, _ = computer.COUNTER
        assert counted[first + 5] == look.us  # 01000 is on throughout
        look.add_duty(counted)
        assert counted.tolist() == watched.tolist()


@compiled
@pytest.mark.parametrize("sample", [4, 10, 64])
def test_sampled_lamp_times_are_fair(sample: int) -> None:
    exact, sampled = LookAhead(), LookAhead()
    for look in (exact, sampled):
        look.begin(Position.start())
    used = exact.run(120_000_000)
    assert sampled.run(120_000_000, sample) == used
    share = exact.duty / used
    assert np.abs(sampled.duty / used - share).max() < 0.008 * sample**0.5
    assert 0.5 < share.max() <= 1.0


@pytest.mark.slow
@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_uncompiled_and_with_bounds_checked_the_answers_are_the_same(setting: str) -> None:
    """A child process does tiny look-aheads with that setting, overflow being an error."""
    script = (
        "import json, sys, numpy\n"
        "numpy.seterr(over='raise')\n"
        "from tests.machines.samuel.test_lookahead import tiny\n"
        "json.dump(tiny(), sys.stdout)\n"
    )
    root = Path(__file__).resolve().parents[3]
    settings = os.environ | {setting: "1", "PYTHONPATH": str(root)}
    child = subprocess.run(
        [sys.executable, "-c", script], env=settings, capture_output=True, text=True, check=True
    )
    assert json.loads(child.stdout) == tiny()


def tiny() -> list[list[object]]:
    """A few look-aheads that are over quickly, with all that they end in."""
    ends: list[list[object]] = []
    for fen, alpha_beta in itertools.product((MIDGAME, DOUBLE_JUMPS, "W:W9,18:B5"), (0, 1, 2)):
        look = LookAhead(
            settings=ProgramSettings(minimum=2, last=6, alpha_beta=alpha_beta, few_pieces=0),
            polynomial=Polynomial.standard().with_term("CENT", -1, 3).with_term("ADV", 1, 2),
        )
        look.begin(read_fen(fen), exact=True)
        look.run(300_000)
        middle = look.registers()
        look.run(FOREVER, sample=30)
        decision = look.decision()
        scores = [score for _, score in decision.rated]
        shown = [middle.storage, middle.accumulator, middle.mq, *middle.index, middle.counter]
        line = [str(move) for move in decision.line]
        ends.append([decision.score, line, scores, decision.boards, shown, look.duty.tolist()])
    return ends
