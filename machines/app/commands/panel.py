"""``main.py panel test|record|replay``: a real panel on its builder's bench."""

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from machines.app.panel.self_test import PanelTest

STEP_S = "0.1"
MOST_S = 86_400
PORT_HELP = (
    "a serial port, any URL that pyserial knows, or 'auto'; with EXHIBIT= before it (ibm704, "
    "menace, pegasus, anaconda, morph) only that exhibit's panel will do"
)


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    panel = subparsers.add_parser(
        "panel",
        help="check a real panel, or record what it says",
        description="A real panel without the museum: walk its lamps and name its switches, keep "
        "what crosses the wire, show or repeat that. Writes only the FILE that is named.",
    )
    acts = panel.add_subparsers(dest="act", metavar="ACT", required=True)
    test = acts.add_parser(
        "test",
        help="walk every lamp, name every switch",
        description="Light every lamp alone, then all at each of the sixteen levels, then wait for "
        "the switches, until each was touched or Ctrl-C. A switch is named as it is touched, "
        "during the walk too. A panel that is lost is waited for.",
    )
    _add_port(test)
    test.add_argument(
        "--step", metavar="SECONDS", default=STEP_S, help="how long each lamp is lit (%(default)s)"
    )
    test.add_argument(
        "--switches", metavar="SECONDS", help="how long to wait for the switches (until Ctrl-C)"
    )
    record = acts.add_parser(
        "record",
        help="keep what crosses the wire while lamps are walked",
        description="Walk the lamps over and over and keep every frame, both ways, in FILE: a line "
        "of JSON each, with its time, its bytes and its meaning. Until Ctrl-C or --for. What "
        "crosses while the museum is open is kept by its own --panel-record FILE.",
    )
    record.add_argument("file", metavar="FILE", help="the record; one that is there is replaced")
    _add_port(record)
    record.add_argument("--for", metavar="SECONDS", dest="seconds", help="how long (until Ctrl-C)")
    replay = acts.add_parser(
        "replay",
        help="print a record, or play the host's part of it to a panel",
        description="Print a record frame by frame with times. With a PORT, send what the host "
        "sent, when it sent it, and print that and what the panel says now.",
    )
    replay.add_argument("file", metavar="FILE", type=Path, help="a record")
    replay.add_argument("port", metavar="PORT", nargs="?", help="a serial port or URL")


def _add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("port", metavar="[EXHIBIT=]PORT", help=PORT_HELP)
    parser.add_argument(
        "--wait",
        metavar="SECONDS",
        help="status 2 if no panel has answered by then (it is waited for until Ctrl-C)",
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
    wait = _seconds(args.wait, "--wait")
    if args.act == "test":
        step, switches = _seconds(args.step, "--step"), _seconds(args.switches, "--switches")
        with PanelTest(asked, None, print).open() as bench:
            return _test(bench, wait, step or 0.0, switches)
    seconds = _seconds(args.seconds, "--for")
    with recording(record) as tap, PanelTest(asked, tap, print).open() as bench:
        return _record(bench, wait, seconds)


def _seconds(text: str | None, where: str) -> float | None:
    """Raises RefusedError."""
    from machines.app.option_parsing import read_seconds

    return None if text is None else read_seconds(text, where, MOST_S) / 1e6


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
    from machines.app.panel.wire_replay import replayed

    for line in replayed(frames, port):
        print(line)
    return 0
