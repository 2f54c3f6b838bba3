"""What a visitor takes along: whole games, played by what glows, read back from the pictures."""

import io
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import chess.pgn
import numpy as np
import pygame
import pytest
import zxingcpp

from devices.game_record import GameRecord
from devices.screen.brass import LETTERS
from devices.screen.png import SIGNATURE
from devices.screen.qr_code import LEAST_PX, best_code, draw_code, qr_code
from devices.screen.room import BETWEEN, Souvenir
from devices.screen.ui_text import languages
from machines.anaconda.state import AnacondaScene
from machines.games.chess.notation import write_fen
from machines.games.draughts.notation import read_pdn
from machines.games.draughts.scene import BoardScene
from machines.games.noughts.board import Board
from machines.games.noughts.record import noughts_record, read_record
from machines.morph.exhibit import MorphExhibit
from machines.museum.media_export import KeptSouvenir
from machines.museum.window.game_cards import FREE, SouvenirCard
from machines.museum.window.overlay import LEAST, PaperCard
from machines.museum.window.souvenir_picture import SouvenirPicture, picture_of, souvenir_files
from machines.pegasus.view import PegasusScene
from tests.machines.test_guides import play_on
from tests.machines.visitor import Visitor, words

DAY = "2026.11.24"
HEADING = words().after_words["title"]
LANGUAGES = languages()
LEAST_HEIGHT = 10.0
"""Pixels of a capital, on the card 1,600 pixels wide."""
ROOMS = ("ibm704", "menace", "pegasus", "anaconda", "morph")
SIZES = {
    (1920, 1080): (1920, 964),
    (1280, 720): (1280, 642),
    (1080, 1920): (1080, 1740),
    (3840, 2160): (3840, 1928),
}
"""Windows, and about what the room has of each."""


Shape = tuple[tuple[int, int], bool, bool]
SHAPES: tuple[Shape, ...] = (
    ((1600, 1000), False, False),
    ((1600, 1000), False, True),
    ((1000, 1600), True, False),
    ((1000, 1600), True, True),
)
"""Of a card: its size, whether it stands upright, whether its text is large."""


@lru_cache
def over(name: str) -> Visitor:
    """A visitor who has played a game to its end."""
    visitor = Visitor(name)
    dice = random.Random(1)
    if name == "anaconda":
        visitor.operate("pc.plies.2", 1)
    if name == "pegasus":
        visitor.operate("desk.nought.visitor", 1)
        visitor.operate("desk.run", 1)
        visitor.wait(1_000)
    while name == "pegasus" and (step := visitor.step()).yours:
        visitor.operate(dice.choice(step.controls), 1)
        visitor.wait(1_000)
    if name != "pegasus":
        assert play_on(visitor, dice, 1_000).prompt == "over"
    assert visitor.room.after_game(visitor.context()) is not None
    return visitor


def taken(name: str) -> Souvenir:
    made = over(name).room.souvenir(over(name).context())
    assert made is not None
    return made


def picture(name: str) -> SouvenirPicture:
    visitor = over(name)
    after = visitor.room.after_game(visitor.context())
    assert after is not None
    said = words().after(name, after.text, after.words)
    return picture_of(words(), taken(name), visitor.room.title, DAY, said, HEADING)


def read_back(surface: pygame.Surface) -> str:
    """The text of the one code on a picture."""
    seen = np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))
    (found,) = zxingcpp.read_barcodes(seen)
    return str(found.text)


