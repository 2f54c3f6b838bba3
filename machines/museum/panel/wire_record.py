"""``--panel-record``: every frame on the wire to a panel, with its time, as text.

A line of JSON opens the record and one follows for each frame, both ways, as it crosses::

    {"record": 1}
    {"at_us": 912345678, "from": "host", "hex": "0502...00", "means": "KEYFRAME seq 2, 7 lit"}

``at_us`` is a clock of this computer's that begins anywhere; ``hex`` are the very bytes with the
0x00 that ends them, whatever they are worth; ``means`` says what a receiver makes of them.
"""

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec
import numpy as np

from devices.link import frames as protocol
from devices.link.port import SerialTransport
from devices.link.port_trouble import PortError
from devices.names import shown
from devices.refusal import RefusedError
from machines.storage.files import read_file
from machines.storage.telling import tell_user

FORMAT = 1
LONGEST = 4096
"""Bytes without an end that stand on one line: a board that speaks something else has none."""

Tap = Callable[[str, int, bytes], None]
"""See devices.link.port."""


class RecordedFrame(msgspec.Struct, rename={"sender": "from"}, forbid_unknown_fields=True):
    """One frame of a record."""

    at_us: int
    sender: str  # ``"host"`` or ``"panel"``
    hex: str
    means: str

    @property
    def wire(self) -> bytes:
        """The bytes."""
        return bytes.fromhex(self.hex)


def format_frame(frame: RecordedFrame, began_us: int) -> str:
    """A frame on one line, with its time since the first."""
    return f"{(frame.at_us - began_us) / 1e6:10.4f}  {frame.sender:5}  {frame.means}"


def read_frames(line: str) -> list[RecordedFrame]:
    """What a line of a Recorder tells of, if it is not the opening."""
    return [] if line.startswith('{"record"') else [msgspec.json.decode(line, type=RecordedFrame)]


class _Opening(msgspec.Struct, forbid_unknown_fields=True):
    record: int


def meaning(wire: bytes) -> str:
    """What a receiver makes of a frame's bytes."""
    receiver = protocol.Receiver()
    found = receiver.feed(wire)
    if found:
        ((seq, message),) = found
        is_hello = isinstance(message, protocol.PanelHello)
        name = "HELLO" if is_hello else type(message).__name__.upper()
        return f"{name} seq {seq}{_describe(message)}"
    if receiver.too_long:
        return "no frame: too long"
    if receiver.bad_cobs:
        return "no frame: can't be unstuffed"
    return "no frame: wrong check sum" if receiver.bad_crc else "no frame: not ended"


def _describe(message: protocol.Message) -> str:
    match message:
        case protocol.Hello(version, digest):
            return f", version {version}, layout {digest.hex()}"
        case protocol.PanelHello(version, digest, lamps, switches, major, minor, name):
            return (
                f", version {version}, {name} {major}.{minor}, layout {digest.hex()}, "
                f"{lamps} lamps, {switches} switches"
            )
        case protocol.Keyframe(packed):
            lit = np.count_nonzero(protocol.unpack(packed, protocol.MOST_LAMPS))
            return f", {lit} lit"
        case protocol.Delta(base, changes):
            some = " ".join(f"{lamp}={level}" for lamp, level in changes)
            return f", on {base}: {some or 'nothing'}"
        case protocol.Switches(count, bitmap):
            bits = np.unpackbits(np.frombuffer(bitmap, dtype=np.uint8))
            down = " ".join(str(k) for k in np.flatnonzero(bits))
            return f", {count} edges, down: {down or 'none'}"
        case protocol.Fault(code, about):
            return f", code {code}, about seq {about}"
        case protocol.Malformed(type_, code):
            return f", type {type_:02X}: {code.name.lower().replace('_', ' ')}"
        case protocol.Ack(about):
            return f" of seq {about}"
    return ""


