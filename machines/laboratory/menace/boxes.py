"""``main.py menace boxes`` and ``menace odds``: what is in the matchboxes, at the start or in
a run, the ledger, and the exact chances of the beads as they lie.
"""

import argparse
import sys
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from devices.refusal import RefusedError
from machines.exhibit.run_record import RunRecord
from machines.games.noughts.board import READING, Board
from machines.laboratory.study.outputs import print_table
from machines.menace.beads import COLOURS, Cabinet, starting_beads
from machines.menace.build import EVERY_BOX, NAMES, OTHER_SIDE, Build, build
from machines.menace.day import DAY, table_of
from machines.menace.odds import odds
from machines.menace.opponents import variant_of_game
from machines.menace.sides import Player
from machines.menace.study import MACHINE, Study
from machines.storage.option_parsing import read_number
from machines.storage.run_store import read_run

# -- whose beads -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class BeadSource:
    """Beads, and since when they lie so."""

    cabinet: Cabinet
    words: str  # ``"are those of the start"``
    number: int = 1  # The next game's, which the opponent 1961 goes by
    other: Cabinet | None = None  # The run's other cabinet, where two play


def cabinets_of(run: RunRecord) -> tuple[list[Cabinet], int]:
    """The cabinets in a run's record, the machine's own first, and the next game's number.

    Raises RefusedError for beads that can't be its own.
    """
    if run.about.study == DAY:
        table = table_of(run)
        return [side for side in (table.cabinet, table.other) if side is not None], run.plays + 1
    study = Study.of_run(run)
    cabinets = [side for side in (study.cabinet, study.opponent) if isinstance(side, Cabinet)]
    return cabinets, study.settings.first + run.plays


def bead_source(args: argparse.Namespace) -> BeadSource:
    """The beads that ``--run`` and ``--build`` ask for.

    Raises RefusedError for a run without beads of that build.
    """
    if args.build is not None:
        build(args.build)
    if args.run is None:
        return BeadSource(Cabinet.new(args.build or "304"), "are those of the start")
    with read_run(Path(args.run), MACHINE) as run:
        cabinets, number = cabinets_of(run)
        words = f"lie as after play {run.plays} of {run.where}"
    for cabinet in cabinets:
        if args.build in (None, cabinet.build):
            other = next((second for second in cabinets if second.side != cabinet.side), None)
            return BeadSource(cabinet, words, number, other)
    found = " and ".join(cabinet.build for cabinet in cabinets)
    raise RefusedError("--build", f"is {args.build}; the beads in {run.where} are of {found}")


# -- boxes -----------------------------------------------------------------------------------------

BOARD_COLUMNS = 3


def print_boxes(args: argparse.Namespace) -> int:
    """Print what was asked for; raises RefusedError."""
    beads = bead_source(args)
    cabinet = beads.cabinet
    made = build(cabinet.build)
    if args.box is not None:
        number = read_number(args.box, "--box", 1, len(made.faces))
        _print_box(made, cabinet, number)
    elif args.stage is not None:
        stages = sorted({made.stage(number) for number in _numbers(made)})
        if args.stage not in map(str, stages):
            raise RefusedError(
                "--stage", f"{args.stage!r}; build {made.name} has {', '.join(map(str, stages))}"
            )
        _print_stage(made, cabinet, int(args.stage))
    else:
        _print_summary(made, cabinet, beads.words)
    return 0


def _numbers(made: Build) -> range:
    return range(1, len(made.faces) + 1)


def beads_in_words(made: Build, cabinet: Cabinet, number: int) -> str:
    """``"4 white, 3 lilac, 0 gold"``: every colour that the box had at the start."""
    row = cabinet.beads[number - 1]
    return ", ".join(f"{row[c]} {COLOURS[c]}" for c in made.colours(number))


def board_lines(board: Board, numbered: Collection[int] = range(9)) -> list[str]:
    """The board as three lines, with the number of each empty square that is ``numbered``."""
    letters = [board.at(cell) or (str(cell) if cell in numbered else " ") for cell in READING]
    return [" " + " | ".join(letters[at : at + BOARD_COLUMNS]) for at in range(0, 9, BOARD_COLUMNS)]


def _print_box(made: Build, cabinet: Cabinet, number: int) -> None:
    print(f"Box {number} of {made.name}, stage {made.stage(number)}:")
    print("\n".join(board_lines(made.faces[number - 1])))
    row = cabinet.beads[number - 1]
    print_table(
        ("square", "colour", "beads", "share"),
        [
            (str(c), COLOURS[c], str(row[c]), f"{row[c] / max(row.sum(), 1):.1%}")
            for c in made.colours(number)
        ],
    )


def _print_stage(made: Build, cabinet: Cabinet, stage: int) -> None:
    print_table(
        ("box", "face", "beads", "colours"),
        [
            (
                str(number),
                made.faces[number - 1].rows(),
                str(cabinet.beads[number - 1].sum()),
                beads_in_words(made, cabinet, number),
            )
            for number in _numbers(made)
            if made.stage(number) == stage
        ],
        title=f"Stage {stage} of build {made.name}",
    )


