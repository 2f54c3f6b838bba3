"""Scoring polynomials by name, as commands take them: fixed ones, decks of cards, runs' learning.

standard        the four terms of rote learning (piece advantage, DENY, MOB, CENT+ADV)
pieces          piece advantage alone
paper-1959      the twelve leading terms that Appendix C prints, by turns
learned         what Alpha learned here (assets/players/samuel.txt), by turns
FILE.txt, .deck, .cbn
                POLY cards: a term a card, and before them POLY BY TURNS where the terms are
                taken so (machines/samuel/cards.py)
RUN.sqlite      what Alpha had at the end of a learning run
RUN.sqlite:9    what it had after the ninth game
RUN.sqlite:41-100
                what he thought of his terms in the mean of those games (learner.settled)
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from devices.media.card import Card
from devices.media.control_card import TEXT_COLUMN, at_column
from devices.media.deck import Deck, read_deck
from devices.refusal import RefusedError
from machines.laboratory.samuel.run_records import alpha_after, alpha_from_run
from machines.samuel.cards import EndCard, MannerCard, PolyCard, RemarkCard, read_card
from machines.samuel.learning import poly_cards
from machines.samuel.polynomial import Manner, Polynomial
from machines.storage.files import file_exists, read_file
from machines.storage.program import ASSETS
from machines.storage.run_store import SUFFIX

DECKS = (".txt", ".deck", ".cbn")
LEARNED = ASSETS / "players" / "samuel.txt"
GAMES = re.compile("[0-9]{1,9}(-[0-9]{1,9})?")


def find_polynomial(name: str, where: str = "--polynomial") -> Polynomial:
    """The polynomial that ``name`` stands for.  Raises RefusedError; ``where`` took the name."""
    if name in NAMED:
        return NAMED[name]()
    path, games = _run_and_games(name)
    if path.suffix.lower() in DECKS:
        return polynomial_of_deck(read_deck(read_file(path), path.name))
    if path.suffix.lower() == SUFFIX or (name and file_exists(path)):
        if len(games) == 2:
            return alpha_from_run(path, *games)
        return alpha_after(path, *games)
    raise RefusedError(where, f"there is no polynomial {name}; expected {EXPECTED}")


def _run_and_games(name: str) -> tuple[Path, tuple[int, ...]]:
    """``run.sqlite:9`` or ``:41-100`` taken apart; a file that has such a name is meant whole."""
    head, colon, tail = name.rpartition(":")
    if colon and head and GAMES.fullmatch(tail) and not file_exists(Path(name)):
        return Path(head), tuple(map(int, tail.split("-")))
    return Path(name), ()


def polynomial_file(name: str) -> str | None:
    """The file in which the polynomial ``name`` is; None for a fixed one."""
    return None if name in NAMED else str(_run_and_games(name)[0])


def polynomial_of_deck(deck: Deck) -> Polynomial:
    """The polynomial on POLY cards; remarks and END are passed over.

    Raises RefusedError, naming card and column, for any other card, an unknown term, a power that
    is out of range, or a manner after a term; and for a deck without a term.
    """
    found = Polynomial()
    for index, card in enumerate(deck.cards):
        where = deck.where(index)
        match read_card(card.text(where), where):
            case MannerCard(by_turns):
                if found.weights:
                    raise RefusedError(
                        at_column(where, TEXT_COLUMN),
                        "how terms are taken comes after a term; expected before the first",
                    )
                found = Polynomial(manner=Manner.BY_TURNS if by_turns else Manner.TOGETHER)
            case PolyCard(name, sign, power, column):
                found = found.with_term(name, sign, power, at_column(where, column))
            case RemarkCard() | EndCard():
                pass
            case other:
                word = type(other).__name__.removesuffix("Card").upper()
                raise RefusedError(
                    at_column(where, 1), f"{word} in a polynomial's deck; expected POLY cards"
                )
    if not found.weights:
        raise RefusedError(deck.name, "has no term; expected POLY cards, such as POLY   MOB +6")
    return found


def deck_of_polynomial(polynomial: Polynomial, name: str, remark: str = "") -> Deck:
    """POLY cards that :func:`polynomial_of_deck` and the card reader take for this polynomial.

    A term whose coefficient is 0 has no card.  Raises RefusedError for a coefficient that is no
    power of two.
    """
    for weight in polynomial.weights:
        if weight.coefficient and "=" in str(weight):
            raise RefusedError(
                name, f"{weight.name} {weight.coefficient} can't be punched; expected powers of two"
            )
    texts = [f"* {remark}".upper()] if remark else []
    texts += poly_cards(polynomial)
    return Deck(name, tuple(Card.of_text(text, name) for text in texts))


NAMED: Mapping[str, Callable[[], Polynomial]] = {
    "standard": Polynomial.standard,
    "pieces": Polynomial.pieces,
    "paper-1959": Polynomial.paper,
    "learned": lambda: polynomial_of_deck(read_deck(read_file(LEARNED), LEARNED.name)),
}
EXPECTED = f"{', '.join(NAMED)}, a deck of POLY cards or a learning run"
