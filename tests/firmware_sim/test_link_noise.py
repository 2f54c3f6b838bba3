"""The link over a line that flips, drops, doubles, splits and merges: nothing false is believed.

A frame that crossed whole behind a delimiter must be taken; one that was damaged mustn't be taken
for another.  Single, double and all odd numbers of flipped bits a CRC of 16 bits sees always
(polynomial 0x1021 has the factor x + 1), and so a burst of up to 16.  Two things pass it all the
same.  One in 65,536 of what is random does: a collision; those are counted here and must be no
more than that.  And zeros behind a frame leave CRC-16/CCITT-FALSE as it is, so a frame whose CRC
ends in a zero, which COBS writes as the byte 01, may have that byte doubled: then its payload is
longer by the first byte of the CRC.  That is why lengths are checked, and such a frame says
nothing.
"""

import os
from dataclasses import dataclass, field
from math import sqrt
from random import Random

import numpy as np
import pytest

from devices.link import frames
from devices.link.frames import Receiver
from devices.link.session import HostSession
from devices.link.switch_receiver import SwitchMoved, SwitchState
from firmware_sim.faults import Faults
from firmware_sim.panel import Panel

LAMP_BYTES, BITMAP_BYTES, NAME = 90, 8, "ibm704"
DAMAGES = ("flip", "flips", "lose byte", "double byte", "split", "merge", "drop", "twice", "noise")
BATCH = 64
PIECES = (1, 3, 16, 64, 256, 4_096)


def any_message(chance: Random) -> frames.Sent:
    """One of any kind, of the sizes that the 704's console has."""
    match chance.randrange(10):
        case 0:
            return frames.Hello(1, chance.randbytes(4))
        case 1 | 2:
            return frames.Keyframe(chance.randbytes(LAMP_BYTES))
        case 3 | 4:
            changes = [(chance.randrange(180), chance.randrange(16)) for _ in range(5)]
            return frames.Delta(chance.randrange(256), tuple(changes))
        case 5:
            return frames.Ping()
        case 6:
            return frames.PanelHello(1, chance.randbytes(4), 180, 62, 1, 0, NAME)
        case 7:
            return frames.Switches(chance.randrange(65_536), chance.randbytes(BITMAP_BYTES))
        case 8:
            return frames.Ack(chance.randrange(256))
        case _:
            return frames.Fault(chance.randrange(1, 6), chance.randrange(256))


def damaged(frame: bytes, damage: str, chance: Random) -> bytes:
    """What this damage makes of a frame, its delimiter included."""
    at = chance.randrange(len(frame))
    here = frame[at]
    match damage:
        case "flip":
            return frame[:at] + bytes((here ^ 1 << chance.randrange(8),)) + frame[at + 1 :]
        case "flips":
            return bytes(
                byte ^ (1 << chance.randrange(8) if chance.random() < 0.1 else 0) for byte in frame
            )
        case "lose byte":
            return frame[:at] + frame[at + 1 :]
        case "double byte":
            return frame[:at] + bytes((here,)) + frame[at:]
        case "split":
            return frame[:at] + b"\x00" + frame[at:]
        case "merge":
            return frame[:-1]
        case "drop":
            return b""
        case "twice":
            return frame * 2
        case _:
            return frame[:at] + chance.randbytes(chance.randrange(1, 300)) + frame[at:]


def says_something(message: frames.Message) -> bool:
    """Whether either side would believe it: of the right lengths, and no name beside its digest."""
    match message:
        case frames.Malformed():
            return False
        case frames.Keyframe(packed):
            return len(packed) == LAMP_BYTES
        case frames.Switches(bitmap=bitmap):
            return len(bitmap) == BITMAP_BYTES
        case frames.PanelHello(name=name):
            return name == NAME
    return True


@dataclass
class Tally:
    """What came of all frames so far."""

    sent: int = 0
    damaged: int = 0
    taken: int = 0
    collisions: list[tuple[int, frames.Message]] = field(default_factory=list)
    """Taken, never said, and believed: damage that neither CRC nor length shows."""
    without_meaning: int = 0
    """Taken, never said, and said nothing."""


