"""What a run records, without a file: plays packed and unpacked, another machine's run refused."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit.run_record import Block, RunMetadata, check_machine, pack_plays, unpack_plays

PLAYS = np.array([0, 1, 0x12345, 2**38 + 7, 2**40 - 1], dtype=np.int64)


def test_plays_come_back_as_they_were() -> None:
    data = pack_plays(PLAYS)
    assert len(data) == 5 * len(PLAYS)
    again = unpack_plays(Block(1, len(PLAYS), data))
    assert again.dtype == np.int64
    assert again.tolist() == PLAYS.tolist()


def test_a_play_is_five_bytes_with_the_lowest_first() -> None:
    assert pack_plays(np.array([0x0102030405], dtype=np.int64)) == bytes([5, 4, 3, 2, 1])


def test_plays_are_packed_from_every_second_of_an_array_too() -> None:
    assert unpack_plays(Block(1, 3, pack_plays(PLAYS[::2]))).tolist() == PLAYS[::2].tolist()


def test_a_block_of_another_length_is_refused_by_its_first_play() -> None:
    with pytest.raises(RefusedError) as refused:
        unpack_plays(Block(41, 2, b"123456789"), "a.sqlite")
    assert str(refused.value) == (
        "a.sqlite, play 41: opens a block of 9 bytes; expected 5 a play, 10"
    )


def test_the_run_of_another_machine_is_refused() -> None:
    about = RunMetadata("pegasus", "sweep")
    check_machine(about, "pegasus", "a.sqlite")
    with pytest.raises(RefusedError, match=r"^a\.sqlite: is a run of pegasus; expected one of men"):
        check_machine(about, "menace", "a.sqlite")
