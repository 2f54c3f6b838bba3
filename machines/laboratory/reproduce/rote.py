"""Samuel 1959, rote learning: what the memory tape holds, and what forgetting and culling leave.

The paper tells of one tape at one moment: "something over 53,000 board positions (averaging 3.8
words each) which have been selected from a much larger number of positions by means of the culling
techniques described"; "normally, the program calls three or four new records into memory during
each new move".  Ours goes on beyond that, so that forgetting and culling are at work.
"""

from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from machines.exhibit import snapshot
from machines.laboratory.matches.referee import draw_openings
from machines.laboratory.reproduce.artefacts import Artefact, Effort, Made, Tell, impossible, within
from machines.laboratory.samuel.files import find_polynomial
from machines.laboratory.samuel.studies import RoteStudy
from machines.samuel.games import Game, Play
from machines.samuel.lookahead import LookAhead
from machines.samuel.player import look_to_the_end, settings_at
from machines.samuel.rote.control import RoteLearning
from machines.samuel.rote.records import Limits
from machines.samuel.rote.tape_format import MemoryTape
from machines.samuel.settings import ProgramSettings
from machines.storage.files import read_file, replace_file

if TYPE_CHECKING:
    from devices.screen.parts.chart import ChartState

GAMES = 2_500
KINDS = ("self", "frozen")
SEED = 1959
EVERY = 50
"""Games between two counts; the run is kept then."""
CULLED_RECORD = 150
"""Boards in a record, at most, in the second run: ours has some 1,900 records of 28 boards on
average, so that the limit of the first, 1,000 boards, is never reached."""
PRINTED = 53_000
"""Boards on the paper's tape."""
MOVES = 120
"""Of its own that it makes with that tape, records brought as the 704 has room for them."""
VERSION = 1
WHERE = "Rote-learning tests"


@dataclass
class Count:
    """How things stood after so many games."""

    games: int
    saved: int
    """Boards of play, each time that one was saved."""
    boards: int
    words: int
    records: int
    forgotten: int
    culled: int


@dataclass
class RoteRun:
    """A run so far: what a report that is interrupted goes on with."""

    study: RoteStudy
    counts: list[Count] = field(default_factory=list)
    brought: float = -1.0
    """Records brought a move when the tape first held what the paper's did; -1: not yet."""


def rote(effort: Effort) -> Made:
    """The memory tape as it grows, is forgotten and is culled."""
    folder = effort.run_folder()
    usual = _play(
        folder / "samuel-rote.run",
        Limits().largest_record,
        lambda share: effort.tell(share / 2.0),
        count_brought=True,
    )
    culled = _play(
        folder / "samuel-rote-culled.run",
        CULLED_RECORD,
        lambda share: effort.tell((1.0 + share) / 2.0),
    )
    return _made(usual, culled)


def _play(path: Path, largest: int, tell: Tell, count_brought: bool = False) -> RoteRun:
    """A run with records of so many boards at most, to its end; an interrupted one goes on."""
    run = _read(path) if path.exists() else RoteRun(_begin(largest))
    while run.study.games < GAMES:
        run.study.play_game()
        if run.study.games % EVERY == 0:
            run.counts.append(_count(run.study))
            if count_brought and run.brought < 0 and run.counts[-1].boards >= PRINTED:
                run.brought = records_brought(run.study.memory_tape(), MOVES)
            replace_file(path, snapshot.pack(run, VERSION))
            tell(run.study.games / GAMES)
    return run


def _read(path: Path) -> RoteRun:
    return snapshot.unpack(read_file(path), RoteRun, VERSION, path.name)


