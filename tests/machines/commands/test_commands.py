"""The command line: what is asked is answered, what is wrong is refused in words with status 2."""

import argparse
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pygame
import pytest

from devices.refusal import RefusedError
from machines import commands
from machines.commands import _museum_window, museum, perft, replay
from machines.exhibit.session import Session
from machines.kernels.kernel_cache import STRICT_FLOAT, strict_float
from machines.museum.worker import gc_policy
from machines.storage import registry
from machines.storage.lock import Lock
from machines.storage.option_parsing import (
    Command,
    Declarable,
    Group,
    Option,
    Texts,
    command_texts,
)
from machines.storage.program import NAME, VERSION
from machines.storage.registry import ExhibitSpec
from tests.machines.counter import make
from tests.machines.storage.read_only_disk import read_only

pytestmark = pytest.mark.usefixtures("data")

ROOT = Path(__file__).resolve().parents[3]
PLAN = (
    ExhibitSpec(
        "counter",
        "Counter",
        "ibm704.toml",
        "tests.machines.counter:Counter",
        "tests.machines.counter_room:make_room",
    ),
)
HEAVY = ("numpy", "numba", "pygame", "msgspec", "rich", "distributed", "concurrent.futures")
LIST = ("deck", "list", "assets/decks/opening-g04.txt")
"""A command that brings in little."""


@pytest.fixture
def counters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A museum with nothing but a counter in it."""
    monkeypatch.setattr(registry, "EXHIBITS", PLAN)
    yield


def run(*arguments: str, code: str = "", **settings: str) -> "subprocess.CompletedProcess[str]":
    """main.py in a process of its own, or ``code`` in its place."""
    what = ["-c", code] if code else [str(ROOT / "main.py")]
    return subprocess.run(
        [sys.executable, *what, *arguments],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


# -- the line ------------------------------------------------------------------------------------


def test_help_names_every_command_and_brings_in_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from machines.commands import NAMES, make_parser\n"
        "text = make_parser().format_help()\n"
        "print([name for name in NAMES if name not in text])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    assert run(code=code).stdout.split("\n")[:2] == ["[]", "[]"]


def test_every_command_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        commands.main(["--help"])
    assert left.value.code == 0
    assert "--data" in capsys.readouterr().out
    parsers = {one.prog: one for one in _parsers(commands.make_parser())}
    for name in commands.NAMES:
        text = parsers[f"{NAME} {name}"].format_help()
        assert len(text) > 300, name
        assert "--data" in text, name


def said_and_taken(command: Command, texts: Texts) -> Iterator[tuple[set[str], set[str]]]:
    """Of a command and each of its acts: what is said of options, and which it takes."""
    acts = command.acts or {}
    yield (
        set(texts) - {"help", "about", "last", "choices"} - set(acts),
        {one.names[-1] for one in every_option(command.options)},
    )
    for name, act in acts.items():
        yield from said_and_taken(act, texts[name])


def every_option(options: Sequence[Declarable]) -> Iterator[Option]:
    for one in options:
        if isinstance(one, Option):
            yield one
        else:
            assert isinstance(one, Group)
            yield from every_option(one.options)


def test_nothing_is_said_of_options_that_there_are_not() -> None:
    texts = command_texts()
    assert set(texts) == {"options", *commands.NAMES}
    lacking: set[str] = set()
    for name in commands.NAMES:
        for said, taken in said_and_taken(commands.find_command(name), texts[name]):
            assert said <= taken
            lacking |= taken - said
    assert lacking == set(texts["options"])


def test_whoever_does_a_command_is_there() -> None:
    for name in commands.NAMES:
        command = commands.find_command(name)
        for one in (command, *(command.acts or {}).values()):
            if isinstance(one.does, str) and one.does:
                module, _, function = one.does.partition(":")
                assert callable(getattr(importlib.import_module(module), function)), name


def test_no_help_says_again_what_an_option_is_if_it_is_not_named() -> None:
    """It stands in the option's declaration, and ``%(usual)s`` has it."""
    for parser in _parsers(commands.make_parser()):
        for action in parser._actions:
            usual = getattr(action, "usual", None)
            assert usual is None or f"({usual})" not in (action.help or ""), parser.prog


