"""Rote learning beside generalization: the saving schedule, partial scores, the abridged tape."""

from machines.exhibit.snapshot import pack, unpack
from machines.games.draughts.board import Position
from machines.games.draughts.moves import find_move, legal_moves, make
from machines.games.draughts.notation import read_fen
from machines.samuel.generalization.coefficients import AT_ONCE, as_it_stands
from machines.samuel.generalization.combined import (
    HALF_A_MAN,
    STABLE_GAMES,
    Partial,
    PartialMemory,
    Schedule,
    abridged,
)
from machines.samuel.generalization.match import Result, Verdict
from machines.samuel.generalization.series import STABLE_FOR, GameRecord, stable
from machines.samuel.lookahead import WIN, Decision, LookAhead
from machines.samuel.polynomial import Manner, Polynomial, Weight
from machines.samuel.rote.control import RoteLearning
from machines.samuel.rote.tape_format import Heading, MemoryTape
from machines.samuel.scores import SCORE_UNIT
from machines.samuel.settings import ProgramSettings

SHALLOW = ProgramSettings(minimum=1, quiet=2, jump=3)


def polynomial(**powers: int) -> Polynomial:
    """Terms with positive coefficients, by powers of two."""
    return Polynomial(tuple(Weight(n, 1 << p) for n, p in powers.items()), Manner.BY_TURNS)


def games(schedule: Schedule, count: int, *plays: Polynomial) -> list[str]:
    """What is added after each of ``count`` games with those polynomials."""
    added = []
    for _ in range(count):
        for play in plays:
            schedule.observe(play)
        added.append(schedule.end_game())
    return added


def test_a_term_is_added_after_three_complete_games_without_change() -> None:
    now = polynomial(MOB=10, ADV=18, CENT=4)
    # The first game is not complete without change: everything is new in it.
    assert games(Schedule(), 11, now) == [
        "", "", "", "ADV", "", "", "MOB", "", "", "CENT", "",
    ]  # fmt: skip


def test_a_changed_term_and_all_lower_ones_are_expunged() -> None:
    schedule = Schedule()
    games(schedule, 4 + 3 + 3, polynomial(ADV=18, MOB=10, CENT=4))
    assert [weight.name for weight in schedule.saved] == ["ADV", "MOB", "CENT"]
    changed = polynomial(ADV=18, MOB=11, CENT=4)
    assert schedule.observe(changed) == ("MOB", "CENT")
    assert schedule.observe(changed) == ()
    assert [weight.name for weight in schedule.saved] == ["ADV"]
    assert games(schedule, 4, changed) == ["", "", "", "MOB"]


def test_a_discarded_term_is_expunged_and_one_without_coefficient_waits() -> None:
    schedule = Schedule()
    games(schedule, 4, polynomial(ADV=18))
    assert schedule.observe(polynomial(MOB=18)) == ("ADV",)
    zero = Polynomial((Weight("MOB", 0),), Manner.BY_TURNS)
    assert games(Schedule(), 9, zero) == 9 * [""]
    assert STABLE_GAMES == 3


def decided(position: Position, by: Polynomial) -> Decision:
    look = LookAhead(SHALLOW, by)
    look.begin(position)
    look.run(AT_ONCE, sample=AT_ONCE)
    return look.decision()


def test_nothing_saved_but_piece_advantage_leaves_the_rest_to_the_board() -> None:
    position = read_fen("B:W18,32,31:B15,1,2")
    memory, by = PartialMemory(), polynomial(ADV=18, MOB=10)
    memory.save(position, None, decided(position, by))
    (kept,) = memory.boards.values()
    assert (kept.values, kept.ended) == ((), 0)
    assert kept.advantage > 0 == as_it_stands((), position, None).advantage
    other = polynomial(CENT=18, BACK=17)
    here = as_it_stands(("CENT", "BACK"), position, None)
    expected = SCORE_UNIT * (
        (1 << 13) * kept.advantage
        + (1 << 18) * here.values["CENT"]
        + (1 << 17) * here.values["BACK"]
    )
    assert abs(kept.score(other)) == abs(expected) - kept.effective


