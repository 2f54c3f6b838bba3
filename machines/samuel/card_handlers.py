"""What each control card does to the program: games opened, boards set up, moves put in line.

:func:`execute_card` takes one card.  It either acts on the whole of it or raises RefusedError
(naming the card and column) with nothing changed.

Cards that set up (GAME, BOARD, POLY, BREAK, SENSE, comments) are read one after the other without
anything being played; the first MOVE, BOOK or END card ends the setting up.  That card is the
"first act that needs START": the program comes to a stop before it plays anything.
"""

from collections.abc import Callable

from devices.media.control_card import LAST_COLUMN, TEXT_COLUMN, at_column
from devices.media.sheet import wrap_lines
from devices.refusal import RefusedError
from machines.games.draughts.notation import read_fen
from machines.samuel import cards, learned_listing, learning_control, listing
from machines.samuel.games import LEARNERS, Game, Result, WaitingMove, tally
from machines.samuel.learning import poly_cards
from machines.samuel.learning_cards import LearnCard, PunchCard, ReturnCard, SeriesCard
from machines.samuel.polynomial import Manner, Polynomial
from machines.samuel.rote import control
from machines.samuel.settings import BY_NAME
from machines.samuel.state import BoardCardText, CardAtHand, Event, ProgramState

UNFINISHED = "NOT FINISHED"
BOOK_ENDS = "BOOK ENDS"


def execute_card(state: ProgramState, text: str, where: str) -> None:
    """Act on the card that reads ``text``; ``where`` names it.

    Raises RefusedError with nothing changed; but if it is the board on the cards before that can't
    be set up, that is dropped, and this card is kept at hand to be acted on after START.
    """
    command = cards.read_card(text, where)
    if isinstance(command, cards.BoardCard):
        _join_board(state, BoardCardText(command.text, where, command.columns))
        return
    if state.board_parts and not isinstance(command, cards.RemarkCard):
        try:
            finish_board(state)
        except RefusedError:
            state.board_parts, state.at_hand = [], CardAtHand(text, where)
            raise
    match command:
        case cards.RemarkCard():
            state.sheet.line(f" {command.text}".rstrip())
        case cards.SenseCard():
            state.card_sense = command.switches
            state.sheet.line(f" {text[:LAST_COLUMN].strip()}")
        case cards.GameCard():
            _open_game(state, command, where)
        case cards.PolyCard():
            _set_term(state, command, text, where)
        case cards.MannerCard():
            manner = Manner.BY_TURNS if command.by_turns else Manner.TOGETHER
            state.learning.poly_comes(state.lookahead.polynomial)
            state.lookahead.polynomial, state.poly_follows = Polynomial(manner=manner), True
            state.sheet.line(f" {text[:LAST_COLUMN].strip()}")
        case cards.BetaCard():
            learning_control.betas_follow(state, at_column(where, TEXT_COLUMN))
            state.sheet.line(f" {text[:LAST_COLUMN].strip()}")
        case cards.BreakCard():
            _set_break_point(state, command, text, where)
        case cards.MovesCard():
            _take_moves(state, command, where)
        case LearnCard("ROTE" | "BOTH B" as kind):
            both = kind == "BOTH B"
            control.learn(state, at_column(where, TEXT_COLUMN), both, command.new)
        case LearnCard():
            learning_control.learn(state, command, where)
            state.sheet.block(learned_listing.begun_lines(state.learning))
        case SeriesCard():
            learning_control.request_series(state, command, where)
            state.sheet.line(f" {text[:LAST_COLUMN].strip()}")
            play_on(state)
        case ReturnCard():
            learning_control.restore_players(state, command, at_column(where, TEXT_COLUMN))
            state.sheet.line(f" {text[:LAST_COLUMN].strip()}")
        case PunchCard():
            _punch(state)
        case cards.EndCard():
            _end(state)


def cards_end(state: ProgramState) -> None:
    """The reader's end-of-file key, or the end of a tape, says that no card follows: as END.

    Raises RefusedError if a board is left unfinished.
    """
    if state.board_parts:
        finish_board(state)
    state.ending = True
    state.sheet.line(" END OF FILE")
    play_on(state)


# -- boards ----------------------------------------------------------------------------------------


def _join_board(state: ProgramState, part: BoardCardText) -> None:
    """One more part of a board; what can be seen to be wrong already is refused at once."""
    game = state.games.get(state.current)
    at = at_column(part.where, part.columns[0])
    if game is None or game.over:
        raise RefusedError(at, "no game is open; expected a GAME card before BOARD")
    if game.plays:
        raise RefusedError(
            at,
            f"game {game.number} has begun; expected BOARD before its first move, or a GAME card",
        )
    parts = [*state.board_parts, part]
    joined = "".join(part.text for part in parts)
    read_fen(joined if _is_whole(joined) else _as_if_whole(joined), place=_places(parts))
    state.board_parts = parts


