"""Rote learning while the program plays: look-ups, saving, merging tapes.

LEARN BOTH B is the second of the paper's proposals (docs/sources/samuel.md, item 39): after a
series the machine takes what Alpha's polynomial has become, and learns by rote from then on.  With
the other two Alpha himself looks boards up while he learns
(machines.samuel.generalization.combined); what is saved of them, about a thousand boards in a
series, stays in storage.

After LEARN ROTE every look-ahead of the MACHINE, also for the book's moves, looks boards up in the
memory (:mod:`machines.samuel.rote.memory_tape`), as long as polynomial and settings are those of
the tape; the break points move when that has saved time (machines.samuel.rote.player).  With sense
switch 4 down the boards of actual play are saved, and merged with the tape about every 20 moves and
before the deck ends.  SERIES lets the machine play itself, with the seven first moves in turn.

For a program that has its memory tape at hand as a value; one that turns the reels of tape units
does the same steps with :mod:`machines.samuel.rote.memory`, ``merge`` and ``tape`` by itself.
"""

from dataclasses import dataclass, replace

from devices.refusal import RefusedError
from machines.games.draughts.board import Position
from machines.samuel.games import LEARNERS, Game
from machines.samuel.generalization.series import stable
from machines.samuel.lookahead import BoardMemory, Decision, LookAhead
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.memory_tape import MemoryTapeState, TapeOperation
from machines.samuel.rote.merge import Counts, merge
from machines.samuel.rote.records import Limits
from machines.samuel.rote.tape_format import MemoryTape, rounded_score
from machines.samuel.settings import ProgramSettings
from machines.samuel.state import Phase, ProgramState

# -- What a game does with a memory: look ahead with it, save what was decided, merge when due -----

SHARE_FOUND = 4
"""One board in this many must be found in the memory for the break points to move."""
MOVE_US = 30_000_000
"""What a move takes on the average (Samuel 1959: 30 seconds)."""
BRANCHING = 4
"""How many times as long another ply takes, about."""


def plies_deeper(looked_up: int, found: int, us: int) -> int:
    """How much deeper the next look-ahead may go, after one with these counts and this time.

    "If the program then utilizes the saved time to compute further in depth it will improve with
    time" (Samuel 1959, which gives no rule).  Ours: one ply if a quarter of the boards looked up
    were found, so that they needed no evaluation and already carry a deeper score, and if another
    ply, taking four times as long, would still keep the move within the usual time.
    """
    enough = looked_up > 0 and found * SHARE_FOUND >= looked_up
    return int(enough and us * BRANCHING <= MOVE_US)


def deepened(settings: ProgramSettings, plies: int) -> ProgramSettings:
    """The settings with MIN, QUIET, JUMP and AHEAD that many plies later."""
    made = replace(settings)
    made.move_break_points(plies)
    return made


@dataclass
class RoteLearning:
    """A memory and its tape."""

    tape: MemoryTape
    memory: Memory

    @classmethod
    def of(cls, tape: MemoryTape, limits: Limits | None = None) -> "RoteLearning":
        """The memory of a tape, nothing held yet."""
        memory = Memory(limits=limits or Limits(), directory=tape.directory())
        return cls(tape, memory)

    def run(self, look: LookAhead, budget_us: int, sample: int = 1) -> int:
        """Let a look-ahead that has begun go on with the memory; the time it used.

        Records that it wants are brought at once: that takes none of its time.
        """
        used = 0
        while True:
            used += look.run(budget_us - used, sample, memory=self.memory)
            if look.wanted_record < 0:
                return used
            self.bring(look.wanted_record)
            if used >= budget_us:
                return used

    def bring(self, line: int) -> None:
        """Bring the record of that line of the directory into memory."""
        self.memory.bring(line, self.tape.records[line].rows)

    def learn(self, position: Position, decision: Decision) -> None:
        """Save the board on which ``decision`` was made; merge if it is time."""
        self.memory.count_look_ups(decision.looked_up, decision.remembered)
        score = rounded_score(decision.score, decision.effective, self.tape.heading.unit)
        self.memory.save(position, score, decision.effective)
        if self.memory.merge_due:
            self.merge()

    def merge(self) -> Counts:
        """Merge the memory with its tape; what it came to."""
        counts = Counts()
        memory = self.memory
        records = merge(self.tape.records, memory.changes(), memory.limits, counts)
        self.tape = MemoryTape(self.tape.heading.after_merge(), tuple(records))
        keys = memory.keys_held
        passed = {record.key: record.rows for record in self.tape.records if record.key in keys}
        memory.renew(self.tape.directory(), counts, passed)
        return counts


# -- control ---------------------------------------------------------------------------------------

RESTING = (Phase.IDLE, Phase.CLEARING, Phase.STOPPED)


