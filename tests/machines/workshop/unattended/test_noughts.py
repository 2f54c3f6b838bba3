"""The shipped noughts decks: made as they stand, played to END, listed as the golden files say."""

import re
import time
from pathlib import Path

import pytest

from devices.media.deck import read_deck
from devices.media.tape_files import open_tape
from machines import commands
from machines.games.noughts.cards import EndCard, RemarkCard, read_card
from machines.menace.day import plays_of, table_of
from machines.menace.deck_player import MenaceDeckPlayer
from machines.museum.media_catalog import MediaCatalog
from machines.museum.tours import load_shipped_deck
from machines.museum.window.museum import MediaPicker
from machines.pegasus.deck_player import PegasusDeckPlayer
from machines.storage import registry
from machines.storage.run_store import read_run
from tests.make_decks import numbered
from tests.make_noughts_decks import ASSETS, BLANK, DECKS, MAKERS

ROOT = Path(__file__).resolve().parents[4]
GOLDEN = ROOT / "tests/golden"
NAMES = sorted(path.name for path in DECKS.glob("*.txt"))
MENACE = [name for name in NAMES if name.startswith("menace")]


def play(name: str | Path, *arguments: object) -> int:
    """The command for that deck, by its name in the folder or its path."""
    path = DECKS / name
    command = ["pegasus"] if path.name.startswith("pegasus") else ["menace", "play"]
    return commands.main([*command, "--deck", str(path), *map(str, arguments)])


def punched(path: Path, *cards: str) -> Path:
    path.write_text("".join(f"{card}\n" for card in cards))
    return path


# -- as shipped ------------------------------------------------------------------------------------


FIG_5 = ("247018", "15386270", "0263587", "01785624", "02736418")
"""The first line of plays in Michie 1963, Fig. 5."""


def test_the_folder_s_note_names_each() -> None:
    note = (DECKS / "README.md").read_text()
    assert [name for name in NAMES if f"| {name} |" not in note] == []


@pytest.mark.slow
def test_a_deck_stands_as_it_is_made() -> None:
    for name, make in MAKERS.items():
        assert (DECKS / name).read_text() == numbered(make()), name


def test_every_card_can_be_read_and_the_first_says_which_machine() -> None:
    for name in NAMES:
        deck = read_deck((DECKS / name).read_bytes(), name)
        players = (MenaceDeckPlayer if name in MENACE else PegasusDeckPlayer).players
        cards = [read_card(one.text(), deck.where(n), players) for n, one in enumerate(deck.cards)]
        first = cards[0]
        assert isinstance(first, RemarkCard), name
        assert first.text.split()[1] == ("MENACE" if name in MENACE else "PEGASUS"), name
        assert isinstance(cards[-1], EndCard), name


def test_a_blank_reel_is_shipped() -> None:
    for name in BLANK:
        assert open_tape((ASSETS / name).read_bytes(), name).tape.items == (), name


@pytest.mark.slow
def test_a_shipped_deck_comes_to_its_end(tmp_path: Path) -> None:
    for name in NAMES:
        paper, reel = tmp_path / f"{name}.txt", tmp_path / f"{name}.tap"
        assert play(name, "--tape", f"1={reel}", "--listing", paper) == 0, name
        text = paper.read_text()
        assert "REFUSED" not in text, name
        assert reel.exists() == name.endswith("-tape.txt"), name
        ends = r"BALANCES\n +SO FAR" if name in MENACE else r"\nEND\n[0-9]+ PLAYS   \+"
        assert re.search(ends, text), name


def test_a_deck_for_the_other_machine_is_refused_by_its_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "menace-fig.txt"
    other.write_text((DECKS / "pegasus-learns.txt").read_text())
    assert play(other) == 2
    assert re.search(r"card 2, column 8: no box lies open", capsys.readouterr().err), (
        "BEADS comes first there"
    )
    other = tmp_path / "pegasus-round.txt"
    other.write_text((DECKS / "menace-round.txt").read_text())
    assert play(other) == 2
    assert "MENACE; expected OPERATOR, LEARN" in capsys.readouterr().err


def test_each_drawer_offers_its_own_machines_decks(tmp_path: Path) -> None:
    offered, shelf = {}, MediaCatalog(tmp_path)
    for name in ("ibm704", "menace", "pegasus"):
        shelf.look_through(registry.find_exhibit(name))
        while shelf._wanted:
            time.sleep(0.01)
        drawer = shelf.offer("reader.hopper", None, registry.find_exhibit(name))
        assert isinstance(drawer, MediaPicker)
        offered[name] = {tray.label for tray in drawer.trays}
    ours = {name.removesuffix(".txt").replace("-", " ").upper() for name in NAMES}
    assert offered["menace"] == offered["pegasus"] == ours
    assert "OPERATOR" in offered["ibm704"]
    assert not ours & offered["ibm704"]


def test_the_drawers_deck_is_found_by_its_folder() -> None:
    assert load_shipped_deck("menace-visitor.txt", folder="decks/noughts").startswith("text ")


