"""The words of the language that is shown: labels, controls' names, what a core says."""

import msgspec
import pytest

from devices.assets import ASSETS
from devices.refusal import RefusedError
from devices.screen.part import Touch
from devices.screen.sayings import Sayings
from devices.screen.ui_text import ControlText, RoomText, languages, read_language, read_ui_text
from devices.screen.words import Words, named, said, shown, use

ENGLISH = read_language("en")
ROOM = RoomText(labels={"games": "{n} games", "new": "NEW GAME"})


def told(room: RoomText, **house: object) -> None:
    """Show English with a room of our own."""
    rooms = {**ENGLISH.rooms, "demo": room}
    use(msgspec.structs.replace(ENGLISH, rooms=rooms, **house))


def test_english_is_shown_where_nothing_is_chosen() -> None:
    use(None)  # another test may have chosen
    assert shown() == ENGLISH
    assert languages()[0] == "en"


def test_labels_are_those_of_the_language_that_is_shown() -> None:
    told(ROOM, labels={"step": "STEP"})
    words = Words("demo")
    assert words("games", n=12) == "12 games"
    assert words("new") == "NEW GAME"
    assert Words("museum")("step") == "STEP"
    told(RoomText(labels={"games": "{n} Spiele"}))
    assert words("games", n=12) == "12 Spiele"


def test_a_label_that_is_nowhere_is_refused() -> None:
    with pytest.raises(KeyError):
        Words("demo")("nothing")


def test_a_control_is_named_and_explained_by_the_language() -> None:
    touch = Touch("start", (0, 0, 10, 10), "button", "START", "Go on.")
    assert named("demo", "console.start", touch) is touch
    told(RoomText(controls={"start": ControlText(help="Weiter.")}))
    assert named("demo", "console.start", touch).label == "START"
    assert named("demo", "console.start", touch).help == "Weiter."
    own = {"console.start": ControlText("LOS", "Los."), "start": ControlText(help="Weiter.")}
    told(RoomText(controls=own))
    found = named("demo", "console.start", touch)
    assert (found.label, found.help) == ("LOS", "Los.")
    assert named("demo", "printer.start", touch).help == "Weiter."
    told(RoomText(), controls={"start": ControlText("AN", "Go.")})
    assert named("other", "console.start", touch).label == "AN"


def test_what_a_core_says_is_told_by_pattern() -> None:
    table = {
        "Box {n} is empty.": "Schachtel {n} ist leer.",
        "{what} is empty.": "{what}: leer.",
        "The hopper": "Das Magazin",
        "Done.": "Fertig.",
        "{a} beat {a}.": "{a} schlug sich selbst.",
    }
    sayings = Sayings(table)
    assert sayings.told("Box 12 is empty.") == "Schachtel 12 ist leer."
    assert sayings.told("The hopper is empty.") == "Das Magazin: leer."
    assert sayings.told("Done. Box 3 is empty.") == "Fertig. Schachtel 3 ist leer."
    assert sayings.told("Done. Nobody knows.") == "Fertig. Nobody knows."
    deeper = Sayings({**table, "{why}; wait": "{why}; warten"})
    assert deeper.told("Box 4 is empty.; wait") == "Schachtel 4 ist leer.; warten"
    assert sayings.told("Ada beat Ada.") == "Ada schlug sich selbst."
    assert sayings.told("Ada beat Bob.") == "Ada beat Bob."
    assert sayings.told("") == ""
    assert sayings.knows("Done. Box 3 is empty.")
    assert not sayings.knows("Done. Nobody knows.")


def test_a_room_says_before_the_house() -> None:
    told(RoomText(said={"Done.": "Fertig."}), said={"Done.": "Aus.", "Wait.": "Warten."})
    assert said("demo", "Done.") == "Fertig."
    assert said("demo", "Wait.") == "Warten."
    assert said("other", "Done.") == "Aus."
    assert Words("demo").said("Done.") == "Fertig."


def test_a_language_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(RefusedError, match="no such language; there are en"):
        read_language("xx")


def test_a_misspelt_table_is_refused() -> None:
    house = (ASSETS / "text" / "en" / "museum.toml").read_bytes()
    with pytest.raises(RefusedError, match=r"demo\.toml"):
        read_ui_text(house, "museum.toml", {"demo.toml": b'[labels]\nstep = "STEP"\n[labls]\n'})
