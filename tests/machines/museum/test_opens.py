"""The museum opens, whatever it finds in its data folder; what it can't use is set aside, not lost.

The folder is one that was really used: visits in the rooms, a souvenir, settings, a fall.  Each of
its files in turn is emptied, cut, altered, replaced by a folder or a pipe or made unreadable, and
the museum is opened on it without a window.
"""

import contextlib
import logging
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path

import pytest

from devices.media.deck import deck_value, read_text_deck
from devices.refusal import RefusedError
from machines.commands._museum_window import find_room
from machines.museum.curator import settings_file
from machines.museum.curator.caretaker import Bookkeeper, MuseumCaretaker
from machines.museum.curator.statistics import RoomCounts, Statistics
from machines.museum.curator.status import NAME, find_troubles, note_fall, read_falls
from machines.museum.media_export import SouvenirFolder
from machines.museum.session_manager import SessionManager
from machines.museum.sessions.session_store import SessionStore, VisitorState
from machines.storage import registry
from machines.storage.error_log import start_log
from machines.storage.files import write_kept
from machines.storage.folders import MARK, find_set_aside
from machines.storage.registry import EXHIBITS
from tests.machines.counter import make
from tests.machines.museum.test_soak import CARDS, WORKS
from tests.machines.storage.read_only_disk import read_only

pytestmark = pytest.mark.usefixtures("without_log")

ROOMS = tuple(one.name for one in EXHIBITS)
TODAY = datetime(2026, 11, 24, 12)

Attack = Callable[[Path, random.Random], None]


# -- a folder that was used ------------------------------------------------------------------------


def use(folder: Path, rooms: tuple[str, ...]) -> None:
    """Two days of a museum."""
    folder.mkdir()
    (folder / settings_file.NAME).write_bytes(settings_file.template())
    for _ in range(2):
        start_log(folder)
        settings_file.load_settings(folder)
        store = SessionStore(folder, "test")
        manager = SessionManager(store, EXHIBITS)
        for room in rooms:
            manager.open(room)
            visit(manager, room)
        manager.meetings.count("menace", {("meet_pegasus", 1): 2})
        store.keep_visitor(VisitorState(rooms[0], "x10", "de"))
        manager.close()
        store.close()
        note_fall(folder, -9)
        logging.getLogger("a test").warning("it fell")
    statistics = Statistics(folder, TODAY.date())
    statistics.add("menace", RoomCounts(won=1))
    statistics.save()
    souvenirs = SouvenirFolder(folder / "souvenirs")
    souvenirs.keep("menace", {".png": lambda: b"a picture"})
    souvenirs.close()
    books = Bookkeeper(folder, lambda: TODAY)
    write_kept(folder / NAME, books.status(settings_file.load_settings(folder), "ended"))


