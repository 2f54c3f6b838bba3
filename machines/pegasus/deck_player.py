"""A deck of cards at the Pegasus 2: who plays is said by cards, and all of it is typed.

GAME seats the players; PLAYS has the program play that many, typed as its print-out has them; where
an OPERATOR has a side a play begins at once, the program's square is typed as it is chosen and a
MOVE card brings the operator's; BEADS types the odds of a board; SAVE and LOAD carry the odds by
tape; END closes the deck (machines.noughts.cards).

On the cards the players have the names of machines.pegasus.players; LEARN goes on with the odds in
the store and FROZEN plays by them.  Rules that are ours: a side that a card leaves out stays as
the desk's knob has it; a side that an operator plays keeps its odds; a play with an operator is
recorded and learned from as any other, and stops where the program's stop (with operators on both
sides it is only recorded); one that is on when another GAME card, or END, comes is left and nothing
is learned from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from devices.media.charset import as_printed
from devices.media.control_card import TEXT_COLUMN, at_column
from devices.media.roll import CHARACTERS, WIDTH
from devices.media.sheet import refusal_lines
from devices.refusal import RefusedError
from machines.generator import word
from machines.noughts.board import SQUARES, Board
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
from machines.noughts.deck_feed import DeckFeed
from machines.noughts.deck_game import OPERATOR, DeckGame, WaitingSquare
from machines.noughts.symmetry import BACK
from machines.noughts.tape_file import TapeFile
from machines.pegasus.controls import SIDES, PlaySettings
from machines.pegasus.kernels import UNIT
from machines.pegasus.odds_tape import KIND, Learned, file_of_odds, odds_of_file
from machines.pegasus.players import NAMES
from machines.pegasus.printout import END, SIGNS, record_of
from machines.pegasus.state import STANDS_STILL, PegasusDeckJob, PegasusState
from machines.pegasus.tables import result, stored_form, tables

PLAYERS = (
    OPERATOR,
    *(STANDARD if name == "standard:s" else name.upper() for name in NAMES),
)
LETTERS = {"nought": "O", "cross": "X"}
RUN = "press RUN at the desk: the plays that a card asked for are not all made"
HOW = {1: "NOUGHT WINS", 0: "DRAWN", -1: "CROSS WINS"}
MOST_MOVES = 8
"""Of a recorded play."""


@dataclass
class PegasusPlayer:
    """Program and teleprinter as a deck works them (machines.noughts.deck_feed.Player)."""

    machine: PegasusState
    state: PegasusDeckJob
    players: Sequence[str] = PLAYERS
    kind: str = KIND

    # -- going on

    def step(self) -> bool:
        """One thing that needs no card."""
        state = self.state
        if state.until:
            return self._plays_are_made()
        if not state.playing:
            return False
        board = state.board
        if result(board) is not None:
            self._close(board)
        elif state.game.player(board.to_move) != OPERATOR:
            self._make(self._chosen(board))
        elif state.game.moves.waiting:
            state.game.play_next(lambda one: self._move(board, one))
        else:
            return False
        return True

    def busy(self) -> bool:
        """Whether something waits to be typed or plays are being made."""
        return bool(self.machine.unsent or self.state.until or self.state.game.moves.waiting)

    def wanted(self) -> str:
        """What the operator must do before it can go on."""
        machine = self.machine
        if machine.stuck:
            return STANDS_STILL
        return RUN if self.state.until and not machine.run and not machine.unsent else ""

    def _plays_are_made(self) -> bool:
        if self.machine.plays < self.state.until:
            return False
        self.state.until, self.machine.run = 0, 0
        self.machine.unsent += self.machine.typescript.leave()
        return True

    # -- a play with an operator

    def _begin(self) -> None:
        state = self.state
        state.playing, state.squares = True, ""
        self.machine.unsent += self._head()

    def _chosen(self, board: Board) -> int:
        """The program's square, by its odds and its generator, as in its own plays."""
        program, held = self.machine.store.program, tables()
        form, turn = stored_form(board)
        position = held.numbers[form]
        point = float(word(program.generator)) * UNIT
        choice, last = 0, int(held.choices[position]) - 1
        while choice < last and point >= program.chances[position, choice]:
            point -= float(program.chances[position, choice])
            choice += 1
        return BACK[turn][int(held.squares[position, choice])]

    def _make(self, square: int) -> None:
        self.state.squares += str(square)
        self.machine.unsent += str(square)

    def _move(self, board: Board, one: WaitingSquare) -> None:
        board.play(one.square, one.where)
        self._make(one.square)

    def _close(self, board: Board) -> None:
        """The play is over: typed, learned from and counted as any other."""
        machine, state = self.machine, self.state
        record = record_of(state.squares)
        ended = result(board) or 0
        machine.unsent += f"{'':<{MOST_MOVES - len(state.squares)}} {SIGNS[ended]}{END}"
        machine.store.program.learn(record)
        card = state.game.open_card
        sides = f"{card.nought} {card.cross}".lower().replace("/", ":")
        machine.trial.add(np.array([record], dtype=np.int64), sides)
        machine.plays += 1
        state.playing = False
        state.game.end(HOW[ended])

    def _leave(self) -> None:
        """Leave the play that is on, and the plays that are left."""
        state = self.state
        if state.playing:
            self.machine.unsent += f"  NOT FINISHED{END}"
        if state.until:
            self.machine.run = 0
        state.playing, state.until = False, 0
        state.game.moves.waiting.clear()

    # -- cards

    def act_on(self, card: Command, text: str, where: str) -> None:
        """Begin what a card says; raises RefusedError with nothing changed."""
        match card:
            case RemarkCard():
                self._type(card.text)
            case GameCard():
                self._open(card, where)
            case MoveCard():
                self.state.game.put(card, where, self.state.playing)
            case PlaysCard():
                self._take_plays(card, where)
            case BeadsCard():
                self._type_odds(card, where)
            case TapeCard():
                self._check_still(card, where)
            case EndCard():
                self._leave()
                self.state.game = DeckGame()
                self._type(text.strip(), self._totals())

    def _open(self, card: GameCard, where: str) -> None:
        held = self.machine.store.settings
        named = [
            given or getattr(held, side).upper().replace(":", "/")
            for side, given in zip(SIDES, (card.nought, card.cross), strict=True)
        ]
        self._leave()
        self.machine.run, self.machine.computing_us = 0, 0
        players = ["frozen" if n == OPERATOR else n.lower().replace("/", ":") for n in named]
        self.machine.store.set(PlaySettings(players[0], players[1], held.reinforcement))
        self.state.game = DeckGame(replace(card, nought=named[0], cross=named[1], columns={}))
        self._type(
            "",
            f"GAME {card.number}  {card.title}".rstrip(),
            f"NOUGHT {named[0]}  CROSS {named[1]}",
        )
        if self.state.game.by_hand:
            self._begin()

    def _take_plays(self, card: PlaysCard, where: str) -> None:
        self.state.game.check_plays(where)
        self.state.until = self.machine.plays + card.count
        self.machine.run = 1

    def _check_still(self, card: TapeCard, where: str) -> None:
        if self.state.playing:
            raise RefusedError(
                at_column(where, 1), f"a play is on; expected {card.word} when it is over"
            )

    def _type_odds(self, card: BeadsCard, where: str) -> None:
        board = Board() if card.numbers or not self.state.playing else self.state.board
        for one in card.numbers:
            at = at_column(where, one.column)
            if one.value not in SQUARES:
                raise RefusedError(at, f"there is no square {one.value}; expected 0 to 8")
            if result(board) is not None:
                raise RefusedError(at, "comes after the end of the play; expected the moves before")
            board = board.play(one.value, at)
        if result(board) is not None:
            raise RefusedError(
                at_column(where, card.numbers[-1].column if card.numbers else TEXT_COLUMN),
                "ends the play, where there are no odds; expected the moves before",
            )
        self._type(*odds_lines(board, self.machine))

    # -- typing

    def _type(self, *lines: str) -> None:
        begun = self.state.squares if self.state.playing else ""
        text = "".join(f"{typed(line)}{END}" for line in lines)
        # a play with an operator stands on the line: it is taken up again below
        self.machine.unsent += f"{self._head()}{END if begun else ''}{text}{begun}"

    def _head(self) -> str:
        """What must be typed before a line of ours can begin."""
        script = self.machine.typescript
        head = script.order() if script.cleared else script.leave()
        script.apart = 2
        return head

    def _totals(self) -> str:
        trial = self.machine.trial
        sums = [sum(column) for column in zip((0, 0, 0), trial.begun, *trial.counted, strict=True)]
        won, drawn, lost = sums
        return f"{trial.plays} PLAYS   + {won}   - {lost}   . {drawn}"

    # -- refusals, tape

    def refused(self, refusal: RefusedError) -> None:
        """Type why a card was refused, and drop what is left of it."""
        self.state.game.moves.waiting.clear()
        self._type(*refusal_lines("CARD", refusal, WIDTH))

    def saved(self, name: str) -> TapeFile:
        """The odds."""
        learned = Learned(self.machine.store.learned(), self.machine.trial.plays)
        return file_of_odds(learned, name)

    def load(self, file: TapeFile, where: str) -> None:
        """Take odds; raises RefusedError with nothing changed."""
        self.machine.store.take(odds_of_file(file, where).chances)

    def taped(self, card: TapeCard, unit: str, reel: str) -> None:
        """Type that a tape was written or read."""
        what = "SAVED" if card.save else "LOADED"
        self._type(f"ODDS {what}{f' AS {card.name}' if card.name else ''}  {unit}, {reel}")


def deck_feed(machine: PegasusState) -> DeckFeed:
    """The deck's way into the machine, by its reader and its tape."""
    player = PegasusPlayer(machine, machine.deck)
    return DeckFeed(machine.reader, [machine.tape1], machine.deck.feed, player)


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
