"""A deck of cards at the Pegasus 2: who plays is said by cards, and all of it is typed.

GAME seats the players; PLAYS has the program play that many, typed as its print-out has them; where
an OPERATOR has a side a play begins at once, the program's square is typed as it is chosen and a
MOVE card brings the operator's; BEADS types the odds of a board; SAVE and LOAD carry the odds by
tape; END closes the deck (machines.games.noughts.cards).

On the cards the players have the names of machines.pegasus.players; LEARN goes on with the odds in
the store and FROZEN plays by them.  Rules that are ours: a side that a card leaves out stays as
the desk's knob has it; a side that an operator plays keeps its odds; a play with an operator is
recorded and learned from as any other, and stops where the program's stop (with operators on both
sides it is only recorded); one that is on when another GAME card, or END, comes is left and nothing
is learned from it.
"""

from dataclasses import replace

import numpy as np

from devices.media.charset import as_printed
from devices.media.control_card import TEXT_COLUMN, at_column
from devices.media.roll import CHARACTERS, WIDTH
from devices.media.sheet import refusal_lines
from devices.refusal import RefusedError
from machines.games.noughts import cards
from machines.games.noughts.board import SQUARES, Board
from machines.games.noughts.deck_game import OPERATOR, DeckGame, WaitingSquare
from machines.games.noughts.deck_player import DeckPlayer
from machines.games.noughts.symmetry import BACK
from machines.games.noughts.tape_file import TapeFile
from machines.pegasus import visitor_play
from machines.pegasus.controls import (
    SIDES,
    STANDS_STILL,
    VISITOR,
    PegasusDeckJob,
    PegasusState,
    PlaySettings,
)
from machines.pegasus.odds_tape import KIND, Learned, file_of_odds, odds_of_file
from machines.pegasus.players import NAMES
from machines.pegasus.printout import END, SIGNS, record_of
from machines.pegasus.tables import MOST_MOVES, result, stored_form, tables

RUN = "press RUN at the desk: the plays that a card asked for are not all made"
HOW = {1: "NOUGHT WINS", 0: "DRAWN", -1: "CROSS WINS"}


