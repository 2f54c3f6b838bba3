"""What :mod:`machines.samuel` has for programs of others; training and matches."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Literal

from machines.door.draughts import evaluate
from machines.games.draughts import Game
from machines.laboratory.samuel.files import ply_rules
from machines.laboratory.samuel.studies import GeneralizationStudy, RoteStudy
from machines.laboratory.study.progress import Asked, progress_as_asked
from machines.samuel import *
from machines.samuel import Polynomial, SamuelPlayer, settings_at
from machines.samuel import __all__ as _names
from machines.samuel.generalization.coefficients import Rules
from machines.samuel.signature_tables.book_learning import learn_game, measure_game
from machines.samuel.signature_tables.player import TablesPlayer
from machines.samuel.signature_tables.tables import SignatureTables

__all__ = ["SignatureTables", "TablesPlayer", "evaluate", "train", "train_tables"]
__all__ += _names


def train(
    games: int = 28,
    opponent: Literal["beta", "self", "frozen", "endings"] = "beta",
    seed: int = 1959,
    progress: Asked[SamuelPlayer] = False,
    *,
    plies: int = 3,
    series: Literal["first", "second"] = "first",
) -> SamuelPlayer:
    """The program of 1959 after so many games.

    Against ``beta`` it learns by generalization (``polynomial``); a second series begins with the
    terms that did best in 28 games of a first.  With itself, a frozen twin or in endings it
    learns by rote (``memory``): machines/laboratory/samuel/studies.py.
    """
    study: GeneralizationStudy | RoteStudy
    if opponent == "beta":
        rules = Rules.first() if series == "first" else Rules.second()
        study = GeneralizationStudy(series, seed, rules, ply_rules(plies))
    else:
        study = RoteStudy.begin(seed, ply_rules(plies), (opponent,), Polynomial.standard())
    with progress_as_asked(progress, "Samuel, games", games, lambda: _player(study, plies)) as tell:
        while study.games < games:
            study.play_game()
            tell(study.games)
    return _player(study, plies)


def _player(study: GeneralizationStudy | RoteStudy, plies: int) -> SamuelPlayer:
    """Who plays with what has been learned so far, and learns no more."""
    settings = settings_at(plies)
    if isinstance(study, GeneralizationStudy):
        learned = study.start_series().contest.alpha.polynomial
        return SamuelPlayer("samuel", deepcopy(learned), settings)
    learning = deepcopy(study.learning)
    learning.memory.bring_all(record.rows for record in learning.tape.records)
    return SamuelPlayer("samuel", study.polynomial, settings, learning)


def train_tables(
    book: Sequence[Game],
    progress: Asked[TablesPlayer] = False,
    *,
    passes: int = 3,
    phases: int = 1,
    plies: int = 3,
) -> TablesPlayer:
    """The program of 1967 after its signature tables have gone through a book's games."""
    measured = [measure_game(game.positions(), game.moves, settled=True) for game in book]
    tables = SignatureTables.blank(phases, passes, True)
    tables.games = len(measured)
    total = tables.games * passes
    with progress_as_asked(
        progress, "tables, games", total, lambda: TablesPlayer("tables", deepcopy(tables), plies)
    ) as tell:
        while not tables.finished:
            learn_game(tables, measured[tables.done % tables.games])
            tell(tables.done)
    return TablesPlayer("tables", tables, plies)
