"""The host's end: every input in every state, and what it says of lamps and switches."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.link import frames
from devices.link.lamp_sender import ACK_US, LampSender
from devices.link.session import (
    FLOOD_FRAMES,
    RULES,
    STUBBORN_FAULTS,
    Action,
    Connected,
    HostSession,
    Input,
    Lost,
    Refused,
    SessionEvent,
    State,
    SwitchMoved,
    SwitchState,
    transition,
)
from tests.devices.link.link_ends import DIGEST, LAMPS, NAME, SWITCHES, Ends, levels
from tests.naive.link import on_the_wire

OURS = frames.PanelHello(1, DIGEST, LAMPS, SWITCHES, 1, 0, NAME)
OTHER_VERSION = frames.PanelHello(2, DIGEST, LAMPS, SWITCHES, 1, 0, NAME)
OTHER_LAYOUT = frames.PanelHello(1, b"abcd", 304, 609, 1, 0, "menace")
AT_REST = frames.Switches(0, bytes(2))
T = 10_000_000
"""When each of these talks begins."""


def session() -> HostSession:
    return HostSession(DIGEST, LAMPS, SWITCHES, NAME)


def wire(*messages: frames.Sent) -> bytes:
    return b"".join(frames.encode(message, seq) for seq, message in enumerate(messages))


def said(data: bytes) -> list[frames.Message]:
    return [message for _, message in frames.Receiver().feed(data)]


def called() -> HostSession:
    one = session()
    one.opened(T)
    one.send(T)
    return one


def linked() -> HostSession:
    one = called()
    one.receive(wire(OURS, AT_REST), T)
    return one


def refused() -> HostSession:
    one = called()
    one.receive(wire(OTHER_VERSION), T)
    return one


def flooded() -> HostSession:
    one = called()
    one.receive(wire(*[AT_REST] * (FLOOD_FRAMES + 1)), T)
    return one


STATES = {
    State.CLOSED: session,
    State.CALLING: called,
    State.LINKED: linked,
    State.REFUSED: refused,
    State.FLOODED: flooded,
}


def put(one: HostSession, what: Input) -> list[SessionEvent]:
    """Bring an input about, by bytes and time alone."""
    if what is Input.OPEN:
        one.opened(T)
        return []
    if what is Input.CLOSE:
        return one.closed("the port is gone", T)
    if what is Input.QUIET:
        return one.receive(b"", T + 3_000_000)
    if what is Input.CALM:
        # A second in which a panel says what it says, heard for the last time at its end.
        for k in range(1, 20):
            one.receive(wire(AT_REST), T + k * 50_000)
        return one.receive(b"", T + 1_000_000)
    data = {
        Input.OURS: wire(OURS),
        Input.STRANGER: wire(OTHER_LAYOUT),
        Input.DISOWNED: wire(frames.Fault(4, 0)),
        Input.FAULT: wire(frames.Fault(5, 0)),
        Input.STUBBORN: wire(*[frames.Fault(1, 0)] * STUBBORN_FAULTS),
        Input.ACK: wire(frames.Ack(0)),
        Input.SWITCHES: wire(frames.Switches(1, b"\x80\0")),
        Input.ECHO: wire(frames.Ping()),
        Input.NONSENSE: on_the_wire(0x99, 0, b""),
        Input.FLOOD: wire(*[AT_REST] * (FLOOD_FRAMES + 1)),
    }[what]
    return one.receive(data, T)


OUTCOMES = """
          CLOSED   CALLING            LINKED              REFUSED            FLOODED
