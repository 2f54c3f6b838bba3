"""The firmware's portable core, compiled for this computer and called as Python calls C."""

import ctypes
from dataclasses import dataclass, field
from pathlib import Path

MORE, WHOLE, TOO_LONG, BAD_COBS, BAD_CRC = range(5)
"""What one more byte came to: enum frames_came."""
LONGEST_WIRE = 256


class FramesReceiver(ctypes.Structure):
    """frames_receiver in frames.h."""

    _fields_ = (
        ("raw", ctypes.c_uint8 * 254),
        ("length", ctypes.c_uint8),
        ("stuffed", ctypes.c_uint8),
        ("block", ctypes.c_uint8),
        ("zero_due", ctypes.c_bool),
        ("discarding", ctypes.c_bool),
        ("crc", ctypes.c_uint16),
    )


@dataclass(frozen=True)
class Frame:
    """A frame that came whole, and what is wrong with its type or payload (0: nothing)."""

    type: int
    seq: int
    payload: bytes
    fault: int


class Core:
    """The core of one panel's firmware: what build/NAME/core.so holds."""

    def __init__(self, path: Path, lamps: int, switches: int) -> None:
        self.lamps, self.switches = lamps, switches
        self.rows = (switches + 7) // 8
        self.c = ctypes.CDLL(str(path))
        self.c.frames_receive.restype = ctypes.c_uint8
        self.c.frames_form.restype = ctypes.c_uint8
        self.c.frames_finish.restype = ctypes.c_uint16
        self.c.panel_take.restype = ctypes.c_bool
        self.c.panel_say.restype = ctypes.c_uint16

    def encode(self, type_: int, seq: int, payload: bytes) -> bytes:
        """A frame ready for the wire."""
        frame = ctypes.create_string_buffer(b"?" + bytes((type_, seq)) + payload, LONGEST_WIRE)
        length = self.c.frames_finish(frame, ctypes.c_uint8(len(payload)))
        return frame.raw[:length]

    def receiver(self) -> "Receiver":
        return Receiver(self)


@dataclass
class Receiver:
    """Counts as devices.link.frames.Receiver does."""

    core: Core
    good: int = 0
    bad_crc: int = 0
    too_long: int = 0
    bad_cobs: int = 0
    unknown: int = 0
    malformed: int = 0
    state: FramesReceiver = field(default_factory=FramesReceiver)

    def __post_init__(self) -> None:
        self.core.c.frames_forget(ctypes.byref(self.state))

    def feed(self, data: bytes) -> list[Frame]:
        found = []
        for byte in data:
            came = self.core.c.frames_receive(ctypes.byref(self.state), ctypes.c_uint8(byte))
            self.too_long += came == TOO_LONG
            self.bad_cobs += came == BAD_COBS
            self.bad_crc += came == BAD_CRC
            if came == WHOLE:
                found.append(self._frame())
        return found

    def _frame(self) -> Frame:
        raw = bytes(self.state.raw[: self.state.length])
        payload = raw[2:-2]
        fault = self.core.c.frames_form(
            ctypes.c_uint8(raw[0]), payload, ctypes.c_uint8(len(payload))
        )
        self.good += fault == 0
        self.malformed += fault == 1
        self.unknown += fault == 2
        return Frame(raw[0], raw[1], payload, fault)


class Matrix:
    """A key matrix, looked at a row at a time."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.bytes = max(core.rows, 1)
        kind = ctypes.c_uint8 * self.bytes

        class Struct(ctypes.Structure):
            _fields_ = (
                ("down", kind),
                ("ones", kind),
                ("twos", kind),
                ("edges", ctypes.c_uint16),
            )

        self.state = Struct()

    def begin(self, row: int, contacts: int) -> None:
        self.core.c.matrix_begin(
            ctypes.byref(self.state), ctypes.c_uint8(row), ctypes.c_uint8(contacts)
        )

    def look(self, row: int, contacts: int) -> None:
        self.core.c.matrix_look(
            ctypes.byref(self.state), ctypes.c_uint8(row), ctypes.c_uint8(contacts)
        )

    @property
    def down(self) -> bytes:
        return bytes(self.state.down)[: self.core.rows]

    @property
    def edges(self) -> int:
        return int(self.state.edges)


class Panel:
    """The panel's behaviour: as firmware_sim.panel.Panel, with a matrix of its own."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.matrix = Matrix(core)
        self.listening = FramesReceiver()
        self.state = ctypes.create_string_buffer(4096)
        core.c.frames_forget(ctypes.byref(self.listening))
        core.c.panel_reset(self.state)

    def receive(self, data: bytes) -> bool:
        """True: the lamps are to be lit anew."""
        anew = False
        for byte in data:
            came = self.core.c.frames_receive(ctypes.byref(self.listening), ctypes.c_uint8(byte))
            if came == WHOLE:
                anew |= self.core.c.panel_take(self.state, ctypes.byref(self.listening))
        return anew

    def say(self, now_us: int) -> bytes:
        """One frame, or nothing."""
        frame = ctypes.create_string_buffer(LONGEST_WIRE)
        length = self.core.c.panel_say(
            self.state, ctypes.byref(self.matrix.state), ctypes.c_uint32(now_us), frame
        )
        return frame.raw[:length]

    def transmit(self, now_us: int) -> bytes:
        """All that it has to say now."""
        return b"".join(iter(lambda: self.say(now_us), b""))

    @property
    def levels(self) -> list[int]:
        """The first member of the struct: packed levels."""
        packed = self.state.raw[: (self.core.lamps + 1) // 2]
        return [nibble for byte in packed for nibble in (byte >> 4, byte & 15)][: self.core.lamps]