def test_with_all_terms_saved_the_score_is_the_backed_up_score() -> None:
    by = polynomial(ADV=18, MOB=10)
    position, before = Position.start(), None
    memory = PartialMemory(Schedule(saved=list(by.weights)))
    scores = {}
    for squares in ((11, 15), (23, 19), (8, 11), (22, 17), (4, 8), (17, 13), (15, 18)):
        decision = decided(position, by)
        memory.save(position, before, decision)
        scores[position] = decision.score
        before, position = position, make(position, find_move(position, squares))
    assert {kept.position: kept.score(by) for kept in memory.boards.values()} == scores
    assert len(set(scores.values())) > 2


def test_what_is_expunged_goes_from_every_board() -> None:
    by = polynomial(ADV=18, MOB=10)
    memory = PartialMemory(Schedule(saved=list(by.weights)))
    memory.observe(by)
    memory.save(Position.start(), None, decided(Position.start(), by))
    assert memory.observe(polynomial(ADV=18, MOB=11)) == ("MOB",)
    assert [name for kept in memory.boards.values() for name, _ in kept.values] == ["ADV"]


def test_the_look_ahead_finds_the_boards() -> None:
    by = polynomial(ADV=18, MOB=10)
    memory = PartialMemory(Schedule(saved=list(by.weights)))
    start = Position.start()
    for move in legal_moves(start):
        after = make(start, move)
        memory.save(after, start, decided(after, by))
    look = LookAhead(ProgramSettings(minimum=1, quiet=1, jump=1), by)
    look.begin(start)
    look.run(AT_ONCE, sample=AT_ONCE, memory=memory.tables(by))
    decision = look.decision()
    assert (decision.looked_up, decision.remembered) == (7, 7)
    worst = min(kept.score(by) for kept in memory.boards.values())
    assert worst < 0
    assert decision.score == -(worst + 1)
    assert decision.effective > 1


def test_a_lost_game_stays_lost() -> None:
    kept = Partial(Position.start(), None, 5, (), 4, 9 - WIN)
    assert kept.score(polynomial(ADV=18)) == 9 - WIN


def record(number: int, by: Polynomial, zeroed: str = "") -> GameRecord:
    return GameRecord(
        number, False, False, (), Position.start(), "cut", Result.DRAWN, Verdict(zeroed=zeroed), 0,
        (), (), 0, by, (),
    )  # fmt: skip


def test_stable_means_that_the_same_term_has_led_for_seven_games() -> None:
    led, other = polynomial(ADV=18, MOB=3), polynomial(MOB=18, ADV=3)
    same = [record(n, led) for n in range(STABLE_FOR)]
    assert stable([record(0, other), *same])
    assert not stable(same[1:])
    assert not stable([*same, record(8, other)])
    assert not stable([*same, record(8, led, zeroed="ADV")])
    turned = Polynomial((Weight("ADV", -(1 << 18)),), Manner.BY_TURNS)
    assert not stable([*same, record(8, turned)])


def test_an_abridged_tape_has_the_boards_on_which_pieces_will_change() -> None:
    standard = Polynomial.standard()
    weight = SCORE_UNIT * standard.advantage_weight
    quiet, exchange = Position.start(), read_fen("B:W18,32:B15,1")
    boards = [(quiet, weight * (HALF_A_MAN - 1), 3), (exchange, weight * 244, 5)]
    lost = (read_fen("B:W9,10:B1"), 7 - WIN, 7)
    kept = abridged([*boards, lost], standard)
    assert [(one.position, one.advantage, one.effective, one.ended) for one in kept] == [
        (exchange, 244, 5, 0),
        (lost[0], 0, 7, 7 - WIN),
    ]
    memory = PartialMemory()
    memory.append(kept)
    memory.append([Partial(exchange, None, 0)])
    assert len(memory.boards) == 2
    assert memory.tables(standard).rows.shape == (2, 6)


def test_a_partial_memory_is_a_value() -> None:
    memory = PartialMemory(Schedule(saved=[Weight("ADV", 1 << 18)]))
    memory.save(Position.start(), None, decided(Position.start(), polynomial(ADV=18)))
    assert unpack(pack(memory, 1), PartialMemory, 1) == memory


def test_a_rote_learner_is_a_keeper() -> None:
    keeper = RoteLearning.of(MemoryTape(Heading.of(Polynomial.standard(), SHALLOW)))
    start = Position.start()
    keeper.learn(start, decided(start, Polynomial.standard()))
    assert keeper.memory.statistics.saved == 1
