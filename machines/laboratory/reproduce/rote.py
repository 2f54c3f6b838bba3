"""Samuel 1959, rote learning: what the memory tape holds, and what forgetting and culling leave.

The paper tells of one tape at one moment: "something over 53,000 board positions (averaging 3.8
words each) which have been selected from a much larger number of positions by means of the culling
techniques described"; "normally, the program calls three or four new records into memory during
each new move".  Ours goes on beyond that, so that forgetting and culling are at work.
"""

import math
from dataclasses import astuple, dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from machines.exhibit import snapshot
from machines.laboratory.printed import samuel as printed
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Line,
    Made,
    Row,
    Tell,
    impossible,
    picture,
    within,
)
from machines.laboratory.samuel.files import find_polynomial
from machines.laboratory.samuel.studies import RoteStudy, play_opening
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
PRINTED = printed.TAPE_BOARDS.value
MOVES = 120
"""Of its own that it makes with that tape, records brought as the 704 has room for them."""
VERSION = 2
STAGES = {"opening": 20, "middle game": 9, "end game": 0}
"""From so many pieces on: our division."""


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
class Use:
    """What a memory tape did for some moves of the program against itself, with the 704's room."""

    moves: int = 0
    brought: int = 0
    """Records read from the tape."""
    held: int = 0
    """Records in storage, the sum of all moves."""
    us: int = 0
    """Of the 704."""
    looked_up: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STAGES, 0))
    """Boards, by stage of the game."""
    found: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STAGES, 0))

    def a_minute(self, count: int) -> float:
        """So many, by the minute of the 704's time."""
        return count / (self.us / 60e6)

    def share_found(self, stage: str) -> float:
        """Of the boards looked up."""
        return self.found[stage] / max(self.looked_up[stage], 1)


@dataclass
class RoteRun:
    """A run so far: what a report that is interrupted goes on with."""

    study: RoteStudy
    counts: list[Count] = field(default_factory=list)
    use: Use | None = None
    """Of its tape when that first held what the paper's did; None: not yet."""


def rote(effort: Effort) -> Made:
    """The memory tape as it grows, is forgotten and is culled."""
    folder = effort.run_folder()
    usual = _play(folder / "samuel-rote.run", Limits().largest_record, effort.part(0, 0.5).tell,
                  count_use=True)  # fmt: skip
    culled = _play(folder / "samuel-rote-culled.run", CULLED_RECORD, effort.part(0.5, 1).tell)
    return _made(usual, culled)


def _play(path: Path, largest: int, tell: Tell, count_use: bool = False) -> RoteRun:
    """A run with records of so many boards at most, to its end; an interrupted one goes on."""
    run = _read(path) if path.exists() else RoteRun(_begin(largest))
    while run.study.games < GAMES:
        run.study.play_game()
        if run.study.games % EVERY == 0:
            run.counts.append(_count(run.study))
            if count_use and run.use is None and run.counts[-1].boards >= PRINTED:
                run.use = use_of(run.study.memory_tape(), MOVES)
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


def use_of(tape: MemoryTape, moves: int) -> Use:
    """Self-play with a tape, its records brought as the 704 has room for them."""
    learning, use = RoteLearning.of(tape), Use()
    settings, polynomial = ProgramSettings(), find_polynomial("standard")
    for number in count():
        game = Game(1)
        game.begin(draws=True)
        play_opening(game, number, SEED)
        while not game.over and use.moves < moves:
            look = LookAhead(settings, polynomial)
            look.begin(game.position)
            look_to_the_end(look, learning)
            decision = look.decision()
            pieces = (game.position.black | game.position.white).bit_count()
            stage = next(name for name, least in STAGES.items() if pieces >= least)
            use.looked_up[stage] += decision.looked_up
            use.found[stage] += decision.remembered
            use.us += decision.us
            use.held += len(learning.memory.held)
            use.moves += 1
            learning.learn(game.position, decision)
            game.play(Play(decision.move, game.black_to_move, "MACHINE"), draws=True)
        if use.moves == moves:
            break
    use.brought = learning.memory.statistics.brought
    return use


