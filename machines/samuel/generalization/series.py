"""Games of Alpha against Beta, one after the other: a value from which all that follows follows.

Colours and first moves (docs/sources/samuel.md, items 35 and section 11).  In the first series
Alpha is White in games 1 to 14 and Beta's first move is forced, two cycles of the seven; from then
on colours alternate and nothing is forced.  In the second colours alternate from the start and the
first move is forced, in the same cycle, whenever Alpha is White.  In both Alpha is Black in game
15, as in the games of Appendix B: of those before he is White in game 1 and Black in the even ones,
of those after Black in the odd ones.

The seed picks the first series' sixteen "arbitrary" terms and the order of the reserve.  The second
begins with the terms that did best in a first series of the same seed, without their weights.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from devices.refusal import RefusedError
from machines.games.draughts import Move, Position, legal_moves
from machines.kernels.generator import below, generator_state
from machines.samuel import terms
from machines.samuel.generalization.coefficients import ACTIVE_TERMS, AT_ONCE, Remembered, Rules
from machines.samuel.generalization.combined import CombinedLookup
from machines.samuel.generalization.learner import Alpha, Discarded, Leading, Lesson
from machines.samuel.generalization.match import Contest, Match, Result, Verdict
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import ProgramSettings
from machines.samuel.term_table import TERMS

GAMES = 28
"""Of the first series, and those of the second that the paper counts; the table is of 42."""
PARITY_CHANGES = 15
"""The first game in which Alpha is Black in the odd games."""
MOMENT = "MOMENT"
"""The second moment about the diagonal axis, in use but not in Appendix C: the 27th simple term."""
STABLE_FOR = 7
"""Games over which the polynomial must have kept its leading term to be called fairly stable."""
LISTED_TERMS = 12
LISTED_EVERY = 7
"""Games between two lists of the leading terms; the paper has them "at frequent intervals"."""


def pool(moment: bool = False) -> tuple[str, ...]:
    """The 38 terms of Appendix C in its order, and MOMENT if it is wanted."""
    left_out = {terms.PIECE_ADVANTAGE, terms.CENT_ADV} | (set() if moment else {terms.MOMENT})
    return tuple(name for name, term in TERMS.items() if term.number not in left_out)


def shuffle_games(names: Sequence[str], seed: int) -> tuple[str, ...]:
    """Those names in an order drawn by ``seed``."""
    state, order = generator_state(seed), [*names]
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, state)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(frozen=True)
class GameRecord:
    """A game that is over."""

    number: int  # 1 the first
    alpha_black: bool
    forced: bool
    moves: tuple[Move, ...]
    position: Position  # At its end
    ended: str  # As :mod:`.match` says it
    result: Result
    verdict: Verdict
    corrections: int  # Plays that altered the polynomial
    leaders: tuple[str, ...]  # Each term that came to lead in it, in order
    discarded: tuple[Discarded, ...]
    us: int  # What its look-aheads took a 704
    polynomial: Polynomial  # Alpha's after it
    correlations: tuple[float, ...]  # Of that polynomial's terms


@dataclass(frozen=True)
class Listing:
    """The leading terms after a game."""

    game: int
    corrections: int  # So far
    leading: tuple[Leading, ...]


@dataclass
class Series:
    """All that a series is; a deep copy goes on the same way."""

    contest: Contest
    settings: ProgramSettings = field(default_factory=ProgramSettings)
    listed_every: int = LISTED_EVERY
    records: list[GameRecord] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    kept: list[Contest] = field(default_factory=list)
    """Both players as they were before game 1, after game 1, and so on."""
    match: Match | None = None
    """The game under way."""

    def __post_init__(self) -> None:
        """The start can be returned to."""
        if not self.kept:
            self.kept.append(deepcopy(self.contest))

    @property
    def rules(self) -> Rules:
        """By which it learns."""
        return self.contest.alpha.rules

    def begin(self) -> Match:
        """The next game; one that is under way already is that."""
        if self.match is None:
            black, first = seat(len(self.records) + 1, self.rules)
            self.match = Match(self.contest, self.settings, black, first)
        return self.match

    def end(self) -> GameRecord:
        """Settle the game, which is over, and put it in the records."""
        match = self.match
        assert match is not None and match.result is not None
        number = len(self.records) + 1
        verdict = self.contest.settle(match.result, number)
        alpha = self.contest.alpha
        alpha.begin_game()
        record = GameRecord(
            number,
            match.alpha_black,
            seat(number, self.rules)[1] is not None,
            tuple(match.moves),
            match.position,
            match.ended,
            match.result,
            verdict,
            sum(lesson.corrected for lesson in match.lessons),
            tuple(lesson.leader for lesson in match.lessons if lesson.new_leader),
            tuple(lesson.discarded for lesson in match.lessons if lesson.discarded),
            match.us,
            alpha.polynomial,
            tuple(alpha.correlations),
        )
        self.records.append(record)
        self.kept.append(deepcopy(self.contest))
        self.match = None
        if number % self.listed_every == 0:
            self.listings.append(Listing(number, alpha.corrections, alpha.leading(LISTED_TERMS)))
        return record

    def restore(self, game: int) -> None:
        """ "Return to some previous condition": the players as they were after ``game`` games.

        What was played stays in the records.  Raises RefusedError, nothing changed, for a game
        that isn't over, or while one is under way.
        """
        if self.match is not None:
            raise RefusedError("restore", "a game is under way; expected none")
        if not 0 <= game < len(self.kept):
            raise RefusedError(
                "restore",
                f"there is no state after game {game}; expected 0 to {len(self.kept) - 1}",
            )
        self.contest = deepcopy(self.kept[game])


def seat(number: int, rules: Rules) -> tuple[bool, Move | None]:
    """Whether Alpha is Black in game ``number`` (1 the first), and Beta's forced first move."""
    early = number < PARITY_CHANGES
    if not rules.alternate:
        black = not early and number % 2 == 1
        return black, first_move(number - 1) if early else None
    black = number % 2 == (0 if early else 1)
    whites = sum(1 for k in range(1, number) if k % 2 == (1 if k < PARITY_CHANGES else 0))
    return black, None if black else first_move(whites)


