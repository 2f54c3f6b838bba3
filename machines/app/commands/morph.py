"""``main.py morph patterns|table|ablations|noughts``: what Morph has learned, Figs 5.1 and 5.2, and
the framework without chess."""

import argparse

from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    CSV,
    JOBS,
    MOST_SEED,
    PLOT,
    RUNS_FOLDER,
    SCHEDULER,
    Command,
    Option,
    place,
    whole,
)

DATABASE = Option("database DATABASE", nargs="?", default="shipped")
ORDERS = ("telling", "weight", "updates", "uses", "variance", "age")
MOST_PATTERNS = 1_000_000

COMMAND = Command(
    acts={
        "patterns": Command(
            DATABASE,
            Option("--top N", whole(1, MOST_PATTERNS), default=MOST_PATTERNS),
            Option("--find TEXT"),
            Option("--by", choices=ORDERS, default="telling"),
            Option("--least-updates N", whole(0, MOST_PATTERNS), dest="least", default=0),
            Option("--fen FEN"),
            Option("--json FILE.json", place(".json")),
            Option("--png DIR"),
            RUNS_FOLDER,
        ),
        "table": Command(DATABASE, CSV, RUNS_FOLDER),
        "ablations": Command(
            Option("--games N", whole(1, 10_000_000), default=2000),
            Option("--seeds K", whole(1, 100), default=3),
            Option("--seed N", whole(0, MOST_SEED - 100), default=1),
            Option("--opponent WHO", default="house"),
            Option("--set NAME=VALUE", action="append"),
            Option("--out RUNS"),
            PLOT,
            CSV,
            JOBS,
            SCHEDULER,
            RUNS_FOLDER,
        ),
        "noughts": Command(
            Option("--plays N", whole(1, 100_000), default=500),
            Option("--opponent WHO", default="perfect"),
            Option("--seed N", whole(0, MOST_SEED), default=1),
            Option("--by-hand N", whole(0, 100_000), default=1),
            Option("--top N", whole(0, 10_000), default=12),
            Option("--set NAME=VALUE", action="append"),
            PLOT,
            CSV,
            RUNS_FOLDER,
        ),
    }
)


def run(args: argparse.Namespace) -> int:
    """Do it; raises RefusedError, or KeyboardInterrupt with every game that is over kept."""
    announce_compiling()
    if args.act == "patterns":
        from machines.app.morph.patterns import list_patterns

        return list_patterns(args)
    if args.act == "table":
        from machines.app.morph.table import compare_material

        return compare_material(args)
    if args.act == "noughts":
        from machines.app.morph.noughts import run_noughts

        return run_noughts(args)
    from machines.app.morph.ablations import run_ablations

    return run_ablations(args)
