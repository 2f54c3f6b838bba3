"""The printed listing of learning, in the form of the paper.

"At frequent intervals the program lists the 12 leading terms in Alpha's scoring polynomial with
their correlation coefficients and a running count of the number of times these coefficients have
been altered"; it "reports on the usage which has accrued against each discarded term"; results are
told by sevens (Samuel 1959, "Preliminary learning-by-generalization tests", Appendix C).
"""

from devices.media.sheet import Column, heads, row, wrap_lines
from machines.samuel.generalization.combined import CombinedLookup
from machines.samuel.generalization.learner import Alpha
from machines.samuel.generalization.match import Result, units
from machines.samuel.generalization.series import GameRecord, Listing, Series
from machines.samuel.generalization.series_report import (
    ABSTRACT_HOURS,
    block_tally,
    by_sevens,
    usage,
)
from machines.samuel.learning import Learning

ABSTRACT = f"THE PAPERS ABSTRACT HAS {ABSTRACT_HOURS.upper()}"
RESULTS = {Result.WON: "ALPHA WINS", Result.LOST: "BETA WINS", Result.DRAWN: "DRAWN"}
ADJUDGED = ("cut", "stopped")
TERMS = (
    Column("", "RANK", 4, gap=12),
    Column("", "TERM", 8, right=False, gap=3),
    Column("CORRELATION", "COEFFICIENT", 11),
    Column("TERM COEFFICIENT", "SIGN, POWER OF 2", 16),
    Column("TIMES", "ADJUSTED", 8),
)
SEVENS = (
    Column("", "GAMES", 7, gap=12),
    Column("ALPHA", "WON", 6), Column("", "LOST", 6), Column("", "DRAWN", 6),
    Column("CHANGES", "OF LEADER", 10), Column("DIFFERENT", "LEADERS", 10),
    Column("SETS OF", "ADJUSTMENTS", 11), Column("TERMS", "DISCARDED", 10),
    Column("704 TIME", "HOURS", 9),
)  # fmt: skip


def begun_lines(learning: Learning) -> list[str]:
    """What Alpha begins with."""
    assert learning.series is not None
    alpha = learning.series.contest.alpha
    names = [record.name for record in alpha.active]
    return [
        f" LEARNING, {learning.seen.title}, SEED {learning.seed}",
        "",
        *wrap_lines(["TERMS  ", *names], 12, 8),
        *wrap_lines(["RESERVE", *alpha.reserve], 12, 8),
    ]


def leading_lines(listing: Listing) -> list[str]:
    """The leading terms, with the columns of Appendix C's table."""
    head = (
        f" THE {len(listing.leading)} LEADING TERMS OF ALPHAS POLYNOMIAL AFTER GAME "
        f"{listing.game}, {listing.corrections} SETS OF ADJUSTMENTS"
    )
    lines = [head, "", *heads(TERMS)]
    for rank, line in enumerate(listing.leading, start=1):
        sign = {1: "+", -1: "-", 0: " "}[line.sign]
        cells = [
            str(rank),
            line.name,
            f"{line.correlation:.2f}",
            f"{sign} 2 EXP {line.power:>2}" if line.sign else "0",
            str(line.adjusted),
        ]
        lines.append(row(TERMS, cells))
    return lines


def record_lines(record: GameRecord, alpha: Alpha) -> list[str]:
    """What a game of Alpha against Beta came to."""
    own, other = (units(record.position, black) for black in (True, False))
    by = "MOBILITY" if own == other and record.result is not Result.DRAWN else "MATERIAL"
    how = f", ADJUDGED BY {by}" if record.ended in ADJUDGED else ""
    lines = [
        f" SERIES, GAME {record.number}     {RESULTS[record.result]}{how}, "
        f"{len(record.moves)} MOVES, {record.corrections} SETS OF ADJUSTMENTS, "
        f"LEADING TERM {alpha.leader}"
    ]
    verdict = record.verdict
    if verdict.adopted:
        lines.append("            BETA TAKES ALPHAS POLYNOMIAL")
    if record.result is Result.LOST and alpha.learning:
        marks = verdict.marks or alpha.rules.marks
        lines.append(f"            BLACK MARK {marks} OF {alpha.rules.marks} FOR ALPHA")
    if verdict.zeroed:
        lines.append(
            f"            DRASTIC CHANGE, THE LEADING TERM {verdict.zeroed} IS SET TO ZERO"
        )
    return lines + [
        f"            {gone.name:<8} DISCARDED, USED {gone.used}, ADJUSTED {gone.adjusted}, "
        f"REPLACED BY {gone.entered}"
        for gone in record.discarded
    ]


def recall_lines(recall: CombinedLookup) -> list[str]:
    """After a game: the boards that Alpha looks up, and what is saved of them from now on."""
    saved = ["PIECE ADVANTAGE", *(weight.name for weight in recall.memory.schedule.saved)]
    lines = [
        f"            {len(recall.memory.boards)} BOARDS SAVED, {recall.looked_up} LOOKED UP, "
        f"{recall.remembered} FOUND",
        f"            SAVED OF EACH {', '.join(saved)}",
    ]
    if recall.expunged:
        lines.append(f"            EXPUNGED {', '.join(dict.fromkeys(recall.expunged))}")
    return lines


def series_lines(series: Series) -> list[str]:
    """The end of a series: results by sevens, the discarded terms, machine time."""
    records = series.records
    if not records:
        return []
    lines = [" THE SERIES BY SEVENS", "", *heads(SEVENS)]
    whole = block_tally(records)
    for tally in (*by_sevens(records), whole):
        span = "ALL" if tally is whole else f"{tally.first}-{tally.last}"
        cells = [tally.won, tally.lost, tally.drawn, tally.changes, tally.leaders]
        cells += [tally.corrections, tally.discarded]
        lines.append(row(SEVENS, [span, *map(str, cells), f"{tally.hours:.1f}"]))
    gone = usage(records)
    if gone:
        words = [f"{name} {adjusted}," for name, _, adjusted in gone]
        words[-1] = words[-1].rstrip(",")
        lines += ["", *wrap_lines(["DISCARDED TERMS AND TIMES ADJUSTED", *words], 12, 4)]
    lines += ["", f"            MACHINE TIME {whole.hours:.1f} HOURS, {ABSTRACT}"]
    return lines
