"""Moves made or games conceded: what follows a decision, printed and shown.

Rules that the paper leaves open, ours, each in one place:

* The machine concedes at the ``LOSSES_SEEN``-th decision in a row at which every move that it has
  is seen to lose.  While it follows a book it only says that it sees a loss.
* It announces a win once a game and side, at the first decision that sees one.
* Of the machine's multiple jump the M-Q shows the first square jumped to, and START the next, with
  a stop between them, when the moves come from the entry keys (sense switch 1).  Else nothing waits
  for it and the M-Q shows where the jump begins and ends.

Ours, not the paper's: key 20 down and no squares in the keys, ENTER MQ and START, at any stop or
after RESET.  The game goes back over the moves made since, and the operator is to move again, also
where the game was over.  What Alpha has learned and the boards that were kept stay: the machine
compares nothing over the moves that are gone.  The game is made again from its start without them:
no snapshot is kept for it, so it works in a session that was opened again, too.
"""

import itertools

from devices.refusal import RefusedError
from machines.games.draughts.board import Move
from machines.samuel import entry_keys, learning_control, listing
from machines.samuel.book import rate
from machines.samuel.card_handlers import close, draws_hold
from machines.samuel.games import Game, Play, side, win_result
from machines.samuel.generalization.coefficients import before_the_last_step
from machines.samuel.lookahead import Decision
from machines.samuel.rote import control
from machines.samuel.state import Event, Phase, ProgramState

# -- Taking back a move: the board before the operator's last move is set up again -----------------

TAKE_BACK_US = 2_600 + 1_500
"""Per move that is made again from the start, as a move from outside (Samuel 1959, Appendix A)."""
WHAT = "TAKE BACK"


def can_take_back(state: ProgramState) -> bool:
    """Whether there is a move that the operator can take back now."""
    try:
        _game_of(state, 0)
    except RefusedError:
        return False
    return True


def take_back(state: ProgramState, number: int) -> None:
    """Take the operator's last move of that game back (0: of the game at hand), and what followed.

    Raises RefusedError, nothing changed, if there is none.
    """
    game = _game_of(state, number)
    _leave_look_ahead(state)
    taken = _back(state, game)
    _forget_comparison(state, game)
    state.current = state.turn = game.number
    state.partial = state.showing = ()
    state.entered = state.move_refused = state.predicts_win = state.concedes = False
    state.mq, state.storage_word = 0, None
    state.busy_us += TAKE_BACK_US * max(1, len(game.plays))
    moves = " ".join(made.move.card() for made in taken)
    state.sheet.block(
        [
            f" GAME {game.number}     THE OPERATOR TAKES BACK  {moves}",
            "",
            *listing.placed_lines("THE BOARD BEFORE", game.position),
        ]
    )
    state.on_event(Event.TAKE_BACK)


def _game_of(state: ProgramState, number: int) -> Game:
    """The game whose last move is taken back.  Raises RefusedError if there is none."""
    if state.phase in (Phase.IDLE, Phase.CLEARING) or state.setting_up:
        raise RefusedError(WHAT, "no game has begun; expected a move to take back")
    if control.units_needed(state):
        raise RefusedError(WHAT, "the memory tape is at work; expected its end")
    if not state.down(1):
        raise RefusedError(WHAT, "moves come from cards; expected sense switch 1 down")
    waiting = state.operators_turn()
    at_hand = waiting.number if waiting is not None else state.turn
    game = state.games.get(number or at_hand)
    if game is None or not _operators_moves(game):
        raise RefusedError(WHAT, "the operator has made no move that could be taken back")
    if "BOOK" in game.players(state.rule):
        raise RefusedError(WHAT, f"game {game.number} follows a book; expected a game without one")
    if game.learners and state.learning.game not in (0, game.number):
        raise RefusedError(WHAT, f"Alpha plays game {state.learning.game} now; expected its end")
    return game


def _operators_moves(game: Game) -> list[int]:
    """Which of its moves were the operator's."""
    return [k for k, made in enumerate(game.plays) if made.player == "OPERATOR"]


def _leave_look_ahead(state: ProgramState) -> None:
    """Give up a look-ahead that is under way: the polynomial and break points are as before it."""
    if not state.thinking_for:
        return
    state.boards_looked_at += state.lookahead.boards
    state.thinking_for, state.book_move = 0, None
    learning, reels = state.learning, state.reels
    if learning.base is not None:
        state.lookahead.polynomial, learning.base = learning.base, None
    if reels.used:
        reels.used = False
        state.lookahead.settings.move_break_points(-reels.deeper)


def _back(state: ProgramState, game: Game) -> list[Play]:
    """Set the game back to before the operator's last move; the moves that are gone."""
    last = _operators_moves(game)[-1]
    taken, kept = game.plays[last:], game.plays[:last]
    game.go_back(kept, draws_hold(state, game))
    return taken


def _forget_comparison(state: ProgramState, game: Game) -> None:
    """Alpha, if he plays in it, compares nothing with the boards that are gone."""
    learning = state.learning
    if not (learning.there and game.learners):
        return
    learning.game, learning.before = game.number, None
    learning.contest.alpha.begin_game()
    if learning.recall is not None:
        learning.recall.begin_game(learning.contest.alpha.polynomial)
    if game.plays:
        board = game.board_before(len(game.plays) - 1)
        _, learning.before = before_the_last_step(board, game.plays[-1].move)


# -- moving ----------------------------------------------------------------------------------------

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
