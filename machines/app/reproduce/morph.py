"""Gould and Levinson 1992, "Experience-based adaptive search": so far the evaluation function.
Facts: docs/sources/morph.md.
"""

from machines.app.reproduce.artefacts import Artefact, Effort, Made
from machines.app.reproduce.rows import within
from machines.morph.aps.evaluation import explain

PAPER = "morph"
TABLE_3_1 = (
    (0.5, 0.5, "0.50"), (0.2, 0.8, "0.50"), (0.2, 0.5, "0.20"), (0.8, 0.5, "0.80"),
    (0.8, 0.8, "0.92"), (0.2, 0.2, "0.08"), (0.1, 0.8, "0.33"), (0.2, 0.9, "0.67"),
    (1.0, 0.8, "1.00"), (0.0, 0.2, "0.00"),
)  # fmt: skip
"""Two weights, and what they come to."""
ROUNDED = 0.005 + 1e-12


def evaluation(effort: Effort) -> Made:
    """Table 3.1: what two weights come to."""
    del effort
    rows, numbers = [], []
    for x, y, printed in TABLE_3_1:
        ours = explain((x, y)).value
        rows.append(within(f"f({x:g}, {y:g})", "Table 3.1", printed, ours, float(printed) - ROUNDED,
                           float(printed) + ROUNDED, shown=f"{ours:.4f}",
                           statistic="to the printed digits"))  # fmt: skip
        numbers.append((x, y, ours))
    return Made(rows, ("x", "y", "f"), numbers)


ARTEFACTS = (Artefact(PAPER, "table3.1", "The evaluation function", evaluation, 1.0),)
