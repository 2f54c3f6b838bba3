"""Moves made or games conceded: what follows a decision, printed and shown.

Rules that the paper leaves open, ours, each in one place:

* The machine concedes at the ``LOSSES_SEEN``-th decision in a row at which every move that it has
  is seen to lose.  While it follows a book it only says that it sees a loss.
* It announces a win once a game and side, at the first decision that sees one.
* Of the machine's multiple jump the M-Q shows the first square jumped to, and START the next, with
  a stop between them, when the moves come from the entry keys (sense switch 1).  Else nothing waits
  for it and the M-Q shows where the jump begins and ends.
"""

import itertools

from machines.games.draughts.board import Move
from machines.samuel import entry_keys, learning_control, listing
from machines.samuel.book import rate
from machines.samuel.card_handlers import close, draws_hold
from machines.samuel.games import Game, Play, side, win_result
from machines.samuel.lookahead import Decision
from machines.samuel.rote import control
from machines.samuel.state import ProgramState
from machines.samuel.state_machine import Event

LOSSES_SEEN = 1
"""The machine concedes when it has seen a loss at so many decisions in a row."""
GO_ON = "press START to go on"
NEXT_JUMP = "press START for its next jump"


def moved(state: ProgramState, game: Game, made: Play) -> None:
    """Make a move, print it, and stop or go on."""
    follows_book = "BOOK" in game.players(state.rule)
    learning_control.moved(state, game, made)
    game.play(made, draws_hold(state, game))
    heads, row = listing.play_row(game, follows_book)
    state.sheet.table_row(heads, row)
    state.moves_made += 1
    state.turn = game.number
    state.move_refused, state.partial = False, ()
    if state.showing:
        state.on_event(Event.SHOWING, _jump_words(state), NEXT_JUMP)
    elif state.down(6):
        state.on_event(
            Event.AFTER_MOVE,
            f"sense switch 6: game {game.number}, {side(made.black).capitalize()} has played "
            f"{made.move}",
            GO_ON,
        )


def _jump_words(state: ProgramState) -> str:
    source, target = state.mq >> 6 & 63, state.mq & 63
    return f"the machine jumps {source} to {target}"


def settle(state: ProgramState) -> None:
    """Print the end of a game that has just ended."""
    for game in state.games.values():
        if game.over and not game.closed:
            close(state, game)


def on_decision(state: ProgramState) -> None:
    """The look-ahead is finished: announce what it sees, then concede or make the move."""
    decision = state.lookahead.decision()
    game = state.games[state.thinking_for]
    state.boards_looked_at += decision.boards
    state.thinking_for = 0
    state.on_event(Event.DECIDED)
    book, state.book_move = state.book_move, None
    made = Play(
        move=book or decision.move,
        black=game.black_to_move,
        player="BOOK" if book else game.mover(state.rule),
        score=decision.score,
        boards=decision.boards,
        evaluations=decision.evaluations,
        deepest=decision.deepest,
        us=decision.us,
        rating=rate(decision.move, decision.rated, book) if book else None,
    )
    state.last_score, state.entered = decision.score, False
    state.predicts_win, state.concedes = decision.win_seen, False
    learning_control.on_decision(state, game, decision)
    control.on_decision(state, game, decision)
    if book is None and _concedes(state, game, decision):
        return
    _show_move(state, game, decision.move, steps=book is None)
    moved(state, game, made)
    if state.down(5):
        state.sheet.notes(listing.line_lines(decision.line) + listing.rated_lines(decision))
    _announce(state, game, decision, made)
    settle(state)


def _concedes(state: ProgramState, game: Game, decision: Decision) -> bool:
    """Give the game up if it is lost; whether it was."""
    black = game.black_to_move
    game.losses[black] = game.losses[black] + 1 if decision.loss_seen else 0
    if game.losses[black] < LOSSES_SEEN:
        return False
    state.concedes = True
    state.turn = game.number
    who = game.mover(state.rule)
    state.sheet.line(f" GAME {game.number}     {side(black)}, {who} CONCEDES", double=True)
    game.end(win_result(not black), f"{side(black)} CONCEDES, {side(not black)} WINS")
    settle(state)
    return True


def _announce(state: ProgramState, game: Game, decision: Decision, made: Play) -> None:
    """Say once a game and side that a win is foreseen; in a book game that a loss is, too."""
    who = side(made.black)
    if decision.win_seen and made.black not in game.wins_foreseen:
        game.wins_foreseen += (made.black,)
        state.sheet.notes([f" GAME {game.number}     {who}, MACHINE PREDICTS A WIN"])
    if decision.loss_seen and made.black not in game.losses_foreseen:
        game.losses_foreseen += (made.black,)
        state.sheet.notes([f" GAME {game.number}     {who}, MACHINE SEES A LOSS"])


def _show_move(state: ProgramState, game: Game, move: Move, steps: bool) -> None:
    """The machine's move in the M-Q; with ``steps`` a multiple jump one square at each START."""
    squares = move.squares
    words = [
        entry_keys.step_word(game.number, source, target)
        for source, target in itertools.pairwise(squares)
    ]
    other = game.players(state.rule)[1 if game.black_to_move else 0]
    if steps and len(words) > 1 and state.down(1) and other == "OPERATOR":
        state.mq, state.showing = words[0], tuple(words[1:])
    else:
        state.mq = entry_keys.step_word(game.number, squares[0], squares[-1])
        state.showing = ()


def show_next_jump(state: ProgramState) -> bool:
    """Show the next jump of the machine's move in the M-Q; whether still more follow."""
    if not state.showing:
        return False
    state.mq, *rest = state.showing
    state.showing = tuple(rest)
    if state.showing:
        state.on_event(Event.SHOWING, _jump_words(state), NEXT_JUMP)
    return bool(state.showing)
