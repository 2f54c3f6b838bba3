"""Morph as a whole: what a game teaches it, why it moves, and all of it as bytes."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit.snapshot import pack
from machines.games.chess.board import Move, Position, square
from machines.games.chess.game import RandomPlayer
from machines.games.chess.moves import legal_moves, make
from machines.games.chess.notation import write_fen
from machines.morph import patterns as kinds
from machines.morph import serialization, settings
from machines.morph.aps.domain import Additions, Deletion
from machines.morph.aps.domain import ApsConfig as APSSettings
from machines.morph.labels import DIRECT, FREE
from machines.morph.learner import Learner, game_generator, play_game, search_of
from machines.morph.material import material
from machines.morph.player import MorphPlayer
from machines.morph.settings import LearnerConfig
from tests.machines.morph.games import NOBODY, Follower, by_lot, path, written
from tests.naive.morph import material_within

FOOLS_MATE = "f2f3 e7e5 g2g4 d8h4"
EVEN = kinds.material_pattern((0, 0, 0, 0, 0))
MATERIAL_ALONE = LearnerConfig(
    APSSettings(additions=Additions(context=0, generalized=0, specialized=0, reverse=0))
)


@cache
def kept(games: int) -> bytes:
    """A Morph after so many games against moves by lot."""
    learner = Learner(LearnerConfig(most_plies=60))
    for game in range(1, games + 1):
        taught(learner, game)
    return learner.to_bytes()


def taught(learner: Learner, game: int, seed: int = 3) -> None:
    generator = game_generator(seed, game)
    played = play_game(learner, RandomPlayer(), generator, morph_white=game % 2 == 1)
    learner.learn(played, generator)


def some(count: int) -> Learner:
    return Learner.from_bytes(kept(count))


def test_a_twin_is_the_same_and_learns_by_itself() -> None:
    first = some(10)
    twin, other = first.copy(), first.copy()
    assert twin.to_bytes() == first.to_bytes() == kept(10)
    taught(twin, 11)
    taught(other, 11)
    assert twin.to_bytes() == other.to_bytes() != kept(10)
    assert first.to_bytes() == kept(10)
    from_bytes = some(10)
    taught(from_bytes, 11)
    assert twin.to_bytes() == from_bytes.to_bytes()


def test_who_knows_nothing_values_everything_alike() -> None:
    values = Learner().values(Position.start())
    assert values.tolist() == [0.5] * 20


def test_a_game_is_seen_by_who_has_just_moved() -> None:
    search = search_of(written(FOOLS_MATE, morph_white=True))
    assert search.movers == (0, 1, 0, 1)
    assert (search.learner, search.reinforcement) == (0, 1.0)
    assert search_of(written(FOOLS_MATE, morph_white=False)).learner == 1


@pytest.mark.parametrize("updates", [None, settings.HOLDING])
def test_a_position_moves_its_own_material_or_all_that_holds(updates: str | None) -> None:
    """Every difference seen is in the database, so that the position's own hides all others."""
    learner = Learner(replace(MATERIAL_ALONE, material_updates=updates))
    wanted: dict[tuple[int, ...], int] = {}
    for seed in range(1, 4):
        played = by_lot(seed, 80)
        seen = [material(position) for position in search_of(played).states]
        wanted |= {vector: wanted.get(vector, 0) for vector in seen}
        for has in seen:
            for vector in wanted:
                within = material_within([*vector], [*has], dominance=updates is not None)
                if updates and not any(vector):  # "even": not where each side is up something
                    within = not (min(has) < 0 < max(has))
                wanted[vector] += within
        learner.learn(played, NOBODY)
    found = {
        record.pattern.differences: record.updates
        for record in learner.records()
        if isinstance(record.pattern, kinds.MaterialPattern)
    }
    assert found == wanted
    assert len(found) > 5


def test_another_word_for_whose_material_moves_is_refused() -> None:
    with pytest.raises(RefusedError, match="material_updates"):
        LearnerConfig(material_updates="all")