# -- listings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["menace-visitor.txt", "menace-round.txt", "pegasus-fig-5.txt"])
def test_the_listing_is_the_golden_one(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(name) == 0
    out, err = capsys.readouterr()
    assert out == (GOLDEN / f"listing-{name}").read_text()
    assert err == ""


def test_the_plays_of_fig_5_are_typed_with_their_signs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play("pegasus-fig-5.txt")
    typed = [line for line in capsys.readouterr().out.split("\n") if re.match("[0-8]{5}", line)]
    assert typed == [f"{squares:<8} {sign}" for squares, sign in zip(FIG_5, "-.+++", strict=True)]


def test_all_three_outcomes_are_in_the_visitors_deck() -> None:
    text = (GOLDEN / "listing-menace-visitor.txt").read_text()
    assert re.findall(r"MENACE HAS (\w+)", text) == ["WON", "DRAWN", "LOST"]


def test_the_seed_makes_other_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    papers = []
    deck = punched(tmp_path / "menace-few.txt", "GAME   CROSS=RANDOM", "PLAYS  9", "END")
    for seed in (1961, 7, 7):
        paper = tmp_path / "listing.txt"
        assert play(deck, "--seed", seed, "--listing", paper) == 0
        papers.append(paper.read_text())
    assert papers[1] == papers[2] != papers[0]
    assert play("menace-round.txt", "--seed", "x") == 2
    assert "--seed" in capsys.readouterr().err


def test_another_build_can_be_asked_for(tmp_path: Path) -> None:
    paper = tmp_path / "listing.txt"
    assert play("menace-tournament.txt", "--build", "287L", "--listing", paper) == 0
    assert "BUILD 287L, 287 BOXES" in paper.read_text()


# -- decks that are wrong --------------------------------------------------------------------------


def test_a_deck_that_does_not_come_to_its_end_is_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, cards, words in (
        ("menace.txt", ["GAME   1 X", "MOVE   9", "END"], "menace.txt, card 2, column 8: 9 is no"),
        ("menace.txt", ["GAME   1 X"], "menace.txt, card 2, column 1: the hopper is empty and no"),
        ("menace.txt", ["END", "END"], "menace.txt, card 2, column 1: comes after END"),
        ("pegasus.txt", ["GAME", "PLAYS  X"], "pegasus.txt, card 2, column 8: X; expected"),
        ("pegasus.txt", ["BEADS"], "pegasus.txt, card 2, column 1: the hopper is empty"),
        ("menace.txt", ["LOAD   1 FRIDAY", "END"], "menace.txt, card 1: mount a tape on tape1"),
    ):
        assert play(punched(tmp_path / name, *cards)) == 2, cards
        out, err = capsys.readouterr()
        assert words in err
        assert "REFUSED" in out or "hopper" in words or "mount" in words


def test_an_option_that_is_wrong_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["--tape", "2=A.tap"], "expected a unit and a file, such as 1=A.tap"),
        (["--tape", "1="], "expected a unit and a file"),
        (["--tape", "1=A.doc"], "a tape's file has one of the suffixes .tap"),
        (["--tape", "1=" + "x" * 300 + ".tap"], "can't be opened: File name too long"),
        (["--tape", "1=A.tap", "--tape", "1=B.tap"], "'1=B.tap'; unit 1 has one already"),
        (["--listing", "A.txt", "--log", "A.txt"], "--log: is A.txt as is --listing"),
        (["--listing", "no/such/folder/x.txt"], "no/such/folder"),
    ):
        assert play("menace-round.txt", *arguments) == 2, arguments
        assert words in capsys.readouterr().err


def test_pegasus_takes_a_deck_or_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["pegasus", "--deck", "x.txt", "run"]) == 2
    assert "--deck: stands alone" in capsys.readouterr().err


# -- tapes, logs, interruption ---------------------------------------------------------------------


def test_what_a_deck_saves_is_loaded_by_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reel = tmp_path / "friday.tap"
    saving = punched(
        tmp_path / "menace-a.txt", "GAME   CROSS=RANDOM", "PLAYS  20", "SAVE   1 FRIDAY", "END"
    )
    loading = punched(tmp_path / "menace-b.txt", "LOAD   1 FRIDAY", "BEADS  1", "END")
    assert play(saving, "--tape", f"1={reel}") == 0
    reel.chmod(0o444)
    before = reel.read_bytes()
    capsys.readouterr()
    assert play(loading, "--tape", f"1={reel}") == 0
    assert "BEADS LOADED AS FRIDAY     TAPE1, FRIDAY.TAP     PLAYS 20" in capsys.readouterr().out
    assert reel.read_bytes() == before


def test_a_log_replays_to_the_same_listing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "run.log"
    assert play("menace-round.txt", "--log", log, "--seed", 5) == 0
    out = capsys.readouterr().out
    assert commands.main(["replay", str(log)]) == 0
    again, told = capsys.readouterr()
    assert again == out
    assert "states agree" in told


@pytest.mark.slow
def test_a_deck_goes_on_with_a_run_and_its_plays_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "day.sqlite"
    half = punched(tmp_path / "menace-half.txt", "GAME   CROSS=RANDOM", "PLAYS  30", "END")
    whole = punched(tmp_path / "menace-whole.txt", "GAME   CROSS=RANDOM", "PLAYS  60", "END")
    assert play(half, "--out", run) == 0
    assert play(half, "--out", run) == 0
    gone_on = capsys.readouterr().out
    assert play(whole) == 0
    assert capsys.readouterr().out.split("\n")[-3:] == gone_on.split("\n")[-3:]
    with read_run(run, "menace") as record:
        assert record.plays == 60
        assert len(plays_of(record)) == 60
        assert table_of(record).cabinet.plays == 60


@pytest.mark.slow
def test_beads_from_a_tape_do_not_go_into_a_run_with_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, reel = tmp_path / "day.sqlite", tmp_path / "reel.tap"
    assert play("menace-tape.txt", "--out", run, "--tape", f"1={reel}") == 0
    deck = punched(tmp_path / "menace-b.txt", "LOAD", "GAME   CROSS=RANDOM", "PLAYS  2", "END")
    assert play(deck, "--out", run, "--tape", f"1={reel}") == 2
    assert "has 60 plays with other beads" in capsys.readouterr().err
    with read_run(run, "menace") as record:
        assert table_of(record).cabinet.plays == 60
