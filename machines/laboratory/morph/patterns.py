"""``main.py morph patterns``: a database listed, searched, written as JSON, drawn."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from devices.refusal import RefusedError
from machines.games.chess import Position, read_fen
from machines.laboratory.morph.databases import load_learner
from machines.laboratory.morph.pattern_file import as_json
from machines.laboratory.study.outputs import print_table
from machines.morph.learner import Learner, Record
from machines.morph.patterns import MaterialPattern
from machines.morph.scene import Hung
from machines.morph.sketch import hung
from machines.storage.files import check_apart, check_writable, replace_file
from machines.storage.folders import make_folder

POSITION_HEADINGS = ("number", "weight", "value", "updates", "way", "pattern")
HEADINGS = ("number", "weight", "updates", "uses", "variance", "age", "way", "pattern")
SIDE = 480
"""Pixels of a pattern's picture across."""


def _telling(record: Record) -> float:
    """How far from one half the weight is, believed the more, the more updates it had."""
    return abs(record.weight - 0.5) * record.updates / (record.updates + 12)


ORDERS: dict[str, Callable[[Record], float]] = {
    "telling": _telling,
    "weight": lambda record: record.weight,
    "updates": lambda record: record.updates,
    "uses": lambda record: record.uses,
    "variance": lambda record: record.variance,
    "age": lambda record: record.age,
}
"""By what ``--by`` puts the greatest first."""


def list_patterns(args: argparse.Namespace) -> int:
    """List and write; raises RefusedError."""
    check_apart({"DATABASE": args.database, "--json": args.json})
    folder = None if args.png is None else make_folder(args.png)
    position = None if args.fen is None else read_fen(args.fen, "--fen")
    if position is not None and args.find is not None:
        raise RefusedError("--fen", "takes the patterns that match; expected no --find with it")
    learner = load_learner(args.database, "DATABASE")
    if position is not None:
        title = f"{args.database} after {learner.games} games"
        found = _print_position(learner, position, title)[: args.top]
    else:
        found = chosen(learner.records(), args.find, args.by, args.least)[: args.top]
        print_table(HEADINGS, [_cells(one) for one in found], _title(args, learner))
    if args.json is not None:
        replace_file(args.json, as_json(learner.games, found))
    if folder is not None:
        _draw(found, folder)
    graphs = sum(not isinstance(one.pattern, MaterialPattern) for one in found)
    print(
        f"RESULT listed={len(found)} graph={graphs} material={len(found) - graphs} "
        f"patterns={len(learner)} games={learner.games}"
    )
    return 0


def chosen(
    records: Sequence[Record], find: str | None, by: str, least: int = 0
) -> tuple[Record, ...]:
    """Those in whose words all that is looked for stands, the greatest first.

    The words of a pattern are its nodes and edges as they are listed, or the material in words, and
    the way in which it came; one that is looked for may have signs around it such as ``k e8``.
    """
    words = [] if find is None else [part.strip() for part in find.split(",") if part.strip()]
    found = [
        one
        for one in records
        if one.updates >= least and all(part in f"{one.pattern}, {one.way}" for part in words)
    ]
    return tuple(sorted(found, key=lambda one: (-ORDERS[by](one), one.number)))


def _print_position(learner: Learner, position: Position, title: str) -> tuple[Record, ...]:
    """Print how a position's value comes about, for who has just moved.

    The patterns are the most specific that hold in it, in the order of folding.
    """
    made, records = learner.evaluate(position), learner.records()
    found = tuple(records[row] for row in made.rows)
    rows = [
        (
            *f"{one.number} {step.weight:.3f} {step.value:.3f} {one.updates}".split(),
            one.way,
            str(one.pattern),
        )
        for one, step in zip(found, made.fold.steps, strict=True)
    ]
    mover = "White" if position.black_to_move else "Black"
    title = f"{title}: {made.value:.3f} for {mover}, who has just moved"
    print_table(POSITION_HEADINGS, rows, title)
    return found


def _title(args: argparse.Namespace, learner: Learner) -> str:
    looked = f" with {args.find!r}" if args.find is not None else ""
    return (
        f"Patterns of {args.database} after {learner.games} games{looked}, by {args.by} "
        "(capitals: White, who has just moved; 1 is won for White)"
    )


def _cells(one: Record) -> tuple[str, ...]:
    numbers = f"{one.number} {one.weight:.3f} {one.updates} {one.uses} {one.variance:.2f} {one.age}"
    return (*numbers.split(), one.way, str(one.pattern))


def _draw(records: Sequence[Record], folder: Path) -> None:
    """One picture each, named by its place in the list and its number in the database."""
    from devices.screen.png import png
    from machines.morph.picture.small_board import pattern_surface

    wide = len(str(len(records)))
    for place, record in enumerate(records, 1):
        picture = Hung(record.weight, hung(record.pattern), record.updates)
        name = f"{place:0{wide}d}-pattern-{record.number}.png"
        check_writable(folder / name, ".png")
        replace_file(folder / name, png(pattern_surface(picture, SIDE)))
