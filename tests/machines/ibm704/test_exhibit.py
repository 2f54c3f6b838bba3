"""The 704 as an exhibit: events and time in, the same state out, whatever was cut up or copied."""

import numpy as np
import pytest

from devices.media.deck import deck_value, read_deck
from devices.refusal import RefusedError
from machines.exhibit import session, snapshot
from machines.exhibit.exhibit import Exhibit
from machines.exhibit.session import Session, read_log, replay
from machines.games.draughts.scene import BoardScene
from machines.ibm704.exhibit import CHECKERS, STORED, Ibm704
from machines.storage.program import ASSETS
from tests.machines.ibm704.bench import GAME, LAYOUT, NAME, Bench, loading


def digest(machine: Exhibit) -> str:
    return snapshot.digest(machine.snapshot())


# -- what an exhibit is ----------------------------------------------------------------------------


def test_it_answers_as_an_exhibit() -> None:
    machine: Exhibit = Ibm704(LAYOUT)
    assert (machine.name, machine.now_us) == ("ibm704", 0)
    assert set(machine.units) == {"reader", "printer", "punch", "tape1", "tape2"}
    view = machine.view()
    assert view.exhibit == "ibm704"
    assert view.on_us.shape == view.lit.shape == (len(LAYOUT.lamps()),)
    assert view.on_us.dtype == np.int64
    assert set(view.units) == set(machine.units)
    assert isinstance(view.scene, BoardScene)
    assert not view.busy
    assert view.reason.startswith("nothing is loaded: put a deck in the hopper")


def test_every_control_of_the_panel_is_one_of_the_consoles() -> None:
    bench = Bench()
    for row in LAYOUT.control_rows:
        for control in row.names:
            try:
                bench.act(f"console.{control}", 1)
            except RefusedError as refusal:
                assert "no such control" not in str(refusal)


@pytest.mark.parametrize(
    ("control", "value", "words"),
    [
        ("drum.start", 1, "no such thing here; there are console, selector, desk, reader"),
        ("console.key.21", "down", "console key.21: 'down' is not a number"),
        ("reader.kick", 1, "reader.kick: no such control; there are hopper"),
        ("reader.hopper", 1, "a medium's content as text was expected"),
        ("console.key.36", 1, "there is no such control"),
        ("console.key.0", 1, "there is no such control"),
        ("console.key.x", 1, "there is no such control"),
        ("console.sense.7", 1, "there is no such control"),
        ("console.sense.", 1, "there is no such control"),
    ],
)
def test_an_act_that_can_not_be_is_refused_and_the_reason_says_so(
    control: str, value: int | str, words: str
) -> None:
    bench = Bench()
    bench.machine.advance(1_000)
    with pytest.raises(RefusedError, match=words):
        bench.act(control, value)
    assert words in bench.reason
    bench.press("console.sense.1")
    assert words not in bench.reason


def test_time_passes_while_nothing_happens() -> None:
    machine = Ibm704(LAYOUT)
    machine.advance(123_456)
    machine.advance(0)
    assert machine.now_us == machine.view().now_us == 123_456


def test_the_view_is_a_copy_that_later_time_leaves_alone() -> None:
    bench = loading(*GAME)
    view = bench.machine.view()
    before = view.on_us.copy(), view.lit.copy(), dict(view.controls), view.units["reader"]
    bench.machine.advance(5_000_000)
    assert np.array_equal(view.on_us, before[0])
    assert np.array_equal(view.lit, before[1])
    assert (view.controls, view.units["reader"]) == before[2:]


# -- the same events at the same times -------------------------------------------------------------


def test_two_machines_in_lockstep_agree_however_their_time_is_sliced() -> None:
    whole, cut = loading(*GAME), loading(*GAME)
    generator = np.random.default_rng(704)
    acts = {9_000_000: "console.start", 10_000_000: "printer.stop", 12_345_678: "printer.start"}
    now = 0
    for at in (*acts, 20_000_000, 45_000_000):
        whole.machine.advance(at - now)
        left = at - now
        while left:
            us = min(left, int(generator.integers(1, 300_000)))
            cut.machine.advance(us)
            left -= us
        now = at
        assert digest(whole.machine) == digest(cut.machine)
        if at in acts:
            whole.press(acts[at])
            cut.press(acts[at])
    assert not whole.machine.view().busy
    assert "END OF DECK" in whole.listing
    assert whole.listing == cut.listing


