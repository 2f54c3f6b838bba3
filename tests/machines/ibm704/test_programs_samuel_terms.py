"""The terms of Samuel's polynomial in 704 code, and the scores by any of them, are the engine's."""

import numpy as np
import pytest

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves
from machines.ibm704 import registers
from machines.samuel import terms
from machines.samuel.evaluation import evaluate
from machines.samuel.generalization.coefficients import before_the_last_step
from machines.samuel.lookahead import LookAhead
from machines.samuel.polynomial import MOST_TERMS, TERMS, Manner, Polynomial, Weight
from tests.machines.games.draughts.positions import played, sprinkled
from tests.machines.ibm704.programs import Kernel, as_word
from tests.machines.ibm704.samuel704 import (
    DECK_ENDED,
    FRAME,
    listing_of_704,
    listing_of_engine,
    store_polynomial,
    with_tables,
)
from tests.machines.ibm704.test_programs_samuel import any_settings, signed
from tests.machines.samuel.run import CHEAP

FRAME_WORDS = 16
EMPTY, FLAGS, PART = 4, 13, 15
ALL_SIMPLE = (1 << terms.DEMO) - 2
NAMES = tuple(TERMS)
MOST_BOARDS = 1_500
FOREVER_US, SELDOM = 10**18, 1 << 30

SIXTEEN = (
    "DENY -18", "KCENT +3", "APEX +7", "BACK -2", "CNTR +9", "DIAV -4", "EXCH +11", "FORK -1",
    "GAP +5", "HOLE -6", "MOBIL +8", "NODE +0", "MOC3 -12", "MODE2 +13", "DEMMO -14", "THRET +10",
)  # fmt: skip
DECKS = {
    "sixteen terms by turns": (
        "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=24", "POLY   BY TURNS",
        *(f"POLY   {term}" for term in SIXTEEN), "POLY   POLE +1", "POLY   GAP -5", *CHEAP, "END",
    ),
    "sixteen terms together": (
        "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=24", "POLY   BY TURNS", "POLY   MOVE +3",
        "POLY   TOGETHER", *(f"POLY   {term}" for term in SIXTEEN), "POLY   POLE +1", *CHEAP,
        "SENSE  5", "END",
    ),
    "the papers polynomial": (
        "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=16", "POLY   BY TURNS",
        "POLY   MOC2 -18", "POLY   KCENT +16", "POLY   MOC4 -14", "POLY   MODE3 -13",
        "POLY   DEMMO -11", "POLY   MOVE +8", "POLY   ADV -8", "POLY   MODE2 -8", "POLY   BACK -6",
        "POLY   CNTR +5", "POLY   THRET +5", "POLY   MOC3 +4", *CHEAP, "END",
    ),
    "terms that there are not": (
        "GAME   1", "POLY   FOO +3", "POLY   FOO", "POLY   BY TURNS X", "POLY   BY TURNSX",
        "POLY   BY TURNS", "POLY   MOB +3", "POLY   PIECE +1", "POLY   MOMENT -4", "GAME   2",
        "POLY   ADV +4", "MOVE   11-15", "END",
    ),
}  # fmt: skip


def put(kernel: Kernel, level: int, position: Position) -> None:
    """The position in the record of a level, as the look-ahead has it."""
    first = FRAME + FRAME_WORDS * level
    for offset, word in enumerate(position.words()):
        kernel.storage[first + offset] = as_word(word)
    kernel.storage[first + EMPTY] = as_word(position.empty)
    kernel.storage[first + FLAGS] = 0
    kernel["BMOVER"] = (level + position.black_to_move) % 2


def put_polynomial(kernel: Kernel, polynomial: Polynomial) -> None:
    """As POLY cards leave it, then PLAN."""
    store_polynomial(kernel, polynomial)
    kernel.call("PLAN")
    kernel.call("EVSET")


def test_a_game_of_equal_material_is_adjudged_by_the_engines_total_mobility() -> None:
    kernel, generator = with_tables(), np.random.default_rng(7)
    for number in range(240):
        position = (sprinkled, played)[number % 6 == 0](generator)
        put(kernel, 0, position)
        kernel.state[registers.XA] = 0
        kernel.call("LMOBOF")
        black = int(position.black_to_move)
        assert kernel.ac == terms.term(terms.MOB, *position.words(), black), position


def scorer(kernel: Kernel) -> str:
    """What PLAN has put into LOOK."""
    address = kernel["LK4"] & 0o77777
    return next(name for name in ("SCORE", "SCOREG") if kernel.symbols[name] == address)


