"""``main.py run704 DECK.cbn``: a 704 program run with nobody at the console."""

import argparse

from devices.refusal import RefusedError
from machines.app.commands._deck_options import add_outlets
from machines.app.commands._panel_options import add_panel_options, panel_of_run
from machines.app.program import NAME
from machines.ibm704.operations import SIZES

MOST_SECONDS = 10_000_000
SECONDS = 3_600


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "run704",
        help="run a program on the 704 itself, until it stops",
        description="Load a deck into the 704 as the LOAD CARDS button does and run it, flat out. "
        "What the 716 prints comes first, then the registers, and as the last line how it stopped, "
        "such as PROGRAM STOP AT 00153 HPR 30071 (octal). Status 0 at a program stop (HPR, HTR); 2 "
        "at a divide check, a read-write check, an unknown operation, where the machine waits for "
        "an operator, after --max-seconds, or when the loader found a wrong check sum; 130 when "
        "interrupted.",
    )
    parser.add_argument(
        "deck", metavar="DECK.cbn", help=f"the program, as {NAME} assemble makes it"
    )
    parser.add_argument(
        "--cards",
        metavar="FILE",
        action="append",
        default=[],
        help="a deck of data that lies in the hopper behind the program, .txt or .cbn",
    )
    parser.add_argument(
        "--tape",
        metavar="N=FILE",
        action="append",
        default=[],
        help="mount a tape, .tap or .p7b, on unit N, 1 to 10; what the program writes is in FILE "
        "afterwards, which need not be there before",
    )
    add_outlets(parser)
    parser.add_argument("--punch", metavar="FILE", help="the punched cards go to a deck, .cbn")
    parser.add_argument(
        "--crt", metavar="FILE.png", help="what the program drew on the 740 goes to a picture"
    )
    parser.add_argument(
        "--sense", metavar="N,N", default="", help="sense switches that are down, such as 2,5"
    )
    parser.add_argument(
        "--keys", metavar="OCTAL", default="0", help="the entry keys, twelve octal digits"
    )
    parser.add_argument(
        "--storage", metavar="WORDS", default=str(SIZES[-1]), help="4096, 8192 or 32768 (32768)"
    )
    parser.add_argument(
        "--max-seconds",
        metavar="SECONDS",
        default=str(SECONDS),
        help=f"of the 704's time that the program may take ({SECONDS:,})",
    )
    add_panel_options(parser, "the 704's console")


def run(args: argparse.Namespace) -> int:
    """Run the program; the exit status.  Raises RefusedError."""
    from machines.app.kernels.compile import announce_compiling

    announce_compiling()
    from machines.app.ibm704.run_program import run_program
    from machines.app.option_parsing import read_number, read_seconds, read_switches, read_word
    from machines.app.unattended.ibm704 import NAME

    storage = read_number(args.storage, "--storage", SIZES[0], SIZES[-1])
    if storage not in SIZES:
        raise RefusedError("--storage", f"{storage}; expected 4096, 8192 or 32768 words")
    seconds = read_seconds(args.max_seconds, "--max-seconds", MOST_SECONDS)
    switches, keys = read_switches(args.sense), read_word(args.keys, "--keys")
    return run_program(args, storage, seconds, switches, keys, panel_of_run(args, NAME))