def check_game(name: str, text: str) -> None:
    """The museum's own readers (or, for chess, python-chess) come to the board that lies there."""
    visitor = over(name)
    scene = visitor.exhibit.view().scene
    if isinstance(scene, BoardScene | AnacondaScene):
        (game,) = read_pdn(text, "souvenir.pdn")
        assert game.positions()[-1] == scene.position
        assert game.tag("GameType") == "21"
        assert game.result in ("1-0", "0-1", "1/2-1/2")
    elif isinstance(visitor.exhibit, MorphExhibit):
        read = chess.pgn.read_game(io.StringIO(text))
        assert read is not None
        assert not read.errors
        position = visitor.exhibit.state.position
        assert read.end().board().board_fen() == write_fen(position).split()[0]
    else:
        squares, result = read_record(text, "souvenir.txt")
        board = Board()
        for square in squares:
            board = board.play(square)
        play = scene.visitor if isinstance(scene, PegasusScene) else None
        assert board == (play.board if play is not None else scene.board)
        assert result == (f"{board.winner} wins" if board.winner else "draw")


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_every_form_of_a_whole_game_leads_to_the_board_that_lies_there(name: str) -> None:
    record = taken(name).record.dated(DAY)
    assert DAY in record.forms[0]
    assert "Visitor" in record.forms[0]
    assert len(record.forms[-1]) < len(record.forms[0])
    for form in record.forms:
        check_game(name, form)
    files = souvenir_files(picture(name))
    assert files[record.suffix]().decode() == record.forms[0]
    assert ("-listing.txt" in files) == ("-listing.png" in files) == (name == "ibm704")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["menace", "morph"])
def test_the_code_on_a_small_card_is_read_back_as_the_game(name: str) -> None:
    check_card(name, (1280, 720))


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_the_code_on_an_upright_or_a_large_card_is_read_back_as_the_game(name: str) -> None:
    check_card(name, (1080, 1920))
    if name == "morph":
        check_card(name, (3840, 2160))


def check_card(name: str, size: tuple[int, int]) -> None:
    """The code on the card lies in the room and holds the game."""
    card = SouvenirCard(words(), picture(name), KeptSouvenir(("one.png",)))
    card.lay(size, pygame.Rect((0, 0), SIZES[size]))
    target = pygame.Surface(size, pygame.SRCALPHA, 32)
    card.compose(target)
    assert pygame.Rect((0, 0), SIZES[size]).contains(card.box)
    check_game(name, read_back(target))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["menace", "ibm704", "morph"])
