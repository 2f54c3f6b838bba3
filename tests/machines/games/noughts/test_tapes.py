"""Beads and odds on tape: what is written is read again, and nothing that was changed is taken."""

import dataclasses

import numpy as np
import pytest

from devices.media.tape import Gap, Record, Tape, TapeMark, read_tap, tape_value, write_tap
from devices.media.tape_files import record_text, text_record
from devices.refusal import RefusedError
from devices.units.tape_drive import TapeDrive
from machines.exhibit import snapshot
from machines.games.noughts.board import Board
from machines.games.noughts.tape_file import Stage, TapeFile, TapeJob, file_of, records_of
from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet, Rewards
from machines.menace.beads_tape import KIND, beads_of_file, file_of_beads
from machines.menace.build import NAMES
from machines.menace.tournament import tournament
from machines.pegasus import odds_tape
from machines.pegasus.odds import Reinforcement
from machines.pegasus.odds_tape import Learned, file_of_odds, odds_of_file
from machines.pegasus.players import Player
from machines.pegasus.program import Pegasus

WHERE = "friday.tap"


def played(games: int = 50, name: str = "304") -> Cabinet:
    """A cabinet that has learned, its rewards changed on the way."""
    cabinet = Cabinet.new(name)
    sides: tuple[Cabinet | str, Cabinet | str]
    sides = (cabinet, "random") if cabinet.side == "O" else ("random", cabinet)
    state = generator_state(1961)
    tournament(games, sides[0], sides[1], state)
    cabinet.change_rewards(Rewards(4, 2, -1))
    tournament(games, sides[0], sides[1], state)
    return cabinet


def bytes_of(cabinet: Cabinet) -> bytes:
    return snapshot.pack(cabinet, 1)


# -- lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (Record(b"\x61"), "character 1: character 41 (octal) has odd parity"),
        (Record(b"\x50\x00"), "character 2: character 00 (octal) is no BCD character"),
        (Record(b"\x50", damaged=True), "read in error"),
    ],
)
def test_a_record_that_is_no_line_is_refused(record: Record, words: str) -> None:
    with pytest.raises(RefusedError) as refused:
        record_text(record, "")
    assert words in str(refused.value)


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_cabinet_is_read_as_it_was_written(name: str) -> None:
    cabinet = played(20, name)
    records = records_of(file_of_beads(cabinet, "FRIDAY"))
    again = beads_of_file(file_of(records, KIND, WHERE), name, WHERE)
    assert bytes_of(again) == bytes_of(cabinet)
    assert again.ledger().balances


def test_its_header_can_be_read_by_eye() -> None:
    records = records_of(file_of_beads(played(), "FRIDAY"))
    assert record_text(records[0]).startswith(
        "MENACE BEADS, NAME FRIDAY, BUILD 304, REPLICATES 4 3 2 1, REWARDS 4 2 -1, PLAYS 100, "
        "LINES 307, CHECK "
    )
    assert record_text(records[3]) == "CHANGE 50 4 2 -1"
    assert record_text(records[4]).startswith("BOX 1 ")


def test_the_odds_are_read_as_they_were_written() -> None:
    program = Pegasus(Player("learn"), Player("learn"), Reinforcement(), generator_state(7))
    program.play(500)
    records = records_of(file_of_odds(Learned(program.chances, 500), ""))
    again = odds_of_file(file_of(records, odds_tape.KIND, WHERE), WHERE)
    assert again.plays == 500
    assert np.array_equal(again.chances, program.chances)


def test_beads_on_the_board_are_not_written() -> None:
    cabinet = Cabinet.new()
    cabinet.draw(Board(), generator_state(1))
    with pytest.raises(RefusedError, match="expected the play to be finished"):
        file_of_beads(cabinet, "")


def test_beads_of_another_build_are_refused() -> None:
    file = file_of_beads(Cabinet.new("287L"), "")
    with pytest.raises(RefusedError) as refused:
        beads_of_file(file, "304", WHERE)
    assert str(refused.value) == (
        "friday.tap, record 1: holds the beads of build 287L; expected those of build 304"
    )


def test_odds_are_no_beads() -> None:
    records = records_of(file_of_odds(Learned(Player("learn").chances(), 0), ""))
    with pytest.raises(RefusedError, match="not the header of a file of MENACE BEADS"):
        file_of(records, KIND, WHERE)


def test_a_file_that_was_changed_is_refused() -> None:
    for spoil, words in (
        (lambda records: [], "begins with its mark"),
        (lambda records: records[1:], "not the header"),
        (lambda records: records[:-1], "has 306 lines after its header; expected 307"),
        (lambda records: records[:1], "cut short"),
        (lambda records: [*records, records[-1]], "goes on too long"),
        (lambda records: [*records[:-1], records[-2]], "its checksum is"),
        (lambda records: [records[0], records[2], records[1], *records[3:]], "its checksum is"),
    ):
        records = spoil(list(records_of(file_of_beads(played(), "FRIDAY"))))
        with pytest.raises(RefusedError) as refused:
            file_of(records, KIND, WHERE)
            pytest.fail(str(spoil))
        assert words in str(refused.value), spoil
        assert refused.value.where.startswith("friday.tap, record "), spoil


