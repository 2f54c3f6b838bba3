"""The conduct of play: whose turn it is, and the moves that cards, books and keys have brought.

Rules that the paper leaves open, ours, each in one place:

* Games take turns: after a move in one the next that can go on is played (machine, then a move that
  a card or the book has brought); only when none can go on is an operator asked, or a card read.
* A refused card: START goes on with the next card (a corrected one, if the operator corrected it at
  the reader), and the rest of the refused card is not used.
* The machine concedes at the ``LOSSES_SEEN``-th decision in a row at which every move that it has
  is seen to lose.  While it follows a book it only says that it sees a loss.
* It announces a win once a game and side, at the first decision that sees one.
* Of the machine's multiple jump the M-Q shows the first square jumped to, and START the next, with
  a stop between them, when the moves come from the entry keys (sense switch 1).  Else nothing waits
  for it and the M-Q shows where the jump begins and ends.
"""

import itertools

from devices.media.control_card import at_column
from devices.media.sheet import refusal_lines
from devices.refusal import RefusedError
from machines.games.draughts import Move, find_move
from machines.samuel import entry_keys, learning_control, listing
from machines.samuel.book import rate
from machines.samuel.card_handlers import (
    begin_game,
    close,
    draws_hold,
    end_unfinished,
    set_up_game,
)
from machines.samuel.games import MACHINES, Game, Play, WaitingMove, side, win_result
from machines.samuel.lookahead import Decision
from machines.samuel.rote import control
from machines.samuel.state import Event, PartRefused, ProgramState

VERIFY_US = 2_600 + 1_500
"""A move from outside: all moves are found and one is made (Samuel 1959, Appendix A)."""
NEXT_RECORD = "press START to go on with the next record"
CORRECT = "correct the card at the reader and press START, or press START to pass it over"
TAPE_AGAIN = "put the right tape on the unit, or press START to begin anew with this one"
WITHOUT = "press START to go on without the rest of that card"
LOSSES_SEEN = 1
"""The machine concedes when it has seen a loss at so many decisions in a row."""
GO_ON = "press START to go on"
NEXT_JUMP = "press START for its next jump"


# -- what comes next -------------------------------------------------------------------------------


def start_next_action(state: ProgramState, book_on_tape: bool) -> None:
    """Decide what comes next, in the phase CHOOSING; makes moves that wait for no look-ahead.

    ``book_on_tape``: there is a book tape to be read, so that the deck's END is not all.
    """
    if state.setting_up:
        state.on_event(Event.CARD_NEEDED)
        return
    for game in _in_turn(state):
        if _goes_on(state, game):
            return
    if _next_of_series(state):
        return
    waiting = state.operators_turn()
    if waiting is not None and state.down(1):
        ask_keys(state, waiting)
    elif state.ending and not book_on_tape:
        if not control.merge_before_end(state):
            _end_deck(state)
    else:
        state.on_event(Event.CARD_NEEDED)


def _in_turn(state: ProgramState) -> list[Game]:
    """The games, the one after that of the last move first."""
    games = list(state.games.values())
    return sorted(games, key=lambda game: (game.number <= state.turn, game.number))


def _goes_on(state: ProgramState, game: Game) -> bool:
    """Let a game go on by one move, or begin the look-ahead for it; whether it could."""
    if game.over:
        return False
    _tell_rule(state, game)
    mover = game.mover(state.rule)
    if mover in MACHINES:
        first = learning_control.forced(state, game)
        if first is None:
            _look_ahead(state, game, exact=False)
        else:
            moved(state, game, Play(first, game.black_to_move, mover))
    elif mover == "BOOK" and game.book:
        return _begin_book_move(state, game)
    elif mover == "OPERATOR" and game.moves and not state.down(1):
        return _operators_card(state, game)
    else:
        return False
    return True


def _next_of_series(state: ProgramState) -> bool:
    """Begin the next game that a SERIES card has ordered; whether there was one."""
    game = learning_control.next_game(state)
    if game is not None:
        set_up_game(state, game)
        begin_game(state, game)
    return game is not None


def can_go_on(state: ProgramState) -> bool:
    """Whether anything can be played as the switches stand, without a further card."""
    for game in state.games.values():
        mover = game.mover(state.rule)
        waiting = mover == "OPERATOR" and (state.down(1) or game.moves)
        if not game.over and (waiting or mover in MACHINES or (mover == "BOOK" and game.book)):
            return True
    return learning_control.games_wait(state)


def _tell_rule(state: ProgramState, game: Game) -> None:
    """Say so when a sense switch contradicts the GAME card, and when it no longer does."""
    rule = state.rule
    if game.players(rule) == (game.black, game.white):
        rule = 0
    if rule == game.switched:
        return
    game.switched = rule
    state.sheet.line(
        {
            0: f" GAME {game.number}     AS ON ITS CARD AGAIN, BLACK {game.black}, "
            f"WHITE {game.white}",
            2: f" GAME {game.number}     SENSE SWITCH 2 IS DOWN, THE MACHINE PLAYS BOTH SIDES",
            3: f" GAME {game.number}     SENSE SWITCH 3 IS DOWN, BOTH SIDES FOLLOW THE BOOK",
        }[rule]
    )


def _look_ahead(state: ProgramState, game: Game, exact: bool) -> None:
    learning_control.take_over(state, game)
    control.begin(state, game)
    state.lookahead.begin(game.position, exact=exact)
    state.thinking_for = game.number
    state.on_event(Event.LOOKS_AHEAD)
    state.mq, state.storage_word, state.blank, state.showing = 0, None, False, ()
    state.entered = False


