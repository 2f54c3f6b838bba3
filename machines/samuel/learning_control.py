"""Learning at the machine: whose polynomial looks ahead, when Alpha learns.

* LEARN makes both players anew (:mod:`machines.samuel.learning`).  GAME cards may then seat ALPHA
  and BETA; SERIES has them play game after game, colours and forced first moves as the series has
  them.  Alpha and Beta play in one game at a time.
* Alpha learns from each of his decisions before his move is made while sense switch 4 is down;
  with the switch up neither he nor Beta changes at all.
* A game of Alpha against Beta is one of the series, also if a GAME card ordered it: at its end Beta
  may adopt, or Alpha gets a black mark.  It is cut after 70 moves, and no rule makes it a draw
  before.  Against anybody else Alpha learns, and nothing follows from the result.
* What the operator changes of the coefficients by STQ while Alpha or Beta looks ahead holds only
  for that look-ahead: they bring their own polynomials.
"""

from copy import deepcopy

from devices.refusal import RefusedError
from machines.games.draughts.board import Move
from machines.samuel import learned_listing
from machines.samuel.games import LEARNERS, Game, Play
from machines.samuel.generalization.coefficients import Rules, before_the_last_step
from machines.samuel.generalization.match import Contest, Match
from machines.samuel.generalization.series import did_best, first_move
from machines.samuel.learning import BOTH_C, FIRST, TITLES, learning_of, poly_cards, taught
from machines.samuel.learning_cards import LearnCard, ReturnCard, SeriesCard
from machines.samuel.lookahead import Decision
from machines.samuel.polynomial import Manner, Polynomial
from machines.samuel.rote.memory_tape import MemoryTapeState
from machines.samuel.state import ProgramState

NO_LEARNERS = "there is no Alpha and no Beta yet; expected a LEARN card before it"


# -- cards -----------------------------------------------------------------------------------------


def learn(state: ProgramState, card: LearnCard, where: str) -> None:
    """Make Alpha and Beta anew.  Raises RefusedError while they play."""
    old = state.learning
    if old.game:
        raise RefusedError(where, f"game {old.game} is under way; expected LEARN after its end")
    best: tuple[str, ...] = ()
    if old.series is not None and old.kind == FIRST and old.series.records:
        best = did_best(old.series)
    settings = state.lookahead.settings
    state.learning = learning_of(card.kind, card.seed, settings, best, old.likeliest)
    state.poly_follows = False
    if card.kind == BOTH_C:
        state.reels = MemoryTapeState()
        state.reels.abridge(state.lookahead.polynomial)


def request_series(state: ProgramState, card: SeriesCard, where: str) -> None:
    """So many games more.  Raises RefusedError without players."""
    learning = state.learning
    if learning.series is None and not state.reels.there:
        raise RefusedError(where, NO_LEARNERS)
    _teach(state, where)
    learning.ordered += card.games
    if card.listed_every and learning.series is not None:
        learning.series.listed_every = card.listed_every


def betas_follow(state: ProgramState, where: str) -> None:
    """The POLY cards so far were Alpha's, those that follow are Beta's.

    Raises RefusedError without players.
    """
    if not state.learning.there:
        raise RefusedError(where, NO_LEARNERS)
    _teach(state, where)
    state.learning.poly_comes(state.lookahead.polynomial)
    state.learning.taught = "BETA"
    state.lookahead.polynomial = Polynomial(manner=Manner.BY_TURNS)
    state.poly_follows = True


def restore_players(state: ProgramState, card: ReturnCard, where: str) -> None:
    """Alpha and Beta as they were after a game.  Raises RefusedError if there is no such state."""
    learning = state.learning
    if learning.series is None:
        raise RefusedError(where, NO_LEARNERS)
    try:
        learning.series.restore(card.game)
    except RefusedError as refusal:
        raise RefusedError(where, refusal.what) from refusal
    learning.note(keep=True)


