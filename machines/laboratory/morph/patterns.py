"""``main.py morph patterns`` and ``morph table``: a database listed, searched, written as JSON,
drawn, and what material came to be worth in it, beside the paper's Table 5.1.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from devices.refusal import RefusedError
from machines.games.chess import Position, read_fen
from machines.laboratory.morph.databases import as_json, load_learner
from machines.laboratory.study.outputs import print_table, write_outputs
from machines.morph.history import GAMES, PATTERNS, TABLE, Printed
from machines.morph.learner import Learner, Record
from machines.morph.patterns import MaterialPattern
from machines.morph.scene import Hung, hung
from machines.storage.files import check_apart, check_writable, replace_file
from machines.storage.folders import make_folder

POSITION_HEADINGS = ("number", "weight", "value", "updates", "way", "pattern")
HEADINGS = ("number", "weight", "updates", "uses", "variance", "age", "way", "pattern")
SIDE = 480
"""Pixels of a pattern's picture across."""


ORDERS: dict[str, Callable[[Record], float]] = {
    "telling": lambda record: abs(record.weight - 0.5) * record.updates / (record.updates + 12),
    "weight": lambda record: record.weight,
    "updates": lambda record: record.updates,
    "uses": lambda record: record.uses,
    "variance": lambda record: record.variance,
    "age": lambda record: record.age,
}
"""By what ``--by`` puts the greatest first; telling: how far from one half the weight is, believed
the more, the more updates it had."""


def list_patterns(args: argparse.Namespace) -> int:
    """List and write; raises RefusedError."""
    file = args.result_json if isinstance(args.result_json, Path) else None
    check_apart({"DATABASE": args.database, "--json": file})
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
        print_table(HEADINGS, [_cells(record) for record in found], _title(args, learner))
    if file is not None:
        replace_file(file, as_json(learner.games, found))
    if folder is not None:
        _draw(found, folder)
    graphs = sum(not isinstance(record.pattern, MaterialPattern) for record in found)
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
        row
        for row in records
        if row.updates >= least and all(part in f"{row.pattern}, {row.way}" for part in words)
    ]
    return tuple(sorted(found, key=lambda row: (-ORDERS[by](row), row.number)))


def _print_position(learner: Learner, position: Position, title: str) -> tuple[Record, ...]:
    """Print how a position's value comes about, for who has just moved.

    The patterns are the most specific that hold in it, in the order of folding.
    """
    made, records = learner.evaluate(position), learner.records()
    found = tuple(records[row] for row in made.rows)
    rows = [
        (
            *f"{record.number} {step.weight:.3f} {step.value:.3f} {record.updates}".split(),
            record.way,
            str(record.pattern),
        )
        for record, step in zip(found, made.fold.steps, strict=True)
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


def _cells(row: Record) -> tuple[str, ...]:
    numbers = f"{row.number} {row.weight:.3f} {row.updates} {row.uses} {row.variance:.2f} {row.age}"
    return (*numbers.split(), row.way, str(row.pattern))


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


# -- Table 5.1 -------------------------------------------------------------------------------------

MATERIAL_HEADINGS = (
    "P", "N", "B", "R", "Q", "trad.", "weight", "updates", "variance", "age",
    "ours", "updates", "variance", "age",
)  # fmt: skip
MATERIAL_COLUMNS = (
    "pawn", "knight", "bishop", "rook", "queen", "traditional", "weight", "updates", "variance",
    "age", "our_weight", "our_updates", "our_variance", "our_age",
)  # fmt: skip
Row = tuple[Printed, Record | None]


def compare_material(args: argparse.Namespace) -> int:
    """Print the table and how the weights lie.  Raises RefusedError."""
    learner = load_learner(args.database, "DATABASE")
    rows = rows_of(learner)
    print_table(
        MATERIAL_HEADINGS,
        [_material_cells(*row) for row in rows],
        f"Table 5.1, after {GAMES} games ({PATTERNS} patterns), and {args.database} after "
        f"{learner.games} games ({len(learner)} patterns)",
    )
    write_outputs(args, MATERIAL_COLUMNS, (_material_numbers(*row) for row in rows))
    print(material_result(learner, rows))
    return 0


def rows_of(learner: Learner) -> tuple[Row, ...]:
    """Each line of Table 5.1 with what we have of it."""
    return tuple((row, learner.record(MaterialPattern(row.material))) for row in TABLE)


def is_single(printed: Printed) -> bool:
    """Whether one side is up one man and nothing else."""
    return sum(map(abs, printed.material)) == 1


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's, equals sharing their ranks; 0 where one of them doesn't vary."""
    first, second = _ranks(one), _ranks(other)
    means = sum(first) / len(first), sum(second) / len(second)
    across = sum((a - means[0]) * (b - means[1]) for a, b in zip(first, second, strict=True))
    spread = sum((a - means[0]) ** 2 for a in first) * sum((b - means[1]) ** 2 for b in second)
    return across / spread**0.5 if spread else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2
        for value in values
    ]


def material_result(learner: Learner, rows: Sequence[Row]) -> str:
    """The last line: signs and ranks of the single men, ranks of all lines that we have."""
    ours = [(printed, record) for printed, record in rows if record is not None and record.updates]
    singles = [(printed, record) for printed, record in ours if is_single(printed)]
    signs = sum((record.weight - 0.5) * printed.traditional > 0 for printed, record in singles)

    def rank(of: Sequence[tuple[Printed, Record]]) -> float:
        if len(of) < 2:
            return 0.0
        return rank_correlation([r.weight for _, r in of], [p.traditional for p, _ in of])

    wanted = sum(map(is_single, TABLE))
    return (
        f"RESULT games={learner.games} patterns={len(learner)} rows={len(ours)} "
        f"signs={signs}/{wanted} rank={rank(singles):.3f} rank_all={rank(ours):.3f}"
    )


def _material_numbers(printed: Printed, ours: Record | None) -> tuple[object, ...]:
    theirs = (printed.weight, printed.updates, printed.variance, printed.age)
    mine: tuple[object, ...] = (None, None, None, None)
    if ours is not None:
        mine = (round(ours.weight, 4), ours.updates, round(ours.variance, 3), ours.age)
    return (*printed.material, printed.traditional, *theirs, *mine)


def _material_cells(printed: Printed, ours: Record | None) -> tuple[str, ...]:
    theirs = (f"{printed.weight:.3f}", str(printed.updates), f"{printed.variance:g}",
              str(printed.age))  # fmt: skip
    mine = ("", "", "", "")
    if ours is not None:
        mine = (f"{ours.weight:.3f}", str(ours.updates), f"{ours.variance:.2f}", str(ours.age))
    men = (f"{count:+d}" if count else "0" for count in printed.material)
    return (*men, f"{printed.traditional:+d}", *theirs, *mine)