def visit(manager: SessionManager, room: str) -> None:
    """Let a machine play by itself for some seconds of its time."""
    deck = deck_value(read_text_deck("\n".join(CARDS) + "\n", "visit.txt"))
    for act in WORKS[room][0].split():
        control, _, value = act.partition("=")
        manager.act(room, control, deck if ".hopper" in control else int(value or 1))
        manager.advance(room, 1_000_000)
    for _ in range(10):
        manager.advance(room, 3_000_000)
    manager.recording.record_new_plays(manager.open_sessions[room], acted=True)


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the matchboxes alone: they are quick."""
    folder = tmp_path_factory.mktemp("used") / "data"
    use(folder, ("menace",))
    return folder


def names(folder: Path) -> list[str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in found)


def open_and_close(folder: Path, rooms: tuple[str, ...], is_lost: bool = False) -> None:
    """All that the museum does on opening but the window; then somebody plays, and it closes."""
    start_log(folder)
    read_falls(folder)
    caretaker = MuseumCaretaker(folder, today=lambda: TODAY)
    store = SessionStore(folder, "test", opens_anyway=True)
    assert bool(store.trouble) == is_lost
    store.visitor()
    manager = SessionManager(store, EXHIBITS)
    try:
        for room in rooms:
            manager.open(room)
            assert manager.open_sessions[room].file.is_lost == is_lost
            visit(manager, room)
        status = caretaker.books.status(caretaker.used, "open")
        with contextlib.suppress(*([RefusedError] if is_lost else [])):
            write_kept(folder / NAME, status)
        tuple(find_troubles(status, time.time()))
    finally:
        manager.close()
        with contextlib.suppress(*([RefusedError] if is_lost else [])):
            store.keep_visitor(VisitorState("", "authentic"))
        caretaker.close()
        store.close()


# -- what happens to it ----------------------------------------------------------------------------


def empty(path: Path, chance: random.Random) -> None:
    path.write_bytes(b"")


def cut(path: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(max(1, len(data)))])


def alter(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes() or b" ")
    for _ in range(chance.choice((1, 3, 100))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    path.write_bytes(data)


def zero_end(path: Path, chance: random.Random) -> None:
    """As a file system leaves a file that was not synced."""
    data = path.read_bytes()
    at = chance.randrange(max(1, len(data)))
    path.write_bytes(data[:at] + bytes(len(data) - at))


def put_folder(path: Path, chance: random.Random) -> None:
    path.unlink()
    path.mkdir()


def put_pipe(path: Path, chance: random.Random) -> None:
    """Whoever opens it waits for somebody at its other end."""
    path.unlink()
    os.mkfifo(path)


def forbid(path: Path, chance: random.Random) -> None:
    path.chmod(0)


ATTACKS: tuple[Attack, ...] = (
    empty, cut, alter, zero_end, put_folder, *([put_pipe] if hasattr(os, "mkfifo") else ()),
)  # fmt: skip
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
FILES = (
    "errors.log",
    "falls.json",
    "meetings.json",
    "museum.last-good.toml",
    "museum.lock",
    "museum.toml",
    "runs/menace-day-000001.sqlite",
    "sessions/menace/000001.log",
    "sessions/menace/000002.log",
    "sessions/menace/resume",
    "souvenirs/SOUVENIR",
    "statistics/2026-11-24.json",
    "status.json",
    "visitor",
)
UNUSABLE = {
    "falls.json",
    "meetings.json",
    "runs/menace-day-000001.sqlite",
    "sessions/menace/000002.log",
    "sessions/menace/resume",
    "statistics/2026-11-24.json",
    "visitor",
}
"""Which can't be used when they are empty."""


def souvenir() -> str:
    return f"{date.today().isoformat()}-menace-001.png"


def test_the_folder_has_these_files(used: Path) -> None:
    found = [one.replace(souvenir(), "SOUVENIR") for one in names(used)]
    assert tuple(found) == FILES


def attacked(whole: bool) -> Iterator[tuple[str, Attack]]:
    """Each file and what becomes of it: all that may, or one thing in turn and, of a file that
    can't be used then, also one that leaves nothing of it."""
    attacks = ATTACKS if IS_ROOT else (*ATTACKS, forbid)  # root may read everything
    for k, name in enumerate(FILES):
        some = {attacks[k % len(attacks)]}
        if name in UNUSABLE:
            some |= {(empty, put_folder)[k % 2], ATTACKS[-1]}
        yield from ((name, one) for one in attacks if whole or one in some)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_whatever_becomes_of_a_file_the_museum_opens(
    used: Path, tmp_path: Path, whole: bool
) -> None:
    for number, (name, attack) in enumerate(attacked(whole)):
        check_opens(shutil.copytree(used, tmp_path / str(number)), name, attack)


def check_opens(folder: Path, name: str, attack: Attack) -> None:
    """Opened twice after that; what can't be used is set aside once."""
    path = folder / name.replace("SOUVENIR", souvenir())
    attack(path, random.Random(f"{name} {attack.__name__}"))
    open_and_close(folder, ("menace",))
    if name in UNUSABLE and attack in (empty, put_folder, put_pipe):
        (aside,) = find_set_aside(folder)
        assert aside.startswith(f"{name}{MARK}")
        assert (folder / aside).is_dir() == (attack is put_folder)
        assert f"{path.name} is set aside" in (folder / "errors.log").read_text()
    before = set(find_set_aside(folder))
    open_and_close(folder, ("menace",))
    assert set(find_set_aside(folder)) == before


