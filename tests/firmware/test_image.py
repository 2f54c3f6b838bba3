"""The firmware's image on a simulated ATmega328P, reached as a real panel is: by devices.link.port.

What the lamps show is read back from the outputs of the simulated shift registers, over a round of
brightness; switches are contacts in the simulated matrix.
"""

import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
import serial

from devices.link import session
from devices.link.frames import Ack, Keyframe, PanelHello, Receiver, encode, pack
from devices.link.port import Link
from tests.firmware.board import Board
from tests.firmware.building import counts
from tests.waiting import until

Levels = npt.NDArray[np.uint8]


class Host:
    """A link to the board and everything that it told."""

    def __init__(self, board: Board, panel: str, digest: bytes | None = None) -> None:
        own, self.lamps, self.switches = counts(panel)
        self.link = Link(board.port, digest or own, self.lamps, self.switches, panel)
        self.told: list[session.SessionEvent] = []
        self.link.start()

    def of(self, kind: type) -> list[session.SessionEvent]:
        self.told += self.link.take()
        return [event for event in self.told if isinstance(event, kind)]

    @property
    def moved(self) -> list[tuple[int, bool]]:
        return [
            (e.index, e.down)
            for e in self.of(session.SwitchMoved)
            if isinstance(e, session.SwitchMoved)
        ]


@pytest.fixture
def host(board: Board, panel_name: str) -> Iterator[Host]:
    one = Host(board, panel_name)
    yield one
    one.link.stop()


def some_levels(lamps: int, seed: int) -> Levels:
    dice = random.Random(seed)
    return np.array([dice.randrange(16) for _ in range(lamps)], dtype=np.uint8)


def no_losses(board: Board) -> bool:
    stats = board.stats
    return bool(stats["overruns"] == 0 and stats["collisions"] == 0)


def until_shown(board: Board, levels: Levels) -> None:
    until(lambda: board.lamps == levels.tolist(), "the lamps never showed it")


def until_moved(host: Host, events: int) -> None:
    until(lambda: len(host.moved) >= events, f"{events} events never came")


@pytest.mark.slow
def test_the_lamps_show_the_levels_said(host: Host, board: Board, panel_name: str) -> None:
    until(lambda: host.of(session.Connected))
    (connected,) = host.of(session.Connected)
    assert isinstance(connected, session.Connected)
    assert connected.hello == PanelHello(1, *counts(panel_name), 1, 0, panel_name)
    every = [np.full(host.lamps, level, dtype=np.uint8) for level in (15, 8, 7, 1, 0)]
    for levels in (*every, *(some_levels(host.lamps, seed) for seed in range(5))):
        host.link.show(levels)
        until_shown(board, levels)
    assert no_losses(board)