class WireRecorder:
    """A tap (devices.link.port) that hands each frame as a line of the record to ``write``."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._begun = {"host": b"", "panel": b""}
        write(json.dumps({"record": FORMAT}))

    def __call__(self, sender: str, at_us: int, data: bytes) -> None:
        *ended, rest = (self._begun[sender] + data).split(protocol.DELIMITER)
        for piece in ended:
            if piece:
                self._line(sender, at_us, piece + protocol.DELIMITER)
        while len(rest) >= LONGEST:
            self._line(sender, at_us, rest[:LONGEST])
            rest = rest[LONGEST:]
        self._begun[sender] = rest

    def _line(self, sender: str, at_us: int, wire: bytes) -> None:
        frame = RecordedFrame(at_us, sender, wire.hex(), meaning(wire))
        self._write(msgspec.json.encode(frame).decode())


@contextlib.contextmanager
def recording(place: str | None) -> Iterator[Tap | None]:
    """A tap that keeps the record in a file; None where none is asked for.

    Raises RefusedError if the file can't be written.  A disk that is full later is told once, and
    the record ends there.
    """
    if place is None:
        yield None
        return
    try:
        file = Path(place).open("w", encoding="ascii", buffering=1)  # noqa: SIM115 - closed below
    except OSError as error:
        raise RefusedError(place, f"can't be written: {error.strerror}") from error
    with contextlib.closing(_Kept(file, place)) as kept:
        yield WireRecorder(kept.write)


@dataclass
class _Kept:
    file: IO[str]
    place: str
    full: bool = False

    def write(self, line: str) -> None:
        if self.full or self.file.closed:
            return
        try:
            self.file.write(line + "\n")
        except OSError as error:
            self.full = True
            tell_user(f"{self.place}: the record ends here: {error.strerror}")

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.file.close()


def read_record(path: Path) -> list[RecordedFrame]:
    """A record's frames.  Raises RefusedError naming the line that is none; a last line that was
    torn when the computer stopped is dropped."""
    *lines, _ = read_file(path).split(b"\n")
    try:
        opening = msgspec.json.decode(lines[0] if lines else b"", type=_Opening)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RefusedError(f"{path}, line 1", "doesn't open a record of a panel's wire") from None
    if opening.record != FORMAT:
        raise RefusedError(
            f"{path}, line 1", f"is of record format {opening.record}; expected {FORMAT}"
        )
    return [_read(line, f"{path}, line {number}") for number, line in enumerate(lines[1:], 2)]


def _read(line: bytes, where: str) -> RecordedFrame:
    try:
        frame = msgspec.json.decode(line, type=RecordedFrame)
        if frame.sender in ("host", "panel") and frame.wire and shown(frame.means) == frame.means:
            return frame
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError):
        pass
    raise RefusedError(where, "is no frame; expected at_us, from, hex and means")


# -- played to a panel -----------------------------------------------------------------------------

AFTER_S = 0.5
"""How long the panel is listened to after the last frame."""
READ_S = 0.01


def replayed(frames: Sequence[RecordedFrame], port: str) -> Iterator[str]:
    """The host's part of a record played to a panel, at its times: each frame in words as it
    crosses, and what the panel says to it.  Raises RefusedError naming the port.

    Nothing is answered and nothing corrected: a DELTA on a base that the panel doesn't have gets
    its FAULT, as it would have from the panel that the record is of.
    """
    heard: list[RecordedFrame] = []
    recorder = WireRecorder(lambda line: heard.extend(read_frames(line)))
    try:
        wire = SerialTransport(port)
        try:
            began_us = _now_us()
            first_us = frames[0].at_us if frames else 0
            for frame in (frame for frame in frames if frame.sender == "host"):
                due_us = began_us + frame.at_us - first_us
                yield from _listen(wire, recorder, heard, due_us, began_us)
                wire.write(frame.wire)
                yield format_frame(
                    RecordedFrame(_now_us(), "host", frame.hex, frame.means), began_us
                )
            end_us = _now_us() + round(AFTER_S * 1e6)
            yield from _listen(wire, recorder, heard, end_us, began_us)
        finally:
            wire.close()
    except PortError as error:
        raise RefusedError(port, str(error)) from error


def _listen(
    wire: SerialTransport,
    recorder: WireRecorder,
    heard: list[RecordedFrame],
    until_us: int,
    began_us: int,
) -> Iterator[str]:
    """What the panel says until then."""
    while (now := _now_us()) < until_us:
        recorder("panel", now, wire.read(min(READ_S, (until_us - now) / 1e6)))
        for frame in heard:
            yield format_frame(frame, began_us)
        heard.clear()


def _now_us() -> int:
    return time.monotonic_ns() // 1_000
