"""Samuel's program in 704 code prints the engine's listing, line for line."""

from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make, unpack_move
from machines.ibm704 import arithmetic
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings
from tests.machines.games.draughts.positions import played, sprinkled
from tests.machines.ibm704.programs import PROGRAMS, SAMUEL, Kernel
from tests.machines.ibm704.samuel704 import (
    DECK_ENDED,
    FRAME,
    MOVE_MADE,
    REFUSED,
    listing_of_704,
    listing_of_engine,
    put,
    with_tables,
)
from tests.machines.samuel.run import CHEAP

EMPTY, BEST = FRAME + 4, FRAME + 10
MOST_BOARDS = 1_500
"""Of a look-ahead that is compared; more would only take longer."""
FOREVER_US, SELDOM = 10**18, 1 << 30
both = pytest.mark.parametrize("program", SAMUEL)
"""With 32,768 words and with 8,192, parts of the program on drums."""
STANDARD = Polynomial.standard()

DECKS = {
    "a game": (
        "*      A REMARK", "GAME   1 A TITLE", "MOVE   11-15 22-18", "MOVE   15X22", "END",
    ),
    "words, games and switches": (
        "GAM    1", "GAME1  2", "", "       X", "GAME   9 X", "GAME   0", "GAME   12X",
        "GAME   1 BLACK=FOO", "GAME   1 BLACK=", "GAME   1 LIMIT=0", "GAME   1 LIMIT=X",
        "GAME   1 RED=3", "GAME   1 =3", "GAME   1 BLACK=BOOK BLACK=MACHINE",
        "GAME   BLACK=ALPHA", "GAME   2   TWO   WORDS OF  A   TITLE",
        "GAME   LIMIT=4 BLACK=OPERATOR SHORT", "SENSE  2,7", "SENSE  ,5,", "SENSE",
        "SENSE  1 2 A", "GAMEX", "GA ME", "GAME X", "MOVE   11-15 23-19 8-11", "MOVE   22-18",
        "END",
    ),
    "polynomial and break points": (
        "GAME   1", "POLY", "POLY   DENY", "POLY   DENY 6", "POLY   DENY +19",
        "POLY   DENY +1 X", "POLY   BY", "POLY   BY TURN", "POLY   BETA", "POLY   BETA X",
        "POLY   MOB -18", "POLY   DENY +3", "POLY   MOB +2", "BREAK", "BREAK  MIN",
        "BREAK  MIN X", "BREAK  MIN 61", "BREAK  MIX 3", "BREAK  LAST 0", "BREAK  MARGIN 7",
        "BREAK  PENDING 1024", "BREAK  CUTOFF 3", "BREAK  MIN 4 5", "BREAK  PENDING 0170",
        "POLY   TOGETHER", "POLY   CENT+ADV +0", "MOVE   11-15", "END   X", "END",
    ),
    "cards of moves": (
        "MOVE   11-15", "GAME   1", "MOVE", "MOVE   ,,", "MOVE   1/", "MOVE   1",
        "MOVE   9/11-15", "MOVE   11-15-19", "MOVE   11X15-19", "MOVE   11", "MOVE   11-33",
        "MOVE   0-4", "MOVE   A-B", "MOVE   2/11-15", "BOOK   11-15",
        "MOVE   11-15,22-18 15X22", "MOVE   25-18", "MOVE   25X18,", "MOVE   1/12-16",
        "MOVE   1 29-25 8-11", "MOVE   10-15 22-17", "END",
    ),
    "what is wrong with a move": (
        "GAME   1", "MOVE   15-19", "MOVE   22-18", "MOVE   11-11", "MOVE   11-20",
        "MOVE   11-7", "MOVE   8-12", "MOVE   12-19", "MOVE   11-18", "MOVE   11-15",
        "MOVE   22-18", "MOVE   8-11", "MOVE   15X22", "MOVE   25X18", "MOVE   11-16 18-15",
        "MOVE   10X19X26", "MOVE   10X19", "MOVE   7-11", "MOVE   24X15", "MOVE   7-10", "END",
    ),
    "what is wrong with a jump": (
        "GAME   1", "BOARD  B/W10,18,19,27,26,11/B6,1,5", "MOVE   6X31", "MOVE   6X15X24X31",
        "MOVE   6X13", "MOVE   6X15", "MOVE   6X15X22X31X24", "MOVE   1-6", "MOVE   5-1",
        "MOVE   6-2", "MOVE   6-10", "MOVE   6X15X22X31", "GAME   2", "BOARD  B/W32/B9,K13",
        "MOVE   9-5", "MOVE   9X2", "MOVE   13-9", "MOVE   9X18", "MOVE   13-17-22",
        "MOVE   9X18X25", "MOVE   13-4", "MOVE   13-5", "END",
    ),
    "boards": (
        "GAME   1", "BOARD  B/W18,", "BOARD  K24/B1,2", "MOVE   1-5", "GAME   2 SECOND", "BOARD",
        "BOARD  X/W1/B2", "BOARD  B/X1", "BOARD  B/W1", "BOARD  B/W33", "BOARD  B/W8-5",
        "BOARD  B/W8,8", "BOARD  B/WK40", "BOARD  B/W9/W10", "BOARD  B/W9-21,",
        "BOARD  B/W9,Q/", "BOARD  B/B29/W5", "BOARD  W/W21-32/B1-12.", "MOVE   22-18",
        "BOARD  B/W9/B1", "GAME   3", "BOARD  B/W18", "GAME   4", "BOARD  B/W18,K24/B1,2/",
        "MOVE   1-5", "GAME   5", "BOARD  W/WK1/B32", "BOARD  W/WK1/BK32,K28", "MOVE   1-6",
        "END",
    ),
    "games that are over": (
        "GAME   1", "BOARD  B/W18/B14", "MOVE   14X23", "MOVE   23-27", "GAME   2",
        "BOARD  W/W/B1", "MOVE   1-5", "GAME   1 LIMIT=2", "MOVE   11-15 22-18", "MOVE   15X22",
        "GAME   3", "BOARD  B/W10,18,19,27,26,11/B6", "MOVE   6X31", "MOVE   6X15X22X31", "END",
    ),
    "give-away": ("GAME   1", "BREAK  GIVE 1", "BOARD  B/W18/B14", "MOVE   14X23", "END"),
    "a position for the third time": (
        "GAME   1 DRAW", "BOARD  B/WK32/BK1",
        *("MOVE   1-5 32-28", "MOVE   5-1 28-32") * 3, "END",
    ),
    "games in turn": (
        "GAME   1 ONE", "GAME   3 THREE", "MOVE   1/11-15 23-19 8-11", "MOVE   3/11-15",
        "GAME   1", "MOVE   22-17", "MOVE   3/22-18 15X22 25X18", "GAME   3 ANEW", "MOVE   9-13",
        "END",
    ),
    "kings": (
        "GAME   1 KINGS", "BOARD  B/WK18,K19,3/BK1,K2,11", "MOVE   1-5 18-15,11X18",
        "MOVE   3-7 2X11", "END",
    ),
    "the best line and every score": (
        "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=12", "SENSE  5", *CHEAP, "END",
    ),
    "alpha-beta": (
        "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=8", "BREAK  CUTOFF 1", "SENSE  5", "END",
    ),
    "killers first": (
        "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=16", "BREAK  CUTOFF 2", "SENSE  5", "END",
    ),
    "the machine plays both sides": (
        "GAME   1 X", "SENSE  2", *CHEAP, "MOVE   11-15,22-18 3-4", "GAME   2", "MOVE   11-15",
        "END",
    ),
    "a polynomial of the operators": (
        "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=12", "POLY   CENT+ADV -4", "POLY   MOB +2",
        *CHEAP, "END",
    ),
    "the machine concedes": (
        "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=40", "BOARD  B/WK18,K15,K19/BK1", *CHEAP,
        "END",
    ),
    "no END card": ("GAME   1", "MOVE   11-15"),
}  # fmt: skip
"""Sides, games and cards of every kind, right and wrong."""


