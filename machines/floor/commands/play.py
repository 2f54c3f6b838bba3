"""``main.py play --deck FILE``: the checkers job without a window; prints what the 716 prints."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from devices.refusal import RefusedError

if TYPE_CHECKING:
    from devices.media.paper import PrintedLine
    from machines.ibm704.exhibit import Ibm704
    from machines.session import Session

NAME = "ibm704"
SLICE_US = 2_000_000
"""Machine time let pass at once: some milliseconds of a computer's."""
SAMPLE = 1_000
"""Nobody looks at the lamps: they are counted rarely."""
LOAD_US = 5_000_000
"""A tape unit lowers its tape into the columns and finds the load point in less."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "play",
        help="feed a deck to the checkers program and print its listing",
        description="Feed a deck of control cards to Samuel's checkers program, as the console "
        "does with LOAD CARDS and START, and print what the 716 prints. Status 0 when the deck's "
        "END was reached; 2 when a card was refused or the hopper ran empty before END (the "
        "position is then kept as a deck to go on with, in DATA/decks).",
    )
    parser.add_argument("--deck", metavar="FILE", required=True, help="a deck, .txt or .cbn")
    parser.add_argument(
        "--tape",
        metavar="UNIT=FILE",
        action="append",
        default=[],
        help="mount a tape (.tap or .p7b) on unit 1 or 2; a book tape goes on unit 1",
    )
    parser.add_argument(
        "--sense", metavar="N,N", default="", help="sense switches that are down, such as 2,5"
    )
    parser.add_argument("--print", metavar="FILE", dest="paper", help="the listing goes to a file")
    parser.add_argument("--log", metavar="FILE", help="keep the session's log, for replay")


def run(args: argparse.Namespace) -> int:
    """Play the deck; the exit status."""
    from machines.floor.warm import name_cache, numba_is_loaded

    if not numba_is_loaded():
        name_cache()
    from devices.media.deck import deck_value, read_deck
    from machines.floor.files import read_file, replace_file

    path = Path(args.deck)
    deck = deck_value(read_deck(read_file(path), path.name))
    tapes = dict(_tape(text) for text in args.tape)
    switches = _switches(args.sense)
    log: list[str] = []
    session = _session(log)
    listing = _Listing(sys.stdout if args.paper is None else None)
    try:
        with _watching(session) as tell:
            why = _play(session, deck, tapes, switches, listing, tell)
    finally:
        session.end()
        if args.paper is not None:
            replace_file(Path(args.paper), listing.text().encode())
        if args.log is not None:
            replace_file(Path(args.log), "".join(f"{line}\n" for line in log).encode())
    if why:
        kept = _keep(_machine(session), path.stem, args.data)
        raise RefusedError("play", f"{why}{kept}")
    return 0


def _session(log: list[str]) -> "Session":
    from machines import museum
    from machines.floor.panels import panel
    from machines.session import Session

    one = museum.standing(NAME)
    exhibit = museum.make_exhibit(one, panel(one))
    exhibit.sample = SAMPLE  # type: ignore[attr-defined]
    return Session({NAME: exhibit}, log.append)


def _machine(session: "Session") -> "Ibm704":
    return session.exhibit(NAME)  # type: ignore[return-value]


def _switches(text: str) -> tuple[int, ...]:
    """``2,5`` as switch numbers.  Raises RefusedError."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for part in parts:
        if part not in ("1", "2", "3", "4", "5", "6"):
            raise RefusedError("--sense", f"{part!r}; expected switches 1 to 6, such as 2,5")
    return tuple(int(part) for part in parts)


def _tape(text: str) -> tuple[str, str]:
    """``1=BOOK.tap`` as the unit's name and the tape's content.  Raises RefusedError."""
    from devices.media.tape import read_tape, tape_value
    from machines.floor.files import read_file

    unit, _, name = text.partition("=")
    if unit not in ("1", "2") or not name:
        raise RefusedError("--tape", f"{text!r}; expected a unit and a file, such as 1=BOOK.tap")
    path = Path(name)
    return f"tape{unit}", tape_value(read_tape(read_file(path), path.name))


class _Listing:
    """The paper as it is printed, given on line by line."""

    def __init__(self, out: "object | None") -> None:
        self.out = out
        self.lines: list[PrintedLine] = []
        self.given = 0

    def text(self) -> str:
        from devices.media.paper import text_of_lines

        return text_of_lines(self.lines)

    def follow(self, machine: "Ibm704") -> None:
        """Give on what has been printed since."""
        if len(machine.state.printer.paper.lines) == len(self.lines):
            return
        self.lines = list(machine.state.printer.paper.lines)
        if self.out is None:
            return
        text = self.text()
        sys.stdout.write(text[self.given :])
        sys.stdout.flush()
        self.given = len(text)


def _play(
    session: "Session",
    deck: str,
    tapes: dict[str, str],
    switches: tuple[int, ...],
    listing: _Listing,
    tell: "object",
) -> str:
    """Do what an operator would; why it ended before END, empty when it reached it."""
    from machines.samuel.state import Phase, Stop

    machine = _machine(session)

    def press(control: str) -> None:
        session.act(NAME, control, 1)
        session.act(NAME, control, 0)

    for unit, tape in tapes.items():
        session.act(NAME, f"{unit}.mount", tape)
        press(f"{unit}.load_rewind")
        session.advance(NAME, LOAD_US)
        press(f"{unit}.start")
    for switch in switches:
        session.act(NAME, f"console.sense.{switch}", 1)
    session.act(NAME, "reader.hopper", deck)
    press("reader.start")
    press("console.load_cards")
    while True:
        view = session.advance(NAME, SLICE_US)
        listing.follow(machine)
        if session.finished(NAME):
            session.mark(NAME, weigh=False)
        if callable(tell):
            tell(view)
        if view.busy:
            continue
        state = machine.program.state
        stop = state.stop if state.phase is Phase.STOPPED else Stop.NONE
        if stop is Stop.END:
            return ""
        if stop in (Stop.FIRST_ACT, Stop.AFTER_MOVE, Stop.SHOWING) or (
            state.setting_up and state.games and stop is Stop.NONE
        ):
            press("console.start")
            continue
        return view.reason


def _keep(machine: "Ibm704", name: str, data: str | None) -> str:
    """Keep the games that are under way as a deck to go on with; a sentence that says where."""
    from machines.floor.files import replace_file
    from machines.floor.folders import data_folder
    from machines.samuel.keeping import kept_cards

    cards = kept_cards(machine.program.state)
    if not cards:
        return ""
    path = data_folder(data) / "decks" / f"{name.removeprefix('kept-')[:40]}-kept.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, "".join(f"{card}\n" for card in cards).encode())
    return f"; the position is kept in {path}"


@contextmanager
def _watching(session: "Session") -> Iterator[object]:
    """On a terminal: moves, boards and machine time on one line of standard error."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("the deck is being read") as status:

        def tell(view: object) -> None:
            seen = session.views[NAME]
            minutes, seconds = divmod(seen.now_us // 1_000_000, 60)
            status.update(
                f"{seen.tallies['moves']} moves, {seen.tallies['boards']:,} boards, "
                f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d} of the 704's time"
            )

        yield tell
