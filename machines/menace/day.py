"""A day at the matchbox table as a run record has it: each play, and the beads after it.

A block is one play, a machines.menace.play_history.PlayRecord as JSON, or several that came
together, a line each.  The checkpoint is the table
between two plays; without its book, unless that is asked for, since a long day's is large: then
plays from before can't be taken back any more, but all else goes on.
"""

import copy
from dataclasses import replace

import msgspec
import numpy as np

from devices.game_record import SCORES
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.run_record import Block, RunMetadata, RunRecord, check_machine
from machines.menace.beads import Cabinet
from machines.menace.play_history import PlayHistory, PlayRecord
from machines.menace.state import TableState
from machines.menace.study import MACHINE
from machines.menace.table import Table

DAY = "day"
"""The study's name in a run record."""
VERSION = 1
"""Of a checkpoint's snapshot."""


def about_day(program: str = "", seed: int | None = None) -> RunMetadata:
    """What the record of a first day is of; ``seed`` where it is known."""
    settings = {"day": 1} if seed is None else {"day": 1, "seed": seed}
    return RunMetadata(MACHINE, DAY, settings, program)


def checkpoint(state: TableState, whole: bool = False) -> bytes:
    """The table as it was before the play that is under way; ``whole``: its book as well."""
    book = state.book
    if not whole:
        book = PlayHistory(day=book.day, number=book.number)
    between = copy.deepcopy(replace(state, book=book))
    Table(between).break_off()
    return snapshot.pack(between, VERSION)


def play_data(play: PlayRecord) -> bytes:
    """A play as a block has it."""
    return msgspec.json.encode(play)


def plays_in(block: Block, where: str) -> list[PlayRecord]:
    """The plays in a block, none in one that was thinned; raises RefusedError for what is none."""
    if not block.data:
        return []
    try:
        lines = [msgspec.json.decode(line, type=PlayRecord) for line in block.data.split(b"\n")]
    except msgspec.DecodeError as error:
        raise RefusedError(f"{where}, play {block.first}", f"is none: {error}") from error
    if len(lines) != block.plays:
        what = f"opens a block of {block.plays} plays that has {len(lines)}"
        raise RefusedError(f"{where}, play {block.first}", what)
    return lines


def plays_of(run: RunRecord) -> list[PlayRecord]:
    """Every play that stands, in order."""
    return [play for block in run.blocks() for play in plays_in(block, run.where)]


def table_of(run: RunRecord) -> TableState:
    """The table as the record leaves it.

    Raises RefusedError for a record of something else, or one whose beads can't be its own.
    """
    where = run.where
    check_machine(run.about, MACHINE, where)
    if run.about.study != DAY:
        raise RefusedError(where, f"is the record of a {run.about.study}; expected a {DAY}")
    state = snapshot.unpack(run.state() or b"", TableState, VERSION, where)
    for cabinet in (state.cabinet, state.other):
        if isinstance(cabinet, Cabinet):
            cabinet.check(where)
    thinned = 0
    if state.book.plays == 0 and run.plays:
        thinned = sum(block.plays for block in run.blocks() if not block.data)
        _fill_in(state.book, run)
    if state.book.plays != run.plays - thinned:
        raise RefusedError(
            where, f"has {run.plays} plays; its beads are those after {state.book.plays}"
        )
    return state


def _fill_in(book: PlayHistory, run: RunRecord) -> None:
    """The results of a book that stayed behind."""
    scores = np.array([SCORES[play.outcome] for play in plays_of(run)], dtype=np.int8)
    book.scores, book.plays = scores, len(scores)
    book.won, book.drawn = int((scores == 1).sum()), int((scores == 0).sum())
