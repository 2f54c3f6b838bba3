"""Why a move was made: the line that the look-ahead found, and its end's score term by term."""

from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.scene import BoardScene, Expectation
from tests.machines.ibm704.bench import CHEAP, Bench


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