def _is_whole(joined: str) -> bool:
    """Whether a board may end here: it names both sides and doesn't break off."""
    return joined.count("/") + joined.count(":") >= 2 and joined[-1] not in ",/:K-"


def _as_if_whole(joined: str) -> str:
    """The part of an unfinished board that stands for certain, made whole, to try it."""
    sure = joined[: max(joined.rfind(mark) for mark in ",/:")] if len(joined) > 1 else joined
    sides = sure.replace(":", "/").split("/")[1:]
    if len(sides) == 0:
        return sure + "/W/B"
    return sure + ("/B" if sides[0][:1] == "W" else "/W") if len(sides) == 1 else sure


def _places(parts: list[BoardCardText]) -> Callable[[int], str]:
    """Names the card and column of a character of the joined text, or of what comes after it."""
    places = [(part.where, column) for part in parts for column in part.columns]
    where, column = places[-1]
    places.append((where, column + 1))
    return lambda index: at_column(*places[min(index, len(places) - 1)])


def finish_board(state: ProgramState) -> None:
    """No further BOARD card follows: set the board up and print the starting arrangement.

    Raises RefusedError naming the last of them, nothing changed, if the board is not whole.
    """
    parts = state.board_parts
    joined = "".join(part.text for part in parts)
    if not _is_whole(joined):
        raise RefusedError(
            _places(parts)(len(joined)),
            "the board is not whole and is not set up; expected who is to move, White's and "
            "Black's squares, such as B/W18,K24/B1,2, on one BOARD card or on several together",
        )
    game = state.games[state.current]
    game.place(read_fen(joined, place=_places(parts)))
    state.board_parts = []
    state.sheet.block(listing.placed_lines("STARTING ARRANGEMENT", game.position))


# -- games -----------------------------------------------------------------------------------------


def _open_game(state: ProgramState, card: cards.GameCard, where: str) -> None:
    """Open a game, or select one that is under way."""
    old = state.games.get(card.number)
    if old is not None and not old.over and card.bare:
        state.current = card.number
        return
    game = Game(
        number=card.number,
        black=card.black or "OPERATOR",
        white=card.white or "OPERATOR",
        title=card.title,
        limit=card.limit,
    )
    learning_control.check_seats(state, game, at_column(where, TEXT_COLUMN))
    if old is not None and not old.over and old.plays:
        end_unfinished(state, old)
    set_up_game(state, game)
    state.setting_up, state.poly_follows = True, False


def set_up_game(state: ProgramState, game: Game) -> None:
    """Put a new game on the board, and head its listing."""
    alone = all(other.over for other in state.games.values() if other.number != game.number)
    first = not state.games
    state.games[game.number] = game
    state.games = dict(sorted(state.games.items()))
    state.current, state.partial = game.number, ()
    title = f"GAME {game.number}     {game.title}".rstrip()
    state.sheet.title = title if alone else "SEVERAL GAMES"
    if alone and not first and not state.sheet.fresh:
        state.sheet.eject()
    state.sheet.block(listing.opening_lines(game))


def _end(state: ProgramState) -> None:
    """The END card; on a book tape beside a deck it ends only the tape's part."""
    if state.from_tape and state.source != "tape":
        book_ends(state)
        state.tape_ended = True
        state.on_event(Event.PLAYS)
    else:
        state.ending = True
        play_on(state)


def book_ends(state: ProgramState) -> None:
    """A tape mark: the book game that was followed ends here."""
    game = state.games.get(state.current)
    if game is not None and not game.over and any(made.rating for made in game.plays):
        end_unfinished(state, game)
    if not state.setting_up:
        state.on_event(Event.PLAYS)


def end_unfinished(state: ProgramState, game: Game) -> None:
    """A game is broken off: no more of it comes."""
    follows = any(made.rating for made in game.plays)
    game.end(Result.OPEN, BOOK_ENDS if follows else UNFINISHED)
    close(state, game)


def close(state: ProgramState, game: Game) -> None:
    """Print how a game that is over ended, its last board and its statistics."""
    game.closed = True
    game.moves, game.book = [], []
    if tally(game.plays).rated:
        state.book_games += 1
        state.book_plays += [made for made in game.plays if made.rating]
    state.sheet.block(listing.placed_lines(f"GAME {game.number}     LAST POSITION", game.position))
    state.sheet.block(listing.end_lines(game))
    learning_control.finish_game(state, game)


