"""The 727s as a copy loop sees them: words in time, ends of records and files, checks."""

import pytest

from devices.media.tape import Gap, Item, Record, Tape, TapeMark, tape_value
from devices.units import tape_travel
from machines.ibm704.records import characters_of, word_of
from machines.ibm704.selection import END_OF_FILE, END_OF_RECORD, TOO_LATE, Outcome
from tests.machines.ibm704.channel_bench import CYCLE_US, Rig

BCD, BINARY, MORE = 0o200, 0o220, 0o320
WORDS = [0, 2**36 - 1, 0o123456701234, 0o202122234344, 0o606162000012]
FIRST_US = 2_500 + 10_000
"""From the start of the tape to the first character: start, gap."""


def record(words: list[int], binary: bool = True) -> Record:
    characters = b"".join(characters_of(word, binary) for word in words)
    return Record.of_characters(characters, binary)


def with_tape(*items: Item, protected: bool = False) -> Rig:
    rig = Rig()
    rig.mount(Tape("words.tap", items), protected=protected)
    return rig


def items(rig: Rig, dial: int = 1) -> tuple[Item, ...]:
    """What a unit's tape holds when it has come to rest."""
    rig.run(1_000_000)
    tape = rig.state.tapes[dial - 1].tape()
    assert tape is not None
    return tape.items


# -- reading


def test_a_bcd_record_has_the_zones_as_storage_has_them() -> None:
    tape = Record.of_characters(bytes([0o12, 0o61, 0o41, 0o21, 0o20, 0o01]))
    rig = with_tape(tape)
    rig.do("RDS", BCD + 1)
    assert rig.read(1) == [0o002141616001]
    assert not rig.tape_check


def test_a_word_is_in_time_until_the_next_character_and_late_a_cycle_later() -> None:
    rig = with_tape(record(WORDS))
    rig.do("RDS", BINARY + 1)
    rig.read(1)
    rig.run(FIRST_US + 800 + 60 - (rig.state.now_us - 4_000_000))
    late = rig.copy()
    assert rig.do("CPY").word == WORDS[1]
    late.run(CYCLE_US)
    assert late.do("CPY") == TOO_LATE
    assert late.do("CPY") == TOO_LATE
    late.run(10_000)
    assert not late.channel.selected


@pytest.mark.parametrize(
    "bad",
    [
        Record(record(WORDS).data, damaged=True),
        record(WORDS, binary=False),
        Record(record(WORDS).data[:-1] + b"\x00"),
    ],
    ids=["damaged", "wrong parity", "one character"],
)
def test_bad_parity_turns_tape_check_on_and_the_words_come(bad: Record) -> None:
    rig = with_tape(bad)
    rig.do("RDS", BINARY + 1)
    rig.read(5)
    assert not rig.tape_check
    outcome = rig.do("CPY")
    assert (outcome.skip, outcome.tape_check) == (2, True)


def test_bad_parity_is_noticed_without_a_copy_too() -> None:
    rig = with_tape(record(WORDS, binary=False))
    rig.do("RDS", BINARY + 1)
    rig.read(5)
    rig.run(2_000)
    assert rig.tape_check
    assert not rig.channel.selected


def test_dust_spoils_one_record() -> None:
    rig = with_tape(record([1]), record([2]))
    rig.state.tapes[0].operate("damage", 1)
    rig.do("RDS", BINARY + 1)
    rig.read(1)
    assert rig.do("CPY").tape_check
    rig.do("BST", BINARY + 1)
    rig.do("RDS", BINARY + 1)
    rig.read(1)
    assert not rig.do("CPY").tape_check


def test_characters_that_fill_no_word_are_lost_and_told() -> None:
    rig = with_tape(Record.of_characters(bytes(range(1, 15)), binary=True))
    rig.do("RDS", BINARY + 1)
    assert rig.read(2) == [0o010203040506, 0o071011121314]
    outcome = rig.do("CPY")
    assert (outcome.skip, outcome.tape_check) == (2, True)


