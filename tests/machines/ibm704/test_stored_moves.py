"""The moves of Samuel's program in 704 code, read from its drums: what they make of a game."""

import json
import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from devices.media.deck import deck_value
from devices.screen.guide import Medium
from devices.screen.room import DrawContext, Room, Souvenir
from devices.units.card_reader import CardReader
from machines.exhibit import snapshot
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves
from machines.games.draughts.notation import read_fen, read_pdn
from machines.games.draughts.scene import BoardScene
from machines.ibm704 import registers as at
from machines.ibm704.console import square_acts, take_back_acts
from machines.ibm704.exhibit import CHECKERS, STORED
from machines.ibm704.picture.program_guide import into_hopper
from machines.ibm704.picture.room import board_on_table
from machines.ibm704.picture.squares import TAKEN_MS
from machines.ibm704.scene import ProgramScene
from machines.ibm704.stored_game import (
    DECK_ENDED,
    DIRECTORY,
    GAME_WORDS,
    GAMES,
    LOGS,
    MOVE_BITS,
    PLIES,
    stop_number,
    stored_games,
    stored_moves,
)
from machines.museum.window.game_cards import GamesSeen
from machines.storage import registry
from machines.storage.events.follower import ExhibitFollower
from tests.machines.commanded import said
from tests.machines.ibm704.bench import CHEAP, LAYOUT, NAME, Bench, deck_of
from tests.machines.ibm704.programs import PROGRAMS, SAMUEL, program_deck
from tests.machines.ibm704.test_stored_game import loaded
from tests.machines.room_moment import moment_of
from tests.machines.visitor import Visitor, media

WON = "BOARD  B/W18/B14"
"""Black takes White's last man."""
TWO_WAYS = "BOARD  B/W9,10,17,18,32/B6,1"
"""From 6 to 22 by 13 or by 15."""
SEVERAL = (
    *CHEAP,
    "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=8",
    "GAME   5 BLACK=MACHINE WHITE=MACHINE",
    WON,
    "GAME   6 WHITE=MACHINE",
    TWO_WAYS,
    "MOVE   6/6X13X22",
    "END",
)
"""A game that is cut, one that is won, one that begins with a jump by the second of two ways and is
broken off."""
ITSELF = (*CHEAP, "SENSE  2", "GAME   1", "END")
DECKS = {
    "several": SEVERAL,
    "itself": ITSELF,
    "opening": (PROGRAMS.parent / "decks" / "opening-g04.txt").read_text().splitlines(),
}


def told(path: Path) -> list[dict[str, Any]]:
    """The events of a file but for times and lamps, table by table."""
    events = [json.loads(line) for line in path.read_text().splitlines()]
    kept = [one for one in events if one["event"] != "lamps"]
    for one in kept:
        one.pop("after_ms")
        one.pop("at_us", None)
    return sorted(kept, key=lambda one: one.get("table", 0))


