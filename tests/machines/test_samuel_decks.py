"""The shipped decks: the games that they say they are, and each runs to its end."""

from pathlib import Path

import pytest

from devices.media.deck import read_text_deck
from machines.draughts.board import Position
from machines.draughts.moves import legal_moves, make
from machines.draughts.notation import read_pdn
from machines.samuel.cards import GameCard, MovesCard, read_card
from machines.samuel.games import Result
from tests.machines.samuel_run import CHEAP, played

ROOT = Path(__file__).parents[2]
DECKS = sorted((ROOT / "assets" / "decks").glob("*.txt"))
GAMES = read_pdn((ROOT / "tests" / "golden" / "draughts-games.pdn").read_text(), "games")


def cards_of(path: Path) -> list[str]:
    return [card.text() for card in read_text_deck(path.read_text(), path.name).cards]


def key(path: Path) -> str:
    """``G-4`` for opening-g04.txt, ``Anaconda`` for the Anaconda deck."""
    name = path.stem.removeprefix("opening-")
    if name.startswith("g"):
        return f"G-{int(name[1:].removeprefix('-'))}"
    return "Anaconda" if name.startswith("anaconda") else ""


@pytest.mark.parametrize("path", [path for path in DECKS if key(path)], ids=lambda path: path.stem)
def test_a_book_deck_holds_the_published_game(path: Path) -> None:
    (game,) = [one for one in GAMES if f"{one.tag('Event')} ".find(f"{key(path)} ") >= 0]
    commands = [read_card(text, path.name) for text in cards_of(path)]
    moves = [m for one in commands if isinstance(one, MovesCard) and one.book for m in one.moves]
    assert [move.text for move in moves] == [move.card() for move in game.moves]
    (opened,) = [one for one in commands if isinstance(one, GameCard)]
    assert (opened.black, opened.white) == ("BOOK", "BOOK")


def test_all_sixteen_games_have_a_deck() -> None:
    assert len([path for path in DECKS if key(path)]) == len(GAMES) == 16


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_deck_is_punched_as_real_decks_were(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert all(len(line) == 80 for line in lines)
    assert [int(line[72:]) for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0].startswith("*")
    assert lines[-1].split()[0] == "END"


@pytest.mark.parametrize("path", [path for path in DECKS if key(path)], ids=lambda path: path.stem)
def test_a_book_deck_runs_to_its_end(path: Path) -> None:
    machine = played(*CHEAP, *cards_of(path))
    assert machine.ended
    assert "C = (L-H)/(L+H)" in machine.text()


def test_the_operator_beats_the_machine_as_it_is_by_default() -> None:
    machine = played(*cards_of(ROOT / "assets" / "decks" / "operator.txt"))
    assert machine.ended
    assert machine.program.state.games[1].result is Result.BLACK_WINS
    assert "WHITE, MACHINE CONCEDES" in machine.text()


def test_self_play_is_cut_after_70_moves() -> None:
    machine = played(*CHEAP, *cards_of(ROOT / "assets" / "decks" / "self-play.txt"))
    assert machine.ended
    assert len(machine.program.state.games[1].plays) <= 70


def test_the_anaconda_game_rates_every_book_move_by_default() -> None:
    machine = played(*cards_of(ROOT / "assets" / "decks" / "anaconda-beatrice.txt"))
    game = machine.program.state.games[1]
    assert machine.ended
    assert len(game.plays) == 119
    position = Position.start()
    for made in game.plays:
        assert made.rating is not None
        others = len(legal_moves(position)) - 1
        assert made.rating.lower + made.rating.higher <= others
        assert made.rating.agreed or others
        position = make(position, made.move)
