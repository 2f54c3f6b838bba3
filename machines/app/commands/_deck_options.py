"""The options that commands which feed decks have in common; nothing heavy comes in with this."""

import argparse


def add_outlets(parser: argparse.ArgumentParser, where: str = "") -> None:
    """Declare ``--print`` and ``--log``; ``where`` says for what."""
    parser.add_argument(
        "--print", metavar="FILE", dest="paper", help=f"{where}the listing goes to a file"
    )
    parser.add_argument(
        "--log",
        metavar="FILE",
        help=f"{where}keep the session's log, for replay; each line is on the disk before what it "
        "tells of is done",
    )


def add_noughts_deck(parser: argparse.ArgumentParser) -> None:
    """Declare ``--deck`` and what goes with it, for the matchboxes and the Pegasus program."""
    parser.add_argument(
        "--deck",
        metavar="FILE",
        help="feed this deck of control cards, .txt or .cbn, and print the listing: status 0 at "
        "its END, 2 where a card is refused or the hopper runs empty before it",
    )
    parser.add_argument(
        "--tape",
        metavar="1=FILE",
        action="append",
        default=[],
        help="with --deck: mount a tape, .tap or .p7b, on unit 1; what SAVE writes on it is in "
        "FILE afterwards, which need not be there before",
    )
    add_outlets(parser, "with --deck: ")
