"""Rote learning at the machine: the memory tape opened, searched and merged on the tape units."""

import pytest

from devices.media.tape import Record, Tape, TapeMark, tape_value
from devices.media.tape_files import book_tape
from machines.games.draughts.board import Position
from machines.games.draughts.moves import make
from machines.samuel.games import Game
from machines.samuel.generalization import combined
from machines.samuel.polynomial import Manner, Polynomial
from machines.samuel.resume_cards import resume_cards
from machines.samuel.rote.lookup import BLACK, COUNT, KEY, KINGS, PLACE, SCORE_KEPT, WHITE
from machines.samuel.rote.memory_tape import RECORDS_A_MOVE, TapeOperation
from machines.samuel.rote.standard import standard_of
from machines.samuel.rote.tape_format import (
    Heading,
    MemoryTape,
    read_memory,
    rules_of,
    write_memory,
)
from machines.samuel.settings import ProgramSettings
from machines.samuel.state import Stop
from tests.machines.samuel.run import Unattended, deck

BRIEF = ("BREAK  MIN 1", "BREAK  QUIET 1", "BREAK  JUMP 2", "BREAK  AHEAD 3", "BREAK  LAST 8")
ROTE = (*BRIEF, "SENSE  4", "LEARN  ROTE")
RULES = rules_of(Polynomial.standard(), ProgramSettings())
BLANK = {1: Tape("one.tap", ()), 2: Tape("two.tap", ())}


def machine(*cards: str, tapes: dict[int, Tape] = BLANK, rings: bool = True) -> Unattended:
    """With reels on both units, rings in, and the cards read up to the first act."""
    made = Unattended()
    for number, tape in tapes.items():
        unit = made.tapes[number - 1]
        unit.operate("mount", tape_value(tape))
        unit.operate("file_protect", int(not rings))
        unit.operate("load_rewind", 1)
    made.advance(5_000_000)
    for number in tapes:
        made.tapes[number - 1].operate("start", 1)
    made.load(deck(*cards))
    made.settle()
    return made


def run(made: Unattended) -> Unattended:
    """As far as it goes by itself."""
    for _ in made.run():
        pass
    return made


def tape_on(made: Unattended, address: int) -> Tape:
    """The reel that lies there."""
    tape = made.tapes[address - 1].tape()
    assert tape is not None
    return tape


def memory_of(made: Unattended) -> MemoryTape:
    """What the memory tape holds."""
    return read_memory(tape_on(made, made.program.state.reels.old), RULES)


def boards_of(memory: MemoryTape) -> set[tuple[int, ...]]:
    """Its boards."""
    return {
        tuple(row[[BLACK, WHITE, KINGS]].tolist())
        for record in memory.records
        for row in record.rows
    }


def looked_into(game: Game) -> list[Position]:
    """The boards of a game on which the machine decided."""
    boards, position = [], game.start
    for made in game.plays:
        if made.boards:
            boards.append(position)
        position = make(position, made.move)
    return boards


