"""Resume cards: an interrupted run as a deck that goes on from there.

The cards set up every game that is not over with its board, the break points, the polynomial and
the switches that cards had set, then the moves that had been read and not made.  What was left in
the hopper follows them (machines/workshop/unattended/decks.py).  A game's moves so far, and with
them its statistics, are not kept.
"""

import re

from devices.media.control_card import LAST_COLUMN, TEXT_COLUMN
from machines.games.draughts.notation import write_fen
from machines.samuel import learning_control
from machines.samuel.games import Game, WaitingMove
from machines.samuel.learning import poly_cards
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import SETTINGS, ProgramSettings
from machines.samuel.state import ProgramState

WIDTH = LAST_COLUMN - TEXT_COLUMN + 1


def resume_cards(state: ProgramState) -> list[str]:
    """The cards; none if nothing is to go on."""
    games = [game for game in state.games.values() if not (game.over or game.learners)]
    learned = learning_control.kept_cards(state)
    if not (games or learned):
        return []
    cards = [card for game in games for card in _game_cards(game)]
    cards += _setting_cards(state) + learned
    for game in games:
        cards += _move_cards("MOVE", game, game.moves) + _move_cards("BOOK", game, game.book)
    if len(games) > 1 and any(game.number == state.current for game in games):
        cards.append(f"GAME   {state.current}")
    if state.ending:
        cards.append("END")
    return cards


def _game_cards(game: Game) -> list[str]:
    limit = f" LIMIT={game.limit - len(game.plays)}" if game.limit else ""
    head = f"GAME   {game.number} BLACK={game.black} WHITE={game.white}{limit} {game.title}"
    parts = [""]
    for piece in re.findall(r"[^,]+,?", write_fen(game.position).replace(":", "/")):
        if len(parts[-1]) + len(piece) > WIDTH:
            parts.append("")
        parts[-1] += piece
    return [head[:LAST_COLUMN].rstrip(), *(f"BOARD  {part}" for part in parts)]


def _setting_cards(state: ProgramState) -> list[str]:
    look, usual = state.lookahead, ProgramSettings()
    cards = [
        f"BREAK  {setting.name} {getattr(look.settings, setting.field)}"
        for setting in SETTINGS
        if getattr(look.settings, setting.field) != getattr(usual, setting.field)
    ]
    if look.polynomial != Polynomial.standard():
        cards += poly_cards(look.polynomial)
    if state.card_sense:
        cards.append(f"SENSE  {','.join(map(str, sorted(state.card_sense)))}")
    return cards


def _move_cards(word: str, game: Game, waiting: list[WaitingMove]) -> list[str]:
    """The moves of a game that wait for their turn, as many to a card as it holds."""
    head = f"{word}   {game.number}/"
    cards: list[str] = []
    for move in waiting:
        text = move.punched.text
        if not cards or len(cards[-1]) + 1 + len(text) > LAST_COLUMN:
            cards.append(head)
        cards[-1] += f" {text}"
    return cards
