"""What rote learning is worth in end games: two kings against one, placings that are won.

Off by default; ``pytest --benchmark-only tests/bench/test_bench_samuel_rote_study.py`` runs it
(some minutes) and tells in ``extra_info`` of how many placings the two kings win, to move, against
a defender who never errs (tests/naive/king_endings.py: he draws where he can, else loses as late as
he can), before and after 2000 games of ``learn samuel --series rote --games-of endings``.
"""

from dataclasses import replace
from typing import Any

from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import legal_moves, make
from machines.laboratory.samuel.studies import RoteStudy
from machines.samuel.games import Game, Play, Result
from machines.samuel.player import SamuelPlayer, settings_at
from machines.samuel.polynomial import Polynomial
from machines.samuel.rote.control import RoteLearning
from tests.naive.king_endings import Table, solved

GAMES = 2000
EVERY = 20
"""One in so many of the won placings is played."""
WON, LONGEST = 14_846, 33
"""Golden numbers (specification, section 9)."""
DRAWN = 10_000


def defence(position: Position, table: Table) -> Move:
    """The lone king's best move: one that draws, or that loses as late as it can."""

    def worth(move: Move) -> int:
        after = make(position, move)
        if after.black.bit_count() < after.white.bit_count():
            after = after.reversed()
        plies = table.get(after, DRAWN)
        return plies if plies % 2 or plies == DRAWN else 2 * DRAWN - plies

    return max(legal_moves(position), key=worth)


def share_won(player: SamuelPlayer, table: Table, placings: list[Position]) -> float:
    """How many of them the two kings (Black, to move) win, of all."""
    won = 0
    for position in placings:
        game = Game(1)
        game.place(position)
        game.begin(draws=True)
        while not game.over:
            black = game.black_to_move
            here = game.position
            move = player.decide(here).move if black else defence(here, table)
            game.play(Play(move, black, "MACHINE"), draws=True)
        won += game.result is Result.BLACK_WINS
    return won / len(placings)


def test_two_kings_against_one_after_rote_learning(benchmark: Any) -> None:
    table = solved()
    won = [
        position
        for position, plies in table.items()
        if plies % 2 and position.black.bit_count() == 2 and position.black_to_move
    ]
    assert (len(won), max(table[position] for position in won)) == (WON, LONGEST)
    settings, polynomial = replace(settings_at(3), alpha_beta=0), Polynomial.standard()
    placings = sorted(won, key=lambda p: (p.white, p.black))[::EVERY]
    study = RoteStudy.begin(1, settings, ("endings",), polynomial)

    def learn() -> None:
        for _ in range(GAMES):
            study.play_game()

    before = share_won(SamuelPlayer("before", polynomial, settings), table, placings)
    benchmark.pedantic(learn, rounds=1)
    memory = RoteLearning.of(study.memory_tape())
    memory.memory.bring_all(record.rows for record in memory.tape.records)
    after = share_won(SamuelPlayer("after", polynomial, settings, memory), table, placings)
    benchmark.extra_info.update(won_before=before, won_after=after, placings=len(placings))
    assert after > max(before, 0.5)
