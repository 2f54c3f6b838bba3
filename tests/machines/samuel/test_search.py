"""When a branch stops, how scores come back, and that alpha-beta changes neither move nor score."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import read_fen, write_fen
from machines.samuel import scores, search_moves
from machines.samuel import search_frames as frame
from machines.samuel.lookahead import FORESEEN, WIN, Decision, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import KILLING, ProgramSettings
from machines.samuel.settings import verdict as ply_rule
from tests.machines.games.draughts.positions import COMPILED, played, sprinkled

FOREVER = 10**18
compiled = pytest.mark.skipif(not COMPILED, reason="hundreds of look-aheads")

QUIET = "B:W32:B1"
JUMP_PENDING = "B:W18,32:B15,1"
EXCHANGE = "B:W19,32:B10,6"  # 10-15 19x10 6x15
KINGS_AHEAD = "B:W18:B15,K1,K2,K3"  # 11 units against 2


def decide(fen: str | Position, exact: bool = False, **changed: int) -> Decision:
    """The decision on a position, with some settings changed."""
    return decided(fen, ProgramSettings(**changed), exact)


def decided(fen: str | Position, settings: ProgramSettings, exact: bool = False) -> Decision:
    look = LookAhead(settings=settings)
    look.begin(read_fen(fen) if isinstance(fen, str) else fen, exact=exact)
    look.run(FOREVER, sample=1000)
    return look.decision()


def verdict(fen: str, ply: int, after_jump: bool = False, **changed: int) -> str:
    """What becomes of a board of ``fen`` that is reached at ``ply``."""
    position = read_fen(fen)
    look = LookAhead(settings=ProgramSettings(few_pieces=changed.pop("few_pieces", 0), **changed))
    depth = max(ply, 1)
    board = look.frames[depth]
    board[frame.FA], board[frame.BA], board[frame.FP], board[frame.BP] = position.words()
    board[frame.FLAGS] = frame.COUNTED | (frame.AFTER_JUMP if after_jump else 0)
    board[frame.PLY] = ply
    search_moves.find_moves(look.frames, depth, 0)
    pieces = (position.black | position.white).bit_count()
    found = ply_rule(look.frames, look._storage(), depth, pieces)
    return ("lost", "stop", "on")[found]


def stops(fen: str, after_jump: bool = False, **changed: int) -> list[int]:
    """The plies, 1 to 20, at which it stops."""
    return [ply for ply in range(1, 21) if verdict(fen, ply, after_jump, **changed) == "stop"]


def test_a_quiet_board_stops_from_ply_3_on() -> None:
    assert stops(QUIET) == list(range(3, 21))


def test_at_ply_3_alone_a_jump_just_made_goes_on() -> None:
    assert stops(QUIET, after_jump=True) == list(range(4, 21))


def test_an_exchange_offer_goes_on_at_plies_3_and_4() -> None:
    assert stops(EXCHANGE) == list(range(5, 21))


def test_an_offer_that_loses_a_man_is_no_exchange() -> None:
    assert stops("B:W19,32:B10,5") == list(range(3, 21))


def test_an_exchange_needs_every_jump_to_be_answered() -> None:
    # 10-15 lets 19 or 18 take: 19x10 is answered by 6x15, 18x11 by nothing.
    assert stops("B:W19,18,32:B10,6,13") == list(range(3, 21))
    assert stops("B:W19,18,32:B10,6,7,13") == list(range(5, 21))


def test_a_piece_that_uncovers_another_offers_an_exchange() -> None:
    # 6-9 leaves 6 for 15x6, which takes 10; then 1x10.
    assert verdict("B:W15,32:B6,10,1", 3) == "on"


def test_a_pending_jump_goes_on_until_the_room_ends() -> None:
    assert stops(JUMP_PENDING) == [20]


def test_from_ply_11_a_pending_jump_stops_when_one_side_is_more_than_two_kings_ahead() -> None:
    assert stops(KINGS_AHEAD) == list(range(11, 21))
    assert stops(KINGS_AHEAD, margin=8) == list(range(11, 21))
    assert stops(KINGS_AHEAD, margin=9) == [20]


def test_a_side_without_a_move_has_lost_at_any_ply() -> None:
    assert {verdict("B:W9,14:B5", ply) for ply in range(1, 21)} == {"lost"}


def test_every_break_point_is_obeyed_as_it_is_set() -> None:
    assert stops(QUIET, minimum=7) == list(range(7, 21))
    assert stops(QUIET, after_jump=True, quiet=6) == list(range(6, 21))
    assert stops(EXCHANGE, jump=9) == list(range(9, 21))
    assert stops(KINGS_AHEAD, ahead=15) == list(range(15, 21))
    assert stops(JUMP_PENDING, last=13) == list(range(13, 21))


def test_with_few_pieces_the_break_points_are_put_off() -> None:
    assert stops(QUIET, few_pieces=3, deeper=2) == list(range(5, 21))
    assert stops(QUIET, few_pieces=2, deeper=2) == list(range(3, 21))
    assert stops(KINGS_AHEAD, few_pieces=8, deeper=2) == list(range(13, 21))
    assert stops(JUMP_PENDING, few_pieces=8, deeper=2) == [20]


def test_a_win_in_one_is_worth_a_ply_less_than_a_win() -> None:
    found = decide("B:W18:B15")
    assert (str(found.move), found.score) == ("15x22", WIN - 1)
    assert found.win_seen
    assert not found.loss_seen


def test_a_blocked_side_has_lost() -> None:
    found = decide("W:W9,18:B5")  # 18-14 shuts the last man in
    assert (str(found.move), found.score) == ("18-14", WIN - 1)


@compiled
def test_of_several_wins_the_quickest_is_taken_and_of_losses_the_slowest() -> None:
    generator = np.random.default_rng(1956)
    chosen = {True: 0, False: 0}
    for _ in range(400):
        position = sprinkled(generator)
        if (position.black | position.white).bit_count() > 6 or not legal_moves(position):
            continue
        found = decide(position, minimum=5)
        ends = {abs(score) for _, score in found.rated if abs(score) >= FORESEEN}
        assert found.move == next(m for m, score in found.rated if score == found.score)
        if len(ends) > 1 and (found.win_seen or found.loss_seen):
            assert abs(found.score) == (max(ends) if found.win_seen else min(ends))
            chosen[found.win_seen] += 1
    assert min(chosen.values()) > 0


@compiled
def test_a_foreseen_end_comes_after_as_many_plies_as_the_score_says() -> None:
    generator = np.random.default_rng(704)
    won = lost = 0
    for _ in range(400):
        position = sprinkled(generator)
        few = (position.black | position.white).bit_count() <= 6
        if not few or not legal_moves(position):
            continue
        found = decide(position, null_replies=0, minimum=5)
        if found.win_seen or found.loss_seen:
            assert len(found.line) == WIN - abs(found.score)
            assert found.win_seen == (len(found.line) % 2 == 1)
            for move in found.line:
                assert move in legal_moves(position)
                position = make(position, move)
            assert not legal_moves(position)
            won += found.win_seen
            lost += found.loss_seen
    assert won > 10
    assert lost > 5


def test_a_double_jump_is_three_plies_with_null_replies_counted_and_one_without() -> None:
    double = "B:W10,18:B6"
    counted = decide(double)
    assert (str(counted.move), counted.score, counted.deepest) == ("6x15x22", WIN - 3, 3)
    whole = decide(double, null_replies=0)
    assert (str(whole.move), whole.score, whole.deepest) == ("6x15x22", WIN - 1, 1)
    assert counted.move.captured == (10, 18)
    assert counted.boards == whole.boards == 4


def test_crowning_ends_the_jump() -> None:
    found = decide("B:W26,27,5:B22")
    assert str(found.move) == "22x31"
    assert len(found.line[0].captured) == 1


def test_at_the_last_level_a_pending_jump_is_worth_a_man_to_the_jumper() -> None:
    offers = "B:W19,32:B10"
    man = Polynomial.standard().advantage_weight * scores.SCORE_UNIT * 160
    without = dict(decide(offers, last=1, pending=0).rated)
    adjusted = dict(decide(offers, last=1, pending=160).rated)
    changes = {str(move): adjusted[move] - without[move] for move in without}
    assert changes == {"10-14": 0, "10-15": -man}


def test_at_the_last_level_an_unfinished_multiple_jump_is_worth_a_man_to_the_jumper() -> None:
    offers = "B:W19,32:B10,6"  # 10-15 19x10 and on over 6
    man = Polynomial.standard().advantage_weight * scores.SCORE_UNIT * 160
    for last in (2, 3):
        without = decide(offers, last=last, pending=0, minimum=9).rated
        adjusted = decide(offers, last=last, pending=160, minimum=9).rated
        changes = {
            str(move): after - before
            for (move, before), (_, after) in zip(without, adjusted, strict=True)
        }
        assert changes["10-15"] == -man


def test_in_give_away_checkers_pieces_are_given_and_the_blocked_side_has_won() -> None:
    assert decide("B:W18:B15", give_away=1).score == -WIN + 1
    assert decide("B:W18:B10", give_away=1, minimum=4).win_seen
    plain, reversed_sign = decide("B:W18,32:B1"), decide("B:W18,32:B1", give_away=1)
    assert plain.score < 0 < reversed_sign.score


def test_a_colour_reversed_position_is_decided_alike() -> None:
    generator = np.random.default_rng(5)
    for _ in range(40 if COMPILED else 4):
        position = played(generator)
        if not legal_moves(position):
            continue
        here = decide(position, exact=True)
        there = decide(position.reversed(), exact=True)
        assert here.score == there.score
        turned = {
            tuple(33 - square for square in move.squares): score for move, score in there.rated
        }
        assert {move.squares: score for move, score in here.rated} == turned


def compare(count: int, seed: int) -> None:
    """Alpha-beta and plain minimax agree on move, score and line, with changing settings; with
    killer moves on move and score."""
    generator = np.random.default_rng(seed)
    saved = saved_by_killers = 0
    for number in range(count):
        position = sprinkled(generator) if number % 3 == 0 else played(generator)
        if not legal_moves(position):
            continue
        settings = ProgramSettings(
            minimum=int(generator.integers(1, 4)),
            last=20 if number % 3 else int(generator.integers(4, 8)),
            null_replies=number % 2,
            give_away=int(number % 10 == 0),
        )
        plain = decided(position, settings)
        bounded = decided(position, replace(settings, alpha_beta=1))
        killing = decided(position, replace(settings, alpha_beta=KILLING))
        rated = decided(position, replace(settings, alpha_beta=1), exact=True)
        context = (write_fen(position), settings)
        assert (bounded.move, bounded.score, bounded.line) == (
            plain.move,
            plain.score,
            plain.line,
        ), context
        assert (killing.move, killing.score) == (plain.move, plain.score), context
        assert rated.rated == plain.rated, context
        assert rated.score == plain.score == max(score for _, score in plain.rated), context
        assert bounded.boards <= rated.boards <= plain.boards, context
        saved += plain.boards - bounded.boards
        saved_by_killers += bounded.boards - killing.boards
    assert saved > 0
    assert saved_by_killers > 0


def test_alpha_beta_and_minimax_choose_the_same_move() -> None:
    compare(100 if COMPILED else 12, 1959)


@pytest.mark.soak
def test_alpha_beta_and_minimax_choose_the_same_move_on_ten_thousand_positions() -> None:
    compare(10_000, 704)


def test_the_bounds_pass_through_the_inverse_of_the_decrease() -> None:
    for score, bound in itertools.product(range(-5, 6), repeat=2):
        assert (scores.decrease_score(score) > bound) == (score > scores.least_above(bound))
        assert (scores.decrease_score(score) >= bound) == (score >= scores.least_at(bound))
