"""Reels at the 704: PLAY mounts what a deck needs; a wrong one is told, and can be put right."""

import pytest

from devices.units.tape_drive import TapeDrive
from tests.machines.test_guides import check_words
from tests.machines.visitor import Visitor, media, words


def mount(visitor: Visitor, unit: str, label: str) -> None:
    """A reel with its ring, loaded and ready."""
    visitor.operate(f"{unit}.mount", media("tapes")[label])
    visitor.operate(f"{unit}.file_protect", 0)
    visitor.operate(f"{unit}.load_rewind", 1)
    visitor.wait(20_000)
    visitor.operate(f"{unit}.start", 1)


def mounted(visitor: Visitor, unit: str) -> str:
    tape = visitor.exhibit.view().units[unit]
    assert isinstance(tape, TapeDrive) or hasattr(tape, "mounted")
    return str(tape.mounted)


def said(visitor: Visitor) -> str:
    """The sentence of the step, after its rules are checked."""
    step = visitor.step()
    check_words("ibm704", step)
    return words().prompt("ibm704", step.prompt, step.words)


def follow(visitor: Visitor, until: str, most: int = 30) -> list[str]:
    """Do what the guide says until it says ``until``; the prompts on the way."""
    met: list[str] = []
    for _ in range(most):
        step = visitor.step()
        met += [step.prompt] if met[-1:] != [step.prompt] else []
        if step.prompt == until:
            return met
        check_words("ibm704", step)
        for act in step.acts:
            visitor.send(act)
        visitor.settle()
        visitor.wait(8_000)
    raise AssertionError(met)


def test_play_mounts_what_rote_learning_needs_with_its_rings() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("reader.hopper", media("decks")["LEARN ROTE"])
    met = follow(visitor, "watch")
    assert not visitor.refused
    assert met.count("mount") == 2
    assert (mounted(visitor, "tape2"), mounted(visitor, "tape1")) == (
        "memory-1.tap",
        "memory-2.tap",
    )


@pytest.mark.parametrize(
    ("wrong", "other", "right"),
    [("tape2", "tape1", "memory-1.tap"), ("tape1", "tape2", "memory-2.tap")],
)
def test_a_book_where_a_memory_tape_belongs_is_told_and_put_right(
    wrong: str, other: str, right: str
) -> None:
    visitor = Visitor("ibm704")
    mount(visitor, wrong, "SAMUEL GAMES")
    mount(visitor, other, "MEMORY 2" if other == "tape1" else "MEMORY 1")
    visitor.operate("reader.hopper", media("decks")["LEARN ROTE"])
    follow(visitor, "reset_tape")
    follow(visitor, "wrong_reel")
    assert said(visitor) == f"Wrong reel on tape unit {wrong[-1]}. Touch UNLOAD there."
    follow(visitor, "watch")
    assert not visitor.refused
    assert mounted(visitor, wrong) == right


def test_load_tape_of_a_reel_without_cards_is_told_and_put_right() -> None:
    visitor = Visitor("ibm704")
    mount(visitor, "tape1", "MEMORY 1")
    for value in (1, 0):
        visitor.operate("console.load_tape", value)
    visitor.wait(20_000)
    assert visitor.step().prompt == "wrong_reel"
    assert "holds no cards" in visitor.exhibit.view().reason
    met = follow(visitor, "watch")
    assert not visitor.refused
    assert met[:2] == ["wrong_reel", "mount"]
    assert "load_tape_cards" in met
    assert mounted(visitor, "tape1") == "samuel-games.tap"


def test_a_blank_reel_is_no_book() -> None:
    visitor = Visitor("ibm704")
    mount(visitor, "tape1", "MEMORY 1")
    visitor.operate("console.sense.3", 1)
    visitor.operate("reader.hopper", media("decks")["A VISITOR"])
    met = follow(visitor, "piece")
    assert not visitor.refused
    assert "wrong_reel" in met


def test_play_lifts_the_switches_that_take_a_game_out_of_the_visitors_hands() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("console.sense.2", 1)
    visitor.operate("reader.hopper", media("decks")["A VISITOR"])
    assert visitor.press_play(watches=True).prompt == "watch"
    assert visitor.press_play().yours
    assert visitor.exhibit.view().controls["console.sense.2"] == 0
