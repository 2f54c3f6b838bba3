"""A session's log: what is written when, and that it leads to the same state again."""

import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.refusal import RefusedError
from machines.exhibit.exhibit import Event
from machines.exhibit.session import (
    Log,
    Opening,
    Play,
    Session,
    read_log,
    replay,
    replay_lines,
    restore_exhibits,
    write_line,
)
from tests.machines.counter import COUNT_US, PLAY, Counter, make


class Tape:
    """A sink that keeps the lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, line: str) -> None:
        self.lines.append(line)

    def bytes(self) -> bytes:
        return "".join(f"{line}\n" for line in self.lines).encode()

    def log(self) -> Log:
        return read_log(self.bytes(), "test.log")


def counted(plays: int = 3, slice_us: int = 5_000) -> tuple[Counter, Tape]:
    """A session in which so many plays were finished, marked as a clock marks them, and closed."""
    counter, tape = make(), Tape()
    session = Session({"counter": counter}, tape, {"counter": 704}, "0.1.0")
    session.act("counter", "console.key.35", 1)
    session.act("counter", "console.start", 1)
    while counter.plays < plays:
        session.advance("counter", slice_us)
        if session.finished("counter"):
            session.mark("counter")
    with pytest.raises(RefusedError, match="it counts already"):
        session.act("counter", "console.start", 1)
    session.advance("counter", 1_000_000)
    session.end()
    return counter, tape


def test_the_log_opens_with_format_program_seeds_and_a_snapshot() -> None:
    opening = counted()[1].log().opening
    assert (opening.log, opening.program, opening.seeds) == (1, "0.1.0", {"counter": 704})
    fresh = make()
    fresh.state.key = 5
    restore_exhibits({"counter": fresh}, counted()[1].log())
    assert fresh.state.key == 0


def test_an_act_is_in_the_log_before_the_exhibit_takes_it() -> None:
    counter = make()
    seen: list[int] = []
    session = Session({"counter": counter}, lambda line: seen.append(counter.state.key))
    session.act("counter", "console.key.35", 1)
    assert seen == [0, 0]
    assert counter.state.key == 1


def test_an_act_that_cannot_be_logged_is_not_taken() -> None:
    counter = make()
    lines: list[str] = []

    def full(line: str) -> None:
        if lines:
            raise OSError("no space left")
        lines.append(line)

    session = Session({"counter": counter}, full)
    with pytest.raises(OSError, match="no space"):
        session.act("counter", "console.key.35", 1)
    assert counter.state.key == 0


def test_a_refused_act_is_logged_with_its_time() -> None:
    acts = [line for line in counted()[1].log().lines if isinstance(line, Event)]
    assert [act.control for act in acts] == ["console.key.35", "console.start", "console.start"]
    assert acts[2].at_us >= 3 * PLAY * COUNT_US


@settings(max_examples=20)
@given(st.integers(3_000, 200_000), st.integers(3_000, 200_000))
def test_the_speed_at_which_a_session_ran_does_not_change_its_replay(one: int, two: int) -> None:
    states = []
    for slice_us in (one, two):
        counter = make()
        session = Session({"counter": counter}, Tape())
        session.act("counter", "console.start", 1)
        while counter.now_us < 1_000_000:
            session.advance("counter", min(slice_us, 1_000_000 - counter.now_us))
        states.append(counter.snapshot())
    assert states[0] == states[1]


def test_a_killed_run_comes_back_to_its_last_finished_play() -> None:
    tape = counted()[1]
    lines = [line for line in tape.log().lines if isinstance(line, Play)]
    tape.lines = tape.lines[:-2]  # neither the refused act nor the end were written
    again = make()
    replay({"counter": again}, tape.log())
    assert again.now_us == lines[-1].at_us
    assert again.view().plays == 3


def test_a_mark_that_is_not_weighed_is_still_come_to() -> None:
    counter, tape = make(), Tape()
    session = Session({"counter": counter}, tape)
    session.act("counter", "console.start", 1)
    session.advance("counter", PLAY * COUNT_US)
    session.mark("counter", weigh=False)
    assert tape.log().lines[-1] == Play("counter", 1, PLAY * COUNT_US)
    again = make()
    done = replay({"counter": again}, tape.log())
    assert again.snapshot() == counter.snapshot()
    assert done.met == 0


def test_the_listing_has_the_paper_that_was_torn_off_too() -> None:
    counter, tape = make(), Tape()
    session = Session({"counter": counter}, tape)
    session.act("counter", "console.start", 1)
    for _ in range(3):
        session.advance("counter", 1_900_000)
        session.act("counter", "printer.tear", 1)
    session.advance("counter", 1_000_000)
    session.end()
    listing = replay({"counter": make()}, tape.log()).listing
    counts = [int(line.split()[1]) for line in listing.splitlines()]
    assert counts == list(range(PLAY, counter.state.count + 1, PLAY))


def test_a_disagreeing_digest_is_told_by_line() -> None:
    tape = counted()[1]
    again = make()
    restore_exhibits({"counter": again}, tape.log())
    again.state.generator = np.random.default_rng(1)
    done = replay_lines({"counter": again}, tape.log().lines, "test.log")
    assert not done.agrees
    assert done.missed[0].startswith("test.log, line 4: counter is at ")


def test_later_lines_follow_on_a_snapshot_as_on_the_whole_log() -> None:
    counter, tape = make(), Tape()
    session = Session({"counter": counter}, tape)
    session.act("counter", "console.start", 1)
    session.advance("counter", 2 * PLAY * COUNT_US)
    session.mark("counter")
    kept, at = session.snapshots["counter"], session.lines
    session.advance("counter", 777)
    session.act("counter", "console.key.35", 1)
    session.end()
    again = make()
    again.restore(kept)
    log = tape.log()
    assert replay_lines({"counter": again}, log.lines[at - 1 :], first=at + 1).agrees
    assert again.snapshot() == counter.snapshot()


def test_a_snapshot_that_cannot_be_read_is_refused_by_the_logs_name_and_line() -> None:
    tape = counted()[1]
    opening = tape.log().opening
    bad = Opening(opening.log, opening.program, {}, {"counter": "bm9uZQ=="})
    log = read_log(f"{write_line(bad, 0)[0]}\n".encode(), "old.log")
    with pytest.raises(RefusedError, match=r"^old\.log, line 1: the snapshot of counter is not a"):
        restore_exhibits({"counter": make()}, log)


def test_a_flipped_byte_is_found_with_its_line_number() -> None:
    data = counted()[1].bytes()
    third = data.index(b"\n", data.index(b"\n") + 1) + 1
    for place in range(third, data.index(b"\n", third)):
        hurt = bytearray(data)
        hurt[place] ^= 1
        with pytest.raises(RefusedError, match=r"^test\.log, line 3: the checksum is"):
            read_log(bytes(hurt), "test.log")
        upto = read_log(bytes(hurt), "test.log", up_to_damage=True)
        assert len(upto.lines) == 1
        assert upto.damage.startswith("test.log, line 3: ")


def test_a_lost_line_and_a_doubled_line_are_found() -> None:
    lines = counted()[1].bytes().splitlines(keepends=True)
    for changed in (lines[:2] + lines[3:], [*lines[:3], lines[2], *lines[3:]]):
        with pytest.raises(RefusedError, match=r"^test\.log, line [34]: the checksum is"):
            read_log(b"".join(changed), "test.log")


def test_what_is_no_log_is_refused() -> None:
    for data in (b"", b"hello\n", b"\xff\xfe\n\n"):
        with pytest.raises(RefusedError, match=r"^x\.log, line 1: "):
            read_log(data, "x.log")


def test_another_format_and_another_floor_are_refused() -> None:
    tape = Tape()
    Session({"counter": make()}, tape)
    with pytest.raises(RefusedError, match="tells of an exhibit 'counter'"):
        replay({}, tape.log())
    data = tape.bytes().replace(b'"log":1', b'"log":2')
    body = data.rpartition(b" ")[0]
    with pytest.raises(RefusedError, match="is of log format 2; expected format 1"):
        read_log(b"%s %08x\n" % (body, zlib.crc32(body)), "x.log")