# -- the polynomial and the break points -----------------------------------------------------------


def _set_term(state: ProgramState, card: cards.PolyCard, text: str, where: str) -> None:
    """Set a term; the first POLY card after a GAME card clears the polynomial before it."""
    look = state.lookahead
    old = look.polynomial if state.poly_follows else Polynomial()
    new = old.with_term(card.name, card.sign, card.power, at_column(where, card.column))
    state.learning.poly_comes(look.polynomial)
    look.polynomial, state.poly_follows = new, True
    state.sheet.line(f" {text[:LAST_COLUMN].strip()}")


def _punch(state: ProgramState) -> None:
    """Alpha's polynomial to the punch, or without him the machine's."""
    learning = state.learning
    found = learning.contest.alpha.polynomial if learning.there else state.lookahead.polynomial
    punched = poly_cards(found)
    state.punching += punched
    state.sheet.heads = ()
    state.sheet.notes(wrap_lines(["PUNCH ", *punched[0].split()[1:], *str(found).split()], 1, 8))


def _set_break_point(state: ProgramState, card: cards.BreakCard, text: str, where: str) -> None:
    column = card.value_column if card.name in BY_NAME else card.column
    state.lookahead.settings.named(card.name, card.value, at_column(where, column))
    state.sheet.line(f" {text[:LAST_COLUMN].strip()}")


# -- moves -----------------------------------------------------------------------------------------


def _take_moves(state: ProgramState, card: cards.MovesCard, where: str) -> None:
    """Put a card's moves in line behind what their game has waiting."""
    number = card.number or state.current
    game = state.games.get(number)
    at = at_column(where, TEXT_COLUMN)
    if game is None:
        raise RefusedError(at, f"game {number} is not open; expected a GAME card before it")
    if state.rule == 2:
        state.current = number
        state.sheet.line(f" {_named(card)} PASSED OVER, SENSE SWITCH 2 IS DOWN")
        play_on(state)
        return
    if game.over:
        raise RefusedError(
            at, f"game {number} is over ({game.ending}); expected another game, or END"
        )
    state.current = number
    book = card.book or state.rule == 3
    wanted = "BOOK" if book else "OPERATOR"
    if wanted not in game.players(state.rule):
        raise RefusedError(
            at,
            f"neither side of game {number} is played by {wanted}; expected "
            f"{'MOVE' if card.book else 'BOOK'}, END, or another GAME card before it"
            + (", or sense switch 3 down" if card.book else ""),
        )
    _put_in_line(state, game, card, book, where)
    play_on(state)


def _put_in_line(
    state: ProgramState, game: Game, card: cards.MovesCard, book: bool, where: str
) -> None:
    texts = tuple(move.text for move in card.moves)
    moves = card.moves
    # A card that was refused in the middle comes back corrected: its first moves stand made.
    part = state.part_refused
    skip = 0
    if part and (part.where, part.game, part.book) == (where, game.number, book):
        skip = len(part.made) if texts[: len(part.made)] == part.made else 0
    state.part_refused = None
    line = game.book if book else game.moves
    line += [WaitingMove(move, where, texts[:k]) for k, move in enumerate(moves) if k >= skip]


def _named(card: cards.MovesCard) -> str:
    return f"{'BOOK' if card.book else 'MOVE'} {' '.join(move.text for move in card.moves)}"


def draws_hold(state: ProgramState, game: Game) -> bool:
    """Whether a game can be drawn: not while it follows a book, nor Alpha against Beta."""
    return "BOOK" not in game.players(state.rule) and game.learners != LEARNERS


def play_on(state: ProgramState) -> None:
    """A card that plays has come: the games begin, after START if it is the first act."""
    if state.setting_up:
        state.setting_up = False
        for game in state.games.values():
            if not game.seen:
                begin_game(state, game)
    if state.begun:
        state.on_event(Event.PLAYS)
    else:
        state.sheet.block(listing.settings_lines(state.lookahead))
        if state.down(4) and not (state.learning.there or state.reels.there):
            state.sheet.line(" SENSE SWITCH 4 IS DOWN, BUT NOBODY LEARNS WITHOUT A LEARN CARD")
        state.on_event(Event.FIRST_ACT, "the cards are read: press START to begin")


def begin_game(state: ProgramState, game: Game) -> None:
    """A game that is set up begins; it may be over at once."""
    game.give_away = bool(state.lookahead.settings.give_away)
    learning_control.enter(state, game)
    game.begin(draws_hold(state, game))
    if game.over:
        close(state, game)
