"""Break points as single words, and the polynomial as it is put together from cards or keys."""

from dataclasses import fields

import pytest

from devices.refusal import RefusedError
from machines.samuel import terms
from machines.samuel.lookahead import FORESEEN, SCORE_UNIT, WIN, LookAhead
from machines.samuel.polynomial import (
    LARGEST_POWER,
    LARGEST_WEIGHT,
    MOST_TERMS,
    TERMS,
    Manner,
    Polynomial,
)
from machines.samuel.settings import BY_NAME, SETTINGS, ProgramSettings

BREAK_POINTS = ("MIN", "QUIET", "JUMP", "AHEAD", "LAST")


def refusal(settings: ProgramSettings, address: int, word: int) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        settings.set_word(address, word)
    return caught.value


def test_the_break_points_are_those_of_the_paper() -> None:
    settings = ProgramSettings()
    found = [settings.read_word(BY_NAME[name].address) for name in BREAK_POINTS]
    assert found == [3, 4, 5, 11, 20]
    assert settings.margin == 2 * 3


def test_each_setting_is_one_word_from_0200_on_within_its_limits() -> None:
    assert [setting.address for setting in SETTINGS] == list(range(0o200, 0o200 + len(SETTINGS)))
    times = ["back_up_us"]  # no word of storage
    assert [setting.field for setting in SETTINGS] + times == [
        each.name for each in fields(ProgramSettings)
    ]
    for setting in SETTINGS:
        assert setting.lowest <= ProgramSettings().read_word(setting.address) <= setting.highest


def test_a_break_card_sets_a_word_by_its_name() -> None:
    settings = ProgramSettings()
    settings.named("MIN", 2)
    assert settings.minimum == 2
    with pytest.raises(
        RefusedError, match=r"deck, card 2: unknown break point MAX; expected one of"
    ):
        settings.named("MAX", 2, "deck, card 2")
    with pytest.raises(RefusedError, match="LAST 0; expected 1 to 60"):
        settings.named("LAST", 0)


def test_a_word_out_of_its_limits_or_place_is_refused_and_nothing_changes() -> None:
    settings = ProgramSettings()
    assert "00204: LAST 61; expected 1 to 60" in str(refusal(settings, 0o204, 61))
    assert "no setting stands there" in str(refusal(settings, 0o277, 1))
    assert settings == ProgramSettings()


def test_the_standard_polynomial_is_denial_mobility_and_the_hybrid() -> None:
    assert str(Polynomial.standard()) == "DENY +8, MOB +6, CENT+ADV +4"


@pytest.mark.parametrize(
    ("name", "sign", "power", "why"),
    [
        ("MOBILITY", 1, 3, "there is no term MOBILITY; expected one of DENY, MOB"),
        ("MOB", 1, 19, "a power of two from 0 to 18"),
        ("MOB", 2, 3, "a sign"),
    ],
)
def test_a_poly_card_that_makes_no_sense_is_refused(
    name: str, sign: int, power: int, why: str
) -> None:
    with pytest.raises(RefusedError, match=why) as caught:
        Polynomial().with_term(name, sign, power, "deck, card 5")
    assert caught.value.where == "deck, card 5"


def test_the_table_of_terms_says_what_each_is_and_where_it_is_from() -> None:
    assert [term.number for term in TERMS.values()] == list(range(1, terms.TERM_NUMBERS))
    for name, term in TERMS.items():
        assert term.name == name
        assert term.definition
        assert "Samuel 1959" in term.source


def test_a_man_outweighs_forty_counts_of_the_leading_term_and_five_by_turns() -> None:
    for power in range(19):
        polynomial = Polynomial().with_term("MOB", -1, power)
        for men in range(2, 25, 2):
            man = polynomial.advantage_weight * terms.advantage_of(men, men - 2)
            assert man >= 40 * 2**power, power
        by_turns = Polynomial(manner=Manner.BY_TURNS).with_term("MOB", -1, power)
        assert by_turns.advantage_weight == max(1, 2 ** (power - 5)), power


def test_no_board_scores_as_much_as_a_won_game() -> None:
    largest = 1 << LARGEST_POWER
    advantage = terms.advantage_of(12 * 3, 0) + BY_NAME["PENDING"].highest
    counts = MOST_TERMS * 32  # a term counts squares or pieces
    assert SCORE_UNIT * (LARGEST_WEIGHT * advantage + largest * counts) < FORESEEN
    assert WIN < 1 << 35


def test_the_weight_of_piece_advantage_can_be_set_by_hand() -> None:
    assert Polynomial.standard().advantage_weight == 2**6
    assert Polynomial.standard().with_piece_weight(5).advantage_weight == 5
    assert Polynomial().advantage_weight == 1
    with pytest.raises(RefusedError, match="weight of 0 to 65536"):
        Polynomial().with_piece_weight(-1)


def test_the_console_changes_settings_and_coefficients_in_storage() -> None:
    look = LookAhead()
    look.write_storage(0o200, 2)
    look.write_storage(0o300 + terms.MOB, (1 << 35) | 12)
    look.write_storage(0o300, 100)
    assert look.settings.minimum == 2
    assert str(look.polynomial) == "DENY +8, MOB =-12, CENT+ADV +4"
    assert look.read_storage(0o300 + terms.MOB) == (1 << 35) | 12
    assert look.read_storage(0o300) == 100
    for address in (0o276, 0o377, 0o400, 0o1000):
        with pytest.raises(RefusedError):
            look.write_storage(address, 1)
