"""The texts that visitors read: a folder a language, a file an exhibit.

The files' text is handed in; what is missing or misspelt in it is refused with its place.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec

from devices.assets import ASSETS
from devices.refusal import RefusedError
from devices.screen.figures import put_in

Words = TypeVar("Words")
Text = TypeVar("Text", bound=msgspec.Struct)


class HelpText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The help's own words; ``keys`` are the keyboard's keys that belong to no single control."""

    title: str
    page: str
    of: str
    turn: str
    control: str
    key: str
    does: str
    window: str
    here: str
    stops: str
    controls: str
    keys: tuple[tuple[str, str], ...]


class TryCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to try: its name (as the exhibit's acts have it), what to do, what to look for."""

    name: str
    title: str
    do: str
    see: str


class PlacardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who built the machine and why it matters, how it learns, three things to try."""

    title: str
    text: str
    learns: str
    cards: tuple[TryCard, ...] = ()


class StoryText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A machine's station on the thread through the years."""

    year: str
    remembers: str
    changes: str
    answer: str
    """To which of many moves the praise is due."""
    exit: str
    """What leads on to the next."""


class FirstHelp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one can do in a room, in three steps, and what helps if something stops."""

    steps: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()


class ControlText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A control's name, and one sentence on what it does; empty: as the part has it."""

    label: str = ""
    help: str = ""


class RoomText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one exhibit; each may be missing."""

    room: dict[str, str] = {}
    """``line`` (on its plate on the floor plan), ``authentic`` and ``drawer`` (the rail's help),
    ``welcome``, ``stopped``."""
    placard: PlacardText | None = None
    story: StoryText | None = None
    first_help: FirstHelp = FirstHelp()
    prompts: dict[str, str] = {}
    """What to do next, by the names of the guide's steps; twelve words at most."""
    after: dict[str, str] = {}
    """Who has won, what a visitor's game has changed, and the words for what is named there."""
    meetings: dict[str, str] = {}
    """The rows of the tournament table that are played in its room, by name."""
    tour: dict[str, str] = {}
    """The captions of its demonstration, by name."""
    labels: dict[str, str] = {}
    """What is lettered in its room (devices.screen.words)."""
    controls: dict[str, ControlText] = {}
    """Its controls, by event (``table.new_play``) or by name (``new_play``)."""
    said: dict[str, str] = {}
    """What its machine says in English, ``{names}`` standing for anything, and how it is told in
    this language.  In English nothing needs to stand here."""


class UiText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words of one language: the house's own, and each exhibit's."""

    language: str
    rail: dict[str, str]
    rail_help: dict[str, str]
    help: HelpText
    drawer: dict[str, str]
    entry: dict[str, str]
    plan: dict[str, str]
    placard_words: dict[str, str]
    """What is lettered on every placard."""
    story_words: dict[str, str]
    """What is lettered on the thread through the years, and on each of its stations."""
    strength_words: dict[str, str]
    """What is lettered on the graph of strength."""
    meetings_words: dict[str, str]
    """What is lettered on the tournament table."""
    after_words: dict[str, str]
    """What is lettered on the card after a game; who has won, where a room has no own words."""
    staff: dict[str, str]
    """What is lettered on the staff page."""
    souvenir_words: dict[str, str]
    """What is lettered on a souvenir."""
    compiling: dict[str, str]
    closed: dict[str, str]
    """What is lettered on a room that a fault has closed."""
    captions: dict[str, str]
    tour: dict[str, str]
    """What the demonstration says on the floor plan."""
    journey: dict[str, str] = {}
    """What is lettered on a guided journey's plate, and on the demonstration's question."""
    sounds: dict[str, str] = {}
    """What is said of each sound where captions are wanted."""
    labels: dict[str, str] = {}
    """What is lettered in the house, and on parts that several rooms share (see words.py)."""
    controls: dict[str, ControlText] = {}
    """Controls of such parts."""
    said: dict[str, str] = {}
    """What any machine or unit says in English, as in :class:`RoomText`."""
    rooms: dict[str, RoomText] = {}
    """Those of the exhibits, by name."""
    code: str = ""
    """The language's folder."""

    def of(self, room: str, what: str, neutral: str) -> str:
        """A room's own words for something, or those that fit any room."""
        return self.rooms.get(room, RoomText()).room.get(what, neutral)

    def placard(self, room: str) -> PlacardText | None:
        """A room's placard; None: it has none."""
        return self.rooms.get(room, RoomText()).placard

    @property
    def plan_help(self) -> FirstHelp:
        """What one can do on the floor plan."""
        steps, stops = self.plan["help_steps"], self.plan["help_stops"]
        return FirstHelp(tuple(steps.splitlines()), tuple(stops.splitlines()))

    def story(self, room: str) -> StoryText | None:
        """A room's station on the thread; None: it has none."""
        return self.rooms.get(room, RoomText()).story

    def first_help(self, room: str) -> FirstHelp:
        """What one can do in a room; without steps where its file says nothing."""
        return self.rooms.get(room, RoomText()).first_help

    def prompt(self, room: str, name: str, values: Mapping[str, str]) -> str:
        """The sentence of a step of the room's guide, or of what the house asks in every room; one
        that is missing is its own name.

        Values that have words in the room's table [after] are put in those.
        """
        prompts = self.rooms.get(room, RoomText()).prompts
        words = self._told(self._ends(room), values)
        return put_in(prompts.get(name, self.captions.get(name, name)), words, self.code)

    def after(self, room: str, name: str, values: Mapping[str, str]) -> str:
        """What a room says after a game; values that have words in its table are put in those.

        A sentence that is missing is its own name.
        """
        table = self._ends(room)
        return put_in(table.get(name, name), self._told(table, values), self.code)

    def _ends(self, room: str) -> dict[str, str]:
        """The house's words about the end of a game, and the room's own."""
        return self.after_words | self.rooms.get(room, RoomText()).after

    def _told(self, table: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
        return {
            key: put_in(table[value], values, self.code) if value in table else value
            for key, value in values.items()
        }

    def meeting(self, room: str, name: str) -> str:
        """Who meets in a row of the tournament table; one that is missing is its own name."""
        return self.rooms.get(room, RoomText()).meetings.get(name, name)

    def caption(self, room: str, name: str) -> str:
        """A caption of a room's demonstration; one that is missing is its own name."""
        return self.rooms.get(room, RoomText()).tour.get(name, name)


# What the screen asks for, by table; a language that lacks one is refused when it is read.
NEEDED = {
    "rail": (
        "plan back help language about drawer play sound on off on_text text "
        "lamps live steady reset reset_again speed "
        "step authentic x10 x100 flat running waiting stopped dark time key "
        "panel large lowered"
    ),
    "rail_help": (
        "plan back help language about drawer play sound lamps reset step authentic x10 x100 flat"
    ),
    "drawer": "choose empty close more",
    "entry": "hint punch cancel erase space left",
    "plan": "title subtitle hint help_steps help_stops",
    "placard_words": "learns who try close",
    "story_words": "title question remembers changes walk next close",
    "strength_words": (
        "title points games beginning read sides today today_between not_yet measuring none close"
    ),
    "meetings_words": "title touch games won drawn lost points share note close",
    "staff": (
        "title today year visitors won drawn lost plays learned frames "
        "memory disk panel falls rooms settings since restart restart_again quiet loud export "
        "close kept code wrong erase"
    ),
    "after_words": "you_won a_draw title again show take close",
    "souvenir_words": (
        "result o_wins x_wins red_wins black_wins white_wins draw red_pieces black_pieces machine "
        "moves scan too_long saving kept failed close"
    ),
    "compiling": "title what left soon",
    "closed": "title said lead plate",
    "captions": "welcome covered step_back sets_up ends aside resets too_small",
    "tour": "plan warming",
    "journey": "begin pause go_on back leave meet play learns why touch ask play_here watch room",
    "sounds": (
        "key button relay card punch line skip type return clunk rattle glass pencil checker "
        "figure won drawn lost tape rewind motor printer"
    ),
}


def read_ui_text(
    text: bytes,
    name: str,
    rooms: Mapping[str, bytes] | None = None,
    code: str = "en",
    english: UiText | None = None,
) -> UiText:
    """The words in the bytes of the house's file ``name``, with the files of the exhibits.

    ``rooms`` are those files' bytes; each is called by its exhibit's name, and ``.toml``; ``code``
    is the folder that they lie in, and what they lack is told as in ``english``.  Raises
    RefusedError naming the file and the entry that is wrong or missing.
    """
    words = _decoded(text, UiText, name)
    if english is not None:
        words = _filled(words, english)
    for table, keys in NEEDED.items():
        present: dict[str, str] = getattr(words, table)
        for key in keys.split():
            if key not in present:
                raise RefusedError(f"{name}, table [{table}]", f"no entry {key}; expected words")
    files = (rooms or {}).items()
    told = {file.removesuffix(".toml"): _decoded(data, RoomText, file) for file, data in files}
    if english is not None:
        told = {
            room: _filled(told[room], own) if room in told else own
            for room, own in english.rooms.items()
        }
    return msgspec.structs.replace(words, rooms=told, code=code)


def _filled(own: Text, base: Text) -> Text:
    """The words of a language, what its tables lack as the base has it."""
    both = {field: (getattr(own, field), getattr(base, field)) for field in own.__struct_fields__}
    tables = {field: told for field, told in both.items() if isinstance(told[0], dict)}
    return msgspec.structs.replace(own, **{field: b | a for field, (a, b) in tables.items()})


def _decoded(text: bytes, kind: type[Words], name: str) -> Words:
    try:
        return msgspec.toml.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:  # ValidationError is one of these
        raise RefusedError(name, f"not a file of words: {error}") from error


# -- The languages that there are: a folder of texts each, in the assets ---------------------------

FIRST = ("en", "de", "fr", "es")
"""The order in which the language button steps through them; others follow."""
HOUSE = "museum"
"""The file of the words that belong to no exhibit."""


@lru_cache
def languages() -> tuple[str, ...]:
    """Their folders, as the language button steps through them."""
    found = {path.parent.name for path in (ASSETS / "text").glob(f"*/{HOUSE}.toml")}
    return tuple(sorted(found, key=lambda code: (FIRST.index(code) if code in FIRST else 99, code)))


@lru_cache(maxsize=8)
def read_language(code: str) -> UiText:
    """All words of a language; what it lacks is told in English.

    Raises RefusedError for one that isn't there, or a bad file.
    """
    if code not in languages():
        raise RefusedError(code, f"no such language; there are {', '.join(languages())}")
    folder = ASSETS / "text" / code
    files = {path.name: path.read_bytes() for path in sorted(folder.glob("*.toml"))}
    english = None if code == FIRST[0] else read_language(FIRST[0])
    return read_ui_text(files.pop(f"{HOUSE}.toml"), f"{HOUSE}.toml", files, code, english)
