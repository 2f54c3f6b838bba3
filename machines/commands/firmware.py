"""``main.py firmware``: a simulated panel at the far end of a serial line."""

import argparse
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.storage.option_parsing import Command, Option, command_texts, flag

if TYPE_CHECKING:
    from firmware_sim.faults import Faults

COMMAND = Command(
    Option("--panel NAME", default="ibm704"),
    Option("--link PATH"),
    Option("--fault KIND=RATE", nargs="+", action="extend", default=[]),
    flag("--quiet"),
)


def run(args: argparse.Namespace) -> int:
    """Be a panel until interrupted; 128 and the signal's number.  Raises RefusedError."""
    if not hasattr(os, "openpty"):
        raise RefusedError(
            "firmware",
            "this system has no pseudo-terminals, on which the panel would stand; expected Linux "
            "or macOS",
        )
    from devices.panel.layout import layout_digest
    from firmware_sim.bench import Bench, typed
    from firmware_sim.faults import make_panel
    from firmware_sim.line import PtyLine
    from machines.storage.registry import find_layout

    layout, faults = find_layout(args.panel, "--panel"), read_faults(args.fault)
    lamps, controls = len(layout.lamps()), len(layout.controls())
    panel = make_panel(layout_digest(layout), lamps, controls, layout.name, faults)
    line = PtyLine(panel, None if args.link is None else Path(args.link).absolute(), faults)
    bench = Bench(line, layout, sys.stdout, sys.stderr, quiet=args.quiet)
    caught: list[int] = []

    def interrupted(number: int, frame: object) -> None:
        caught.append(number)
        line.end()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), interrupted)
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)  # in the background nothing can be typed
    try:
        bench.open()
        lines = typed(sys.stdin.fileno())
        threading.Thread(target=bench.listen, args=(lines,), daemon=True).start()
        bench.run()
    finally:
        line.stop()
    return 128 + caught[0]


def read_faults(texts: list[str]) -> "Faults":
    """``drop=0.001`` ...  Raises RefusedError."""
    from firmware_sim.faults import BOARD_KINDS, BYTE_KINDS, EVENT_KINDS, MOST_EVENTS, Faults

    rates: dict[str, float] = {}
    for text in texts:
        kind, equals, rate = text.partition("=")
        if kind in BOARD_KINDS and not equals:
            rates[kind] = 1.0
            continue
        if kind not in BYTE_KINDS + EVENT_KINDS:
            kinds = command_texts()["firmware"]["--fault"].removeprefix("what goes wrong: ")
            raise RefusedError("--fault", f"{text!r}; expected {kinds}")
        if kind in rates:
            raise RefusedError("--fault", f"{kind} is given twice; expected one rate")
        most = 1.0 if kind in BYTE_KINDS else MOST_EVENTS
        try:
            rates[kind] = float(rate)
        except ValueError:
            rates[kind] = -1.0
        if not 0.0 <= rates[kind] <= most:
            raise RefusedError(
                "--fault", f"{text!r}; expected {kind}=RATE, a rate from 0 to {most:g}"
            )
    return Faults(rates)