def any_polynomial(generator: np.random.Generator) -> Polynomial:
    """Up to sixteen terms with powers of two; now and then one that the operator has put there."""
    count = int(generator.integers(MOST_TERMS + 1))
    weights = []
    for at in generator.permutation(len(NAMES))[:count]:
        power = 1 << int(generator.integers(19))
        size = int(generator.integers(3_000)) if generator.integers(6) == 0 else power
        weights.append(Weight(NAMES[at], size * int(generator.choice([-1, 1]))))
    return Polynomial(tuple(weights), Manner(int(generator.integers(2))))


def board(generator: np.random.Generator, n: int) -> Position:
    return sprinkled(generator) if n % 2 else played(generator)


def compare_ratings(count: int, seed: int) -> None:
    """All ratings of Appendix C, with active and passive side, and what the connectives make."""
    kernel = with_tables()
    kernel.call("PLANAL")
    generator = np.random.default_rng(seed)
    first = kernel.symbols["NOW"]
    wanted = np.zeros(terms.TERM_NUMBERS, dtype=np.int64)
    for n in range(count):
        position = board(generator, n)
        put(kernel, 0, position)
        kernel.state[registers.XA] = 0
        kernel.call("RATEBD")
        terms.parameters(ALL_SIMPLE, *position.words(), int(position.black_to_move), wanted)
        found = [signed(int(word)) for word in kernel.storage[first + 1 : first + terms.DEMO]]
        assert found == wanted[1 : terms.DEMO].tolist(), position


def test_the_ratings_of_appendix_c_are_the_engines() -> None:
    compare_ratings(1_000, 11)


def compare_scores(count: int, seed: int) -> None:
    """Scores of boards after a random move, by random polynomials in both manners."""
    kernel = with_tables()
    generator = np.random.default_rng(seed)
    for n in range(count):
        if n % 10 == 0:
            polynomial = any_polynomial(generator)
            put_polynomial(kernel, polynomial)
        position = board(generator, n)
        moves = legal_moves(position)
        if not moves:
            continue
        move = moves[int(generator.integers(len(moves)))]
        after, before = before_the_last_step(position, move)
        put(kernel, 0, after)
        kernel.call("PARTS")  # what making moves brings forward
        name = scorer(kernel)
        if name == "SCOREG":
            part = kernel.storage[FRAME + PART]
            put(kernel, 0, before)
            put(kernel, 1, after)
            kernel.storage[FRAME + FRAME_WORDS + PART] = part
            kernel.state[registers.XA] = 2**15 - FRAME_WORDS
        kernel.call(name)
        assert kernel.ac == evaluate(polynomial, after, before), (polynomial, after)


@pytest.mark.slow
def test_scores_by_any_polynomial_are_the_engines() -> None:
    compare_scores(1_000, 13)


def compare_look_aheads(count: int, seed: int) -> int:
    """Move, score and counts by random polynomials; how many were compared."""
    kernel = with_tables()
    generator = np.random.default_rng(seed)
    compared = 0
    for n in range(count):
        position, settings = board(generator, n), any_settings(generator)
        polynomial = any_polynomial(generator)
        if not legal_moves(position):
            continue
        look = LookAhead(settings, polynomial)
        look.begin(position)
        look.run(FOREVER_US, SELDOM)
        decision = look.decision()
        if decision.boards > MOST_BOARDS:
            continue
        for address, word in settings.as_words():
            kernel.storage[address] = word
        put(kernel, 0, position)
        put_polynomial(kernel, polynomial)
        kernel.call("LEGAL")
        kernel["EXACT"] = 0
        kernel.call("LOOK")
        compared += 1
        assert signed(int(kernel.storage[FRAME + 10])) == decision.score
        counts = (decision.boards, decision.evaluations, decision.deepest)
        assert (kernel["BOARDS"], kernel["EVALS"], kernel["DEEP"]) == counts
    return compared


def test_the_look_ahead_by_any_polynomial_is_the_engines() -> None:
    assert compare_look_aheads(100, 15) > 60


@pytest.mark.slow
def test_the_look_ahead_by_any_polynomial_is_the_engines_on_and_on() -> None:
    assert compare_look_aheads(1_000, 16) > 600


@pytest.mark.slow
@pytest.mark.parametrize("name", DECKS)
def test_polynomials_from_cards_are_listed_and_played_as_by_the_engine(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed, stops = listing_of_704(DECKS[name])
    assert stops[-1] == DECK_ENDED
    assert printed.splitlines() == listing_of_engine(DECKS[name], monkeypatch).splitlines()
