"""Alpha and Beta at the machine: cards, seats, what is learned, printed, punched and seen."""

from copy import deepcopy
from dataclasses import replace
from functools import cache

import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.laboratory.samuel.studies import BothStudy, GeneralizationStudy
from machines.samuel.cards import BetaCard, read_card
from machines.samuel.generalization.coefficients import EARLIER, Rules
from machines.samuel.generalization.series import (
    first_move,
    first_series,
    play_game,
    pool,
    shuffle_games,
)
from machines.samuel.learning import (
    DID_BEST,
    MOST_SAMPLES,
    Learning,
    learning_of,
    poly_cards,
    taught,
)
from machines.samuel.learning_cards import LearnCard, PunchCard, ReturnCard, SeriesCard
from machines.samuel.polynomial import Manner, Polynomial
from machines.samuel.resume_cards import resume_cards
from machines.samuel.settings import ProgramSettings
from machines.samuel.state import ProgramState, Stop
from tests.machines.samuel.run import Unattended, deck, loaded, played

BRIEF = ("BREAK  MIN 1", "BREAK  QUIET 1", "BREAK  JUMP 2", "BREAK  AHEAD 3", "BREAK  LAST 8")
SETTINGS = ProgramSettings(minimum=1, quiet=1, jump=2, ahead=3, last=8)
ALPHA_BETA = (*BRIEF, "SENSE  4", "LEARN  FIRST SEED 3")


@cache
def two_games() -> Unattended:
    """A series of two games, and what Alpha has learned punched."""
    return played(*ALPHA_BETA, "SERIES 2", "PUNCH", "END")


@cache
def eight_games() -> Unattended:
    return played(*ALPHA_BETA, "SERIES 8", "END")


def refused(*cards: str) -> str:
    """Why the last of the cards was refused."""
    state = loaded(*cards).program.state
    assert state.stop is Stop.REFUSED, state.reason
    return state.why


# -- cards -----------------------------------------------------------------------------------------


def test_the_cards_of_learning() -> None:
    assert read_card("LEARN  FIRST", "c") == LearnCard("FIRST", 1)
    assert read_card("LEARN  SECOND SEED 12", "c") == LearnCard("SECOND", 12)
    assert read_card("LEARN  BOTH", "c") == LearnCard("BOTH B")
    assert read_card("LEARN  BOTH B", "c") == LearnCard("BOTH B")
    assert read_card("LEARN  BOTH A SEED 4", "c") == LearnCard("BOTH A", 4)
    assert read_card("POLY   BETA", "c") == BetaCard()
    assert read_card("SERIES 28", "c") == SeriesCard(28)
    assert read_card("SERIES 42 LIST 7", "c") == SeriesCard(42, 7)
    assert read_card("RETURN 0", "c") == ReturnCard(0)
    assert read_card("PUNCH", "c") == PunchCard()


def test_a_card_that_cant_be_read_is_refused_with_its_column() -> None:
    for card, why in (
        ("LEARN", "column 8: nothing follows LEARN; expected FIRST, SECOND, ROTE or BOTH"),
        ("LEARN  THIRD", "column 8: THIRD; expected FIRST, SECOND, ROTE or BOTH"),
        ("LEARN  FIRST SEAD 1", "column 14: SEAD; expected SEED and a number, or nothing more"),
        ("LEARN  FIRST SEED", "column 19: nothing follows SEED; expected a number"),
        ("LEARN  FIRST SEED 0", "column 19: 0; expected a number from 1 to 999999"),
        ("LEARN  FIRST SEED 1 2", "column 21: 2 is too much; expected nothing more on this card"),
        ("LEARN  BOTH D", "column 13: D; expected A, B, C or nothing more"),
        ("LEARN  BOTH B SEED 1", "column 15: SEED is too much; expected nothing more on this card"),
        ("POLY   BETA ALPHA", "column 13: ALPHA is too much; expected nothing more on this card"),
        ("SERIES", "column 8: nothing follows SERIES; expected a number of games"),
        ("SERIES SOME", "column 8: SOME; expected a number from 1 to 9999"),
        ("SERIES 3 LIST", "column 15: nothing follows LIST; expected a number"),
        ("RETURN ALL", "column 8: ALL; expected a number from 0 to 9999"),
        ("PUNCH  NOW", "column 8: NOW is too much; expected nothing more on this card"),
    ):
        with pytest.raises(RefusedError, match=r"^card 1, ") as caught:
            read_card(card, "card 1")
            pytest.fail(card)
        assert str(caught.value) == f"card 1, {why}", card