def test_the_first_game_by_hand() -> None:
    """Fool's mate: all positions are even.  Each side's own chain: White's two positions come to
    0.05 * 0.5 and 0, Black's to 0.975 and 1, and with k = 2 the weight follows from the last back:
    1, 1/3, ... of Weight_n = (W * (n - 1) + 2 new) / (n + 1)."""
    learner = Learner(MATERIAL_ALONE)
    lesson = learner.learn(written(FOOLS_MATE), NOBODY)
    weight = 0.0
    for n, new in enumerate((1.0, 0.0, 0.975, 0.025), start=1):
        weight = (weight * (n - 1) + 2 * new) / (n + 1)
    record = learner.record(EVEN)
    assert record is not None
    assert record.weight == pytest.approx(weight)
    assert (record.updates, record.age, record.way) == (4, 1, "material")
    assert lesson.error == pytest.approx((0.5 + 0.5 + 0.475 + 0.475) / 4)
    assert (lesson.game, lesson.added, lesson.patterns) == (1, 1, 1)


def test_graph_patterns_come_in_every_seventh_game() -> None:
    learner = Learner(LearnerConfig(most_plies=40))
    for game in range(1, 15):
        before = sum(record.way != "material" for record in learner.records())
        taught(learner, game)
        after = sum(record.way != "material" for record in learner.records())
        assert (after > before) == (game % 7 == 0)


@pytest.mark.slow
def test_two_sides_weigh_the_same_thing_oppositely() -> None:
    """Table 5.1: w(+X) + w(-X) is nearly 1, for the positions of both sides are learned from."""
    learner = Learner(MATERIAL_ALONE)
    for game in range(30):
        learner.learn(by_lot(game, most_plies=120), NOBODY)
    up, down = (
        learner.record(kinds.material_pattern((1, 0, 0, 0, 0))),
        learner.record(kinds.material_pattern((-1, 0, 0, 0, 0))),
    )
    assert up is not None and down is not None
    assert abs(up.updates - down.updates) < 30
    assert up.weight + down.weight == pytest.approx(1.0, abs=0.1)


def test_equals_are_drawn_by_lot() -> None:
    player = MorphPlayer(Learner())
    moves = {player.choose(Position.start(), np.random.default_rng(s)) for s in range(200)}
    assert len(moves) == 20


def test_why_this_move() -> None:
    learner = some(42)
    player = MorphPlayer(learner)
    assert player.looked() is None
    position = path("e2e4 e7e5 g1f3")[-1]
    move = player.choose(position, np.random.default_rng(1))
    looked = player.looked()
    assert looked is not None
    values = learner.values(position)
    assert [one.move for one in looked.successors] == list(legal_moves(position))
    assert looked.successors[looked.chosen].move == move
    assert values.max() == looked.successors[looked.chosen].value
    records = {record.number: record for record in learner.records()}
    for one, value in zip(looked.successors, values, strict=True):
        assert one.value == pytest.approx(value)
        assert one.position == make(position, one.move)
        if one.matched:
            assert one.matched[-1].folded == pytest.approx(value)
        for matched in one.matched:
            record = records[matched.pattern]
            assert record.weight == matched.weight
            assert len(matched.squares) == len(getattr(record.pattern, "nodes", ()))


def test_a_nodes_square_is_that_of_the_board_itself() -> None:
    """Black moves: the graph is turned about, what is shown is not."""
    learner = Learner()
    own_queen = kinds.graph_pattern(
        [kinds.Node(4), kinds.Node(5, square("e1"))], [kinds.Edge(0, 1)]
    )
    learner.system.database.insert(own_queen, "given", 0.7)
    looked = learner.successors(path("e2e4")[-1])
    matched = next(one for one in looked if one.move.start == square("a7")).matched
    assert len(matched) == 1
    assert set(matched[0].squares) == {square("d8"), square("e8")}


def test_only_the_most_specific_patterns_count() -> None:
    learner = Learner()
    pair = kinds.graph_pattern([kinds.Node(4), kinds.Node(5, square("e1"))], [kinds.Edge(0, 1)])
    king = kinds.graph_pattern([kinds.Node(5, square("e1"))], [])
    learner.system.database.insert(king, "given", 0.9)
    assert learner.value(path("e2e4")[-1]) == pytest.approx(0.9)
    learner.system.database.insert(pair, "given", 0.2)
    assert learner.value(path("e2e4")[-1]) == pytest.approx(0.2)


