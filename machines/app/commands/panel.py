"""``main.py panel test|record|replay``: a real panel on its builder's bench."""

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from machines.app.option_parsing import Command, Option, read_seconds

if TYPE_CHECKING:
    from machines.app.panel.self_test import PanelTest

STEP_S = "0.1"
MOST_S = 86_400


def _seconds(text: str, where: str) -> float:
    return read_seconds(text, where, MOST_S) / 1e6


PORT = Option(
    "port [EXHIBIT=]PORT",
    "a serial port, any URL that pyserial knows, or 'auto'; with EXHIBIT= before it (ibm704, "
    "menace, pegasus, anaconda, morph) only that exhibit's panel will do",
)
WAIT = Option(
    "--wait SECONDS",
    "status 2 if no panel has answered by then (it is waited for until Ctrl-C)",
    _seconds,
)
COMMAND = Command(
    "check a real panel, or record what it says",
    "A real panel without the museum: walk its lamps and name its switches, keep what crosses the "
    "wire, show or repeat that. Writes only the FILE that is named.",
    acts={
        "test": Command(
            "walk every lamp, name every switch",
            "Light every lamp alone, then all at each of the sixteen levels, then wait for the "
            "switches, until each was touched or Ctrl-C. A switch is named as it is touched, "
            "during the walk too. A panel that is lost is waited for.",
            PORT,
            WAIT,
            Option(
                "--step SECONDS",
                "how long each lamp is lit (%(default)s)",
                _seconds,
                default=STEP_S,
            ),
            Option(
                "--switches SECONDS",
                "how long to wait for the switches (until Ctrl-C)",
                _seconds,
            ),
        ),
        "record": Command(
            "keep what crosses the wire while lamps are walked",
            "Walk the lamps over and over and keep every frame, both ways, in FILE: a line of JSON "
            "each, with its time, its bytes and its meaning. Until Ctrl-C or --for. What crosses "
            "while the museum is open is kept by its own --panel-record FILE.",
            Option("file FILE", "the record; one that is there is replaced"),
            PORT,
            WAIT,
            Option("--for SECONDS", "how long (until Ctrl-C)", _seconds, dest="seconds"),
        ),
        "replay": Command(
            "print a record, or play the host's part of it to a panel",
            "Print a record frame by frame with times. With a PORT, send what the host sent, when "
            "it sent it, and print that and what the panel says now.",
            Option("file FILE", "a record", type=Path),
            Option("port PORT", "a serial port or URL", nargs="?"),
        ),
    },
)


def run(args: argparse.Namespace) -> int:
    """Do the act; raises RefusedError."""
    if args.act == "replay":
        return _replay(args.file, args.port)
    from machines.app.panel.options import check_panels
    from machines.app.panel.self_test import PanelTest
    from machines.app.panel.wire_record import recording

    record = args.file if args.act == "record" else None
    (asked,) = check_panels([args.port], record)
    if args.act == "test":
        with PanelTest(asked, None, print).open() as bench:
            return _test(bench, args.wait, args.step, args.switches)
    with recording(record) as tap, PanelTest(asked, tap, print).open() as bench:
        return _record(bench, args.wait, args.seconds)


def _test(bench: "PanelTest", wait: float | None, step: float, switches: float | None) -> int:
    from machines.app.panel.self_test import steps, walk
    from machines.app.study.progress import named_progress

    bench.find(wait)
    layout = bench.panel.layout
    with named_progress(steps(layout)) as tell:
        for done, (what, levels, seconds) in enumerate(walk(layout, step)):
            tell(what, done)
            bench.light(levels, seconds)
    sys.stderr.write("panel: now touch every switch; Ctrl-C ends\n")
    try:
        if not bench.all_touched(switches) and (missing := bench.untouched()):
            print(f"not touched: {', '.join(missing)}")
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    hello = bench.panel.link.stands().panel
    firmware = "none" if hello is None else f"{hello.major}.{hello.minor}"
    print(
        f"RESULT panel={layout.name} firmware={firmware} lamps={len(layout.lamps())} "
        f"switches={len(bench.panel.controls)} touched={len(bench.touched)}"
    )
    return 0


def _record(bench: "PanelTest", wait: float | None, seconds: float | None) -> int:
    from machines.app.panel.self_test import walk

    end = None if seconds is None else time.monotonic() + seconds
    if wait is not None:
        bench.find(wait)
    while True:
        for _, levels, lasts in walk(bench.panel.layout, float(STEP_S)):
            bench.panel.link.show(levels)
            time.sleep(lasts)
            if end is not None and time.monotonic() >= end:
                return 0


def _replay(file: Path, port: str | None) -> int:
    from machines.app.panel.wire_record import read_record, told

    frames = read_record(file)
    began = frames[0].at_us if frames else 0
    if port is None:
        for frame in frames:
            print(told(frame, began))
        return 0
    from machines.app.panel.wire_record import replayed

    for line in replayed(frames, port):
        print(line)
    return 0
