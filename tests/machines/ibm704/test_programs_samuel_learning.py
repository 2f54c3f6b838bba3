"""Samuel's program in 704 code learns by generalization, bit for bit as the engine does."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from machines.ibm704 import registers
from machines.samuel.generalization import coefficients
from machines.samuel.generalization.coefficients import (
    ACTIVE_TERMS,
    ALMOST_SURE,
    PIECES_CHANGED,
    PLAIN,
    TermRecord,
    divisor,
)
from machines.samuel.generalization.match import Contest
from machines.samuel.generalization.series import pool, shuffle_games
from machines.samuel.term_table import TERMS
from tests.machines.ibm704.programs import Kernel
from tests.machines.ibm704.samuel704 import (
    DECK_ENDED,
    assembled_samuel,
    listing_of_704,
    listing_of_engine,
    loaded,
    run_704,
    with_tables,
)
from tests.machines.samuel.run import CHEAP, Unattended, deck

MINUS, MAGNITUDE = 1 << 35, (1 << 35) - 1
PLACES = 61
STATE_WORDS, STATES_IN_TURN = 128, 39
LEARN_4 = "SENSE  4"


def compare(cards: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Both listings; they are the same. Returns it."""
    printed, stops = listing_of_704(cards)
    assert stops[-1] == DECK_ENDED
    assert printed.splitlines() == listing_of_engine(cards, monkeypatch).splitlines()
    return printed


@pytest.mark.parametrize("seed", [1, 2, 28, 999_999])
def test_an_order_drawn_by_a_seed_is_the_engines(seed: int) -> None:
    kernel = with_tables()
    names = pool()
    first = kernel.symbols["VORD"]
    for k in range(len(names)):
        kernel.storage[first - 1 - k] = k
    kernel["VN"] = len(names)
    kernel.call("VSEED", seed)
    kernel.call("VSHUFL")
    found = [names[int(kernel.storage[first - 1 - k])] for k in range(len(names))]
    assert tuple(found) == shuffle_games(names, seed)


def correlation(kernel: Kernel, term: int) -> float:
    """The coefficient of an active term: 61 places in two words, which a float holds exactly."""
    high, low = kernel.below("ALH", term), kernel.below("ALL", term)
    size = (high & MAGNITUDE) << 35 | low
    return float((-size if high & MINUS else size) / 2**PLACES)


