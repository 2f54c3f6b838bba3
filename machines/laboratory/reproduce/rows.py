"""One number of a paper beside ours, and whether they agree.

The interval in which ours must lie is written down in the code, before anything is run: it comes
from the paper's sample and from ours, never from the result.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from machines.laboratory.study.intervals import mean_interval, next_interval

Verdict = Literal["green", "red", "impossible"]


@dataclass(frozen=True)
class Row:
    """What stands in one row of the report; all of it is text that is shown as it is."""

    what: str
    where: str
    """In the paper: its page, table or figure."""
    printed: str
    ours: str
    verdict: Verdict
    statistic: str = ""
    """What is compared."""
    accepted: str = ""
    """For which values of that the row is green."""
    seeds: str = ""
    """Of the runs from which ours comes; empty: nothing is drawn by lot."""
    why: str = ""
    """Why it is red or can't be reproduced, where that is known."""


def equal(what: str, where: str, printed: object, ours: object, why: str = "") -> Row:
    """A row that is green where both are the same."""
    verdict: Verdict = "green" if printed == ours else "red"
    return Row(what, where, _text(printed), _text(ours), verdict, "the number itself", "equal",
               why="" if verdict == "green" else why)  # fmt: skip


def within(
    what: str,
    where: str,
    printed: str,
    ours: float,
    low: float,
    high: float,
    *,
    shown: str = "",
    statistic: str = "the number itself",
    seeds: str = "",
    why: str = "",
    digits: int | None = None,
) -> Row:
    """A row that is green where ours lies between two numbers; ``shown``: ours in words;
    ``digits``: of the two numbers, shown after the point."""
    verdict: Verdict = "green" if low <= ours <= high else "red"
    least, most = (_text(one) if digits is None else f"{one:,.{digits}f}" for one in (low, high))
    accepted = f"{least} to {most}" if high < math.inf else f"{least} or more"
    said = shown or _text(ours)
    return Row(what, where, printed, said, verdict, statistic, accepted, seeds,
               "" if verdict == "green" else why)  # fmt: skip


def impossible(what: str, where: str, printed: str, why: str, ours: str = "") -> Row:
    """A row that nobody can make here; ``ours``: what comes nearest, which decides nothing."""
    return Row(what, where, printed, ours, "impossible", why=why)


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.6g}" if abs(value) < 1_000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def seeds_said(seeds: Sequence[int]) -> str:
    """The runs, for a row."""
    return f"{len(seeds)} runs, seeds {seeds[0]} to {seeds[-1]}"


def among(
    what: str,
    where: str,
    printed: float,
    ours: Iterable[float],
    seeds: Sequence[int],
    why: str = "",
    *,
    digits: int = 1,
) -> Row:
    """Whether the printed number could be one more run of ours; ``digits``: of ours, shown."""
    values = [float(one) for one in ours]
    found = next_interval(values)
    shown = (
        f"{found.value:,.{digits}f} on average, {min(values):,.{digits}f} to "
        f"{max(values):,.{digits}f}"
    )
    return within(what, where, f"{printed:,g}", printed, found.low, found.high, shown=shown,
                  statistic="the printed number where one more run of ours lies in 95%",
                  seeds=seeds_said(seeds), why=why, digits=digits + 1)  # fmt: skip


def sign_of(
    what: str,
    where: str,
    printed: str,
    ours: Iterable[float],
    seeds: Sequence[int],
    why: str = "",
    *,
    digits: int = 2,
) -> Row:
    """Whether the mean of all such runs of ours is more than 0, as the paper says it is."""
    found = mean_interval([float(one) for one in ours])
    shown = f"{found.value:+.{digits}f} ({found.low:+.{digits}f} to {found.high:+.{digits}f})"
    return within(what, where, printed, found.low, 0.0, math.inf, shown=shown,
                  statistic="the lower end of the 95% interval of the mean",
                  seeds=seeds_said(seeds), why=why)  # fmt: skip