def test_a_blank_tape_keeps_the_machine_waiting_and_says_so() -> None:
    rig = with_tape(record([1]))
    rig.do("RDS", BINARY + 1)
    rig.read(1)
    rig.do("RDS", BINARY + 1)
    rig.meet("CPY")
    assert rig.wait(2_000_000) is None
    assert rig.channel.waiting() == ""  # the tape runs and runs
    assert rig.wait(10_000_000) is None
    assert "blank tape" in rig.channel.waiting()
    drive = rig.state.tapes[0]
    drive.operate("load_rewind", 1)
    rig.run(2_000_000)
    drive.operate("start", 1)
    outcome = rig.wait()
    assert outcome is not None
    assert outcome.word == 1


# -- writing


def test_what_was_written_reads_back() -> None:
    rig = with_tape()
    for words in (WORDS, [1], WORDS * 3):
        rig.do("WRS", BINARY + 1)
        rig.write(words)
    rig.do("WEF", BINARY + 1)
    rig.do("REW", BINARY + 1)
    for words in (WORDS, [1], WORDS * 3):
        rig.do("RDS", BINARY + 1)
        assert rig.read(len(words)) == words
        assert rig.do("CPY") == END_OF_RECORD
    rig.do("RDS", BINARY + 1)
    assert rig.do("CPY") == END_OF_FILE


def test_zero_in_bcd_is_12_on_tape_and_12_comes_back_as_zero() -> None:
    assert characters_of(0o001201000000, binary=False) == bytes([10, 10, 1, 10, 10, 10])
    assert word_of(bytes([10, 10, 1, 10, 10, 10]), binary=False) == 0o000001000000


def test_a_word_is_wanted_every_400_us_and_the_record_ends_where_none_comes() -> None:
    rig = with_tape()
    rig.do("WRS", BINARY + 1)
    begun = rig.state.now_us - 2 * CYCLE_US
    times = []
    for word in WORDS:
        rig.meet("CPY", word=word)
        rig.wait()
        times.append(rig.state.now_us - begun)
    assert times == [FIRST_US + 400 * n for n in range(5)]
    in_time = rig.copy()
    in_time.run(400)
    assert in_time.do("CPY", word=9) == Outcome()
    rig.run(400 + CYCLE_US)
    assert rig.do("CPY", word=9) == TOO_LATE
    assert items(rig) == (record(WORDS),)
    assert items(in_time) == (record([*WORDS, 9]),)


def test_a_select_without_a_copy_erases_a_gap_of_tape() -> None:
    rig = with_tape(record(WORDS))
    rig.do("WRS", BINARY + 1)
    rig.do("WRS", BINARY + 1)
    rig.write([5])
    assert items(rig) == (*[Gap()] * 37, record([5]))
    rig.do("REW", BINARY + 1)
    rig.do("RDS", BINARY + 1)
    assert rig.read(1) == [5]


def test_writing_replaces_what_lay_ahead() -> None:
    rig = with_tape(record([1]), record([2]), TapeMark())
    rig.do("RDS", BINARY + 1)
    rig.read(1)
    rig.do("WRS", BINARY + 1)
    rig.write([3])
    assert items(rig) == (record([1]), record([3]))


def test_a_record_past_the_spot_turns_the_end_of_tape_indicator_on() -> None:
    rig = with_tape()
    drive = rig.state.tapes[0]
    drive.head_mil = tape_travel.END_OF_TAPE_MIL - 1_000
    rig.do("WRS", BINARY + 1)
    rig.write([1])
    rig.run(100_000)
    assert not rig.end_of_tape
    rig.do("WRS", BINARY + 1)
    rig.write([1])
    rig.run(100_000)
    assert rig.end_of_tape
    assert drive.tape_indicator


def test_two_tapes_at_once() -> None:
    rig = with_tape()
    rig.mount(Tape("other.tap", ()), dial=2)
    rig.do("WRS", BCD + 1)
    rig.do("WRS", MORE + 2)
    rig.write(WORDS)
    assert items(rig) == items(rig, dial=2) == (record(WORDS, binary=False),)


def test_one_more_tape_alone_is_written_in_binary() -> None:
    rig = with_tape()
    rig.do("WRS", MORE + 1)
    rig.write([1])
    assert items(rig) == (record([1]),)


