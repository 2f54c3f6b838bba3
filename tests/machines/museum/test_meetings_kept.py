"""The tournament table: begins with what ships, grows by machines' games, survives a restart."""

import logging
import re
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from devices.screen.languages import languages, read_language
from machines.museum.meetings import FILE, SHIPPED, Meeting, MeetingTable, read_shipped
from machines.storage.program import ASSETS
from machines.storage.registry import EXHIBITS
from tests.machines.visitor import Visitor

PEGASUS = ("menace", "meet_pegasus")


def row(table: MeetingTable, name: tuple[str, str] = PEGASUS) -> Meeting:
    return next(one for one in table.rows if (one.exhibit, one.name) == name)


def test_the_table_begins_with_the_games_that_ship(tmp_path: Path) -> None:
    shipped = read_shipped((ASSETS / SHIPPED).read_bytes())
    table = MeetingTable(tmp_path)
    assert [(one.exhibit, one.name) for one in table.rows] == list(shipped)
    assert all((one.won, one.drawn, one.lost) == shipped[one[:2]] for one in table.rows)
    assert all(one.games > 0 and one.here == 0 for one in table.rows)
    assert list(tmp_path.iterdir()) == []


def test_the_placard_s_games_are_those_that_the_table_begins_with() -> None:
    won, drawn, lost = read_shipped((ASSETS / SHIPPED).read_bytes())["anaconda", "meet_1002"]
    share = (won + drawn / 2) / (won + drawn + lost)
    for code in languages():
        placard = read_language(code).placard("anaconda")
        assert placard is not None
        (card,) = (one for one in placard.cards if one.name == "samuel")
        found = [int(one) for one in re.findall(r"[0-9]+", card.see)]
        assert found == [200, round(100 * share)], code


def test_games_are_added_and_are_there_after_a_restart(tmp_path: Path) -> None:
    table = MeetingTable(tmp_path)
    before = row(table)
    table.count("menace", {("meet_pegasus", 1): 3, ("meet_pegasus", 0): 2, ("meet_pegasus", -1): 1})
    table.count("menace", {("meet_pegasus", 1): 1, ("nobody", 1): 5})
    table.close()
    for one in (table, MeetingTable(tmp_path)):
        now = row(one)
        assert (now.won, now.drawn, now.lost) == (
            before.won + 4,
            before.drawn + 2,
            before.lost + 1,
        )
        assert now.here == 7
        assert sum(other.here for other in one.rows) == 7


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"menace": {"meet_pegasus": [1, -2, 0]}}'])
def test_a_damaged_file_is_set_aside_and_the_table_begins_anew(
    tmp_path: Path, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(data)
    with caplog.at_level(logging.WARNING):
        table = MeetingTable(tmp_path)
    assert "is set aside" in caplog.text
    assert all(one.here == 0 for one in table.rows)
    (aside,) = tmp_path.iterdir()
    assert aside.name.startswith("meetings.json.set-aside-")
    assert aside.read_bytes() == data
    table.count("menace", {("meet_pegasus", 0): 1})
    table.close()
    assert row(MeetingTable(tmp_path)).here == 1


def test_a_folder_that_is_gone_leaves_the_table_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = MeetingTable(tmp_path / "gone")
    table.count("menace", {("meet_pegasus", 0): 1})
    table.close()
    assert row(table).here == 1
    assert caplog.text.count("the tournament table: not kept") == 1


@pytest.mark.parametrize("data", [b"", b"a,b\n", b"exhibit,meeting,won,drawn,lost\nmenace,x,1,2\n"])
def test_a_file_that_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(RefusedError, match="expected lines of exhibit,meeting"):
        read_shipped(data)


def test_every_row_has_its_words_and_begins_in_its_room() -> None:
    shipped: dict[str, list[str]] = {one.name: [] for one in EXHIBITS}
    for exhibit, name in read_shipped((ASSETS / SHIPPED).read_bytes()):
        shipped[exhibit].append(name)
    for code in languages():
        rooms = read_language(code).rooms
        for exhibit, names in shipped.items():
            assert sorted(rooms[exhibit].meetings) == sorted(names), (code, exhibit)
    for exhibit in filter(shipped.get, shipped):
        visitor = Visitor(exhibit)
        found = visitor.room.meetings(visitor.context())
        assert sorted(found) == sorted(shipped[exhibit]), exhibit
