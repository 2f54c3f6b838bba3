"""``main.py replay LOG``: do a session again and print what its printers printed."""

import argparse
import sys
import time
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import STRICT, Command, Option, whole

WITHIN_S = 600
"""So long a replay may take if nothing else is asked for."""
MOST_WITHIN_S = 30 * 86_400
COMMAND = Command(
    Option("log LOG"),
    Option("--within SECONDS", whole(1, MOST_WITHIN_S), default=WITHIN_S),
    STRICT,
)


def run(args: argparse.Namespace) -> int:
    """Replay and print."""
    from machines.app.storage.files import read_file
    from machines.session import read_log, replay

    path = Path(args.log)
    found = read_log(read_file(path), path.name)
    announce_compiling()
    from machines import registry
    from machines.app.exhibits import make_exhibit
    from machines.app.worker.worker import SELDOM

    exhibits = {}
    for name in found.opening.snapshots:
        one = registry.find_exhibit(name)
        exhibits[name] = make_exhibit(one)
        exhibits[name].sample = SELDOM
    end = time.monotonic() + args.within

    def still() -> None:
        if time.monotonic() > end:
            raise RefusedError(
                path.name,
                f"isn't replayed within {args.within} s; expected it, or another --within",
            )

    done = replay(exhibits, found, still)
    sys.stdout.write(done.listing)
    say = sys.stderr.write
    if found.torn:
        say(f"{path.name}: the last line was torn and is left out\n")
    for missed in done.missed:
        say(f"{missed}\n")
    say(f"{done.acts} acts; {done.met} of {done.met + len(done.missed)} states agree\n")
    return 0 if done.agrees else 1
