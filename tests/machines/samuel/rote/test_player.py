"""Rote learning in play: a look-ahead with a memory, what it saves, when it looks deeper."""

import dataclasses

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import read_fen
from machines.samuel.lookahead import LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.control import RoteLearning, deepened, plies_deeper
from machines.samuel.rote.lookup import AGE, COUNT, EFFECTIVE_PLY, SCORE_KEPT
from machines.samuel.rote.records import Limits
from machines.samuel.rote.tape_format import Heading, MemoryTape, read_memory, write_memory
from machines.samuel.settings import ProgramSettings
from tests.machines.samuel.rote.rote_boards import found

SHALLOW = ProgramSettings(minimum=1, quiet=1, jump=1)
FOREVER = 10**12


def learner(limits: Limits | None = None) -> RoteLearning:
    tape = MemoryTape(Heading.of(Polynomial.standard(), SHALLOW))
    return RoteLearning.of(tape, limits)


def decided(rote: RoteLearning, position: Position, budget: int = FOREVER) -> LookAhead:
    look = LookAhead(settings=dataclasses.replace(SHALLOW))
    look.begin(position)
    while not look.finished:
        rote.run(look, budget)
    return look


def learned(rote: RoteLearning, position: Position, moves: int) -> Position:
    """The position after so many moves of the machine's own, all learned."""
    for _ in range(moves):
        decision = decided(rote, position).decision()
        rote.learn(position, decision)
        position = make(position, decision.move)
    return position


def test_a_board_that_was_decided_on_is_found_with_its_backed_up_score() -> None:
    rote = learner()
    decision = decided(rote, Position.start()).decision()
    rote.learn(Position.start(), decision)
    counts = rote.merge()
    assert counts.boards == 1
    rote.bring(0)
    row, _ = found(rote.memory, Position.start())
    kept = rote.memory.rows[row, SCORE_KEPT:].tolist()
    assert kept == [decision.score, Limits().initial_age + 1, decision.effective]
    assert decision.effective >= 1


def test_a_remembered_score_counts_as_if_its_plies_had_been_looked_ahead() -> None:
    rote = learner()
    (move,) = [move for move in legal_moves(Position.start()) if str(move) == "12-16"]
    rote.memory.save(make(Position.start(), move), -64_000, 7)  # White will lose by it
    rote.merge()
    decision = decided(rote, Position.start()).decision()
    assert decision.move == move
    assert (decision.score, decision.effective) == (63_999, 8)
    assert (decision.looked_up, decision.remembered, decision.evaluations) == (7, 1, 6)


def test_a_look_ahead_halves_the_age_of_a_board_that_it_uses() -> None:
    rote = learner(Limits(merge_after=10))
    learned(rote, Position.start(), 10)
    assert decided(rote, Position.start()).decision().remembered == 1
    assert (Limits().initial_age + 1) // 2 in rote.memory.rows[:, AGE]


def test_a_decision_is_the_same_however_its_time_is_cut_up() -> None:
    def ten(budget: int) -> tuple[object, ...]:
        rote = learner(Limits(merge_after=4, held_words=6))
        position, decisions = read_fen("B:W18,22,26,30:B3,7,10,14"), []
        for _ in range(10):
            decision = decided(rote, position, budget).decision()
            rote.learn(position, decision)
            decisions.append((decision.move, decision.score, decision.effective, decision.us))
            if len(decisions) == 6:
                position = read_fen("B:W18,22,26,30:B3,7,10,14")
            else:
                position = make(position, decision.move)
        return (*decisions, rote.memory.statistics)

    at_once = ten(FOREVER)
    assert ten(3_000) == at_once
    assert ten(123_450) == at_once


def test_the_memory_goes_by_tape_to_another_machine() -> None:
    rote = learner(Limits(merge_after=5))
    learned(rote, Position.start(), 15)
    assert rote.tape.heading.merges == 3
    carried = write_memory(rote.tape, "memory.tap")
    again = RoteLearning.of(read_memory(carried, rote.tape.heading.rules))
    assert again.memory.directory[:, COUNT].sum() == rote.tape.boards == again.memory.boards > 10
    for position in (Position.start(), learned(learner(), Position.start(), 4)):
        one, other = decided(rote, position).decision(), decided(again, position).decision()
        assert dataclasses.asdict(one) == dataclasses.asdict(other)
    assert again.memory.rows[:, EFFECTIVE_PLY].max() >= 1


def test_it_looks_a_ply_deeper_when_rote_learning_saved_time() -> None:
    assert plies_deeper(0, 0, 1000) == 0
    assert [plies_deeper(100, found, 1000) for found in (24, 25)] == [0, 1]
    assert [plies_deeper(100, 100, us) for us in (7_500_000, 7_500_001)] == [1, 0]


def test_deeper_settings_move_the_four_break_points_alone() -> None:
    before, after = ProgramSettings(), deepened(ProgramSettings(), 1)
    assert (after.minimum, after.quiet, after.jump, after.ahead) == (4, 5, 6, 12)
    assert dataclasses.replace(after, minimum=3, quiet=4, jump=5, ahead=11) == before
    assert deepened(before, 0) == before
