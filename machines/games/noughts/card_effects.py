"""What cards would do before they are read: replace what a machine has learned (LOAD, in a deck or
typed by hand), or begin another game (GAME)."""

from devices.media.card import Card
from devices.media.deck import deck_of_value

LOAD = Card.of_text("LOAD").columns[:4]
GAME = Card.of_text("GAME").columns[:4]


def replaces_learned(control: str, value: int | str) -> bool:
    """Whether what is put in at the reader's ``hopper``, or typed for its ``correct``, holds a LOAD
    card."""
    if not isinstance(value, str):
        return False
    if control == "reader.correct":
        return value.lstrip().startswith("LOAD")
    return control == "reader.hopper" and any(map(is_load, deck_of_value(value).cards))


def is_load(card: Card) -> bool:
    """Whether it is a LOAD card."""
    return card.columns[: len(LOAD)] == LOAD


def is_game(card: Card) -> bool:
    """Whether it is a GAME card."""
    return card.columns[: len(GAME)] == GAME