def test_what_makes_no_sense_is_refused() -> None:
    for cards, why in (
        (("SERIES 3",), "there is no Alpha and no Beta yet; expected a LEARN card before it"),
        (("GAME   1 BLACK=ALPHA",), "there is no Alpha and no Beta yet"),
        (
            ("LEARN  FIRST", "GAME   1 BLACK=ALPHA WHITE=ALPHA"),
            "ALPHA on both sides; expected ALPHA against BETA",
        ),
        (
            ("LEARN  FIRST", "GAME   1 BLACK=ALPHA", "GAME   2 WHITE=BETA"),
            "game 1 is under way; expected one game of ALPHA or BETA at a time",
        ),
        (
            ("BREAK  GIVE 1", "LEARN  FIRST", "SERIES 1"),
            "Alpha and Beta play to win; expected BREAK GIVE 0",
        ),
        (
            ("LEARN  FIRST", "POLY   MOB +6", "SERIES 1"),
            "Alpha takes his terms by turns; expected POLY BY TURNS before the POLY cards",
        ),
        (
            ("LEARN  FIRST", "POLY   BY TURNS", "SERIES 1"),
            "Alpha has no terms; expected POLY cards with terms after POLY BY TURNS",
        ),
    ):
        assert why in refused(*cards), cards


# -- a series --------------------------------------------------------------------------------------


def test_a_series_on_the_board_is_the_series_of_the_study() -> None:
    machine = two_games()
    series = machine.program.state.learning.series
    study = first_series(3)
    study.settings = SETTINGS
    for _ in range(2):
        play_game(study)
    assert series is not None
    assert series.records == study.records
    assert series.contest.alpha.polynomial == study.contest.alpha.polynomial
    assert machine.program.tallies()["moves"] == sum(len(one.moves) for one in study.records)


def test_the_first_move_of_beta_is_forced_and_seats_are_named() -> None:
    machine = two_games()
    assert "BLACK  BETA        WHITE  ALPHA" in machine.text()
    rows = [line.split() for line in machine.text().splitlines() if " BLACK  BETA " in line]
    first = [row for row in rows if row[:2] == ["1", "1"]]
    assert [row[4] for row in first] == [str(first_move(n)) for n in range(2)]
    assert all(len(row) == 5 for row in first), "it was not looked ahead for"


def test_with_switch_4_up_nobody_learns() -> None:
    machine = played(*BRIEF, "LEARN  FIRST SEED 3", "SERIES 2", "END")
    series = machine.program.state.learning.series
    assert series is not None
    assert len(series.records) == 2
    assert series.contest.alpha.corrections == 0
    assert series.contest.alpha.polynomial == first_series(3).contest.alpha.polynomial
    assert series.contest.marks == 0
    assert len(machine.program.state.learning.seen.samples) == 1


def test_the_look_ahead_has_its_own_polynomial_back_after_alphas() -> None:
    assert two_games().program.state.lookahead.polynomial == Polynomial.standard()


def test_a_second_series_after_a_first_takes_its_results() -> None:
    machine = played(*ALPHA_BETA, "SERIES 1", "LEARN  SECOND", "END")
    active = {one.name for one in machine.program.state.learning.contest.alpha.active}
    assert active != set(DID_BEST)


def test_a_term_that_only_cards_bring_is_none_of_a_second_series() -> None:
    cards = ("POLY   BY TURNS", "POLY   MOMENT -2", "POLY   MOB +3")
    machine = played(*ALPHA_BETA, *cards, "SERIES 1", "LEARN  SECOND", "END")
    series = machine.program.state.learning.series
    assert series is not None
    alpha = series.contest.alpha
    names = [record.name for record in alpha.active] + alpha.reserve
    assert sorted(names) == sorted(pool())


@pytest.mark.slow
def test_alpha_and_beta_can_be_returned_to_what_they_were() -> None:
    study = first_series(3)
    study.settings = SETTINGS
    play_game(study)
    machine = played(*ALPHA_BETA, "SERIES 3", "RETURN 1", "PUNCH", "END")
    punched = [card.text("a punched card").rstrip() for card in machine.punch.stacker]
    assert punched == poly_cards(study.contest.alpha.polynomial)
    assert machine.program.state.learning.contest.beta == study.contest.beta


