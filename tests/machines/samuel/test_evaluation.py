"""A polynomial taken apart, and the look-ahead that adds the same up: by turns and from memory."""

import random

import numpy as np
import pytest

from machines.games.draughts.board import Position
from machines.games.draughts.kernels import carried, step
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.scene import BoardScene, Expectation
from machines.samuel import scores, terms
from machines.samuel.evaluation import contributions, evaluate, other_side, values
from machines.samuel.lookahead import Decision, LookAhead
from machines.samuel.polynomial import Manner, Polynomial
from machines.samuel.rote.keys import key_of
from machines.samuel.rote.lookup import no_lines, no_rows
from machines.samuel.rote.standard import standard_words
from machines.samuel.search_frames import JUMPING, NULL_WAY, WAY, start_of
from machines.samuel.settings import ProgramSettings
from tests.machines.ibm704.bench import CHEAP, Bench


def terminal(look: LookAhead) -> Position:
    """The board at the end of the principal line of a look-ahead that has finished."""
    assert look.finished
    assert look.position is not None
    count = int(look.lines[0, 0])
    return followed(look.position, [int(move) for move in look.lines[0, 1 : count + 1]])


def followed(position: Position, steps: list[int]) -> Position:
    """The board after single moves, jumps and null replies, as the frames hold them."""
    fa, ba, fp, bp = position.words()
    black = position.black_to_move
    for move in steps:
        start, way = start_of(move), move & WAY
        if way != NULL_WAY:
            end = step(start, way)
            if move & JUMPING:
                fp, bp, end = fp & ~end, bp & ~end, step(end, way)
            fa, ba = carried(fa, ba, start, end, way)
        fa, ba, fp, bp, black = fp, bp, fa, ba, not black
    return Position.of_words(int(fa), int(ba), int(fp), int(bp), black)


SHALLOW = ProgramSettings(minimum=1, quiet=1, jump=1, ahead=2, last=20, few_pieces=0)


def played(seed: int, moves: int) -> tuple[Position, Position | None]:
    """A board of random play and the one before it."""
    rng = random.Random(seed)
    board, before = Position.start(), None
    for _ in range(moves):
        can = legal_moves(board)
        if not can:
            break
        board, before = make(board, rng.choice(can)), board
    return board, before


def looked(ahead: LookAhead, position: Position) -> Decision:
    ahead.begin(position)
    ahead.run(10**12, sample=10**9)
    return ahead.decision()


def test_the_paper_s_polynomial_has_the_powers_and_signs_of_appendix_c() -> None:
    assert str(Polynomial.paper()) == (
        "MOC2 -18, KCENT +16, MOC4 -14, MODE3 -13, DEMMO -11, MOVE +8, ADV -8, MODE2 -8, "
        "BACK -6, CNTR +5, THRET +5, MOC3 +4"
    )
    assert Polynomial.paper().advantage_weight == 1 << 13


@pytest.mark.parametrize("name", ["paper", "standard", "pieces"])
def test_a_quiet_move_is_worth_its_board_to_the_side_that_made_it(name: str) -> None:
    polynomial: Polynomial = getattr(Polynomial, name)()
    ahead = LookAhead(settings=SHALLOW, polynomial=polynomial)
    compared = 0
    for seed in range(90):
        board, _ = played(seed, seed)
        moves = legal_moves(board)
        if not moves or moves[0].captured:
            continue
        ahead.begin(board, exact=True)
        ahead.run(10**12, sample=10**9)
        for move, score in ahead.decision().rated:
            after = make(board, move)
            answers = legal_moves(after)
            if not answers or answers[0].captured:
                continue
            here = -evaluate(polynomial, after, board)
            assert score == scores.decrease_score(here), (seed, move)
            compared += 1
    assert compared > 150


def test_contributions_add_up_and_are_the_terms_by_turns() -> None:
    polynomial = Polynomial.paper()
    names = [weight.name for weight in polynomial.weights]
    for seed in range(40):
        board, before = played(seed, 3 + seed)
        parts = contributions(polynomial, board, before)
        assert sum(parts) == evaluate(polynomial, board, before)
        raw = values(names, board, before)
        for part, weight, value in zip(parts[1:], polynomial.weights, raw, strict=True):
            unit = 32 if weight.name == "DIAV" else 64
            assert part == -unit * weight.coefficient * value


def test_diav_counts_in_halves() -> None:
    board, before = played(7, 20)
    polynomial = Polynomial(manner=Manner.BY_TURNS).with_term("DIAV", 1, 3)
    value = values(["DIAV"], board, before)[0]
    assert contributions(polynomial, board, before)[1] == -32 * 8 * value
    assert scores.unit_of(terms.DIAV) * 2 == scores.unit_of(terms.MOB) == 64


def test_at_the_start_of_a_game_the_board_before_is_the_same_for_the_other_side() -> None:
    start = Position.start()
    assert values(["MOB", "ADV", "DEMO"], start, None) == values(
        ["MOB", "ADV", "DEMO"], start, other_side(start)
    )
    assert values(["MOB"], start, None) == (0,)


