"""Games between machines reach the tournament table: once each, a demonstration's too."""

from pathlib import Path

from machines.menace.scene import OPPONENTS
from machines.museum.session_manager import SessionManager
from machines.museum.sessions.session_store import SessionStore
from machines.storage.registry import EXHIBITS


def opened(folder: Path) -> tuple[SessionStore, SessionManager]:
    store = SessionStore(folder, "test")
    manager = SessionManager(store, EXHIBITS)
    manager.open("menace")
    return store, manager


def close(store: SessionStore, manager: SessionManager) -> None:
    manager.close()
    store.close()


def play(manager: SessionManager, opponent: str, plays: int) -> None:
    """So many plays more."""
    manager.act("menace", "table.opponent", OPPONENTS.index(opponent))
    manager.act("menace", "table.run", 1)
    wanted = manager.view("menace").plays + plays
    while manager.view("menace").plays < wanted:
        manager.advance("menace", 500_000)
    manager.act("menace", "table.run", 0)


def here(manager: SessionManager) -> dict[str, int]:
    """Games that were played in this museum, by meeting."""
    return {one.name: one.here for one in manager.meetings.rows if one.here}


def test_plays_between_machines_count_and_no_others(tmp_path: Path) -> None:
    store, manager = opened(tmp_path)
    play(manager, "random", 2)
    play(manager, "menace", 2)
    assert here(manager) == {}
    before = {one.name: one for one in manager.meetings.rows}
    play(manager, "morph", 3)
    play(manager, "pegasus", 2)
    assert here(manager) == {"meet_morph": 3, "meet_pegasus": 2}
    results = manager.view("menace").scene.results[4:7].tolist()  # type: ignore[attr-defined]
    now = next(one for one in manager.meetings.rows if one.name == "meet_morph")
    assert now.won - before["meet_morph"].won == results.count(1)
    assert now.lost - before["meet_morph"].lost == results.count(-1)
    close(store, manager)


def test_a_session_that_is_gone_on_with_counts_no_play_twice(tmp_path: Path) -> None:
    store, manager = opened(tmp_path)
    play(manager, "morph", 3)
    close(store, manager)
    store, manager = opened(tmp_path)
    assert manager.view("menace").plays == 3  # made again from its log
    assert here(manager) == {"meet_morph": 3}
    play(manager, "morph", 1)
    assert here(manager) == {"meet_morph": 4}
    close(store, manager)


def test_a_demonstration_s_plays_count_too(tmp_path: Path) -> None:
    store, manager = opened(tmp_path)
    manager.touring = "menace"
    assert manager._set_aside("menace")
    play(manager, "pegasus", 2)
    manager.leave(hands_over=False)
    assert manager.view("menace").plays == 0
    assert here(manager) == {"meet_pegasus": 2}
    close(store, manager)