def test_what_an_option_was_called_before_is_taken_and_not_shown() -> None:
    parsers = {one.prog.removeprefix(f"{NAME} "): one for one in _parsers(commands.make_parser())}
    found = set()
    for name in commands.NAMES:
        command = commands.find_command(name)
        acts = {name: command} | {f"{name} {act}": one for act, one in (command.acts or {}).items()}
        for words, one in acts.items():
            parser = parsers[words]
            for option in every_option(one.options):
                for old in option.old:
                    found.add(old)
                    assert parser._option_string_actions[old].option_strings == option.names
                    assert re.search(rf"{old}\b", parser.format_help()) is None, (words, old)
    assert found == {"--boxes", "--file", "--games", "--out", "--print", "--room", "--run",
                     "--tables", "--workers"}  # fmt: skip


def test_a_word_that_was_nearly_right_is_named_under_the_commands_own_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for typed, usage, meant in (
        ("learn samuel --gmaes 5", "learn samuel [-h]", "did you mean --games?"),
        ("perft 3 --dvide", "perft [-h]", "did you mean --divide?"),
        ("museum --fulscreen", "museum [-h]", "did you mean --fullscreen?"),
        ("learn samul", "learn [-h]", "did you mean samuel?"),
        ("lern", "[-h] [--version]", "did you mean learn?"),
        ("perft 3 4", "perft [-h]", "unrecognized arguments: 4\n"),
    ):
        with pytest.raises(SystemExit, match="2"):
            commands.main(typed.split())
        said = capsys.readouterr().err
        assert f"usage: {NAME} {usage}" in said and meant in said, typed