def test_there_is_no_return_to_a_game_that_was_not_played() -> None:
    assert "there is no state after game 4; expected 0 to 0" in refused("LEARN  FIRST", "RETURN 4")
    assert "there is no Alpha and no Beta yet" in refused("RETURN 4")


@pytest.mark.slow
def test_both_a_at_the_machine_is_that_of_the_study() -> None:
    machine = played(*BRIEF, "SENSE  4", "LEARN  BOTH A SEED 3", "SERIES 4", "END")
    learning = machine.program.state.learning
    others = tuple(name for name in pool() if name not in DID_BEST)
    terms = (*DID_BEST, *shuffle_games(others, 3))
    general = GeneralizationStudy("second", 3, Rules.second(), SETTINGS, terms)
    study = BothStudy.begin("a", general)
    for _ in range(4):
        study.play_game()
    assert learning.series is not None
    assert learning.recall is not None
    assert general.series is not None
    assert [one.us for one in learning.series.records] == [one.us for one in general.series.records]
    assert learning.contest.alpha.polynomial == general.series.contest.alpha.polynomial
    assert learning.recall.memory == study.memory
    assert learning.recall.remembered > 0
    assert f"{len(study.memory.boards)} BOARDS SAVED, " in machine.text()
    assert "SAVED OF EACH PIECE ADVANTAGE" in machine.text()


def test_both_a_looks_boards_up_for_alpha_alone_and_saves_none_with_switch_4_up() -> None:
    machine = played(*BRIEF, "LEARN  BOTH A", "SERIES 1", "END")
    recall = machine.program.state.learning.recall
    assert recall is not None
    assert recall.looked_up > 0
    assert recall.memory.boards == {}


# -- other games -----------------------------------------------------------------------------------


def test_a_game_card_seats_alpha_against_beta() -> None:
    machine = played(*ALPHA_BETA, "GAME   2 BLACK=ALPHA WHITE=BETA LIMIT=20", "END")
    series = machine.program.state.learning.series
    assert series is not None
    (record,) = series.records
    assert record.alpha_black
    assert len(record.moves) == 20
    assert record.corrections > 0
    assert machine.program.state.games[2].plays[0].player == "ALPHA"


def test_alpha_and_beta_keep_their_seats_whatever_the_switches_say() -> None:
    machine = played(*ALPHA_BETA, "GAME   1 BLACK=ALPHA WHITE=BETA LIMIT=4", "END", sense=(2, 3))
    assert [one.player for one in machine.program.state.games[1].plays] == [
        "ALPHA",
        "BETA",
        "ALPHA",
        "BETA",
    ]


# -- the listing -----------------------------------------------------------------------------------


def test_the_leading_terms_are_listed_as_often_as_the_card_says() -> None:
    machine = played(*ALPHA_BETA, "SERIES 3 LIST 2", "END")
    lines = machine.text().splitlines()
    listed = [line for line in lines if "LEADING TERMS OF ALPHAS POLYNOMIAL" in line]
    assert len(listed) == 1
    assert "AFTER GAME 2" in listed[0]
    at = lines.index(listed[0])
    series = machine.program.state.learning.series
    assert series is not None
    leading = series.listings[0].leading
    ranks = [line.split() for line in lines[at + 4 : at + 16]]
    assert [(int(row[0]), row[1]) for row in ranks] == [
        (rank, one.name) for rank, one in enumerate(leading, start=1)
    ]
    assert ranks[0][2:7] == [f"{leading[0].correlation:.2f}", "+", "2", "EXP", "18"] or (
        leading[0].sign < 0
    )


@pytest.mark.slow
def test_the_end_of_a_series_is_told_by_sevens_with_its_machine_time() -> None:
    text = eight_games().text()
    assert "THE SERIES BY SEVENS" in text
    rows = {line.split()[0]: line.split() for line in text.splitlines() if line.split()}
    won, lost, drawn = (sum(int(rows[span][k]) for span in ("1-7", "8-8")) for k in (1, 2, 3))
    assert won + lost + drawn == 8
    assert [int(cell) for cell in rows["ALL"][1:4]] == [won, lost, drawn]
    assert "HOURS, THE PAPERS ABSTRACT HAS 8 OR 10 HOURS" in text


