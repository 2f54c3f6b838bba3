"""``main.py morph patterns|table|ablations|noughts``: what Morph has learned, Figs 5.1 and 5.2, and
the framework without chess."""

import argparse

from machines.storage import option_parsing as take
from machines.storage.option_parsing import Command, Option

DATABASE = Option("database DATABASE", nargs="?", default="shipped")
ORDERS = ("telling", "weight", "updates", "uses", "variance", "age")
MOST_PATTERNS = 1_000_000

COMMAND = Command(
    acts={
        "patterns": Command(
            DATABASE,
            Option("--top N", take.whole(1, MOST_PATTERNS), default=MOST_PATTERNS),
            Option("--find TEXT"),
            Option("--by", choices=ORDERS, default="telling"),
            Option("--least-updates N", take.whole(0, MOST_PATTERNS), dest="least", default=0),
            Option("--fen FEN"),
            Option("--json FILE.json", take.place(".json")),
            Option("--png DIR"),
            take.RUNS_FOLDER,
        ),
        "table": Command(DATABASE, take.CSV, take.RUNS_FOLDER),
        "ablations": Command(
            Option("--games N", take.whole(1, 10_000_000), default=2000),
            Option("--seeds K", take.whole(1, 100), default=3),
            Option("--seed N", take.whole(0, take.MOST_SEED - 100), default=1),
            Option("--opponent WHO", default="house"),
            Option("--set NAME=VALUE", action="append"),
            Option("--out RUNS"),
            take.PLOT,
            take.CSV,
            take.JOBS,
            *take.CLUSTER,
            take.RUNS_FOLDER,
        ),
        "noughts": Command(
            Option("--plays N", take.whole(1, 100_000), default=500),
            Option("--opponent WHO", default="perfect"),
            Option("--seed N", take.whole(0, take.MOST_SEED), default=1),
            Option("--by-hand N", take.whole(0, 100_000), default=1),
            Option("--top N", take.whole(0, 10_000), default=12),
            Option("--set NAME=VALUE", action="append"),
            take.PLOT,
            take.CSV,
            take.RUNS_FOLDER,
        ),
    }
)


def run(args: argparse.Namespace) -> int:
    """Do it; raises RefusedError, or KeyboardInterrupt with every game that is over kept."""
    if args.act == "patterns":
        from machines.laboratory.morph.patterns import list_patterns

        return list_patterns(args)
    if args.act == "table":
        from machines.laboratory.morph.patterns import compare_material

        return compare_material(args)
    if args.act == "noughts":
        from machines.laboratory.morph.noughts import run_noughts

        return run_noughts(args)
    from machines.laboratory.morph.ablations import run_ablations

    return run_ablations(args)