def test_one_more_tape_that_is_not_ready_in_time_is_a_check() -> None:
    rig = with_tape()
    rig.do("WRS", BCD + 1)
    rig.meet("WRS", MORE + 2)
    assert rig.wait() == TOO_LATE


# -- moving


def test_backspace_goes_back_over_one_record_and_keeps_the_control_busy() -> None:
    rig = with_tape(record([1]), record([2]))
    for word in (1, 2):
        rig.do("RDS", BINARY + 1)
        assert rig.read(1) == [word]
    rig.do("BST", BCD + 1)
    assert rig.channel.selected
    rig.do("WRS", 0o333)
    assert not rig.state.tapes[0].busy
    rig.do("RDS", BINARY + 1)
    assert rig.read(1) == [2]


def test_rewind_lets_the_program_go_on_and_a_select_waits_for_it() -> None:
    rig = with_tape(*[record(WORDS * 20)] * 5)
    for _ in range(5):
        rig.do("RDS", BINARY + 1)
        rig.read(1)
    rig.do("REW", BINARY + 1)
    rig.run(3_000)  # the tape stops first
    assert not rig.channel.selected
    assert rig.state.tapes[0].view().rewinding
    rig.do("RDS", BINARY + 1)
    assert rig.state.tapes[0].view().rewinding is False
    assert rig.read(1) == [0]


def test_the_unit_is_found_by_its_dial() -> None:
    rig = with_tape(record([1]))
    drive = rig.state.tapes[0]
    drive.operate("reset", 1)
    drive.operate("select", 10)
    drive.operate("start", 1)
    rig.do("RDS", BINARY + 10)
    assert rig.read(1) == [1]
    rig.run(10_000)
    rig.meet("RDS", BINARY + 1)
    assert rig.wait(1_000_000) is None
    assert rig.channel.waiting() == "no tape unit's dial stands at 1: turn one to it"


# -- the operator


def test_each_thing_that_keeps_a_tape_from_being_used_is_told() -> None:
    rig = Rig()
    drive = rig.state.tapes[0]
    rig.meet("WRS", BINARY + 1, word=0)

    def told() -> str:
        assert rig.wait(100_000) is None
        assert rig.channel.selected
        return rig.channel.waiting()

    assert told().startswith("tape unit 1: no tape is mounted")
    drive.operate("mount", tape_value(Tape("blank.tap", ())))
    drive.operate("file_protect", 1)
    assert "is not loaded" in told()
    drive.operate("load_rewind", 1)
    assert "is being loaded" in told()
    rig.run(4_000_000)
    assert "file protected" in told()
    drive.operate("file_protect", 0)
    assert "not ready: press START" in told()
    drive.operate("start", 1)
    assert rig.wait() == Outcome()
    assert rig.channel.waiting() == ""


def test_reset_on_the_unit_in_mid_record_lets_the_record_end() -> None:
    rig = with_tape(record(WORDS))
    rig.do("RDS", BINARY + 1)
    words = rig.read(2)
    rig.state.tapes[0].operate("reset", 1)
    assert words + rig.read(3) == WORDS
    rig.meet("RDS", BINARY + 1)
    assert rig.wait(1_000_000) is None
    assert "not ready" in rig.channel.waiting()


def test_reset_on_the_console_in_mid_record_ends_what_is_written() -> None:
    rig = with_tape()
    rig.do("WRS", BINARY + 1)
    rig.write(WORDS[:3])
    rig.channel.reset()
    assert not rig.channel.selected
    assert items(rig) == (record(WORDS[:3]),)


def test_an_address_without_a_unit_waits_for_ever() -> None:
    for mnemonic, address in (("RDS", 0o213), ("WRS", 0o321 - 1), ("RDS", 0o341), ("REW", 0o361)):
        rig = Rig()
        rig.meet(mnemonic, address)
        assert rig.wait(3_600_000_000) is None
        assert rig.channel.selected
        assert rig.channel.due_us(rig.state.now_us) is None
        assert f"{mnemonic} {address:03o} waits for ever" in rig.channel.waiting()
        rig.channel.reset()
        assert not rig.channel.selected