# -- the punch -------------------------------------------------------------------------------------


def test_what_is_punched_can_be_read_again() -> None:
    machine = two_games()
    assert machine.ended
    learned = machine.program.state.learning.contest.alpha.polynomial
    cards = [card.text("a punched card").rstrip() for card in machine.punch.stacker]
    assert cards == poly_cards(learned)
    assert cards[0] == "POLY   BY TURNS"
    again = loaded(*cards, "GAME", "END").program.state.lookahead.polynomial
    assert again.manner is Manner.BY_TURNS
    assert again.weights == tuple(one for one in learned.weights if one.coefficient)
    alpha = loaded("LEARN  FIRST SEED 9", *cards, "SERIES 1").program.state.learning.contest.alpha
    assert alpha.polynomial == again
    alpha._renew()
    for one in again.weights:
        assert alpha.polynomial.coefficient(one.name) == one.coefficient


def test_without_alpha_the_machines_own_polynomial_is_punched() -> None:
    machine = played("PUNCH", "GAME", "END")
    assert [card.text("a punched card").rstrip() for card in machine.punch.stacker] == [
        "POLY   TOGETHER",
        "POLY   DENY +8",
        "POLY   MOB +6",
        "POLY   CENT+ADV +4",
    ]


def test_a_punch_that_is_not_ready_is_waited_for() -> None:
    machine = Unattended()
    machine.punch.operate("stop", 1)
    machine.load(deck("PUNCH", "GAME", "END"))
    machine.settle()
    assert machine.program.reason().startswith("the punch is not ready")
    machine.punch.operate("start", 1)
    machine.settle()
    assert len(machine.punch.stacker) == 4


def test_a_card_that_jams_in_the_punch_is_punched_again() -> None:
    machine = loaded("PUNCH", "GAME", "END")
    assert len(machine.punch.stacker) == 4
    machine = Unattended()
    machine.load(deck("PUNCH", "GAME", "END"))
    while machine.punch.moving is None:
        machine.advance(10_000)
    machine.punch.operate("jam", 1)
    machine.settle()
    assert machine.program.reason().startswith("a card has jammed in the punch")
    machine.punch.operate("feed", 1)
    machine.punch.operate("start", 1)
    machine.settle()
    assert [card.text("a card").rstrip() for card in machine.punch.stacker] == [
        "POLY   TOGETHER",
        "POLY   DENY +8",
        "POLY   MOB +6",
        "POLY   CENT+ADV +4",
    ]


def test_a_taught_learner_has_sixteen_terms_each_once() -> None:
    alpha = first_series(1).contest.alpha
    cards = Polynomial(manner=Manner.BY_TURNS).with_term("MOB", 1, 18).with_term("ADV", -1, 0)
    made = taught(alpha, cards)
    names = [one.name for one in made.active]
    assert names[:2] == ["MOB", "ADV"]
    assert len(names) == 16
    assert sorted(names + made.reserve) == sorted(
        [one.name for one in alpha.active] + alpha.reserve
    )
    made._renew()
    assert made.polynomial.coefficient("MOB") == 1 << 18
    assert made.polynomial.coefficient("ADV") == -1


# -- what is seen, and what is kept ----------------------------------------------------------------


@pytest.mark.slow
def test_the_chart_follows_alphas_moves_and_flags_his_games() -> None:
    machine = eight_games()
    learning = machine.program.state.learning
    seen, series = learning.seen, learning.series
    assert series is not None
    assert seen.title == "FIRST SERIES"
    assert [one.games for one in seen.samples] == sorted({one.games for one in seen.samples})
    assert seen.samples[-1].games == 8
    alpha = series.contest.alpha
    assert dict(seen.samples[-1].terms) == {
        one.name: alpha.polynomial.coefficient(one.name) for one in alpha.active
    }
    assert seen.samples[-1].terms[0][0] == alpha.leader
    adopted = [one.number for one in series.records if one.verdict.adopted]
    assert [at for at, flag in seen.flags if flag == "adopted"] == adopted
    assert machine.program.scene().learned is seen


def test_the_chart_follows_what_alpha_learns_from_somebody_else() -> None:
    guest = (*ALPHA_BETA, "GAME   1 BLACK=MACHINE WHITE=ALPHA LIMIT=30")
    learning = played(*guest, "END").program.state.learning
    at = [one.games for one in learning.seen.samples]
    assert at == sorted(at)
    assert at[0] == 0 < at[1] < 1 == at[-1]
    assert dict(learning.seen.samples[-1].terms) != dict(learning.seen.samples[0].terms)


