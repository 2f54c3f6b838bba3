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
"""

from devices.refusal import RefusedError
from machines.samuel.games import LEARNERS, Game
from machines.samuel.generalization.series import stable
from machines.samuel.learning import Learning
from machines.samuel.lookahead import BoardMemory, Decision
from machines.samuel.rote.memory_tape import MemoryTapeState, TapeOperation
from machines.samuel.rote.player import plies_deeper
from machines.samuel.rote.tape_format import rounded_score
from machines.samuel.state import ProgramState
from machines.samuel.state_machine import Phase

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
    state.learning = Learning(seen=state.learning.seen)
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
