"""Decks of control cards at random, right and wrong: the program in 704 code lists what the engine
lists.

``MATCHBOX704_SOAK`` seconds shorten the soak.  LEARN ROTE and BOTH, which need reels, are compared
in test_programs_samuel_rote.py; moves by the keys in test_samuel_cards.py.
"""

import os
from collections.abc import Sequence

import numpy as np
import pytest

from devices.media.control_card import LAST_COLUMN
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import write_fen
from machines.samuel.cards import PLAYERS
from machines.samuel.settings import BY_NAME
from machines.samuel.term_table import TERMS
from tests.machines.games.draughts.positions import sprinkled
from tests.machines.ibm704 import samuel704
from tests.machines.ibm704.programs import SAMUEL
from tests.machines.ibm704.samuel704 import DECK_ENDED, listing_of_704, listing_of_engine
from tests.machines.samuel.run import CHEAP

BASIC_TERMS = ("DENY", "MOB", "CENT+ADV")
SIDES = ("OPERATOR", "MACHINE", "BOOK")
SWITCHES = ("", "2", "5", "4", "2,4", "4,5,2", "5,4", "6", "7", "0", "X", "2 4", "4,4")
"""Not 1 and 3: they ask for keys and a tape."""
LEARN = ("FIRST", "SECOND", "FIRST SEED 3", "SECOND SEED 12", "SECOND SEED", "OTHER", "")
SERIES = ("1", "1", "1", "2", "2 LIST 1", "1 LIST 2", "0", "X", "")
MANNERS = ("TOGETHER", "BY", "BY X", "TOGETHER X")
REMARKS = ("*", "*      A REMARK", "*      $.,/()=+-@", "")
WORDS = (
    "GAME", "GAME", "GAME", "SENSE", "SENSE", "BOARD", "MOVE", "MOVE", "MOVE", "MOVE", "BOOK",
    "BOOK", "POLY", "POLY", "BREAK", "REMARK", "LEARN", "LEARN", "SERIES", "SERIES", "RETURN",
    "PUNCH",
)  # fmt: skip
"""As often as they come."""
BASIC_WORDS = tuple(word for word in WORDS if word not in ("LEARN", "SERIES", "RETURN"))
MANY_STOPS = 20_000
SOAK, WHOLE_S = 1_000, 600.0


class RandomDeck:
    """Cards at random; what a game's moves have led to is known only roughly, so that some of the
    next are wrong."""

    def __init__(self, seed: int, basic: bool) -> None:
        self._generator = np.random.default_rng(seed)
        self._basic = basic
        self._game = 1
        self._positions: dict[int, Position] = {}

    def cards(self) -> list[str]:
        """A deck."""
        cards = [*CHEAP, "BREAK  AHEAD 3", "BREAK  LAST 6"]
        if self._chance(0.5):
            black, white = (self._one_of(SIDES[:2]) for _ in range(2))
            cards.append(f"GAME   1 BLACK={black} WHITE={white} LIMIT={2 + self._below(12)}")
        for _ in range(3 + self._below(25)):
            word = self._one_of(BASIC_WORDS if self._basic else WORDS)
            cards += [self._spoilt(card) for card in self._card(word)]
        return [*cards, "END"]

    def _below(self, number: int) -> int:
        return int(self._generator.integers(number))

    def _chance(self, share: float) -> bool:
        return bool(self._generator.random() < share)

    def _one_of(self, these: Sequence[str]) -> str:
        return these[self._below(len(these))]

    def _card(self, word: str) -> list[str]:
        match word:
            case "GAME":
                text = self._game_text()
            case "SENSE":
                text = self._one_of(SWITCHES)
            case "BOARD":
                return self._board()
            case "MOVE" | "BOOK":
                text = self._moves()
            case "POLY":
                text = self._term()
            case "BREAK":
                text = f"{self._one_of(tuple(BY_NAME))} {self._below(4)}"
            case "LEARN":
                text = self._one_of(LEARN)
            case "SERIES":
                text = self._one_of(SERIES)
            case "RETURN":
                text = str(self._below(4))
            case "PUNCH":
                text = "X" if self._chance(0.1) else ""
            case _:
                return [self._one_of(REMARKS)]
        return [f"{word:<7}{text}".rstrip()]

    def _game_text(self) -> str:
        number = self._below(11) if self._chance(0.1) else 1 + self._below(3)
        self._game = number
        self._positions[number] = Position.start()
        said = [str(number)] if self._chance(0.9) else []
        for side in ("BLACK", "WHITE"):
            if self._chance(0.6):
                players = PLAYERS if self._chance(0.3) else SIDES
                said.append(f"{side}={self._one_of(players)}")
        if self._chance(0.8):
            said.append(f"LIMIT={self._below(14)}")
        if self._chance(0.4):
            said.append(self._one_of(("A GAME", "G-4", "BLACK", "LIMIT", "X=Y")))
        return " ".join(said)

    def _board(self) -> list[str]:
        position = sprinkled(self._generator)
        self._positions[self._game] = position
        text = write_fen(position).replace(":", "/")
        if self._chance(0.15):
            text = text[: self._below(len(text))]
        if self._chance(0.1):
            text = text.replace("1", "33", 1)
        width = LAST_COLUMN - 12
        return [f"BOARD  {text[k : k + width]}" for k in range(0, len(text), width)]

    def _moves(self) -> str:
        number, said = self._game, []
        if self._chance(0.2):
            number = 1 + self._below(3)
            said.append(f"{number}/")
        position = self._positions.get(number, Position.start())
        for _ in range(self._below(6)):
            moves = legal_moves(position)
            if not moves:
                break
            move = moves[self._below(len(moves))]
            text = move.card()
            if self._chance(0.1):
                text = text.replace("X", "-")
            if self._chance(0.05):
                text = f"{self._below(34)}-{self._below(34)}"
            said.append(text)
            if self._chance(0.97):
                position = make(position, move)
        self._positions[number] = position
        return " ".join(said)

    def _term(self) -> str:
        if self._chance(0.2):
            more = () if self._basic else ("BY TURNS", "BETA", "OTHER +1")
            return self._one_of((*MANNERS, *more))
        name = self._one_of(BASIC_TERMS if self._basic else tuple(TERMS))
        return f"{name} {self._one_of('+-')}{self._below(20)}"

    def _spoilt(self, card: str) -> str:
        """Now and then with a wrong character or more than there should be; not the terms of the
        basic program, whose refusals name the three that it has."""
        if self._basic and card.startswith("POLY"):
            return card
        if card and self._chance(0.05):
            at = self._below(len(card))
            return card[:at] + self._one_of("A0 9-/,X+=*.") + card[at + 1 :]
        if self._chance(0.02):
            return card.replace("  ", " ", 1)
        if self._chance(0.02):
            return f"{card}   JUNK"
        return f"{card:<72}ABC00010" if self._chance(0.02) else card


