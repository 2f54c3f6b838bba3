"""A deck of cards at the matchbox table: who plays is said by cards, and all of it is listed.

GAME seats the players and a play begins; where an OPERATOR is to move, a MOVE card brings his
squares; PLAYS has two machines play that many; BEADS lists boxes; SAVE and LOAD carry the beads by
tape; END closes the deck (machines.noughts.cards).  The table itself is handed in
(:class:`TableControls`): the one in the room, where the box is shaken before the audience.

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
from dataclasses import dataclass, replace

from devices.media.control_card import TEXT_COLUMN, at_column
from devices.media.sheet import refusal_lines
from devices.refusal import RefusedError
from devices.units.line_printer import LinePrinter
from machines.menace import listing
from machines.menace.beads_tape import KIND, beads_of_file, file_of_beads
from machines.menace.build import build
from machines.menace.deck_job import MenaceDeckJob, TableControls
from machines.menace.listing import SIDES
from machines.menace.opponents import NAMES, VISITOR
from machines.noughts.board import Board
from machines.noughts.cards import (
    STANDARD,
    BeadsCard,
    Command,
    EndCard,
    GameCard,
    MoveCard,
    PlaysCard,
    RemarkCard,
    TapeCard,
)
from machines.noughts.deck_game import OPERATOR, DeckGame
from machines.noughts.tape_file import TapeFile

BOXES = "MENACE"
PLAYERS = (
    BOXES,
    OPERATOR,
    *(STANDARD if name == "standard:s" else name.upper() for name in NAMES),
)
DECLINES = "box 1 is empty and the machine declines to play; expected it reloaded first"
START_PRINTER = "press START on the printer"


@dataclass
class MenacePlayer:
    """The table and the printer as a deck works them (machines.noughts.deck_feed.Player)."""

    table: TableControls
    printer: LinePrinter
    state: MenaceDeckJob
    players: Sequence[str] = PLAYERS
    kind: str = KIND

    # -- going on

    def step(self) -> bool:
        """One thing that needs no card."""
        return self._follow() or self._print()

    def busy(self) -> bool:
        """Whether lines wait, a play is on that asks for nobody, or plays or moves are left."""
        state = self.state
        playing = bool(state.play) and not self.table.asks
        return bool(state.sheet.waiting or playing or state.left or state.game.moves.waiting)

    def wanted(self) -> str:
        """What the operator must do before it can go on."""
        stands = self.state.sheet.waiting and not self.printer.ready and not self.printer.busy
        return START_PRINTER if stands else ""

    def _print(self) -> bool:
        waiting = self.state.sheet.waiting
        if not waiting or self.printer.busy or not self.printer.ready:
            return False
        line = waiting.pop(0)
        self.printer.print_line(line.text, line.carriage)
        self.state.printed += 1
        return True

    def _follow(self) -> bool:
        """What has happened at the table is listed; what a card wants there is done."""
        state, table = self.state, self.table
        if not state.play:
            return bool(state.left) and self._next_play()
        if table.begun != state.play or len(table.marks) < state.listed:
            self._let_go()
            return True
        if state.game.by_hand and len(table.marks) > state.listed:
            self._list_move()
            return True
        if table.outcome:
            self._close()
            return True
        if state.game.moves.waiting and table.asks:
            state.game.play_next(lambda one: table.move(one.square, one.where))
            return True
        return False

    def _next_play(self) -> bool:
        state = self.state
        try:
            if self.table.cabinet.declines:
                raise RefusedError(f"{state.left} plays are left", DECLINES)
            self._begin()
        except RefusedError as refusal:
            raise RefusedError(state.asked, f"{refusal.where}, {refusal.what}") from None
        state.left -= 1
        return True

    def _begin(self) -> None:
        state = self.state
        other = state.game.player("X" if self.table.cabinet.side == "O" else "O")
        name = VISITOR if other == OPERATOR else other.lower().replace("/", ":")
        self.table.begin(name)
        state.play, state.listed, state.game.ended = self.table.begun, 0, ""

    # -- what is listed

    def _number(self) -> int:
        """Of the play, for the listing: plays finished here count."""
        done = self.table.score.plays
        return done if self.table.outcome else done + 1

    def _list_move(self) -> None:
        state, table = self.state, self.table
        board = _board_after(table.marks[: state.listed])
        square = table.marks[state.listed]
        player = state.game.player(board.to_move)
        opened = next((box for box in table.opened if box.face.ply == board.ply), None)
        heads, row = listing.move_row(self._number(), board, player, square, opened)
        state.sheet.table_row(heads, row)
        state.listed += 1

    def _close(self) -> None:
        """The play is over and its beads are moved: list what came of it."""
        state, table = self.state, self.table
        number, cabinet, score = self._number(), table.cabinet, table.score
        state.play, state.game.ended = 0, table.how
        if state.game.by_hand:
            if table.opened and table.opened[-1].colour < 0:
                board = _board_after(table.marks)
                heads, row = listing.move_row(number, board, BOXES, -1, table.opened[-1])
                state.sheet.table_row(heads, row)
            state.sheet.block(
                listing.result_lines(number, table.how, table.outcome, table.gains, cabinet, score)
            )
            state.game.end(table.how)
            return
        squares = "".join(map(str, table.marks))
        result = "RESIGNED" if table.opened and table.opened[-1].colour < 0 else table.outcome
        heads, row = listing.play_row(
            number, squares, result.upper(), table.opened, table.gains, cabinet, score
        )
        state.sheet.table_row(heads, row)
        if not state.left:
            self._sum_up()

    def _let_go(self) -> None:
        state = self.state
        state.play, state.left = 0, 0
        how = "BROKEN OFF AT THE TABLE"
        state.sheet.line(f" GAME {state.game.open_card.number} WAS {how}")
        state.game.end(how)

    def _sum_up(self, above: Sequence[str] = ()) -> None:
        cabinet, score = self.table.cabinet, self.table.score
        lines = [*listing.ledger_lines(cabinet.ledger()), listing.score_line(cabinet.plays, score)]
        self.state.sheet.block([*above, *lines])

    # -- cards

    def act_on(self, card: Command, text: str, where: str) -> None:
        """Begin what a card says; raises RefusedError with nothing changed."""
        state = self.state
        match card:
            case RemarkCard():
                state.sheet.line(f" {card.text}".rstrip())
            case GameCard():
                self._open(card, where)
            case MoveCard():
                state.game.put(card, where, bool(state.play))
            case PlaysCard():
                self._take_plays(card, where)
            case BeadsCard():
                self._list_boxes(card, where)
            case TapeCard():
                self._check_still(card, where)
            case EndCard():
                self._break_off()
                state.game = DeckGame()
                self._sum_up([f" {text.strip()}", ""])

    def _open(self, card: GameCard, where: str) -> None:
        state, cabinet = self.state, self.table.cabinet
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
            raise RefusedError(
                at_column(where, 1),
                DECLINES,
            )
        self._check_table(where)
        self._break_off()
        self.table.run(False)
        game = replace(card, nought=named["NOUGHT"], cross=named["CROSS"], columns={})
        state.game = DeckGame(game)
        state.sheet.title = f"GAME {game.number}     {game.title}".rstrip()
        lines = listing.opening_lines(game, cabinet)
        if state.game.by_hand:
            state.sheet.block(lines)
            self._begin()
        else:
            state.sheet.block([*lines, listing.turns_line()])

    def _take_plays(self, card: PlaysCard, where: str) -> None:
        self.state.game.check_plays(where)
        self._check_table(where)
        self.state.left, self.state.asked = card.count, where

    def _check_table(self, where: str) -> None:
        """Raises RefusedError while somebody else's play is on the table."""
        if self.table.under_way and not self.state.play:
            raise RefusedError(
                at_column(where, 1),
                "another play is on at the table; expected it finished or taken back first",
            )

    def _list_boxes(self, card: BeadsCard, where: str) -> None:
        cabinet = self.table.cabinet
        boxes = len(build(cabinet.build).faces)
        for number in card.numbers:
            if not 1 <= number.value <= boxes:
                raise RefusedError(
                    at_column(where, number.column),
                    f"there is no box {number.value}; expected 1 to {boxes}",
                )
        numbers = [one.value for one in card.numbers] or [box.number for box in self.table.opened]
        if not numbers:
            raise RefusedError(
                at_column(where, TEXT_COLUMN),
                f"no box lies open; expected the numbers of boxes, 1 to {boxes}",
            )
        for one in numbers:
            self.state.sheet.block(listing.box_lines(cabinet, one))

    def _check_still(self, card: TapeCard, where: str) -> None:
        if self.table.cabinet.on_board:
            raise RefusedError(
                at_column(where, 1),
                f"beads lie on the board; expected {card.word} when the play is over",
            )

    def _break_off(self) -> None:
        """Leave the play that is on: its beads go back."""
        state = self.state
        if state.play:
            self.table.break_off()
            number = self._number()
            state.play, state.game.ended = 0, "NOT FINISHED"
            state.sheet.line(f" PLAY {number} NOT FINISHED, ITS BEADS ARE PUT BACK")
        state.left = 0
        state.game.moves.waiting.clear()

    # -- refusals, tape

    def refused(self, refusal: RefusedError) -> None:
        """Print why a card was refused, and drop what is left of it."""
        self.state.left = 0
        self.state.game.moves.waiting.clear()
        self.state.sheet.block(refusal_lines("CARD", refusal))

    def saved(self, name: str) -> TapeFile:
        """The beads."""
        return file_of_beads(self.table.cabinet, name)

    def load(self, file: TapeFile, where: str) -> None:
        """Take beads; raises RefusedError with nothing changed."""
        self.table.take(beads_of_file(file, self.table.cabinet.build, where))

    def taped(self, card: TapeCard, unit: str, reel: str) -> None:
        """Print that a tape was written or read."""
        plays = self.table.cabinet.plays
        self._sum_up([listing.tape_line(card.save, card.name, unit, reel, plays), ""])


def _board_after(squares: Sequence[int]) -> Board:
    return functools.reduce(Board.play, squares, Board())
