"""Alpha against Beta: colours, ends of games, adoption, black marks, and a series as a value."""

from copy import deepcopy
from dataclasses import replace

import pytest

from devices.refusal import RefusedError
from machines.exhibit.snapshot import pack, unpack
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import read_fen
from machines.samuel.generalization import series_report
from machines.samuel.generalization.coefficients import Rules, TermRecord, Ties
from machines.samuel.generalization.learner import Alpha, Discarded, Leading
from machines.samuel.generalization.match import (
    CUT,
    NO_MOVE,
    STOPPED,
    Contest,
    Match,
    Result,
    Verdict,
    adjudged,
)
from machines.samuel.generalization.series import (
    GameRecord,
    Series,
    did_best,
    first_series,
    play,
    play_game,
    pool,
    seat,
    second_series,
    shuffle_games,
)
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings

SHALLOW = ProgramSettings(minimum=1, quiet=2, jump=3)
"""Break points with which a game takes a moment."""
WON, LOST, DRAWN = Result.WON, Result.LOST, Result.DRAWN


def shallow(seed: int = 1, rules: Rules | None = None) -> Series:
    series = first_series(seed, rules)
    series.settings = SHALLOW
    return series


def contest(rules: Rules | None = None) -> Contest:
    """Alpha with three terms that have learned something, Beta without any."""
    alpha = Alpha.beginner(("ADV", "BACK", "CENT"), ("MOB",), rules or Rules.first())
    alpha.active = [TermRecord("ADV", 0.5), TermRecord("BACK", -0.4), TermRecord("CENT", 0.1)]
    return Contest(alpha, Polynomial.pieces())


def decision(move: Move, score: int = 0) -> Decision:
    return Decision(move, score, (move,), (), (move,), (1,), 1, 1, 3, 2_000_000)


# -- colours and terms -----------------------------------------------------------------------------


def test_in_the_first_series_alpha_is_white_fourteen_times() -> None:
    seats = [seat(number, Rules.first()) for number in range(1, 29)]
    assert [black for black, _ in seats] == 14 * [False] + 7 * [True, False]
    forced = [move for _, move in seats]
    assert forced[:7] == forced[7:14] == list(legal_moves(Position.start()))
    assert forced[14:] == 14 * [None]


def test_in_the_second_series_colours_are_those_of_appendix_b() -> None:
    seats = {number: seat(number, Rules.second()) for number in range(1, 44)}
    assert all(seats[number][0] for number in (4, 6, 12, 17, 19, 21, 31, 37, 39, 41, 43))
    assert not any(seats[number][0] for number in (1, 18, 30, 40))
    assert all((move is None) == black for black, move in seats.values())
    forced = [move for _, move in seats.values() if move]
    assert forced[:7] == list(legal_moves(Position.start()))
    assert forced[7] == forced[0]


def test_there_are_38_terms_and_maybe_the_moment() -> None:
    assert len(pool()) == len(set(pool())) == 38
    assert set(pool(moment=True)) - set(pool()) == {"MOMENT"}
    assert {"PIECE", "CENT+ADV"}.isdisjoint(pool(moment=True))


def test_the_seed_draws_the_terms() -> None:
    assert shuffle_games(pool(), 1) == shuffle_games(pool(), 1)
    assert shuffle_games(pool(), 1) != shuffle_games(pool(), 2)
    assert sorted(shuffle_games(pool(), 3)) == sorted(pool())
    heads = {shuffle_games("abcd", seed)[0] for seed in range(40)}
    assert heads == set("abcd")


def test_the_second_series_begins_with_the_best_terms() -> None:
    best = shuffle_games(pool(), 5)
    series = second_series(best[:20])
    alpha = series.contest.alpha
    assert tuple(record.name for record in alpha.active) == best[:16]
    assert tuple(alpha.reserve[:4]) == best[16:20]
    assert sorted(alpha.reserve[4:]) == sorted(best[20:])
    assert len({weight.coefficient for weight in alpha.polynomial.weights}) == 1
    assert series.contest.beta == alpha.polynomial


@pytest.mark.parametrize("names", [("MOB",) * 16, pool()[:15], (*pool()[:15], "KINGS")])
def test_terms_that_a_series_can_not_begin_with_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(RefusedError, match="expected"):
        second_series(names)


def test_the_terms_that_did_best_are_those_with_the_largest_correlations() -> None:
    series = play(shallow(), 2)
    totals = dict.fromkeys(pool(), 0.0)
    for record in series.records:
        for k in range(16):
            totals[record.polynomial.weights[k].name] += abs(record.correlations[k])
    ranked = did_best(series)
    assert sorted(ranked) == sorted(pool())
    assert [totals[name] for name in ranked] == sorted(totals.values(), reverse=True)


def test_changes_of_the_second_series_are_switched_by_letter() -> None:
    assert Rules.second("abcde") == replace(Rules.first(), alternate=True, ties=None)
    assert not Rules.second("c").growing_span and Rules.second("c").selective
    assert (Rules.first().replaced_at, Rules.second().replaced_at) == (8, 32)
    with pytest.raises(RefusedError, match="no change x; expected of a b c d e"):
        Rules.second("ax")


