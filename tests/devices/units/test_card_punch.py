"""The 721: one card in 600 ms."""

import copy

import pytest

from devices.media.card import Card
from devices.refusal import RefusedError
from devices.units.card_punch import CARD_US, CardPunch
from devices.units.card_unit import STACKER_CARDS

CARD = Card.of_text("MOVE   11-15")


def test_100_cards_take_a_minute() -> None:
    punch = CardPunch()
    us = 0
    for _ in range(100):
        punch.punch_card(CARD)
        us += punch.due_us() or 0
        punch.advance(punch.due_us() or 0)
    assert us == 60_000_000
    assert punch.deck("out.cbn").cards == (CARD,) * 100


def test_a_card_sent_too_early_is_the_computers_error() -> None:
    punch = CardPunch()
    punch.punch_card(CARD)
    with pytest.raises(ValueError, match="punch is busy"):
        punch.punch_card(CARD)
    punch.operate("stop", 1)
    punch.advance(CARD_US)
    with pytest.raises(ValueError, match="punch is not ready"):
        punch.punch_card(CARD)
    assert punch.view().stacker == 1


@pytest.mark.parametrize(
    ("punch", "why", "control", "value"),
    [
        (CardPunch(hopper=1), "hopper is empty", "hopper", 800),
        (CardPunch(stacker=[CARD] * (STACKER_CARDS - 1)), "stacker is full", "stacker", 1),
    ],
)
def test_no_blank_cards_left_or_a_full_stacker_stops_the_punch(
    punch: CardPunch, why: str, control: str, value: int
) -> None:
    punch = copy.deepcopy(punch)
    punch.punch_card(CARD)
    punch.advance(CARD_US)
    assert not punch.ready
    with pytest.raises(RefusedError, match=why):
        punch.operate("start", 1)
    punch.operate(control, value)
    punch.operate("start", 1)
    assert punch.ready
    assert punch.view().stacker == (1 if control == "hopper" else 0)


def test_a_jam_spoils_the_card() -> None:
    punch = CardPunch()
    punch.punch_card(CARD)
    punch.operate("jam", 1)
    punch.advance(CARD_US)
    assert punch.view().stacker == 0
    with pytest.raises(RefusedError, match="jammed"):
        punch.operate("start", 1)
    punch.operate("feed", 1)
    punch.operate("start", 1)
    assert not punch.busy
    assert punch.view().hopper == 799
