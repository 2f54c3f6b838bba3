"""What researchers' commands take, and who does them: matches, book games, engines, the papers'
report, and those of MENACE, Pegasus and Morph.  (``learn`` has a file of its own.)"""

import argparse
from functools import partial
from pathlib import Path

from devices.refusal import RefusedError
from machines.commands._deck_options import EVENTS, NOUGHTS_DECK, check_deck_options, read_boxes
from machines.storage import option_parsing as take
from machines.storage.option_parsing import Command, Option, Setting, flag, whole

# -- draughts --------------------------------------------------------------------------------------

MATCH = Command(
    Option("a A"),
    Option("b B"),
    Option("others C D", nargs="*"),
    Option("--format", choices=("pairs", "hoyle"), default="pairs"),
    Option("--games N", take.whole(2, 1_000_000)),
    Option("--ply N", take.whole(1, 20), default=3),
    Option("--plies N,N"),
    Option("--seed N", take.whole(0, take.MOST_SEED), default=1),
    Option("--draws RULE,RULE", default="repetition,quiet"),
    Option("--repeats", choices=("even", "search")),
    Option("--limit N", take.whole(0, 10_000), default=0),
    take.flag("--adjudge"),
    Option("--names NAME,NAME"),
    Option("--engine-ms N", take.whole(1, 3_600_000), default=0),
    Option("--engine-wait SECONDS", partial(take.read_seconds, most=86_400)),
    take.JOBS,
    *take.CLUSTER,
    take.STRICT,
    take.CSV,
    Option("--pdn FILE.pdn", take.place(usual=(".pdn",))),
    EVENTS[0],
    take.PLOT,
    take.RESULT_JSON,
    does="machines.laboratory.matches.play:play",
)
BOOK = Command(
    Option("--polynomial P", default="standard"),
    Option("--player anaconda[:FILE]"),
    Option("--book FILE.pdn", old="--games", required=True, type=Path),
    Option("--ply N", whole(1, 20), default=3),
    take.JOBS,
    *take.CLUSTER,
    take.STRICT,
    take.CSV,
    take.PLOT,
    take.RESULT_JSON,
    does="machines.laboratory.matches.book_agreement:follow",
)
ENGINE = Command(
    Option("player PLAYER"),
    Option("--name NAME"),
    Option("--ply N", take.whole(1, 20)),
    Option("--ms N", take.whole(1, 3_600_000)),
    Option("--seed N", take.whole(0, (1 << 31) - 1), default=1),
    Option("--database DATABASE"),
    take.RUNS_FOLDER,
    does="machines.laboratory.engine.play:be_engine",
)

# -- measuring and the papers ----------------------------------------------------------------------

MOST_GAMES = 1_000_000


