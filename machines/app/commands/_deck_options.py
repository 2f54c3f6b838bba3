"""The options that commands which feed decks, or light a real panel, have in common."""

import argparse
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.app.option_parsing import Option
from machines.app.program import NAME

if TYPE_CHECKING:
    from machines.app.unattended.operator import Beside


def outlet_options(where: str = "") -> tuple[Option, Option]:
    """``--print`` and ``--log``; ``where`` says for what."""
    return (
        Option("--print FILE", f"{where}the listing goes to a file", dest="paper"),
        Option(
            "--log FILE",
            f"{where}keep the session's log, for replay; each line is on the disk before what it "
            "tells of is done",
        ),
    )


NOUGHTS_DECK = (
    Option(
        "--deck FILE",
        "feed this deck of control cards, .txt or .cbn, and print the listing: status 0 at its "
        "END, 2 where a card is refused or the hopper runs empty before it",
    ),
    Option(
        "--tape 1=FILE",
        "with --deck: mount a tape, .tap or .p7b, on unit 1; what SAVE writes on it is in FILE "
        "afterwards, which need not be there before",
        action="append",
        default=[],
    ),
    *outlet_options("with --deck: "),
)
"""``--deck`` and what goes with it, for the matchboxes and the Pegasus program."""


def check_deck_options(args: argparse.Namespace) -> None:
    """Raises RefusedError where what goes with a deck is given without one."""
    for option in NOUGHTS_DECK[1:]:
        if getattr(args, option.dest):
            raise RefusedError(option.name, "is for a deck; expected --deck FILE with it")


SENSE = "sense switches that are down, such as 2,5"


def panel_options(which: str) -> tuple[Option, Option]:
    """``--panel``, once or more, and ``--panel-record``; ``which`` says whose panel."""
    return (
        Option(
            "--panel [EXHIBIT=]PORT",
            f"light a real panel, {which}: a serial port, any URL that pyserial knows, or 'auto' "
            "(asks every port). Its switches work the machine as the screen's do; without it, or "
            "when it is lost, everything goes on and it is looked for again",
            action="append",
            default=[],
        ),
        Option(
            "--panel-record FILE",
            f"with --panel: keep what crosses the wire, for {NAME} panel replay",
        ),
    )


def panel_of_run(args: argparse.Namespace, exhibit: str) -> "Beside | None":
    """The panel that a run of the one exhibit has beside it; None: none was asked for.

    Raises RefusedError for one that it can't have.
    """
    if not args.panel and args.panel_record is None:
        return None
    from machines.app.panel.headless_panel import headless_panel
    from machines.app.panel.options import one_panel

    asked = one_panel(args.panel, args.panel_record, exhibit)
    return lambda session: headless_panel(asked, args.panel_record, exhibit, session)
