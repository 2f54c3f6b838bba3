"""The view of the Pegasus 2: lamps, scene, caption, stop reason."""

import functools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import SIDE_NAMES
from machines.pegasus.printout import result_of, squares_of, test_name
from machines.pegasus.scene import WORD_BITS, PegasusScene
from machines.pegasus.state import STANDS_STILL, PegasusState
from machines.pegasus.tables import tables
from machines.pegasus.visitor_play import can_take_back

Integers = npt.NDArray[np.int64]
Lit = npt.NDArray[np.bool_]

_squares_of = functools.lru_cache(maxsize=4096)(squares_of)

_SAID = {
    "learn": "learns",
    "random": "plays at random over squares",
    "distinct": "plays at random",
    "expert": "plays perfectly",
    "frozen": "plays by what it has learned",
    "visitor": "is played by you",
}


def lamps_after(
    state: PegasusState, lamps: Sequence[str], plays: Integers, results: Integers
) -> Lit:
    """The lamps by their names in the layout, bool[n, lamps], after so many plays (int[n]) since
    the store was cleared, with these results of the last (2: there was none)."""
    settings = state.store.settings
    on: dict[str, int | Lit] = {
        "state.RUN": state.run,
        "state.WAIT": bool(state.run) and not state.computing,
        "state.PRINT": state.print,
        "learns.O": settings.nought == "learn",
        "learns.X": settings.cross == "learn",
        "last.+": results == 1,
        "last..": results == 0,
        "last.-": results == -1,
    }
    made = np.zeros((len(plays), len(lamps)), dtype=np.bool_)
    counting, weights, others = _wired(tuple(lamps))
    made[:, counting] = plays[:, None] & weights
    for place, name in others:
        made[:, place] = on[name]
    return made


@functools.lru_cache(maxsize=8)
def _wired(lamps: tuple[str, ...]) -> tuple[Integers, Integers, tuple[tuple[int, str], ...]]:
    """The places of the lamps that count plays and what each stands for; the others' places."""
    named = [(place, *name.partition(".")[::2]) for place, name in enumerate(lamps)]
    counting = [(place, int(label)) for place, row, label in named if row == "play"]
    places, weights = np.array(counting, dtype=np.int64).reshape(-1, 2).T
    others = tuple((place, lamps[place]) for place, row, _ in named if row != "play")
    return places, weights, others


def lamps_now(state: PegasusState, lamps: Sequence[str]) -> Lit:
    """Each lamp now."""
    trial = state.trial
    result = 2 if trial.last is None else result_of(trial.last)
    return np.asarray(lamps_after(state, lamps, np.array([trial.plays]), np.array([result]))[0])


def scene_of(state: PegasusState) -> PegasusScene:
    """What is to be seen beside the units."""
    trial = state.trial
    program, settings = state.store.program, state.store.settings
    record = trial.last or 0
    often, count = trial.commonest()
    first = tables()
    opening = tuple(
        (int(first.squares[0, k]), float(program.chances[0, k]))
        for k in range(int(first.choices[0]))
    )
    fractions = tuple(round(chance * ((1 << WORD_BITS - 1) - 1)) for _, chance in opening)
    return PegasusScene(
        nought=settings.nought,
        cross=settings.cross,
        reinforcement=settings.reinforcement,
        average=program.average(),
        plays=trial.plays,
        test=test_name(trial.plays),
        blocks=tuple(trial.counted),
        block=trial.block,
        begun=trial.begun,
        opening=opening,
        last=_squares_of(record) if trial.plays else "",
        result=result_of(record) if trial.plays else 0,
        standard=_squares_of(often) if count else "",
        often=count,
        running=bool(state.run),
        printing=bool(state.print),
        changes=tuple(trial.changes),
        words=(fractions, (trial.plays, record)),
        typing=bool(state.unsent),
        tape=state.deck.feed.job.wanted if state.deck.feed.job else None,
        made=state.plays,
        learned=state.store.learned(),
        seats=state.seats,
        visitor=None if state.visitor is None else replace(state.visitor, before=None),
        asks=state.asks,
        undoable=can_take_back(state),
    )


def stop_reason(state: PegasusState) -> str:
    """Why nothing goes on; empty while something does."""
    if state.stuck:
        return STANDS_STILL
    if state.asks:
        return "it is your turn: touch an empty square of the sheet"
    return "" if state.run else "the program waits: press RUN"


def caption_of(state: PegasusState) -> str:
    """What is happening, in a visitor's words."""
    if not state.run:
        return ""
    settings, plays = state.store.settings, state.trial.plays
    if state.asks and state.visitor:
        return f"you play {SIDE_NAMES[state.visitor.board.to_move]}: your move"
    if settings.nought == settings.cross == "learn":
        who = "both sides learn"
    else:
        who = f"{_said('Nought', settings.nought)}, {_said('Cross', settings.cross)}"
    return f"test {test_name(plays)}, play {plays + 1}: {who}"


def _said(side: str, player: str) -> str:
    return f"{side} {_SAID.get(player, f'plays at {player}')}"