class Shelf:
    """A memory of a few boards, one record to a board."""

    def __init__(self, kept: dict[Position, tuple[int, int]]) -> None:
        boards = sorted((self._words(board), value) for board, value in kept.items())
        lines = sorted((int(key_of(*words)), words, value) for words, value in boards)
        self.rows, self.directory = no_rows(len(lines)), no_lines(len(lines))
        for at, (key, words, (score, ply)) in enumerate(lines):
            self.rows[at] = [*words, score, 8, ply]
            self.directory[at] = [key, at, 1, at]

    @staticmethod
    def _words(board: Position) -> tuple[int, int, int]:
        black, white, kings = standard_words(*board.words(), int(board.black_to_move))
        return int(black), int(white), int(kings)


def test_a_remembered_board_has_its_saved_score_and_its_plies_are_added() -> None:
    board = Position.start()
    wanted = legal_moves(board)[3]
    shelf = Shelf({make(board, wanted): (-50_000, 6)})
    ahead = LookAhead(settings=SHALLOW, polynomial=Polynomial.pieces())
    ahead.begin(board)
    ahead.run(10**12, sample=10**9, memory=shelf)
    found = ahead.decision()
    assert (found.move, found.score, found.effective) == (wanted, 49_999, 7)
    assert (found.looked_up, found.remembered, found.evaluations) == (7, 1, 6)
    assert shelf.rows[0, 4] == 4, "looking a board up halves its age"
    plain = looked(LookAhead(settings=SHALLOW, polynomial=Polynomial.pieces()), board)
    assert (plain.effective, plain.looked_up) == (1, 0)
    assert found.us - plain.us == 7 * 2300 - (700 + 425)


def test_a_record_that_is_not_held_is_asked_for_and_time_stands_still() -> None:
    board = Position.start()
    wanted = legal_moves(board)[0]
    shelf = Shelf({make(board, wanted): (-50_000, 6)})
    shelf.directory[0, 1] = -1
    ahead = LookAhead(settings=SHALLOW, polynomial=Polynomial.pieces())
    ahead.begin(board)
    used = ahead.run(10**12, sample=10**9, memory=shelf)
    assert (ahead.wanted_record, ahead.finished, used) == (0, False, ahead.us)
    assert ahead.run(10**12, sample=10**9, memory=shelf) == 0
    shelf.directory[0, 1] = 0
    ahead.run(10**12, sample=10**9, memory=shelf)
    assert (ahead.wanted_record, ahead.decision().move) == (-1, wanted)


def test_the_terminal_board_is_where_the_principal_line_ends() -> None:
    for seed in range(30):
        board, _ = played(seed, seed + 1)
        if not legal_moves(board):
            continue
        ahead = LookAhead(polynomial=Polynomial.pieces())
        found = looked(ahead, board)
        position = board
        whole = True
        for move in found.line:
            whole &= move in legal_moves(position)
            position = make(position, move)
        if whole:
            assert terminal(ahead).black == position.black, seed
            assert terminal(ahead).white == position.white
            assert terminal(ahead).kings == position.kings


def test_time_cut_into_pieces_gives_the_same_decision_by_turns() -> None:
    board, _ = played(11, 24)
    whole = LookAhead(polynomial=Polynomial.paper())
    cut = LookAhead(polynomial=Polynomial.paper())
    found = looked(whole, board)
    cut.begin(board)
    rng = random.Random(5)
    while not cut.finished:
        cut.run(rng.randrange(1, 20_000))
    assert cut.decision() == found
    assert np.array_equal(cut.notes, whole.notes)


# -- why a move was made ---------------------------------------------------------------------------


def after_the_reply(*cards: str) -> tuple[Bench, Expectation]:
    bench = Bench()
    bench.started(*CHEAP, *cards)
    bench.wait()
    bench.move(11, 15)
    scene = bench.machine.view().scene
    assert isinstance(scene, BoardScene)
    assert scene.expects is not None
    return bench, scene.expects


GAMES = (
    ("GAME   1 BLACK=OPERATOR WHITE=MACHINE", "SENSE  1", "END"),
    ("LEARN  SECOND SEED 1", "GAME   1 BLACK=OPERATOR WHITE=ALPHA", "SENSE  1,4", "END"),
)


def test_the_line_can_be_played_from_the_board_and_the_terms_add_up_to_the_score() -> None:
    for cards, player in zip(GAMES, ("MACHINE", "ALPHA"), strict=True):
        bench, expects = after_the_reply(*cards)
        assert expects.player == player
        assert expects.line
        position = bench.machine.program.state.games[1].position
        for move in expects.line[:-1]:
            assert move in legal_moves(position)
            position = make(position, move)
        assert expects.boards > 0
        assert expects.us > 0
        adds = sum(value for _, value in expects.terms)
        # Backing up takes 1 of the look-ahead's own units off at each ply.
        assert abs(adds - expects.score) <= len(expects.line) + len(expects.terms) + 1
        sizes = [abs(value) for _, value in expects.terms]
        assert sizes == sorted(sizes, reverse=True)


def test_nothing_is_expected_before_a_move_while_it_thinks_or_after_the_reply_is_taken_back() -> (
    None
):
    bench = Bench()
    bench.started(*CHEAP, *GAMES[0])
    bench.wait()
    scene = bench.machine.view().scene
    assert isinstance(scene, BoardScene)
    assert scene.expects is None