def test_the_chart_stays_on_the_wall_when_another_deck_is_loaded() -> None:
    machine = played(*ALPHA_BETA, "SERIES 1", "END")
    seen = machine.program.scene().learned
    machine.load(deck("GAME", "END"))
    machine.settle()
    assert not machine.program.state.learning.there
    assert machine.program.scene().learned == seen
    machine.load(deck("LEARN  SECOND", "END"))
    machine.settle()
    assert machine.program.scene().learned.title == "SECOND SERIES"


def test_samples_are_thinned_before_they_are_too_many() -> None:
    learning = learning_of("FIRST", 1, ProgramSettings())
    for _ in range(2 * MOST_SAMPLES):
        learning.note(keep=True)
    assert MOST_SAMPLES / 2 <= len(learning.seen.samples) <= MOST_SAMPLES


def test_a_series_is_a_snapshot_that_goes_on_the_same_way() -> None:
    machine = loaded(*BRIEF, "SENSE  4", "LEARN  BOTH A SEED 3", "SERIES 2", "END")
    machine.program.press("start", 0)
    machine.advance(4_000_000)
    assert machine.program.state.learning.match is not None
    packed = snapshot.pack(machine.program.state, 1)
    other = deepcopy(machine)
    other.program = replace(other.program, state=snapshot.unpack(packed, ProgramState, 1))
    for one in (machine, other):
        one.settle()
    assert other.text() == machine.text()
    assert other.program.state.learning.seen == machine.program.state.learning.seen
    assert other.program.state.learning.contest == machine.program.state.learning.contest


def test_a_session_that_was_kept_before_goes_on_by_the_rules_that_it_began_with() -> None:
    machine = Unattended()
    before = Learning(likeliest=None)
    assert b"likeliest" not in snapshot.pack(before, 1)
    assert snapshot.unpack(snapshot.pack(before, 1), Learning, 1).likeliest is None
    for learning, changes in ((before, EARLIER), (Learning(), {})):
        machine.program.state.learning = learning
        for kind, rules in (("SECOND", Rules.second()), ("FIRST", Rules.first())):
            machine.load(deck(*BRIEF, f"LEARN  {kind}", "END"))
            machine.settle()
            series = machine.program.state.learning.series
            assert series is not None and series.rules == replace(rules, **changes)


def test_beta_has_cards_of_his_own() -> None:
    cards = ("POLY   BY TURNS", "POLY   MOB +18", "POLY   BETA", "POLY   ADV -18", "POLY   CNTR +3")
    state = loaded("LEARN  FIRST", *cards, "SERIES 1").program.state
    contest = state.learning.contest
    assert str(contest.alpha.polynomial) == "MOB +18"
    assert str(contest.beta) == "ADV -18, CNTR +3"
    assert contest.beta.manner is Manner.BY_TURNS
    assert state.lookahead.polynomial == Polynomial.standard()
    assert "there is no Alpha and no Beta yet" in refused("POLY   BETA")


def test_a_series_that_is_broken_off_before_anything_was_learned_begins_anew() -> None:
    machine = loaded(*ALPHA_BETA, "SERIES 2", "END")
    again = loaded(*resume_cards(machine.program.state)).program.state.learning.contest
    assert again.alpha == machine.program.state.learning.contest.alpha
    assert again.beta == machine.program.state.learning.contest.beta


def test_a_series_that_is_broken_off_is_kept_as_cards() -> None:
    machine = loaded(*ALPHA_BETA, "SERIES 5", "END")
    machine.program.press("start", 0)
    machine.advance(20_000_000)
    learning = machine.program.state.learning
    assert learning.series is not None
    assert 1 <= learning.begun < 5
    cards = resume_cards(machine.program.state)
    assert "LEARN  FIRST SEED 3" in cards
    left = 5 - len(learning.series.records)
    assert f"SERIES {left}" in cards
    again = loaded(*cards)
    assert again.program.state.stop is Stop.FIRST_ACT
    assert again.program.state.learning.contest.alpha.polynomial.weights == tuple(
        one for one in learning.contest.alpha.polynomial.weights if one.coefficient
    )