RECORDS = records_of(file_of_beads(played(), "FRIDAY"))


def changed_file(line: int, text: str) -> TapeFile:
    """The beads with one line that says something else, whole by its checksum."""
    file = file_of_beads(played(), "FRIDAY")
    lines = [*file.lines]
    lines[line] = text
    return dataclasses.replace(file, lines=tuple(lines))


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        (0, "BOUGHT 1 2 3", "friday.tap, record 2: holds '1 2 3'; expected 9 whole numbers"),
        (1, "CUPBOARD", "friday.tap, record 3: begins with CUPBOARD; expected CUPS"),
        (2, "CHANGE 50 1001 2 -1", "friday.tap, record 4: reward for a win is 1001"),
        (3, "BOX 2 0 0 0 0 0 0 0 0 0", "friday.tap, record 5: is box 2; expected box 1"),
        (3, "BOX 1 0 0 0 1 0 0 0 0 0", "friday.tap, box 1: has beads"),
        (3, "BOX 1 1 1 1 0 0 0 0 0 0", "its ledger does not account for"),
    ],
)
def test_beads_that_cannot_be_are_refused(line: int, text: str, words: str) -> None:
    with pytest.raises(RefusedError) as refused:
        beads_of_file(changed_file(line, text), "304", WHERE)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "line",
    ["POSITION .../.../... .5 .5", "POSITION .../.../... .5 .5 1.E", "POSITION .../.../... .5 1 1"],
)
def test_odds_that_cannot_be_are_refused(line: str) -> None:
    file = file_of_odds(Learned(Player("learn").chances(), 0), "")
    file = dataclasses.replace(file, lines=(line, *file.lines[1:]))
    with pytest.raises(RefusedError) as refused:
        odds_of_file(file, WHERE)
    assert WHERE in refused.value.where


# -- on the unit -----------------------------------------------------------------------------------


def mounted(tape: Tape, ring: bool = True) -> TapeDrive:
    drive = TapeDrive("tape1")
    drive.operate("file_protect", 0 if ring else 1)
    drive.operate("mount", tape_value(tape))
    drive.operate("load_rewind", 1)
    drive.advance(drive.due_us() or 0)
    drive.operate("start", 1)
    return drive


def done(job: TapeJob, drive: TapeDrive) -> int:
    """Do the job; the microseconds that it took."""
    us = 0
    while not job.over:
        if not job.step(drive):
            due = drive.due_us()
            assert due, job.operator_action(drive)
            drive.advance(due)
            us += due
    return us


def test_what_is_saved_is_loaded() -> None:
    drive = mounted(Tape("blank.tap", ()))
    us = done(TapeJob(1, True, records=list(RECORDS)), drive)
    assert 5_000_000 < us < 60_000_000
    assert drive.items[-2:] == [TapeMark(), TapeMark()]
    assert drive.head_mil == 0
    tape = drive.tape()
    assert tape is not None
    again = mounted(read_tap(write_tap(tape), "friday.tap"), ring=False)
    load = TapeJob(1, False)
    done(load, again)
    assert tuple(load.records) == RECORDS


def test_a_tape_is_written_over_from_its_load_point() -> None:
    drive = mounted(Tape("old.tap", (text_record("OLD"), TapeMark(), text_record("OLDER"))))
    done(TapeJob(1, True, records=[text_record("NEW")]), drive)
    assert drive.items == [text_record("NEW"), TapeMark(), TapeMark()]


@pytest.mark.parametrize(
    ("job", "drive", "words"),
    [
        (TapeJob(1, True, records=[text_record("A")]), "no ring", "tape1: its reel has no ring"),
        (TapeJob(1, False), "blank", "old.tap, record 1: the tape is blank"),
        (TapeJob(1, False), "no mark", "old.tap, record 2: the tape ends without a tape mark"),
        (TapeJob(1, False), "dust", "old.tap, record 1: can't be read: parity error"),
    ],
)
def test_a_tape_that_will_not_do_is_refused(job: TapeJob, drive: str, words: str) -> None:
    items = {"no mark": (text_record("A"),), "dust": (text_record("A"), Gap(), TapeMark())}
    unit = mounted(Tape("old.tap", items.get(drive, ())), ring=drive != "no ring")
    if drive == "dust":
        unit.operate("damage", 1)
    job = dataclasses.replace(job, records=list(job.records))
    with pytest.raises(RefusedError) as refused:
        done(job, unit)
    assert words in str(refused.value)


def test_a_reel_that_is_changed_under_way_is_refused() -> None:
    drive = mounted(Tape("one.tap", (text_record("A"), text_record("B"), TapeMark())))
    job = TapeJob(1, False)
    while job.moved == 0:
        if not job.step(drive):
            drive.advance(drive.due_us() or 0)
    drive.operate("reset", 1)
    drive.operate("unload", 1)
    assert not job.step(drive)
    assert job.operator_action(drive) == "mount a tape on tape1, press LOAD REWIND and START there"
    other = mounted(Tape("two.tap", (text_record("A"), TapeMark())))
    with pytest.raises(RefusedError, match=r"one\.tap was taken off or wound back"):
        job.step(other)
    assert job.stage is Stage.RUN