# -- a game's end ----------------------------------------------------------------------------------


def test_three_black_marks_make_the_leading_coefficient_zero() -> None:
    players = contest(replace(Rules.first(), marks_forgiven=False))
    results = [LOST, WON, LOST, DRAWN, LOST, LOST]
    verdicts = [players.settle(result) for result in results]
    assert [verdict.marks for verdict in verdicts] == [1, 1, 2, 2, 0, 1]
    assert [verdict.zeroed for verdict in verdicts] == ["", "", "", "", "ADV", ""]
    assert players.alpha.polynomial.coefficient("ADV") == 0
    assert players.alpha.polynomial.coefficient("BACK") == -(1 << 18)


def test_a_majority_is_two_of_the_last_three_games_since_the_last_adoption() -> None:
    players = contest(replace(Rules.first(), majority=True))
    results = [WON, WON, WON, LOST, WON, DRAWN, DRAWN, WON, WON]
    adopted = [players.settle(result).adopted for result in results]
    assert adopted == [False, True, False, False, True, False, False, False, True]


def test_an_error_can_keep_beta_from_adopting_in_some_games() -> None:
    players = contest(replace(Rules.first(), no_adoption=(2, 3)))
    adopted = [players.settle(WON, game).adopted for game in (1, 2, 3, 4)]
    assert adopted == [True, False, False, True]


def test_nothing_is_settled_while_learning_is_immobilized() -> None:
    players = contest()
    players.alpha.learning = False
    assert [players.settle(WON), players.settle(LOST)] == [Verdict(), Verdict()]
    assert players.beta == Polynomial.pieces()


def started(fen: str, alpha_black: bool, rules: Rules | None = None) -> Match:
    position = read_fen(fen)
    alpha = Alpha.beginner(pool()[:16], pool()[16:], rules or Rules.first())
    return Match(Contest(alpha, alpha.polynomial), SHALLOW, alpha_black, position=position)


def test_who_can_not_move_has_lost() -> None:
    match = started("B:W18:B15", alpha_black=True)
    assert match.take_decision(decision(Move((15, 22), (18,)))) is not None
    assert (match.ended, match.result) == (NO_MOVE, WON)


def test_a_game_is_cut_and_adjudged_after_seventy_moves() -> None:
    match = started("B:WK32,K28:BK1", alpha_black=True)
    for _ in range(17):
        for squares in ((1, 6), (32, 27), (6, 1), (27, 32)):
            match.take_decision(decision(Move(squares)))
    assert not match.over
    match.take_decision(decision(Move((1, 6))))
    match.take_decision(decision(Move((32, 27))))
    assert (len(match.moves), match.ended, match.result) == (70, CUT, LOST)


def test_a_game_that_is_stopped_is_adjudged() -> None:
    match = started("B:WK32,K28:BK1", alpha_black=False)
    match.stop()
    assert (match.ended, match.result) == (STOPPED, WON)


@pytest.mark.parametrize("alpha_black", [True, False])
def test_equal_material_is_drawn_or_given_to_alpha_or_to_the_side_with_more_moves(
    alpha_black: bool,
) -> None:
    board = read_fen("W:WK18:BK1")  # four moves to one
    ahead = LOST if alpha_black else WON
    assert adjudged(board, alpha_black) is DRAWN
    assert adjudged(board, alpha_black, Ties.ALPHA) is WON
    assert adjudged(board, alpha_black, Ties.MOBILITY) is ahead
    assert adjudged(read_fen("B:WK32:BK1"), alpha_black, Ties.MOBILITY) is DRAWN
    more = read_fen("B:WK18,32:BK1")
    assert {adjudged(more, alpha_black, ties) for ties in (None, *Ties)} == {ahead}
    match = started("B:WK18:BK1", alpha_black)
    match.contest.alpha.rules = replace(match.contest.alpha.rules, ties=Ties.MOBILITY)
    match.stop()
    assert match.result is ahead


def test_rules_without_a_rule_for_ties_are_kept_as_they_were() -> None:
    before = replace(Rules.first(), ties=None)
    assert b"ties" not in pack(before, 1) and b"ties" in pack(Rules.first(), 1)
    assert unpack(pack(before, 1), Rules, 1) == before


def test_alpha_learns_from_his_own_moves_only_and_before_they_are_made() -> None:
    match = started("B:W21,22,23:B1,2,3", alpha_black=True)
    first, second = Move((1, 5)), Move((21, 17))
    assert match.take_decision(decision(first)) is not None
    alpha = match.contest.alpha
    assert alpha.remembered is not None and alpha.moves == 0
    assert match.take_decision(decision(second)) is None
    assert match.before == make(read_fen("B:W21,22,23:B1,2,3"), first)
    match.take_decision(decision(Move((2, 6))))
    assert alpha.moves == 1
    assert match.us == 3 * 2_000_000


