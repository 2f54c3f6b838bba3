"""Decks of control cards with nobody there: ``play``, ``menace play --deck``, ``pegasus --deck``.

The deck goes into the reader and START is pressed there, at the 704 LOAD CARDS and then START at
every stop that waits for nothing else, as a visitor would.  A tape that the deck has written on is
put back into its file at the end; a file that isn't there yet is a blank reel.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from devices.duration import format_duration
from devices.media.card import Card
from devices.media.charset import GRAPHICS
from devices.media.control_card import LAST_COLUMN
from devices.media.deck import Deck, write_deck
from devices.media.tape import Tape
from devices.refusal import RefusedError
from machines.exhibit.session import Sink
from machines.games.noughts.deck_player import Phase as NoughtsPhase
from machines.museum.worker.worker import SAMPLES, SELDOM
from machines.samuel.resume_cards import resume_cards
from machines.samuel.state import Phase, Stop
from machines.storage import registry
from machines.storage.files import file_exists, replace_file
from machines.storage.folders import data_folder, own_folder
from machines.storage.option_parsing import read_number
from machines.storage.registry import layout_of, make_exhibit
from machines.storage.run_file import RunFile
from machines.workshop.unattended import operator as unattended
from machines.workshop.unattended.operator import MountedTape, UnattendedOperator, no_end_card

if TYPE_CHECKING:
    from machines.ibm704.exhibit import Ibm704
    from machines.menace.exhibit import Menace
    from machines.pegasus.exhibit import PegasusExhibit


# -- noughts and crosses ---------------------------------------------------------------------------

NOUGHTS_SLICE_US = 20_000_000
"""Machine time let pass at once."""
MOST_SEED = 2**32 - 1


class NoughtsDeckOperator(UnattendedOperator):
    """Whoever works one of these machines while the operator is away."""

    slice_us = paced_us = NOUGHTS_SLICE_US

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
        if deck.phase is NoughtsPhase.REFUSED:
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
    from machines.pegasus.controls import SEED
    from machines.pegasus.exhibit import PegasusExhibit

    return _play(PegasusExhibit(layout_of("pegasus"), _seed(args.seed, SEED)), args, "pegasus")


def _seed(text: str | int | None, default: int) -> int:
    return default if text is None else read_number(str(text), "--seed", 0, MOST_SEED)


def _play(
    exhibit: "Menace | PegasusExhibit",
    args: argparse.Namespace,
    name: str,
    keep: Callable[[], None] = lambda: None,
) -> int:
    deck = unattended.deck_in(args)
    tapes = unattended.read_tape_options(args.tape, exhibit.units, strict=args.strict)
    outlets = unattended.DeckOutputs.of(args)
    operator = NoughtsDeckOperator(exhibit, outlets.sink, keep)
    try:
        return unattended.run_deck(
            operator, lambda: operator.prepare(tapes, deck=deck), outlets, name
        )
    finally:
        operator.save_tapes(tapes)


# -- checkers --------------------------------------------------------------------------------------

NAME = "ibm704"
SLICE_US = 3_000_000
"""The most machine time let pass at once, a fifth of a millisecond of a computer's on the middle:
what is touched waits for the slice's end, and a position that takes ten times what another does
must not let it wait 20 ms."""
ONLY_START = (Stop.FIRST_ACT, Stop.AFTER_MOVE, Stop.SHOWING)


class CheckersDeckOperator(UnattendedOperator):
    """Whoever works the checkers program while the operator is away."""

    slice_us = paced_us = SLICE_US

    def __init__(self, sink: Sink, lamps: bool = False) -> None:
        exhibit = make_exhibit(registry.find_exhibit(NAME))
        exhibit.sample = SAMPLES["flat"] if lamps else SELDOM
        super().__init__(exhibit, sink, lamps)
        self._started = 0
        """Cards that had been read when START was pressed at an empty hopper."""

    @property
    def machine(self) -> "Ibm704":
        """The exhibit."""
        return self.session.exhibit(NAME)  # type: ignore[return-value]

    def load(self, deck: str, tapes: Mapping[str, MountedTape], switches: tuple[int, ...]) -> None:
        """Media into their units, switches down, LOAD CARDS.  Raises RefusedError."""
        self.prepare(tapes, switches, deck)
        self.press("console.load_cards")

    def progress(self) -> str:
        view = self.session.view(NAME)
        return (
            f"{view.tallies['moves']} moves, {view.tallies['boards']:,} boards, "
            f"{format_duration(view.now_us)} of the 704's time"
        )

    def _stopped(self) -> str | None:
        if self._stop() is Stop.END:
            return ""
        if not self._start_is_all():
            return self._trouble()
        self.press("console.start")
        return None

    def _stop(self) -> Stop:
        state = self.machine.program.state
        return state.stop if state.phase is Phase.STOPPED else Stop.NONE

    def _start_is_all(self) -> bool:
        """Whether START alone lets it go on: at a stop, or with games set up and no more cards."""
        state = self.machine.program.state
        if self._stop() in ONLY_START:
            return True
        if state.phase is not Phase.READING or not state.setting_up or not state.games:
            return False
        first, self._started = self._started != state.cards_read, state.cards_read
        return first and self.machine.state.reader.hopper_empty

    def _trouble(self) -> str:
        """What stopped it, where, and what was expected."""
        state, reader = self.machine.program.state, self.machine.state.reader
        if self._stop() is Stop.REFUSED:
            return state.why
        if self._stop() is Stop.KEYS:
            return f"{state.why}: sense switch 1 is down, so that its moves come from the keys"
        if state.phase is Phase.READING and not state.from_tape and reader.last is not None:
            return no_end_card(reader)
        return self.session.view(NAME).reason

    # -- what is kept

    def resume_deck(self, name: str) -> tuple[str, bytes] | None:
        """A deck by which the games under way go on: its file's name and bytes; None if none are.

        A card that was refused lies in it as a comment.
        """
        cards = [Card.of_text(text) for text in resume_cards(self.machine.program.state)]
        if not cards:
            return None
        reader = self.machine.state.reader
        if self._stop() is Stop.REFUSED and reader.last is not None:
            cards.append(_as_comment(reader.last.card))
        elif reader.waiting and reader.last is not None:
            cards.append(reader.last.card)
        if reader.moving is not None:
            cards.append(reader.moving.card)
        left = (*reader.hopper, *(self.machine.state.beside or ()))
        deck = Deck(f"{name}-kept.txt", (*cards, *(loaded.card for loaded in left)))
        try:
            return deck.name, write_deck(deck, deck.name)
        except RefusedError:
            return f"{name}-kept.cbn", write_deck(deck, f"{name}-kept.cbn")


def _as_comment(card: Card) -> Card:
    """A refused card with its text moved behind a star; punches without character show as one."""
    text = "".join(GRAPHICS.get(punches, "*") for punches in card.columns[:LAST_COLUMN])
    return Card.of_text(f"*      REFUSED  {text.rstrip()}"[:LAST_COLUMN])


# -- the command -----------------------------------------------------------------------------------

NAME_LENGTH = 60
"""Of a deck that is kept, at most."""


def play_checkers(args: argparse.Namespace) -> int:
    """``play --deck``; the exit status.  Raises RefusedError."""
    path = Path(args.deck)
    outlets = unattended.DeckOutputs.of(args)
    deck = unattended.deck_in(args)
    beside = unattended.panel_of_run(args, NAME)
    operator = CheckersDeckOperator(outlets.sink, lamps=beside is not None or outlets.lamps)
    operator.long_reels = args.reel == "long"
    units = operator.machine.units
    tapes = unattended.read_tape_options(args.tape, units, blank=False, strict=args.strict)
    tapes = _with_blank_reels(tapes, args.blank, units)
    status = unattended.run_deck(
        operator,
        lambda: operator.load(deck, tapes, args.sense),
        outlets,
        "play",
        lambda: _keep_games(operator, path.stem, args.data),
        beside,
    )
    # A run that is broken off may leave a merge half done: then the old tapes stay as they were.
    operator.save_tapes(tapes)
    return status


def _with_blank_reels(
    tapes: dict[str, MountedTape], options: list[str], units: Mapping[str, object]
) -> dict[str, MountedTape]:
    """Blank reels, too.  Raises RefusedError where such a file is there, or its unit has a tape."""
    for text in options:
        if file_exists(Path(text.partition("=")[2])):
            raise RefusedError("--blank", f"{text!r} is there already; expected a new file")
    blank = unattended.read_tape_options(options, units)
    for unit in tapes.keys() & blank.keys():
        raise RefusedError("--blank", f"unit {unit[4:]} has a tape by --tape; expected one of them")
    return tapes | blank


def _keep_games(operator: CheckersDeckOperator, name: str, data: str | None) -> str:
    """Keep the games that are under way as a deck to go on with; a sentence that says where."""
    kept = operator.resume_deck(name.removesuffix("-kept")[:NAME_LENGTH])
    if kept is None:
        return ""
    try:
        path = own_folder(data_folder(data) / "decks") / kept[0]
        replace_file(path, kept[1])
    except RefusedError as refusal:
        return f"; the position is not kept: {refusal}"
    return f"; the position is kept in {path}"