def _read_at(text: str, where: str) -> tuple[int, ...]:
    """``10,100,1000`` as numbers of games.  Raises RefusedError."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 0 < int(part) < 10**9 for part in parts):
        raise RefusedError(where, f"{text!r}; expected numbers of games such as 10,100,1000")
    return tuple(int(part) for part in parts)


STRENGTH = Command(
    Option("runs RUN", nargs="+"),
    Option("--at N,N", _read_at),
    Option("--games N", take.whole(2, MOST_GAMES), default=200),
    Option("--seed N", take.whole(0, take.MOST_SEED), default=1),
    Option("--csv FILE.csv", take.place(".csv"), old="--out"),
    take.RESULT_JSON,
    does="machines.laboratory.strength.measure:measure",
)
REPRODUCE = Command(
    Option("--out FOLDER", required=True),
    Option("--paper", choices=("samuel", "samuel-1967", "michie", "morph", "anaconda")),
    Option("--only NAME"),
    Option("--book FILE.pdn", type=Path),
    flag("--quick"),
    flag("--force"),
    take.JOBS,
    *take.CLUSTER,
    take.STRICT,
    take.RESULT_JSON,
    does="machines.laboratory.reproduce.report:reproduce",
)

# -- matchboxes ------------------------------------------------------------------------------------

MOST_PLAYED = 2_000_000_000
BUILD = Setting("--build NAME")
RUN = Option("--run FILE")
REPLICATES = Setting("--replicates N,N,N,N", partial(take.read_numbers, example="4,3,2,1"))
REWARDS = Option("--rewards W,D,L", partial(take.read_numbers, example="3,1,-1"))


def _read_ghost(text: str, where: str) -> str:
    if text != "1961":
        raise RefusedError(where, f"{text!r} is no tournament; expected 1961")
    return text


TOURNAMENT_SETTINGS = (
    Setting("--opponent WHO", usual="perfect"),
    take.SEED,
    BUILD,
    REPLICATES,
    Setting("--first N", take.whole(1, MOST_PLAYED)),
)
"""What a tournament follows from."""


def _play_menace(args: argparse.Namespace) -> int:
    """A deck's plays, or a visitor's."""
    if args.deck is not None:
        from machines.workshop.unattended.decks import play_menace

        return play_menace(args)
    check_deck_options(args)
    from machines.laboratory.menace.play import play_in_terminal

    return play_in_terminal(args)


def _play_tournament(args: argparse.Namespace) -> int:
    from machines.laboratory.menace.tournament import TournamentStudy
    from machines.laboratory.study.runner import run_study

    return run_study(TournamentStudy(args, TOURNAMENT_SETTINGS))


MENACE = Command(
    acts={
        "play": Command(
            *NOUGHTS_DECK,
            BUILD,
            take.SEED,
            take.flag("--new-day"),
            Option("--out FILE", old="--run"),
            take.RUNS_FOLDER,
            take.RESULT_JSON,
            does=_play_menace,
        ),
        "tournament": Command(
            Option("--games N", take.whole(1, MOST_PLAYED), dest="count"),
            *TOURNAMENT_SETTINGS,
            REWARDS,
            Option("--reload", action=argparse.BooleanOptionalAction),
            take.Either(Option("--out FILE", old="--run"), Option("--resume FILE")),
            take.PLOT,
            take.CSV,
            Option("--ghost 1961", _read_ghost),
            take.RESULT_JSON,
            take.RUNS_FOLDER,
            does=_play_tournament,
        ),
        "boxes": Command(
            BUILD,
            take.Either(Option("--box N"), Option("--stage N")),
            RUN,
            take.RUNS_FOLDER,
            does="machines.laboratory.menace.boxes:print_boxes",
        ),
        "odds": Command(
            BUILD,
            RUN,
            Option("--board ROWS"),
            take.RUNS_FOLDER,
            take.RESULT_JSON,
            does="machines.laboratory.menace.boxes:print_odds",
        ),
        "twin": Command(
            Option("--out FILE", old="--file"),
            Option("--build NAME", read_boxes),
            REPLICATES,
            REWARDS,
            take.RUNS_FOLDER,
            take.RESULT_JSON,
            does="machines.laboratory.menace.twin:keep_twin",
        ),
    }
)

# -- Pegasus ---------------------------------------------------------------------------------------

MOST_PLAYS = 10_000_000
MOST_RUNS = 100_000
MOST_SWEPT = 1_000_000


def _read_hundreds(text: str, where: str) -> int:
    plays = int(text) if text.isdecimal() else 0
    if not 100 <= plays <= MOST_SWEPT or plays % 100:
        raise RefusedError(where, f"{text}; expected hundreds of plays, 100 to {MOST_SWEPT}")
    return plays


PEGASUS_SETTINGS = (
    Setting("--nought WHO"),
    Setting("--cross WHO"),
    take.SEED,
    Setting("--a A", type=float),
    Setting("--b B", type=float),
    Setting("--origin", choices=("fixed", "each", "hundreds")),
    Setting("--d D", type=float),
    Setting("--finite", **take.FLAG, key="last_infinite", kept=lambda finite: not finite),
)
"""What a run follows from."""


def _do_pegasus(args: argparse.Namespace) -> int:
    if args.act is None and args.deck is None:
        raise RefusedError(
            "pegasus", "says not what to do; expected run or sweep, or --deck FILE (see --help)"
        )
    if args.act is not None and args.deck is not None:
        raise RefusedError("--deck", f"stands alone; expected no {args.act} with it")
    if args.act == "run":
        from machines.laboratory.pegasus.run import play_runs

        return play_runs(args, PEGASUS_SETTINGS)
    if args.act == "sweep":
        from machines.laboratory.pegasus.sweep import sweep

        return sweep(args)
    from machines.workshop.unattended.decks import play_pegasus

    return play_pegasus(args)


PEGASUS = Command(
    *NOUGHTS_DECK,
    take.SEED,
    required=False,
    does=_do_pegasus,
    acts={
        "run": Command(
            *PEGASUS_SETTINGS,
            Option("--plays N", take.whole(1, MOST_PLAYS), dest="count"),
            take.flag("--print"),
            take.PLOT,
            take.CSV,
            Option("--runs N", take.whole(1, MOST_RUNS), default=1),
            Option("--out FILE", old="--run"),
            Option("--resume FILE"),
            take.RUNS_FOLDER,
            take.RESULT_JSON,
        ),
        "sweep": Command(
            Option("--a A,A", take.read_reals),
            Option("--b B,B", take.read_reals),
            Option("--d D,D"),
            Option("--origin", choices=("each", "hundreds"), default="each"),
            Option("--learner", choices=("nought", "cross"), default="nought"),
            Option("--against WHO,WHO"),
            Option("--runs N", take.whole(1, MOST_RUNS), default=200),
            Option("--plays N", _read_hundreds, default=10_000),
            Option("--seed N", take.whole(0, take.MOST_SEED), default=1963),
            take.JOBS,
            *take.CLUSTER,
            take.PLOT,
            take.CSV,
            Option("--out FILE", old="--run"),
            take.RUNS_FOLDER,
            take.RESULT_JSON,
        ),
    },
)

# -- Morph -----------------------------------------------------------------------------------------

DATABASE = Option("database DATABASE", nargs="?", default="shipped")
ORDERS = ("telling", "weight", "updates", "uses", "variance", "age")
MOST_PATTERNS = 1_000_000

MORPH = Command(
    acts={
        "patterns": Command(
            DATABASE,
            Option("--top N", take.whole(1, MOST_PATTERNS), default=MOST_PATTERNS),
            Option("--find TEXT"),
            Option("--by", choices=ORDERS, default="telling"),
            Option("--least-updates N", take.whole(0, MOST_PATTERNS), dest="least", default=0),
            Option("--fen FEN"),
            Option(
                "--json FILE.json",
                take.place(".json"),
                nargs="?",
                const=True,
                dest="result_json",
            ),
            Option("--png DIR"),
            take.RUNS_FOLDER,
            does="machines.laboratory.morph.patterns:list_patterns",
        ),
        "book": Command(
            Option("book FILE.pgn", type=Path),
            DATABASE,
            take.CSV,
            take.RUNS_FOLDER,
            take.RESULT_JSON,
            does="machines.laboratory.morph.book_games:follow_games",
        ),
        "table": Command(
            DATABASE,
            take.CSV,
            take.RUNS_FOLDER,
            take.RESULT_JSON,
            does="machines.laboratory.morph.patterns:compare_material",
        ),
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
            take.RESULT_JSON,
            does="machines.laboratory.morph.ablations:run_ablations",
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
            take.RESULT_JSON,
            does="machines.laboratory.morph.noughts:run_noughts",
        ),
    }
)

COMMANDS = {
    "match": MATCH,
    "book": BOOK,
    "engine": ENGINE,
    "strength": STRENGTH,
    "reproduce": REPRODUCE,
    "menace": MENACE,
    "pegasus": PEGASUS,
    "morph": MORPH,
}
