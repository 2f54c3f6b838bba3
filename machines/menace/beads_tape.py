"""The beads on tape: a cabinet between two plays as a file, and back
(machines.games.noughts.tape_file).

::

    MENACE BEADS, NAME FRIDAY, BUILD 304, REPLICATES 4 3 2 1, REWARDS 3 1 -1, PLAYS 220,
                                                       LINES 308, CHECK ........
    BOUGHT 1000 1000 ...        beads ever bought, by colour, gold first
    CUPS   988 ...              beads in the cups, by colour
    CHANGE 100 4 1 -2           one for each change of the rewards: plays before it, then win,
                                draw, loss
    BOX 1 4 4 4 0 0 0 0 0 0     one for each box in its order: its beads by colour

The cabinet that is read equals the one that was written.
"""

from collections.abc import Iterable

import numpy as np

from devices.refusal import RefusedError
from machines.games.noughts.tape_file import TapeFile, integers
from machines.menace.beads import MOST, Cabinet, Change, Counts, Rewards
from machines.menace.build import build

KIND = "MENACE BEADS"
BUILD, REPLICATES, REWARDS, PLAYS = "BUILD", "REPLICATES", "REWARDS", "PLAYS"
BOUGHT, CUPS, CHANGE, BOX = "BOUGHT", "CUPS", "CHANGE", "BOX"


def file_of_beads(cabinet: Cabinet, name: str) -> TapeFile:
    """The cabinet as a file; raises RefusedError while beads lie on the board."""
    if cabinet.on_board:
        raise RefusedError(KIND, "beads lie on the board; expected the play to be finished")
    about = {
        BUILD: cabinet.build.upper(),
        REPLICATES: _words(cabinet.replicates),
        REWARDS: _words(_numbers(cabinet.rewards)),
        PLAYS: str(cabinet.plays),
    }
    lines = [f"{BOUGHT} {_words(cabinet.bought)}", f"{CUPS} {_words(cabinet.cups)}"]
    lines += [
        f"{CHANGE} {change.plays} {_words(_numbers(change.rewards))}" for change in cabinet.changes
    ]
    lines += [f"{BOX} {number} {_words(box)}" for number, box in enumerate(cabinet.beads, 1)]
    return TapeFile(KIND, name, about, tuple(lines))


def beads_of_file(file: TapeFile, build_name: str, where: str) -> Cabinet:
    """The cabinet that a file holds, which must be of that build; ``where`` names the tape.

    Raises RefusedError naming the record for beads that can't be.
    """
    first = f"{where}, record 1"
    found = file.said(BUILD, first)
    if found != build_name.upper():
        raise RefusedError(
            first, f"holds the beads of build {found}; expected those of build {build_name.upper()}"
        )
    replicates = integers(file.said(REPLICATES, first), 4, first)
    rewards = _rewards(integers(file.said(REWARDS, first), 3, first), first)
    (plays,) = integers(file.said(PLAYS, first), 1, first)
    if plays < 0 or not all(1 <= count <= MOST for count in replicates):
        raise RefusedError(first, f"{plays} plays from {_words(replicates)} beads can't be")
    rest = [(f"{where}, record {number}", line) for number, line in enumerate(file.lines, 2)]
    bought, rest = _take(rest, BOUGHT, 9, where)
    cups, rest = _take(rest, CUPS, 9, where)
    changes = []
    while rest and rest[0][1].startswith(CHANGE):
        at = rest[0][0]
        change, rest = _take(rest, CHANGE, 4, where)
        changes.append(Change(change[0], _rewards(change[1:], at)))
    cabinet = Cabinet(
        build_name,
        replicates,
        rewards,
        _boxes(rest, len(build(build_name).faces), where),
        np.array(cups, dtype=np.int64),
        np.array(bought, dtype=np.int64),
        plays=plays,
        changes=changes,
    )
    cabinet.check(where)
    return cabinet


def _boxes(rest: list[tuple[str, str]], count: int, where: str) -> Counts:
    """The beads in so many boxes, shape (boxes, 9)."""
    if len(rest) != count:
        raise RefusedError(where, f"holds {len(rest)} boxes; expected {count}")
    beads = np.zeros((count, 9), dtype=np.int64)
    for number in range(1, count + 1):
        at = rest[0][0]
        box, rest = _take(rest, BOX, 10, where)
        if box[0] != number:
            raise RefusedError(at, f"is box {box[0]}; expected box {number}")
        beads[number - 1] = box[1:]
    return beads


def _take(
    rest: list[tuple[str, str]], word: str, count: int, where: str
) -> tuple[tuple[int, ...], list[tuple[str, str]]]:
    """The numbers on the first line, which must begin with ``word``, and the lines after it."""
    at, line = rest[0] if rest else (where, "")
    found, _, text = line.partition(" ")
    if found != word:
        raise RefusedError(at, f"begins with {found or 'nothing'}; expected {word}")
    return integers(text, count, at), rest[1:]


def _rewards(numbers: tuple[int, ...], at: str) -> Rewards:
    try:
        return Rewards(*numbers)
    except RefusedError as refusal:
        raise RefusedError(at, f"{refusal.where} {refusal.what}") from None


def _numbers(rewards: Rewards) -> tuple[int, int, int]:
    return rewards.win, rewards.draw, rewards.loss


def _words(numbers: Iterable[int]) -> str:
    return " ".join(str(int(number)) for number in numbers)
