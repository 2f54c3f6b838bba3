"""``main.py play --deck FILE``: the checkers job without a window; prints what the 716 prints."""

import argparse
import contextlib
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.floor.interruptions import interruptions

if TYPE_CHECKING:
    from devices.media.paper import PrintedLine
    from machines.exhibit import View
    from machines.floor.unattended import Attendant

PROGRESS_S = 0.1
NAME_LENGTH = 60
"""Of a deck that is kept, at most."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "play",
        help="feed a deck to the checkers program and print its listing",
        description="Feed a deck of control cards to Samuel's checkers program, as the console "
        "does with LOAD CARDS and START, and print what the 716 prints. Status 0 when the deck's "
        "END was reached; 2 when a card was refused or the hopper ran empty before END, and 130 "
        "when it was interrupted: the games under way are then kept as a deck to go on with, in "
        "DATA/decks.",
    )
    parser.add_argument("--deck", metavar="FILE", required=True, help="a deck, .txt or .cbn")
    parser.add_argument(
        "--tape",
        metavar="UNIT=FILE",
        action="append",
        default=[],
        help="mount a tape (.tap or .p7b) on unit 1 or 2; a book tape goes on unit 1, for decks "
        "that put sense switch 3 down",
    )
    parser.add_argument(
        "--sense", metavar="N,N", default="", help="sense switches that are down, such as 2,5"
    )
    parser.add_argument("--print", metavar="FILE", dest="paper", help="the listing goes to a file")
    parser.add_argument(
        "--log",
        metavar="FILE",
        help="keep the session's log, for replay; each line is on the disk before what it tells of "
        "is done",
    )


def run(args: argparse.Namespace) -> int:
    """Play the deck; the exit status."""
    from machines.floor.warm import name_cache, numba_is_loaded

    if not numba_is_loaded():
        name_cache()
    from devices.media.deck import deck_value, read_deck
    from machines.floor.files import check_place, read_file, replace_file
    from machines.floor.store import LogFile
    from machines.floor.unattended import Attendant

    for place in filter(None, (args.paper, args.log)):
        check_place(Path(place))
    path = Path(args.deck)
    deck = deck_value(read_deck(read_file(path), path.name))
    tapes = dict(_tape(text) for text in args.tape)
    switches = _switches(args.sense)
    log = LogFile(Path(args.log)) if args.log is not None else None
    attendant = Attendant(log or (lambda line: None))
    listing = _Listing(printed=args.paper is None)
    with interruptions() as interrupted:
        try:
            attendant.load(deck, tapes, switches)
            why = _watch(attendant, listing, interrupted)
            attendant.session.end()
        except BrokenPipeError:
            _say(f"nobody reads the listing any more{_keep(attendant, path.stem, args.data)}")
            raise
        except RefusedError as refusal:  # the log's, where something is under way
            what = f"{refusal.what}{_keep(attendant, path.stem, args.data)}"
            raise RefusedError(refusal.where, what) from refusal
        finally:
            with contextlib.suppress(RefusedError):  # then it has been refused above
                attendant.session.end()
            if log is not None:
                log.close()
            if args.paper is not None:
                replace_file(Path(args.paper), listing.text().encode())
        kept = _keep(attendant, path.stem, args.data) if why else ""
    if interrupted:
        _say(f"interrupted{kept}")
        raise KeyboardInterrupt
    if why:
        raise RefusedError("", f"{why}{kept}")
    return 0


def _say(words: str) -> None:
    sys.stderr.write(f"play: {words}\n")


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


def _watch(attendant: "Attendant", listing: "_Listing", interrupted: list[int]) -> str:
    """Run it with its lines given on and its progress told."""
    progress = _Progress(sys.stderr.isatty())

    def each(view: "View") -> bool:
        lines = attendant.machine.state.printer.paper.lines
        if len(lines) > len(listing.lines):
            progress.wipe()
            listing.follow(lines)
        progress.tell(view)
        return not interrupted

    try:
        return attendant.run(each)
    finally:
        progress.wipe()


def _keep(attendant: "Attendant", name: str, data: str | None) -> str:
    """Keep the games that are under way as a deck to go on with; a sentence that says where."""
    from machines.floor.files import replace_file
    from machines.floor.folders import data_folder

    kept = attendant.kept(name.removesuffix("-kept")[:NAME_LENGTH])
    if kept is None:
        return ""
    try:
        path = data_folder(data_folder(data) / "decks") / kept[0]
        replace_file(path, kept[1])
    except RefusedError as refusal:
        return f"; the position is not kept: {refusal}"
    return f"; the position is kept in {path}"


class _Listing:
    """The paper as it is printed, given on line by line."""

    def __init__(self, printed: bool) -> None:
        self.printed = printed
        self.lines: list[PrintedLine] = []
        self._given = 0

    def text(self) -> str:
        """All of it."""
        from devices.media.paper import text_of_lines

        return text_of_lines(self.lines)

    def follow(self, lines: "list[PrintedLine]") -> None:
        """Give on what has been printed since."""
        self.lines = list(lines)
        if self.printed:
            text = self.text()
            sys.stdout.write(text[self._given :])
            sys.stdout.flush()
            self._given = len(text)


class _Progress:
    """On a terminal: moves, boards and machine time on one line of standard error."""

    def __init__(self, shown: bool) -> None:
        self.shown = shown
        self._told = 0.0
        self._stands = False

    def tell(self, view: "View") -> None:
        """Write the line anew, if it is time."""
        now = time.monotonic()
        if not self.shown or now - self._told < PROGRESS_S:
            return
        self._told, self._stands = now, True
        minutes, seconds = divmod(view.now_us // 1_000_000, 60)
        line = (
            f"{view.tallies['moves']} moves, {view.tallies['boards']:,} boards, "
            f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d} of the 704's time"
        )
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r\x1b[K{line[:width]}")
        sys.stderr.flush()

    def wipe(self) -> None:
        """Take the line away."""
        if self._stands:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._stands = False
