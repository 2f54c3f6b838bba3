"""The 733 drums and the 740 tube as a copy loop sees them; hubs and addresses."""

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.refusal import RefusedError
from machines.ibm704.display import BRIGHT, SIDE, picture
from machines.ibm704.drums import (
    DRUM_WORDS,
    DRUMS,
    REVOLUTION_US,
    arrival_us,
    read_drums,
    write_drums,
)
from machines.ibm704.selection import TOO_LATE, Outcome
from tests.machines.ibm704.channel_bench import CYCLE_US, Rig

DRUM, TUBE, DELAY = 0o300, 0o030, 0o333


@pytest.fixture
def rig() -> Rig:
    return Rig()


# -- drums


def test_words_written_are_read_back_from_their_addresses(rig: Rig) -> None:
    rig.do("WRS", DRUM + 3)
    rig.do("LDA", word=0o1234)
    rig.write([7, 8, 9])
    assert list(rig.state.channel.drums[2, 0o1234:0o1240]) == [7, 8, 9, 0]
    rig.do("RDS", DRUM + 3)
    rig.do("LDA", word=0o1235)
    assert rig.read(3) == [8, 9, 0]
    assert np.count_nonzero(rig.state.channel.drums) == 3


def test_after_the_last_address_comes_the_first_a_revolution_later(rig: Rig) -> None:
    rig.do("WRS", DRUM + 0o10)
    rig.do("LDA", word=0o3777)
    rig.write([1])
    begun = rig.state.now_us
    rig.write([2])
    assert rig.state.now_us - begun == pytest.approx(REVOLUTION_US, abs=100)
    assert rig.state.channel.drums[7, 0o3777] == 1
    assert rig.state.channel.drums[7, 0] == 2


def test_every_address_has_its_own_place() -> None:
    places = sorted(arrival_us(address, 0) for address in range(DRUM_WORDS))
    assert places[0] == 0
    assert len(set(places)) == DRUM_WORDS
    assert places[-1] < REVOLUTION_US
    assert arrival_us(5, 1_000_000) == 1_000_000 + arrival_us(5, 0)
    assert arrival_us(0, 1) == REVOLUTION_US


def test_a_loop_of_eight_cycles_keeps_up_and_a_longer_one_is_late(rig: Rig) -> None:
    rig.do("RDS", DRUM + 1)
    rig.read(1, loop_us=6 * CYCLE_US)  # and two cycles of the copy
    late = rig.copy()
    assert rig.do("CPY").word == 0
    late.run(2 * CYCLE_US)
    assert late.do("CPY") == TOO_LATE
    assert not late.channel.selected


def test_the_drum_disconnects_when_the_next_word_has_gone_by(rig: Rig) -> None:
    rig.do("RDS", DRUM + 1)
    rig.read(2)
    assert rig.channel.selected
    rig.do("WRS", DELAY)
    assert not rig.channel.selected
    assert rig.do("CPY") == TOO_LATE


def test_a_drum_that_is_not_copied_from_disconnects_after_two_revolutions(rig: Rig) -> None:
    rig.do("RDS", DRUM + 1)
    rig.run(2 * REVOLUTION_US - 3 * CYCLE_US)
    assert rig.channel.selected
    rig.run(CYCLE_US)
    assert not rig.channel.selected


def test_lda_between_copies_makes_the_next_wait_for_its_word(rig: Rig) -> None:
    rig.state.channel.drums[0, :] = np.arange(DRUM_WORDS)
    rig.do("RDS", DRUM + 1)
    rig.read(1)
    rig.do("LDA", word=1000)
    assert rig.read(2) == [1000, 1001]


def test_lda_without_a_drum_does_nothing(rig: Rig) -> None:
    assert rig.do("LDA", word=5) == Outcome()
    rig.state.channel.drums[0, 0] = 9
    rig.do("RDS", DRUM + 1)
    assert rig.read(1) == [9]


def test_only_eight_drums_have_addresses(rig: Rig) -> None:
    rig.meet("RDS", DRUM + 9)
    assert rig.wait(1_000_000) is None
    assert "RDS 311 waits for ever" in rig.channel.waiting()


