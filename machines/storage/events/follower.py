"""Events of one exhibit, found from what changed since it was last looked at.

Called between two slices of its time, in the thread in which that passes.  Moves are told one by
one, however many were made in a slice; lamps register by register, at most so many times a second
of real time, as they are at that moment: flat out most of what they show in between is not told.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from devices.game_record import OUTCOMES
from machines.exhibit.exhibit import Exhibit
from machines.storage.events.stream import EventStream

if TYPE_CHECKING:
    from machines.anaconda.exhibit import AnacondaExhibit
    from machines.ibm704.exhibit import Ibm704
    from machines.ibm704.stored_game import StoredGame
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
        from machines.ibm704.stored_game import stored_games

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
    yield GameSeen(1, state.moves, lambda: exhibit.result)


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
        return OUTCOMES[result_of(record_of(visitor.squares))] if visitor.over else ""

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


LAMPS_A_SECOND = 10
"""If nothing else is asked for."""


@dataclass
class _Table:
    """A game as it was told."""

    game: int
    """From 1, since the stream began."""
    moves: list[Any] = field(default_factory=list)
    over: bool = False


class ExhibitFollower:
    """Tells what happens at one exhibit."""

    def __init__(
        self,
        stream: EventStream,
        exhibit: Exhibit,
        lamps_a_second: int = LAMPS_A_SECOND,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """What is there already is not told."""
        self._stream, self._name, self._clock = stream, exhibit.name, clock
        self._apart_s = 1 / lamps_a_second if lamps_a_second else None
        self._looked_s = -1e9
        self._plays = _finished_plays(exhibit)
        self._tables: dict[tuple[str, int], _Table] = {}
        self._games: dict[int, int] = {}
        """How many games each table has seen, whoever played them."""
        for seen in games_at(exhibit):
            table = self._open_table(seen)
            table.moves, table.over = list(seen.moves), bool(seen.result())
        self._registers: dict[str, str] = {}
        self._places: list[tuple[str, slice]] = []
        first = 0
        for row in exhibit.layout.lamp_rows:
            self._places.append((row.id, slice(first, first + len(row.labels))))
            first += len(row.labels)

    def look(self, exhibit: Exhibit, demonstrated: bool = False) -> None:
        """Tell what has changed; ``demonstrated``: nobody but the museum is at the machine."""
        finished = self._tell_plays(exhibit)
        for seen in games_at(exhibit):
            self._tell_game(seen, finished, exhibit.now_us, demonstrated)
        now = self._clock()
        if self._apart_s is not None and now >= self._looked_s + self._apart_s:
            self._looked_s = now
            self._tell_lamps(exhibit)

    def _say(self, event: str, at_us: int, **values: object) -> None:
        self._stream.say(event, exhibit=self._name, at_us=at_us, **values)

    def _tell_game(
        self, seen: GameSeen, finished: str | None, at_us: int, demonstrated: bool
    ) -> None:
        """``finished``: the last of the plays that have come to their end since."""
        where: dict[str, object] = {"table": seen.table}
        where |= {"demonstration": True} if demonstrated else {}
        table = self._tables.get((seen.program, seen.table))
        if table is None:
            table = self._open_table(seen)
            if table.game > 1:  # another program has played there
                self._say("new_game", at_us, game=table.game, **where)
        told, moves = table.moves, list(seen.moves)
        same = _common(told, moves)
        goes_on = same == len(told)
        if goes_on and finished is not None:
            goes_on = finished == (seen.recorded() if seen.recorded else "".join(map(str, moves)))
        if finished is not None and not goes_on:
            same = 0  # another play is on the board, though it may begin alike
        if same < len(told) or (not goes_on and moves):
            if same and not table.over:
                self._say("take_back", at_us, game=table.game, plies=same, **where)
            else:
                table.game = self._next_game(seen.table)
                self._say("new_game", at_us, game=table.game, **where)
                same = 0
            table.over = False
        for ply, move in enumerate(moves[same:], same + 1):
            self._say("move", at_us, game=table.game, ply=ply, move=str(move), **where)
        table.moves = moves
        result = "" if table.over else seen.result()
        if result:
            table.over = True
            ended = {"game": table.game, "plies": len(moves), "result": result}
            self._say("game_over", at_us, **ended, **where)

    def _open_table(self, seen: GameSeen) -> _Table:
        table = _Table(self._next_game(seen.table))
        self._tables[seen.program, seen.table] = table
        return table

    def _next_game(self, number: int) -> int:
        """Which game at the table of that number begins now."""
        self._games[number] = self._games.get(number, 0) + 1
        return self._games[number]

    def _tell_plays(self, exhibit: Exhibit) -> str | None:
        """Finished plays of noughts and crosses, those made flat out, too; the last one's squares,
        None where there is none."""
        records, since = exhibit.records, self._plays
        if records is None or since is None:
            return None
        day, number = since
        last = None
        for play in records.plays_since(number, day):
            values = {name: getattr(play, name) for name in _PLAY_FIELDS if hasattr(play, name)}
            self._say("play", exhibit.now_us, day=play.day, number=play.number, **values)
            self._plays = play.day, play.number
            last = str(values.get("squares", ""))
        return last

    def _tell_lamps(self, exhibit: Exhibit) -> None:
        lit = exhibit.lit().tolist()
        changed = {}
        for name, place in self._places:
            bits = "".join("1" if on else "0" for on in lit[place])
            if self._registers.get(name) != bits:
                changed[name] = bits
        if changed:
            self._registers |= changed
            self._say("lamps", exhibit.now_us, registers=changed)


def _common(told: Sequence[Any], moves: Sequence[Any]) -> int:
    """How many moves from the first on are the same."""
    pairs = enumerate(zip(told, moves, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(told), len(moves)))


_PLAY_FIELDS = ("squares", "outcome", "result", "opponent", "sides", "undone")


def _finished_plays(exhibit: Exhibit) -> tuple[int, int] | None:
    """Day and number of the last play that is there already; None where there are no records."""
    records = exhibit.records
    if records is None:
        return None
    last = (records.day, 0)
    for play in records.plays_since(0, records.day):
        last = max(last, (play.day, play.number))
    return last


# -- what the options ask for ----------------------------------------------------------------------

_STREAM = "event_stream"
"""Where the options hold the stream that was opened."""


def open_events(args: argparse.Namespace) -> EventStream | None:
    """The stream that was asked for, opened once; None: none was.  Raises RefusedError."""
    if args.events is None:
        return None
    if getattr(args, _STREAM, None) is None:
        setattr(args, _STREAM, EventStream(args.events))
    stream: EventStream = getattr(args, _STREAM)
    return stream


def events_of(args: argparse.Namespace) -> Callable[[Exhibit], ExhibitFollower] | None:
    """Makes what tells of an exhibit there; None: no stream was asked for.  Raises RefusedError."""
    stream = open_events(args)
    if stream is None:
        return None
    return partial(ExhibitFollower, stream, lamps_a_second=args.events_lamps)


def end_events(args: argparse.Namespace) -> None:
    """Write what waits and close the stream, if there is one."""
    stream: EventStream | None = getattr(args, _STREAM, None)
    if stream is not None:
        stream.close()
