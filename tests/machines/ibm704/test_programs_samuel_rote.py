"""Rote learning in Samuel's program in 704 code: the engine's words, listing and memory tape."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from devices.media.deck import deck_value
from devices.media.tape import Tape, tape_value
from devices.units.tape_drive import TapeDrive
from machines.games.draughts.board import Position
from machines.ibm704 import registers as at
from machines.ibm704.exhibit import STORED
from machines.ibm704.loaded import FROM, TSX_C
from machines.samuel.generalization.coefficients import ACTIVE_TERMS
from machines.samuel.generalization.match import Result, Verdict
from machines.samuel.generalization.series import STABLE_FOR, GameRecord, stable
from machines.samuel.polynomial import Polynomial, Weight
from machines.samuel.rote import control
from machines.samuel.rote.keys import has_kings, key_of
from machines.samuel.rote.lookup import AGE, KINGS, SCORE_KEPT
from machines.samuel.rote.memory import Memory
from machines.samuel.rote.records import Limits, MemoryRecord
from machines.samuel.rote.standard import standard_of
from machines.samuel.rote.tape_format import (
    Heading,
    MemoryTape,
    read_score_words,
    score_words,
    write_memory,
)
from machines.samuel.settings import ProgramSettings
from machines.samuel.term_table import TERMS
from machines.workshop.unattended.ibm704 import NAME, ProgramOperator
from tests.machines.ibm704.programs import Kernel
from tests.machines.ibm704.samuel704 import (
    DECK_ENDED,
    LIMIT_US,
    REFUSED,
    STORAGE,
    assembled_samuel,
    listing_of_704,
    listing_of_engine,
    put,
)
from tests.machines.samuel.rote.rote_boards import UNIT, any_kept, any_position, found, memory_tape
from tests.machines.samuel.rote.test_memory_tape import BRIEF, ROTE, machine, run, tape_on
from tests.machines.samuel.run import deck

MANY = 1_000
TAPE_REFUSED = 6
SOAK_GAMES, SHORTEST, WHOLE_S = 100, 5, 600.0
"""Of the soak test, which MATCHBOX704_SOAK seconds shorten."""
EMPTY = write_memory(MemoryTape(Heading.of(Polynomial.standard(), ProgramSettings())), "memory.tap")
"""A 704 can't tell a blank reel: a memory begins with a heading and a tape mark."""
NEXT = Tape("next.tap", ())
SHIFT_BY_7 = 0o076700000007
ALPHAS = (*BRIEF, "SENSE  4", "LEARN  FIRST SEED 3", "SERIES 1")
GAME = ("GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=30", "END")


@cache
def rote_kernel() -> Kernel:
    """The program with its tables made."""
    kernel = Kernel(assembled_samuel(), STORAGE)
    kernel.call("TABLES")
    kernel.call("JTABS")
    kernel.call("JUNIT", UNIT)
    return kernel


def test_standard_boards_and_their_keys_are_the_engines() -> None:
    kernel = rote_kernel()
    generator = np.random.default_rng(28)
    reflected = 0
    for _ in range(MANY):
        position = any_position(generator)
        put(kernel, position)
        kernel.call("JSTAND")
        words = (kernel["JB"], kernel["JW"], kernel["JK"])
        assert words == standard_of(position)
        reflected += words[2] == words[0] | words[1]
        kernel.call("JKEYOF")
        assert kernel["JKEY"] == key_of(*words)
    assert reflected > MANY // 10


def test_scores_ages_and_plies_are_one_word_as_on_the_engines_tape() -> None:
    kernel = rote_kernel()
    generator = np.random.default_rng(1959)
    kept = [any_kept(generator) for _ in range(MANY)]
    rows = np.array([(0, 0, 0, *one) for one in kept], dtype=np.int64)
    words = score_words(rows, UNIT)
    back = rows.copy()
    read_score_words(words, back, UNIT)
    for (score, age, ply), word, row in zip(kept, words.tolist(), back.tolist(), strict=True):
        kernel["JSCOR"] = abs(score) | (1 << 35 if score < 0 else 0)
        kernel["JPLY"], kernel["JAGE"] = ply, age
        kernel.call("JCODE")
        assert int(kernel.state[at.AC]) & ((1 << 36) - 1) == word
        kernel["JV"] = word
        kernel.call("JDECOD")
        assert kernel.ac == row[3]