def test_a_shell_is_told_what_could_follow(tmp_path: Path) -> None:
    told = tmp_path / "told"
    for line, words in (
        ("matchbox704 per", "perft "),
        ("matchbox704 perft 3 --game ", "draughts chess"),
    ):
        asked = {
            "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": " ", "_ARGCOMPLETE_STDOUT_FILENAME": str(told),
            "COMP_LINE": line, "COMP_POINT": str(len(line)),
        }  # fmt: skip
        subprocess.run([sys.executable, ROOT / "main.py"], env=os.environ | asked, check=True)
        assert told.read_text() == words, line


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_completes_by_is_printed(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        commands.main([f"--completion={shell}"])
    assert "matchbox704" in capsys.readouterr().out


def test_a_result_is_one_object_alone_on_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["pegasus", "run", "--plays", "100", "--seed", "0", "--data", str(tmp_path)]
    assert commands.main(asked) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert commands.main([*asked, "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found.pop("command"), found.pop("version")) == ("pegasus run", VERSION)
    assert line == " ".join(["RESULT", *(f"{name}={value}" for name, value in found.items())])
    assert line in err and isinstance(found["nought"], int)
    assert found["emergent"].startswith("0"), "digits that are no number stay text"
    assert commands.main([*asked, "--json", "--resume", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().out == ""


def test_an_older_python_is_told_what_is_needed() -> None:
    code = "import runpy, sys; sys.version_info = (3, 10, 4); runpy.run_path(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, ROOT / "main.py"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "this is Python 3.10; expected 3.11 or later" in done.stderr


def every_command() -> Iterator[list[str]]:
    """The words that begin each: a command, or an act of one."""
    for name in commands.NAMES:
        acts = commands.find_command(name).acts or {}
        yield from ([name, act] for act in acts) if acts else [[name]]


def test_every_command_ends_by_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    for words in every_command():
        for option, status in (("--help", 0), ("--no-such-thing", commands.REFUSED)):
            with pytest.raises(SystemExit) as ended:
                commands.main([*words, option])
            out, err = capsys.readouterr()
            assert ended.value.code == status, (words, option)
            assert bool(out) == (status == 0) and bool(err) == (status != 0), (words, option)


def test_without_a_command_the_museum_opens() -> None:
    for line, meant in (
        ("", "museum"),
        ("--kiosk --size 1280x720", "museum --kiosk --size 1280x720"),
        ("--data x", "--data x museum"),
        ("--data=x --mute", "--data=x museum --mute"),
        ("--data x perft 3", "--data x perft 3"),
        ("--data", "--data"),
        ("perft 3", "perft 3"),
        ("--help", "--help"),
        ("--version", "--version"),
        ("nonsense", "nonsense"),
    ):
        assert commands._with_command(line.split()) == meant.split()


def test_the_data_folder_can_be_named_before_and_after_the_command() -> None:
    parser = commands.make_parser()
    assert parser.parse_args(["--data", "x", "warm"]).data == "x"
    assert parser.parse_args(["warm", "--data", "x"]).data == "x"
    assert parser.parse_args(["warm"]).data is None


def test_a_refusal_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run("deck", "list", str(tmp_path / "no.txt"))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"deck: {tmp_path / 'no.txt'}: there is no such file\n"
    assert commands.main(["--size", "12x12"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("museum: --size: '12x12' is no size; expected")
    with pytest.raises(SystemExit) as left:
        commands.main(["nonsense"])
    assert left.value.code == 2


@pytest.fixture
def stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where one stands; a home is beside it, of which the system knows nothing."""
    pwd = pytest.importorskip("pwd", reason="Windows knows homes otherwise")

    def nobody(number: int) -> NoReturn:
        raise KeyError(number)

    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MATCHBOX704_DATA", "")
    return here


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("HOME", "rel/path", "HOME: is rel/path; expected the whole path of a folder"),
        ("HOME", None, "HOME: is not set; expected the whole path of a folder"),
        ("NUMBA_NUM_THREADS", "0", "NUMBA_NUM_THREADS: is '0'; expected a number from 1 on"),
    ],
)
def test_what_the_environment_says_wrong_is_refused_and_nothing_is_made_where_one_stands(
    name: str,
    value: str | None,
    told: str,
    stands: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv(name, raising=False)
    if value is not None:
        monkeypatch.setenv(name, value)
    assert commands.main(["settings", "--write"]) == 2
    assert capsys.readouterr().err == f"settings: {told}\n"
    assert [*stands.iterdir()] == []


@pytest.mark.skipif(sys.platform != "linux", reason="these folders are Linux's")
def test_a_relative_folder_of_xdg_is_ignored(stands: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "rel/path")
    assert commands.main(["settings", "--write"]) == 0
    assert [*stands.iterdir()] == []
    assert (stands.parent / "home/.local/share/matchbox704/museum.toml").is_file()


def test_a_fault_of_ours_is_one_line_with_its_traceback_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(args: argparse.Namespace) -> int:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(perft, "run", broken)
    assert commands.main(["--data", str(tmp_path), "perft", "1"]) == 1
    log = tmp_path / "errors.log"
    assert capsys.readouterr().err == f"perft: ZeroDivisionError('a bug'); more in {log}\n"
    assert "Traceback" in log.read_text()


def test_an_interruption_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(perft, "run", interrupted)
    assert commands.main(["perft", "1"]) == 130


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own")
def test_a_reader_that_goes_away_is_no_fault() -> None:
    command = f"'{sys.executable}' main.py {' '.join(LIST)} | true"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_output_that_finds_no_room_is_refused() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "main.py", *LIST],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr == "deck: the output can't be written: No space left on device\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own")
def test_closed_streams_are_no_fault() -> None:
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        command = f"'{sys.executable}' main.py {' '.join(LIST)} {closed}"
        done = subprocess.run(command, shell=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        assert done.returncode == 0, closed


@pytest.mark.slow
def test_the_window_opens_before_numba_is_brought_in() -> None:
    """It takes a second, and nothing would be seen meanwhile."""
    code = (
        "import sys\n"
        "import machines.commands._museum_window, machines.museum.controller\n"
        "import machines.museum.supervisor, machines.museum.window.window\n"
        "print(*sorted({'machines.samuel', 'numba'} & {*sys.modules}))\n"
    )
    assert run(code=code, SDL_VIDEODRIVER="dummy").stdout.split() == []


def test_what_an_unknown_exhibit_needs_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["warm", "attic"]) == 2
    out, err = capsys.readouterr()
    assert (out, err[:44]) == ("", "warm: attic: no such exhibit; there are ibm7")


@pytest.fixture
def opening(without_log: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The museum may be opened in this process; there is no screen."""
    monkeypatch.setattr(gc_policy, "disable_gc", lambda: None)
    monkeypatch.setenv("SDL_VIDEODRIVER", "nonsense")
    pygame.display.quit()


@pytest.mark.usefixtures("opening")
def test_a_data_folder_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_text("")
    assert commands.main(["museum", "--data", str(path)]) == 2
    told = capsys.readouterr()
    assert told == ("", f"museum: {path}: this is a file; a folder was expected\n")
    assert commands.main(["museum", "--data", str(path / "in-it")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"museum: {path / 'in-it'}: the folder can't be made: ")


@pytest.mark.usefixtures("opening")
def test_a_data_folder_that_cannot_be_written_is_told_of_and_the_museum_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with read_only(tmp_path):
        assert commands.main(["museum", "--data", str(tmp_path)]) == 2
    kept, screen = capsys.readouterr().err.splitlines()
    assert kept.startswith(f"museum: nothing that is played is kept: {tmp_path / 'museum.lock'}: ")
    assert screen.startswith("museum: the screen: ")


@pytest.mark.usefixtures("opening")
def test_a_screen_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(["museum", "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("museum: the screen: ")
    assert err.endswith("main.py show --headless draws pictures\n")


# -- replay --------------------------------------------------------------------------------------


def played(folder: Path, seconds: int = 2) -> tuple[Path, str]:
    """A log with a few plays in it, and its listing."""
    lines: list[str] = []
    counter = make()
    session = Session({"counter": counter}, lines.append)
    session.act("counter", "console.start", 1)
    session.advance("counter", seconds * 1_000_000)
    session.mark("counter")
    session.end()
    path = folder / "a.log"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path, counter.state.printer.paper.text()


@pytest.mark.usefixtures("counters")
def test_replay_prints_the_listing_byte_for_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, listing = played(tmp_path)
    assert commands.main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out == listing
    assert len(listing.splitlines()) == 4
    assert err == "1 acts; 2 of 2 states agree\n"


@pytest.mark.usefixtures("counters")
def test_replay_of_a_torn_log_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, listing = played(tmp_path)
    path.write_bytes(path.read_bytes()[:-5])
    assert commands.main(["replay", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out == listing
    assert err.startswith("a.log: the last line was torn and is left out\n")


@pytest.mark.usefixtures("counters")
def test_replay_of_a_machine_that_has_changed_since_is_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = played(tmp_path)
    monkeypatch.setattr("tests.machines.counter.COUNT_US", 11_000)
    assert commands.main(["replay", str(path)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("a.log, line 3: counter is at ")
    assert err.endswith("0 of 2 states agree\n")


@pytest.mark.usefixtures("counters")
def test_replay_of_a_damaged_log_names_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = played(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"console.start", b"console.stars"))
    assert commands.main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("replay: a.log, line 2: the checksum is")


@pytest.mark.usefixtures("counters")
def test_a_line_that_is_too_far_away_is_refused_unless_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = played(tmp_path, seconds=60)
    monkeypatch.setattr(replay, "LINE_S", 0.0)
    assert commands.main(["replay", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("replay: a.log, line 3: is 0:00:")
    assert "--within SECONDS" in err
    assert commands.main(["replay", str(path), "--within", "60"]) == 0


# -- museum --------------------------------------------------------------------------------------


def test_a_size_is_read_and_what_is_none_is_refused() -> None:
    for size in ((3840, 2160), (800, 480), (480, 800)):
        assert _museum_window.read_size("{}x{}".format(*size)) == size
    wrong = ("", "1920", "1920x", "0x0", "99999x99999", "axb", "-1x5", "640x360", "799x799")
    for text in wrong:
        with pytest.raises(RefusedError, match="is no size; expected one from 800x480"):
            _museum_window.read_size(text)


def test_the_only_exhibit_is_where_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "EXHIBITS", PLAN)
    assert _museum_window.find_room(None) == "counter"
    assert _museum_window.find_room("plan") == ""
    assert _museum_window.find_room(None, "") == ""
    assert _museum_window.find_room(None, "gone") == "counter"
    with pytest.raises(RefusedError, match="no such exhibit; there are counter"):
        _museum_window.find_room("attic")
    monkeypatch.setattr(registry, "EXHIBITS", PLAN * 2)
    assert _museum_window.find_room(None) == ""


@pytest.mark.parametrize("command", ["museum", "demo", "show"])
def test_an_unknown_exhibit_is_refused_naming_those_that_there_are(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tuple(replace(PLAN[0], name=name) for name in ("left", "right"))
    monkeypatch.setattr(registry, "EXHIBITS", plan)
    assert commands.main([command, "--exhibit", "attic"]) == 2
    assert capsys.readouterr().err == f"{command}: attic: no such exhibit; there are left, right\n"
    assert commands.main(["show", "--headless", "--press", "console.start"]) == 2
    assert "at which exhibit?" in capsys.readouterr().err


WINDOW = """
import sys
from machines.storage import registry
from machines import commands
from tests.machines.commands.test_commands import PLAN
registry.EXHIBITS = PLAN
sys.exit(commands.main(sys.argv[1:]))
"""


def window(folder: Path) -> "subprocess.Popen[str]":
    """The museum, with only a counter in it, in a window that nobody sees."""
    line = ["museum", "--data", str(folder), "--size", "800x480", "--mute"]
    return subprocess.Popen(
        [sys.executable, "-c", WINDOW, *line],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def opened(process: "subprocess.Popen[str]", folder: Path) -> None:
    """Wait until the museum has opened a session, however busy this computer is: a process that
    hangs is pytest's to end."""
    while not logs(folder):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


def logs(folder: Path) -> list[Path]:
    return sorted((folder / "sessions" / "counter").glob("*.log"))


@pytest.mark.skipif(sys.platform == "win32", reason="a process is not asked to end there")
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_museum_that_is_told_to_end_closes_its_sessions(tmp_path: Path, number: int) -> None:
    process = window(tmp_path)
    opened(process, tmp_path)
    process.send_signal(number)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (128 + number, "", "")
    assert b'"line":"end"' in logs(tmp_path)[0].read_bytes()


@pytest.mark.usefixtures("opening")
def test_a_second_museum_in_the_folder_is_refused_with_the_firsts_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Lock(tmp_path):
        assert commands.main(["museum", "--data", str(tmp_path)]) == 2
    assert f"process {os.getpid()} is writing here already" in capsys.readouterr().err


def test_an_option_that_takes_one_value_is_refused_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["run704", "no.cbn", "--keys", "1"]
    assert commands.main([*words, "--keys", "2"]) == 2
    assert "--keys: is given twice (1 and 2); expected one" in capsys.readouterr().err
    assert commands.main([*words, "--keys", "1"]) == 2
    assert "no.cbn" in capsys.readouterr().err


def test_an_option_of_many_commands_reads_alike_in_all() -> None:
    parsers = list(_parsers(commands.make_parser()))
    for option in ("--scheduler", "--certificates"):
        found = {one.prog: kind for one in parsers for kind in _kinds(one, option)}
        assert len(found) >= 3, option
        assert len(set(found.values())) == 1, found


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and all below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _parsers(below)


def _kinds(parser: argparse.ArgumentParser, option: str) -> Iterator[tuple[object, object]]:
    """What an option's help calls its value, and what reads it."""
    for action in parser._actions:
        if option in action.option_strings:
            yield action.metavar, action.type


def test_strict_floats_are_asked_for_by_each_command_for_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(STRICT_FLOAT, raising=False)
    seen = []

    def run(args: argparse.Namespace) -> int:
        seen.append(strict_float())
        return 0

    monkeypatch.setattr(museum, "warm_kernels", run)
    assert [commands.main(["warm", *given]) for given in (["--strict-float"], [])] == [0, 0]
    assert seen == [True, False] and STRICT_FLOAT not in os.environ
