"""The scene builder: Morph's state to the scene that the room draws.

What takes a while (a choice laid open, the wall, the table) is kept until it changes; nothing here
is part of the state.
"""

from dataclasses import dataclass, field, replace

from devices.game_record import GameRecord
from machines.exhibit.board_exhibit import movable, onward
from machines.games.chess import Move, Outcome, Position, san
from machines.games.chess.moves import in_check, legal_moves
from machines.games.chess.notation import pgn_record
from machines.morph import scene
from machines.morph.contest import Contest
from machines.morph.growth import ENOUGH, ERROR, PLIES, POINTS, WEIGHT, Growth
from machines.morph.history import TABLE
from machines.morph.learner import Learner, Record, Successor
from machines.morph.move_entry import BECOMES
from machines.morph.patterns import GraphPattern, MaterialPattern
from machines.morph.reasons import drawn, reasons_for
from machines.morph.scene import attack_graph, hung, men_of, sketch_of
from machines.morph.state import FOLD_US, MOVE_US, Choice, MorphState


@dataclass(frozen=True)
class Explanation:
    """A choice; ``order`` and ``bars`` have the best successor first."""

    choice: Choice
    moves: tuple[Move, ...]  # In their own order, in which Morph looks at them
    order: tuple[int, ...]
    bars: tuple[scene.Bar, ...]
    chosen: int  # Among the bars
    values: tuple[float, ...]  # Of the moves

    def move(self, bar: int) -> Move:
        """The move of a bar."""
        return self.moves[self.order[bar]]


def build_explanation(learner: Learner, choice: Choice) -> Explanation:
    """What a choice saw, with the database as it is now."""
    position = choice.position
    moves = legal_moves(position)
    values = learner.values(position).tolist()
    order = order_of(values, choice.chosen)
    bars = tuple(scene.Bar(san(position, moves[number]), values[number]) for number in order)
    return Explanation(choice, moves, order, bars, order.index(choice.chosen), tuple(values))


def order_of(values: list[float], chosen: int) -> tuple[int, ...]:
    """Which successor stands where on the screen: the best first, the chosen one before equals."""
    return tuple(sorted(range(len(values)), key=lambda k: (-values[k], k != chosen, k)))


def steps_of(successor: Successor, records: dict[int, Record]) -> tuple[scene.Step, ...]:
    """The fold of a successor's weights.

    Patterns that aren't in the database any more are left out."""
    white_moved = successor.position.black_to_move
    return tuple(
        scene.Step(found.weight, found.folded,
             sketch_of(records[found.pattern].pattern, found.squares, white_moved))
        for found in successor.matched
        if found.pattern in records
    )  # fmt: skip


def squares_of_move(move: Move | None) -> tuple[int, ...]:
    """From where, to where."""
    return (move.start, move.end) if move else ()


def king_in_check(position: Position) -> int:
    """The square of the king that stands in check; -1 if none does."""
    if not in_check(position):
        return -1
    return (position.kings & position.active).bit_length() - 1


# -- a choice laid open ----------------------------------------------------------------------------


A_PAGE = 15
"""Patterns on the wall."""
FEW_GAMES = 2
"""Of a learner with fewer there is nothing to see: a run that was kept stands in."""


@dataclass(frozen=True)
class Known:
    """A database as it is hung and listed."""

    games: int
    records: dict[int, Record]
    order: tuple[Record, ...]  # The graph patterns, those that tell most first
    table: tuple[scene.Weighed, ...]


