"""Reels at the 704: PLAY mounts what a deck needs; a wrong one is told, and can be put right."""

from dataclasses import replace

import pytest

from devices.media.tape import Tape, tape_value
from devices.units.tape_drive import TapeDrive
from machines.games.draughts.scene import BoardScene
from machines.ibm704.picture import guide
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.tape_format import Heading, MemoryTape, rules_of, write_memory
from machines.samuel.settings import ProgramSettings
from tests.machines.test_guides import check_words
from tests.machines.visitor import Visitor, media, words


def written(name: str, merges: int) -> str:
    """A memory tape that has been merged so often."""
    polynomial, settings = Polynomial(), ProgramSettings()
    of = Heading.of(polynomial, settings)
    heading = Heading(rules_of(polynomial, settings), of.unit, merges)
    return tape_value(write_memory(MemoryTape(heading), name))


BLANK = tape_value(Tape("memory-1.tap", ()))


def mount(visitor: Visitor, unit: str, label: str) -> None:
    """A reel with its ring, loaded and ready; by its tray's label, or as it is."""
    visitor.operate(f"{unit}.mount", media("tapes").get(label, label))
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
    follow(visitor, "wrong_reel_reset")
    assert visitor.step().why and visitor.exhibit.view().reason
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


def better(visitor: Visitor) -> str:
    """The reel that is said to remember more."""
    scene = visitor.exhibit.view().scene
    assert isinstance(scene, BoardScene)
    return scene.better_reel.name if scene.better_reel is not None else ""


def test_a_blank_reel_for_the_memory_is_told_and_the_written_one_comes_back() -> None:
    visitor = Visitor("ibm704")
    mount(visitor, "tape2", written("memory-1.tap", 2))
    visitor.operate("tape2.reset", 1)
    visitor.operate("tape2.unload", 1)
    mount(visitor, "tape2", BLANK)
    mount(visitor, "tape1", "MEMORY 2")
    visitor.operate("reader.hopper", media("decks")["LEARN ROTE"])
    follow(visitor, "blank_reel")
    assert said(visitor) == "Blank reel! Mount the written MEMORY 1 on unit 2: it remembers."
    assert visitor.step().controls == ("tape2.reset",)
    for control in ("reset", "unload"):
        assert visitor.step().controls == (f"tape2.{control}",)
        visitor.operate(f"tape2.{control}", 1)
    mount(visitor, "tape2", written("memory-1.tap", 2))
    assert not better(visitor)
    assert visitor.step().prompt == "watch"
    assert not visitor.refused


@pytest.mark.parametrize(("here", "prompt"), [(BLANK, "blank_reel"), ("older", "older_reel")])
def test_a_memory_on_the_other_unit_is_told_before_it_is_written_over(
    here: str, prompt: str
) -> None:
    visitor = Visitor("ibm704")
    mount(visitor, "tape2", written("memory-1.tap", 2) if here == "older" else here)
    mount(visitor, "tape1", written("memory-2.tap", 3))
    visitor.operate("reader.hopper", media("decks")["LEARN ROTE"])
    follow(visitor, prompt)
    assert "MEMORY 2" in said(visitor)
    touched = []
    while visitor.step().prompt != "mount":
        step = visitor.step()
        touched += [one for one in step.controls if one.startswith("tape")]
        for act in step.acts:
            visitor.send(act)
        visitor.settle()
        visitor.wait(1_000)
    assert touched == ["tape2.reset", "tape2.unload", "tape1.reset", "tape1.unload"]
    assert (said(visitor), visitor.step().controls) == (
        "Touch the reel of tape unit 2 and choose MEMORY 2.",
        ("tape2.mount",),
    )
    mount(visitor, "tape2", written("memory-2.tap", 3))
    assert not better(visitor)
    view = visitor.exhibit.view()
    assert isinstance(view.scene, BoardScene)
    assert guide.label_of(view, replace(view.scene, reel="next")) == "MEMORY 1"


def test_a_first_memory_begins_on_a_blank_reel_without_a_word() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("reader.hopper", media("decks")["LEARN ROTE"])
    met = follow(visitor, "watch")
    assert not {"blank_reel", "older_reel"} & set(met)