def test_equal_patterns_are_written_each_with_its_own_origin() -> None:
    after = [make(Position.start(), move) for move in legal_moves(Position.start())[:2]]
    nodes, squares = [kinds.Node(0, FREE), kinds.Node(1, FREE)], (8, 1)
    first, second = (
        kinds.graph_pattern(
            nodes, [kinds.Edge(1, 0, DIRECT)], kinds.Origin(write_fen(position), squares)
        )
        for position in after
    )
    assert first == second and first.origin != second.origin
    for pattern in (first, second):
        (back,) = serialization.read_patterns(serialization.encode_pattern(pattern), "x")
        assert isinstance(back, kinds.GraphPattern) and back.origin == pattern.origin


def _with(**changes: object) -> bytes:
    held, _ = serialization.from_bytes(kept(10), "")
    return pack(replace(held, **changes), serialization.VERSION)  # type: ignore[arg-type]


def test_another_version_is_refused() -> None:
    held, _ = serialization.from_bytes(kept(10), "")
    with pytest.raises(RefusedError, match=f"version {serialization.VERSION + 1}"):
        Learner.from_bytes(pack(held, serialization.VERSION + 1))


def test_arrays_that_dont_agree_are_refused() -> None:
    with pytest.raises(RefusedError, match="of their weights"):
        Learner.from_bytes(_with(weights=np.zeros(3)))


def test_patterns_cut_short_are_refused_by_their_number() -> None:
    held, _ = serialization.from_bytes(kept(10), "")
    with pytest.raises(RefusedError, match=r"pattern .*cut short"):
        Learner.from_bytes(_with(patterns=held.patterns[:-1]))


def test_an_impossible_node_is_refused() -> None:
    pawn = kinds.graph_pattern([kinds.Node(0, square("e4"))], [])
    wrong = serialization.encode_pattern(pawn).replace(bytes([square("e4")]), bytes([square("e8")]))
    with pytest.raises(RefusedError, match="pawn on e8"):
        list(serialization.read_patterns(wrong, "by hand"))


def test_the_points_of_a_game_are_those_of_the_men_taken() -> None:
    game = by_lot(4)
    before, after = (game.positions[0], game.positions[-1])
    worth = (1, 3, 3, 5, 9)
    for side, taken in ((0, game.captured), (1, game.lost)):
        theirs = [p.black if (side == 0) == game.morph_white else p.white for p in (before, after)]
        if any(move.promotion for move in game.moves):
            continue
        sums = [
            sum(w * (men & own).bit_count() for w, men in zip(worth, p.men, strict=False))
            for p, own in zip((before, after), theirs, strict=True)
        ]
        assert taken == sums[0] - sums[1]


def test_a_game_counts_a_win_for_whoever_won() -> None:
    lost = written(FOOLS_MATE)
    assert (lost.result, lost.reason, lost.plies) == (0.0, "checkmate", 4)
    assert written(FOOLS_MATE, morph_white=False).result == 1.0


def test_an_opponents_illegal_move_is_no_game() -> None:
    illegal = Follower([Move(square("e2"), square("e4"))] * 2)
    with pytest.raises(ValueError, match="no legal move"):
        play_game(Learner(), illegal, NOBODY, morph_white=True)


def test_the_paper_s_four_versions() -> None:
    made = [settings.version(name) for name in settings.VERSIONS]
    assert [one.reverse for one in made] == [False, True, True, True]
    assert [one.aps.fold for one in made] == ["mean", "mean", "least", "least"]
    assert [one.aps.rates for one in made] == ["constant"] * 3 + ["annealed"]
    assert made[-1] == LearnerConfig()
    with pytest.raises(RefusedError, match="no version"):
        settings.version("best")


def test_impossible_sizes_are_refused() -> None:
    with pytest.raises(RefusedError, match="nodes"):
        LearnerConfig(most_nodes=9)
    with pytest.raises(RefusedError, match="plies"):
        LearnerConfig(most_plies=1)


def test_few_patterns_are_kept_where_few_are_wanted() -> None:
    aps = APSSettings(deletion=Deletion(every=5, largest=40, young=2))
    learner = Learner(LearnerConfig(aps, most_plies=60))
    for game in range(1, 21):
        taught(learner, game)
    assert len(learner) <= 60
    numbers = [record.number for record in learner.records()]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] > 60
