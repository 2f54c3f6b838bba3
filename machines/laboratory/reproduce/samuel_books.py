"""The book games of Samuel's rows: those of his Appendix B, or those of a file."""

import functools
from collections.abc import Sequence
from pathlib import Path

from machines.games.draughts.notation import Game
from machines.laboratory.matches.book_agreement import BookMove, follow_game, games_in
from machines.laboratory.reproduce.artefacts import Effort, played_game
from machines.laboratory.samuel.files import find_polynomial
from machines.laboratory.study.intervals import Estimate, normal_interval
from machines.samuel.book import Agreement, coefficient_error, total_of
from machines.samuel.player import SamuelPlayer
from machines.samuel.settings import ProgramSettings
from machines.storage.program import ASSETS

DECKS = ASSETS / "decks"
WHOLE_GAMES = ("g-1.txt", "g-18.txt", "g-30.txt", "g-40.txt")


def printed_decks() -> tuple[Path, ...]:
    """Of Appendix B's openings and whole games."""
    return (*sorted(DECKS.glob("opening-g*.txt")), *(DECKS / name for name in WHOLE_GAMES))


def book_games(effort: Effort) -> list[Game]:
    """Of the file that was named, or Appendix B's.  Raises RefusedError for a file without any."""
    if effort.book is not None:
        return [game for game in games_in(effort.book).games if game.moves]
    return [played_game(path) for path in printed_decks()]


def rate_moves(
    effort: Effort, games: Sequence[Game], settings: ProgramSettings
) -> list[tuple[BookMove, ...]]:
    """The rote program's rating, without a memory, of every move of the games."""
    player = SamuelPlayer("rote", find_polynomial("standard"), settings)
    return effort.results(functools.partial(follow_game, player=player), list(enumerate(games)))


def coefficient_of(games: Sequence[Agreement]) -> Estimate:
    """Coefficient C over all these games, with its 95% interval."""
    return normal_interval(total_of(games).coefficient, coefficient_error(games))


def whose_games(effort: Effort) -> str:
    """Where they come from, for a row."""
    return "Appendix B's games" if effort.book is None else f"the games of {effort.book.name}"