@dataclass
class Crossing:
    """Random frames through a random line to ``receiver``, a batch at a time."""

    chance: Random
    receiver: frames.Receiver = field(default_factory=frames.Receiver)
    tally: Tally = field(default_factory=Tally)
    damaged_share: float = 0.5

    def batch(self) -> None:
        """Some frames, then quiet.  Raises AssertionError for what mustn't be."""
        chance, wire = self.chance, bytearray()
        said = [(chance.randrange(256), any_message(chance)) for _ in range(BATCH)]
        sure: list[tuple[int, frames.Message]] = []
        behind_delimiter = True
        for seq, message in said:
            frame = frames.encode(message, seq)
            if chance.random() < self.damaged_share:
                piece = damaged(frame, chance.choice(DAMAGES), chance)
            else:
                piece = frame
            self.tally.damaged += piece != frame
            if behind_delimiter and piece and not piece.replace(frame, b""):
                sure += [(seq, message)] * (len(piece) // len(frame))
            wire += piece
            behind_delimiter = piece.endswith(b"\x00") or (not piece and behind_delimiter)
        last = (chance.randrange(256), any_message(chance))
        wire += b"\x00" + frames.encode(last[1], last[0])
        sure.append(last)
        self._judge([*said, last], sure, self._taken(bytes(wire)))

    def _taken(self, wire: bytes) -> list[tuple[int, frames.Message]]:
        taken, at = [], 0
        while at < len(wire):
            piece = self.chance.choice(PIECES)
            taken += self.receiver.feed(wire[at : at + piece])
            at += piece
        return taken

    def _judge(
        self,
        said: list[tuple[int, frames.Message]],
        sure: list[tuple[int, frames.Message]],
        taken: list[tuple[int, frames.Message]],
    ) -> None:
        false = [one for one in taken if one not in said]
        self.tally.sent += len(said)
        self.tally.taken += len(taken)
        believed = [one for one in false if says_something(one[1])]
        self.tally.collisions += believed
        self.tally.without_meaning += len(false) - len(believed)
        rest = iter(taken)
        missing = [one for one in sure if one not in rest]  # in their order
        assert not missing, f"whole frames weren't taken: {missing}"
        assert taken[-1] == said[-1], "not in step again with the next good frame"


SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "300"))
MILLION = 1_000_000
SHORT = 20_000


def at_most(checked: int) -> float:
    """Collisions among so many damaged frames: six standard deviations over 1 in 65,536."""
    mean = checked / 65_536
    return mean + 6 * sqrt(mean) + 1


def check_frames(frames: int, seed: int) -> Crossing:
    crossing = Crossing(Random(seed))
    while crossing.tally.sent < frames:
        crossing.batch()
    tally, receiver = crossing.tally, crossing.receiver
    assert tally.damaged > 0.4 * frames
    assert tally.taken > 0.4 * frames
    checked = receiver.bad_crc + len(tally.collisions)
    assert len(tally.collisions) <= at_most(checked), tally.collisions
    print(
        f"RESULT frames={tally.sent} damaged={tally.damaged} taken={tally.taken} "
        f"crc_refused={receiver.bad_crc} cobs_refused={receiver.bad_cobs} "
        f"too_long={receiver.too_long} without_meaning={tally.without_meaning} "
        f"collisions={len(tally.collisions)} expected={checked / 65_536:.1f}"
    )
    return crossing


@pytest.mark.slow
def test_damaged_frames_are_not_believed_and_the_next_good_one_is() -> None:
    crossing = check_frames(SHORT, 1)
    assert crossing.receiver.too_long > 0
    assert crossing.receiver.bad_cobs > 0


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 10 + 600)
def test_a_million_damaged_frames() -> None:
    check_frames(round(MILLION * min(1.0, SECONDS / 300)), 704)


# -- host and panel together ----------------------------------------------------------------------

STEP_US = 4_000
ROOM = 46
"""Bytes that a line of 115,200 baud carries in a step."""
LAMPS, SWITCHES = 180, 62
DIGEST = b"abcd"
QUIET_US = 3_000_000


