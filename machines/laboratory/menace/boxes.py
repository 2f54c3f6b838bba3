"""``main.py menace boxes``: what is in the matchboxes, box by box or by stage, and the ledger."""

import argparse
from collections.abc import Collection

from devices.refusal import RefusedError
from machines.games.noughts.board import READING, Board
from machines.laboratory.menace.run_records import bead_source
from machines.laboratory.study.outputs import print_table
from machines.menace.beads import COLOURS, Cabinet, starting_beads
from machines.menace.build import NAMES, Build, build
from machines.storage.option_parsing import read_number

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
    letters = [board.at(one) or (str(one) if one in numbered else " ") for one in READING]
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
    _print_builds()


def _print_builds() -> None:
    """Every build and why one might build it so."""
    rows = [
        (made.name, str(len(made.faces)), str(starting_beads(made).sum()), made.reason)
        for made in map(build, NAMES)
    ]
    print_table(("build", "boxes", "beads", "why"), rows, title="The builds there are")


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