def test_blank_reels_become_a_memory_of_all_boards_of_actual_play() -> None:
    made = run(machine(*ROTE, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=30", "END"))
    assert made.ended, made.program.reason()
    memory = memory_of(made)
    played = {tuple(standard_of(one)) for one in looked_into(made.program.state.games[1])}
    assert len(played) > 20
    assert boards_of(memory) == played
    assert memory.heading.merges == 2
    directory = made.program.state.reels.memory.directory
    assert directory[:, [KEY, COUNT]].tolist() == [
        [record.key, len(record.rows)] for record in memory.records
    ]
    items = tape_on(made, made.program.state.reels.old).items
    assert directory[:, PLACE].tolist() == list(range(1, len(items) - 1))


def test_the_units_change_roles_at_every_merge() -> None:
    made = machine(*ROTE, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=50", "END")
    seen: list[int] = []
    made.program.press("start", 0)
    while made.program.running():
        made.advance(200_000)
        old = made.program.state.reels.old
        if not seen or seen[-1] != old:
            seen.append(old)
    assert seen == [2, 1, 2, 1]
    assert "MEMORY TAPE ON UNIT 2     40 BOARDS" in made.text()
    assert "RECORDS, 3 MERGES" in made.text()


def test_what_was_learned_is_found_again_another_day() -> None:
    cards = (*ROTE, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=30", "END")
    first = run(machine(*cards))
    tapes = {2: tape_on(first, first.program.state.reels.old), 1: Tape("new.tap", ())}
    made = run(machine(*cards, tapes=tapes))
    statistics = made.program.state.reels.memory.statistics
    assert statistics.found > 0
    assert statistics.brought > 0
    assert boards_of(memory_of(made)) >= boards_of(memory_of(first))
    assert memory_of(made).heading.merges > memory_of(first).heading.merges


def test_no_more_records_are_brought_for_a_move_than_the_paper_says() -> None:
    made = machine(*ROTE, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=60", "END")
    made.program.press("start", 0)
    most = 0
    while made.program.running():
        made.advance(100_000)
        most = max(most, made.program.state.reels.brought)
    assert 0 < most <= RECORDS_A_MOVE


@pytest.mark.slow
def test_a_series_by_rote_begins_with_another_move_each_time() -> None:
    made = run(machine(*ROTE, "SERIES 2", "END"))
    assert made.ended
    rows = [line.split() for line in made.text().splitlines() if " BLACK  MACHINE " in line]
    first = [row[4] for row in rows if row[:2] == ["1", "1"]]
    assert len(set(first)) == len(first) == 2


@pytest.mark.slow
def test_both_learn_by_rote_with_the_polynomial_that_alpha_has_come_to() -> None:
    cards = (*BRIEF, "SENSE  4", "LEARN  FIRST SEED 3", "SERIES 2", "LEARN  BOTH", "SERIES 1")
    made = run(machine(*cards, "END"))
    assert made.ended, made.program.reason()
    look = made.program.state.lookahead
    assert look.polynomial.manner is Manner.BY_TURNS
    assert len(look.polynomial.weights) == 16
    tape = tape_on(made, made.program.state.reels.old)
    memory = read_memory(tape, rules_of(look.polynomial, look.settings))
    game = made.program.state.games[1]
    assert boards_of(memory) == {tuple(standard_of(one)) for one in looked_into(game)}
    assert made.program.scene().learned.title == "FIRST SERIES"


def test_both_needs_a_series_before_it() -> None:
    made = machine(*BRIEF, "LEARN  FIRST", "LEARN  BOTH", *GAME)
    assert made.program.state.stop is Stop.REFUSED
    assert "Alpha has played no series" in made.program.reason()


def test_both_c_abridges_the_memory_tape_for_alpha_and_needs_no_other() -> None:
    cards = (*BRIEF, "SENSE  4", "LEARN  BOTH C SEED 3", "SERIES 1", "END")
    tape = a_memory()
    boards = combined.boards_of(read_memory(tape, RULES).records)
    expected = combined.abridged(boards, Polynomial.standard())
    made = machine(*cards, tapes={2: tape})
    made.program.press("start", 0)
    assert made.program.caption() == "the memory tape is read through: what Alpha can use of it"
    recall = made.program.state.learning.recall
    assert recall is not None
    while made.program.state.reels.work is TapeOperation.ABRIDGING:
        made.advance(100_000)
    assert expected
    assert set(recall.memory.boards.values()) == set(expected)
    run(made)
    assert made.ended, made.program.reason()
    assert tape_on(made, 2).items == tape.items
    assert f"ABRIDGED, {len(expected)} BOARDS" in made.text()


@pytest.mark.parametrize(
    ("tapes", "why"),
    [
        ({}, "mount the memory tape on the unit with address 2"),
        ({2: BLANK[2]}, "a blank tape; expected a memory tape"),
    ],
)
def test_both_c_needs_a_memory_tape(tapes: dict[int, Tape], why: str) -> None:
    made = machine(*BRIEF, "LEARN  BOTH C", "SERIES 1", "END", tapes=tapes)
    made.start()
    assert why in made.program.reason()


# -- refusals --------------------------------------------------------------------------------------

BOOK = book_tape(deck("GAME   1 BLACK=BOOK WHITE=BOOK", "BOOK   11-15 22-18", name="book.txt"))
GAME = ("GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=4", "END")


def a_memory(polynomial: Polynomial | None = None) -> Tape:
    """A memory tape with a few boards, of another polynomial if one is given."""
    first = run(machine(*ROTE, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=30", "END"))
    memory = memory_of(first)
    if polynomial is not None:
        memory = MemoryTape(Heading.of(polynomial, ProgramSettings()), memory.records)
    return write_memory(memory, "memory.tap")


def damaged(tape: Tape) -> Tape:
    """... one of whose records can't be read."""
    records = list(tape.items)
    record = records[2]
    assert isinstance(record, Record)
    records[2] = Record(record.data, damaged=True)
    return Tape(tape.name, tuple(records))


@pytest.mark.parametrize(
    ("name", "unit", "why"),
    [
        ("book", 1, "record 1: tape1 is where the next memory tape is written, and this one holds"),
        ("book", 2, "record 1: can't be read: parity error (it is even, as of card images)"),
        ("cut", 2, "the tape ends here: it was cut short; expected a tape mark"),
        ("damaged", 2, "record 3: can't be read: parity error; expected odd parity"),
        ("other", 2, "the scores are of PIECE"),
        ("mark", 2, "a tape mark; expected the heading of a memory tape"),
    ],
)
def test_a_tape_that_is_no_memory_tape_is_refused_and_stays_whole(
    name: str, unit: int, why: str
) -> None:
    tape = {
        "book": lambda: Tape("book.tap", BOOK.items),
        "cut": lambda: Tape("cut.tap", a_memory().items[:-1]),
        "damaged": lambda: damaged(a_memory()),
        "other": lambda: a_memory(Polynomial().with_term("MOB", 1, 3)),
        "mark": lambda: Tape("mark.tap", (TapeMark(),)),
    }[name]()
    made = run(machine(*ROTE, *GAME, tapes=BLANK | {unit: tape}))
    state = made.program.state
    assert state.stop is Stop.REFUSED, made.program.reason()
    assert why in state.why.replace(f"{tape.name}, ", "")
    assert tape_on(made, unit).items == tape.items
    assert made.program.lights().tape_check
    assert state.moves_made == 0


def test_after_a_refusal_another_reel_can_be_mounted() -> None:
    made = run(machine(*ROTE, *GAME, tapes=BLANK | {2: Tape("mark.tap", (TapeMark(),))}))
    unit = made.tapes[1]
    for control, value in (("reset", 1), ("unload", 1), ("mount", tape_value(BLANK[2]))):
        unit.operate(control, value)
    unit.operate("load_rewind", 1)
    made.advance(5_000_000)
    unit.operate("start", 1)
    made.start()
    assert made.ended
    assert memory_of(made).boards > 0


def test_control_cards_from_the_unit_that_rote_learning_needs_are_refused() -> None:
    made = Unattended()
    cards = book_tape(deck(*ROTE, *GAME, name="cards.txt"))
    made.tapes[0].operate("mount", tape_value(Tape("cards.tap", cards.items)))
    made.tapes[0].operate("load_rewind", 1)
    made.advance(5_000_000)
    made.tapes[0].operate("start", 1)
    made.program.press("load_tape", 0)
    made.settle()
    assert made.program.state.stop is Stop.REFUSED
    assert "expected LOAD CARDS" in made.program.reason()


@pytest.mark.parametrize(
    ("tapes", "rings", "why"),
    [
        ({}, True, "mount the memory tape, or a blank one, on the unit with address 2"),
        ({2: BLANK[2]}, True, "mount a tape for the next memory tape on the unit with address 1"),
        (BLANK, False, "tape1 is file protected: press RESET there, put the ring in"),
    ],
)
def test_what_the_units_lack_is_said(tapes: dict[int, Tape], rings: bool, why: str) -> None:
    made = machine(*ROTE, *GAME, tapes=tapes, rings=rings)
    made.start()
    assert made.program.reason().startswith(why)
    assert made.program.state.moves_made == 0


# -- broken off ------------------------------------------------------------------------------------


def in_a_merge() -> Unattended:
    """A machine that is merging for the second time."""
    made = machine(*ROTE, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=60", "END")
    made.program.press("start", 0)
    reels = made.program.state.reels
    while not (reels.work is TapeOperation.MERGING and reels.old == 1 and len(reels.lines) > 3):
        assert made.program.running()
        made.advance(2_000 if reels.work is TapeOperation.MERGING else 50_000)
    return made


def test_a_merge_that_is_broken_off_leaves_the_old_tape_whole() -> None:
    made = in_a_merge()
    assert not isinstance(tape_on(made, 2).items[-1], TapeMark)
    old = read_memory(tape_on(made, 1), RULES)
    assert old.heading.merges == 1
    assert old.boards == made.program.state.reels.memory.boards
    made.program.press("load_cards", 0)
    assert made.program.state.reels.work is TapeOperation.NONE
    assert read_memory(tape_on(made, 1), RULES).boards == old.boards


def test_a_job_broken_off_is_kept_with_its_rote_learning() -> None:
    made = machine(*ROTE, "SERIES 4", "END")
    made.program.press("start", 0)
    made.advance(30_000_000)
    cards = resume_cards(made.program.state)
    assert "LEARN  ROTE" in cards
    left = made.program.state.learning.ordered - made.program.state.learning.begun + 1
    assert cards[-2:] == [f"SERIES {left}", "END"] or cards[-1] == f"SERIES {left}"


def test_the_scores_on_the_tape_are_those_that_were_backed_up() -> None:
    made = run(machine(*ROTE, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=12", "END"))
    game, memory = made.program.state.games[1], memory_of(made)
    kept = {
        tuple(row[[BLACK, WHITE, KINGS]].tolist()): int(row[SCORE_KEPT])
        for record in memory.records
        for row in record.rows
    }
    for position, play in zip(looked_into(game), game.plays, strict=True):
        assert play.score is not None
        score = kept[tuple(standard_of(position))]
        assert abs(score - play.score) <= memory.heading.unit


def test_a_new_memory_begins_only_on_a_blank_reel() -> None:
    cards = (*(card.replace("ROTE", "ROTE NEW") for card in ROTE), *GAME)
    assert run(machine(*cards)).ended
    tape = a_memory()
    made = run(machine(*cards, tapes=BLANK | {2: tape}))
    assert made.program.state.stop is Stop.REFUSED
    assert "says NEW, and the reel is not blank" in made.program.reason()
    assert tape_on(made, 2).items == tape.items
