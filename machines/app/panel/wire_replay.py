"""The host's part of a record played to a panel, at its times, and what the panel says to it.

Nothing is answered and nothing corrected: a DELTA on a base that the panel doesn't have gets its
FAULT, as it would have from the panel that the record is of.
"""

import time
from collections.abc import Iterator, Sequence

from devices.link.port import SerialTransport
from devices.link.port_trouble import PortError
from devices.refusal import RefusedError
from machines.app.panel.wire_record import RecordedFrame, WireRecorder, crossed, told

AFTER_S = 0.5
"""How long the panel is listened to after the last frame."""
READ_S = 0.01


def replayed(frames: Sequence[RecordedFrame], port: str) -> Iterator[str]:
    """Each frame in words as it crosses.  Raises RefusedError naming the port."""
    heard: list[RecordedFrame] = []
    recorder = WireRecorder(lambda line: heard.extend(crossed(line)))
    try:
        wire = SerialTransport(port)
        try:
            began_us = _now_us()
            first_us = frames[0].at_us if frames else 0
            for frame in (one for one in frames if one.sender == "host"):
                due_us = began_us + frame.at_us - first_us
                yield from _listen(wire, recorder, heard, due_us, began_us)
                wire.write(frame.wire)
                yield told(RecordedFrame(_now_us(), "host", frame.hex, frame.means), began_us)
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
            yield told(frame, began_us)
        heard.clear()


def _now_us() -> int:
    return time.monotonic_ns() // 1_000
