"""The shipped decks: the games that they say they are, and each runs to its end."""

import re
from pathlib import Path

from devices.media.deck import read_text_deck
from devices.media.tape import TapeMark
from devices.media.tape_files import open_tape, record_card
from machines import commands
from machines.games.draughts.notation import read_pdn
from machines.samuel.cards import GameCard, MovesCard, read_card
from machines.samuel.games import Result
from tests.machines.samuel.run import CHEAP, played
from tests.make_decks import (
    eight_games,
    learned_deck,
    numbered,
    samuel_games,
    samuel_tape,
    teach_alpha_deck,
)

ROOT = Path(__file__).parents[3]
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


def test_a_book_deck_holds_the_published_game() -> None:
    for path in filter(key, DECKS):
        (game,) = [one for one in GAMES if f"{one.tag('Event')} ".find(f"{key(path)} ") >= 0]
        commands = [read_card(text, path.name) for text in cards_of(path)]
        books = [one for one in commands if isinstance(one, MovesCard) and one.book]
        moves = [move for one in books for move in one.moves]
        assert [move.text for move in moves] == [move.card() for move in game.moves], path
        (opened,) = [one for one in commands if isinstance(one, GameCard)]
        assert (opened.black, opened.white) == ("BOOK", "BOOK"), path


def test_all_sixteen_games_have_a_deck() -> None:
    assert len([path for path in DECKS if key(path)]) == len(GAMES) == 16


def test_a_deck_is_punched_as_real_decks_were() -> None:
    for path in DECKS:
        lines = path.read_text().splitlines()
        assert all(len(line) == 80 for line in lines), path
        assert [int(line[72:]) for line in lines] == list(range(1, len(lines) + 1)), path
        assert lines[0].startswith("*"), path
        assert lines[-1].split()[0] == "END", path


def test_a_book_deck_runs_to_its_end() -> None:
    for path in [*filter(key, DECKS)][::5]:
        machine = played(*CHEAP, *cards_of(path))
        assert machine.ended, path
        assert "C = (L-H)/(L+H)" in machine.text(), path


def test_the_operator_beats_the_machine_as_it_is_by_default() -> None:
    machine = played(*cards_of(ROOT / "assets" / "decks" / "operator.txt"))
    assert machine.ended
    assert machine.program.state.games[1].result is Result.BLACK_WINS
    assert "WHITE, MACHINE CONCEDES" in machine.text()


def test_self_play_is_cut_after_70_moves() -> None:
    machine = played(*CHEAP, *cards_of(ROOT / "assets" / "decks" / "self-play.txt"))
    assert machine.ended
    assert len(machine.program.state.games[1].plays) <= 70


def test_the_decks_made_here_are_as_their_script_makes_them() -> None:
    decks = ROOT / "assets/decks"
    assert (decks / "samuel-games.txt").read_text() == numbered(samuel_games())
    assert (decks / "eight-games.txt").read_text() == numbered(eight_games())
    assert (decks / "learned.txt").read_text() == numbered(learned_deck())
    assert (decks / "teach-alpha.txt").read_text() == numbered(teach_alpha_deck())
    assert (ROOT / "assets/tapes/samuel-games.tap").read_bytes() == samuel_tape()


def test_the_book_tape_holds_samuels_four_games(tmp_path: Path) -> None:
    path = tmp_path / "games.tap"
    deck = ROOT / "assets/decks/samuel-games.txt"
    assert commands.main(["tape", "punch", str(deck), str(path)]) == 0
    assert path.read_bytes() == samuel_tape()
    tape = open_tape(path.read_bytes(), path.name).tape
    texts = [record_card(record).text() for record in tape.records()]
    moves = [word for text in texts if text.startswith("BOOK") for word in text[7:72].split()]
    games = [game for game in GAMES if re.search(r"G-(1|18|30|40) ", f"{game.tag('Event')} ")]
    assert moves == [move.card() for game in games for move in game.moves]
    assert sum(isinstance(item, TapeMark) for item in tape.items) == 3 + 2
