"""``main.py morph table``: what material came to be worth, beside the paper's Table 5.1."""

import argparse
from collections.abc import Sequence

from machines.laboratory.morph.databases import load_learner
from machines.laboratory.study.outputs import print_table, write_outputs
from machines.morph.history import GAMES, PATTERNS, TABLE, Printed
from machines.morph.learner import Learner, Record
from machines.morph.patterns import MaterialPattern

HEADINGS = (
    "P", "N", "B", "R", "Q", "trad.", "weight", "updates", "variance", "age",
    "ours", "updates", "variance", "age",
)  # fmt: skip
COLUMNS = (
    "pawn", "knight", "bishop", "rook", "queen", "traditional", "weight", "updates", "variance",
    "age", "our_weight", "our_updates", "our_variance", "our_age",
)  # fmt: skip
Row = tuple[Printed, Record | None]


def compare_material(args: argparse.Namespace) -> int:
    """Print the table and how the weights lie.  Raises RefusedError."""
    learner = load_learner(args.database, "DATABASE")
    rows = rows_of(learner)
    print_table(
        HEADINGS,
        [_cells(*row) for row in rows],
        f"Table 5.1, after {GAMES} games ({PATTERNS} patterns), and {args.database} after "
        f"{learner.games} games ({len(learner)} patterns)",
    )
    write_outputs(args, COLUMNS, (_numbers(*row) for row in rows))
    print(result(learner, rows))
    return 0


def rows_of(learner: Learner) -> tuple[Row, ...]:
    """Each line of Table 5.1 with what we have of it."""
    return tuple((one, learner.record(MaterialPattern(one.material))) for one in TABLE)


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


def result(learner: Learner, rows: Sequence[Row]) -> str:
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


def _numbers(printed: Printed, ours: Record | None) -> tuple[object, ...]:
    theirs = (printed.weight, printed.updates, printed.variance, printed.age)
    mine: tuple[object, ...] = (None, None, None, None)
    if ours is not None:
        mine = (round(ours.weight, 4), ours.updates, round(ours.variance, 3), ours.age)
    return (*printed.material, printed.traditional, *theirs, *mine)


def _cells(printed: Printed, ours: Record | None) -> tuple[str, ...]:
    theirs = (f"{printed.weight:.3f}", str(printed.updates), f"{printed.variance:g}",
              str(printed.age))  # fmt: skip
    mine = ("", "", "", "")
    if ours is not None:
        mine = (f"{ours.weight:.3f}", str(ours.updates), f"{ours.variance:.2f}", str(ours.age))
    men = (f"{count:+d}" if count else "0" for count in printed.material)
    return (*men, f"{printed.traditional:+d}", *theirs, *mine)