def first_move(number: int) -> Move:
    """Black's first moves in their cycle: 0 to 6, then again."""
    moves = legal_moves(Position.start())
    return moves[number % len(moves)]


def first_series(seed: int, rules: Rules | None = None, moment: bool = False) -> Series:
    """A series that begins with terms drawn by ``seed``, all with equal weights."""
    return with_terms(shuffle_games(pool(moment), seed), rules or Rules.first())


def second_series(best: Sequence[str], rules: Rules | None = None, moment: bool = False) -> Series:
    """A series that begins with the sixteen terms ``best``; more of them begin the reserve.

    Raises RefusedError for fewer than sixteen, for one twice, or for one that there isn't.
    """
    every = pool(moment)
    for name in best:
        if name not in every:
            raise RefusedError("terms", f"there is no {name}; expected of {' '.join(every)}")
    if len(set(best)) != len(best) or len(best) < ACTIVE_TERMS:
        raise RefusedError("terms", f"expected {ACTIVE_TERMS} or more of them, each once")
    others = tuple(name for name in every if name not in best)
    return with_terms((*best, *others), rules or Rules.second())


def with_terms(order: Sequence[str], rules: Rules) -> Series:
    """A series with the first sixteen active and the others in reserve."""
    active, reserve = tuple(order[:ACTIVE_TERMS]), tuple(order[ACTIVE_TERMS:])
    alpha = Alpha.beginner(active, reserve, rules)
    return Series(Contest(alpha, alpha.polynomial))


def did_best(series: Series) -> tuple[str, ...]:
    """All terms, those first that did best: by the sum, over the games' ends, of their |C|.

    Equal ones are in the order in which that series ended.  The paper says only that "the initial
    selection of terms was made on the basis of the results obtained during the earlier tests".
    """
    alpha = series.contest.alpha
    names = [record.name for record in alpha.active] + alpha.reserve
    totals = dict.fromkeys(names, 0.0)
    for record in series.records:
        # Fewer weights than correlations: POLY cards brought them, the terms behind them have none.
        for weight, correlation in zip(
            record.polynomial.weights, record.correlations, strict=False
        ):
            totals[weight.name] = totals.get(weight.name, 0.0) + abs(correlation)
    return tuple(sorted(names, key=lambda name: -totals[name]))


def play_game(
    series: Series,
    recall: CombinedLookup | None = None,
    learned: Callable[[Remembered, tuple[str, ...], Lesson], None] | None = None,
    decided: Callable[[bool, Decision], None] | None = None,
) -> GameRecord:
    """Play the next game, or what is left of the one under way, to its end.

    With ``recall`` Alpha looks boards up, and what he decides is saved.  ``learned`` is told each
    lesson in which delta was large enough, with the board and the active terms that it was about;
    ``decided`` each decision, and whether it is Alpha's.
    """
    match, alpha = series.begin(), series.contest.alpha
    look = LookAhead(series.settings)
    while not match.over:
        if match.forced:
            match.force()
            continue
        look.polynomial = match.polynomial
        look.begin(match.position)
        recalls = recall if match.alpha_to_move else None
        position, before = match.position, match.before
        tables = recalls.look_into(look.polynomial) if recalls else None
        look.run(AT_ONCE, sample=AT_ONCE, memory=tables)
        decision = look.decision()
        if decided is not None:
            decided(match.alpha_to_move, decision)
        held, active = alpha.remembered, tuple(record.name for record in alpha.active)
        lesson = match.take_decision(decision)
        if learned is not None and lesson is not None and lesson.weight and held is not None:
            learned(held, active, lesson)
        if recalls:
            recalls.save_decision(position, before, decision, alpha)
    return series.end()


def stable(records: Sequence[GameRecord]) -> bool:
    """Whether a series has become fairly stable, so that proposal (b) begins to learn by rote.

    Ours: at the end of each of the last seven games the same term led with the same sign, and none
    of them brought a drastic change.
    """
    last = records[-STABLE_FOR:]
    if len(last) < STABLE_FOR or any(record.verdict.zeroed for record in last):
        return False
    return len({_lead(record.polynomial) for record in last}) == 1


def _lead(polynomial: Polynomial) -> tuple[str, bool]:
    leading = max(polynomial.weights, key=lambda weight: abs(weight.coefficient))
    return leading.name, leading.coefficient > 0


def play(series: Series, games: int = GAMES) -> Series:
    """Play until ``games`` games are over; the same series."""
    while len(series.records) < games:
        play_game(series)
    return series


def prepare_second(seed: int, rules: Rules | None = None, moment: bool = False) -> Series:
    """The second series of a seed; plays its first series of 28 games for the terms."""
    return second_series(did_best(play(first_series(seed, moment=moment))), rules, moment)