@pytest.mark.parametrize(
    ("name", "program"),
    [
        ("several", "samuel"),
        *(
            pytest.param(name, program, marks=pytest.mark.slow)
            for name in DECKS
            for program in SAMUEL
            if (name, program) != ("several", "samuel")
        ),
    ],
)
def test_a_deck_s_events_are_the_engine_s(
    name: str, program: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    cards, mine, engine = (tmp_path / one for one in ("cards.txt", "704.jsonl", "engine.jsonl"))
    cards.write_text("".join(f"{card}\n" for card in DECKS[name]))
    events = ("--events-lamps", "0", "--events")
    said(capsys, "play", "--deck", str(cards), *events, str(engine))
    run = ("run704", str(PROGRAMS / f"{program}.cbn"), "--cards", str(cards))
    size = ("--storage", str(SAMUEL[program]), "--max-seconds", "100000")
    said(capsys, *run, *size, *events, str(mine))
    assert told(mine) == told(engine)
    found = {(one["event"], one.get("move"), one.get("result")) for one in told(mine)}
    if name == "several":
        assert {("move", "6x13x22", None), ("game_over", None, "1-0")} < found


def on_table(bench: Bench) -> BoardScene:
    """The board that lies on the table."""
    scene = board_on_table(bench.machine.view().scene)
    assert scene is not None
    return scene


class Followed:
    """A 704 that an operator works, and what is told of it."""

    def __init__(self, bench: Bench, slice_us: int = 500_000) -> None:
        self.bench, self.slice_us = bench, slice_us
        self.events: list[tuple[Any, ...]] = []
        self.follower = ExhibitFollower(self, bench.machine, 0)  # type: ignore[arg-type]

    def say(self, event: str, **values: Any) -> None:
        """As the stream takes it; without its moment."""
        values.pop("at_us")
        self.events.append((event, *sorted(values.items())))

    def act(self, acts: Sequence[tuple[str, Any]]) -> None:
        """What the operator does, and what comes of it."""
        for control, value in acts:
            self.bench.act(control, value)
        while self.bench.machine.view().busy:
            self.bench.machine.advance(self.slice_us)
            self.follower.look(self.bench.machine)

    def enter(self, *squares: int) -> None:
        """A step of a move by the keys."""
        self.act(square_acts(self.bench.machine.view().controls, *squares))

    def enter_first(self) -> None:
        """The first legal move."""
        squares = legal_moves(on_table(self.bench).position)[0].squares
        for step in pairwise(squares):
            self.enter(*step)

    def take_back(self, reset: bool) -> None:
        """TAKE BACK."""
        self.act(take_back_acts(self.bench.machine.view().controls, reset))

    def press(self, *controls: str) -> None:
        """Buttons, one after the other."""
        self.act([(control, value) for control in controls for value in (1, 0)])


VISITOR = (*CHEAP, "GAME   1 WHITE=MACHINE", "SENSE  1", "END")
FINISH = (*CHEAP, "GAME   1 WHITE=MACHINE", WON, "SENSE  1", "END")


def visit(followed: Followed, reset: str, take_back_resets: bool) -> list[tuple[Any, ...]]:
    """Moves, one of them taken back, RESET in the midst, another game to its end: what was told."""
    followed.enter_first()
    followed.enter_first()
    followed.take_back(take_back_resets)
    followed.enter_first()
    followed.bench.press("console.reset")
    followed.bench.act("reader.hopper", deck_value(deck_of(*FINISH)))
    followed.press("reader.start", reset)
    followed.enter(14, 23)
    return followed.events


def asked_by_the_engine() -> Bench:
    """The engine with the same cards, asking for the operator's first move."""
    bench = Bench()
    bench.started(*VISITOR)
    bench.wait()
    return bench


@pytest.mark.slow
def test_a_visit_is_told_as_at_the_engine_however_often_one_looks() -> None:
    engine = visit(Followed(asked_by_the_engine()), "console.load_cards", True)
    kinds = [one[0] for one in engine]
    assert kinds.count("take_back") == 1 and kinds[-3:] == ["new_game", "move", "game_over"]
    assert visit(Followed(loaded(*VISITOR)), "console.start", False) == engine
    often = Followed(loaded(*VISITOR), 110_300)
    assert visit(often, "console.start", False) == engine


@pytest.mark.slow
def test_a_game_at_the_same_table_by_the_other_program_is_a_new_game_and_ends_none() -> None:
    followed = Followed(asked_by_the_engine())
    followed.enter_first()
    of_engine = list(followed.events)
    followed.bench.machine.sample = 0
    followed.act([("selector.program", STORED), ("reader.hopper", deck_value(program_deck()))])
    followed.act([("reader.hopper", deck_value(deck_of(*VISITOR)))])
    followed.press("reader.start", "console.load_cards")
    followed.enter_first()
    assert [one[0] for one in of_engine] == ["move", "move"]
    again = [(kind, *((k, 2 if k == "game" else v) for k, v in more)) for kind, *more in of_engine]
    new_game = ("new_game", ("exhibit", NAME), ("game", 2), ("table", 1))
    assert followed.events == [*of_engine, new_game, *again]
    followed.act([("selector.program", CHECKERS)])
    assert len(followed.events) == 5


@cache
def won_at(program: str) -> Bench:
    """A game that the operator has won, at the engine (empty) or by a program in 704 code."""
    bench = loaded(*FINISH, program=program) if program else Bench()
    if not program:
        bench.started(*FINISH)
        bench.wait()
    Followed(bench).enter(14, 23)
    return bench


@cache
def room() -> Room:
    """The machine's room."""
    made: Room = registry.make_room(registry.find_exhibit(NAME), LAYOUT)
    return made


def context(bench: Bench) -> DrawContext:
    """The moment as it would be drawn."""
    moment = moment_of(bench.machine.view())
    return DrawContext(moment.view, moment.brightness, 0)


def souvenir(bench: Bench) -> Souvenir | None:
    """What the room gives along."""
    return room().souvenir(context(bench))


@pytest.mark.slow
@pytest.mark.parametrize("program", SAMUEL)
def test_a_game_that_is_over_is_taken_along_as_from_the_engine(program: str) -> None:
    before = snapshot.digest(won_at(program).machine.snapshot())
    taken, engine = souvenir(won_at(program)), souvenir(won_at(""))
    assert taken is not None and engine is not None and taken.record == engine.record
    (game,) = read_pdn(taken.record.forms[0], "it.pdn")
    assert (game.start, game.result) == (read_fen("B:W18:B14"), "1-0")
    assert game.positions()[-1] == on_table(won_at(program)).position
    assert taken.listing is not None and any("14X23" in line.text for line in taken.listing())
    assert snapshot.digest(won_at(program).machine.snapshot()) == before


def test_the_card_after_a_game_comes_once_and_not_again_at_the_deck_s_end() -> None:
    bench, seen, cards = loaded(*FINISH), GamesSeen(), 0
    for control, value in square_acts(bench.machine.view().controls, 14, 23):
        bench.act(control, value)
    while bench.machine.view().busy:
        cards += seen.ended(room().after_game(context(bench)))
        bench.machine.advance(200_000)
    assert seen.ended(room().after_game(context(bench))) + cards == 1
    assert stop_number(bench.wired) == DECK_ENDED


def test_words_that_lead_to_no_game_are_none() -> None:
    bench = Bench()
    bench.machine.restore(won_at("samuel").machine.snapshot())
    storage, drums = bench.wired.state.storage, bench.machine.drums
    whole = stored_moves(bench.wired, 1)
    assert whole is not None and [str(move) for move in whole.moves] == ["14x23"]
    changed = (
        (drums[0], 0, drums[0, 0] ^ 1),  # another move
        (drums[0], 0, drums[0, 0] ^ (MOVE_BITS + 1)),  # its sum is another
        (storage, GAMES + GAME_WORDS + 2, 0),  # another board at the end
        (storage, GAMES + GAME_WORDS + PLIES, 2),  # a move that wasn't made
        (storage, DIRECTORY + LOGS, 0),  # a deck of before it said where they stand
        (storage, DIRECTORY, 0),  # another program
    )
    for words, place, word in changed:
        kept = words[place]
        words[place] = word
        assert not list(stored_games(bench.wired))
        assert souvenir(bench) is None
        words[place] = kept
        assert [one.result for one in stored_games(bench.wired)] == ["1-0"]
        assert souvenir(bench) is not None


@pytest.mark.slow
def test_another_program_has_no_game_and_tells_none() -> None:
    bench = Bench()
    bench.machine.restore(won_at("samuel").machine.snapshot())
    followed = Followed(bench)
    bench.press("console.clear")
    followed.act([("reader.hopper", media("programs")["LAMPS"])])
    bench.press("reader.start", "console.load_cards")
    bench.machine.advance(20_000_000)
    followed.follower.look(bench.machine)
    assert bench.wired.words[at.CYCLES] and not followed.events
    assert board_on_table(bench.machine.view().scene) is None


# -- a visitor plays -------------------------------------------------------------------------------


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
        visitor.play.tend(step, visitor.now_ms, visitor.send)  # jumps follow one another
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