def test_its_files_are_a_picture_of_the_game_and_of_its_listing(name: str) -> None:
    made = {ending: make() for ending, make in souvenir_files(picture(name)).items()}
    assert made[".png"].startswith(SIGNATURE)
    check_game(name, read_back(pygame.image.load(io.BytesIO(made[".png"]), "it.png")))
    if name == "ibm704":
        assert b"GAME" in made["-listing.txt"]
        assert made["-listing.png"].startswith(SIGNATURE)


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_nothing_on_the_card_is_cut_but_a_long_game_s_moves(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_text(name, LANGUAGES[ROOMS.index(name) - 1], SHAPES[1:3], monkeypatch)


def check_text(
    name: str, language: str, shapes: Sequence[Shape], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is drawn on the card is whole and large enough."""
    visitor = over(name)
    after = visitor.room.after_game(visitor.context())
    assert after is not None
    spoken = words(language)
    said = spoken.after(name, after.text, after.words)
    blank = replace(taken(name), board=lambda side: pygame.Surface((side, side)))
    made = picture_of(spoken, blank, visitor.room.title, DAY, said, spoken.after_words["title"])
    drawn: list[tuple[str, float]] = []
    draw = LETTERS.draw

    def seen(
        surface: Any, text: str, left: Any, middle: Any, height: float, *rest: Any, **by: Any
    ) -> None:
        drawn.append((text, height))
        draw(surface, text, left, middle, height, *rest, **by)

    for size, upright, large in shapes:
        drawn.clear()
        with monkeypatch.context() as patch:
            patch.setattr(LETTERS, "draw", seen)
            made.draw(size, upright, large, FREE)
        cut = [text for text, _ in drawn if text.endswith(" ...")]
        assert len(cut) <= 1, (cut, size, large)
        assert not cut or cut[0].removesuffix(" ...") in taken(name).record.moves
        assert min(height for _, height in drawn) >= LEAST_HEIGHT, (size, large, drawn)
    assert not any(BETWEEN.strip() in text for text, _ in drawn if DAY not in text)  # no bare row
    if name == "menace" and language == "en":
        text = " ".join(text for text, _ in drawn)
        assert "So far the machine has won 0, drawn 0 and lost 1." in text, text


def test_while_a_game_goes_on_there_is_nothing_to_take() -> None:
    for name in ROOMS:
        visitor = Visitor(name)
        assert visitor.room.souvenir(visitor.context()) is None, name


@pytest.mark.slow
def test_a_game_too_long_for_its_code_leaves_out_what_is_not_moves() -> None:
    shown = best_code(("x" * 2_000, "x" * 300), 300)
    short = qr_code("x" * 300)
    assert shown is not None
    assert short is not None
    assert (shown == short).all()
    assert 300 // len(short) >= LEAST_PX
    whole = best_code(("x" * 2_000,), 300)  # better small squares than none
    assert whole is not None
    assert len(whole) > len(short)
    assert draw_code(whole, 300).get_width() <= 300


@pytest.mark.slow
def test_a_game_that_fits_no_code_says_that_its_file_holds_it() -> None:
    assert qr_code("a" * 2_953) is not None
    assert best_code(("a" * 2_954,), 900) is None
    record = GameRecord(".pdn", ("a" * 4_000,), "1. 11-15", "1-0")
    board = pygame.Surface((100, 100))
    made = picture_of(
        words(), Souvenir(record, lambda side: board), "IBM 704", DAY, "No weight moved.", HEADING
    )
    seen = np.ascontiguousarray(pygame.surfarray.array3d(made.draw((1600, 1000))).swapaxes(0, 1))
    assert not zxingcpp.read_barcodes(seen)
    assert souvenir_files(made)[".pdn"]() == b"a" * 4_000


def test_a_play_of_noughts_is_written_as_docs_say() -> None:
    record = noughts_record((0, 1, 3, 7, 6, 2, 5), "O wins", "MENACE", "Visitor").dated(DAY)
    assert record.forms[0].splitlines() == [
        "Noughts and crosses, Matchbox 704",
        "Date: 2026.11.24",
        "O: MENACE",
        "X: Visitor",
        "Moves: 0 1 3 7 6 2 5",
        "Result: O wins",
        "Squares: 1 2 3 / 8 0 4 / 7 6 5",
    ]
    for wrong in ("Moves: 0 9\nResult: draw", "Moves: 0 0\nResult: draw", "Moves: 0\n", ""):
        with pytest.raises(Exception, match=r"it: .*(squares|twice|result|expected)"):
            read_record(wrong, "it")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "room"),
    [
        ((800, 480), (800, 374)),
        ((1920, 1080), (1920, 964)),
        ((1280, 720), (1280, 642)),
        ((1024, 768), (1024, 690)),
        ((1080, 1920), (1080, 1740)),
        ((3840, 2160), (3840, 1928)),
    ],
)
@pytest.mark.parametrize("large", [False, True])
def test_the_card_lies_within_the_room_and_close_clear_of_the_code(
    size: tuple[int, int], room: tuple[int, int], large: bool
) -> None:
    record = noughts_record((0, 1), "draw", "MENACE", "Visitor")
    made = picture_of(
        words(),
        Souvenir(record, lambda side: pygame.Surface((side, side))),
        "MENACE",
        DAY,
        "No bead has moved.",
        HEADING,
    )
    card = SouvenirCard(words(), made, KeptSouvenir())
    card.large = large
    for low in (None, size[1] // 2):
        card.low = low
        card.lay(size, pygame.Rect((0, 0), room))
        assert isinstance(card, PaperCard)
        assert pygame.Rect((0, 0), room).contains(card.box)
        assert card.box.contains(card.rects()["close"])
        assert min(card.rects()["close"].size) >= LEAST
        assert not card.rects()["close"].colliderect(card.said_rect())
        assert low is None or card.rects()["close"].top >= low
