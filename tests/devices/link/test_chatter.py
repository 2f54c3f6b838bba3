"""Contacts that chatter are muted until they rest; a hand's never are."""

from collections.abc import Iterator

import pytest

from devices.link.chatter import FORGIVEN_S, LIMITS, LONGEST_REST_S, REST_S, ContactMonitor
from devices.link.session import Lost, SessionEvent
from devices.link.switch_receiver import ContactMuted, ContactRested, SwitchMoved


def moves(
    monitor: ContactMonitor, begin_s: float, a_second: float, edges: int, contact: int = 3
) -> Iterator[tuple[float, SessionEvent]]:
    """What is told of so many edges at an even pace, and when."""
    for k in range(edges):
        now = begin_s + k / a_second
        for told in monitor.sift([SwitchMoved(contact, k % 2 == 0)], now):
            yield now, told


@pytest.mark.parametrize(("a_second", "edges"), [(15.0, 16), (7.5, 80), (3.9, 2_000), (1.0, 5_000)])
def test_a_hand_s_moves_are_all_told(a_second: float, edges: int) -> None:
    told = [event for _, event in moves(ContactMonitor(), 1.0, a_second, edges)]
    assert told == [SwitchMoved(3, k % 2 == 0) for k in range(edges)]


@pytest.mark.parametrize(("seconds", "most"), LIMITS)
def test_a_contact_with_more_edges_than_a_hand_makes_is_muted(seconds: float, most: int) -> None:
    a_second = 1.02 * most / seconds
    told = list(moves(ContactMonitor(), 0.0, a_second, most * 3))
    muted = [k for k, (_, event) in enumerate(told) if isinstance(event, ContactMuted)]
    assert muted == [len(told) - 1] == [most]  # nothing is told after it
    assert told[-1][1] == ContactMuted(3, REST_S)


def test_others_go_on_while_one_is_muted_and_what_is_no_move_is_told() -> None:
    monitor = ContactMonitor()
    list(moves(monitor, 0.0, 20.0, 100))
    here: list[SessionEvent] = [SwitchMoved(3, True), SwitchMoved(4, True), Lost("gone")]
    assert list(monitor.sift(here, 5.0)) == here[1:]


def test_it_counts_again_once_it_has_been_still_and_how_it_stands_is_told() -> None:
    monitor = ContactMonitor()
    (*_, (muted_s, _)) = moves(monitor, 0.0, 20.0, 18)
    last_s = 17 / 20
    assert muted_s < last_s
    assert list(monitor.sift([], last_s + REST_S - 0.01)) == []
    assert list(monitor.sift([], last_s + REST_S)) == [ContactRested(3, False)]
    press = SwitchMoved(3, True)
    assert list(monitor.sift([press], 10.0)) == [press]


def test_one_that_never_rests_long_must_rest_longer_each_time() -> None:
    monitor, now, rests = ContactMonitor(), 0.0, []
    for _ in range(9):
        (*_, (_, told)) = moves(monitor, now, 20.0, 17)
        assert isinstance(told, ContactMuted)
        rests.append(told.rest_s)
        now += 1.0 + told.rest_s
        assert [*monitor.sift([], now)] == [ContactRested(3, True)]
    assert rests == [min(REST_S * 2**k, LONGEST_REST_S) for k in range(9)]
    (*_, (_, told)) = moves(monitor, now + FORGIVEN_S, 20.0, 17)
    assert told == ContactMuted(3, REST_S)
