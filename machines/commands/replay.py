"""``main.py replay LOG``: do a session again and print what its printers printed."""

import argparse
import sys
import time
from pathlib import Path

from devices.duration import format_duration
from devices.refusal import RefusedError
from machines.storage.option_parsing import STRICT, Command, Option, whole
from machines.storage.telling import tell_user

WITHIN_S = 600
"""So long a replay may take if nothing else is asked for."""
LINE_S = 8.0
"""And so long a single line of the log: a museum that is played in writes one more often, while a
log that was altered may tell of years between two lines."""
MOST_WITHIN_S = 30 * 86_400
COMMAND = Command(
    Option("log LOG"),
    Option("--within SECONDS", whole(1, MOST_WITHIN_S)),
    STRICT,
)


class Patience:
    """Gives a replay up that takes too long: ``within`` seconds or, where that is None, WITHIN_S in
    all and LINE_S for one line of the log.  The processor's seconds: beside other work a log is
    replayed as far as on an idle computer."""

    def __init__(self, name: str, within: int | None) -> None:
        self.name = name
        self.whole_s = within or WITHIN_S
        self.line_s = float(self.whole_s) if within else LINE_S
        self.began = self.line_began = time.process_time()
        self.where = ""
        self.left_us = 0

    def __call__(self, where: str, left_us: int) -> None:
        """Raises RefusedError if it is too long already; ``left_us`` is left of the line."""
        now = time.process_time()
        if where != self.where:
            self.where, self.left_us, self.line_began = where, left_us, now
        if now > self.began + self.whole_s:
            raise RefusedError(
                self.name,
                f"isn't replayed within {self.whole_s} s; expected it, or another --within",
            )
        taken = now - self.line_began
        if taken > self.line_s:
            rate = max(self.left_us - left_us, 1) / taken
            away = format_duration(self.left_us)
            needed = format_duration(round(left_us / rate * 1e6))
            raise RefusedError(
                where,
                f"is {away} of machine time away, and {needed} more to replay; expected at most "
                f"{LINE_S:.0f} s for a line, or --within SECONDS",
            )


def run(args: argparse.Namespace) -> int:
    """Replay and print."""
    from machines.exhibit.session import read_log, replay
    from machines.storage.files import read_file

    path = Path(args.log)
    found = read_log(read_file(path), path.name)
    from machines.museum.worker.worker import SELDOM
    from machines.storage import registry
    from machines.storage.registry import make_exhibit

    exhibits = {}
    for name in found.opening.snapshots:
        spec = registry.find_exhibit(name)
        exhibits[name] = make_exhibit(spec)
        exhibits[name].sample = SELDOM
    still = Patience(path.name, args.within)
    done = replay(exhibits, found, still)
    sys.stdout.write(done.listing)
    if found.torn:
        tell_user(f"{path.name}: the last line was torn and is left out")
    for missed in done.missed:
        tell_user(str(missed))
    tell_user(f"{done.acts} acts; {done.met} of {done.met + len(done.missed)} states agree")
    return 0 if done.agrees else 1
