"""Where a museum goes on: before which exhibit the last visitor stood, and with what he left."""

from pathlib import Path

import pytest

from machines.commands._museum_window import find_room
from machines.museum.sessions.session_store import SessionStore, VisitorState
from machines.storage import registry
from machines.storage.folders import find_set_aside
from tests.machines.counter import make


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


def test_a_visitors_place_that_cannot_be_read_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / "visitor").mkdir()
    store = SessionStore(tmp_path)
    assert store.visitor() is None
    store.keep_visitor(VisitorState("counter", "x10"))
    assert store.visitor() == VisitorState("counter", "x10")
    store.close()
    assert len(find_set_aside(tmp_path)) == 1


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
