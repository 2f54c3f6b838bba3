"""What a panel's control means: the very event that a touch of the screen is."""

from devices.panel.layout import Control
from devices.refusal import RefusedError
from machines.exhibit.exhibit import Event
from machines.museum.panel.adapter import act_of, meaning_of, named, position, stands
from machines.storage.registry import EXHIBITS, find_exhibit, layout_of, make_exhibit, make_room
from tests.machines.menace import bench


def control(exhibit: str, name: str) -> Control:
    return next(one for one in layout_of(exhibit).controls() if one.id == name)


def touched_events(exhibit: str, place: str) -> set[str]:
    """What the room's part sends for its controls."""
    room = make_room(find_exhibit(exhibit), layout_of(exhibit))
    found = next(one for one in room.places if one.name == place)
    return {found.event(touch.control) for touch in found.make().touches()}


def test_every_control_of_the_704_s_panel_is_the_screen_s_by_its_event() -> None:
    controls = layout_of("ibm704").controls()
    assert {meaning_of("ibm704", one).event for one in controls} == touched_events(
        "ibm704", "console"
    )


def test_the_pegasus_desk_s_keys_are_the_screen_s_and_its_knobs_turn_on_by_one() -> None:
    assert act_of("pegasus", control("pegasus", "run"), True) == ("desk.run", 1)
    assert act_of("pegasus", control("pegasus", "run"), False) == ("desk.run", 0)
    assert act_of("pegasus", control("pegasus", "nought"), True) == ("desk.nought", 1)
    assert act_of("pegasus", control("pegasus", "nought"), False) is None


def test_a_drawer_that_is_drawn_out_shows_its_box_as_a_touch_of_it_does() -> None:
    drawer = control("menace", "drawer.200")
    assert act_of("menace", drawer, True) == ("cabinet.box", 200)
    assert act_of("menace", drawer, False) is None


def test_a_bead_from_a_cup_is_the_visitor_s_mark_on_its_colour_s_square() -> None:
    menace = bench.exhibit()
    for name in ("new", "run"):
        act = act_of("menace", control("menace", name), True)
        assert act is not None
        if name == "new":
            bench.act(menace, *act)
    shown = bench.until(menace, "visitor")
    free = shown.board.moves[-1]
    act = act_of("menace", control("menace", f"bead.{free}"), True)
    assert act is not None
    bench.act(menace, *act)
    assert bench.scene(menace).marks[-1] == free


def test_no_control_of_a_shipped_panel_is_unknown_to_its_exhibit() -> None:
    for spec in EXHIBITS:
        made = make_exhibit(spec)
        units = tuple(f"{name}." for name in made.units)
        for one in layout_of(spec.name).controls():
            act = act_of(spec.name, one, True)
            assert act is not None, one
            assert not act[0].startswith(units), one
            try:
                made.operate(Event(spec.name, *act, 0))
            except RefusedError as refusal:
                assert "no such" not in str(refusal)


def test_only_what_latches_in_two_places_can_stand_otherwise() -> None:
    table: tuple[tuple[str, str, dict[str, int], bool | None], ...] = (
        ("ibm704", "key.21", {"console.key.21": 1}, True),
        ("ibm704", "key.21", {"console.key.21": 0}, False),
        ("ibm704", "start", {"console.start": 1}, None),
        ("ibm704", "key.21", {}, None),
        ("pegasus", "run", {"desk.run": 1}, True),
        ("pegasus", "nought", {"desk.nought": 3}, None),
        ("menace", "run", {"table.run": 1}, True),
        ("menace", "drawer.1", {"cabinet.box": 1}, None),
    )
    for exhibit, name, controls, machine in table:
        told = stands(exhibit, control(exhibit, name), controls)
        assert told is machine, (exhibit, name, controls)


def test_a_lever_that_is_on_is_up_and_a_key_that_is_on_is_down() -> None:
    assert position(control("ibm704", "lever"), True) == "up"
    assert position(control("ibm704", "key.S"), True) == "down"
    assert named(control("ibm704", "load_cards")) == "LOAD CARDS"
