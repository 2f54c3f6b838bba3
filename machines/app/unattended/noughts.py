"""Noughts decks with nobody at the table: ``menace play --deck`` and ``pegasus --deck``.

The deck goes into the reader and START is pressed there, as a visitor would; what the 716 or the
teleprinter prints is printed.  Everything goes through a session, so that the run can be logged and
replayed.  Where a person would have to think (a card to be corrected, a tape to be mounted, a
hopper run empty before END) the run ends and says what is wrong, and where.

A tape that the deck has written on is put back into its file at the end; a file that isn't there
yet is a blank reel.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from devices.duration import format_duration
from devices.media.tape import Tape
from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from devices.units.card_reader import FedCard
from devices.units.line_printer import LinePrinter
from devices.units.teleprinter import Teleprinter
from machines import registry
from machines.app.exhibits import panel_layout
from machines.app.option_parsing import read_number
from machines.app.storage.run_file import RunFile
from machines.app.unattended.operator import (
    DeckOutputs,
    MountedTape,
    PrinterText,
    TeleprinterText,
    deck_in,
    modified_tapes,
    mount,
    read_tape_options,
    run_deck,
    save_tapes,
)
from machines.noughts.deck_player import Phase
from machines.session import Session, Sink

if TYPE_CHECKING:
    from machines.menace.exhibit import Menace
    from machines.pegasus.exhibit import PegasusExhibit

SLICE_US = 20_000_000
"""Machine time let pass at once."""
MOST_SEED = 2**32 - 1


class NoughtsDeckOperator:
    """Whoever works one of these machines while the operator is away."""

    def __init__(
        self,
        exhibit: "Menace | PegasusExhibit",
        sink: Sink,
        keep: Callable[[], None] = lambda: None,
    ) -> None:
        """``keep`` is called when plays are finished."""
        self.exhibit, self.deck, self._keep = exhibit, exhibit.deck, keep
        self.session = Session({exhibit.name: exhibit}, sink)
        self._text = _text_of(exhibit)
        self._at_rest = False

    def load(self, deck: str, tapes: Mapping[str, MountedTape]) -> None:
        """Media into their units, START on the reader.  Raises RefusedError."""
        for unit, reel in tapes.items():
            mount(self.session, self.exhibit.name, unit, reel)
        self._act("reader.hopper", deck)
        self._press("reader.start")

    def run(self, each: Callable[[], bool]) -> str:
        """See machines.app.unattended.operator.UnattendedOperator."""
        name = self.exhibit.name
        while True:
            self.session.advance(name, SLICE_US)
            if self.session.finished(name):
                self.session.mark(name, weigh=False)
                self._keep()
            self._at_rest = not self.exhibit.busy
            if not each():
                return "interrupted"
            if self._at_rest:
                return self._trouble()

    def printed(self) -> str:
        """What has been printed since this was last asked."""
        return self._text.more(self._at_rest)

    def progress(self) -> str:
        """How far it is."""
        view = self.session.view(self.exhibit.name)
        return (
            f"{view.plays:,} plays, {view.tallies['cards']} cards, {format_duration(view.now_us)}"
        )

    def written(self) -> dict[str, Tape]:
        """The tapes that were written on, whole, by their units."""
        job = self.deck.state.job
        return {} if job and job.saving else modified_tapes(self.exhibit.units.values())

    def _act(self, control: str, value: int | str) -> None:
        self.session.act(self.exhibit.name, control, value)

    def _press(self, control: str) -> None:
        self._act(control, 1)
        self._act(control, 0)

    def _trouble(self) -> str:
        """What stopped it, where, and what was expected; empty if END was reached."""
        feed, reader = self.deck.state, self.deck.reader
        if feed.phase is Phase.REFUSED:
            return feed.why
        if feed.ended and reader.hopper_empty:
            return ""
        if feed.job is None and reader.hopper_empty and reader.last is not None:
            next_card = FedCard(reader.last.card, reader.last.deck, reader.last.number + 1)
            return f"{next_card.where()}, column 1: the hopper is empty and no END card has come"
        return f"{feed.card}: {self.session.view(self.exhibit.name).reason}"


def _text_of(exhibit: "Menace | PegasusExhibit") -> PrinterText | TeleprinterText:
    for unit in exhibit.units.values():
        if isinstance(unit, LinePrinter):
            return PrinterText(unit)
        if isinstance(unit, Teleprinter):
            return TeleprinterText(unit)
    raise ValueError(f"{exhibit.name} has nothing to print on")


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
                    "play, or --run with a file of its own",
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
    from machines.app.menace.play import opened_day
    from machines.menace.exhibit import Menace
    from machines.menace.state import SEED

    if args.run is None:
        exhibit = Menace(_panel("menace"), _seed(args.seed, SEED))
        exhibit.table.rebuild(args.build or "304")
        return _play(exhibit, args, "menace")
    record, table = opened_day(args)
    with record:
        exhibit = Menace(_panel("menace"), table=table)
        return _play(exhibit, args, "menace", DayWriter(exhibit, record))


def play_pegasus(args: argparse.Namespace) -> int:
    """``pegasus --deck``; the exit status.  Raises RefusedError."""
    from machines.pegasus.exhibit import PegasusExhibit
    from machines.pegasus.state import SEED

    return _play(PegasusExhibit(_panel("pegasus"), _seed(args.seed, SEED)), args, "pegasus")


def _panel(name: str) -> PanelLayout:
    return panel_layout(registry.find_exhibit(name))


def _seed(text: str | int | None, default: int) -> int:
    return default if text is None else read_number(str(text), "--seed", 0, MOST_SEED)


def _play(
    exhibit: "Menace | PegasusExhibit",
    args: argparse.Namespace,
    name: str,
    keep: Callable[[], None] = lambda: None,
) -> int:
    deck = deck_in(Path(args.deck))
    tapes = read_tape_options(args.tape, exhibit.units)
    outlets = DeckOutputs.of(args)
    attendant = NoughtsDeckOperator(exhibit, outlets.sink, keep)
    try:
        return run_deck(attendant, lambda: attendant.load(deck, tapes), outlets, name, str)
    finally:
        save_tapes(attendant.written(), tapes)