def compare(cards: Sequence[str], program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both listings are equal, whatever is refused."""
    monkeypatch.setattr(samuel704, "MOST_STOPS", MANY_STOPS)
    printed, stops = listing_of_704(cards, program=program)
    assert stops[-1] == DECK_ENDED
    assert printed.splitlines() == listing_of_engine(cards, monkeypatch).splitlines(), cards


FOUND = {
    "a game opened anew while moves of the one before wait in line": (
        "GAME   1 BLACK=BOOK", "MOVE   30-9 23-19", "GAME   1 LIMIT=13", "END",
    ),
    "LEARN lets no game go on": (
        "GAME   2 LIMIT=12", "MOVE   8X15 24-19", "SENSE  2 4", "LEARN  SECOND SEED 12",
        "BOARD  B/WK7,K9/BK1,K4", "END",
    ),
    "a game gives place to one of Beta": (
        "GAME   1 BLACK=MACHINE WHITE=OPERATOR", "LEARN  SECOND SEED 12", "MOVE   23-19 22-18",
        "GAME   1 WHITE=BETA LIMIT=13", "END",
    ),
    "no game stands where one of Alpha begins": (
        "GAME   1 LIMIT=8", "SENSE  2", "BOOK   9-14 9-13", "GAME   7 WHITE=BOOK", "LEARN  FIRST",
        "GAME   7 WHITE=ALPHA LIMIT=11", "END",
    ),
}  # fmt: skip
"""What random decks found in the large program ..."""
POLY_AMID_GAME = (
    "GAME   5 BLACK=MACHINE WHITE=OPERATOR", "GAME   1 WHITE=BOOK LIMIT=4", "POLY   CENT+ADV +18",
    "BOOK   10-14 24-19 14-18", "POLY   MOB +5", "SENSE  2", "END",
)  # fmt: skip
"""... and in the small one."""


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND)
def test_what_random_decks_have_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare((*CHEAP, *FOUND[name]), "samuel", monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("program", sorted(SAMUEL))
def test_a_term_comes_in_the_midst_of_a_game(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare((*CHEAP, "BREAK  LAST 6", *POLY_AMID_GAME), program, monkeypatch)


@pytest.mark.parametrize("program", sorted(SAMUEL))
def test_random_decks_are_listed_as_by_the_engine(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(2 if program == "samuel" else 1):
        compare(RandomDeck(seed, program == "samuel8k").cards(), program, monkeypatch)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("program", sorted(SAMUEL))
def test_a_thousand_random_decks_are_listed_as_by_the_engine(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = min(1.0, float(os.environ.get("MATCHBOX704_SOAK", "600")) / WHOLE_S)
    for seed in range(1_000, 1_000 + round(SOAK * share)):
        compare(RandomDeck(seed, program == "samuel8k").cards(), program, monkeypatch)