def _begin(largest: int) -> RoteStudy:
    study = RoteStudy.begin(SEED, settings_at(3), KINDS, find_polynomial("standard"))
    memory = study.learning.memory
    memory.limits = replace(memory.limits, largest_record=largest, culled_record=3 * largest // 4)
    return study


def _count(study: RoteStudy) -> Count:
    tape, seen = study.memory_tape(), study.learning.memory.statistics
    return Count(study.games, seen.saved, tape.boards, tape.words, len(tape.records),
                 seen.forgotten, seen.culled)  # fmt: skip


def records_brought(tape: MemoryTape, moves: int) -> float:
    """Records read from the tape for each of so many moves of self-play, with the 704's room."""
    learning, made = RoteLearning.of(tape), 0
    settings, polynomial = ProgramSettings(), find_polynomial("standard")
    for number in count():
        game = Game(1)
        game.begin(draws=True)
        for move in draw_openings(number + 1, SEED)[number]:
            game.play(Play(move, game.black_to_move, "BOOK"), draws=True)
        while not game.over and made < moves:
            look = LookAhead(settings, polynomial)
            look.begin(game.position)
            look_to_the_end(look, learning)
            decision = look.decision()
            learning.learn(game.position, decision)
            game.play(Play(decision.move, game.black_to_move, "MACHINE"), draws=True)
            made += 1
        if made == moves:
            break
    return learning.memory.statistics.brought / moves


def _made(run: RoteRun, culled: RoteRun) -> Made:
    last, after = run.counts[-1], culled.counts[-1]
    seeds = f"one run, seed {SEED}"
    came = next((row for row in run.counts if row.boards >= PRINTED), None)
    rows = [within(
        f"boards on the tape after {last.games:,} games", WHERE, "something over 53,000",
        last.boards, PRINTED, float("inf"), seeds=seeds,
        shown=f"{last.boards:,}; {last.saved:,} were saved, {last.forgotten:,} forgotten, "
        f"{last.culled:,} culled",
        why=f"At most it held {max(row.boards for row in run.counts):,}: forgetting holds it down. "
        "At what age a board is forgotten is our choice: the paper doesn't say. A new board is 64 "
        "merges old. Tried: 2,048, when the first were forgotten at 28,000 boards; records of "
        f"{CULLED_RECORD} boards at most, {after.boards:,} left; games against the frozen program "
        "alone, 48,404 after 850; self-play alone, 56,625 after 850.",
    )]  # fmt: skip
    rows += [
        within(f"boards forgotten or culled in {after.games:,} games, records of "
               f"{CULLED_RECORD} at most", WHERE, "selected by the culling techniques described",
               min(after.forgotten, after.culled), 1, float("inf"), seeds=seeds,
               shown=f"{after.forgotten:,} and {after.culled:,}; {after.boards:,} are left of "
               f"{after.saved:,} saved", statistic="each more than none"),
        within("boards on that tape, of those that were saved", WHERE, "from a much larger number",
               after.boards / after.saved, 0.0, 0.5, shown=f"{after.boards / after.saved:.2f}",
               statistic="at most a half", seeds=seeds),
    ]  # fmt: skip
    charts = [_chart(run, "THE MEMORY TAPE"),
              _chart(culled, f"RECORDS OF {CULLED_RECORD} BOARDS AT MOST")]  # fmt: skip
    if came is None:
        return Made([*rows, impossible("words a board, records a move", WHERE, "3.8; three or four",
                    "Our tape does not come to as many boards.")], COLUMNS,
                    _numbers(run) + _numbers(culled), charts)  # fmt: skip
    words = came.words / came.boards
    share = came.boards / came.saved
    rows += [
        within(f"words a board, when it first held them (game {came.games:,})", WHERE, "3.8",
               words, 3.75, 3.85, shown=f"{words:.2f}",
               statistic="the number itself, as it is rounded", seeds=seeds,
               why="Boards with kings take four words, others three: the paper's games had more "
               "of those with kings. Tried: self-play alone, 3.73; games against the frozen "
               "program alone, 3.73; the learned polynomial, 3.70; end games with two kings "
               "against one for a third of the games, 3.71."),
        within("boards on the tape, of those that were saved until then", WHERE,
               "from a much larger number", share, 0.0, 0.5, shown=f"{share:.2f}",
               statistic="at most a half", seeds=seeds,
               why="Few boards are forgotten by then. Tried, after 850 games: self-play alone, "
               "0.74; games against the frozen program alone, 0.64; the learned polynomial, 0.71. "
               f"After {last.games:,} games the tape holds "
               f"{last.boards / last.saved:.2f} of those that were saved."),
        within("records brought into memory a move, with that tape", WHERE, "three or four",
               run.brought, 2.5, 4.5, shown=f"{run.brought:.1f} over {MOVES} moves", seeds=seeds,
               statistic="the number itself, as it is rounded",
               why="Our look-ahead looks every board up that it could score. Tried: room for all "
               "records, 12.7; coarser keys, of two classes for each moment, 127, of moments "
               "about the normal axes alone, 133. In the room the 704 reads four at most for a "
               "move and does without the others."),
    ]  # fmt: skip
    return Made(rows, COLUMNS, _numbers(run) + _numbers(culled), charts)


COLUMNS = ("largest record", "games", "saved", "boards", "words", "records", "forgotten", "culled")


def _numbers(run: RoteRun) -> list[tuple[object, ...]]:
    largest = run.study.learning.memory.limits.largest_record
    return [
        (largest, row.games, row.saved, row.boards, row.words, row.records, row.forgotten,
         row.culled)
        for row in run.counts
    ]  # fmt: skip


def _chart(run: RoteRun, title: str) -> "ChartState":
    from devices.screen.parts.chart import ChartState
    from devices.screen.parts.chart_ink import Series

    def thousands(name: str) -> tuple[tuple[float, float], ...]:
        return tuple((float(row.games), getattr(row, name) / 1_000) for row in run.counts)

    most = max(max(row.saved, PRINTED) for row in run.counts) / 1_000
    return ChartState(
        title=title, across="games", upwards="thousand boards",
        series=(
            Series("on the tape", thousands("boards"), "none", "red"),
            Series("saved", thousands("saved"), "none", "black"),
            Series("forgotten", thousands("forgotten"), "none", "blue"),
            Series("culled", thousands("culled"), "none", "green"),
        ),
        x_range=(0.0, float(GAMES)), y_range=(0.0, 1.05 * most),
    )  # fmt: skip


ROTE = Artefact("samuel", "rote", "Rote learning: the memory tape", rote, 520.0, whole_only=True)
