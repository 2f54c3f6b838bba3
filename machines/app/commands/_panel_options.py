"""The options of commands that light a real panel; nothing heavy comes in with this."""

import argparse
from typing import TYPE_CHECKING

from machines.app.program import NAME

if TYPE_CHECKING:
    from machines.app.unattended.operator import Beside


def add_panel_options(parser: argparse.ArgumentParser, which: str) -> None:
    """Declare ``--panel``, once or more, and ``--panel-record``; ``which`` says whose panel."""
    parser.add_argument(
        "--panel",
        metavar="[EXHIBIT=]PORT",
        action="append",
        default=[],
        help=f"light a real panel, {which}: a serial port, any URL that pyserial knows, or 'auto' "
        "(asks every port). Its switches work the machine as the screen's do; without it, or when "
        "it is lost, everything goes on and it is looked for again",
    )
    parser.add_argument(
        "--panel-record",
        metavar="FILE",
        help=f"with --panel: keep what crosses the wire, for {NAME} panel replay",
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
