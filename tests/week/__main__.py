"""The command; tests/week/__init__.py says what it does."""

import argparse
import sys
from pathlib import Path

from tests.week.curves import draw, write
from tests.week.faults import run_week


def main() -> int:
    """Run, draw, and say what became of it; 1 if anything was lost or it fell by itself."""
    parser = argparse.ArgumentParser(prog="python -m tests.week")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=704)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--plot", type=Path)
    args = parser.parse_args()
    week = run_week(60.0 * args.minutes, args.seed, lambda text: print(text, file=sys.stderr))
    if args.csv:
        write(week, args.csv)
    if args.plot:
        draw(week, args.plot)
    for what, times in sorted(week.faults.items()):
        print(f"{times:4d}  {what}")
    print(f"opened {len(week.opened_s)} times, the slowest in {max(week.opened_s):.1f} s;")
    print(f"{week.checked} logs counted; lost: {week.lost or 'nothing'}")
    print(f"fell by itself: {len(week.falls)} times", *week.falls, sep="\n")
    return 1 if week.lost or week.falls else 0


if __name__ == "__main__":
    sys.exit(main())