# -- games, with reels on the units ----------------------------------------------------------------


class Rote704:
    """The 704 with the program in storage, reels on its units, and cards in the reader."""

    def __init__(
        self,
        cards: Sequence[str],
        tapes: Mapping[int, Tape],
        limits: Limits | None = None,
        rings: bool = True,
        end_of_file: bool = True,
        words: Mapping[str, int] | None = None,
    ) -> None:
        self.one = ProgramOperator(lambda line: None, STORAGE, LIMIT_US)
        self.act("selector.program", STORED)
        for number, tape in tapes.items():
            self.mount(number, tape, rings)
        self.act("reader.hopper", deck_value(deck(*cards)))
        if end_of_file:
            self.press("reader.end_of_file")
        self.press("reader.start")
        assembly = assembled_samuel()
        storage = self.one.machine.state.storage
        for address, word in assembly.words.items():
            storage[address] = word
        for symbol, word in (_limit_words(limits or Limits()) | dict(words or {})).items():
            storage[assembly.symbols[symbol]] = word
        assert assembly.start is not None
        self.one.machine.words[at.IC] = assembly.start

    def act(self, control: str, value: int | str) -> None:
        self.one.session.act(NAME, control, value)

    def press(self, control: str) -> None:
        self.act(control, 1)
        self.act(control, 0)

    def mount(self, number: int, tape: Tape, ring: bool = True) -> None:
        """A reel on a unit, which is made ready."""
        self.act(f"tape{number}.file_protect", int(not ring))
        self.act(f"tape{number}.mount", tape_value(tape))
        self.load(number)

    def load(self, number: int) -> None:
        """LOAD REWIND and START on a unit."""
        self.press(f"tape{number}.load_rewind")
        self.one.session.advance(NAME, 5_000_000)
        self.press(f"tape{number}.start")

    def exchange(self, number: int, tape: Tape) -> None:
        """Another reel on a unit."""
        self.press(f"tape{number}.reset")
        self.press(f"tape{number}.unload")
        self.mount(number, tape)

    def start(self) -> int | str:
        """START: the number of the next stop, or what it waits for."""
        self.press("console.start")
        return self.go_on()

    def go_on(self) -> int | str:
        waits = self.one.run(lambda: True)
        if waits:
            return waits
        self.one.let_units_rest()
        return int(self.one.machine.words[at.SR]) & 0o77777

    def unit(self, number: int) -> TapeDrive:
        unit = self.one.session.exhibit(NAME).units[f"tape{number}"]
        assert isinstance(unit, TapeDrive)
        return unit

    def tape(self, number: int) -> tuple[object, ...]:
        """The reel's items."""
        return tuple(self.unit(number).items)

    @property
    def lines(self) -> list[str]:
        """What was printed since it was last asked."""
        return self.one.printed().splitlines()


def _limit_words(limits: Limits) -> dict[str, int]:
    """The words of rote learning that an operator could change."""
    return {
        "JHELD": limits.held_words,
        "J1001": limits.largest_record + 1,
        "J750": limits.culled_record,
        "J4094": limits.maximum_age - 1,
    }


@dataclass(frozen=True)
class Both:
    """What came of a deck on both machines."""

    tapes: dict[int, Tape]
    lines: list[str]

    @property
    def memory(self) -> Tape:
        """The reel that is the memory tape at the end."""
        unit = [line for line in self.lines if " MEMORY TAPE ON UNIT" in line][-1].split()[4]
        return self.tapes[int(unit)]


def compare(
    cards: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    tapes: Mapping[int, Tape] | None = None,
    limits: Limits | None = None,
    words: Mapping[str, int] | None = None,
) -> Both:
    """Listing and both reels are equal, to the byte."""
    reels = {2: EMPTY, 1: NEXT} | dict(tapes or {})
    ours = Rote704(cards, reels, limits, words=words)
    assert ours.start() == DECK_ENDED
    if limits is not None:
        values = tuple(vars(limits).values())
        monkeypatch.setattr(Limits.__init__, "__defaults__", values)
    engine = run(machine(*cards, tapes=reels))
    assert engine.ended, engine.program.reason()
    lines = ours.lines
    assert lines == engine.text().splitlines()
    for number in (1, 2):
        assert ours.tape(number) == tape_on(engine, number).items
    return Both({n: tape_on(engine, n) for n in (1, 2)}, lines)


