"""``main.py morph patterns|table|ablations|noughts``: what Morph has learned, Figs 5.1 and 5.2, and
the framework without chess."""

import argparse

from machines.app.commands.learn import MORPH_OPPONENTS
from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    JOBS,
    MOST_SEED,
    RUNS_FOLDER,
    SCHEDULER,
    Command,
    Option,
    csv_option,
    place,
    plot_option,
    seed_option,
    whole,
)

DATABASE = Option(
    "database DATABASE",
    "shipped, a run's RUN.sqlite, RUN.sqlite:106 (after so many games), a FILE.database, or a "
    "FILE.json as --json writes it (shipped)",
    nargs="?",
    default="shipped",
)
ORDERS = ("telling", "weight", "updates", "uses", "variance", "age")
MOST_PATTERNS = 1_000_000

COMMAND = Command(
    "Morph's patterns, the worth of material beside Table 5.1, Figs 5.1 and 5.2",
    "Look at what Morph has learned (learn morph makes it), and run the comparisons of 1992.",
    acts={
        "patterns": Command(
            "list, search, export and draw the patterns of a database",
            "List the patterns of a database with their weights and statistics: nodes (men by "
            "their letters, White's as capitals, each with its square, file or rank where the "
            "pattern has it) and who attacks whom; or material. White has just moved.",
            DATABASE,
            Option("--top N", "so many at most", whole(1, MOST_PATTERNS), default=MOST_PATTERNS),
            Option(
                "--find TEXT",
                "only patterns in whose words this stands, such as 'Q, k g8' (all that stands "
                "between commas), 'bishop' or 'reverse engineering'",
            ),
            Option(
                "--by",
                "the greatest first; telling: extreme weights that had many updates (telling)",
                choices=ORDERS,
                default="telling",
            ),
            Option(
                "--least-updates N",
                "only with so many (0)",
                whole(0, MOST_PATTERNS),
                dest="least",
                default=0,
            ),
            Option(
                "--fen FEN",
                "the patterns that count in this position, after a move, and how their weights "
                "fold",
            ),
            Option("--json FILE.json", "those listed, whole", place(".json")),
            Option("--png DIR", "a picture of each of those listed"),
            RUNS_FOLDER,
            epilog="The last line is, for example: RESULT listed=50 graph=44 material=6 "
            "patterns=2310 games=2000",
        ),
        "table": Command(
            "what material came to be worth, beside the paper's Table 5.1",
            "Print Table 5.1 with the weights of a database beside it. The paper's is of 106 "
            "games: RUN.sqlite:106 compares like with like.",
            DATABASE,
            csv_option("the table"),
            RUNS_FOLDER,
            epilog="The last line is, for example: RESULT games=106 patterns=575 rows=19 "
            "signs=10/10 rank=0.976 rank_all=0.958 (signs that are right and Spearman's "
            "correlation with the traditional values of the ten single men; the same of all rows)",
        ),
        "ablations": Command(
            "the four versions of Figs 5.1 and 5.2 against one opponent",
            "Play the four versions of Figs 5.1 and 5.2, each the one before and one thing more: "
            "forward node ordering alone; reverse node ordering too; the evaluation function of "
            "Fig. 3.2 in the place of the plain mean (the older one isn't printed); annealing in "
            "the place of a constant rate. Each version with each seed is a run of its own, "
            "RUNS/morph-VERSION-SEED.sqlite; called again the command goes on with them.",
            Option("--games N", "of each run (2000)", whole(1, 10_000_000), default=2000),
            Option("--seeds K", "runs of each version (3)", whole(1, 100), default=3),
            Option("--seed N", "the first of them (1)", whole(0, MOST_SEED - 100), default=1),
            Option("--opponent WHO", f"{MORPH_OPPONENTS} (house)", default="house"),
            Option("--set NAME=VALUE", "a choice for all, as in learn morph", action="append"),
            Option("--out RUNS", "the folder of the runs (DATA/runs/morph-ablations)"),
            plot_option(
                "Figs 5.1, 5.2, 2.1 and 2.2, the length of games and the TD error in one picture"
            ),
            csv_option("the curves"),
            JOBS,
            SCHEDULER,
            RUNS_FOLDER,
            epilog="The last line is, for example: RESULT games=2000 seeds=3 opponent=gnuchess "
            "basic=5.21 reverse=5.62 evaluation=7.90 annealing=10.44 basic_last=... (points "
            "captured per game by all games, and by the last hundred)",
        ),
        "noughts": Command(
            "the framework without chess: noughts and crosses, beside MENACE",
            "Have the APS framework, of which Morph is the chess, learn noughts and crosses as "
            "Nought, and MENACE's boxes beside it against the same opponent. Nothing is kept: the "
            "same seed gives the same plays.",
            Option("--plays N", "of each (500)", whole(1, 100_000), default=500),
            Option(
                "--opponent WHO",
                "random, distinct, perfect, expert or standard:s with s from 0 to 1 (perfect)",
                default="perfect",
            ),
            seed_option("of all chance (1)", default=1),
            Option(
                "--by-hand N",
                "tell the last N plays choice by choice: every value, and the patterns and steps "
                "that came to it (1)",
                whole(0, 100_000),
                default=1,
            ),
            Option(
                "--top N",
                "patterns to list, those that say most (12)",
                whole(0, 10_000),
                default=12,
            ),
            Option(
                "--set NAME=VALUE",
                "one of the framework's choices, as in learn morph",
                action="append",
            ),
            plot_option("both as Michie drew his tournament, 3W + D - L"),
            csv_option("every play"),
            RUNS_FOLDER,
            epilog="The last line is, for example: RESULT plays=500 opponent=perfect won=0 "
            "drawn=298 lost=202 last=0.480 error=0.3310 patterns=820 menace_won=0 menace_drawn=437 "
            "menace_lost=63 seed=1 (last: points of the last tenth, 1 won, 0.5 drawn)",
        ),
    },
)


def run(args: argparse.Namespace) -> int:
    """Do it; raises RefusedError, or KeyboardInterrupt with every game that is over kept."""
    announce_compiling()
    if args.act == "patterns":
        from machines.app.morph.patterns import tell_patterns

        return tell_patterns(args)
    if args.act == "table":
        from machines.app.morph.table import tell_table

        return tell_table(args)
    if args.act == "noughts":
        from machines.app.morph.noughts import tell_noughts

        return tell_noughts(args)
    from machines.app.morph.ablations import tell_ablations

    return tell_ablations(args)
