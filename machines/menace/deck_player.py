"""A deck of cards at the matchbox table: who plays is said by cards, and all of it is listed.

GAME seats the players and a play begins; where an OPERATOR is to move, a MOVE card brings his
squares; PLAYS has two machines play that many; BEADS lists boxes; SAVE and LOAD carry the beads by
tape; END closes the deck (machines.games.noughts.cards).  The table is the one in the room, where
the box is shaken before the audience.

Rules that are ours:

* A play that is still on when another GAME card, PLAYS or END comes is broken off: its beads go
  back to their boxes.
* When a play is over its game is too: a further MOVE is refused, another GAME card begins again.
* Two cabinets play if both sides are MENACE; the one that learns on the chart is the table's own.
* A play that somebody at the table interferes with (another is begun, one is taken back) is let go
  of, and the listing says so.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from devices.media.control_card import TEXT_COLUMN, at_column
from devices.media.sheet import Sheet, refusal_lines
from devices.refusal import RefusedError
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from machines.games.noughts.board import Board
from machines.games.noughts.cards import (
    BeadsCard,
    GameCard,
    PlaysCard,
    TapeCard,
    card_names,
    off_card,
)
from machines.games.noughts.deck_game import OPERATOR, DeckGame
from machines.games.noughts.deck_player import DeckPlayer, DeckState
from machines.games.noughts.tape_file import TapeFile
from machines.menace import listing
from machines.menace.beads_tape import KIND, beads_of_file, file_of_beads
from machines.menace.build import build
from machines.menace.listing import HEADING, SIDES
from machines.menace.opponents import NAMES, VISITOR
from machines.menace.table import Table

BOXES = "MENACE"
DECLINES = "box 1 is empty and the machine declines to play; expected it reloaded first"
START_PRINTER = "press START on the printer"


@dataclass
class MenaceDeckJob:
    """What a deck has set going at the table: a value."""

    feed: DeckState = field(default_factory=DeckState)
    sheet: Sheet = field(default_factory=lambda: Sheet(HEADING))
    game: DeckGame = field(default_factory=DeckGame)
    play: int = 0  # The table's number of the game's play; 0 when none is under way
    listed: int = 0  # Moves of it that stand in the listing
    left: int = 0  # Plays that a PLAYS card still wants
    asked: str = ""  # That card
    printed: int = 0  # Lines printed


class MenaceDeckPlayer(DeckPlayer):
    """The table and the printer as a deck works them."""

    players = (BOXES, OPERATOR, *card_names(NAMES))
    kind = KIND
    job: MenaceDeckJob

    def __init__(
        self,
        reader: CardReader,
        tapes: Sequence[TapeDrive],
        job: MenaceDeckJob,
        table: Table,
        printer: LinePrinter,
    ) -> None:
        super().__init__(reader, tapes, job)
        self.table = table
        self.printer = printer

    # -- going on

    @property
    def playing(self) -> bool:
        return bool(self.job.play)

    def _go_on(self) -> bool:
        return self._follow() or self._print_next()

    def _busy(self) -> bool:
        job = self.job
        playing = self.playing and not self.table.asks
        return bool(job.sheet.waiting or playing or job.left or job.game.moves.waiting)

    def _machine_wants(self) -> str:
        stands = self.job.sheet.waiting and not self.printer.ready and not self.printer.busy
        return START_PRINTER if stands else ""

    def _print_next(self) -> bool:
        waiting = self.job.sheet.waiting
        if not waiting or self.printer.busy or not self.printer.ready:
            return False
        line = waiting.pop(0)
        self.printer.print_line(line.text, line.carriage)
        self.job.printed += 1
        return True

    def _follow(self) -> bool:
        """What has happened at the table is listed; what a card wants there is done."""
        job, table = self.job, self.table
        if not job.play:
            return bool(job.left) and self._next_play()
        if table.state.begun != job.play or len(table.marks) < job.listed:
            self._let_go()
            return True
        if job.game.by_hand and len(table.marks) > job.listed:
            self._list_move()
            return True
        if table.outcome:
            self._close()
            return True
        if job.game.moves.waiting and table.asks:
            job.game.play_next(lambda waiting: table.move(waiting.square, waiting.where))
            return True
        return False

    def _next_play(self) -> bool:
        job = self.job
        try:
            if self.table.cabinet.declines:
                raise RefusedError(f"{job.left} plays are left", DECLINES)
            self._begin()
        except RefusedError as refusal:
            raise RefusedError(job.asked, f"{refusal.where}, {refusal.what}") from None
        job.left -= 1
        return True

    def _begin(self) -> None:
        job = self.job
        other = job.game.player("X" if self.table.cabinet.side == "O" else "O")
        self.table.begin(VISITOR if other == OPERATOR else off_card(other))
        job.play, job.listed, job.game.ended = self.table.state.begun, 0, ""

    # -- what is listed

    def _number(self) -> int:
        """Of the play, for the listing: plays finished here count."""
        done = self.table.score.games
        return done if self.table.outcome else done + 1

    def _list_move(self) -> None:
        job, table = self.job, self.table
        board = _board_after(table.marks[: job.listed])
        square = table.marks[job.listed]
        player = job.game.player(board.to_move)
        opened = next((box for box in table.opened if box.face.ply == board.ply), None)
        job.sheet.table_row(*listing.move_row(self._number(), board, player, square, opened))
        job.listed += 1

    def _close(self) -> None:
        """The play is over and its beads are moved: list what came of it."""
        job, table, number = self.job, self.table, self._number()
        job.play, job.game.ended = 0, table.how
        if not job.game.by_hand:
            job.sheet.table_row(*listing.play_row(number, table))
            if not job.left:
                job.sheet.block(listing.totals(table))
            return
        if table.resigned:
            board = _board_after(table.marks)
            job.sheet.table_row(*listing.move_row(number, board, BOXES, -1, table.opened[-1]))
        job.sheet.block(listing.result_lines(number, table))
        job.game.end(table.how)

    def _let_go(self) -> None:
        job = self.job
        job.play, job.left = 0, 0
        how = "BROKEN OFF AT THE TABLE"
        job.sheet.line(f" GAME {job.game.open_card.number} WAS {how}")
        job.game.end(how)

    def _print(self, line: str) -> None:
        self.job.sheet.line(f" {line}".rstrip())

    def _sum_up(self, above: str) -> None:
        self.job.sheet.block([f" {above}", "", *listing.totals(self.table)])

    # -- cards

    def _open_game(self, card: GameCard, where: str) -> None:
        job, cabinet = self.job, self.table.cabinet
        ours = SIDES[cabinet.side]
        other = SIDES["X" if cabinet.side == "O" else "O"]
        named = {"NOUGHT": card.nought, "CROSS": card.cross}
        named = {**named, ours: named[ours] or BOXES, other: named[other] or OPERATOR}
        if named[ours] != BOXES:
            raise RefusedError(
                at_column(where, card.column(ours)),
                f"the boxes of build {cabinet.build} play {ours}; expected {ours}={BOXES}",
            )
        if named["NOUGHT"] == "1961":
            raise RefusedError(
                at_column(where, card.column("NOUGHT")), "1961 plays CROSS; expected another"
            )
        if cabinet.declines:
            raise RefusedError(at_column(where, 1), DECLINES)
        self._check_table(where)
        self._leave_game()
        self.table.run(False)
        game = replace(card, nought=named["NOUGHT"], cross=named["CROSS"], columns={})
        job.game = DeckGame(game)
        job.sheet.title = f"GAME {game.number}     {game.title}".rstrip()
        lines = listing.opening_lines(game, cabinet)
        if job.game.by_hand:
            job.sheet.block(lines)
            self._begin()
        else:
            job.sheet.block([*lines, listing.turns_line()])

    def _take_plays(self, card: PlaysCard, where: str) -> None:
        self._check_table(where)
        self.job.left, self.job.asked = card.count, where

    def _check_table(self, where: str) -> None:
        """Raises RefusedError while somebody else's play is on the table."""
        if self.table.under_way and not self.job.play:
            raise RefusedError(
                at_column(where, 1),
                "another play is on at the table; expected it finished or taken back first",
            )

    def _list_beads(self, card: BeadsCard, where: str) -> None:
        cabinet = self.table.cabinet
        boxes = len(build(cabinet.build).faces)
        for number in card.numbers:
            if not 1 <= number.value <= boxes:
                raise RefusedError(
                    at_column(where, number.column),
                    f"there is no box {number.value}; expected 1 to {boxes}",
                )
        numbers = [box.value for box in card.numbers] or [box.number for box in self.table.opened]
        if not numbers:
            raise RefusedError(
                at_column(where, TEXT_COLUMN),
                f"no box lies open; expected the numbers of boxes, 1 to {boxes}",
            )
        for box in numbers:
            self.job.sheet.block(listing.box_lines(cabinet, box))

    def _check_tape(self, card: TapeCard, where: str) -> None:
        if self.table.cabinet.on_board:
            raise RefusedError(
                at_column(where, 1),
                f"beads lie on the board; expected {card.word} when the play is over",
            )

    def _leave_game(self) -> None:
        job = self.job
        if job.play:
            self.table.break_off()
            number = self._number()
            job.play, job.game.ended = 0, "NOT FINISHED"
            job.sheet.line(f" PLAY {number} NOT FINISHED, ITS BEADS ARE PUT BACK")
        job.left = 0
        job.game.moves.waiting.clear()

    # -- refusals, tape

    def _print_refusal(self, refusal: RefusedError) -> None:
        self.job.left = 0
        self.job.sheet.block(refusal_lines("CARD", refusal))

    def _learned(self, name: str) -> TapeFile:
        return file_of_beads(self.table.cabinet, name)

    def _take(self, file: TapeFile, where: str) -> None:
        self.table.take(beads_of_file(file, self.table.cabinet.build, where))

    def _taped(self, card: TapeCard, unit: str, reel: str) -> None:
        plays = self.table.cabinet.plays
        line = listing.tape_line(card.save, card.name, unit, reel, plays)
        self.job.sheet.block([line, "", *listing.totals(self.table)])


def _board_after(squares: Sequence[int]) -> Board:
    return functools.reduce(Board.play, squares, Board())
