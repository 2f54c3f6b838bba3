"""A real panel as its firmware behaves, without I/O: bytes in, bytes out, lamps lit, switches told.

::

    receive(bytes, now) --> lamps                 press(i), release(i) --> contacts, debounced
            |                                                                    |
            +-- ACK, FAULT, HELLO --> sending ring (256 bytes) <-- SWITCHES -----+
                                             |
                                   transmit(now, room) --> the wire

It says HELLO when it is switched on and whenever it is called, ACK to each KEYFRAME, DELTA and PING
that it takes, FAULT to what it can't take, and SWITCHES at once on an edge, every 50 ms and after
each HELLO: so a switch that is moved because the lamps come on is moved after it was told.  An
answer that finds the ring full is lost, as in a microcontroller that can't wait; HELLO and SWITCHES
are said as soon as there is room, as things then stand.

Frames of a type that only panels say are our own come back, and are not answered (two ends that
answered each other's FAULT would never stop).

A contact that is worked closes and opens several times within its first milliseconds.  A switch
counts as moved when its contact was the same for 5 ms::

    finger      ______|------------------------------------------
    contact     ______|-|_|--|__|---|____|-----------------------
    debounced   ______________________________________|----------
                      0 ms                  2.4       7.4 ms
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from devices.link import frames as wire

# -- A panel's switches as metal: contacts that bounce, looked at each millisecond and debounced ---

SCAN_US = 1_000
DEBOUNCE_US = 5_000
BOUNCES_US = (0, 180, 420, 900, 1_300, 2_000, 2_400)
"""When after the finger a contact changes: an odd number of times."""


@dataclass
class _Worked:
    """A switch that isn't at rest yet."""

    began_us: int
    down: bool
    seen: bool
    since_us: int  # How the last scan saw it, and since when

    def contact(self, now_us: int) -> bool:
        changes = sum(self.began_us + bounce <= now_us for bounce in BOUNCES_US)
        return self.down if changes % 2 else not self.down


