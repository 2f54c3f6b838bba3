"""``main.py run704 DECK.cbn``: a 704 program run with nobody at the console."""

import argparse
from functools import partial

from devices.refusal import RefusedError
from machines.app.commands._deck_options import (
    SENSE,
    outlet_options,
    panel_of_run,
    panel_options,
)
from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    Command,
    Option,
    read_seconds,
    read_switches,
    read_word,
    whole,
)
from machines.app.program import NAME
from machines.ibm704.operations import SIZES

MOST_SECONDS = 10_000_000
SECONDS = 3_600


COMMAND = Command(
    "run a program on the 704 itself, until it stops",
    "Load a deck into the 704 as the LOAD CARDS button does and run it, flat out. What the 716 "
    "prints comes first, then the registers, and as the last line how it stopped, such as PROGRAM "
    "STOP AT 00153 HPR 30071 (octal). Status 0 at a program stop (HPR, HTR); 2 at a divide check, "
    "a read-write check, an unknown operation, where the machine waits for an operator, after "
    "--max-seconds, or when the loader found a wrong check sum; 130 when interrupted.",
    Option("deck DECK.cbn", f"the program, as {NAME} assemble makes it"),
    Option(
        "--cards FILE",
        "a deck of data that lies in the hopper behind the program, .txt or .cbn",
        action="append",
        default=[],
    ),
    Option(
        "--tape N=FILE",
        "mount a tape, .tap or .p7b, on unit N, 1 to 10; what the program writes is in FILE "
        "afterwards, which need not be there before",
        action="append",
        default=[],
    ),
    *outlet_options(),
    Option("--punch FILE", "the punched cards go to a deck, .cbn"),
    Option("--crt FILE.png", "what the program drew on the 740 goes to a picture"),
    Option("--sense N,N", SENSE, read_switches, default=""),
    Option("--keys OCTAL", "the entry keys, twelve octal digits", read_word, default="0"),
    Option(
        "--storage WORDS",
        "4096, 8192 or 32768 (32768)",
        whole(SIZES[0], SIZES[-1]),
        default=SIZES[-1],
    ),
    Option(
        "--max-seconds SECONDS",
        f"of the 704's time that the program may take ({SECONDS:,})",
        partial(read_seconds, most=MOST_SECONDS),
        default=str(SECONDS),
    ),
    *panel_options("the 704's console"),
)


def run(args: argparse.Namespace) -> int:
    """Run the program; the exit status.  Raises RefusedError."""
    announce_compiling()
    from machines.app.ibm704.run_program import run_program
    from machines.app.unattended.ibm704 import NAME

    if args.storage not in SIZES:
        raise RefusedError("--storage", f"{args.storage}; expected 4096, 8192 or 32768 words")
    beside = panel_of_run(args, NAME)
    return run_program(args, args.storage, args.max_seconds, args.sense, args.keys, beside)
