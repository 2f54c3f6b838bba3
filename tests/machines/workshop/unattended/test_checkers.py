"""``main.py play``: the listing, the exit statuses, and what is told of a deck that is wrong."""

import io
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from devices.media.control_card import LAST_COLUMN
from devices.media.deck import read_deck, write_deck
from devices.media.tape_files import book_tape, open_tape, write_tape
from machines import commands
from tests.machines.ibm704.bench import CHEAP, deck_of
from tests.machines.storage.full_disk import full_disk

ROOT = Path(__file__).resolve().parents[4]
DECKS = ROOT / "assets/decks"
GOLDEN = ROOT / "tests/golden/listing-two-moves.txt"
TWO_MOVES = (
    "*      TWO MOVES OF AN OPERATOR.",
    *CHEAP,
    "GAME   WHITE=MACHINE TWO MOVES",
    "MOVE   11-15",
    "MOVE   15X24",
    "END",
)
LONG = ("GAME   BLACK=MACHINE WHITE=MACHINE LIMIT=60 A LONG ONE", "BREAK  MIN 9", "END")


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """Where a deck may stand."""
    return tmp_path / "bad.txt"


def punched(path: Path, *cards: str) -> Path:
    path.write_text("".join(f"{card}\n" for card in cards))
    return path


def play(*arguments: object) -> int:
    return commands.main(["play", "--deck", *map(str, arguments)])


def process(*arguments: object) -> "subprocess.Popen[bytes]":
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "play", "--deck", *map(str, arguments)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


# -- decks that are right --------------------------------------------------------------------------