def compare_coefficients(sets: int, seed: int) -> None:
    """Adjustments at random, each bit for bit; the coefficients that follow, leader and lowest."""
    kernel = with_tables()
    generator = np.random.default_rng(seed)
    records = [TermRecord(str(k)) for k in range(ACTIVE_TERMS)]
    for k in range(1, ACTIVE_TERMS + 1):
        kernel.storage[kernel.symbols["ALN"] - k] = k
        for array in ("ALU", "ALH", "ALL"):
            kernel.storage[kernel.symbols[array] - k] = 0
    inclined = generator.random(ACTIVE_TERMS)
    for _ in range(sets):
        weight = int(generator.choice([PLAIN, PLAIN, PIECES_CHANGED, ALMOST_SURE]))
        for k, record in enumerate(records, start=1):
            if generator.random() < 0.4:
                continue
            agrees = bool(generator.random() < inclined[k - 1])
            record.use()
            record.adjust(agrees, weight)
            kernel["VAGR"] = 0 if agrees else MINUS
            kernel["VSHFT"] = (divisor(record.used) // weight).bit_length() - 1
            kernel.state[registers.XA] = k
            kernel.call("VADJ")
            assert correlation(kernel, k) == record.correlation
        values = [record.correlation for record in records]
        if not any(values):
            continue
        kernel.call("VRENEW")
        words = [kernel.below("APLW", k) for k in range(1, ACTIVE_TERMS + 1)]
        found = [-((word & MAGNITUDE) >> 6) if word & MINUS else word >> 6 for word in words]
        assert tuple(found) == coefficients.coefficients(values)
        kernel.call("VLOW")
        assert kernel.ac - 1 == coefficients.lowest(values)
        kernel.call("VLEAD")
        assert kernel.ac - 1 == coefficients.leader(values)


def test_correlations_are_the_engines_bit_for_bit() -> None:
    compare_coefficients(150, 17)


DECKS = {
    "first series": ("LEARN  FIRST", *CHEAP, LEARN_4, "SERIES 3 LIST 2", "END"),
    "second series": ("LEARN  SECOND SEED 28", *CHEAP, LEARN_4, "SERIES 3 LIST 1", "END"),
    "second after first": (
        "LEARN  FIRST SEED 3", *CHEAP, LEARN_4, "SERIES 2", "LEARN  SECOND SEED 4", "SERIES 2",
        "END",
    ),
    "learning immobilized": ("LEARN  FIRST SEED 9", *CHEAP, "SERIES 2", "END"),
    "return": (
        "LEARN  SECOND", *CHEAP, LEARN_4, "SERIES 2", "RETURN 1", "SERIES 1", "RETURN 0",
        "RETURN 4", "SERIES 1", "END",
    ),
    "polynomials from cards": (
        "LEARN  FIRST SEED 5", *CHEAP, LEARN_4, "POLY   BY TURNS", "POLY   MOMENT -7",
        "POLY   MOB +18", "POLY   DENY -0", "POLY   GAP +4", "POLY   BETA", "POLY   MOC2 -18",
        "SERIES 2 LIST 1", "END",
    ),
    "no terms, three terms": (
        "LEARN  FIRST SEED 3", *CHEAP, LEARN_4, "POLY   BY TURNS", "SERIES 1", "POLY   MOB +3",
        "POLY   MOMENT -2", "SERIES 1", "LEARN  SECOND SEED 4", "SERIES 1", "END",
    ),
    "three terms that nobody adjusts": (
        "LEARN  FIRST SEED 3", *CHEAP, "POLY   BY TURNS", "POLY   MOB +3", "POLY   MOMENT -2",
        "SERIES 1", "LEARN  SECOND SEED 4", "SERIES 1", "END",
    ),
    "a game against the machine": (
        "LEARN  SECOND SEED 6", *CHEAP, LEARN_4, "GAME   1 BLACK=ALPHA WHITE=MACHINE LIMIT=20",
        "GAME   2 BLACK=MACHINE WHITE=MACHINE LIMIT=6", "MOVE   1/11-15", "END",
    ),
    "a game of theirs from a board": (
        "LEARN  SECOND SEED 6", *CHEAP, LEARN_4, "GAME   3 BLACK=BETA WHITE=ALPHA LIMIT=30",
        "BOARD  W/WK18,K19,21,22,30/BK1,K2,11,12", "SERIES 1", "END",
    ),
    "the best line too": (
        "LEARN  SECOND", *CHEAP, "SENSE  4,5", "SERIES 1", "END",
    ),
    "cards that are wrong": (
        "SERIES 2", "RETURN 1", "POLY   BETA", "GAME   1 BLACK=ALPHA WHITE=BETA", "LEARN",
        "LEARN  THIRD", "LEARN  FIRST X", "LEARN  FIRST SEED", "LEARN  FIRST SEED 0",
        "LEARN  FIRST SEED 1000000", "LEARN  FIRST SEED 1 2", "LEARN  FIRST SEED A", "RETURN",
        "RETURN 10000", "RETURN X", "RETURN 1 2", "SERIES", "SERIES 0", "SERIES 1 LAST",
        "SERIES 1 LIST", "SERIES 1 LIST 0", "SERIES 1 LIST 2 3", *CHEAP, "LEARN  FIRST",
        "RETURN 1", "GAME   1 BLACK=ALPHA WHITE=ALPHA", "POLY   MOB +3", "SERIES 1",
        "POLY   BY TURNS", "POLY   MOB +3", "BREAK  GIVE 1", "SERIES 1", "BREAK  GIVE 0",
        "GAME   1 BLACK=ALPHA WHITE=OPERATOR", "GAME   2 BLACK=BETA", "MOVE   23-19",
        "LEARN  SECOND", "END",
    ),
}  # fmt: skip


SHORT = (
    *("polynomials from cards", "a game against the machine", "a game of theirs from a board"),
    "cards that are wrong",
)


@pytest.mark.slow
def test_equal_material_is_drawn_but_in_the_first_series_it_is_adjudged_by_mobility(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alpha, beta = "BLACK=ALPHA WHITE=BETA", "BLACK=BETA WHITE=ALPHA"
    for kind, sides, board, told in (
        ("FIRST", alpha, "W/WK18/BK1", "BETA WINS, ADJUDGED BY MOBILITY"),
        ("FIRST", beta, "B/WK18/BK1", "ALPHA WINS, ADJUDGED BY MOBILITY"),
        ("FIRST", alpha, "W/WK29/BK6", "DRAWN, ADJUDGED BY MATERIAL"),
        ("FIRST", alpha, "B/WK18,32/BK1", "BETA WINS, ADJUDGED BY MATERIAL"),
        ("SECOND", alpha, "W/WK18/BK1", "DRAWN, ADJUDGED BY MATERIAL"),
    ):
        game = (f"GAME   1 {sides} LIMIT=1", f"BOARD  {board}")
        printed = compare((f"LEARN  {kind}", *CHEAP, LEARN_4, *game, "END"), monkeypatch)
        assert told in printed, (kind, sides, board)


@pytest.mark.slow
def test_learning_is_listed_as_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SHORT:
        compare(DECKS[name], monkeypatch)


@pytest.mark.slow
def test_more_learning_is_listed_as_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in set(DECKS) - set(SHORT):
        compare(DECKS[name], monkeypatch)


def signed_parts(word: int) -> tuple[int, int]:
    """A word of 64 times the coefficient and the term's number: both."""
    size = word & MAGNITUDE
    return (-(size >> 6) if word & MINUS else size >> 6), size & 63


class State:
    """The state of Alpha and Beta after a game, as the 704 keeps it behind the program."""

    def __init__(self, storage: npt.NDArray[np.int64], game: int) -> None:
        symbols = assembled_samuel().symbols
        slot = 0 if game == 0 else 1 + (game - 1) % STATES_IN_TURN
        begins = symbols["JHA"] + STATE_WORDS * slot
        self.words = {
            name: [int(storage[begins + symbols[name] - symbols["VCST"] - k]) for k in range(26)]
            for name in ("ALN", "ALU", "ALH", "ALL", "RSV", "APLW", "BPLW")
        }
        self.reserve_count = int(storage[begins + symbols["RSN"] - symbols["VCST"]])

    def check(self, contest: Contest) -> None:
        """Everything is as the engine has it."""
        words = self.words
        for k, record in enumerate(contest.alpha.active, start=1):
            assert words["ALN"][k] & 63 == TERMS[record.name].number
            assert words["ALN"][k] >> 18 == record.tally
            assert words["ALU"][k] >> 18 == record.used
            assert words["ALU"][k] & 0o77777 == record.adjusted
            size = (words["ALH"][k] & MAGNITUDE) << 35 | words["ALL"][k]
            found = (-size if words["ALH"][k] & MINUS else size) / 2**PLACES
            assert found == record.correlation
        reserve = [TERMS[name].number for name in contest.alpha.reserve]
        assert words["RSV"][1 : self.reserve_count + 1] == reserve
        for name, polynomial in (("APLW", contest.alpha.polynomial), ("BPLW", contest.beta)):
            for k, weight in enumerate(polynomial.weights, start=1):
                number = TERMS[weight.name].number
                assert signed_parts(words[name][k]) == (weight.coefficient, number)


def compare_series(kind: str, games: int) -> None:
    """The listing, and after each game every number that Alpha and Beta are made of."""
    cards = deck(f"LEARN  {kind}", *CHEAP, LEARN_4, f"SERIES {games}", "END")
    one = loaded("samuel", cards)
    assert one.run(lambda: True) == ""
    one.let_units_rest()
    engine = Unattended()
    engine.load(cards)
    for _ in engine.run():
        pass
    assert one.printed().splitlines() == engine.text().splitlines()
    series = engine.program.state.learning.series
    assert series is not None and len(series.kept) == games + 1
    for game, contest in enumerate(series.kept):
        State(one.machine.state.storage, game).check(contest)


def test_all_that_alpha_and_beta_are_is_the_engines_after_each_game() -> None:
    compare_series("SECOND SEED 12", 2)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("kind", ["FIRST", "SECOND"])
def test_it_is_after_each_of_28_games(kind: str, seed: int) -> None:
    compare_series(f"{kind} SEED {seed}", 28)


@pytest.mark.slow
def test_alphas_polynomial_is_punched_as_by_the_engine() -> None:
    cards = (
        "LEARN  SECOND SEED 2", *CHEAP, LEARN_4, "PUNCH", "SERIES 2", "PUNCH", "POLY   MOB +3",
        "PUNCH", "END",
    )  # fmt: skip
    run = run_704(cards)
    engine = Unattended()
    engine.load(deck(*cards))
    for _ in engine.run():
        pass
    punched = [card.text() for card in engine.program.punch.stacker]
    assert [card.rstrip() for card in run.punched] == [card.rstrip() for card in punched]
    assert len(punched) > 2 * ACTIVE_TERMS and "POLY   BY TURNS" in punched[0]
    assert run.printed.splitlines() == engine.text().splitlines()
