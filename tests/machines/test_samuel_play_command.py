"""``main.py play``: the listing on standard output, the status, and what is said when it stops."""

from pathlib import Path

import pytest

from machines.floor.commands import main
from tests.machines.samuel_run import CHEAP, played

OPENING = (*CHEAP, "GAME   1 BLACK=BOOK WHITE=BOOK", "BOOK   11-15 22-18 15X22", "END")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the user's own data folder."""
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))


def deck_file(folder: Path, *cards: str) -> str:
    path = folder / "test.txt"
    path.write_text("".join(f"{card}\n" for card in cards))
    return str(path)


def test_it_prints_what_the_716_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--deck", deck_file(tmp_path, *OPENING)]) == 0
    assert capsys.readouterr().out == played(*OPENING).text()


def test_sense_switches_are_set_for_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--deck", deck_file(tmp_path, *OPENING), "--sense", "5"]) == 0
    assert capsys.readouterr().out == played(*OPENING, sense=(5,)).text()


def test_the_listing_can_go_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper = tmp_path / "listing.txt"
    assert main(["play", "--deck", deck_file(tmp_path, *OPENING), "--print", str(paper)]) == 0
    assert paper.read_text() == played(*OPENING).text()


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (("GAME   1 WHITE=MACHINE", "MOVE   11-20"), "test.txt, card 6, column 8"),
        (("GAME   1 WHITE=MACHINE", "MOVE   11-15"), "no END card"),
        (("GAMES",), "test.txt, card 5, column 1: unknown word GAMES"),
    ],
)
def test_a_deck_that_does_not_come_to_its_end_gives_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cards: tuple[str, ...], words: str
) -> None:
    assert main(["play", "--deck", deck_file(tmp_path, *CHEAP, *cards)]) == 2
    assert words in capsys.readouterr().err


def test_cards_without_end_are_still_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = (*CHEAP, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=4")
    assert main(["play", "--deck", deck_file(tmp_path, *cards)]) == 2
    assert "4 MOVE TERMINATION" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--sense", "7"), "--sense"),
        (("--tape", "3=BOOK.tap"), "--tape"),
        (("--tape", "1=nowhere.tap"), "nowhere.tap"),
    ],
)
def test_a_wrong_option_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, str], words: str
) -> None:
    assert main(["play", "--deck", deck_file(tmp_path, "END"), *options]) == 2
    assert words in capsys.readouterr().err


def test_a_deck_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--deck", "nowhere.txt"]) == 2
    assert "nowhere.txt" in capsys.readouterr().err