SEEDS = f"one run, seed {SEED}"


def _made(run: RoteRun, culled: RoteRun) -> Made:
    came = next((row for row in run.counts if row.boards >= PRINTED), None)
    rows = [*_tape_rows(run, culled), *_library_rows(run.use)]
    if came is None or run.use is None:
        none = "Our tape does not come to as many boards."
        rows.append(impossible("words a board", printed.WORDS_A_BOARD, none))
        rows.append(impossible("records brought a move", printed.RECORDS_A_MOVE, none))
    else:
        rows += [*_words_rows(came, run.counts[-1]), *_use_rows(run.use)]
    charts = [_chart(run, "THE MEMORY TAPE"),
              _chart(culled, f"RECORDS OF {CULLED_RECORD} BOARDS AT MOST")]  # fmt: skip
    return Made(rows, COLUMNS, _numbers(run) + _numbers(culled), charts)


def _tape_rows(run: RoteRun, culled: RoteRun) -> list[Row]:
    """What the tape holds at the end, and what forgetting and culling leave."""
    last, after = run.counts[-1], culled.counts[-1]
    return [
        within(
            f"boards on the tape after {last.games:,} games", printed.TAPE_BOARDS,
            last.boards, PRINTED, math.inf, kind="outcome", seeds=SEEDS, margin='"something over"',
            shown=f"{last.boards:,}; {last.saved:,} were saved, {last.forgotten:,} forgotten, "
            f"{last.culled:,} culled",
            why=f"At most it held {max(row.boards for row in run.counts):,}: forgetting holds it "
            "down. At what age a board is forgotten is our choice: the paper doesn't say. A new "
            "board is 64 merges old. Tried: 2,048, when the first were forgotten at 28,000 boards; "
            f"records of {CULLED_RECORD} boards at most, {after.boards:,} left; games against the "
            "frozen program alone, 48,404 after 850; self-play alone, 56,625 after 850.",
        ),
        within(f"boards forgotten or culled in {after.games:,} games, records of "
               f"{CULLED_RECORD} at most", printed.CULLED, min(after.forgotten, after.culled), 1,
               math.inf, kind="constant", seeds=SEEDS, statistic="each more than none",
               shown=f"{after.forgotten:,} and {after.culled:,}; {after.boards:,} are left of "
               f"{after.saved:,} saved"),
        _much_larger("boards on that tape, of those that were saved", after, last),
    ]  # fmt: skip


def _much_larger(what: str, row: Count, last: Count) -> Row:
    """Whether the boards on a tape are selected from a much larger number."""
    share = row.boards / row.saved
    return within(
        what, printed.SELECTED_FROM, share, 0.0, 0.5, kind="outcome", shown=f"{share:.2f}",
        statistic="the share itself", margin='"much larger": at least twice', seeds=SEEDS,
        why="Few boards are forgotten by then. Tried, after 850 games: self-play alone, 0.74; "
        "games against the frozen program alone, 0.64; the learned polynomial, 0.71. "
        f"After {last.games:,} games the tape holds {last.boards / last.saved:.2f} of those that "
        "were saved.",
    )  # fmt: skip


def _words_rows(came: Count, last: Count) -> list[Row]:
    """When the tape first held what the paper's did."""
    words = came.words / came.boards
    return [
        within(f"words a board, when it first held them (game {came.games:,})",
               printed.WORDS_A_BOARD, words, 3.75, 3.85, kind="outcome", shown=f"{words:.2f}",
               margin="half of its last digit", seeds=SEEDS,
               why="Boards with kings take four words, others three: the paper's games had more "
               "of those with kings. Tried: self-play alone, 3.73; games against the frozen "
               "program alone, 3.73; the learned polynomial, 3.70; end games with two kings "
               "against one for a third of the games, 3.71."),
        _much_larger("boards on the tape, of those that were saved until then", came, last),
    ]  # fmt: skip


