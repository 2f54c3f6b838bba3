"""Taking back a move: the board before the operator's last move is set up again.

Ours, not the paper's: key 20 down and no squares in the keys, ENTER MQ and START, at any stop or
after RESET.  The game goes back over the moves made since, and the operator is to move again, also
where the game was over.  What Alpha has learned and the boards that were kept stay: the machine
compares nothing over the moves that are gone.  The game is made again from its start without them:
no snapshot is kept for it, so it works in a session that was opened again, too.
"""

from devices.refusal import RefusedError
from machines.samuel import listing
from machines.samuel.card_handlers import draws_hold
from machines.samuel.games import Game, Play
from machines.samuel.generalization.coefficients import before_the_last_step
from machines.samuel.rote import control
from machines.samuel.state import Event, Phase, ProgramState

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
