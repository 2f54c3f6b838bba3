"""``main.py panel test|record|replay``: a real panel on its builder's bench."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from machines.storage.option_parsing import Command, Option, read_seconds
from machines.storage.telling import tell_user

if TYPE_CHECKING:
    from machines.museum.panel.self_test import PanelTest

STEP_S = "0.1"
MOST_S = 86_400


def _seconds(text: str, where: str) -> float:
    return read_seconds(text, where, MOST_S) / 1e6


PORT = Option("port [EXHIBIT=]PORT")
WAIT = Option("--wait SECONDS", _seconds)
COMMAND = Command(
    acts={
        "test": Command(
            PORT,
            WAIT,
            Option("--step SECONDS", _seconds, default=STEP_S),
            Option("--switches SECONDS", _seconds),
        ),
        "record": Command(
            Option("file FILE"), PORT, WAIT, Option("--for SECONDS", _seconds, dest="seconds")
        ),
        "replay": Command(Option("file FILE", type=Path), Option("port PORT", nargs="?")),
    }
)


def run(args: argparse.Namespace) -> int:
    """Do the act; raises RefusedError."""
    if args.act == "replay":
        return _replay(args.file, args.port)
    from machines.museum.panel.options import check_panels
    from machines.museum.panel.self_test import PanelTest
    from machines.museum.panel.wire_record import recording

    record = args.file if args.act == "record" else None
    (asked,) = check_panels([args.port], record)
    if args.act == "test":
        with PanelTest(asked, None, print).open() as bench:
            return _test(bench, args.wait, args.step, args.switches)
    with recording(record) as tap, PanelTest(asked, tap, print).open() as bench:
        return _record(bench, args.wait, args.seconds)


def _test(bench: "PanelTest", wait: float | None, step: float, switches: float | None) -> int:
    from machines.laboratory.study.progress import named_progress
    from machines.museum.panel.self_test import steps, walk

    bench.find(wait)
    layout = bench.panel.layout
    with named_progress(steps(layout)) as tell:
        for done, (what, levels, seconds) in enumerate(walk(layout, step)):
            tell(what, done)
            bench.light(levels, seconds)
    tell_user("panel: now touch every switch; Ctrl-C ends")
    try:
        if not bench.all_touched(switches) and (missing := bench.untouched()):
            print(f"not touched: {', '.join(missing)}")
    except KeyboardInterrupt:
        tell_user("")
    hello = bench.panel.link.stands().panel
    firmware = "none" if hello is None else f"{hello.major}.{hello.minor}"
    print(
        f"RESULT panel={layout.name} firmware={firmware} lamps={len(layout.lamps())} "
        f"switches={len(bench.panel.controls)} touched={len(bench.touched)}"
    )
    return 0


def _record(bench: "PanelTest", wait: float | None, seconds: float | None) -> int:
    from machines.museum.panel.self_test import walk

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
    from machines.museum.panel.wire_record import format_frame, read_record

    frames = read_record(file)
    began = frames[0].at_us if frames else 0
    if port is None:
        for frame in frames:
            print(format_frame(frame, began))
        return 0
    from machines.museum.panel.wire_record import replayed

    for line in replayed(frames, port):
        print(line)
    return 0
