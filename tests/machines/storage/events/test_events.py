"""``--events``: what happens, as JSON lines, told once and in order, and never in anyone's way."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from machines.exhibit.exhibit import Event, Exhibit
from machines.games.draughts.notation import read_pdn
from machines.menace.scene import OPPONENTS
from machines.storage import registry
from machines.storage.events import stream as streams
from machines.storage.events.follower import ExhibitFollower
from machines.storage.events.stream import EventStream
from machines.storage.registry import make_exhibit
from tests.machines.commanded import refused, said
from tests.machines.perft_tables import GOLDEN

ROOT = GOLDEN.parents[1]


def events_in(path: Path) -> list[dict[str, Any]]:
    """The events of a file."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def moves_of(events: list[dict[str, Any]], **where: object) -> list[str]:
    """The moves that were told of a game."""
    found = [one for one in events if one["event"] == "move"]
    return [one["move"] for one in found if where.items() <= one.items()]


def test_a_deck_tells_its_moves_its_end_and_the_704s_lamps(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "events.jsonl"
    deck = ROOT / "assets" / "decks" / "opening-g04.txt"
    out = said(capsys, "play", "--deck", str(deck), "--events", str(path))
    events = events_in(path)
    assert [events[0]["event"], events[-1]["event"]] == ["begin", "end"]
    moves = moves_of(events)
    assert moves and all(move.upper() in out for move in moves)
    assert [one["ply"] for one in events if one["event"] == "move"] == list(
        range(1, len(moves) + 1)
    )
    (over,) = [one for one in events if one["event"] == "game_over"]
    assert (over["plies"], over["result"]) == (len(moves), "*")
    first = next(one for one in events if one["event"] == "lamps")
    assert len(first["registers"]["mq"]) == 36
    told = [one["after_ms"] for one in events]
    assert told == sorted(told)


class Bench:
    """An exhibit that is followed."""

    def __init__(self, name: str, lamps: int = 0) -> None:
        self.exhibit: Exhibit = make_exhibit(registry.find_exhibit(name))
        self.events: list[dict[str, Any]] = []
        self.now_s = 0.0
        self.follower = ExhibitFollower(self, self.exhibit, lamps, lambda: self.now_s)  # type: ignore[arg-type]

    def say(self, event: str, **values: object) -> None:
        """As the stream takes it."""
        self.events.append({"event": event, **values})

    def act(self, control: str, value: int = 1) -> None:
        """An act, and a look."""
        exhibit = self.exhibit
        exhibit.operate(Event(exhibit.name, control, value, exhibit.now_us))
        self.follower.look(exhibit)

    def pass_us(self, us: int, most: int = 1000) -> None:
        """Slices of time until something is told."""
        told = len(self.events)
        for _ in range(most):
            self.exhibit.advance(us)
            self.follower.look(self.exhibit)
            if len(self.events) > told:
                return


def test_a_move_that_is_taken_back_is_told_and_another_game_too() -> None:
    bench = Bench("anaconda")
    for square in (11, 15):
        bench.act(f"pc.square.{square}")
    assert [one["event"] for one in bench.events] == ["move"]
    bench.pass_us(1_000_000)
    first, second = bench.events
    assert (first["move"], second["ply"], second["game"]) == ("11-15", 2, 1)
    bench.act("pc.back")
    told = [(one["event"], one.get("plies")) for one in bench.events[2:]]
    assert told in ([("take_back", 0)], [("new_game", None)])
    for square in (9, 14):
        bench.act(f"pc.square.{square}")
    assert (bench.events[-1]["ply"], bench.events[-1]["move"]) == (1, "9-14")


def test_plays_made_flat_out_are_told_whole_and_no_move_is_taken_back() -> None:
    bench = Bench("menace")
    bench.act("table.opponent", OPPONENTS.index("perfect"))
    bench.act("table.run")
    for _ in range(40):
        bench.exhibit.advance(60_000_000)
        bench.follower.look(bench.exhibit)
    plays = [one for one in bench.events if one["event"] == "play"]
    assert [one["number"] for one in plays] == list(range(1, len(plays) + 1))
    assert len(plays) > 3
    assert not [one for one in bench.events if one["event"] == "take_back"]


def test_a_visitors_play_is_told_once_whatever_its_squares_are_in_the_record() -> None:
    """The record has a square for each kind, and the play is not told again as another."""
    bench = Bench("pegasus")
    bench.act("desk.cross.visitor")
    for game in (1, 2):
        bench.act("desk.run")
        while bench.exhibit.state.run:  # type: ignore[attr-defined]
            bench.pass_us(1_000_000, 1)
            if bench.exhibit.view().scene.asks:
                visitor = bench.exhibit.state.visitor  # type: ignore[attr-defined]
                bench.act(f"sheet.square.{visitor.board.moves[-1]}")
        (play,) = [one for one in bench.events if one["event"] == "play"]
        (over,) = [one for one in bench.events if one["event"] == "game_over"]
        moves = moves_of(bench.events, game=game)
        assert (over["game"], over["plies"]) == (game, len(moves))
        assert "".join(moves) == visitor.squares != play["squares"]
        assert sum(one["event"] == "new_game" for one in bench.events) == game - 1
        bench.events.clear()
    bench.act("desk.cross.distinct")
    bench.act("desk.run")
    for _ in range(5):
        bench.pass_us(1_000_000)
    assert {one["event"] for one in bench.events} == {"play"}  # nobody sees its moves


def test_lamps_are_told_when_they_change_and_not_too_often() -> None:
    bench = Bench("ibm704", lamps=10)
    bench.follower.look(bench.exhibit)
    (whole,) = bench.events
    assert set(whole["registers"]) >= {"accumulator", "mq", "storage"}
    for control, value in (("lever", 0), ("key.35", 1), ("enter_mq", 1), ("enter_mq", 0)):
        bench.act(f"console.{control}", value)
    assert len(bench.events) == 1  # no tenth of a second has passed
    bench.now_s += 1
    bench.follower.look(bench.exhibit)
    assert [one["event"] for one in bench.events] == ["lamps", "lamps"]
    assert bench.events[1]["registers"]["mq"] == "0" * 35 + "1"
    assert "index" not in bench.events[1]["registers"]
    bench.now_s += 1
    bench.follower.look(bench.exhibit)
    assert len(bench.events) == 2  # nothing has changed


def test_a_match_tells_every_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, games = tmp_path / "events.jsonl", tmp_path / "games.pdn"
    words = ("match", "pieces", "random", "--games", "2", "--ply", "1", "--limit", "10")
    said(capsys, *words, "--jobs", "1", "--events", str(path), "--pdn", str(games))
    events = events_in(path)
    for game in read_pdn(games.read_text(), "games"):
        where = {"black": game.tag("Black"), "white": game.tag("White")}
        assert moves_of(events, **where) == list(map(str, game.moves))
    said(capsys, *words, "--jobs", "1", "--events", str(path))
    assert len(events_in(path)) == 2 * len(events)  # they are added


def test_a_stream_that_is_not_read_loses_lines_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_WAITING", 3)
    free = threading.Event()
    path = tmp_path / "e.jsonl"
    stream = EventStream(str(path))
    monkeypatch.setattr(stream, "_file", _Slow(stream._file, free))
    for number in range(20):
        stream.say("move", number=number)
    free.set()
    while stream._lines.qsize():
        pass
    stream.say("game_over")
    stream.close()
    events = events_in(path)
    lost = sum(one["lines"] for one in events if one["event"] == "lost")
    told = sum(one["event"] == "move" for one in events)
    assert lost + told == 20 and lost > 10
    assert [one["event"] for one in events[-2:]] == ["game_over", "end"]


class _Slow:
    """A file that takes nothing until it is let to."""

    def __init__(self, file: Any, free: threading.Event) -> None:
        self._file, self._free = file, free

    def write(self, text: str) -> None:
        self._free.wait(60)
        self._file.write(text)

    def flush(self) -> None:
        self._file.flush()


def test_where_nothing_can_be_written_it_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("match", "pieces", "random", "--games", "2", "--events")
    assert "there is no folder" in refused(capsys, *words, str(tmp_path / "no" / "e.jsonl"))
    assert "is a folder" in refused(capsys, *words, str(tmp_path))