def test_a_deck_with_end_prints_the_listing_and_is_status_0(
    deck: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(punched(deck, *TWO_MOVES)) == 0
    out, err = capsys.readouterr()
    assert out == GOLDEN.read_text()
    assert err == ""
    assert not list(data.glob("decks/*"))


def test_column_binary_prints_the_same_listing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.cbn"
    path.write_bytes(write_deck(deck_of(*TWO_MOVES, name="two.cbn"), "two.cbn"))
    assert play(path) == 0
    assert capsys.readouterr().out == GOLDEN.read_text()


def test_a_deck_that_is_longer_than_the_hopper_is_fed_as_there_is_room(
    deck: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remarks = ("*      A REMARK",) * 900
    assert play(punched(deck, *remarks, *TWO_MOVES)) == 0
    assert capsys.readouterr().out.endswith("END OF DECK\n")
    assert play(punched(deck, *remarks, "GAM")) == 2
    assert "card 901, column 1" in capsys.readouterr().err


def test_no_line_of_a_listing_is_wider_than_the_paper() -> None:
    for path in (GOLDEN, ROOT / "tests/golden/listing-opening-g04.txt"):
        assert max(map(len, path.read_text().splitlines())) <= 120


@pytest.mark.slow
def test_the_anaconda_game_has_119_rows_with_choice_l_h_and_c(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert play(DECKS / "anaconda-beatrice.txt") == 0
    out = capsys.readouterr().out
    rows = re.findall(r"^ +1 +(\d+)  (BLACK|WHITE)  (\S+) +(\S+) +(.*)$", out, re.MULTILINE)
    assert len(rows) == 119
    assert [(int(move), side) for move, side, *_ in rows] == [
        (ply // 2 + 1, "WHITE" if ply % 2 else "BLACK") for ply in range(119)
    ]
    deck = read_deck((DECKS / "anaconda-beatrice.txt").read_bytes(), "anaconda-beatrice.txt")
    texts = [card.field(1, LAST_COLUMN).split() for card in deck.cards]
    moves = [word for text in texts if text[0] == "BOOK" for word in text[1:]]
    for row, move in zip(rows, moves, strict=True):
        assert row[2].split("X")[0] == move.split("X")[0]
        assert re.fullmatch(r"\d+(-\d+|(X(\d+|\.\.\.))+)", row[3])
        # Two scores, each a number or a win or loss in so many plies, then L and H.
        assert re.match(r"(([+-]\d+|(WIN|LOSS) IN \d+) +){2}\d+ +\d+ ", row[4])
    sums = {"BLACK": [0, 0], "WHITE": [0, 0]}
    for _, side, _, _, rest in rows:
        cells = re.sub(r"(WIN|LOSS) IN ", "", rest).split()
        lower, higher, sum_l, sum_h = map(int, cells[2:6])
        sums[side][0] += lower
        sums[side][1] += higher
        assert sums[side] == [sum_l, sum_h]
        if sum_l + sum_h:
            assert float(cells[6]) == pytest.approx((sum_l - sum_h) / (sum_l + sum_h), abs=0.0051)
    black, white = sums["BLACK"][0], sums["WHITE"][0]
    assert re.search(rf"L, MOVES RATED POORER +{black} +{white} +{black + white}\n", out)
    assert out.count("BOOK ENDS     RESULT  *") == 1


@pytest.mark.slow
def test_eight_games_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert play(DECKS / "eight-games.txt") == 0
    out = capsys.readouterr().out
    for game in range(1, 9):
        assert out.count(f" GAME {game}     LAST POSITION") == 1
    assert "SEVERAL GAMES" in out


def test_the_listing_goes_to_a_file_and_the_log_replays_to_it(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper, log = tmp_path / "paper.txt", tmp_path / "play.log"
    assert play(punched(deck, *TWO_MOVES), "--listing", paper, "--log", log) == 0
    assert capsys.readouterr().out == ""
    assert paper.read_text() == GOLDEN.read_text()
    assert commands.main(["replay", str(log)]) == 0
    assert capsys.readouterr().out == GOLDEN.read_text()


def test_sense_switches_from_the_line(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(punched(deck, *CHEAP, "GAME   LIMIT=4", "END"), "--sense", "2,5,6") == 0
    out = capsys.readouterr().out
    assert "SENSE SWITCH 2 IS DOWN, THE MACHINE PLAYS BOTH SIDES" in out
    assert "LINE " in out


def test_cards_without_end_are_still_played(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = (*CHEAP, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=4")
    assert play(punched(deck, *cards)) == 2
    out, err = capsys.readouterr()
    assert "4 MOVE TERMINATION" in out
    assert err.startswith("play: bad.txt, card 7, column 1: the hopper is empty")


def test_a_book_tape_on_unit_1(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    books = (*CHEAP, "GAME   1 BLACK=BOOK WHITE=BOOK A BOOK", "BOOK   11-15 23-19", "END")
    tape = tmp_path / "book.tap"
    tape.write_bytes(write_tape(book_tape(deck_of(*books, name="book.txt")), "book.tap"))
    assert play(punched(deck, "SENSE  3", "END"), "--tape", f"1={tape}") == 0
    assert "BOOK ENDS" in capsys.readouterr().out


# -- decks that are wrong --------------------------------------------------------------------------

START = (*CHEAP, "GAME   WHITE=MACHINE A GAME", "MOVE   11-15")


def test_a_deck_that_is_wrong_is_refused_by_card_and_column_and_the_position_is_kept(
    deck: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = data / "decks/bad-kept.txt"
    refused: tuple[tuple[tuple[str, ...], str], ...] = (
        (
            ("MOOVE  11-15",),
            "bad.txt, card 8, column 1: unknown word MOOVE; expected one of GAME, SENSE, BOARD",
        ),
        (("MOVE   15X24 1-5",), "bad.txt, card 8, column 14: square 5 is occupied"),
        (
            ("GAME   2", "BOARD  B/W1/B4"),
            "bad.txt, card 9, column 11: White's man on square 1 stands on its king row, "
            "where it would be a king: K1",
        ),
        ((), "bad.txt, card 8, column 1: the hopper is empty and no END card has come"),
    )
    for cards, words in refused:
        kept.unlink(missing_ok=True)
        assert play(punched(deck, *START, *cards)) == 2, cards
        out, err = capsys.readouterr()
        assert err.startswith(f"play: {words}")
        assert err.endswith(f"; the position is kept in {kept}\n")
        assert " MACHINE   24-19 " in out, cards
        if cards:
            named = err.removeprefix("play: ").partition(":")[0].upper()
            assert f"CARD REFUSED, {named}" in out
        assert "BOARD  B/W" in kept.read_text(), cards


def test_a_file_that_is_no_deck_is_refused_before_anything_is_played(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files: tuple[tuple[str, bytes | None, str], ...] = (
        ("no.txt", None, "no.txt: there is no such file"),
        ("bad.txt", b"GAME\xff\n", "bad.txt, line 1: byte 4 (0xFF) is not text"),
        ("bad.txt", b"", "bad.txt: the deck has no cards"),
    )
    for name, content, words in files:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        assert play(path) == 2, words
        out, err = capsys.readouterr()
        assert words in err
        assert out == "", words
    assert not list(data.glob("decks/*"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--sense", "7"), "play: --sense: '7'; expected switches 1 to 6, such as 2,5"),
        (("--tape", "3=x.tap"), "play: --tape: '3=x.tap'; expected a unit and a file"),
        (("--tape", "1=no.tap"), "play: no.tap: there is no such file"),
    ],
)
def test_a_line_that_is_wrong_is_refused(
    deck: Path, arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(punched(deck, *TWO_MOVES), *arguments) == 2
    assert capsys.readouterr().err.startswith(words)


def test_moves_by_the_keys_with_nobody_there_are_refused(
    deck: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(punched(deck, "GAME   WHITE=MACHINE", "END"), "--sense", "1") == 2
    assert "game 1: Black is to move: sense switch 1 is down" in capsys.readouterr().err


# -- what is kept ----------------------------------------------------------------------------------


def kept_of(data: Path) -> Path:
    (path,) = data.glob("decks/*")
    return path


def test_a_deck_that_was_kept_goes_on_to_the_same_end(
    deck: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refused in the middle, mended in the kept deck, played on: the rest of the game is alike."""
    whole = (*CHEAP, "GAME   WHITE=MACHINE LIMIT=9 A GAME", "MOVE   11-15 15X24 8-11", "MOVE   4-8")
    assert play(punched(deck, *whole, "END")) == 0
    rows = re.findall(r" (?:OPERATOR|MACHINE) +(\S+)", capsys.readouterr().out)
    broken = [card.replace("8-11", "8-12") for card in whole]
    assert play(punched(deck, *broken, "END")) == 2
    kept = kept_of(data)
    text = kept.read_text()
    assert "GAME   1 BLACK=OPERATOR WHITE=MACHINE LIMIT=5 A GAME" in text
    assert "BREAK  MIN 1\n" in text
    assert "*      REFUSED  MOVE   11-15 15X24 8-12\nMOVE   4-8\nEND\n" in text
    kept.write_text(text.replace("*      REFUSED  MOVE   11-15 15X24 8-12", "MOVE   8-11"))
    capsys.readouterr()
    assert play(kept) == 0
    again = re.findall(r" (?:OPERATOR|MACHINE) +(\S+)", capsys.readouterr().out)
    moves = [word for word in rows if re.match(r"\d", word)]
    assert [word for word in again if re.match(r"\d", word)] == moves[4:]


def test_a_kept_deck_that_runs_empty_is_kept_under_its_own_name(deck: Path, data: Path) -> None:
    assert play(punched(deck, *START)) == 2
    kept = kept_of(data)
    assert play(kept) == 2
    assert kept_of(data) == kept


# -- interrupted -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_ctrl_c_is_status_130_with_the_listing_so_far_and_the_position_kept(
    deck: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "play.log"
    running = process(punched(deck, LONG[0], "BREAK  MIN 4", LONG[2]), "--log", log)
    assert running.stdout is not None
    seen = b""
    while b" 1   BLACK  MACHINE " not in seen:
        seen += running.stdout.readline()
    running.send_signal(signal.SIGINT)
    rest, err = running.communicate(timeout=60)
    assert running.returncode == 130
    kept = data / "decks/bad-kept.txt"
    assert err.decode() == f"play: interrupted; the position is kept in {kept}\n"
    assert re.search(r"LIMIT=5\d A LONG ONE\nBOARD ", kept.read_text())
    assert kept.read_text().endswith("\nBREAK  MIN 4\nEND\n")
    assert commands.main(["replay", str(log)]) == 0
    assert capsys.readouterr().out.encode() == seen + rest


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no such signal")
def test_a_killed_run_leaves_a_log_that_replays_as_far_as_it_was_written(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "play.log"
    running = process(punched(deck, LONG[0], "BREAK  MIN 4", LONG[2]), "--log", log)
    assert running.stdout is not None
    seen = b""
    while b" 2   WHITE  MACHINE " not in seen:
        seen += running.stdout.readline()
    running.kill()
    seen += running.communicate(timeout=60)[0]
    with log.open("ab") as file:
        file.write(b'{"line":"pl')  # and the line that was under way
    assert commands.main(["replay", str(log)]) == 0
    out, err = capsys.readouterr()
    assert err.startswith("play.log: the last line was torn and is left out\n")
    assert " 1   BLACK  MACHINE " in out
    assert seen.startswith(out.encode()[: len(seen)])


def test_a_log_that_finds_no_room_ends_the_run_with_the_position_kept(
    deck: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, log = tmp_path / "whole.log", tmp_path / "play.log"
    assert play(punched(deck, *TWO_MOVES), "--log", whole) == 0
    capsys.readouterr()
    with full_disk(whole.stat().st_size - 300):
        assert play(deck, "--log", log) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"play: {log}: can't be written: ")
    assert f"the position is kept in {kept_of(data)}" in err
    assert commands.main(["replay", str(log)]) == 0
    assert whole.read_bytes().startswith(log.read_bytes())


@pytest.mark.skipif(sys.platform == "win32", reason="no pipe has a name there")
def test_a_log_can_go_through_a_pipe(deck: Path, tmp_path: Path) -> None:
    pipe, log = tmp_path / "pipe", tmp_path / "play.log"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_bytes)
        assert play(punched(deck, *TWO_MOVES), "--log", pipe) == 0
    log.write_bytes(read.result())
    assert commands.main(["replay", str(log)]) == 0


def test_a_pipe_that_is_closed_early_ends_the_run_quietly(
    deck: Path, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    open_ends = [reading]

    class Listing(io.TextIOWrapper):
        """Nobody reads more of it than the first line."""

        def write(self, text: str) -> int:
            written = super().write(text)
            if open_ends and "\n" in text:
                self.flush()
                os.close(open_ends.pop())
            return written

    with Listing(os.fdopen(writing, "wb")) as listing:
        monkeypatch.setattr("sys.stdout", listing)
        assert play(punched(deck, *LONG)) == 0  # whoever read it has seen enough
    err = capsys.readouterr().err
    assert err.startswith("play: nobody reads the listing any more; the position is kept in ")
    assert kept_of(data).read_text().endswith("\nEND\n")


def test_on_a_terminal_progress_is_told_and_the_listing_stays_clean(
    deck: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listing has no trace of the line that is overwritten."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr("sys.stderr", terminal)
        assert play(punched(deck, "BREAK  MIN 2", *TWO_MOVES)) == 0
    out, told = capsys.readouterr().out, b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        told += part
    os.close(ours)
    assert "\x1b" not in out
    assert out.count("END OF DECK") == 1
    assert re.search(rb"\r\x1b\[K\d+ moves, [\d,]+ boards, 0:\d\d:\d\d of the 704's time", told)
    assert told.endswith(b"\r\x1b[K")


def test_a_position_that_cannot_be_kept_hides_no_reason(
    deck: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data.write_text("in the way")
    assert play(punched(deck, "GAME", "MOVE   11-15")) == 2
    said = capsys.readouterr().err
    assert said.startswith("play: bad.txt, card 3, column 1: the hopper is empty")
    assert said.endswith(
        f"the position is not kept: {data}: this is a file; a folder was expected; --data FOLDER "
        "or MATCHBOX704_DATA names another\n"
    )


def test_a_deck_that_learns_by_rote_leaves_its_memory_on_a_reel(
    tmp_path: Path, deck: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    punched(deck, "SENSE  4", *CHEAP, "LEARN  ROTE", "SERIES 1", "END")
    reels = [tmp_path / name for name in ("blank.tap", "memory.tap")]
    mounted = [part for n, reel in enumerate(reels, 1) for part in ("--blank", f"{n}={reel}")]
    assert play(deck, *mounted) == 0
    listing = capsys.readouterr().out
    unit, boards = re.findall(r"MEMORY TAPE ON UNIT ([12]) +(\d+) BOARDS", listing)[-1]
    assert int(boards) > 0
    memory = open_tape(reels[int(unit) - 1].read_bytes(), "memory.tap").tape
    assert memory.records()

    assert play(deck, *mounted) == 2
    assert "is there already; expected a new file" in capsys.readouterr().err
