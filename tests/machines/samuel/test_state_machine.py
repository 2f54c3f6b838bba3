"""The table of the checkers program's phases is whole, and nothing else changes the phase."""

import re
from collections import Counter
from pathlib import Path

import pytest

import machines.samuel
from machines.samuel.state import RULES, Event, Phase, PhaseError, ProgramState, Stop, transition

ASSIGNED = re.compile(r"\.phase\b[^=\n(]*(?<![=!<>])=(?!=)")


def test_a_phase_and_an_event_have_at_most_one_rule() -> None:
    met = Counter((phase, rule.event) for rule in RULES for phase in rule.phases)
    assert set(met.values()) == {1}


def test_every_phase_is_reached_and_left_and_every_event_and_stop_is_used() -> None:
    assert {rule.next for rule in RULES} == set(Phase)
    assert {phase for rule in RULES for phase in rule.phases} == set(Phase)
    assert {rule.event for rule in RULES} == set(Event)
    assert {rule.stop for rule in RULES} == set(Stop)


def test_only_a_program_stop_has_a_reason_to_stop() -> None:
    for rule in RULES:
        assert (rule.stop is not Stop.NONE) == (rule.next is Phase.STOPPED), rule


def test_an_event_without_a_rule_is_our_mistake() -> None:
    with pytest.raises(PhaseError, match="DECIDED while the checkers program is IDLE"):
        transition(Phase.IDLE, Event.DECIDED)


def test_a_stop_has_its_reason_until_the_program_goes_on() -> None:
    state = ProgramState(phase=Phase.READING)
    state.on_event(Event.REFUSED, "a card is wrong", "correct it")
    assert (state.phase, state.stop) == (Phase.STOPPED, Stop.REFUSED)
    assert state.reason == "a card is wrong; correct it"
    state.on_event(Event.START)
    assert (state.phase, state.stop, state.reason) == (Phase.CHOOSING, Stop.NONE, "")


def test_the_phase_changes_in_one_place() -> None:
    folder = Path(machines.samuel.__file__).parent
    places = [
        f"{path.name}: {line.strip()}"
        for path in sorted(folder.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if ASSIGNED.search(line)
    ]
    assert places == ["state.py: self.phase, self.stop = transition(self.phase, event)"]