def _use_rows(use: Use) -> list[Row]:
    """What that tape does while the program plays."""
    looked_up, found = sum(use.looked_up.values()), sum(use.found.values())
    held = use.held / use.moves
    return [
        within("records brought into memory a move, with that tape", printed.RECORDS_A_MOVE,
               use.brought / use.moves, 2.5, 4.5, kind="outcome", seeds=SEEDS,
               shown=f"{use.brought / use.moves:.1f} over {use.moves} moves",
               margin="half of its last digit",
               why="Our look-ahead looks every board up that it could score, and our longer "
               "program leaves 2,048 words for records. Tried: room for 20,000 words, 118; for all "
               "records, 12.7; in 20,000 words coarser keys, of two classes for each moment, 127, "
               "of moments about the normal axes alone, 133. In the room the 704 reads four at "
               "most for a move and does without the others."),
        within("records held in memory, with that tape", printed.HELD_RECORDS, held,
               printed.HELD_RECORDS.value, math.inf, kind="stand-in", shown=f"{held:.1f}",
               seeds=SEEDS, margin='"or more"',
               why="In the 2,048 words that our longer program leaves."),
        *(within(f"references a minute of the 704: {what}", printed.REFERENCES_A_MINUTE,
                 use.a_minute(number), 0.0, MOST_REFERENCES, kind="stand-in", seeds=SEEDS,
                 shown=f"{use.a_minute(number):,.1f}", margin='"or so": half as many more',
                 why=LIMIT)
          for what, number in (("boards found, as the age counts them", found),
                               ("boards looked up", looked_up),
                               ("records read from the tape", use.brought))),
    ]  # fmt: skip


LIMIT = (
    "The paper's number is an estimate of what a 704 can do with one million words on tape, no "
    "measurement, and may mean any of the three. Our look-ahead looks every board up that it could "
    "score, in the 2,048 words that our longer program leaves for records."
)
MOST_REFERENCES = 1.5 * printed.REFERENCES_A_MINUTE.value


def _library_rows(use: Use | None) -> list[Row]:
    """The library that would improve the middle game."""
    words = printed.LIBRARY.value * PRINTED * printed.WORDS_A_BOARD.value
    shares = "" if use is None else "found of the boards looked up: " + ", ".join(
        f"{stage} {use.share_found(stage):.2%}" for stage in STAGES
    )  # fmt: skip
    return [
        within("words of a library of 20 times as many boards", printed.MORE_WORDS, words,
               printed.MOST_WORDS.value, math.inf, shown=f"{words:,.0f}",
               margin="more than one million"),
        impossible("boards for a better middle game, times those on the tape", printed.LIBRARY,
                   "An estimate of the paper's, from how often boards were found, of which it "
                   "prints nothing; nor does it say what a significant improvement is.", shares),
        impossible("playing strength", printed.NOVICE, "No novices of 1959 are left to play it. "
                   "Against the same program without a memory it has 0.545 +- 0.013 after 500 "
                   "games (docs/research/samuel.md).", kind="stand-in"),
    ]  # fmt: skip


COLUMNS = ("largest record", "games", "saved", "boards", "words", "records", "forgotten", "culled")


def _numbers(run: RoteRun) -> list[tuple[object, ...]]:
    largest = run.study.learning.memory.limits.largest_record
    return [(largest, *astuple(row)) for row in run.counts]


def _chart(run: RoteRun, title: str) -> "ChartState":
    lines = {"on the tape": "boards", "saved": "saved", "forgotten": "forgotten",
             "culled": "culled"}  # fmt: skip
    return picture(title, "games", "thousand boards", *(
        Line(said, [(row.games, getattr(row, name) / 1_000) for row in run.counts])
        for said, name in lines.items()))  # fmt: skip


ROTE = Artefact("samuel", "rote", "Rote learning: the memory tape", rote, 520.0, whole_only=True)