def figures(lines: Sequence[str], name: str) -> list[int]:
    """The numbers that stand before a word of the merges' lines, one after the other."""
    words = " ".join(lines).replace(",", "").split()
    return [int(one) for one, word in pairwise(words) if word == name and one.isdigit()]


@pytest.mark.slow
def test_a_game_is_learned_and_the_next_day_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = compare((*ROTE, *GAME), monkeypatch)
    again = compare((*ROTE, *GAME), monkeypatch, {2: first.memory, 1: NEXT})
    assert figures(again.lines, "FOUND")[-1] > 0
    assert figures(again.lines, "RECORDS")[-1] > 0


@pytest.mark.slow
def test_with_switch_4_up_boards_are_found_and_none_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = compare((*ROTE, *GAME), monkeypatch)
    cards = [card for card in ROTE if card != "SENSE  4"]
    again = compare((*cards, *GAME), monkeypatch, {2: first.memory, 1: NEXT})
    assert not figures(again.lines, "ADDED")


def test_a_book_game_is_learned_too(monkeypatch: pytest.MonkeyPatch) -> None:
    book = ("GAME   1 BLACK=BOOK WHITE=BOOK", "BOOK   11-15 23-19 8-11 22-17 11-16 24-20", "END")
    learned = compare((*ROTE, *book), monkeypatch)
    assert figures(learned.lines, "ADDED") == [6]