class Talk:
    """A host and a panel, joined by a line that damages what crosses; time is made here."""

    def __init__(self, rates: dict[str, float], seed: int) -> None:
        self.chance = Random(seed)
        self.faults = Faults(rates, Random(seed + 1))
        self.host = HostSession(DIGEST, LAMPS, SWITCHES, "test")
        self.panel = Panel(DIGEST, LAMPS, SWITCHES, "test")
        self.now_us = 0
        self.host.opened(0)
        self.levels = np.zeros(LAMPS, dtype=np.uint8)
        self.shown: set[bytes] = {self.levels.tobytes()}
        self.known: dict[int, bool] = {}
        """How each switch stands as the host was told; empty before the first bitmap."""
        self.edges = np.zeros(SWITCHES, dtype=np.int64)
        """How often each has moved, debounced."""
        self.heard = np.zeros(SWITCHES, dtype=np.int64)
        self.false_lamps = self.false_switches = 0
        self.frames = 0
        """That set out on the wire, both ways."""
        self.crc_refused = 0
        self._lit = self.panel.lamps
        self._stood = self.panel.contacts.debounced.copy()

    def step(self) -> None:
        """4 ms: an act of the operator's or the machine's now and then, and what crosses."""
        self.now_us += STEP_US
        if self.now_us % 16_000 == 0:
            self._show()
        if self.chance.random() < 0.01:
            self._touch()
        if "reset" in self.faults.due(self.now_us):
            self._count_crc(self.panel.receiver)
            self.panel.reset()
        self._cross()

    def _show(self) -> None:
        changed = 180 if self.chance.random() < 0.2 else self.chance.randrange(12)
        for _ in range(changed):
            self.levels[self.chance.randrange(LAMPS)] = self.chance.randrange(16)
        self.shown.add(self.levels.tobytes())
        self.host.show(self.levels)

    def _touch(self) -> None:
        switch = self.chance.randrange(SWITCHES)
        if self.panel.contacts.finger[switch]:
            self.panel.release(switch)
        else:
            self.panel.press(switch)

    def _cross(self) -> None:
        while out := self.host.send(self.now_us):
            self.frames += 1
            self.panel.receive(self.faults.cross(out), self.now_us)
            self._look_at_lamps()
        said = self.panel.transmit(self.now_us, ROOM)
        stand = self.panel.contacts.debounced.copy()
        self.edges += self._stood != stand  # a step is shorter than two edges of a switch
        self._stood = stand
        self.frames += said.count(0)
        for event in self.host.receive(self.faults.cross(said), self.now_us):
            match event:
                case SwitchState(down):
                    self.known = dict(enumerate(down))
                case SwitchMoved(index, down):
                    self.false_switches += self.known[index] == down
                    self.known[index] = down
                    self.heard[index] += 1

    def _look_at_lamps(self) -> None:
        """Each time that they change they must be as the host said they are."""
        if self.panel.lamps is not self._lit:
            self._lit = self.panel.lamps
            self.false_lamps += self._lit.tobytes() not in self.shown

    def _count_crc(self, receiver: Receiver) -> None:
        self.crc_refused += receiver.bad_crc

    def calm_down(self) -> None:
        """The line becomes a good one, nobody touches anything; then all must agree."""
        self._count_crc(self.panel.receiver)
        self._count_crc(self.host.receiver)
        self.faults.rates = {}
        self.shown = {*self.shown, np.zeros(LAMPS, dtype=np.uint8).tobytes()}
        end = self.now_us + QUIET_US
        while self.now_us < end:
            self.now_us += STEP_US
            self._cross()


def check_talk(frames: int, rates: dict[str, float], seed: int) -> Talk:
    talk = Talk(rates, seed)
    while talk.frames < frames:
        talk.step()
    talk.calm_down()
    assert talk.panel.lamps.tolist() == talk.levels.tolist()
    assert list(talk.known.values()) == talk.panel.contacts.debounced.tolist()
    # A switch can't have been heard to move more often than it did.
    invented = int(np.maximum(talk.heard - talk.edges, 0).sum())
    print(
        f"RESULT frames={talk.frames} crc_refused={talk.crc_refused} "
        f"false_lamps={talk.false_lamps} false_switches={talk.false_switches} "
        f"invented={invented} edges={talk.edges.sum()} heard={talk.heard.sum()}"
    )
    assert talk.false_lamps + talk.false_switches + invented <= at_most(talk.crc_refused) - 1
    return talk


NOISY = {"flip": 0.002, "drop": 0.001, "duplicate": 0.001}


@pytest.mark.slow
def test_host_and_panel_over_a_noisy_line_believe_nothing_false() -> None:
    talk = check_talk(SHORT // 4, NOISY, 1)
    assert talk.crc_refused > 100
    assert talk.heard.sum() > 0


@pytest.mark.slow
def test_host_and_panel_over_a_good_line_hear_every_edge() -> None:
    talk = check_talk(SHORT // 4, {}, 4)
    assert talk.crc_refused == 0
    # But for the edges before the first bitmap.
    assert talk.edges.sum() - talk.heard.sum() <= 1


@pytest.mark.slow
def test_a_board_that_is_reset_again_and_again_invents_nothing() -> None:
    talk = check_talk(SHORT // 4, {"reset": 2.0}, 5)
    assert talk.false_lamps == talk.false_switches == 0


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 10 + 600)
def test_a_long_talk_over_a_noisy_line() -> None:
    check_talk(round(MILLION * min(1.0, SECONDS / 300)), {**NOISY, "reset": 0.05}, 704)
