"""Collections from anywhere: good games are read as ever, bad ones left out with their reasons."""

from hypothesis import given
from hypothesis import strategies as st

from devices.refusal import RefusedError
from machines.games.draughts.notation import read_collection, read_pdn, write_pdn
from tests.machines.perft_tables import GOLDEN

TEXT = (GOLDEN / "draughts-games.pdn").read_text()
GAMES = read_pdn(TEXT, "games")

BAD = {
    '[Event "a move"]\n1. 11-15 22-18 2. 9-13 1-0\n': (2, "must be taken"),
    '[Event "no piece"]\n1. 11-15 21-30 0-1\n': (2, "21"),
    '[Event "a word"]\n1. 11-15 22-17 time forfeit 1-0\n': (2, "'time' is neither a move"),
    '[Event "a result"]\n[Result "2-0"]\n1. 11-15 *\n': (2, "'2-0' is no result"),
    '[Event "two results"]\n[Result "1-0"]\n1. 11-15\n0-1\n': (4, "its Result tag says 1-0"),
    '[Event "a board"]\n[FEN "B:W4:B1"]\n[Site ""]\n1. 11-15 *\n': (2, "stands on its king row"),
    '[Event "a comment"]\n1. 11-15 {no end\n22-17 *\n': (2, "the comment that opens here"),
    '[Event "a variation"]\n1. 11-15 (2. 9-13\n': (2, "the variation that opens here"),
    '[Event "a bracket"\n1. 11-15 *\n': (1, "is no tag"),
    "1. 11-15 11-16 1-0\n": (1, "nothing stands on square 11"),
}
"""Games that can't be followed: the line in each, and the reason."""


def test_what_can_be_read_to_its_end_is_read_as_ever() -> None:
    found = read_collection(TEXT, "games")
    assert (found.games, found.left_out, found.found) == (GAMES, (), len(GAMES))


def test_a_bad_game_of_any_kind_is_left_out_alone() -> None:
    for bad in BAD:
        before, after = write_pdn(GAMES[:2]) + "\n", "\n" + write_pdn(GAMES[2:5])
        found = read_collection(before + bad + after, "f.pdn")
        line, reason = BAD[bad]
        assert found.games == GAMES[:5], bad
        (refusal,) = found.left_out
        assert refusal.where.startswith("f.pdn, game 3,"), bad
        assert f"line {before.count(chr(10)) + line}" in refusal.where, bad
        assert reason in refusal.what, bad


def test_games_without_tags_are_told_apart_by_their_results() -> None:
    found = read_collection("1. 11-15 *\n1. 9-9 *\n\n1. 11-16 1-0 1. 10-14 0-1 1. 9-13", "f.pdn")
    assert [str(game.moves[0]) for game in found.games] == ["11-15", "11-16", "10-14", "9-13"]
    (refusal,) = found.left_out
    assert refusal.where == "f.pdn, game 2, move 1 (Black), line 2"


PARTS = ["1. 11-15 22-17 *\n", *BAD, "1. x*", '[Event "', "{", "}\n", "("]


@given(st.lists(st.sampled_from(PARTS)))
def test_nothing_is_refused_and_what_reads_strictly_reads_alike(parts: list[str]) -> None:
    text = "".join(parts)
    found = read_collection(text, "f.pdn")
    try:
        strict = read_pdn(text, "f.pdn")
    except RefusedError:
        assert found.left_out
    else:
        assert (found.games, found.left_out) == (strict, ())
