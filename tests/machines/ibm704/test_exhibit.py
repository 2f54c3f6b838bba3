"""The 704 as an exhibit: events and time in, the same state out, whatever was cut up or copied."""

import pytest

from devices.media.deck import deck_value, read_deck
from devices.refusal import RefusedError
from machines.exhibit import session, snapshot
from machines.exhibit.exhibit import Exhibit
from machines.exhibit.session import Session, read_log, replay
from machines.ibm704.exhibit import CHECKERS, STORED, Ibm704
from machines.storage.program import ASSETS
from tests.machines.ibm704.bench import GAME, LAYOUT, NAME, Bench, loading


def digest(machine: Exhibit) -> str:
    return snapshot.digest(machine.snapshot())


# -- what an exhibit is ----------------------------------------------------------------------------


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


# -- the same events at the same times -------------------------------------------------------------


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