def board(generator: np.random.Generator, n: int) -> Position:
    return sprinkled(generator) if n % 2 else played(generator)


def signed(word: int) -> int:
    """A word of the 704 as a number."""
    return -(word & arithmetic.MAGNITUDE) if word & arithmetic.SIGN else word


def any_settings(generator: np.random.Generator) -> ProgramSettings:
    """Low break points, so that few boards are looked at; the other words within their limits."""

    def among(lowest: int, highest: int) -> int:
        return int(generator.integers(lowest, highest + 1))

    return ProgramSettings(
        minimum=among(0, 3),
        quiet=among(1, 4),
        jump=among(1, 4),
        ahead=among(2, 5),
        last=among(2, 8),
        margin=among(0, 6),
        null_replies=among(0, 1),
        alpha_beta=among(0, 2),
        give_away=int(among(0, 4) == 0),
        few_pieces=among(0, 20),
        deeper=among(0, 1),
        pending=among(0, 300),
    )


def compare_decision(
    kernel: Kernel, position: Position, settings: ProgramSettings, exact: bool, decision: Decision
) -> None:
    """Look ahead by the program in storage, and compare with what the engine has decided."""
    for address, word in settings.as_words():
        kernel.storage[address] = word
    put(kernel, position)
    kernel.call("LEGAL")
    kernel["EXACT"] = int(exact)
    kernel.call("LOOK")
    assert unpack_move(kernel["CHOICE"]) == decision.move
    assert signed(int(kernel.storage[BEST])) == decision.score
    counts = (decision.boards, decision.evaluations, decision.deepest)
    assert (kernel["BOARDS"], kernel["EVALS"], kernel["DEEP"]) == counts
    if decision.rated:
        scores = [signed(kernel.below("RTE", k)) for k in range(1, len(decision.moves) + 1)]
        assert scores == [score for _, score in decision.rated]
    boards = [kernel.below("RTB", k) for k in range(1, len(decision.moves) + 1)]
    assert np.diff(boards, prepend=0).tolist() == list(decision.boards_each)