@pytest.mark.slow
def test_a_series_is_learned_within_its_limits_as_by_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = Limits(400, largest_record=3, culled_record=1, maximum_age=67)
    learned = compare((*ROTE, "SERIES 3 LIST 2", "END"), monkeypatch, limits=limits)
    assert sum(figures(learned.lines, "CULLED")) and sum(figures(learned.lines, "FORGOTTEN"))


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_hundred_games_are_learned_as_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    share = min(1.0, float(os.environ.get("MATCHBOX704_SOAK", "600")) / WHOLE_S)
    games = max(SHORTEST, round(SOAK_GAMES * share))
    compare((*ROTE, f"SERIES {games}", "END"), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("poly", [(), ("POLY   MOB +18", "POLY   CENT+ADV -17", "POLY   DENY +3")])
def test_a_new_memory_begins_on_blank_reels(
    poly: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = (*poly, *(card.replace("ROTE", "ROTE NEW") for card in ROTE))
    blank = {2: Tape("memory.tap", ()), 1: NEXT}
    learned = compare((*cards, *GAME), monkeypatch, blank)
    assert figures(learned.lines, "ADDED")


def test_cards_of_rote_learning_are_refused_as_by_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = (
        "LEARN", "LEARN  FOO", "LEARN  ROTE X", "LEARN  ROTE NEW X", "SERIES", "SERIES X",
        "SERIES 0", "SERIES 10000", "SERIES 3 LIST", "SERIES 3 LIST X", "SERIES 3 LIST 2 X",
        "SERIES 3 FOO", "SERIES 3", "GAME   1", "MOVE   11-15", "END",
    )  # fmt: skip
    printed, stops = listing_of_704(cards)
    assert stops == [REFUSED] * 13 + [DECK_ENDED]
    assert printed.splitlines() == listing_of_engine(cards, monkeypatch).splitlines()


@pytest.mark.slow
def test_alphas_polynomial_learns_by_rote_when_a_series_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = (
        *ALPHAS, "POLY   GAP +3", "LEARN  BOTH B NEW", "PUNCH", *GAME[:1], "SERIES 1", "END",
    )  # fmt: skip
    blank = {2: Tape("memory.tap", ()), 1: NEXT}
    learned = compare(cards, monkeypatch, blank)
    assert figures(learned.lines, "ADDED")
    assert sum("WHICH IS NOT YET STABLE, MEMORY" in line for line in learned.lines) == 1
    again = compare((*ALPHAS, "LEARN  BOTH", *GAME), monkeypatch, {2: learned.memory, 1: NEXT})
    assert figures(again.lines, "FOUND")[-1] > 0


@pytest.mark.slow
def test_a_series_that_has_become_stable_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    series = (*BRIEF, "SENSE  4", "LEARN  SECOND SEED 4", "SERIES 14")
    cards = (*series, "LEARN  BOTH B NEW", "SERIES 2", "END")
    learned = compare(cards, monkeypatch, {2: Tape("memory.tap", ()), 1: NEXT})
    assert any("WHICH IS STABLE, MEMORY" in line for line in learned.lines)


def test_a_series_is_stable_from_the_same_game_on() -> None:
    kernel = rote_kernel()
    generator = np.random.default_rng(39)
    names = [name for name, term in TERMS.items() if term.number][:ACTIVE_TERMS]
    kernel["LSTABN"] = kernel["LSTAB"] = 0
    records: list[GameRecord] = []
    answers = set()
    for _ in range(MANY):
        sizes = [int(power) for power in generator.integers(0, 3, ACTIVE_TERMS)]
        if generator.random() < 0.9:
            sizes[int(generator.random() < 0.03)] = 9
        signs = [1 if name in names[:2] or generator.random() < 0.5 else -1 for name in names]
        signs[0] = 1 if generator.random() < 0.98 else -1
        weights = [Weight(n, s * 2**k) for n, s, k in zip(names, signs, sizes, strict=True)]
        kernel["APLN"] = len(weights)
        for place, weight in enumerate(weights, start=1):
            word = abs(weight.coefficient) << 6 | TERMS[weight.name].number
            word |= 1 << 35 if weight.coefficient < 0 else 0
            kernel.storage[kernel.symbols["APLW"] - place] = word
        zeroed = names[0] if generator.random() < 0.02 else ""
        kernel["LRZERO"] = int(bool(zeroed))
        kernel.call("LSTABL")
        records.append(a_record(Polynomial(tuple(weights)), zeroed))
        answers.add(stable(records[-STABLE_FOR:]))
        assert (kernel["LSTABN"] >= STABLE_FOR) == stable(records)
    assert answers == {True, False}


def a_record(polynomial: Polynomial, zeroed: str) -> GameRecord:
    """A game after which Alpha has that polynomial."""
    end, verdict = Position.start(), Verdict(zeroed=zeroed)
    return GameRecord(
        1, True, False, (), end, "", Result.DRAWN, verdict, 0, (), (), 0, polynomial, ()
    )


OF_BOTH = (
    (("LEARN  BOTH",), "ALPHA HAS PLAYED NO SERIES, EXPECTED LEARN FIRST OR SECOND"),
    (("LEARN  FIRST", "LEARN  BOTH B"), "ALPHA HAS PLAYED NO SERIES"),
    (("LEARN  BOTH D",), "D, EXPECTED A, B, C OR NOTHING MORE"),
    (("LEARN  BOTH B X",), "X IS TOO MUCH"),
    (("LEARN  BOTH B NEW X",), "X IS TOO MUCH"),
    (
        (*BRIEF, "LEARN  FIRST", "SERIES 1", "GAME   2 BLACK=ALPHA WHITE=OPERATOR",
         "MOVE   2/ 22-18", "LEARN  BOTH"),
        "GAME 2 IS UNDER WAY, EXPECTED ITS END",
    ),
)  # fmt: skip


@pytest.mark.slow
def test_cards_of_both_are_refused_as_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    for cards, why in OF_BOTH:
        printed, stops = listing_of_704((*cards, "END"))
        assert REFUSED in stops and why in " ".join(printed.split()), cards
        engine = listing_of_engine((*cards, "END"), monkeypatch)
        assert printed.splitlines() == engine.splitlines(), cards


@pytest.mark.parametrize("way", "AC")
def test_boards_are_saved_for_no_alpha_here(way: str) -> None:
    printed, stops = listing_of_704((f"LEARN  BOTH {way} SEED 2", "END"))
    assert stops[0] == REFUSED
    assert "EXPECTED FIRST, SECOND, ROTE OR BOTH B" in " ".join(printed.split())


@pytest.mark.slow
def test_it_looks_deeper_when_enough_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    deeper: list[int] = []
    plies_deeper = control.plies_deeper

    def noted(looked_up: int, found: int, us: int) -> int:
        deeper.append(plies_deeper(looked_up, found, us))
        return deeper[-1]

    monkeypatch.setattr(control, "SHARE_FOUND", 1 << 7)
    monkeypatch.setattr(control, "plies_deeper", noted)
    games = [
        card
        for number in (1, 2, 3)
        for card in (f"GAME   {number} BLACK=MACHINE WHITE=MACHINE LIMIT=30", "BOARD  B/WK32/BK1")
    ]
    compare((*ROTE, *games, "END"), monkeypatch, words={"JXFOUR": SHIFT_BY_7})
    assert 0 < sum(deeper) < len(deeper)


# -- Boards looked up by Samuel's program in 704 code, in a memory put into its storage ------------


HELD = 0o200000
LAST = 0o77777
SEVENS = (1 << 35) - 1
SIGN = 1 << 35
BOARDS, SEED, ASKED = 300, 28, 700
NEEDED = 4_300
"""Words: 2,048 of boards, a word for each record held (300), and one for each on the tape (1,800).
"""
HIS_CYCLES = 192
"""Samuel's 2.3 milliseconds to find a board (Appendix A)."""


def rows_as_words(record: MemoryRecord) -> list[int]:
    """The boards of a record as the 704 holds them."""
    last = score_words(record.rows, UNIT).tolist()
    width = KINGS + has_kings(record.key)
    boards = [row[:width] for row in record.rows.tolist()]
    return [word for board, score in zip(boards, last, strict=True) for word in (*board, score)]


@cache
def kernel_with_memory() -> tuple[Kernel, Memory]:
    """Every record of a memory held, on the 704 and in the engine."""
    tape = memory_tape(SEED, BOARDS)
    memory = Memory(directory=tape.directory())
    memory.bring_all([record.rows for record in tape.records])
    kernel = Kernel(assembled_samuel(), STORAGE)
    for entry in ("TABLES", "JTABS"):
        kernel.call(entry)
    kernel.call("JUNIT", UNIT)
    place = kernel.symbols["JHA"]
    for line, record in enumerate(tape.records):
        words = rows_as_words(record)
        kernel.storage[place] = line << 18 | len(record.rows)
        kernel.storage[place + 1 : place + 1 + len(words)] = words
        kernel.storage[LAST - line] = record.key << 18 | HELD | place
        place += 1 + len(words)
    kernel.storage[LAST - len(tape.records)] = SEVENS
    assert place < LAST - len(tape.records)
    kernel["JHEND"], kernel["JNL"], kernel["DEPTH"] = place, len(tape.records), 0
    kernel.call("JINDEX")
    return kernel, memory


def ask(kernel: Kernel, entry: str) -> tuple[int, int]:
    """TSX ENTRY,4: which return it takes, 1 the first, and its cycles."""
    kernel.storage[FROM] = TSX_C | kernel.symbols[entry]
    kernel.storage[FROM + 1 : FROM + 4] = 0
    kernel.state[at.IC] = FROM
    before = int(kernel.state[at.CYCLES])
    assert kernel.run() == at.STOPPED_HTR
    return int(kernel.state[at.LOCATION]) - FROM, int(kernel.state[at.CYCLES]) - before - 4


def asked_positions() -> list[Position]:
    """Boards of which many are in the memory: those it was made of, and others."""
    generator = np.random.default_rng(SEED)
    known = [any_position(generator) for _ in range(BOARDS)]
    return known + [any_position(generator) for _ in range(ASKED - BOARDS)]


def test_a_board_is_found_with_its_score_and_grows_younger_as_in_the_engine() -> None:
    kernel, memory = kernel_with_memory()
    hits = 0
    for position in asked_positions():
        put(kernel, position)
        row, _ = found(memory, position)
        way, _ = ask(kernel, "JLOOK")
        assert way == 1 + (row >= 0)
        if row >= 0:
            hits += 1
            assert kernel.ac == memory.rows[row, SCORE_KEPT]
            memory.rows[row, AGE] >>= 1
            word = int(kernel.storage[kernel["JFS"] & LAST])
            assert word & 0o7777 == memory.rows[row, AGE]
    assert hits > BOARDS * 0.8


def test_a_look_up_without_kings_costs_less_than_three_of_samuels() -> None:
    kernel, _ = kernel_with_memory()
    cycles = []
    for position in asked_positions():
        if not position.kings:
            put(kernel, position)
            cycles.append(ask(kernel, "JLOOK")[1])
    assert np.mean(cycles) < 3 * HIS_CYCLES


def test_there_is_room_for_records_and_directory() -> None:
    room = LAST - assembled_samuel().symbols["JHA"]
    assert room >= NEEDED