def learn(state: ProgramState, where: str, both: bool, new: bool = False) -> None:
    """LEARN ROTE or LEARN BOTH B; ``new``: the card says NEW.

    Raises RefusedError if the unit that it needs brings the control cards; for both, if there is no
    Alpha or he is playing.
    """
    if state.source == "tape":
        raise RefusedError(
            where,
            "the control cards come from the tape unit with address 1, where the next memory tape "
            "is written; expected LOAD CARDS, with the deck in the card reader",
        )
    words = ""
    if both:
        words = _alphas_polynomial(state, where)
    state.reels = MemoryTapeState()
    state.reels.open(new)
    state.sheet.line(f" LEARNING BY ROTE{words}, MEMORY TAPE ON UNIT 2, THE NEXT ONE ON UNIT 1")


def _alphas_polynomial(state: ProgramState, where: str) -> str:
    """Have the machine play with what Alpha has come to, which then learns no more."""
    series = state.learning.series
    if series is None or not series.records:
        raise RefusedError(
            where, "Alpha has played no series; expected LEARN FIRST or SECOND and SERIES before"
        )
    if state.learning.game:
        raise RefusedError(where, f"game {state.learning.game} is under way; expected its end")
    settled = "STABLE" if stable(series.records) else "NOT YET STABLE"
    state.lookahead.polynomial = series.contest.alpha.polynomial
    state.learning = state.learning.without_series()
    return f" WITH ALPHAS POLYNOMIAL, WHICH IS {settled}"


def units_needed(state: ProgramState) -> bool:
    """Whether the program can only go on when the tape units have done their work."""
    working = state.reels.work is not TapeOperation.NONE and state.begun and not state.setting_up
    return working and state.phase not in RESTING


def memory(state: ProgramState) -> BoardMemory | None:
    """What the look-ahead under way looks boards up in."""
    if state.reels.used:
        return state.reels.memory
    recall, game = state.learning.recall, state.games[state.thinking_for]
    if recall is None or game.mover(state.rule) != "ALPHA":
        return None
    return recall.tables


def begin(state: ProgramState, game: Game) -> None:
    """Before a look-ahead."""
    reels, look = state.reels, state.lookahead
    reels.used = (
        reels.there
        and game.mover(state.rule) not in LEARNERS
        and reels.follows(look.polynomial, look.settings)
    )
    if reels.used:
        reels.memory.next_move()
        reels.brought = 0
        look.settings.move_break_points(reels.deeper)


def on_decision(state: ProgramState, game: Game, decision: Decision) -> None:
    """After a look-ahead: save the board, and merge if it is time."""
    reels = state.reels
    if not reels.used:
        return
    reels.used = False
    state.lookahead.settings.move_break_points(-reels.deeper)
    reels.deeper = plies_deeper(decision.looked_up, decision.remembered, decision.us)
    reels.memory.count_look_ups(decision.looked_up, decision.remembered)
    if state.down(4):
        assert reels.heading is not None
        score = rounded_score(decision.score, decision.effective, reels.heading.unit)
        reels.memory.save(game.position, score, decision.effective)
        if reels.memory.merge_due:
            reels.merge()


def merge_before_end(state: ProgramState) -> bool:
    """Whether boards are left that are now merged with the tape."""
    reels = state.reels
    left = reels.there and reels.memory.since_merge > 0
    if left:
        reels.merge()
    return left


def report_tape_work(state: ProgramState, work: TapeOperation) -> None:
    """The units have done their work: print what it came to."""
    reels, statistics = state.reels, state.reels.memory.statistics
    if work is TapeOperation.ABRIDGING:
        _append(state)
    if reels.heading is None or work in (TapeOperation.ABRIDGING, TapeOperation.BRINGING):
        return
    lines = [
        f" MEMORY TAPE ON UNIT {reels.old}     {reels.memory.boards} BOARDS IN "
        f"{len(reels.memory.directory)} RECORDS, {reels.heading.merges} MERGES"
    ]
    if work is TapeOperation.MERGING:
        counts = reels.counts
        lines.append(
            f"            {counts.added} ADDED, {counts.joined} JOINED, {counts.forgotten} "
            f"FORGOTTEN, {counts.culled} CULLED, {counts.words} WORDS"
        )
        lines.append(
            f"            SO FAR {statistics.looked_up} BOARDS LOOKED UP, {statistics.found} "
            f"FOUND, {statistics.brought} RECORDS READ"
        )
    state.sheet.notes(lines)


def _append(state: ProgramState) -> None:
    """Let Alpha have what he can use of the tape."""
    reels, recall = state.reels, state.learning.recall
    if recall is not None:
        recall.memory.append(reels.abridged)
    told = f"ABRIDGED, {len(reels.abridged)} BOARDS TELL OF A CHANGE TO COME"
    state.sheet.notes([f" MEMORY TAPE ON UNIT {reels.old}     {told}"])
