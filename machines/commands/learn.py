"""``main.py learn``: Samuel's series, networks that play by evolution, Morph's chess."""

import argparse
import os
import re
from pathlib import Path

from devices.refusal import RefusedError
from machines.storage import option_parsing as take
from machines.storage.option_parsing import Command, Option, Setting

SEED = Setting("--seed N", take.whole(0, take.MOST_SEED), usual=1)
MOST_GAMES = 1_000_000
MOST_GENERATIONS = 1_000_000
MOST_CHESS_GAMES = 10_000_000


def _read_terms(text: str, where: str) -> list[str]:
    del where
    return text.upper().split(",")


def _read_kinds(text: str, where: str) -> list[str]:
    del where
    return text.split(",")


def _read_games(text: str, where: str) -> str:
    found = re.fullmatch(r"([1-9][0-9]{0,5})-([1-9][0-9]{0,5})", text)
    if found is None or int(found[1]) > int(found[2]):
        raise RefusedError(where, f"{text!r}; expected the first and the last game, such as 8-28")
    return text


def _read_count(text: str, where: str) -> int | Path:
    """A number of games; or, as it was before ``--book``, the file of the program of 1967."""
    if text.lower().endswith(".pdn"):
        return Path(text)
    return take.read_number(text, where, 1, MOST_GAMES)


# -- Samuel's program ------------------------------------------------------------------------------

WITH_ALPHA = ("first", "second", "both")
SECOND, BOTH, ROTE = ("second", "both"), ("both",), ("rote",)
"""Series that have a setting."""
BOOK = Setting("--book FILE.pdn", type=Path, of=ROTE, usual="", kept=take.file_digest)
OUT = Option("--out FILE", old="--run --tables")
SAMUEL_SETTINGS = (
    Setting("--series", choices=("first", "second", "rote", "both"), usual="second"),
    SEED,
    Setting("--ply N", take.whole(1, 20), usual=3),
    Setting("--without LETTERS", of=SECOND, usual=""),
    Setting("--no-adoption GAMES", _read_games, of=SECOND, usual=""),
    Setting("--terms T,T", _read_terms, of=SECOND, usual=[]),
    Setting("--power-rule", choices=("table", "text"), of=WITH_ALPHA, usual="table"),
    Setting("--moment", **take.FLAG, of=WITH_ALPHA, usual=False),
    Setting("--polynomial P", of=("rote", "both"), usual="standard"),
    Setting("--way", choices=("a", "b", "c"), of=BOTH, usual="b"),
    Setting("--abridge FILE.tap", type=Path, of=BOTH, usual="", kept=take.file_digest),
    Setting("--games-of KIND,KIND", _read_kinds, of=ROTE, usual=["self"]),
    BOOK,
)
"""What a run follows from."""

PRINT_EVERY = 7
PROGRAM_1967 = "1967"

SAMUEL_RUNS = (
    Option("--seeds N", take.whole(1, 10_000)),
    *(option for option in SAMUEL_SETTINGS if option not in (SEED, BOOK)),
    Option("--return-to GAME", take.whole(0, MOST_GAMES)),
    Option("--tape FILE.tap", take.place(".tap")),
    take.JOBS,
    *take.CLUSTER,
    Option("--print-every N", take.whole(1, MOST_GAMES)),
    Option("--punch DECK", take.place(".txt", ".deck", ".cbn")),
)
"""What is of the program of 1959 alone."""

TABLES_SETTINGS = (
    Setting("--phases N", take.whole(1, 6), usual=1),
    Setting("--passes N", take.whole(1, 3), usual=3),
    Setting("--boards", choices=("settled", "after"), usual="settled"),
)
"""What signature tables follow from."""
SAMUEL_TABLES = (*TABLES_SETTINGS, Option("--folds N", take.whole(0, 100)))
"""What is of the program of 1967 alone."""

SAMUEL = Command(
    Option("--program", choices=("1959", PROGRAM_1967)),
    Option("--games N", _read_count, dest="count"),
    SEED,
    BOOK,
    OUT,
    *SAMUEL_RUNS,
    Option("--resume FILE", nargs="+"),
    take.RESULT_JSON,
    take.RUNS_FOLDER,
    take.CSV,
    take.PLOT,
    take.Choices(*SAMUEL_TABLES),
)

# -- Anaconda --------------------------------------------------------------------------------------