# -- the tube


def point(x: int, y: int, prefix: int = 4) -> int:
    """``MZE y,0,x`` and the like."""
    return prefix << 33 | x << 18 | y


def test_the_tube_waits_for_the_program_and_the_next_select_frees_it(rig: Rig) -> None:
    rig.do("WRS", TUBE)
    rig.run(5_000_000)
    rig.write([point(1, 2)])
    assert rig.channel.selected
    assert rig.do("WRS", DELAY) == Outcome()
    assert not rig.channel.selected


def test_the_film_moves_and_the_frame_before_is_kept(rig: Rig) -> None:
    tube = rig.state.channel.tube
    rig.do("WRS", TUBE)
    rig.write([point(1, 2), point(3, 4)])
    drawn = tube.drawn
    rig.do("PSE", TUBE)
    assert tube.drawn > drawn
    assert (tube.frames, tube.count) == (1, 0)
    assert list(tube.developed) == [point(1, 2), point(3, 4)]


def test_the_picture_glows_where_points_are() -> None:
    made = picture(np.array([point(100, 200), point(600, 200, prefix=0)], dtype=np.int64))
    assert made.shape == (SIDE, SIDE)
    assert made.dtype == np.uint8
    row = SIDE - 1 - 200
    assert made[row, 100] == BRIGHT
    assert 0 < made[row, 600] < BRIGHT
    assert 0 < made[row, 102] < made[row, 101] < BRIGHT
    assert made[row - 50, 100] == 0
    assert picture(np.zeros(0, dtype=np.int64)).max() == 0


# -- hubs and what means nothing


@pytest.mark.parametrize("address", [0o341, 0o342, 0o361, 0o372, 0o030, 0o777])
def test_sensing_a_hub_takes_no_time_and_skips_nothing(rig: Rig, address: int) -> None:
    assert rig.do("PSE", address) == Outcome()
    assert rig.do("MSE", address) == Outcome()
    assert not rig.channel.selected


# -- What is on the drums as a file: written and read back, and every wrong line named -------------


@given(
    st.dictionaries(
        st.tuples(st.integers(0, DRUMS - 1), st.integers(0, DRUM_WORDS - 1)),
        st.integers(0, (1 << 36) - 1),
        max_size=20,
    )
)
def test_a_drums_file_reads_back(words: dict[tuple[int, int], int]) -> None:
    drums = np.zeros((DRUMS, DRUM_WORDS), dtype=np.int64)
    for place, word in words.items():
        drums[place] = word
    assert np.array_equal(read_drums(write_drums(drums), "d"), drums)


def test_lines_remarks_and_blanks_are_read_as_described() -> None:
    drums = read_drums(b"* REMARK\n\n 8 3777 777777777777\r\n1 0 1 2 3\n1 1 5\n", "d")
    assert drums[7, 0o3777] == (1 << 36) - 1
    assert drums[0, :4].tolist() == [1, 5, 3, 0]
    assert np.count_nonzero(drums) == 4


def test_a_wrong_line_is_named() -> None:
    for line, why in [
        (b"1 0", "has 2 fields"),
        (b"9 0 1", "'9' is no drum"),
        (b"0 0 1", "'0' is no drum"),
        (b"1 4000 1", "'4000' can't be"),
        (b"1 0 8", "'8' can't be"),
        (b"1 0 0000000000001", "'0000000000001' can't be"),
        (b"1 3777 1 2", "2 words from address 03777 on; a drum ends at 03777"),
        (b"\xff\x1b 0 1", r"'\xff\x1b' is no drum"),
    ]:
        with pytest.raises(RefusedError) as refused:
            read_drums(b"* REMARK\n" + line + b"\n", "x.drum")
        assert refused.value.where == "x.drum, line 2", (line, why)
        assert why in refused.value.what, (line, why)


@given(st.binary(max_size=100))
def test_any_bytes_are_drums_or_a_refusal(data: bytes) -> None:
    with contextlib.suppress(RefusedError):
        read_drums(data, "x")