def check_seats(state: ProgramState, game: Game, where: str) -> None:
    """Raises RefusedError if a new game may not seat Alpha or Beta."""
    if not game.learners:
        return
    if not state.learning.there:
        raise RefusedError(where, NO_LEARNERS)
    if game.black == game.white:
        raise RefusedError(where, f"{game.black} on both sides; expected ALPHA against BETA")
    others = [
        other.number
        for other in state.games.values()
        if other.number != game.number and not other.over and other.learners
    ]
    if others:
        raise RefusedError(
            where, f"game {others[0]} is under way; expected one game of ALPHA or BETA at a time"
        )
    _teach(state, where)


def _teach(state: ProgramState, where: str) -> None:
    """Let Alpha and Beta begin with what POLY cards have brought since the LEARN card."""
    learning, polynomial = state.learning, state.lookahead.polynomial
    if learning.there and state.lookahead.settings.give_away:
        raise RefusedError(where, "Alpha and Beta play to win; expected BREAK GIVE 0")
    if not learning.taught or learning.series is None:
        return
    if polynomial.manner is not Manner.BY_TURNS:
        raise RefusedError(
            where, "Alpha takes his terms by turns; expected POLY BY TURNS before the POLY cards"
        )
    if learning.taught == "ALPHA" and not polynomial.weights:
        raise RefusedError(
            where, "Alpha has no terms; expected POLY cards with terms after POLY BY TURNS"
        )
    if learning.taught == "BETA":
        learning.contest.beta = polynomial
    else:
        alpha = taught(learning.contest.alpha, polynomial)
        learning.series.contest = Contest(alpha, polynomial)
    assert learning.own is not None
    state.lookahead.polynomial, state.poly_follows = learning.own, False
    learning.taught, learning.own = "", None
    learning.series.kept[-1] = deepcopy(learning.series.contest)
    learning.note(keep=True)


# -- games -----------------------------------------------------------------------------------------


def games_wait(state: ProgramState) -> bool:
    """Whether a SERIES card has ordered games that haven't begun."""
    learning = state.learning
    return learning.begun < learning.ordered


def next_game(state: ProgramState) -> Game | None:
    """The next game that a SERIES card has ordered, if there is one and nobody plays yet."""
    learning = state.learning
    if learning.game or not games_wait(state):
        return None
    number = next((n for n in range(1, 9) if n not in state.games or state.games[n].over), 0)
    if not number:
        return None
    learning.begun += 1
    if learning.series is None:
        learning.game = number
        title = f"ROTE LEARNING, GAME {learning.begun}"
        return Game(number, "MACHINE", "MACHINE", title, Rules().longest)
    match = learning.series.begin()
    black, white = ("ALPHA", "BETA") if match.alpha_black else ("BETA", "ALPHA")
    return Game(
        number,
        black,
        white,
        f"{TITLES[learning.kind]}, GAME {len(learning.series.records) + 1}",
        learning.series.rules.longest,
    )


def enter(state: ProgramState, game: Game) -> None:
    """A game begins: from now on Alpha or Beta may be in it."""
    learning = state.learning
    if learning.series is None or not game.learners:
        return
    learning.game, learning.before = game.number, None
    learning.contest.alpha.begin_game()
    if learning.recall is not None:
        learning.recall.begin_game(learning.contest.alpha.polynomial)
    if game.learners == LEARNERS:
        rules = learning.series.rules
        game.limit = min(game.limit or rules.longest, rules.longest)
        if learning.series.match is None:
            black = game.black == "ALPHA"
            learning.series.match = Match(
                learning.contest, state.lookahead.settings, black, position=game.position
            )
        learning.match = learning.series.match


def forced(state: ProgramState, game: Game) -> Move | None:
    """The first move, if the series' rules set it."""
    learning = state.learning
    if learning.game == game.number and learning.series is None and not game.plays:
        return first_move(learning.begun - 1)
    match = _match(state, game)
    return match.force() if match is not None and match.forced is not None else None


