"""The published games: Samuel's Appendix B, and Anaconda against Beatrice."""

from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves
from machines.games.draughts.notation import read_pdn, write_fen
from tests.machines.perft_tables import GOLDEN

GAMES = read_pdn((GOLDEN / "draughts-games.pdn").read_text(), "draughts-games.pdn")

# The moves that Chellapilla and Fogel 2000 mark (f), for forced, in their appendix.
FORCED = (
    "2.R", "8.R", "8.W", "11.R", "11.W", "20.W", "21.W", "22.W",
    "23.R", "29.R", "30.W", "36.W", "37.R", "40.W", "58.R", "58.W",
)  # fmt: skip


def test_all_sixteen_games_are_legal_to_their_last_move() -> None:
    assert len(GAMES) == 16
    assert [len(game.moves) for game in GAMES[:11]] == [8] * 11
    assert [len(game.moves) for game in GAMES[11:]] == [46, 71, 62, 58, 119]


def test_every_move_of_a_published_game_is_among_the_legal_moves() -> None:
    for game in GAMES:
        for position, move in zip(game.positions(), game.moves, strict=False):
            assert move in legal_moves(position), game
        assert game.start == Position.start(), game


def test_in_the_anaconda_game_exactly_the_moves_marked_f_are_forced() -> None:
    game = GAMES[-1]
    marked = {2 * (int(mark[:-2]) - 1) + (mark[-1] == "W") for mark in FORCED}
    found = {
        ply for ply, position in enumerate(game.positions()[:-1]) if len(legal_moves(position)) == 1
    }
    assert game.tag("White") == "Anaconda"
    assert found == marked


def test_the_anaconda_game_ends_as_printed() -> None:
    assert write_fen(GAMES[-1].positions()[-1]) == "W:WK1,K23,K28:B25"
    assert GAMES[-1].result == "0-1"


def test_samuels_games_were_cut_with_men_still_on_the_board() -> None:
    by_name = {game.tag("Event").split()[-1]: game for game in GAMES}
    assert "Terminated manually" in by_name["G-1"].comments[0][1]
    assert "71 plies" in by_name["G-18"].comments[0][1]
    assert by_name["G-18"].positions()[-1].passive
