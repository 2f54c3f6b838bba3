"""What a game does with a memory: look ahead with it, save what was decided, merge when due.

For a program that has its memory tape at hand as a value; one that turns the reels of tape units
does the same steps with :mod:`machines.samuel.rote.memory`, ``merge`` and ``tape`` by itself.
"""

from dataclasses import dataclass, replace

from machines.games.draughts.board import Position
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.merge import Counts, merge
from machines.samuel.rote.records import Limits
from machines.samuel.rote.tape_format import MemoryTape, rounded_score
from machines.samuel.settings import ProgramSettings

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
