"""``main.py learn``: Samuel's series, networks that play by evolution, Morph's chess."""

import argparse
import os
from pathlib import Path

from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    CSV,
    JOBS,
    MOST_JOBS,
    PLOT,
    RUNS_FOLDER,
    SCHEDULER,
    SEED,
    Choices,
    Command,
    Option,
    flag,
    place,
    read_positive,
    read_share,
    whole,
)

MOST_GAMES = 1_000_000
MOST_GENERATIONS = 1_000_000
MOST_CHESS_GAMES = 10_000_000


def _read_terms(text: str, where: str) -> list[str]:
    del where
    return text.upper().split(",")


def _read_kinds(text: str, where: str) -> list[str]:
    del where
    return text.split(",")


# -- Samuel's program ------------------------------------------------------------------------------

SAMUEL_SETTINGS = (
    Option("--series", choices=("first", "second", "rote", "both")),
    SEED,
    Option("--ply N", whole(1, 20)),
    Option("--without LETTERS"),
    Option("--terms T,T", _read_terms),
    Option("--power-rule", choices=("table", "text")),
    flag("--moment"),
    Option("--polynomial P"),
    Option("--way", choices=("a", "b", "c")),
    Option("--abridge FILE.tap", type=Path),
    Option("--games-of KIND,KIND", _read_kinds),
    Option("--book FILE.pdn", type=Path),
)
"""What a run follows from."""

SAMUEL = Command(
    Option("--games N", whole(1, MOST_GAMES), dest="count"),
    Option("--seeds N", whole(1, 10_000)),
    *SAMUEL_SETTINGS,
    Option("--run FILE", dest="out"),
    Option("--resume FILE", nargs="+"),
    Option("--return-to GAME", whole(0, MOST_GAMES)),
    Option("--tape FILE.tap", place(".tap")),
    JOBS,
    SCHEDULER,
    RUNS_FOLDER,
    Option("--print-every N", whole(1, MOST_GAMES), default=7),
    CSV,
    PLOT,
    Option("--punch DECK", place(".txt", ".deck", ".cbn")),
)

# -- Anaconda --------------------------------------------------------------------------------------

ANACONDA_CHOICES = (
    Option("--strategy", choices=("survivors", "mirrored")),
    Option("--sigma X", read_positive),
    Option("--rate X", read_positive),
    Option("--ply N", whole(1, 12), key="plies"),
    Option("--forced", choices=("capture", "single", "either", "none")),
    Option("--extra N", whole(0, 20)),
    Option("--white-sees", choices=("turned", "signs"), key="turned"),
    flag("--near-wins", key="near"),
    Option("--repeats", choices=("search", "even")),
    Option("--moves N", whole(1, 1000)),
    Option("--most-sigma X", read_positive),
    Option("--loss X", read_positive),
    flag("--openings"),
    Option("--unfinished", choices=("drawn", "share")),
    Option("--endings SHARE", read_share),
    Option("--slips SHARE", read_share),
    Option("--learning X", read_positive),
)
ANACONDA_SETTINGS = (SEED, *ANACONDA_CHOICES)
"""What a run follows from."""

ANACONDA = Command(
    Option("--generations N", whole(1, MOST_GENERATIONS), dest="count"),
    SEED,
    Option("--out RUN.sqlite"),
    Option("--resume RUN.sqlite"),
    Option("--workers --jobs N", whole(1, MOST_JOBS), dest="jobs"),
    SCHEDULER,
    RUNS_FOLDER,
    Choices(*ANACONDA_CHOICES),
    Option("--print-every N", whole(1, MOST_GENERATIONS), default=10),
    CSV,
    PLOT,
    Option("--player FILE.network", place(".network")),
)

# -- Morph -----------------------------------------------------------------------------------------

MORPH_SETTINGS = (Option("--opponent WHO"), SEED)
"""What a run follows from besides ``--morph`` and ``--set``."""

MORPH = Command(
    Option("--games N", whole(1, MOST_CHESS_GAMES), dest="count"),
    *MORPH_SETTINGS,
    Option("--seeds N", whole(1, 100)),
    Option("--out RUN.sqlite"),
    Option("--resume RUN.sqlite", nargs="+"),
    JOBS,
    SCHEDULER,
    Option("--morph", choices=("basic", "reverse", "evaluation", "annealing")),
    Option("--set NAME=VALUE", action="append"),
    Option("--print-every N", whole(1, MOST_CHESS_GAMES), default=200),
    CSV,
    PLOT,
    Option("--database FILE.database", place(".database")),
    RUNS_FOLDER,
)

COMMAND = Command(acts={"samuel": SAMUEL, "anaconda": ANACONDA, "morph": MORPH})


def run(args: argparse.Namespace) -> int:
    """Learn; raises RefusedError, or KeyboardInterrupt with what is over kept."""
    if args.act == "anaconda":
        # Its matrices are small: a second thread of numpy's would wait for a core that plays games.
        # Said before numba brings numpy in.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    announce_compiling()
    from machines.app.study.runner import run_study

    if args.act == "anaconda":
        from machines.app.anaconda.study import EvolutionStudy

        return run_study(EvolutionStudy(args, ANACONDA_SETTINGS))
    if args.act == "morph":
        from machines.app.morph.study import MorphStudy

        return run_study(MorphStudy(args, MORPH_SETTINGS))
    from machines.app.samuel.study import SamuelStudy

    return run_study(SamuelStudy(args, SAMUEL_SETTINGS))