@pytest.mark.parametrize("missing", [False, True])
def test_on_a_disk_that_cannot_be_written_the_museum_opens_and_changes_nothing(
    used: Path, tmp_path: Path, missing: bool
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(used, folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with read_only(tmp_path):
        open_and_close(folder / "none" if missing else folder, ("menace",), is_lost=True)
    assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    open_and_close(folder, ("menace",))


def test_what_was_learned_outlives_a_last_session_that_is_gone(used: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(used, folder)
    for name in ("000002.log", "resume"):
        (folder / "sessions" / "menace" / name).write_bytes(b"")
    store = SessionStore(folder)
    manager = SessionManager(store, EXHIBITS)
    manager.open("menace")
    assert manager.view("menace").now_us > 0
    assert "; the one before it is gone on with" in manager.troubles[0]
    manager.close()
    store.close()


@pytest.mark.parametrize("year", [1970, 2099])
def test_a_clock_that_was_set_stops_nothing(used: Path, tmp_path: Path, year: int) -> None:
    folder = tmp_path / "data"
    shutil.copytree(used, folder)
    then = datetime(year, 1, 1)
    for path in folder.rglob("*"):
        os.utime(path, (then.timestamp() + 86_400, then.timestamp() + 86_400))
    books = Bookkeeper(folder, lambda: TODAY)
    books.statistics.turn(then.date())
    books.statistics.add_game("menace", "won")
    books.statistics.turn(TODAY.date())
    assert books.statistics.rooms["menace"].won == 1
    books.statistics.save()
    assert (folder / "statistics" / f"{then.date().isoformat()}.json").is_file()
    books.close(settings_file.load_settings(folder))
    open_and_close(folder, ("menace",))


SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "600"))


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 2 + 300)
def test_whatever_becomes_of_several_files_every_room_opens(tmp_path: Path) -> None:
    use(tmp_path / "used", ROOMS)
    seed = time.time_ns() % 1_000_000 * 1_000
    end = time.monotonic() + SECONDS
    tries = 0
    while time.monotonic() < end or not tries:
        chance = random.Random(seed + tries)
        folder = tmp_path / f"data-{tries}"
        shutil.copytree(tmp_path / "used", folder)
        done = []
        for name in chance.sample(names(folder), chance.choice((1, 1, 2, 5, 20))):
            attack = chance.choice(ATTACKS)
            done.append((name, attack.__name__))
            attack(folder / name, chance)
        try:
            open_and_close(folder, ROOMS)
        except BaseException as error:
            error.add_note(f"seed {seed + tries}: {done}")
            raise
        shutil.rmtree(folder)
        tries += 1
    print(f"{tries} folders opened")


# -- before which exhibit the last visitor stood ---------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"null",
        b"[]",
        b'{"exhibit":"attic"}',
        b'{"exhibit":7,"speed":"x10"}',
        b'{"exhibit":"attic","speed":"warp"}',
    ],
)
def test_a_visitors_place_that_makes_no_sense_is_nobodys(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "visitor").write_bytes(data)
    store = SessionStore(tmp_path)
    assert store.visitor() is None
    store.keep_visitor(VisitorState("counter", "x10"))
    assert store.visitor() == VisitorState("counter", "x10")
    store.close()


def test_a_place_that_is_on_the_floor_no_more_is_no_place_to_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "EXHIBITS", (registry.EXHIBITS[0], registry.EXHIBITS[-1]))
    assert find_room(None, "attic") == ""
    assert find_room(None, registry.EXHIBITS[-1].name) == registry.EXHIBITS[-1].name


def test_a_demonstrations_session_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    store = SessionStore(tmp_path)
    own = store.open("counter", make)
    own.session.act("counter", "console.key.35", 1)
    shown = store.begin("counter", make(), is_demonstration=True)
    shown.session.act("counter", "console.start", 1)
    shown.session.advance("counter", 5_000_000)
    store.mark(shown)
    store.end(shown)
    store.close()
    again = SessionStore(tmp_path)
    assert again.open("counter", make).exhibit.view().controls["console.key.35"] == 1
    assert again.open("counter", make).exhibit.view().plays == 0
    again.close()
