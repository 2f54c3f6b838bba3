"""Why Morph's move, as a player of chess would say it: positions in which the reason is plain."""

from collections.abc import Iterator

import pytest

from devices.screen.words import use
from machines.games.chess.board import square
from machines.games.chess.moves import find_move, legal_moves
from machines.games.chess.notation import read_fen
from machines.morph.picture.why_words import sentence
from machines.morph.reasons import drawn, reasons_for
from machines.morph.scene import Arrow, Fold, Reason, Sketch, Step
from machines.morph.state import FOLD_US, MOVE_US
from tests.machines.morph.test_exhibit import made, play, scene
from tests.machines.visitor import words


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use(None)


def why(fen: str, move: str, others: float = 0.4) -> str:
    """The words for a move that Morph holds to be worth .6, all others ``others``."""
    position = read_fen(fen)
    moves = legal_moves(position)
    worth = [others] * len(moves)
    number = moves.index(find_move(position, move))
    worth[number] = 0.6
    reasons = reasons_for(position, number, worth)
    mover = "black" if position.black_to_move else "white"
    return sentence(Fold("x", (Step(0.5, 0.5, Sketch()),), mover=mover, reasons=reasons))


PLAIN = [
    ("4k3/8/8/3n4/8/4N3/8/4K3 b - - 0 1", "d5e3", "It takes your knight."),
    ("4k3/8/8/8/8/1q6/2P5/B3K3 w - - 0 1", "c2b3", "It takes your queen."),
    ("4k3/8/8/8/8/1r6/r7/6K1 b - - 0 1", "b3b1", "Checkmate."),
    ("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1q", "Its pawn has arrived: now its queen stands"),
    ("4k3/8/8/q7/8/8/3B4/4K3 b - - 0 1", "a5d5", "Otherwise your bishop could take its queen."),
    ("4k3/8/8/q7/8/2B5/8/4K3 w - - 0 1", "c3d2", "Otherwise your queen could take its bishop."),
    ("4k3/8/8/8/1n6/8/8/3QK3 b - - 0 1", "b4c2", "It gives check."),
    ("4k3/3p4/8/8/2R5/8/8/4K3 b - - 0 1", "d7d5", "Now its pawn threatens your rook."),
    ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "It castles."),
    ("4k1n1/8/8/8/8/8/8/4K3 b - - 0 1", "g8e7", "Now its knight joins the game."),
    ("4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7d5", "Now its pawn stands in the centre."),
    ("q3k3/p7/8/8/8/8/7P/4K3 b - - 0 1", "a7a5", "Now its queen has more room."),
    ("7k/8/6K1/8/8/8/8/1R6 b - - 0 1", "h8g8", "It had no other move."),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "move", "told"), PLAIN)
def test_where_the_reason_is_plain_it_is_told(fen: str, move: str, told: str) -> None:
    assert why(fen, move).startswith(told)


def test_a_free_man_that_is_taken_comes_before_all_else() -> None:
    told = why("4k3/8/8/q2N4/8/8/3B4/4K3 b - - 0 1", "a5d5")
    assert told == "It takes your knight. Otherwise your bishop could take its queen."


def test_what_is_there_after_every_move_is_no_reason() -> None:
    """A rook that guards a knight whatever is played says nothing for a pawn's move."""
    fen = "r3k3/8/8/n7/8/8/7p/4K3 b - - 0 1"
    assert "guards" not in why(fen, "h2h1q")
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
    assert why(start, "h7h6").startswith("A quiet move")


def test_a_man_that_is_lost_where_he_goes_to_joins_no_game() -> None:
    fen = "4k1n1/8/8/6P1/8/8/8/4K3 b - - 0 1"
    assert why(fen, "g8e7") == "Now its knight joins the game."
    assert "joins" not in why(fen, "g8f6")


def test_where_nearly_all_moves_are_worth_the_same_that_is_said() -> None:
    fen = "4k3/8/8/8/8/8/7p/K7 b - - 0 1"
    assert why(fen, "e8e7", others=0.595) == "Nearly all its moves were worth the same to it."


def test_what_morph_does_not_care_for_is_no_reason() -> None:
    fen = "4k3/3p4/8/8/2R5/8/8/4K3 b - - 0 1"
    assert why(fen, "d7d5").startswith("Now its pawn threatens your rook.")
    assert "threatens" not in why(fen, "d7d5", others=0.8)


def test_a_man_that_is_pinned_threatens_nothing() -> None:
    """The bishop before its king can't take the queen."""
    pinned, free = "4r1k1/8/q7/8/8/8/4B3/4K3 b - - 0 1", "6k1/8/q7/8/8/8/4B3/4K3 b - - 0 1"
    assert "your bishop could" not in why(pinned, "a6b7")
    assert "your bishop could" in why(free, "a6b7")


def test_equal_moves_are_chosen_by_chance_and_one_that_knows_nothing_says_so() -> None:
    fen = "4k3/8/8/3n4/8/4N3/8/4K3 b - - 0 1"
    assert why(fen, "d5e3", others=0.6) == (
        "All its moves were worth the same to it: chance chose."
    )
    assert sentence(Fold("x", mover="black")) == ("It knows no pattern here: it plays by chance.")
    for waits in (Fold(), Fold("x")):  # before its first move; while it thinks
        assert sentence(waits) == "When Morph has moved, the reason stands here."


@pytest.mark.parametrize("code", ["en", "de", "fr", "es"])
def test_every_reason_has_words_in_each_language(code: str) -> None:
    use(words(code))
    kinds = (
        *("mates", "takes", "becomes", "checks", "threatens", "attacks", "guards", "spares"),
        *("castles", "develops", "centre", "frees", "only", "equal", "alike"),
    )
    told = {
        sentence(Fold("x", (Step(0.5, 0.5, Sketch()),), mover="black", reasons=(reason,)))
        for reason in (Reason(kind, "q", "n") for kind in kinds)
    }
    assert len(told) == len(kinds)
    assert all(one.endswith(".") and "{" not in one for one in told)


def test_a_reason_is_drawn_where_it_stands_on_the_board() -> None:
    after = read_fen("4k3/8/8/3p4/2R5/8/8/4K3 w - - 0 2")
    lies = drawn((Reason("threatens", "p", "r"), Reason("takes", target="n")), after)
    assert lies.arrows == (Arrow(square("d5"), square("c4")),)
    assert {(node.label, node.square) for node in lies.nodes} == {
        ("p", square("d5")), ("R", square("c4"))
    }  # fmt: skip
    assert not drawn((), after).nodes
    one = made()
    play(one, "e2", "e4")
    one.advance(MOVE_US + FOLD_US)
    seen = scene(one)
    assert seen.fold.pointed == -1, "the fold is told"
    assert seen.board.pattern == drawn(seen.fold.reasons, one.state.position)