def _print_summary(made: Build, cabinet: Cabinet, words: str) -> None:
    print(f"Build {made.name}, which plays {made.side}. {made.reason}")
    print(f"The beads {words}.")
    rows = []
    for stage in sorted({made.stage(number) for number in _numbers(made)}):
        of_stage = [number for number in _numbers(made) if made.stage(number) == stage]
        rows.append(
            (
                str(stage),
                str(len(of_stage)),
                str(sum(len(made.colours(number)) for number in of_stage)),
                str(sum(cabinet.beads[number - 1].sum() for number in of_stage)),
                str(sum(not cabinet.beads[number - 1].any() for number in of_stage)),
            )
        )
    sums = [str(sum(int(row[c]) for row in rows)) for c in range(1, 5)]
    rows.append(("all", sums[0], sums[1], sums[2], sums[3]))
    print_table(("stage", "boxes", "colours", "beads", "empty"), rows)
    _print_ledger(cabinet)
    builds = [
        (made.name, str(len(made.faces)), str(starting_beads(made).sum()), made.reason)
        for made in map(build, NAMES)
    ]
    print_table(("build", "boxes", "beads", "why"), builds, title="The builds there are")


def _print_ledger(cabinet: Cabinet) -> None:
    ledger = cabinet.ledger()
    columns = (ledger.bought, ledger.boxes, ledger.cups, ledger.on_board)
    rows = [
        (str(c), COLOURS[c], *(str(column[c]) for column in columns)) for c in range(len(COLOURS))
    ]
    rows.append(("", "all", *(str(column.sum()) for column in columns)))
    balances = "balances" if ledger.balances else "does not balance"
    print_table(
        ("square", "colour", "bought", "in boxes", "in cups", "on board"),
        rows,
        title=f"The ledger {balances}: bought = in the boxes + in the cups + on the board",
    )


# -- odds ------------------------------------------------------------------------------------------

KINDS = ("random", "distinct", "standard:0.5", "expert", "perfect", "1961")
"""Whom the beads are measured against, beside another cabinet."""


def print_odds(args: argparse.Namespace) -> int:
    """Print the chances; raises RefusedError."""
    beads = bead_source(args)
    board = Board.of_rows(args.board.upper(), "--board") if args.board is not None else Board()
    if board.finished:
        raise RefusedError("--board", f"{board.rows()} is the end of a play; expected one before")
    found = chances(beads, board)
    made = build(beads.cabinet.build)
    print(f"Build {made.name}, which plays {made.side}; the beads {beads.words}.")
    print(f"From {board.rows()} on, for the boxes:")
    print_table(
        ("against", "win", "draw", "loss"),
        [(_titled(name, beads), *(f"{chance:.6f}" for chance in three)) for name, three in found],
    )
    print(" ".join(["RESULT", *(_said(name, three) for name, three in found)]))
    return 0


def chances(beads: BeadSource, board: Board) -> list[tuple[str, tuple[float, float, float]]]:
    """By opponent: the chances that the boxes win, draw, lose from that board on."""
    side = beads.cabinet.side
    others: list[tuple[str, Player]] = [
        (name, name) for name in KINDS if side == "O" or name != "1961"
    ]
    others.append(("menace", beads.other or Cabinet.new(EVERY_BOX[OTHER_SIDE[side]])))
    made = []
    for name, other in others:
        seats = (beads.cabinet, other) if side == "O" else (other, beads.cabinet)
        found = odds(*seats, number=beads.number, board=board)
        three = (found.win, found.draw, found.loss)
        made.append((name, three if side == "O" else three[::-1]))
    return made


def _titled(name: str, beads: BeadSource) -> str:
    """The opponent with what it stands for here."""
    if name == "1961":
        return f"1961, variant {variant_of_game(beads.number)}"
    if name == "menace":
        return "menace, as in this run" if beads.other else "menace, beads of the start"
    return name


def _said(name: str, three: tuple[float, float, float]) -> str:
    return " ".join(
        f"{name}.{what}={chance:.9f}"
        for what, chance in zip(("win", "draw", "loss"), three, strict=True)
    )


# -- a terminal beside the boxes -------------------------------------------------------------------


class Terminal(ABC):
    """Somebody types what is asked for."""

    unkept = False
    """Whether something couldn't be kept: then nothing more is taken."""

    def take_all(self) -> None:
        """Take what is typed, until it ends.  Raises RefusedError for what can't be kept."""
        while (said := self._ask()) not in (None, "q", "quit"):
            try:
                self.take(said or "")
            except RefusedError as refusal:
                if self.unkept:
                    raise
                print(f"Refused: {refusal}")

    @abstractmethod
    def question(self) -> str:
        """What is asked for."""

    @abstractmethod
    def take(self, said: str) -> None:
        """Take a line.  Raises RefusedError, nothing changed."""

    def _ask(self) -> str | None:
        """A line, in lower case, with a blank for each sign between; None at the input's end."""
        sys.stdout.write(f"{self.question()}: ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        said = " ".join(line.lower().replace(",", " ").replace(":", " ").split())
        if not line or not sys.stdin.isatty():  # on a terminal it stands there already
            print(said)
        return said if line else None
