"""Opening hours: by weekday, over midnight, several a day.

museum.toml: what it says, the line of each mistake, and 500 broken files that shut nothing.
"""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines import commands
from machines.museum.curator import settings_file
from machines.museum.curator.caretaker import is_open
from machines.museum.curator.settings import (
    DAYS,
    MOST_PROBLEMS,
    ROOMS,
    BadSettingsError,
    MuseumSettings,
    read_hours,
    read_settings,
)
from machines.museum.curator.settings_file import LAST_GOOD, NAME, load_settings, template

MONDAY = datetime(2026, 11, 23)
ALL, NONE = read_hours("open"), read_hours("closed")


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return MONDAY + timedelta(days=day, hours=hour, minutes=minute)


def test_it_opens_and_closes_on_the_minute() -> None:
    week = [read_hours("10:00-17:30"), *[NONE] * 6]
    assert [is_open(week, at(0, *one)) for one in ((9, 59), (10, 0), (17, 29), (17, 30))] == [
        False, True, True, False,
    ]  # fmt: skip
    assert not is_open(week, at(1, 12))


def test_a_pause_at_noon_closes_it() -> None:
    week = [read_hours("09:00-12:30, 14:00-17:00")] * 7
    assert [is_open(week, at(3, hour)) for hour in (8, 9, 13, 14, 17)] == [
        False, True, False, True, False,
    ]  # fmt: skip


def test_hours_may_go_on_beyond_midnight_and_over_the_week() -> None:
    week = [*[NONE] * 6, read_hours("18:00-02:00")]
    assert is_open(week, at(6, 23)) and is_open(week, at(7, 1, 59))
    assert not is_open(week, at(7, 2)) and not is_open(week, at(6, 1))


def test_open_is_all_day_and_closed_is_never() -> None:
    for hour in range(24):
        assert is_open([ALL] * 7, at(2, hour, 59))
        assert not is_open([NONE] * 7, at(2, hour))


