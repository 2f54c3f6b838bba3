"""``main.py run704 [DECK]``: a 704 program run with nobody at the console."""

import argparse
from functools import partial

from devices.refusal import RefusedError
from machines.commands._deck_options import OUTLETS, PANEL, SENSE, panel_of_run
from machines.ibm704.operations import SIZES
from machines.storage.option_parsing import Command, Option, flag, read_seconds, read_word, whole

LOADS = ("cards", "tape", "drum")
"""The console's three LOAD buttons."""
MOST_SECONDS = 10_000_000
SECONDS = 3_600


COMMAND = Command(
    Option("deck DECK", nargs="?"),
    Option("--load", choices=LOADS),
    Option("--cards FILE", action="append", default=[]),
    Option("--eof", choices=("never", "last-deck", "always"), default="last-deck"),
    Option("--tape N=FILE", action="append", default=[]),
    Option("--drum FILE"),
    *OUTLETS,
    Option("--board FILE"),
    Option("--punch FILE"),
    Option("--crt FILE.png"),
    SENSE,
    Option("--keys OCTAL", read_word, default="0"),
    Option("--storage WORDS", whole(SIZES[0], SIZES[-1]), default=SIZES[-1]),
    Option("--max-seconds SECONDS", partial(read_seconds, most=MOST_SECONDS), default=str(SECONDS)),
    *PANEL,
    flag("--debug"),
    Option("--script FILE"),
    Option("--symbols FILE.lst"),
    Option("--trace FILE"),
)


def run(args: argparse.Namespace) -> int:
    """Run the program; the exit status.  Raises RefusedError."""
    if not args.debug:
        for option in ("script", "symbols", "trace"):
            if getattr(args, option) is not None:
                raise RefusedError(f"--{option}", "is for the debugger; expected --debug with it")
    elif args.log is not None:
        raise RefusedError(
            "--log", "can't be repeated where words were changed by hand; expected no --debug"
        )
    elif args.panel or args.panel_record is not None:
        raise RefusedError("--panel", "doesn't go with --debug; expected one of the two")
    from machines.workshop.unattended.ibm704 import NAME, run_program

    if args.storage not in SIZES:
        raise RefusedError("--storage", f"{args.storage}; expected 4096, 8192 or 32768 words")
    beside = panel_of_run(args, NAME)
    debug = None
    if args.debug:  # its kernels are compiled for those who want it
        from machines.workshop.unattended.debugging import debug_deck

        debug = partial(debug_deck, args)
    return run_program(args, args.storage, args.max_seconds, args.sense, args.keys, beside, debug)