def take_over(state: ProgramState, game: Game) -> None:
    """Before a look-ahead: it goes by the polynomial of the side to move."""
    learning, look = state.learning, state.lookahead
    mover = game.mover(state.rule)
    if mover in LEARNERS and learning.there:
        contest = learning.contest
        learning.base = look.polynomial
        look.polynomial = contest.alpha.polynomial if mover == "ALPHA" else contest.beta
        if learning.recall is not None and mover == "ALPHA":
            learning.recall.look_into(look.polynomial)


def on_decision(state: ProgramState, game: Game, decision: Decision) -> None:
    """After a look-ahead, before the move is made: Alpha learns from it."""
    learning = state.learning
    if learning.base is not None:
        state.lookahead.polynomial, learning.base = learning.base, None
    mover = game.mover(state.rule)
    if mover not in LEARNERS or learning.series is None:
        return
    alpha, match = learning.contest.alpha, _match(state, game)
    alpha.learning = state.down(4)
    before = learning.before if match is None else match.before
    lesson = None
    if match is not None:
        lesson = match.take_decision(decision)
    elif mover == "ALPHA":
        settings = state.lookahead.settings
        lesson = alpha.learn(game.position, before, decision, settings)
    if lesson is None:
        return
    if learning.recall is not None:
        learning.recall.save_decision(game.position, before, decision, alpha)
    state.busy_us += lesson.us
    if alpha.learning:
        learning.note()


def moved(state: ProgramState, game: Game, made: Play) -> None:
    """A move is about to be made in a game of Alpha or Beta against somebody else."""
    learning = state.learning
    if learning.game == game.number and learning.there and learning.match is None:
        _, learning.before = before_the_last_step(game.position, made.move)
        learning.guest_moves = (learning.guest_moves or 0) + 1


def finish_game(state: ProgramState, game: Game) -> None:
    """A game has ended: settle it if Alpha has met Beta in it, and print what follows from it."""
    learning = state.learning
    if learning.game != game.number:
        return
    match, series = learning.match, learning.series
    learning.game, learning.match, learning.before = 0, None, None
    if series is None:
        return
    learning.contest.alpha.begin_game()
    if match is None:
        learning.guests, learning.guest_moves = (learning.guests or 0) + 1, None
        if state.down(4):
            learning.note(keep=True)
        return
    if not match.over:
        match.stop()
    listings = len(series.listings)
    learning.contest.alpha.learning = state.down(4)
    record = series.end()
    if record.verdict.adopted:
        learning.mark("adopted")
    if record.verdict.zeroed:
        learning.mark("drastic")
    if learning.contest.alpha.learning:
        learning.note(keep=True)
    lines = learned_listing.record_lines(record, learning.contest.alpha)
    if learning.recall is not None:
        if learning.contest.alpha.learning:
            learning.recall.memory.schedule.end_game()
        lines += learned_listing.recall_lines(learning.recall)
    state.sheet.block(lines)
    if len(series.listings) > listings:
        state.sheet.block(learned_listing.leading_lines(series.listings[-1]))
    if learning.begun and learning.begun == learning.ordered:
        state.sheet.block(learned_listing.series_lines(series))


def _match(state: ProgramState, game: Game) -> Match | None:
    """Alpha's game against Beta, if it is this one."""
    return state.learning.match if state.learning.game == game.number else None


# -- broken off ------------------------------------------------------------------------------------


def kept_cards(state: ProgramState) -> list[str]:
    """The cards by which a series goes on, the game under way anew; none if nothing is to come."""
    learning = state.learning
    rote = state.reels.there and not learning.there
    left = learning.ordered - learning.begun + bool(learning.match or (rote and learning.game))
    cards = ["LEARN  ROTE"] if state.reels.there else []
    if learning.there and (left or learning.game):
        cards.append(f"LEARN  {learning.kind} SEED {learning.seed}")
        alpha, beta = learning.contest.alpha, learning.contest.beta
        if any(alpha.correlations):
            cards += [*poly_cards(alpha.polynomial), "POLY   BETA", *poly_cards(beta)[1:]]
    return cards + ([f"SERIES {left}"] if left else [])