OPEN      CALLING  error              error               error              error
CLOSE     CLOSED   CLOSED             CLOSED+Lost         CLOSED             CLOSED
OURS      error    LINKED+Connected   LINKED              LINKED+Connected   FLOODED
STRANGER  error    REFUSED+Refused    REFUSED+Lost        REFUSED+Refused    FLOODED
DISOWNED  error    REFUSED+Refused    CALLING+Lost        REFUSED            FLOODED
FAULT     error    CALLING            LINKED              REFUSED            FLOODED
STUBBORN  error    CALLING            REFUSED+Lost        REFUSED            FLOODED
ACK       error    CALLING            LINKED              REFUSED            FLOODED
SWITCHES  error    CALLING            LINKED+SwitchMoved  REFUSED            FLOODED
ECHO      error    REFUSED+Refused    LINKED              REFUSED            FLOODED
NONSENSE  error    CALLING            LINKED              REFUSED            FLOODED
QUIET     error    CALLING+Refused    CALLING+Lost        REFUSED            CALLING
FLOOD     error    FLOODED+Refused    FLOODED+Lost        FLOODED+Refused    FLOODED
CALM      error    CALLING            LINKED              REFUSED            CALLING
"""
"""What is seen from outside: the state after, and what is told.  (To a session that was flooded, a
quiet second is a calm one.)"""


def outcomes() -> list[tuple[State, Input, str]]:
    head, *rows = OUTCOMES.strip().splitlines()
    states = [State[name] for name in head.split()]
    return [
        (state, Input[row.split()[0]], cell)
        for row in rows
        for state, cell in zip(states, row.split()[1:], strict=True)
    ]


def test_every_input_in_every_state() -> None:
    for state, what, outcome in outcomes():
        one = STATES[state]()
        assert one.state is state
        if outcome == "error":
            try:
                told = str(put(one, what))
            except frames.LinkBugError:
                assert one.state is state, what
                told = "error"
        else:
            told = "+".join(type(event).__name__ for event in put(one, what))
            told = "+".join(filter(None, (one.state.name, told)))
        assert told == outcome, (state, what)


def test_the_table_has_a_rule_for_whatever_isnt_our_own_mistake() -> None:
    assert len(outcomes()) == len(State) * len(Input)
    ours = {(state, what) for state, what, outcome in outcomes() if outcome == "error"}
    assert {(state, what) for state in State for what in Input} - set(RULES) == ours
    with pytest.raises(frames.LinkBugError, match="OPEN while the link is linked"):
        transition(State.LINKED, Input.OPEN)


def test_every_deed_is_in_the_table() -> None:
    assert {deed for _, deed in RULES.values()} == set(Action)


# -- calling --------------------------------------------------------------------------------------


def test_hello_and_nothing_else_is_said_every_250_ms_until_it_is_answered() -> None:
    one = session()
    one.opened(T)
    one.show(levels((3, 15)))
    spoken = {
        k: said(one.send(T + k * 1_000)) for k in range(1_001) if k % 250 == 0 or k % 250 == 249
    }
    calls = {k for k, messages in spoken.items() if messages == [frames.Hello(1, DIGEST)]}
    assert calls == {0, 250, 500, 750, 1_000}
    assert all(spoken[k] == [] for k in spoken if k not in calls)


def test_a_hello_begins_with_a_zero_so_that_no_noise_before_it_matters() -> None:
    one = session()
    one.opened(T)
    assert said(b"noise" + one.send(T)) == [frames.Hello(1, DIGEST)]


def test_who_never_answers_is_told_once() -> None:
    one = called()
    told = [one.receive(b"", T + k * 500_000) for k in range(1, 30)]
    assert [event for events in told for event in events] == [Refused("doesn't answer our HELLO")]
    assert told[5] != [], "after three seconds"


def test_a_board_that_speaks_something_else_is_told_once() -> None:
    one = called()
    told = [one.receive(b"ok READY>\r\n", T + k * 100_000) for k in range(1, 100)]
    assert [event for events in told for event in events] == [
        Refused("speaks something else: bytes come, but no frame of a panel")
    ]


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        (OTHER_VERSION, "speaks version 2 of the protocol; expected 1"),
        (
            OTHER_LAYOUT,
            "is panel menace with 304 lamps and 609 switches (layout 61626364);"
            " expected bench with 21 lamps and 11 switches (layout c0ffee00)",
        ),
    ],
)
def test_another_panel_is_told_once_with_what_came_and_what_was_expected(
    hello: frames.PanelHello, reason: str
) -> None:
    one = called()
    assert one.receive(wire(hello, frames.Fault(4, 0), hello), T) == [Refused(reason)]
    assert said(one.send(T + 300_000)) == [frames.Hello(1, DIGEST)], "it is called all the same"
    assert one.receive(wire(hello), T + 300_000) == []
    assert one.receive(wire(OURS), T + 600_000) == [Connected(OURS)]
    assert one.receive(wire(hello), T + 700_000) == [Lost(reason)]


def test_a_flood_is_told_not_listened_to_and_ends_with_a_calm_second() -> None:
    one = linked()
    flood = wire(*[frames.Switches(k, bytes(2)) for k in range(FLOOD_FRAMES + 100)])
    assert one.receive(flood, T) == [
        Lost("floods us: over 1500 frames in a second; expected about 20")
    ]
    assert one.receive(flood * 10, T + 500_000) == []
    one.receive(b"", T + 1_000_000)
    assert one.state is State.FLOODED, "the second before wasn't calm"
    assert one.send(T + 1_000_000) == b""
    one.receive(b"", T + 2_000_000)
    assert said(one.send(T + 2_000_000)) == [frames.Hello(1, DIGEST)]


def test_what_no_panel_has_is_refused_at_once() -> None:
    for digest, lamps, switches in ((b"abc", 1, 1), (DIGEST, 501, 1), (DIGEST, 1, 1_985)):
        with pytest.raises(frames.LinkBugError):
            HostSession(digest, lamps, switches, NAME)
    for wrong in (np.zeros(20, np.uint8), np.full(LAMPS, 16, np.uint8)):
        with pytest.raises(frames.LinkBugError):
            session().show(wrong)


# -- lamps ----------------------------------------------------------------------------------------


def test_what_was_accepted_is_the_base_of_a_delta() -> None:
    one = linked()
    seq = frames.Receiver().feed(one.send(T))[0][0]
    one.receive(wire(frames.Ack(seq)), T)
    one.show(levels((2, 7), (20, 1)))
    assert said(one.send(T)) == [frames.Delta(seq, ((2, 7), (20, 1)))]


def test_a_delta_no_shorter_than_a_keyframe_isnt_sent() -> None:
    one = linked()
    one.receive(wire(frames.Ack(frames.Receiver().feed(one.send(T))[0][0])), T)
    one.show(levels(*((lamp, 3) for lamp in range(5))))
    assert isinstance(said(one.send(T))[0], frames.Keyframe)


def test_at_most_two_frames_are_under_way_and_the_second_is_whole() -> None:
    one = linked()
    one.receive(wire(frames.Ack(frames.Receiver().feed(one.send(T))[0][0])), T)
    kinds = []
    for level in range(1, 6):
        one.show(levels((0, level)))
        kinds += [type(message) for message in said(one.send(T))]
    assert kinds == [frames.Delta, frames.Keyframe]
    assert one.due_us(T) == T + 250_000


def test_levels_that_came_and_went_while_the_line_was_full_are_never_sent() -> None:
    one = linked()
    sent = said(one.send(T))
    one.show(levels((0, 1)))
    sent += said(one.send(T))
    for level in range(2, 10):
        one.show(levels((0, level)))
        assert one.send(T) == b""
    one.receive(wire(frames.Ack(1), frames.Ack(2)), T)
    assert said(one.send(T)) == [frames.Delta(2, ((0, 9),))]


def test_what_isnt_accepted_within_250_ms_is_given_up_and_a_keyframe_follows() -> None:
    one = linked()
    one.send(T)
    one.receive(wire(AT_REST), T + 249_999)
    assert one.send(T + 249_999) == b""
    one.receive(b"", T + 250_000)
    assert isinstance(said(one.send(T + 250_000))[0], frames.Keyframe)
    assert one.lamps.given_up == 1


def test_until_something_is_accepted_again_only_one_is_under_way() -> None:
    one = linked()
    one.send(T)
    one.receive(wire(AT_REST), T + 250_000)
    one.show(levels((0, 1)))
    assert one.send(T + 250_000) != b""
    one.show(levels((0, 2)))
    assert one.send(T + 260_000) == b""


def test_a_reader_who_is_stuck_gets_a_few_frames_and_then_only_calls() -> None:
    one = linked()
    sent = 0
    for k in range(10_000):
        if one.state is State.LINKED:
            one.show(levels((0, k % 16)))
        one.receive(b"", T + k * 1_000)
        sent += len(one.send(T + k * 1_000))
    assert sent < 6 * 16 + 40 * 12


def test_lamps_skipped_by_an_ack_of_a_ping_are_sent_whole() -> None:
    out = LampSender(LAMPS)
    out.next(T, 1)
    out.accepted(1)
    out.show(levels((0, 1)))
    assert isinstance(out.next(T + 10, 2), frames.Delta)
    assert out.next(T + 249_000, 3) is None
    out.expire(T + 250_009)
    assert out.next(T + 250_010, 3) == frames.Ping()
    out.accepted(3)
    assert isinstance(out.next(T + 250_020, 4), frames.Keyframe)


def test_lamps_are_settled_when_the_newest_were_accepted() -> None:
    lamps = LampSender(LAMPS)
    assert not lamps.settled
    lamps.next(0, 0)
    assert not lamps.settled
    lamps.accepted(0)
    assert lamps.settled
    lamps.show(levels((1, 1)))
    assert not lamps.settled
    lamps.next(1, 1)
    assert not lamps.settled
    lamps.expire(ACK_US + 1)  # it was lost, or its ACK was
    assert not lamps.settled
    lamps.next(ACK_US + 2, 2)
    lamps.accepted(2)
    assert lamps.settled
    assert isinstance(lamps.next(2 * ACK_US + 2, 3), frames.Ping)
    assert lamps.settled


def test_a_keyframe_each_second_and_a_ping_each_quarter() -> None:
    ends = Ends()
    ends.run(50_000)
    heard: list[frames.Message] = []
    receiver = frames.Receiver()

    def listening(data: bytes) -> bytes:
        heard.extend(message for _, message in receiver.feed(data))
        return data

    ends.line = listening
    ends.run(4_000_000)
    from_host = [
        type(one) for one in heard if isinstance(one, frames.Keyframe | frames.Delta | frames.Ping)
    ]
    assert from_host.count(frames.Keyframe) == 4
    assert from_host.count(frames.Ping) == 12


@pytest.mark.parametrize("code", [1, 2, 5, 77])
def test_after_a_fault_a_keyframe_follows_at_once(code: int) -> None:
    one = linked()
    seq = frames.Receiver().feed(one.send(T))[0][0]
    one.receive(wire(frames.Fault(code, seq)), T)
    assert isinstance(said(one.send(T))[0], frames.Keyframe)


def test_a_panel_that_takes_nothing_is_lost_in_words() -> None:
    one = linked()
    events: list[SessionEvent] = []
    for _ in range(STUBBORN_FAULTS):
        seq = frames.Receiver().feed(one.send(T))[0][0]
        events += one.receive(wire(frames.Fault(1, seq)), T)
    assert events == [
        Lost("takes nothing from us: 5 faults in a row, the last 1 (bad length or payload)")
    ]


# -- switches -------------------------------------------------------------------------------------


def test_the_first_bitmap_makes_no_event_but_how_the_switches_stand() -> None:
    ends = Ends()
    ends.panel.contacts.finger[[0, 10]] = True
    ends.panel.reset()
    stand = SwitchState(tuple(k in (0, 10) for k in range(SWITCHES)))
    assert ends.run(200_000) == [Connected(OURS), stand]
    ends.panel.release(0)
    assert ends.run(50_000) == [SwitchMoved(0, False)]


def test_a_switch_moved_as_soon_as_the_lamps_come_on_was_moved() -> None:
    """The panel ran before it was called; what it said then nobody heard."""
    ends = Ends()
    ends.pull(20_000)
    ends.host.show(levels((3, 15)))
    while not ends.panel.lamps[3]:
        ends.run(1_000)
    ends.panel.press(4)
    assert ends.run(20_000)[-1] == SwitchMoved(4, True)


def test_a_press_with_bounces_is_one_event() -> None:
    ends = Ends()
    ends.run(100_000)
    ends.panel.press(4)
    assert ends.run(100_000) == [SwitchMoved(4, True)]
    ends.panel.release(4)
    assert ends.run(100_000) == [SwitchMoved(4, False)]


def test_after_a_lost_connection_what_differs_was_moved() -> None:
    ends = Ends()
    ends.panel.press(1)
    ends.run(100_000)
    ends.events.clear()
    ends.panel.press(3)
    ends.panel.release(1)
    ends.pull(2_000_000)
    ends.run(400_000)
    assert ends.events == [
        Lost("the port is gone"),
        Connected(OURS),
        SwitchMoved(1, False),
        SwitchMoved(3, True),
    ]


def test_a_bitmap_that_its_count_belies_moves_nothing_until_it_is_said_twice() -> None:
    one = linked()
    false = wire(frames.Switches(2, b"\x80\0"))
    assert one.receive(false, T) == []
    assert one.receive(wire(AT_REST), T) == []
    assert one.receive(false, T) == []
    assert one.receive(false, T) == [SwitchMoved(0, True)]
    assert one.receive(wire(frames.Switches(3, b"\x00\0")), T) == [SwitchMoved(0, False)]


def test_edges_that_no_bitmap_showed_are_counted() -> None:
    one = linked()
    assert one.receive(wire(frames.Switches(3, b"\x80\0")), T) == [SwitchMoved(0, True)]
    assert one.switches.missed == 2


# -- anything at all ----------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(st.tuples(st.binary(max_size=300), st.integers(0, 2_000_000)), max_size=20))
def test_nothing_that_comes_raises(talk: list[tuple[bytes, int]]) -> None:
    for start in (called, linked, refused, flooded):
        one, now = start(), T
        for data, passed in talk:
            now += passed
            one.receive(data, now)
            one.send(now)
            assert one.due_us(now) >= now


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                (
                    OURS,
                    OTHER_LAYOUT,
                    AT_REST,
                    frames.Switches(1, b"\x80\0"),
                    frames.Ping(),
                    frames.Fault(4, 0),
                )
            ),
            st.builds(frames.Ack, st.integers(0, 12)),
            st.builds(frames.Fault, st.integers(0, 9), st.integers(0, 12)),
            st.integers(1, 700_000),
        ),
        max_size=60,
    )
)
def test_after_any_talk_a_right_panel_is_connected_and_lit(talk: list[frames.Sent | int]) -> None:
    one, now = called(), T
    for what in talk:
        if isinstance(what, int):
            now += what
            one.receive(b"", now)
        else:
            one.receive(wire(what), now)
        one.send(now)
    one.show(levels((4, 4)))
    one.closed("the port is gone", now)
    one.opened(now)
    assert one.receive(wire(OURS), now)[-1:] == [Connected(OURS)]
    assert said(one.send(now)) == [frames.Keyframe(bytes(2) + b"\x40" + bytes(8))]
