"""Beads saved on tape by cards, and loaded again."""

import pytest

from devices.media.tape import Tape
from machines.exhibit import snapshot
from tests.machines.menace.cards import Bench, in_lines, reel_of, saved


def test_what_is_saved_can_be_loaded() -> None:
    bench = saved()
    assert in_lines(bench.lines(), "BEADS SAVED AS FRIDAY     TAPE1, FRIDAY.TAP     PLAYS 30")
    other = Bench()
    other.mount(reel_of(bench), ring=False)
    lines = other.put_and_run("LOAD   1 FRIDAY", "END")
    assert snapshot.pack(other.cabinet, 1) == snapshot.pack(bench.cabinet, 1)
    assert in_lines(lines, "BEADS LOADED AS FRIDAY")


@pytest.mark.parametrize(
    ("card", "name", "words"),
    [
        ("LOAD   1 MONDAY", "304", "friday.tap, record 1: holds FRIDAY; expected MONDAY"),
        ("LOAD", "287L", "record 1: holds the beads of build 304; expected those of build 287L"),
    ],
)
def test_a_tape_that_is_not_meant_is_refused(card: str, name: str, words: str) -> None:
    other = Bench(name)
    other.mount(reel_of(saved()))
    before = snapshot.pack(other.cabinet, 1)
    other.put_and_run(card)
    assert words in other.refusal()
    assert snapshot.pack(other.cabinet, 1) == before


def test_a_tape_cut_short_is_refused() -> None:
    reel = reel_of(saved())
    other = Bench()
    other.mount(Tape("cut.tap", reel.items[:40]))
    before = snapshot.pack(other.cabinet, 1)
    other.put_and_run("LOAD")
    assert "cut.tap, record 41: the tape ends without a tape mark" in other.refusal()
    assert snapshot.pack(other.cabinet, 1) == before


def test_a_reel_without_a_ring_is_not_written_on() -> None:
    bench = Bench()
    bench.mount(Tape("old.tap", ()), ring=False)
    bench.put_and_run("SAVE")
    assert "tape1: its reel has no ring" in bench.refusal()


def test_a_card_waits_for_its_tape() -> None:
    bench = Bench()
    bench.put_and_run("SAVE   2 FRIDAY", "END")
    assert (
        bench.feed.operator_action() == "mount a tape on tape2, press LOAD REWIND and START there"
    )
    assert not bench.feed.working()
    bench.mount(Tape("blank.tap", ()), unit=1)
    lines = bench.run()
    assert in_lines(lines, "BEADS SAVED AS FRIDAY     TAPE2, BLANK.TAP")


def test_a_card_that_waits_for_a_tape_can_be_corrected() -> None:
    bench = Bench()
    bench.put_and_run("SAVE   2", "END")
    bench.reader.operate("correct", "* NO TAPE")
    lines = bench.run()
    assert in_lines(lines, "* NO TAPE")
    assert bench.state.feed.ended