@pytest.mark.slow
@pytest.mark.parametrize(
    "at",
    [0, 100_000, 239_999, 240_000, 240_001, 1_300_000, 9_990_000, 10_003_333, 10_100_000],
)
def test_a_snapshot_taken_at_any_moment_goes_on_alike(at: int) -> None:
    """In the midst of a card, a line, a look-ahead, a phase of it."""
    bench = loading(*GAME)
    bench.machine.advance(min(at, 9_000_000))
    if at > 9_000_000:
        bench.press("console.start")
        bench.machine.advance(at - 9_000_000)
    copy = Bench()
    copy.machine.restore(bench.machine.snapshot())
    assert digest(copy.machine) == digest(bench.machine)
    for one in (bench, copy):
        one.wait()
        if at <= 9_000_000:
            one.press("console.start")
            one.wait()
    assert bench.listing == copy.listing
    assert "END OF DECK" in bench.listing
    assert digest(copy.machine) == digest(bench.machine)
    assert np.array_equal(copy.machine.view().on_us, bench.machine.view().on_us)


def test_a_snapshot_in_the_middle_of_a_look_ahead_and_of_a_card_was_indeed_taken_there() -> None:
    bench = loading(*GAME)
    bench.machine.advance(100_000)
    assert bench.machine.state.reader.busy
    bench.machine.advance(8_900_000)
    bench.press("console.start")
    bench.think(3_333)
    assert bench.machine.program.state.lookahead.line_now()


def test_a_damaged_snapshot_is_refused_with_nothing_changed() -> None:
    bench = loading(*GAME)
    bench.machine.advance(3_000_000)
    data = bench.machine.snapshot()
    with pytest.raises(RefusedError):
        bench.machine.restore(data[:-7])
    assert bench.machine.snapshot() == data


def test_a_session_is_replayed_to_the_same_state_and_the_same_listing() -> None:
    lines: list[str] = []
    machine = Ibm704(LAYOUT)
    original = Session({NAME: machine}, lines.append, {"seed": 704})

    def press(control: str) -> None:
        original.act(NAME, control, 1)
        original.act(NAME, control, 0)

    original.act(NAME, "reader.hopper", "text t.txt\n" + "\n".join(GAME) + "\n")
    press("reader.start")
    press("console.load_cards")
    while machine.busy:
        original.advance(NAME, 700_001)
    press("console.start")
    with pytest.raises(RefusedError):
        press("console.start")
    for _ in range(60):
        original.advance(NAME, 300_007)
        if original.finished(NAME):
            original.mark(NAME)
    press("printer.stop")
    press("printer.tear")
    press("printer.start")
    while machine.busy:
        original.advance(NAME, 500_000)
    original.end()
    printer = original.exhibit(NAME).units["printer"]
    torn = printer.torn_paper.text() + printer.paper.text()  # type: ignore[attr-defined]
    log = read_log("".join(f"{line}\n" for line in lines).encode(), "t.log")
    again = replay({NAME: Ibm704(LAYOUT)}, log)
    assert again.agrees
    assert again.met >= 4
    assert again.listing == torn
    assert "END OF DECK" in torn
    assert sum(isinstance(line, session.Play) for line in log.lines) >= 3


def test_a_card_that_the_704_has_read_over_is_not_waited_for() -> None:
    """The console is turned away in the middle of a card, back after the 704 has read others."""
    bench = loading("GAME", "END")
    bench.machine.advance(100_000)
    bench.act("console.lever", 0)
    bench.machine.advance(900_000)
    bench.act("selector.program", STORED)
    bench.act("console.lever", 1)
    path = ASSETS / "programs" / "echo.cbn"
    bench.act("reader.empty_hopper")
    bench.act("reader.hopper", deck_value(read_deck(path.read_bytes(), path.name)))
    bench.press("reader.start", "console.load_cards")
    bench.machine.advance(2_000_000)
    bench.act("console.lever", 0)
    bench.machine.advance(900_000)
    bench.act("selector.program", CHECKERS)
    bench.act("console.lever", 1)
    bench.act("reader.empty_hopper")
    bench.load(*GAME)
    assert bench.reason == "the cards are read: press START to begin"
