"""Frames as a bad line damages them, and what a receiver may then take from them.

A frame that crossed whole behind a delimiter must be taken; one that was damaged mustn't be taken
for another.  Two things pass a CRC all the same.  One in 65,536 of what is random does: a
collision.  And zeros behind a frame leave CRC-16/CCITT-FALSE as it is, so a frame whose CRC ends
in a zero, which COBS writes as the byte 01, may have that byte doubled: then its payload is longer
by the first byte of the CRC.  That is why lengths are checked, and such a frame says nothing.
"""

from dataclasses import dataclass, field
from random import Random

from devices.link import frames

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