def compare_look_aheads(count: int, seed: int) -> int:
    """Move, score, counts and each move's score as the engine has them; how many were compared."""
    kernel = with_tables()
    generator = np.random.default_rng(seed)
    compared = 0
    for n in range(count):
        position, settings = board(generator, n), any_settings(generator)
        exact = bool(generator.integers(2))
        if not legal_moves(position):
            continue
        look = LookAhead(settings, STANDARD)
        look.begin(position, exact)
        look.run(FOREVER_US, SELDOM)
        decision = look.decision()
        if decision.boards > MOST_BOARDS:
            continue
        compared += 1
        compare_decision(kernel, position, settings, exact, decision)
    return compared


def test_the_look_ahead_is_the_engines() -> None:
    assert compare_look_aheads(100, 1959) > 65


@pytest.mark.slow
def test_the_look_ahead_is_the_engines_on_and_on() -> None:
    assert compare_look_aheads(3_000, 28) > 1_800


def deck_of_asset(name: str) -> list[str]:
    """The cards of a shipped deck, without sequence numbers."""
    lines = (PROGRAMS.parent / "decks" / f"{name}.txt").read_text().splitlines()
    return [line[:72].rstrip() for line in lines]


BOOKS = [f"g-{n}" for n in (1, 18, 30, 40)] + [
    f"opening-g{n:02}" for n in (4, 6, 12, 17, 19, 21, 31, 37, 39, 41, 43)
]


@pytest.mark.slow
@both
@pytest.mark.parametrize("name", [*BOOKS, "operator", "samuel-games", "self-play"])
def test_every_game_of_appendix_b_is_listed_as_the_engine_does(
    name: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(deck_of_asset(name), monkeypatch, program)


LONG = ("alpha-beta", "killers first", "the machine plays both sides")
FROM_DRUMS = ("games in turn", "the best line and every score", "the machine concedes")
"""With parts of the program on drums, of the decks that are not long."""


def compare_decks(names: Iterable[str], program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in names:
        printed, _ = listing_of_704(DECKS[name], program=program)
        engine = listing_of_engine(DECKS[name], monkeypatch)
        assert printed.splitlines() == engine.splitlines(), name


def test_the_listing_is_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    compare_decks(set(DECKS) - set(LONG), "samuel", monkeypatch)
    compare_decks(FROM_DRUMS, "samuel8k", monkeypatch)


@pytest.mark.slow
def test_the_listing_of_long_games_and_from_drums_is_the_engines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compare_decks(LONG, "samuel", monkeypatch)
    compare_decks(set(DECKS) - set(FROM_DRUMS), "samuel8k", monkeypatch)


def random_game(generator: np.random.Generator, position: Position, plies: int) -> list[str]:
    """Cards with moves at random, some with a jump's squares between left out."""
    words: list[str] = []
    for _ in range(plies):
        moves = legal_moves(position)
        if not moves:
            break
        move = moves[int(generator.integers(len(moves)))]
        words.append(move.card())
        position = make(position, move)
    return [f"MOVE   {' '.join(words[k : k + 4])}" for k in range(0, len(words), 4)]


def compare(cards: Sequence[str], monkeypatch: pytest.MonkeyPatch, program: str = "samuel") -> None:
    printed, stops = listing_of_704(cards, program=program)
    assert stops == [DECK_ENDED]
    assert printed.splitlines() == listing_of_engine(cards, monkeypatch).splitlines()


@pytest.mark.slow
@both
@pytest.mark.parametrize("seed", range(10))
def test_random_games_are_listed_as_the_engine_does(
    seed: int, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = random_game(np.random.default_rng(seed), Position.start(), 200)
    compare([f"GAME   {seed % 8 + 1} RANDOM {seed}", *cards, "END"], monkeypatch, program)


@both
def test_a_refused_card_stops_it_and_a_move_with_sense_switch_6(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = ("GAME   1", "MOVE   11-15 22-17 15-22", "END")
    printed, stops = listing_of_704(cards, (6,), program)
    assert stops == [1, MOVE_MADE, MOVE_MADE, REFUSED, DECK_ENDED]
    engine = listing_of_engine(cards, monkeypatch, sense=(6,))
    assert printed.splitlines() == engine.splitlines()