class PegasusDeckPlayer(DeckPlayer):
    """Program and teleprinter as a deck works them, by the machine's reader and its tape."""

    players = (OPERATOR, *cards.card_names(NAMES))
    kind = KIND
    job: PegasusDeckJob

    def __init__(self, machine: PegasusState) -> None:
        super().__init__(machine.reader, (machine.tape1,), machine.deck)
        self.machine = machine

    # -- going on

    @property
    def playing(self) -> bool:
        return self.job.playing

    def _go_on(self) -> bool:
        job = self.job
        if job.until:
            return self._plays_are_made()
        if not job.playing:
            return False
        board = job.board
        if result(board) is not None:
            self._close(board)
        elif job.game.player(board.to_move) != OPERATOR:
            weighed = visitor_play.weigh(self.machine.store.program, job.squares, board)
            self._make(weighed.choices[weighed.chosen][0])
        elif job.game.moves.waiting:
            job.game.play_next(lambda waiting: self._move(board, waiting))
        else:
            return False
        return True

    def _busy(self) -> bool:
        return bool(self.machine.unsent or self.job.until or self.job.game.moves.waiting)

    def _machine_wants(self) -> str:
        machine = self.machine
        if machine.stuck:
            return STANDS_STILL
        return RUN if self.job.until and not machine.run and not machine.unsent else ""

    def _plays_are_made(self) -> bool:
        if self.machine.plays < self.job.until:
            return False
        self.job.until, self.machine.run = 0, 0
        self.machine.unsent += self.machine.typescript.leave()
        return True

    # -- a play with an operator

    def _begin(self) -> None:
        job = self.job
        job.playing, job.squares = True, ""
        self.machine.unsent += self._head()

    def _make(self, square: int) -> None:
        self.job.squares += str(square)
        self.machine.unsent += str(square)

    def _move(self, board: Board, waiting: WaitingSquare) -> None:
        board.play(waiting.square, waiting.where)
        self._make(waiting.square)

    def _close(self, board: Board) -> None:
        """The play is over: typed, learned from and counted as any other."""
        machine, job = self.machine, self.job
        record = record_of(job.squares)
        ended = result(board) or 0
        machine.unsent += f"{'':<{MOST_MOVES - len(job.squares)}} {SIGNS[ended]}{END}"
        machine.store.program.learn(record)
        card = job.game.open_card
        sides = cards.off_card(f"{card.nought} {card.cross}")
        machine.trial.add(np.array([record], dtype=np.int64), sides)
        machine.plays += 1
        job.playing = False
        job.game.end(HOW[ended])

    def make_way(self) -> None:
        """A visitor takes a side at the desk: the card's game is left, and its plays with it."""
        if self.job.playing or self.job.until:
            self._leave_game()
            self.job.game = DeckGame()

    def _leave_game(self) -> None:
        job = self.job
        if job.playing:
            self.machine.unsent += f"  NOT FINISHED{END}"
        if job.until:
            self.machine.run = 0
        job.playing, job.until = False, 0
        job.game.moves.waiting.clear()

    # -- cards

    def _open_game(self, card: cards.GameCard, where: str) -> None:
        held = self.machine.store.settings
        named = [
            given or _named_at_desk(getattr(held, side))
            for side, given in zip(SIDES, (card.nought, card.cross), strict=True)
        ]
        self._leave_game()
        visitor_play.leave(self.machine)
        self.machine.run, self.machine.computing_us = 0, 0
        players = ["frozen" if n == OPERATOR else cards.off_card(n) for n in named]
        self.machine.store.set(PlaySettings(players[0], players[1], held.reinforcement))
        self.job.game = DeckGame(replace(card, nought=named[0], cross=named[1], columns={}))
        self._type(
            "", f"GAME {card.number}  {card.title}".rstrip(), f"NOUGHT {named[0]}  CROSS {named[1]}"
        )
        if self.job.game.by_hand:
            self._begin()

    def _take_plays(self, card: cards.PlaysCard, where: str) -> None:
        self.job.until = self.machine.plays + card.count
        self.machine.run = 1

    def _check_tape(self, card: cards.TapeCard, where: str) -> None:
        if self.job.playing:
            raise RefusedError(
                at_column(where, 1), f"a play is on; expected {card.word} when it is over"
            )

    def _list_beads(self, card: cards.BeadsCard, where: str) -> None:
        board = Board() if card.numbers or not self.job.playing else self.job.board
        for number in card.numbers:
            at = at_column(where, number.column)
            if number.value not in SQUARES:
                raise RefusedError(at, f"there is no square {number.value}; expected 0 to 8")
            if result(board) is not None:
                raise RefusedError(at, "comes after the end of the play; expected the moves before")
            board = board.play(number.value, at)
        if result(board) is not None:
            raise RefusedError(
                at_column(where, card.numbers[-1].column if card.numbers else TEXT_COLUMN),
                "ends the play, where there are no odds; expected the moves before",
            )
        self._type(*odds_lines(board, self.machine))

    # -- typing

    def _type(self, *lines: str) -> None:
        by_desk = visitor_play.unfinished_line(self.machine) if self.machine.print else ""
        begun = self.job.squares if self.job.playing else by_desk
        text = "".join(f"{typed(line)}{END}" for line in lines)
        # a play with an operator stands on the line: it is taken up again below
        self.machine.unsent += f"{self._head()}{END if begun else ''}{text}{begun}"

    def _head(self) -> str:
        """What must be typed before a line of ours can begin."""
        return self.machine.typescript.aside()

    def _print(self, line: str) -> None:
        self._type(line)

    def _sum_up(self, above: str) -> None:
        trial = self.machine.trial
        sums = [sum(column) for column in zip((0, 0, 0), trial.begun, *trial.counted, strict=True)]
        won, drawn, lost = sums
        self._type(above, f"{trial.plays} PLAYS   + {won}   - {lost}   . {drawn}")

    def _print_refusal(self, refusal: RefusedError) -> None:
        self._type(*refusal_lines("CARD", refusal, WIDTH))

    # -- tape

    def _learned(self, name: str) -> TapeFile:
        learned = Learned(self.machine.store.learned(), self.machine.trial.plays)
        return file_of_odds(learned, name)

    def _take(self, file: TapeFile, where: str) -> None:
        self.machine.store.take(odds_of_file(file, where).chances)

    def _taped(self, card: cards.TapeCard, unit: str, reel: str) -> None:
        what = "SAVED" if card.save else "LOADED"
        self._type(f"ODDS {what}{f' AS {card.name}' if card.name else ''}  {unit}, {reel}")


def _named_at_desk(player: str) -> str:
    """The name on cards of who plays a side by the desk's knob."""
    return OPERATOR if player == VISITOR else cards.on_card(player)


def typed(text: str) -> str:
    """``text`` as the type head can set it, as long as a line can be."""
    return "".join(char if char in CHARACTERS else " " for char in as_printed(text))[:WIDTH]


def odds_lines(board: Board, machine: PegasusState) -> list[str]:
    """A board, and the chance of each essentially distinct move in it, as learned so far."""
    form, turn = stored_form(board)
    held = tables()
    position = held.numbers[form]
    learned = machine.store.learned()
    pairs = sorted(
        (BACK[turn][int(held.squares[position, choice])], float(learned[position, choice]))
        for choice in range(int(held.choices[position]))
    )
    side = "NOUGHT" if board.to_move == "O" else "CROSS"
    return [
        f"ODDS  {board.rows().replace('/', ' ')}  {side} TO MOVE",
        "SQUARE" + "".join(f"{square:>8}" for square, _ in pairs),
        "CHANCE" + "".join(f"{chance:>8.4f}" for _, chance in pairs),
    ]
