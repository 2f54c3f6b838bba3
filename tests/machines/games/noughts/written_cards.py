"""The noughts decks the other way round: a command written as a card."""

from collections.abc import Callable

from devices.media.charset import PUNCHES
from devices.media.control_card import LAST_COLUMN, TEXT_COLUMN, at_column
from devices.refusal import RefusedError
from machines.games.noughts import cards


def write_card(command: cards.Command) -> str:
    """The card that says it, from column 1; reading it gives the same command.

    Raises RefusedError if it has no room on a card or a character of it has no punch.
    """
    if isinstance(command, cards.RemarkCard):
        return _fits(command.text)
    word, text = _WRITERS[type(command)](command)
    return _fits(f"{word:<{TEXT_COLUMN - 1}}{text}".rstrip())


def _fits(card: str) -> str:
    for column, char in enumerate(card, 1):
        if char not in PUNCHES:
            raise RefusedError(at_column("card", column), f"{char!r} has no punch")
    if len(card) > LAST_COLUMN:
        raise RefusedError(
            at_column("card", LAST_COLUMN + 1), f"{card[LAST_COLUMN:]} has no room on the card"
        )
    return card


def _write_game(card: cards.GameCard) -> tuple[str, str]:
    sides = [("NOUGHT", card.nought), ("CROSS", card.cross)]
    words = [str(card.number), card.title, *(f"{side}={name}" for side, name in sides if name)]
    return "GAME", " ".join(word for word in words if word)


def _write_move(card: cards.MoveCard) -> tuple[str, str]:
    number = "" if card.number is None else f"{card.number}/ "
    return "MOVE", number + " ".join(str(square.value) for square in card.squares)


def _write_beads(card: cards.BeadsCard) -> tuple[str, str]:
    return "BEADS", " ".join(str(number.value) for number in card.numbers)


_WRITERS: dict[type, Callable[..., tuple[str, str]]] = {
    cards.GameCard: _write_game,
    cards.MoveCard: _write_move,
    cards.PlaysCard: lambda card: ("PLAYS", str(card.count)),
    cards.BeadsCard: _write_beads,
    cards.TapeCard: lambda card: (card.word, f"{card.unit} {card.name}"),
    cards.EndCard: lambda card: ("END", ""),
}