@pytest.mark.slow
def test_single_lamps_changed_come_as_deltas_and_light_no_other(host: Host, board: Board) -> None:
    until(lambda: host.of(session.Connected))
    levels = some_levels(host.lamps, 9)
    for lamp in (0, 1, 7, 8, host.lamps // 2, host.lamps - 1):
        levels[lamp] = 15 - levels[lamp]
        host.link.show(levels)
        until_shown(board, levels)
    assert no_losses(board)


@pytest.mark.slow
def test_a_lamp_never_shines_at_a_level_made_of_two(host: Host, board: Board) -> None:
    """7 is 0111 and 8 is 1000: half of each would be dark, or as bright as can be."""
    until(lambda: host.of(session.Connected))
    host.link.show(np.full(host.lamps, 7, dtype=np.uint8))
    until(lambda: set(board.lamps) == {7})
    board.ask("seen")
    for k in range(60):
        levels = np.full(host.lamps, 7 + (k + 1) % 2, dtype=np.uint8)
        host.link.show(levels)
        until_shown(board, levels)
    assert board.ask("seen") == "seen 0180"


@pytest.mark.slow
def test_every_switch_comes_as_itself(host: Host, board: Board) -> None:
    until(lambda: host.of(session.SwitchState))
    wanted: list[tuple[int, bool]] = []
    tried = [*range(0, host.switches, max(1, host.switches // 24)), host.switches - 1]
    for index in tried:
        for how, down in (("close", True), ("open", False)):
            board.do(f"{how} {index}")
            wanted.append((index, down))
            until_moved(host, len(wanted))
            assert host.moved == wanted


def test_switches_held_together_are_all_told_and_close_no_other(host: Host, board: Board) -> None:
    """Three at the corners of a rectangle would close the fourth if there were no diodes."""
    until(lambda: host.of(session.SwitchState))
    held = (0, 3, 8, 16, 19, 27, host.switches - 1)
    for index in held:
        board.do(f"close {index}")
    until_moved(host, len(held))
    for index in held:
        board.do(f"open {index}")
    until_moved(host, 2 * len(held))
    assert sorted(host.moved) == sorted((i, down) for i in held for down in (True, False))


@pytest.mark.slow
def test_a_switch_that_bounces_is_one_event(host: Host, board: Board) -> None:
    until(lambda: host.of(session.SwitchState))
    levels = some_levels(host.lamps, 3)
    for k in range(10):
        levels[k] ^= 15
        host.link.show(levels)  # bounced while a frame comes in
        board.do(f"bounce 5 close 13 {150 + 40 * k}")
        until_moved(host, 2 * k + 1)
        board.do(f"bounce 5 open 13 {150 + 40 * k}")
        until_moved(host, 2 * k + 2)
    assert host.moved == [(5, True), (5, False)] * 10


def test_a_knock_shorter_than_the_debouncing_is_no_event(host: Host, board: Board) -> None:
    until(lambda: host.of(session.SwitchState))
    board.do("bounce 4 open 2 4500")
    before = board.stats["cycle"]
    until(lambda: board.stats["cycle"] > before + 16_000_000 // 5)
    board.do("close 6")
    until(lambda: host.moved)
    assert host.moved == [(6, True)]


def test_after_a_reset_in_the_middle_the_lamps_come_back_and_no_switch_is_made_up(
    host: Host, board: Board
) -> None:
    until(lambda: host.of(session.SwitchState))
    levels = some_levels(host.lamps, 11)
    host.link.show(levels)
    board.do("close 2")
    board.do("close 12")
    until(lambda: board.lamps == levels.tolist() and len(host.moved) == 2)
    for seed in (12, 13, 14):
        board.do("reset")
        levels = some_levels(host.lamps, seed)
        host.link.show(levels)
        until_shown(board, levels)
    board.do("open 12")
    until(lambda: len(host.moved) > 2)
    assert sorted(host.moved[:2]) == [(2, True), (12, True)]
    assert host.moved[2:] == [(12, False)]
    assert host.of(session.Lost) == []


def test_switches_that_stand_down_at_the_first_call_are_told_as_standing(
    board: Board, panel_name: str
) -> None:
    board.do("close 3")
    board.do("close 9")
    before = board.stats["cycle"]
    until(lambda: board.stats["cycle"] > before + 16_000_000 // 20)
    host = Host(board, panel_name)
    try:
        until(lambda: host.of(session.SwitchState))
        (stand,) = host.of(session.SwitchState)
        assert isinstance(stand, session.SwitchState)
        assert [k for k, down in enumerate(stand.down) if down] == [3, 9]
        assert host.moved == []
    finally:
        host.link.stop()


def test_another_layout_is_refused_by_the_board_and_told(board: Board, panel_name: str) -> None:
    host = Host(board, panel_name, b"\1\2\3\4")
    try:
        until(lambda: host.of(session.Refused))
        assert board.port in host.link.status()
        assert host.of(session.Connected) == []
    finally:
        host.link.stop()


def taken_a_second(board: Board, sent: list[bytes]) -> float:
    """Frames without a pause between them; how many a second, all having been acknowledged."""
    heard, acks, at, wire = Receiver(), 0, 0, b"".join(sent)
    with serial.Serial(board.port, timeout=0.005, write_timeout=30) as port:
        port.reset_input_buffer()
        begun = board.stats["cycle"]
        while acks < len(sent):
            at += port.write(wire[at : at + 512])
            acks += sum(isinstance(m, Ack) for _, m in heard.feed(port.read(port.in_waiting or 1)))
            seconds = (board.stats["cycle"] - begun) / 16_000_000
            assert seconds < 30, f"{acks} of {len(sent)}; {heard.bad} bad ones came; {board.stats}"
    assert heard.bad <= 1  # the frame in which the port was opened
    return len(sent) / float(seconds)


@pytest.mark.slow
def test_frames_as_fast_as_the_line_brings_them_are_all_taken(
    board: Board, panel_name: str
) -> None:
    """Keyframes without a pause: at least 60 a second by the processor's clock, none lost."""
    _, lamps, _ = counts(panel_name)
    sent = [encode(Keyframe(pack(some_levels(lamps, seed))), seed) for seed in range(200)]
    # It listens as soon as it speaks, some 10 ms after it was switched on.
    until(lambda: board.stats["bytes_out"] > 0)
    # A busy machine may not bring bytes fast enough: that is no fault of the firmware's.
    best = 0.0
    for _ in range(8):
        best = max(best, taken_a_second(board, sent))
        assert no_losses(board)
        if best >= 60:
            break
    assert best >= 60
    print(f"{panel_name}: {best:.1f} frames/s accepted with {lamps} lamps")
    until_shown(board, some_levels(lamps, 199))


@pytest.mark.slow
def test_what_it_takes_of_its_chip(host: Host, board: Board, panel_name: str) -> None:
    """Printed for the builder; under 1.5 KiB of RAM, and no byte of the line kept waiting."""
    until(lambda: host.of(session.SwitchState))
    for seed in range(60):
        levels = some_levels(host.lamps, seed)
        host.link.show(levels)
        board.do(f"bounce {seed % 8} {'close' if seed % 2 else 'open'} 7 300")
        until_shown(board, levels)
    stats = board.stats
    ram = stats["variables"] + stats["stack"]
    print(f"{panel_name}: {stats['variables']} + {stats['stack']} = {ram} bytes of RAM")
    for name, one in stats["interrupts"].items():
        print(f"{panel_name}: {name} {one['longest']} cycles, waited {one['longest_wait']} at most")
    print(f"{panel_name}: lamps go round {16_000_000 / stats['round_cycles']:.1f} times a second")
    assert ram < 1536
    assert 16_000_000 / stats["round_cycles"] > 100
    assert stats["interrupts"]["lamps"]["longest"] < 5334
    assert stats["interrupts"]["byte_came"]["longest_wait"] < 1389
    assert stats["overruns"] == stats["collisions"] == 0
