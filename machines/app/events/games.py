"""The games at an exhibit as events tell of them: who it is, its moves so far, how it came out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from machines.exhibit import Exhibit

if TYPE_CHECKING:
    from machines.anaconda.exhibit import AnacondaExhibit
    from machines.ibm704.exhibit import Ibm704
    from machines.ibm704.stored_moves import StoredGame
    from machines.menace.exhibit import Menace
    from machines.morph.exhibit import MorphExhibit
    from machines.pegasus.exhibit import PegasusExhibit
    from machines.samuel.games import Game


@dataclass(frozen=True)
class GameSeen:
    """A game as it stands."""

    table: int
    """Which of several at that exhibit; the 704 plays up to eight at once."""
    moves: Sequence[Any]
    """As text says them."""
    result: Callable[[], str]
    """How it came out, empty while it goes on; asked for when something has changed."""
    recorded: Callable[[], str] | None = None
    """Its squares as the record of finished plays has them, where that is not its moves."""
    program: str = ""
    """Which of several programs of that exhibit plays it, each with its own tables."""


def games_at(exhibit: Exhibit) -> Iterator[GameSeen]:
    """Those at an exhibit of the museum; of others none."""
    look = _LOOKS.get(exhibit.name)
    if look is not None:
        yield from look(exhibit)


def _ibm704(exhibit: "Ibm704") -> Iterator[GameSeen]:
    for number, game in exhibit.program.state.games.items():
        yield GameSeen(number, [made.move for made in game.plays], partial(_samuels_result, game))
    if exhibit.machine is not None:
        from machines.ibm704.stored_moves import stored_games

        for stored in stored_games(exhibit.machine):
            yield GameSeen(
                stored.number, stored.moves, partial(_result, stored), program="704 code"
            )


def _result(stored: "StoredGame") -> str:
    return stored.result


def _samuels_result(game: "Game") -> str:
    return game.result.value if game.over else ""


def _anaconda(exhibit: "AnacondaExhibit") -> Iterator[GameSeen]:
    state = exhibit.state
    results = {"Red wins": "1-0", "White wins": "0-1", "": ""}
    yield GameSeen(1, state.moves, lambda: results.get(exhibit.ending, "1/2-1/2"))


def _morph(exhibit: "MorphExhibit") -> Iterator[GameSeen]:
    game = exhibit.state.game

    def result() -> str:
        outcome = game.outcome() if exhibit.ending else None
        return outcome.result if outcome else ""

    yield GameSeen(1, game.moves, result)


def _menace(exhibit: "Menace") -> Iterator[GameSeen]:
    play = exhibit.state.table.play
    yield GameSeen(1, play.marks, lambda: str(play.outcome))


def _pegasus(exhibit: "PegasusExhibit") -> Iterator[GameSeen]:
    from machines.pegasus.printout import record_of, result_of, squares_of

    visitor = exhibit.state.visitor
    if visitor is None or not exhibit.state.seats:
        return

    def result() -> str:
        """For Nought."""
        outcomes = ("drawn", "won", "lost")
        return outcomes[result_of(record_of(visitor.squares))] if visitor.over else ""

    def recorded() -> str:
        return squares_of(record_of(visitor.squares)) if visitor.over else ""

    yield GameSeen(1, visitor.squares, result, recorded)


_LOOKS: dict[str, Callable[[Any], Iterator[GameSeen]]] = {
    "ibm704": _ibm704,
    "anaconda": _anaconda,
    "morph": _morph,
    "menace": _menace,
    "pegasus": _pegasus,
}