ANACONDA_CHOICES = (
    Setting("--strategy", choices=("survivors", "mirrored")),
    Setting("--sigma X", take.read_positive),
    Setting("--rate X", take.read_positive),
    Setting("--ply N", take.whole(1, 12), key="plies"),
    Setting("--forced", choices=("capture", "single", "either", "none")),
    Setting("--extra N", take.whole(0, 20)),
    Setting(
        "--white-sees",
        choices=("turned", "signs"),
        key="turned",
        kept=lambda sees: sees == "turned",
    ),
    Setting("--near-wins", **take.FLAG, key="near"),
    Setting("--repeats", choices=("search", "even")),
    Setting("--moves N", take.whole(1, 1000)),
    Setting("--most-sigma X", take.read_positive),
    Setting("--loss X", take.read_positive),
    Setting("--openings", **take.FLAG),
    Setting("--unfinished", choices=("drawn", "share")),
    Setting("--endings SHARE", take.read_share),
    Setting("--slips SHARE", take.read_share),
    Setting("--learning X", take.read_positive),
)
ANACONDA_SETTINGS = (SEED, *ANACONDA_CHOICES)
"""What a run follows from."""

ANACONDA = Command(
    Option("--generations N", take.whole(1, MOST_GENERATIONS), dest="count"),
    SEED,
    Option("--out RUN.sqlite"),
    Option("--resume RUN.sqlite"),
    take.RESULT_JSON,
    Option("--jobs N", take.whole(1, take.MOST_JOBS), old="--workers"),
    *take.CLUSTER,
    take.STRICT,
    take.RUNS_FOLDER,
    take.Choices(*ANACONDA_CHOICES),
    Option("--print-every N", take.whole(1, MOST_GENERATIONS), default=10),
    take.CSV,
    take.PLOT,
    Option("--player FILE.network", take.place(".network")),
)

# -- Morph -----------------------------------------------------------------------------------------

MORPH_SETTINGS = (
    Setting("--opponent WHO", usual="house"),
    Setting("--openings N", take.whole(0, 40), kept=lambda plies: plies or None),
    SEED,
)
"""What a run follows from besides ``--morph`` and ``--set``."""

MORPH = Command(
    Option("--games N", take.whole(1, MOST_CHESS_GAMES), dest="count"),
    *MORPH_SETTINGS,
    Option("--seeds N", take.whole(1, 100)),
    Option("--out RUN.sqlite"),
    Option("--resume RUN.sqlite", nargs="+"),
    take.RESULT_JSON,
    take.JOBS,
    *take.CLUSTER,
    Option("--morph", choices=("basic", "reverse", "evaluation", "annealing")),
    Option("--set NAME=VALUE", action="append"),
    Option("--print-every N", take.whole(1, MOST_CHESS_GAMES), default=200),
    take.CSV,
    take.PLOT,
    Option("--database FILE.database", take.place(".database")),
    take.RUNS_FOLDER,
)

COMMAND = Command(acts={"samuel": SAMUEL, "anaconda": ANACONDA, "morph": MORPH})


def run(args: argparse.Namespace) -> int:
    """Learn; raises RefusedError, or KeyboardInterrupt with what is over kept."""
    if args.act == "anaconda":
        # Its matrices are small: a second thread of numpy's would wait for a core that plays games.
        # Said before numba brings numpy in.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from machines.laboratory.study.runner import run_study

    if args.act == "anaconda":
        from machines.laboratory.anaconda.study import EvolutionStudy

        return run_study(EvolutionStudy(args, ANACONDA_SETTINGS))
    if args.act == "morph":
        from machines.laboratory.morph.study import MorphStudy

        return run_study(MorphStudy(args, MORPH_SETTINGS))
    if args.act == "samuel" and isinstance(args.count, Path):
        args.book, args.count = args.count, None
    if args.program == PROGRAM_1967:
        from machines.laboratory.samuel.table_learning import learn_tables

        return learn_tables(args, TABLES_SETTINGS, SAMUEL_RUNS)
    from machines.laboratory.samuel.study import SamuelStudy

    for option in SAMUEL_TABLES:
        if getattr(args, option.dest) is not None:
            raise RefusedError(option.name, f"is for --program {PROGRAM_1967}")
    if args.print_every is None:
        args.print_every = PRINT_EVERY
    return run_study(SamuelStudy(args, SAMUEL_SETTINGS))
