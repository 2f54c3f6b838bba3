"""What is on the drums as a file: written and read back, and every wrong line named."""

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.refusal import RefusedError
from machines.ibm704.drum_file import read_drums, write_drums
from machines.ibm704.drums import DRUM_WORDS, DRUMS


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
