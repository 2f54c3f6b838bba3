"""Noughts decks with nobody at the table: ``menace play --deck`` and ``pegasus --deck``.

The deck goes into the reader and START is pressed there, as a visitor would.  A tape that the deck
has written on is put back into its file at the end; a file that isn't there yet is a blank reel.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from devices.duration import format_duration
from devices.media.tape import Tape
from devices.refusal import RefusedError
from machines.exhibit.session import Sink
from machines.games.noughts.deck_player import Phase
from machines.storage.exhibits import layout_of
from machines.storage.option_parsing import read_number
from machines.storage.run_file import RunFile
from machines.workshop.unattended import operator as unattended
from machines.workshop.unattended.operator import UnattendedOperator

if TYPE_CHECKING:
    from machines.menace.exhibit import Menace
    from machines.pegasus.exhibit import PegasusExhibit

SLICE_US = 20_000_000
"""Machine time let pass at once."""
MOST_SEED = 2**32 - 1


class NoughtsDeckOperator(UnattendedOperator):
    """Whoever works one of these machines while the operator is away."""

    slice_us = paced_us = SLICE_US

    def __init__(
        self,
        exhibit: "Menace | PegasusExhibit",
        sink: Sink,
        keep: Callable[[], None] = lambda: None,
    ) -> None:
        """``keep`` is called when plays are finished."""
        super().__init__(exhibit, sink)
        self.deck, self._keep = exhibit.deck, keep

    def _tend(self) -> None:
        finished = self.session.finished(self.name)
        super()._tend()
        if finished:
            self._keep()

    def progress(self) -> str:
        view = self.session.view(self.name)
        return (
            f"{view.plays:,} plays, {view.tallies['cards']} cards, {format_duration(view.now_us)}"
        )

    def modified_tapes(self) -> dict[str, Tape]:
        job = self.deck.state.job
        return {} if job and job.saving else super().modified_tapes()

    def _stopped(self) -> str:
        deck, reader = self.deck.state, self.deck.reader
        if deck.phase is Phase.REFUSED:
            return deck.why
        if deck.ended and reader.hopper_empty:
            return ""
        if deck.job is None and reader.hopper_empty and reader.last is not None:
            return unattended.no_end_card(reader)
        return f"{deck.card}: {self.session.view(self.name).reason}"


class DayWriter:
    """Keeps the plays of a deck in the day's run record, with the beads after them."""

    def __init__(self, exhibit: "Menace", record: RunFile) -> None:
        self.exhibit, self.record = exhibit, record
        self._day, self._number = exhibit.day, exhibit.table.state.book.number

    def __call__(self) -> None:
        """Keep what was finished since; raises RefusedError if it is of another day."""
        from machines.menace.day import checkpoint, play_data

        if self.exhibit.day != self._day:
            if self.record.plays:
                raise RefusedError(
                    self.record.where,
                    f"has {self.record.plays} plays with other beads; expected LOAD before any "
                    "play, or --out with a file of its own",
                )
            self._day, self._number = self.exhibit.day, 0
        plays = self.exhibit.plays_since(self._number, self._day)
        state = checkpoint(self.exhibit.table.state, whole=True)
        with self.record.together():
            for play in plays:
                self.record.keep(1, play_data(play), state)
        self._number += len(plays)


# -- the commands ----------------------------------------------------------------------------------


def play_menace(args: argparse.Namespace) -> int:
    """``menace play --deck``; the exit status.  Raises RefusedError."""
    from machines.laboratory.menace.play import open_day
    from machines.menace.exhibit import Menace
    from machines.menace.state import SEED

    if args.out is None:
        exhibit = Menace(layout_of("menace"), _seed(args.seed, SEED))
        exhibit.table.rebuild(args.build or "304")
        return _play(exhibit, args, "menace")
    record, table = open_day(args)
    with record:
        exhibit = Menace(layout_of("menace"), table=table)
        return _play(exhibit, args, "menace", DayWriter(exhibit, record))


def play_pegasus(args: argparse.Namespace) -> int:
    """``pegasus --deck``; the exit status.  Raises RefusedError."""
    from machines.pegasus.exhibit import PegasusExhibit
    from machines.pegasus.state import SEED

    return _play(PegasusExhibit(layout_of("pegasus"), _seed(args.seed, SEED)), args, "pegasus")


def _seed(text: str | int | None, default: int) -> int:
    return default if text is None else read_number(str(text), "--seed", 0, MOST_SEED)


def _play(
    exhibit: "Menace | PegasusExhibit",
    args: argparse.Namespace,
    name: str,
    keep: Callable[[], None] = lambda: None,
) -> int:
    deck = unattended.deck_in(Path(args.deck))
    tapes = unattended.read_tape_options(args.tape, exhibit.units)
    outlets = unattended.DeckOutputs.of(args)
    operator = NoughtsDeckOperator(exhibit, outlets.sink, keep)
    try:
        return unattended.run_deck(
            operator, lambda: operator.prepare(tapes, deck=deck), outlets, name
        )
    finally:
        operator.save_tapes(tapes)
