"""``main.py menace play|tournament|boxes|odds|twin``: Michie's matchboxes in the terminal."""

import argparse
from functools import partial

from devices.refusal import RefusedError
from machines.commands._deck_options import NOUGHTS_DECK, check_deck_options, read_boxes
from machines.storage import option_parsing as take
from machines.storage.option_parsing import Command, Option, Setting

MOST_GAMES = 2_000_000_000
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
    Setting("--first N", take.whole(1, MOST_GAMES)),
)
"""What a tournament follows from."""

COMMAND = Command(
    acts={
        "play": Command(
            *NOUGHTS_DECK,
            BUILD,
            take.SEED,
            take.flag("--new-day"),
            Option("--out FILE", old="--run"),
            take.RUNS_FOLDER,
        ),
        "tournament": Command(
            Option("--games N", take.whole(1, MOST_GAMES), dest="count"),
            *TOURNAMENT_SETTINGS,
            REWARDS,
            Option("--reload", action=argparse.BooleanOptionalAction),
            take.Either(Option("--out FILE", old="--run"), Option("--resume FILE")),
            take.PLOT,
            take.CSV,
            Option("--ghost 1961", _read_ghost),
            take.RUNS_FOLDER,
        ),
        "boxes": Command(
            BUILD, take.Either(Option("--box N"), Option("--stage N")), RUN, take.RUNS_FOLDER
        ),
        "odds": Command(BUILD, RUN, Option("--board ROWS"), take.RUNS_FOLDER),
        "twin": Command(
            Option("--out FILE", old="--file"),
            Option("--build NAME", read_boxes),
            REPLICATES,
            REWARDS,
            take.RUNS_FOLDER,
        ),
    }
)


def run(args: argparse.Namespace) -> int:
    """Do the act; the exit status.  Raises RefusedError."""
    if args.act == "tournament":
        from machines.laboratory.menace.tournament import TournamentStudy
        from machines.laboratory.study.runner import run_study

        return run_study(TournamentStudy(args, TOURNAMENT_SETTINGS))
    if args.act == "boxes":
        from machines.laboratory.menace.boxes import print_boxes

        return print_boxes(args)
    if args.act == "odds":
        from machines.laboratory.menace.boxes import print_odds

        return print_odds(args)
    if args.act == "twin":
        from machines.laboratory.menace.twin import keep_twin

        return keep_twin(args)
    if args.deck is not None:
        from machines.workshop.unattended.decks import play_menace

        return play_menace(args)
    check_deck_options(args)
    from machines.laboratory.menace.play import play_in_terminal

    return play_in_terminal(args)