class SceneBuilder:
    """What is kept of it, for one database."""

    learner: Learner
    earlier: scene.Earlier | None = None
    begun = False
    """Whether somebody has sat down to play; no state: it follows from what was touched."""

    def keep(self, learner: Learner, growth: Growth) -> None:
        """This run, which ships, stands in for one that has only begun."""
        found = (learner.record(MaterialPattern(printed.material)) for printed in TABLE)
        table = _table(tuple(record for record in found if record is not None))
        self.earlier = scene.Earlier(_curves(growth), table, growth.games)

    def take(self, learner: Learner) -> None:
        """This database is in use from now on."""
        self.learner = learner
        self.taught: scene.Taught | None = None
        """What the last game changed; no state: only its own end shows it."""
        self._known: Known | None = None
        self._explained: tuple[int, Explanation] | None = None
        self._curves: tuple[int, scene.Curves] | None = None
        self._recorded: tuple[tuple[Move, ...], GameRecord] | None = None
        self._views = 0
        self._folded: tuple[object, Successor, tuple[scene.Step, ...]] | None = None
        self._reasons: tuple[object, tuple[scene.Reason, ...]] | None = None

    # -- what acts ask for

    def pages(self) -> int:
        """Pages of the wall."""
        return max(1, -(-len(self._know().order) // A_PAGE))

    def on_page(self, page: int) -> int:
        """Patterns on a page."""
        return len(self._know().order[page * A_PAGE :][:A_PAGE])

    def steps(self, choice: Choice, bar: int) -> int:
        """Weights in the fold of a successor; bar -1: of the chosen one."""
        return len(self._fold(self._explain(choice), bar)[1])

    # -- what is kept

    def _know(self, stale: bool = False) -> Known:
        known = self._known
        if known is None or (known.games != self.learner.games and not stale):
            records = self.learner.records()
            order = sorted(
                (row for row in records if isinstance(row.pattern, GraphPattern)), key=_telling
            )
            self._known = known = Known(
                self.learner.games,
                {record.number: record for record in records},
                tuple(order),
                _table(records),
            )
        return known

    def _explain(self, choice: Choice) -> Explanation:
        held = self._explained
        if held is None or held[0] != self.learner.games or held[1].choice != choice:
            self._explained = held = (self.learner.games, build_explanation(self.learner, choice))
        return held[1]

    def _fold(self, laid: Explanation, bar: int) -> tuple[Successor, tuple[scene.Step, ...]]:
        """A successor (bar -1: the chosen one), and the fold of its weights."""
        key = (laid.choice, self.learner.games, bar)
        if self._folded is None or self._folded[0] != key:
            move = laid.move(bar if bar >= 0 else laid.chosen)
            successor = self.learner.successor(laid.choice.position, move)
            self._folded = (key, successor, steps_of(successor, self._know().records))
        return self._folded[1:]

    def _reasons_for(self, laid: Explanation, bar: int) -> tuple[scene.Reason, ...]:
        key = (laid.choice, self.learner.games, bar)
        if self._reasons is None or self._reasons[0] != key:
            made = reasons_for(laid.choice.position, laid.order[bar], laid.values)
            self._reasons = (key, made)
        return self._reasons[1]

    def _grown(self, growth: Growth) -> scene.Curves:
        if self._curves is None or self._curves[0] != growth.games:
            self._curves = (growth.games, _curves(growth))
        return self._curves[1]

    # -- the scene

    def build(
        self, state: MorphState, outcome: Outcome | None, sample: int = 1
    ) -> scene.MorphScene:
        """What is seen now; with a ``sample`` above 1 moves come quickly, and what takes a while
        is made anew at every so many views."""
        self._views += 1
        stale = sample > 1 and self._views % sample != 0 and not state.visitors_turn
        known = self._know(stale)
        why = self._why(state, stale)
        wall = _wall(known, state.looking.page, state.looking.pattern)
        board = _shown(state, why, wall)
        position = state.position
        own_turn = state.visitors_turn and outcome is None and not board.words
        morph, other = "MORPH", f"THE HOUSE, DEPTH {state.depth}" if state.house else "YOU"
        if state.contest is not None:
            morph, other = "MORPH TODAY", "KNOWS NOTHING"
        white, black = (other, morph) if state.machine_is_black else (morph, other)
        moves = legal_moves(position) if own_turn and state.arrives < 0 else ()
        entered = (state.entered,) if state.entered >= 0 else ()
        colour = str.lower if position.black_to_move else str.upper
        growth = state.growth
        shown = replace(
            board.board,
            entered=state.entered if own_turn else -1,
            targets=onward(moves, entered),
            movable=movable(moves) if not entered else (),
            check=king_in_check(board.position) if board.position else -1,
            promotion=colour(BECOMES) if own_turn and state.arrives >= 0 else "",
            flipped=not state.house and not state.visitor_white and board.position is not None,
            graph=attack_graph(board.position) if state.looking.graph and board.position else (),
        )
        return scene.MorphScene(
            board=shown,
            taught=self.taught,
            successors=why.successors,
            fold=why.fold,
            wall=wall,
            curves=self._grown(growth),
            table=known.table,
            figure=state.looking.figure,
            graph_shown=state.looking.graph,
            house=state.house,
            depth=state.depth,
            white=white,
            black=black,
            black_to_move=position.black_to_move,
            other_board=board.words,
            thinking=state.thought is not None,
            begun=self.begun or bool(state.made) or state.thought is not None,
            result=outcome.ending.value if outcome and state.contest is None else "",
            games=self.learner.games,
            score=(growth.won, growth.drawn, growth.lost),
            contest=_stands(state.contest),
            contested=_stands(state.contested),
            earlier=self.earlier if self.learner.games < FEW_GAMES else None,
            record=self._record(state) if outcome and not state.in_match else None,
            at_stake=outcome is None and state.has_moved(state.game.positions),
        )

    def _record(self, state: MorphState) -> GameRecord:
        """A visitor's game that is over, as text; written once."""
        played = tuple(state.game.moves)
        if self._recorded is None or self._recorded[0] != played:
            names = ("Morph", "Visitor") if not state.machine_is_black else ("Visitor", "Morph")
            self._recorded = (played, pgn_record(state.game, *names))
        return self._recorded[1]

    def _why(self, state: MorphState, stale: bool) -> "_Why":
        thinks = state.thought is not None and state.thought.choice is not None
        choice = state.thought.choice if thinks and state.thought else state.choice
        if choice is None:
            return _Why()
        if not stale or self._explained is None:
            self._explain(choice)
        assert self._explained is not None
        laid = self._explained[1]
        if thinks:
            return self._looking_at(state, laid)
        bar = state.looking.bar if state.looking.bar < len(laid.bars) else -1
        successor, steps = self._fold(laid, bar)
        shown = self._shown(state, len(steps))
        pointed = state.looking.why if state.looking.why < len(steps) else -1
        if pointed < 0 and shown >= 0:
            graphs = (number for number, step in enumerate(steps[:shown]) if step.sketch.nodes)
            pointed = max(graphs, default=-1)
        at = bar if bar >= 0 else laid.chosen
        mover = "black" if laid.choice.position.black_to_move else "white"
        reasons = self._reasons_for(laid, at)
        lies = steps[pointed].sketch if pointed >= 0 else drawn(reasons, successor.position)
        fold = scene.Fold(laid.bars[at].move, steps, shown, pointed, mover, reasons, lies)
        successors = scene.Successors(laid.bars, laid.chosen, bar)
        return _Why(successors, fold, successor.position, successor.move)

    def _looking_at(self, state: MorphState, laid: Explanation) -> "_Why":
        """While Morph looks at one successor after the other."""
        count = len(laid.moves)
        done = min(count, 1 + state.passed_us * count // MOVE_US)
        seen = [bar for bar, number in enumerate(laid.order) if number < done]
        at = laid.order.index(done - 1)
        _, steps = self._fold(laid, at)
        bars = tuple(laid.bars[bar] for bar in seen)
        fold = scene.Fold(laid.bars[at].move, steps, -1, -1)
        return _Why(scene.Successors(bars, -1, seen.index(at)), fold)

    def _shown(self, state: MorphState, count: int) -> int:
        """Steps of the fold that are shown by now."""
        looking = state.looking
        if looking.step >= 0:
            return looking.step
        passed = state.now_us - state.chosen_us
        if looking.bar >= 0 or looking.why >= 0 or passed >= FOLD_US:
            return -1
        return min(count, 1 + passed * count // FOLD_US)


def _stands(match: Contest | None) -> scene.BeforeAndAfter | None:
    return None if match is None else scene.BeforeAndAfter(match.score, match.taken, match.given)


@dataclass(frozen=True)
class _Why:
    """The successors and the fold as they are seen."""

    successors: scene.Successors = field(default_factory=scene.Successors)
    fold: scene.Fold = field(default_factory=scene.Fold)
    position: Position | None = None  # Whose fold it is
    move: Move | None = None


@dataclass(frozen=True)
class _Shown:
    """Which board is seen."""

    board: scene.Board
    position: Position | None
    words: str = ""  # Where it isn't the game's


def _shown(state: MorphState, why: _Why, wall: scene.Wall) -> _Shown:
    """The game's board, a successor that a visitor looks at, or what a pattern came from."""
    if 0 <= wall.pointed < len(wall.patterns):
        sketch = wall.patterns[wall.pointed].sketch
        board = scene.Board(sketch.men or scene.EMPTY, pattern=sketch)
        return _Shown(board, None, "WHERE THIS PATTERN CAME FROM")
    fold = why.fold
    if why.successors.looked >= 0 and why.position is not None:
        board = scene.Board(men_of(why.position), squares_of_move(why.move), pattern=fold.lies)
        return _Shown(board, why.position, f"THE BOARD AFTER {fold.move}")
    position = state.position
    last = squares_of_move(state.game.moves[-1] if state.game.moves else None)
    lies = fold.lies if why.position == position else scene.Sketch()
    return _Shown(scene.Board(men_of(position), last, pattern=lies), position)


def _wall(known: Known, page: int, pointed: int) -> scene.Wall:
    pages = max(1, -(-len(known.order) // A_PAGE))
    page = min(page, pages - 1)
    patterns = tuple(
        scene.Hung(record.weight, hung(record.pattern), record.updates)
        for record in known.order[page * A_PAGE :][:A_PAGE]
    )
    return scene.Wall(patterns, page, pages, len(known.records), pointed)


def _telling(record: Record) -> tuple[float, int]:
    """By this patterns are hung: extreme weights that many games agree on come first."""
    believed = record.updates / (record.updates + ENOUGH)
    return (-abs(record.weight - 0.5) * believed, record.number)


def _curves(growth: Growth) -> scene.Curves:
    columns = [growth.column(which) for which in (POINTS, ERROR, PLIES, WEIGHT)]
    return scene.Curves(growth.length, *columns)


def _table(records: tuple[Record, ...]) -> tuple[scene.Weighed, ...]:
    """Table 5.1, with the same patterns of this database."""
    ours = {
        row.pattern.differences: row for row in records if isinstance(row.pattern, MaterialPattern)
    }
    made = []
    for printed in TABLE:
        record = ours.get(printed.material)
        made.append(
            scene.Weighed(printed, record.weight, record.updates, record.variance, record.age)
            if record
            else scene.Weighed(printed)
        )
    return tuple(made)
