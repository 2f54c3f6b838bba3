"""A visitor plays with Samuel's program in the 704: one card, taps, PLAY, decks; no window."""

import random
from functools import cache

import pytest

from devices.media.deck import deck_value
from devices.screen.guide import Medium
from devices.units.card_reader import CardReader
from machines.games.draughts.board import Position
from machines.games.draughts.notation import read_pdn
from machines.games.draughts.scene import BoardScene
from machines.ibm704.picture.program_guide import into_hopper
from machines.ibm704.picture.room import board_on_table
from machines.ibm704.picture.squares import TAKEN_MS
from machines.ibm704.scene import ProgramScene
from tests.machines.ibm704.bench import deck_of
from tests.machines.visitor import Visitor, media

SPEED = 100


@cache
def begun_by_the_card() -> tuple[bytes, list[str]]:
    """The exhibit when somebody who has touched the card of the placard is asked for a move; the
    prompts while the program's deck was read, and the next."""
    visitor = Visitor("ibm704")
    visitor.start_card("program")
    prompts = []
    while reader(visitor).hopper[0].deck == "samuel.cbn":
        visitor.wait(1_000, 10)
        prompts.append(visitor.step().prompt)
    visitor.press_play(ms=20_000, speed=SPEED, watches=True)
    return visitor.exhibit.snapshot(), prompts


def at_the_704() -> Visitor:
    """Somebody who has touched the card of the placard, up to the first choice."""
    visitor = Visitor("ibm704")
    visitor.exhibit.restore(begun_by_the_card()[0])
    assert visitor.step().prompt == "piece"
    return visitor


def board(visitor: Visitor) -> BoardScene:
    """What lies on the table."""
    found = board_on_table(visitor.exhibit.view().scene)
    assert found is not None
    return found


def reader(visitor: Visitor) -> CardReader:
    """The card reader."""
    found = visitor.exhibit.units["reader"]
    assert isinstance(found, CardReader)
    return found


def choose(visitor: Visitor, dice: random.Random) -> None:
    """Touch one of the squares that glow, and wait for the next choice."""
    square = dice.choice([one for one in visitor.step().controls if one.startswith("board.")])
    visitor.wait(TAKEN_MS)
    visitor.touch(visitor.hits()[square])
    visitor.settle()
    for _ in range(2_000):
        step = visitor.step()
        if step.yours or step.prompt == "over":
            return
        if step.prompt == "next_jump":
            visitor.touch(visitor.hits()["console.start"])
        visitor.wait(40, SPEED)
    raise AssertionError(visitor.step())


@pytest.mark.slow
def test_one_card_and_taps_play_a_whole_game_and_play_begins_another() -> None:
    visitor, dice = at_the_704(), random.Random(2)
    view = visitor.exhibit.view()
    assert view.controls["selector.program"] == 1
    assert isinstance(view.scene, ProgramScene) and view.scene.program == "samuel.cbn"
    for _ in range(400):
        if visitor.step().prompt == "over":
            break
        choose(visitor, dice)
    assert not visitor.refused
    assert board(visitor).over and board(visitor).summary is not None
    assert visitor.room.after_game(visitor.context()) is not None
    souvenir = visitor.room.souvenir(visitor.context())
    assert souvenir is not None and souvenir.listing is not None
    (game,) = read_pdn(souvenir.record.forms[0], "souvenir.pdn")
    assert (game.tag("Black"), game.positions()[-1]) == ("Visitor", board(visitor).position)
    cards = reader(visitor).cycles
    assert visitor.press_play(ms=20_000, speed=SPEED).prompt == "piece"
    assert board(visitor).position == Position.start()
    assert reader(visitor).cycles < cards + 20  # control cards alone


@pytest.mark.slow
def test_the_bar_says_that_the_program_loads_until_its_last_card_is_read() -> None:
    *loading, last = begun_by_the_card()[1]
    assert set(loading) == {"program_loads"} and last == "works"


def test_his_deck_brings_the_cards_of_a_game_and_other_control_cards_replace_them() -> None:
    visitor = Visitor("ibm704")
    for control, value in (("console.lever", 0), ("selector.program", 1), ("console.lever", 1)):
        visitor.operate(control, value)
    samuel, other = media("programs")["SAMUEL"], deck_value(deck_of("GAME", "END", name="own.txt"))
    both = into_hopper(samuel, visitor.exhibit.view())
    assert [act.value for act in both] == [samuel, Medium("A VISITOR")]
    for act in both:
        visitor.send(act)
    visitor.settle()
    decks = [card.deck for card in reader(visitor).hopper]
    assert (decks[0], decks[-1]) == ("samuel.cbn", "a-visitor.txt")
    for act in into_hopper(other, visitor.exhibit.view()):
        visitor.send(act)
    visitor.settle()
    decks = [card.deck for card in reader(visitor).hopper]
    assert (decks[0], decks[-1], len(set(decks))) == ("samuel.cbn", "own.txt", 2)
    assert visitor.step().controls == ("reader.start",)


@pytest.mark.slow
def test_new_cards_in_the_middle_of_a_game_are_begun_by_reset_and_start() -> None:
    visitor = at_the_704()
    for act in into_hopper(media("decks")["A VISITOR"], visitor.exhibit.view()):
        visitor.send(act)
    visitor.settle()
    assert visitor.step().prompt == "deck_waits"
    visitor.touch(visitor.hits()["reader.start"])
    visitor.wait(100)
    step = visitor.step()
    assert step.prompt == "deck_reset" and step.controls[-1] == "console.reset"
    visitor.touch(visitor.hits()["console.reset"])
    visitor.wait(100)
    assert visitor.step().prompt == "start"
    visitor.touch(visitor.hits()["console.start"])
    for _ in range(500):
        visitor.wait(40, SPEED)
        if visitor.step().yours:
            break
    assert visitor.step().prompt == "piece"
    assert not visitor.refused


@pytest.mark.slow
def test_take_back_beside_the_board_takes_the_last_move_back() -> None:
    visitor = at_the_704()
    visitor.look()
    plate = visitor.hits()["board.take_back"]
    visitor.touch(plate)
    visitor.settle()
    assert not visitor.exhibit.view().busy  # there is none yet
    for name in ("11", "15"):
        visitor.touch(visitor.hits()[f"board.square.{name}"])
    visitor.settle()
    for _ in range(2_000):
        visitor.wait(40, SPEED)
        if visitor.step().yours:
            break
    assert board(visitor).takes_back and board(visitor).position != Position.start()
    assert board(visitor).last is not None
    visitor.wait(TAKEN_MS)
    visitor.touch(plate)
    visitor.settle()
    for _ in range(500):
        visitor.wait(40, SPEED)
        if visitor.step().yours:
            break
    assert board(visitor).position == Position.start()
    assert visitor.step().prompt == "piece" and not visitor.refused
    assert board(visitor).last is None  # nothing is marked that was taken back
