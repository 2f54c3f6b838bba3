"""``main.py menace play``: a visitor at the matchbox table, in words; each play is kept at once."""

import argparse
from pathlib import Path

from devices.refusal import RefusedError
from machines.games.noughts.board import SQUARES
from machines.laboratory.menace.boxes import Terminal, board_lines
from machines.menace import text
from machines.menace.beads import COLOURS
from machines.menace.build import build
from machines.menace.day import about_day, checkpoint, play_data, table_of
from machines.menace.opponents import VISITOR
from machines.menace.state import SEED, TableState
from machines.menace.study import MACHINE
from machines.menace.table import Table
from machines.storage.files import file_exists
from machines.storage.folders import data_folder
from machines.storage.program import VERSION
from machines.storage.run_file import RunFile
from machines.storage.run_store import new_run, newest_path, next_path, open_run
from machines.storage.telling import tell_user

NAME = "menace-play"
"""Of the runs that this keeps."""
SHOWN = ("finding", "placing", "empty")
"""Phases that are told of; the others go without words."""
HELP = "a square 0-8, u to take back, n for a new play, q to end"


def play_in_terminal(args: argparse.Namespace) -> int:
    """Play until the visitor ends it.  Raises RefusedError."""
    record, state = open_day(args)
    with record:
        tell_user(f"menace: the plays are kept in {record.path}")
        TerminalGame(record, Table(state)).play()
        score = Table(state).score
    print(
        f"RESULT wins={score.wins} draws={score.draws} losses={score.losses} "
        f"score={score.score} games={score.games}"
    )
    return 0


def open_day(args: argparse.Namespace) -> tuple[RunFile, TableState]:
    """The run to go on with, or a new one.  Raises RefusedError."""
    seed = SEED if args.seed is None else args.seed
    if args.build is not None:
        build(args.build)
    folder = data_folder(args.data) if args.out is None else None
    path = next_path(folder, NAME) if folder else Path(args.out)
    newest = newest_path(folder, NAME) if folder else path
    if newest is not None and file_exists(newest) and not args.new_day:
        return _gone_on_with(newest, args)
    state = TableState.new(args.build or "304", seed)
    return new_run(path, about_day(VERSION, seed), checkpoint(state, whole=True)), state


def _gone_on_with(path: Path, args: argparse.Namespace) -> tuple[RunFile, TableState]:
    record = open_run(path, MACHINE)
    try:
        state = table_of(record)
        if args.build not in (None, state.cabinet.build):
            what = f"is {args.build}; the beads in {record.where} are of {state.cabinet.build}"
            raise RefusedError("--build", f"{what}; --new-day begins with others")
        if args.seed is not None:
            raise RefusedError("--seed", f"is of a new day; {record.where} is gone on with")
    except BaseException:
        record.close()
        raise
    return record, state


class TerminalGame(Terminal):
    """A visitor before the table."""

    def __init__(self, record: RunFile, table: Table) -> None:
        self.record = record
        self.table = table

    def play(self) -> None:
        """Take what is typed, until it ends.  Raises RefusedError if a play can't be kept."""
        self._begin()
        self.take_all()
        if self.table.under_way:
            print("The play on the board is broken off; its beads are back in their boxes.")

    def question(self) -> str:
        """What is asked for."""
        if self.table.asks:
            return "Your square"
        if self.table.empty_first_box(VISITOR):
            return "r to reload the first box, u to take back, q to end"
        return "n for a new play, u to take back, q to end"

    def take(self, said: str) -> None:
        """One act.  Raises RefusedError, nothing changed."""
        if said in map(str, SQUARES):
            self.table.move(int(said))
            self._go_on()
        elif said == "u":
            self._take_back()
        elif said in ("n", ""):
            if said == "" and self.table.asks:
                raise RefusedError("your square", f"is missing; expected {HELP}")
            self._begin()
        elif said == "r":
            self.table.reload()
            self._begin()
        else:
            raise RefusedError("your act", f"is {said!r}; expected {HELP}")

    def _begin(self) -> None:
        if self.table.empty_first_box(VISITOR):
            print("The first box is empty: the machine declines to play.")
            return
        self.table.begin(VISITOR)
        print(f"\nPlay {self.table.state.book.plays + 1}.")
        self._go_on()

    def _take_back(self) -> None:
        """The play on the board, or else the last one, out of the record too."""
        before = self.table.state.book.plays
        self.table.take_back()
        if self.table.state.book.plays < before:
            self.unkept = True
            self.record.take_back(checkpoint(self.table.state, whole=True))
            self.unkept = False
            print("The last play is taken back, its beads are where they were before it.")
        else:
            print("The play on the board is taken back.")

    def _go_on(self) -> None:
        """Let the table do what it does without the visitor."""
        state = self.table.state
        while self.table.under_way and (due := self.table.due_us()) is not None:
            if state.play.phase in SHOWN:
                self._tell()
            self.table.advance(due)
        print("\n".join(board_lines(state.play.board)))
        if not self.table.under_way:
            self._finish()

    def _tell(self) -> None:
        """What happens at the box that is open."""
        state = self.table.state
        print(text.caption(state))
        if state.play.phase == "finding":
            box = state.play.opened[-1]
            held = [f"{n} {COLOURS[c]}" for c, n in enumerate(box.beads) if n]
            print(f"It holds {', '.join(held) or 'no beads'}.")

    def _finish(self) -> None:
        """The play is over: keep it, then tell what it brought."""
        state = self.table.state
        (play,) = state.book.since(state.book.number - 1, state.book.day)
        self.unkept = True
        self.record.keep(1, play_data(play), checkpoint(state, whole=True))
        self.unkept = False
        print(text.ending(state))
        for number, colour, gain in self.table.state.play.gains:
            what = f"gets {gain}" if gain > 0 else f"loses {-gain}" if gain < 0 else "keeps its"
            print(f"Box {number} {what} {COLOURS[colour]}.")
        score = self.table.score
        print(f"The machine's day: {score.wins} won, {score.draws} drawn, {score.losses} lost.")