class Contacts:
    """``switches`` contacts and what the firmware makes of them; times are microseconds."""

    def __init__(self, switches: int) -> None:
        self.finger: npt.NDArray[np.bool_] = np.zeros(switches, dtype=np.bool_)
        """Where each switch is held or stands, bounces aside."""
        self.debounced: npt.NDArray[np.bool_] = self.finger.copy()
        self._worked: dict[int, _Worked] = {}
        self._scan_us = 0

    def move(self, switch: int, down: bool, now_us: int) -> None:
        """A finger presses or lets go, or turns over; nothing happens if it stands so already."""
        if self.finger[switch] == down:
            return
        if not self._worked:
            self._scan_us = -(-now_us // SCAN_US) * SCAN_US
        self.finger[switch] = down
        self._worked[switch] = _Worked(now_us, down, bool(self.debounced[switch]), now_us)

    def settle(self) -> None:
        """Power comes on: how the switches stand is how they stand, and no edge."""
        self._worked.clear()
        self.debounced = self.finger.copy()

    def next_scan_us(self) -> int | None:
        """When the next scan is that may see something new; None while all are at rest."""
        return self._scan_us if self._worked else None

    def scan(self) -> int:
        """The next scan: how many switches it finds moved."""
        at_us, moved = self._scan_us, 0
        self._scan_us += SCAN_US
        for switch, worked in list(self._worked.items()):
            contact = worked.contact(at_us)
            if contact != worked.seen:
                worked.seen, worked.since_us = contact, at_us
            elif at_us - worked.since_us >= DEBOUNCE_US:
                moved += bool(self.debounced[switch] != contact)
                self.debounced[switch] = contact
                del self._worked[switch]
        return moved


# -- panel -----------------------------------------------------------------------------------------

FIRMWARE = (1, 0)
SWITCHES_US = 50_000
"""At least so often."""
RING_BYTES = 256
PANELS_OWN = 0x80
"""Types from here on are what panels say."""


class Panel:
    """A panel of ``lamps`` lamps and ``switches`` switches that calls itself ``name``.

    ``digest`` is its layout's, ``version`` that of the protocol that it speaks.  Times are
    microseconds of one clock, handed in and never going back.
    """

    def __init__(
        self, digest: bytes, lamps: int, switches: int, name: str, version: int = wire.VERSION
    ) -> None:
        self.hello = wire.PanelHello(version, digest, lamps, switches, *FIRMWARE, name)
        self.contacts = Contacts(switches)
        self.now_us = 0
        """The last time that was handed in."""
        self.reset()

    def reset(self) -> None:
        """Power comes on: all dark, nothing remembered; only the switches stand as they stand."""
        self.lamps: npt.NDArray[np.uint8] = np.zeros(self.hello.lamps, dtype=np.uint8)
        """What is lit, uint8[n], 0 to 15."""
        self.receiver = wire.Receiver()
        self.changes = 0
        """Debounced edges since the reset."""
        self.accepted = 0
        """Frames that lit lamps."""
        self.contacts.settle()
        self._base: int | None = None
        self._seq = 0
        self._ring = bytearray()
        self._owes_hello = True
        self._owes_switches = False
        self._switches_us = self.now_us

    # -- what an operator does --------------------------------------------------------------------

    def press(self, switch: int) -> None:
        """Press a button, put a key down or a lever up; the contact bounces."""
        self.contacts.move(switch, True, self.now_us)

    def release(self, switch: int) -> None:
        """The other way."""
        self.contacts.move(switch, False, self.now_us)

    # -- the wire ---------------------------------------------------------------------------------

    def receive(self, data: bytes, now_us: int) -> None:
        """Bytes from the host."""
        self._pass(now_us)
        for seq, message in self.receiver.feed(data):
            self._take(message, seq)

    def transmit(self, now_us: int, room: int = RING_BYTES * 4) -> bytes:
        """What goes out now, at most ``room`` bytes; what doesn't goes out with the next call."""
        self._pass(now_us)
        self._say_what_is_owed()
        out = bytes(self._ring[:room])
        del self._ring[:room]
        return out

    def flood(self, frames: int) -> bytes:
        """What a firmware gone wrong says: so many SWITCHES at once, past the ring."""
        stand = wire.Switches(self.changes, wire.pack_switches(self.contacts.debounced))
        said = b"".join(wire.encode(stand, self._seq + k) for k in range(frames))
        self._seq = (self._seq + frames) & 0xFF
        return said

    def due_us(self) -> int:
        """When there is next something to do though nothing comes."""
        if self._ring or self._owes_hello or self._owes_switches:
            return self.now_us
        scan_us = self.contacts.next_scan_us()
        told_us = self._switches_us + SWITCHES_US
        return told_us if scan_us is None else min(told_us, scan_us)

    # -- time -------------------------------------------------------------------------------------

    def _pass(self, now_us: int) -> None:
        """Every scan until now; each edge is told as it is found."""
        self.now_us = now_us
        while (scan_us := self.contacts.next_scan_us()) is not None and scan_us <= now_us:
            moved = self.contacts.scan()
            if moved:
                self.changes = (self.changes + moved) & 0xFFFF
                self._owes_switches = True
                self._say_what_is_owed()
        if now_us - self._switches_us >= SWITCHES_US:
            self._owes_switches = True

    # -- what the panel says ----------------------------------------------------------------------

    def _say_what_is_owed(self) -> None:
        if self._owes_hello and self._say(self.hello):
            self._owes_hello, self._owes_switches = False, True
        if self._owes_switches:
            stand = wire.Switches(self.changes, wire.pack_switches(self.contacts.debounced))
            self._owes_switches = not self._say(stand)
            self._switches_us = self.now_us

    def _say(self, message: wire.Sent) -> bool:
        """Put a frame into the ring, if it has room for the whole of it."""
        frame = wire.encode(message, self._seq)
        if len(self._ring) + len(frame) > RING_BYTES:
            return False
        self._ring += frame
        self._seq = (self._seq + 1) & 0xFF
        return True

    # -- what the host says -----------------------------------------------------------------------

    def _take(self, message: wire.Message, seq: int) -> None:
        fault = self._fault(message)
        if fault is not None:
            self._say(wire.Fault(fault, seq))
            return
        match message:
            case wire.Keyframe():
                self._light(wire.unpack(message.packed, self.hello.lamps), seq)
            case wire.Delta():
                lit = self.lamps.copy()
                for lamp, level in message.changes:
                    lit[lamp] = level
                self._light(lit, seq)
            case wire.Ping():
                self._say(wire.Ack(seq))

    def _fault(self, message: wire.Message) -> wire.FaultCode | None:
        """What is wrong with a frame.  A HELLO is answered whatever is wrong with it."""
        match message:
            case wire.Hello(version, digest):
                self._owes_hello = True
                self._say_what_is_owed()
                if version != self.hello.version:
                    return wire.FaultCode.WRONG_VERSION
                return wire.FaultCode.WRONG_LAYOUT if digest != self.hello.digest else None
            case wire.Keyframe(packed) if len(packed) != (self.hello.lamps + 1) // 2:
                return wire.FaultCode.BAD_PAYLOAD
            case wire.Delta(base, changes):
                if any(lamp >= self.hello.lamps for lamp, _ in changes):
                    return wire.FaultCode.BAD_PAYLOAD
                return wire.FaultCode.OTHER_BASE if base != self._base else None
            case wire.Malformed(type, code) if type < PANELS_OWN:
                return code
        return None

    def _light(self, lamps: npt.NDArray[np.uint8], seq: int) -> None:
        """A new array: whoever reads the old one in another thread sees one frame, whole."""
        self.lamps = lamps
        self._base = seq
        self.accepted += 1
        self._say(wire.Ack(seq))