@pytest.mark.parametrize(
    "text", ["", "9-5", "10:00", "10:00-10:00", "25:00-26:00", "10:60-11:00", "24:00-02:00", ","]
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_hours(text)


GOOD = b"""\
[rooms]
open = ["menace", "ibm704"]
[languages]
offered = ["de", "en"]
first = "de"
[hours]
monday = "closed"
tuesday = "10:00-18:00"
[sound]
volume = 40
[demonstration]
idle_seconds = 60
[staff]
code = "7040"
[placards.menace.de]
text = "Unsere Schachteln stehen nebenan."
"""


def problems(data: bytes) -> list[str]:
    with pytest.raises(BadSettingsError) as caught:
        read_settings(data, NAME)
    return [str(one) for one in caught.value.problems]


def test_the_file_that_is_written_says_what_the_museum_does_without_one() -> None:
    told = read_settings(template(), NAME)
    assert told.offered() == MuseumSettings().offered()
    for table in ("rooms", "hours", "sound", "demonstration", "visitors", "panels", "staff"):
        assert getattr(told, table) == getattr(MuseumSettings(), table)
    assert all(day.encode() in template() for day in DAYS)


def test_every_key_is_explained_in_the_file_that_is_written() -> None:
    text = template().decode()
    for table in MuseumSettings.__struct_fields__:
        assert f"[{table}" in text
        kind = getattr(MuseumSettings(), table)
        for key in getattr(kind, "__struct_fields__", ()):
            assert f"\n{key} = " in text, key


def test_what_a_file_says_is_taken() -> None:
    told = read_settings(GOOD, NAME)
    assert told.rooms.open == ("menace", "ibm704")
    assert told.offered() == ("de", "en") and told.languages.first == "de"
    assert told.hours.week()[0] == () and told.hours.week()[1] == ((600, 1080),)
    assert told.sound.volume == 40 and told.demonstration.idle_seconds == 60
    assert told.placards["menace"]["de"].text.startswith("Unsere")


@pytest.mark.parametrize(
    ("text", "line", "key", "expected"),
    [
        ("[sound]\nvolume = 101", 2, "sound.volume", "a whole number from 0 to 100"),
        ('[sound]\n\nvolume = "loud"', 3, "sound.volume", '"loud"; expected a whole number'),
        ("sound.volume = -1", 1, "sound.volume", "0 to 100"),
        ("sound = 3", 1, "sound", "a table [sound]"),
        ("[sounds]\nvolume = 3", 1, "sounds", "expected rooms, languages, hours, sound"),
        ("[sound]\nloud = 3", 2, "sound.loud", "expected volume"),
        ('[hours]\nmonday = "9-5"', 2, "hours.monday", '"10:00-18:00"'),
        ("[hours]\n# no text\nfriday = 9", 3, "hours.friday", '"10:00-18:00"'),
        ('[rooms]\nopen = ["menace", "attic"]', 2, "rooms.open", "ibm704, menace, pegasus"),
        ("[rooms]\nopen = []", 2, "rooms.open", "at least one"),
        ('[visitors]\nmay_reset = ["ibm7044"]', 2, "visitors.may_reset", '["ibm7044"]; expected'),
        ("[sound]\nvolume = 1979-05-27", 2, "sound.volume", "1979-05-27; expected"),
        ("[rooms]\nopen = [[[[1]]], {a = 1}]", 2, "rooms.open", "[[[[1]]], {...}]; expected"),
        ('[staff]\ncode = "\\u0000\u2028"', 2, "staff.code", '"\\u0000\\u2028"; expected'),
        (f"[sound]\nvolume = 0x{'f' * 9000}", 2, "sound.volume", "of too many digits; expected"),
        ('[rooms]\nopen = ["menace", 3]', 2, "rooms.open", '["menace", 3]; expected a list'),
        ('[languages]\nfirst = "xx"', 2, "languages.first", "that are offered"),
        ('[staff]\ncode = "12"', 2, "staff.code", "four to eight digits"),
        ("[staff]\ncode = 1234", 2, "staff.code", "in quotation marks"),
        ('[panels]\nports = ["a", "a"]', 2, "panels.ports", "each port once"),
        ('[placards.attic.en]\ntext = "x"', 1, "placards.attic", "[placards.ROOM.LANGUAGE]"),
        ("[placards.menace.en]\ntext = 3", 2, "placards.menace.en.text", "a text of at most"),
        ("[placards.menace]\nen = 3", 2, "placards.menace.en", "[placards.ROOM.LANGUAGE]"),
        ("[placards.menace.en]\nbody = 3", 2, "placards.menace.en.body", "title, text, learns"),
        ('[placards.menace.en]\ntext = "\u2603"', 2, "placards.menace.en.text", "Latin-1"),
    ],
)
def test_a_mistake_is_told_with_its_line_its_key_and_what_was_expected(
    text: str, line: int, key: str, expected: str
) -> None:
    (told,) = problems(text.encode())
    assert told.startswith(f"{NAME}, line {line}: {key}"), told
    assert expected in told


def test_what_is_no_toml_is_told_with_its_line() -> None:
    assert problems(b"[sound]\nvolume = \n")[0].startswith(f"{NAME}, line 2: ")
    assert problems(b"[sound]\nvolume = 3\n\xff")[0].startswith(f"{NAME}, line 3: byte 0xff")
    assert "expected a file in TOML" in problems(b"[" * 100_000)[0]


def test_several_values_that_can_not_be_are_all_told() -> None:
    told = problems(b'[hours]\nmonday = "x"\nsunday = "y"\n[sound]\nvolume = 400\n')
    assert {one.split(":")[0] for one in told} == {f"{NAME}, line {k}" for k in (2, 3, 5)}


def test_a_wrong_form_hides_no_wrong_value_and_no_other_wrong_form() -> None:
    told = problems(
        b'[placards.attic.en]\ntext = "x"\n[placards.menace.en]\ntext = 3\nbody = "x"\n'
        b'[placards.menace.xx]\ntext = "x"\n[placards.morph]\nde = 3\n'
        b'[demonstration]\nround_minutes = 2\n[visitors]\nmay_reset = "all"\n'
        b'[languages]\noffered = 3\nfirst = "zz"\n[sounds]\nloud = 1\n[hours]\nmonday = "x"\n'
    )
    assert [one.split(": ")[0].removeprefix(f"{NAME}, line ") for one in told] == [
        str(k) for k in (1, 4, 5, 6, 9, 11, 13, 15, 16, 17, 20)
    ]
    assert "round_minutes: 2; expected a whole number from 4 to 30" in told[5]
    assert 'may_reset: "all"; expected a list of ibm704' in told[6]


def test_of_very_many_mistakes_the_first_are_told_and_how_many_more_there_are() -> None:
    told = problems("\n".join(f"k{n} = {n}" for n in range(5_000)).encode())
    assert len(told) == MOST_PROBLEMS + 1
    assert told[0].startswith(f"{NAME}, line 1: k0: ")
    assert told[-1].startswith(
        f"{NAME}, line {MOST_PROBLEMS + 1}: 4900 more mistakes from this line"
    )


# -- which file counts -----------------------------------------------------------------------------


def test_without_a_file_the_museum_is_as_ever(tmp_path: Path) -> None:
    used = load_settings(tmp_path)
    assert (used.source, used.problems, used.settings) == ("defaults", (), MuseumSettings())


def test_the_last_good_file_counts_while_there_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(GOOD)
    assert load_settings(tmp_path).source == "file"
    (tmp_path / NAME).write_bytes(b"[sound]\nvolume = 1000\n")
    used = load_settings(tmp_path)
    assert used.source == "last good" and used.settings == read_settings(GOOD, NAME)
    assert "line 2: sound.volume" in used.problems[0]
    (tmp_path / NAME).write_bytes(b"[sound]\nvolume = 10\n")
    assert load_settings(tmp_path).settings.sound.volume == 10


def test_a_file_that_is_named_and_is_not_there_is_told(tmp_path: Path) -> None:
    used = load_settings(tmp_path, str(tmp_path / "lost.toml"))
    assert used.source == "defaults" and "no such file" in used.problems[0]
    assert "folder" in load_settings(tmp_path, str(tmp_path)).problems[0]


def test_a_folder_that_can_not_be_written_shuts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise RefusedError(str(path), "the disk is full")

    monkeypatch.setattr(settings_file, "replace_file", full)
    (tmp_path / NAME).write_bytes(GOOD)
    assert load_settings(tmp_path).source == "file"


# -- mutated files ---------------------------------------------------------------------------------

VALUES = ("3", "-1", "true", '"x"', "[]", "[1]", "{}", "1979-05-27", "nan", "9" * 5000, '"\\u0000"')


def flip(text: bytes, chance: random.Random) -> bytes:
    made = bytearray(text)
    for _ in range(chance.randint(1, 8)):
        made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    return bytes(made)


def cut(text: bytes, chance: random.Random) -> bytes:
    begin, end = sorted(chance.randrange(len(text)) for _ in range(2))
    return text[:begin] if chance.random() < 0.5 else text[:begin] + text[end:]


def lines_with_keys(text: bytes) -> list[int]:
    return [k for k, one in enumerate(text.split(b"\n")) if b"=" in one and one[:1] != b"#"]


def rename(text: bytes, chance: random.Random) -> bytes:
    lines = text.split(b"\n")
    k = chance.choice([*lines_with_keys(text), *(k for k, x in enumerate(lines) if x[:1] == b"[")])
    at = chance.randrange(1, max(2, len(lines[k].split(b"=")[0])))
    lines[k] = lines[k][:at] + chance.choice((b"x", b"_", b".", b"-", b"")) + lines[k][at + 1 :]
    return b"\n".join(lines)


def other_value(text: bytes, chance: random.Random) -> bytes:
    lines = text.split(b"\n")
    k = chance.choice(lines_with_keys(text))
    lines[k] = lines[k].split(b"=")[0] + b"= " + chance.choice(VALUES).encode()
    return b"\n".join(lines)


KINDS: tuple[Callable[[bytes, random.Random], bytes], ...] = (flip, cut, rename, other_value)


def mutations(count: int) -> list[bytes]:
    """So many broken files, the same each time."""
    chance = random.Random(704)
    return [KINDS[k % len(KINDS)](chance.choice((GOOD, template())), chance) for k in range(count)]


@pytest.mark.parametrize("count", [100, pytest.param(500, marks=pytest.mark.slow)])
def test_mutated_files_leave_the_museum_with_settings_that_it_can_open_with(
    tmp_path: Path, count: int
) -> None:
    good = read_settings(GOOD, NAME)
    told = 0
    for data in mutations(count):
        (tmp_path / LAST_GOOD).write_bytes(GOOD)
        (tmp_path / NAME).write_bytes(data)
        used = load_settings(tmp_path)
        assert used.settings.rooms.open and set(used.settings.rooms.open) <= set(ROOMS)
        assert len(used.settings.hours.week()) == 7
        if used.source == "last good":
            told += 1
            assert used.settings == good
            assert used.problems and all(one.startswith(f"{NAME}") for one in used.problems)
            assert all("expected" in one for one in used.problems), used.problems
            assert all("line" in one for one in used.problems), (used.problems, data)
        else:
            assert used.source == "file" and used.settings == read_settings(data, NAME)
    assert count / 2 < told < count  # some that are changed are still good: a comment, a digit


# -- the command -----------------------------------------------------------------------------------


def test_the_command_writes_the_file_when_it_is_asked_to_once_and_says_where_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["settings", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert told.out == f"{tmp_path / NAME}\n" and "settings --write makes it" in told.err
    assert not list(tmp_path.iterdir())
    assert commands.main(["settings", "--write", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == (f"{tmp_path / NAME}\n", f"{NAME}: written\n")
    assert (tmp_path / NAME).read_bytes() == template()
    assert commands.main(["settings", "--write", "--data", str(tmp_path)]) == 2
    assert "is there already; nothing was changed" in capsys.readouterr().err
    (tmp_path / NAME).write_bytes(GOOD)
    assert commands.main(["settings", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().err == f"{NAME}: no mistake in it\n"
    assert (tmp_path / NAME).read_bytes() == GOOD
    assert not (tmp_path / LAST_GOOD).exists()  # it is the museum that keeps what it takes
    (tmp_path / NAME).write_bytes(b"\n")
    assert commands.main(["settings", "--data", str(tmp_path)]) == 2
    assert "is empty" in capsys.readouterr().err


def test_the_command_names_the_mistakes_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(b"[sound]\nvolume = 400\n")
    assert commands.main(["settings", "--data", str(tmp_path), "--settings", str(own)]) == 2
    assert "own.toml, line 2: sound.volume: 400; expected" in capsys.readouterr().err