def test_a_visitor_can_have_betas_place() -> None:
    match = started("B:W21,22,23:B1,2,3", alpha_black=False)
    match.play(Move((1, 5)))
    assert match.alpha_to_move and match.moves == [Move((1, 5))]
    match.take_decision(decision(Move((21, 17))))
    match.play(Move((5, 9)))
    match.take_decision(decision(Move((22, 18))))
    assert len(match.lessons) == 2


# -- a series --------------------------------------------------------------------------------------


def test_records_are_whole() -> None:
    series = play(shallow(2), 8)
    for record in series.records:
        position = Position.start()
        for move in record.moves:
            assert move in legal_moves(position)
            position = make(position, move)
        assert position == record.position
        assert record.forced and not record.alpha_black
        assert len(record.polynomial.weights) == len(record.correlations) == 16
        assert record.us > 0
    assert [record.moves[0] for record in series.records[:7]] == list(legal_moves(Position.start()))
    alpha = series.contest.alpha
    assert sum(record.corrections for record in series.records) == alpha.corrections > 0
    gone = [discarded for record in series.records for discarded in record.discarded]
    assert gone == alpha.discarded
    names = [record.name for record in alpha.active] + alpha.reserve
    assert sorted(names) == sorted(pool())
    assert [listing.game for listing in series.listings] == [7]
    assert len(series.listings[0].leading) == 12


def test_a_series_goes_on_from_a_snapshot_in_the_middle_of_a_game() -> None:
    series = shallow(3, Rules.second())
    play_game(series)
    match = series.begin()
    look = LookAhead(series.settings)
    for _ in range(5):
        if match.forced:
            match.force()
            continue
        look.polynomial = match.polynomial
        look.begin(match.position)
        while not look.finished:
            look.run(20_000)
        match.take_decision(look.decision())
    again = unpack(pack(series, 1), Series, 1)
    assert play(series, 2).records == play(again, 2).records
    assert play(shallow(3, Rules.second()), 2).records == series.records
    assert pack(series, 1) == pack(again, 1)


def test_an_earlier_state_can_be_returned_to() -> None:
    series = play(shallow(6), 3)
    third = series.records[2]
    series.restore(2)
    assert play_game(deepcopy(series)).number == 4
    series.restore(0)
    alpha = series.contest.alpha
    assert alpha.corrections == 0 and len(series.records) == 3
    series.restore(3)
    assert series.contest.alpha.polynomial == third.polynomial or third.verdict.zeroed
    with pytest.raises(RefusedError, match="no state after game 4; expected 0 to 3"):
        series.restore(4)
    series.begin()
    with pytest.raises(RefusedError, match="under way"):
        series.restore(1)


# -- as it is told ---------------------------------------------------------------------------------


def record(number: int, result: Result, *leaders: str) -> GameRecord:
    discarded = Discarded("MOB", 9, 7, 20, "GAP")
    return GameRecord(
        number, False, True, (Move((11, 15)),) * 60, Position.start(), CUT, result, Verdict(), 20,
        leaders, (discarded,) if number in (2, 9) else (), 900_000_000, Polynomial.pieces(), (),
    )  # fmt: skip


def test_a_series_is_told_by_sevens_as_in_the_paper() -> None:
    results = [WON, WON, WON, LOST, LOST, LOST, LOST, WON, DRAWN]
    records = [record(n, result, "ADV", "MOB") for n, result in enumerate(results, start=1)]
    first, second = series_report.by_sevens(records)
    assert str(first) == (
        "Games 1-7: 14 changes in occupancy at the top of the list involving two different terms; "
        "Alpha won three, lost four, drew no"
    )
    assert (second.first, second.last, second.won, second.lost, second.drawn) == (8, 9, 1, 0, 1)
    whole = series_report.block_tally(records)
    assert (whole.games, whole.corrections, whole.discarded, whole.plies) == (9, 180, 2, 540)
    assert whole.hours == pytest.approx(2.25)
    assert series_report.usage(records) == (("MOB", 2, 14),)


def test_a_series_as_lines_of_text() -> None:
    series = play(shallow(2), 2)
    lines = series_report.lines_of(series)
    assert lines[0].startswith("Games 1-2: ")
    assert any("2 games" in line and "sets of adjustments" in line for line in lines)
    assert lines[-1].endswith("8 or 10 hours")
    assert series_report.lines_of(shallow()) == []


def test_the_leading_terms_are_listed_with_the_columns_of_appendix_c() -> None:
    lines = series_report.lines_of_leading(
        [Leading("MOC2", 0.45, -1, 18, 84), Leading("ADV", 0.0, 0, 0, 739)]
    )
    assert [line.split() for line in lines[1:]] == [
        ["MOC2", "0.45", "-", "18", "84"],
        ["ADV", "0.00", "0", "739"],
    ]


def test_beta_takes_over_what_has_won() -> None:
    players = contest()
    assert players.settle(DRAWN) == Verdict()
    assert players.beta == Polynomial.pieces()
    assert players.settle(WON) == Verdict(adopted=True)
    assert players.beta == players.alpha.polynomial