def _end_deck(state: ProgramState) -> None:
    for game in state.games.values():
        if not game.over:
            end_unfinished(state, game)
    if state.book_games > 1:
        state.sheet.block(listing.all_books_lines(state.book_games, state.book_plays))
    state.sheet.last_line(" END OF DECK")
    state.on_event(
        Event.END, "the deck has ended", "put another in the hopper and press LOAD CARDS"
    )


# -- moves from cards and books --------------------------------------------------------------------


def _verified(state: ProgramState, game: Game, waiting: WaitingMove, book: bool) -> Move | None:
    """The legal move that a card names; None when it was refused, and the card is shown."""
    try:
        return find_move(
            game.position, waiting.punched.squares, at_column(waiting.where, waiting.punched.column)
        )
    except RefusedError as refusal:
        (game.book if book else game.moves).clear()
        state.part_refused = PartRefused(waiting.where, game.number, book, waiting.before)
        state.current, state.move_refused = game.number, True
        refuse_card(state, refusal, "" if waiting.where == state.card else WITHOUT)
        return None


def _operators_card(state: ProgramState, game: Game) -> bool:
    waiting = game.moves.pop(0)
    move = _verified(state, game, waiting, book=False)
    if move is not None:
        state.busy_us += VERIFY_US
        moved(state, game, Play(move, game.black_to_move, "OPERATOR"))
        settle(state)
    return True


def _begin_book_move(state: ProgramState, game: Game) -> bool:
    move = _verified(state, game, game.book.pop(0), book=True)
    if move is not None:
        state.busy_us += VERIFY_US
        state.book_move = move
        _look_ahead(state, game, exact=True)
    return True


def refuse_card(state: ProgramState, refusal: RefusedError, advice: str = "") -> None:
    """A card was refused: print why, and stop with the card shown."""
    state.card_refused = True
    state.sheet.block(refusal_lines("CARD", refusal))
    usual = NEXT_RECORD if state.from_tape else CORRECT
    state.on_event(Event.REFUSED, str(refusal), advice or usual)


def refuse_tape(state: ProgramState, refusal: RefusedError) -> None:
    """The memory tape or the next one was refused: print why, and stop."""
    state.tape_check = True
    state.sheet.block(refusal_lines("TAPE", refusal))
    state.on_event(Event.REFUSED, str(refusal), TAPE_AGAIN)


# -- moving ----------------------------------------------------------------------------------------


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


# -- moves from the keys ---------------------------------------------------------------------------


def ask_keys(state: ProgramState, game: Game, why: str = "") -> None:
    """An operator is to move by the entry keys."""
    state.current = game.number
    if state.entered:
        take_entry(state)
        return
    name = f"game {game.number}: {side(game.black_to_move).capitalize()} is to move"
    if state.partial:
        name = f"the jump goes on from {state.partial[-1]}"
    several = len(state.operators_games()) > 1 and not state.partial
    state.on_event(
        Event.KEYS,
        "; ".join(filter(None, (why, name))),
        f"with the lever at MANUAL set the keys{' (no squares: another game)' * several} and "
        "press ENTER MQ, then AUTOMATIC and START",
    )


def take_entry(state: ProgramState) -> None:
    """Take the step of a move that stands in the M-Q."""
    state.entered = False
    try:
        step = entry_keys.read_entry(state.mq)
        game = _entered_game(state, step)
        move = _entered_move(state, game, step)
    except RefusedError as refusal:
        _refuse_entry(state, refusal)
        return
    state.current, state.move_refused = game.number, False
    if move is None:
        ask_keys(state, game)
        return
    state.partial = ()
    state.busy_us += VERIFY_US
    moved(state, game, Play(move, game.black_to_move, "OPERATOR"))
    settle(state)


def _entered_game(state: ProgramState, step: entry_keys.Entry) -> Game:
    """The game that an entry names; without squares and number, the next that waits."""
    waiting = state.operators_games()
    number = step.game or state.current
    if step.selects and not step.game and not state.partial:
        if len(waiting) < 2:
            raise RefusedError("M-Q", "no move is entered; expected squares in keys 24 to 35")
        number = waiting[1].number
    game = next((game for game in waiting if game.number == number), None)
    if game is None:
        raise RefusedError(f"game {number}", "no operator is to move in it")
    if state.partial and number != state.current:
        raise RefusedError(f"game {number}", f"first finish the jump in game {state.current}")
    return game


def _entered_move(state: ProgramState, game: Game, step: entry_keys.Entry) -> Move | None:
    """The move that this step makes whole; None when more squares are to come."""
    if step.selects:
        state.partial = ()
        return None
    squares: tuple[int, ...] = (step.source, step.target)
    if not state.partial:
        if not entry_keys.moves_beginning(game.position, squares):
            return find_move(game.position, squares, f"move {step.source} to {step.target}")
    else:
        squares = entry_keys.extend(game.position, state.partial, step)
    move = entry_keys.whole(game.position, squares)
    state.partial = () if move else squares
    return move


def _refuse_entry(state: ProgramState, refusal: RefusedError) -> None:
    state.move_refused = True
    state.sheet.block(refusal_lines("MOVE", refusal))
    game = state.operators_turn()
    if game is not None:
        ask_keys(state, game, str(refusal))
