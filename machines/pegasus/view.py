"""The view of the Pegasus 2: lamps, scene, caption, stop reason."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import SIDE_NAMES
from machines.games.noughts.tape_file import TapeWanted
from machines.pegasus.controls import STANDS_STILL, PegasusState
from machines.pegasus.odds import Reinforcement
from machines.pegasus.printout import result_of, squares_of, test_name
from machines.pegasus.program import Change
from machines.pegasus.tables import tables
from machines.pegasus.visitor import VisitorPlay
from machines.pegasus.visitor_play import can_take_back

# -- The scene of the Pegasus 2: all that the room draws -------------------------------------------

Floats = npt.NDArray[np.float64]

WORD_BITS = 39
"""Of a word of the Pegasus 2."""


@dataclass(frozen=True)
class PegasusScene:
    """All that is to be seen beside the units; plays are counted since the store was cleared."""

    nought: str
    cross: str
    """Who plays, as machines.pegasus.controls.PLAYERS has it."""
    reinforcement: Reinforcement
    average: float
    """Nought's decayed average outcome, mu; 0 with a fixed origin."""
    plays: int
    blocks: tuple[tuple[int, int, int], ...]
    """Nought's wins, draws and Cross's wins of each whole block."""
    block: int
    """Plays in each: a hundred, or twice that, or twice that again ..."""
    begun: tuple[int, int, int]
    """The same of the block that isn't whole yet."""
    opening: tuple[tuple[int, float], ...]
    """Nought's first moves: square and chance."""
    last: str
    """The squares of the last play in their order, Nought's first; empty before there is one."""
    result: int
    """1 Nought won it, 0 drawn, -1 Cross won."""
    standard: str
    often: int
    """The play that was made most often in the last hundred, and how often."""
    running: bool
    printing: bool
    changes: tuple[Change, ...]
    """What was set otherwise, and when."""
    words: tuple[tuple[int, ...], tuple[int, ...]]
    """What the two monitor tubes show, words of 39 bits: the chances of the first moves as binary
    fractions; the number of plays, and the last play as the program records it."""
    tape: TapeWanted | None = None
    """The tape that a card wants, while it is not done with it."""
    refused: bool = False
    """Whether a card was refused, while nothing is run at the desk."""
    loads: bool = False
    """Whether a card in the hopper would replace odds that plays have moved."""
    begins: bool = False
    """Whether a card in the hopper would begin another game."""
    learned: Floats | None = field(default=None, compare=False, repr=False)
    """The odds as learned so far, positions x 9; not to be written to."""
    before: Floats | None = field(default=None, compare=False, repr=False)
    """The same before the play with a visitor that is over, while it is the last."""
    made: int = 0
    """Plays since the exhibit was made; those that were taken back among them."""
    seats: str = ""
    """The sides that a visitor plays: ``""``, ``"O"``, ``"X"`` or ``"OX"``."""
    visitor: VisitorPlay | None = None
    """The play with a visitor that is on, or was the last; not to be written to."""
    asks: bool = False
    """Whether the program waits for the visitor's mark."""
    undoable: bool = False
    """Whether the visitor's last mark can be taken back."""
    typing: bool = False
    """Whether the teleprinter has not yet typed all: the store can't be cleared then."""

    @property
    def at_stake(self) -> bool:
        """Whether a play is on in which the visitor has made a mark."""
        return self.visitor is not None and not self.visitor.over and self.undoable


# -- view ------------------------------------------------------------------------------------------

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
    play = state.visitor
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
        visitor=None if play is None else replace(play, before=None),
        before=None if play is None or play.before is None else play.before.odds,
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
        return f"You play {SIDE_NAMES[state.visitor.board.to_move]}: your move."
    if settings.nought == settings.cross == "learn":
        who = "both sides learn"
    else:
        who = f"{_said('Nought', settings.nought)}, {_said('Cross', settings.cross)}"
    return f"test {test_name(plays)}, play {plays + 1}: {who}"


def _said(side: str, player: str) -> str:
    return f"{side} {_SAID.get(player, f'plays at {player}')}"
