"""Samuel's program in 704 code beside the engine, at length: games, boards, settings, listings.

``MATCHBOX704_SOAK`` seconds shorten it; ``MATCHBOX704_GAMES`` names a PDN file with other book
games than those of tests/golden.
"""

import os
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import Game, read_pdn
from machines.samuel.lookahead import LookAhead
from machines.samuel.settings import ProgramSettings
from tests.machines.games.draughts.positions import sprinkled
from tests.machines.ibm704.programs import SAMUEL
from tests.machines.ibm704.samuel704 import DECK_ENDED, listing_of_engine, run_704
from tests.machines.ibm704.test_programs_samuel import (
    FOREVER_US,
    SELDOM,
    STANDARD,
    any_settings,
    compare_decision,
    tables_made,
)
from tests.machines.samuel.run import CHEAP

pytestmark = [pytest.mark.soak, pytest.mark.timeout(0)]
WHOLE_S = 600.0
SHARE = min(1.0, float(os.environ.get("MATCHBOX704_SOAK", "600")) / WHOLE_S)
"""Of the games and boards; 1 without MATCHBOX704_SOAK."""
GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "draughts-games.pdn"
GAMES = Path(os.environ.get("MATCHBOX704_GAMES", GOLDEN))
MOVES_A_CARD = 4
SELF_PLAY, BOARDS, MOST_BOARDS = 100, 1_000, 5_000
WORDS = {
    "minimum": (0, 1, 3),
    "quiet": (0, 2, 4),
    "jump": (1, 2, 6),
    "ahead": (1, 3, 60),
    "last": (1, 5, 60),
    "margin": (0, 3, 72),
    "null_replies": (0, 1),
    "alpha_beta": (0, 1, 2),
    "give_away": (0, 1),
    "few_pieces": (0, 12, 25),
    "deeper": (0, 1, 2),
    "pending": (0, 160, 1023),
}
"""Three settings of each break word, or both that it has."""
NAMES = {
    "minimum": "MIN",
    "null_replies": "NULLS",
    "alpha_beta": "CUTOFF",
    "give_away": "GIVE",
    "few_pieces": "PIECES",
}
"""On BREAK cards, where it isn't the field's own."""


def some(count: int) -> range:
    """So many, or fewer in a short form."""
    return range(max(1, round(count * SHARE)))


def compare_listings(cards: list[str], program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_704(cards, program=program)
    assert run.stops == [DECK_ENDED]
    assert run.printed.splitlines() == listing_of_engine(cards, monkeypatch).splitlines()


def book_deck(number: int, game: Game) -> list[str]:
    """A game of masters for the machine to rate."""
    words = [move.card() for move in game.moves]
    cards = [
        "BOOK   " + " ".join(words[n : n + MOVES_A_CARD])
        for n in range(0, len(words), MOVES_A_CARD)
    ]
    return [f"GAME   1 BLACK=BOOK WHITE=BOOK NO {number}", *CHEAP, *cards, "END"]


def test_book_games_are_followed_as_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    games = read_pdn(GAMES.read_text(), GAMES.name)
    begun = [game for game in games if game.start == Position.start()]
    for number, program in zip(some(len(begun)), cycle(SAMUEL), strict=False):
        compare_listings(book_deck(number + 1, begun[number]), program, monkeypatch)


def opening(generator: np.random.Generator, plies: int) -> list[str]:
    """A card of moves at random from the start."""
    position, words = Position.start(), []
    for _ in range(plies):
        moves = legal_moves(position)
        move = moves[int(generator.integers(len(moves)))]
        words.append(move.card())
        position = make(position, move)
    return words


@pytest.mark.parametrize("program", SAMUEL)
def test_games_against_itself_are_the_engines(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = np.random.default_rng(1959)
    for game in some(SELF_PLAY):
        settings = any_settings(generator)
        words = [
            f"BREAK  {NAMES.get(field, field.upper())} {getattr(settings, field)}"
            for field in WORDS
        ]
        moves = opening(generator, 4)
        cards = [
            f"GAME   {game % 8 + 1} OPENING {game}",
            *words,
            f"MOVE   {' '.join(moves)}",
            "SENSE  2" if game % 3 else "SENSE  2,5",
            "BREAK  LAST 7",
            "END",
        ]
        limited = [cards[0].replace(" OPENING", " LIMIT=60 OPENING"), *cards[1:]]
        compare_listings(limited, program, monkeypatch)


def looked_at(position: Position, settings: ProgramSettings, exact: bool) -> bool:
    """Whether the board can be looked into, and was compared."""
    if not legal_moves(position):
        return False
    look = LookAhead(settings, STANDARD)
    look.begin(position, exact)
    look.run(FOREVER_US, SELDOM)
    decision = look.decision()
    if decision.boards > MOST_BOARDS:
        return False
    compare_decision(tables_made(), position, settings, exact, decision)
    return True


def test_a_thousand_boards_with_kings_are_looked_into_as_by_the_engine() -> None:
    generator = np.random.default_rng(704)
    compared = 0
    while compared < len(some(BOARDS)):
        position = sprinkled(generator)
        forward, backward, passive_forward, passive_backward = position.words()
        if not (forward & backward or passive_forward & passive_backward):
            continue
        settings, exact = any_settings(generator), bool(generator.integers(2))
        compared += looked_at(position, settings, exact)


@pytest.mark.parametrize("field", WORDS)
def test_each_break_word_is_obeyed_as_by_the_engine(field: str) -> None:
    generator = np.random.default_rng(28)
    for value in WORDS[field]:
        compared = 0
        while compared < len(some(100)):
            settings = any_settings(generator)
            setattr(settings, field, value)
            compared += looked_at(sprinkled(generator), settings, bool(generator.integers(2)))


@pytest.mark.parametrize("program", SAMUEL)
@pytest.mark.parametrize("field", WORDS)
def test_a_game_at_each_setting_is_listed_as_by_the_engine(
    field: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in WORDS[field][: len(some(3))]:
        cards = [
            f"GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=12 {field.upper().replace('_', ' ')}",
            *CHEAP,
            f"BREAK  {NAMES.get(field, field.upper())} {value}",
            "SENSE  5",
            "END",
        ]
        compare_listings(cards, program, monkeypatch)
