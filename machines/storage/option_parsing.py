"""Commands and their options as tables: what they take, how it is read, and what is refused.

What ``--help`` says of them stands in assets/text/commands.toml.  Nothing heavy comes in with this,
so that it answers at once.
"""

import argparse
import re
import shlex
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NewType, Protocol

from devices.modules import find_ours
from devices.refusal import RefusedError
from machines.storage.files import check_writable, read_file
from machines.storage.program import ASSETS, NAME

Reader = Callable[..., Any]
"""Makes a value of a text; ``where`` is the option that it was given to.  Raises RefusedError."""
UserNamed = NewType("UserNamed", str)
"""What could be run, opened or called, as the user has named it on the command line.  What a file
names is a text, and becomes this by :func:`named_again` alone."""
Texts = Mapping[str, Any]
"""What is said of a command, its acts and its options, by name."""


# -- tables ----------------------------------------------------------------------------------------


@cache
def command_texts() -> Texts:
    """What ``--help`` says of all commands, by their names."""
    text = (ASSETS / "text" / "commands.toml").read_text(encoding="utf-8")
    return tomllib.loads(text.replace("{NAME}", NAME))


class Declarable(Protocol):
    """What stands in a command's table."""

    def declare(self, parser: Any, texts: Texts) -> None:
        """Add it to a parser, with what is said of it."""


class StoredOnce(argparse.Action):
    """Takes a value, and none after it that is another: of two the first would be lost unsaid."""

    _taken: tuple[object, object] = (None, None)

    def __call__(
        self, parser: object, namespace: object, values: object, option_string: str | None = None
    ) -> None:
        """Raises RefusedError."""
        before, value = self._taken
        if option_string is not None and before is namespace and value != values:
            raise RefusedError(
                option_string, f"is given twice ({value} and {values}); expected one"
            )
        self._taken = namespace, values
        setattr(namespace, self.dest, values)


class Option:
    """An option of a command, or (without dashes) what it takes by its place."""

    def __init__(
        self, typed: str, read: Reader | None = None, *, old: str = "", **declared: Any
    ) -> None:
        """``typed``: its names and what stands for its value, as typed: ``--jobs N``.

        ``old``: what it was called before, which is taken and not shown.  What is ``declared``
        besides is argparse's.
        """
        words = typed.split()
        self.names = [word for word in words if word.startswith("-")] or words[:1]
        metavar = " ".join(words[len(self.names) :])
        self.name = self.names[-1] if typed.startswith("-") else metavar
        """As refusals have it."""
        long = next((name for name in self.names if name.startswith("--")), self.names[0])
        self.dest = str(declared.get("dest", long.lstrip("-").replace("-", "_")))
        self.old = old.split()
        self.usual: Any = declared.get("default")
        self._declared = (
            {"action": StoredOnce} | declared | ({"metavar": metavar} if metavar else {})
        )
        if read is not None:
            self._declared["type"] = partial(read, where=self.name)

    def declare(self, parser: Any, texts: Texts) -> None:
        """Add it to a parser, with what is said of it, which may have ``%(usual)s``."""
        action = parser.add_argument(*self.names, help=texts[self.names[-1]], **self._declared)
        action.usual = self.usual
        parser._option_string_actions |= dict.fromkeys(self.old, action)


FLAG: Mapping[str, Any] = {"action": "store_const", "const": True}
"""Of an option that is there or not: True or None."""


def flag(names: str) -> Option:
    """An option that is there or not."""
    return Option(names, **FLAG)


class Setting(Option):
    """An option that a run follows from: its record has it, and who goes on with it can't change
    it."""

    def __init__(
        self,
        typed: str,
        read: Reader | None = None,
        *,
        key: str = "",
        usual: Any = None,
        of: Sequence[str] = (),
        kept: Callable[[Any], Any] = lambda value: value,
        **declared: Any,
    ) -> None:
        """``key``: its name in the record.  ``usual``: what it is where it isn't named, unless the
        machine says it.  ``of``: the kinds of runs that have it; none: all.  ``kept``: makes of its
        value what the record has."""
        super().__init__(typed, read, **declared)
        self.key, self.usual, self.of, self.kept = key or self.dest, usual, of, kept


def file_digest(path: Path) -> str:
    """By which a record knows a file again.  Raises RefusedError where it can't be read."""
    return sha256(read_file(path)).hexdigest()[:16]


def asked_settings(settings: "Sequence[Setting]", args: argparse.Namespace) -> dict[str, Any]:
    """As a record has them; those that aren't named are as usual, or the machine says them."""
    found = {setting.key: setting.usual for setting in settings if setting.usual is not None}
    named = ((setting, getattr(args, setting.dest)) for setting in settings)
    return found | {option.key: option.kept(value) for option, value in named if value is not None}


def check_same(
    settings: "Sequence[Setting]", args: argparse.Namespace, has: Mapping[str, Any], where: str
) -> None:
    """Raises RefusedError where what is asked for by name isn't what ``where`` has."""
    for setting in settings:
        asked = getattr(args, setting.dest)
        value, kept = setting.kept(asked) if asked is not None else None, has.get(setting.key)
        if asked is None or (list(value) if isinstance(value, tuple) else value) == kept:
            continue
        differs = f"is {_in_words(value)}; {where} has {_in_words(kept)}"
        if isinstance(asked, Path):
            differs = f"names another file than {where} was begun with"
        elif asked is True:
            differs = f"is asked for; {where} goes without"
        raise RefusedError(setting.name, differs)


def _in_words(value: object) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    return "none" if value in (None, "") else str(value)


class Group:
    """Options of which only one may be given, or that have a heading of their own in the help."""

    def __init__(self, *options: Declarable, either: bool) -> None:
        self.options, self.either = options, either

    def declare(self, parser: Any, texts: Texts) -> None:
        """Add them to a parser, with what is said of them."""
        if self.either:
            group = parser.add_mutually_exclusive_group()
        else:
            group = parser.add_argument_group("choices", texts["choices"])
        for option in self.options:
            option.declare(group, texts)


Choices, Either = (partial(Group, either=either) for either in (False, True))


class Command:
    """A command, or an act of one, and what it takes."""

    def __init__(
        self,
        *options: Declarable,
        acts: "Mapping[str, Command] | None" = None,
        required: bool = True,
        does: str | Callable[[argparse.Namespace], int] = "",
    ) -> None:
        """``acts``: by name, what may follow the command; ``required``: whether one must.
        ``does``: who does it, ``module:function`` where that is heavy; acts may have their own."""
        self.options, self.acts, self.required = options, acts, required
        self.does = does

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit status.  Raises RefusedError."""
        act = self.acts[args.act] if self.acts is not None and args.act is not None else self
        does = act.does or self.does
        if isinstance(does, str):
            does = find_ours(does)
        return int(does(args))

    def declare(self, subparsers: Any, name: str, above: Texts | None = None) -> None:
        """Add it, with its acts, to the commands of a parser; ``above``: the texts of its like."""
        texts = (above or command_texts())[name]
        parser = subparsers.add_parser(
            name,
            help=texts["help"],
            description=texts.get("about"),
            epilog=texts.get("last"),
            allow_abbrev=self.required,  # else --d of an act is taken for --deck
        )
        for option in self.options:
            option.declare(parser, {**command_texts()["options"], **texts})
        if self.acts is not None:
            acts = parser.add_subparsers(
                dest="act", metavar="|".join(self.acts), required=self.required, title="what to do"
            )
            for act, command in self.acts.items():
                command.declare(acts, act, texts)


class Parser(argparse.ArgumentParser):
    """A parser whose refusals name what was perhaps meant, under the usage of the command."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse's, but what is left over is refused here."""
        found, left = super().parse_known_args(args, namespace)
        if left:
            there = [name for action in self._actions for name in action.option_strings]
            meant = _meant(left[0].partition("=")[0], there)
            self.error(f"unrecognized arguments: {' '.join(left)}{meant}")
        return found, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as refused:
            refused.message += _meant(str(value), map(str, action.choices or ()))
            raise


def _meant(typed: str, there: Iterable[str]) -> str:
    close = get_close_matches(typed, there, n=1)
    return f"; did you mean {close[0]}?" if close else ""


# -- readers ---------------------------------------------------------------------------------------


def read_number(text: str, where: str, least: int, most: int) -> int:
    """A whole number from ``least`` to ``most``.  Raises RefusedError."""
    if not re.fullmatch(r"[+-]?[0-9]{1,20}", text):
        raise RefusedError(where, f"{text!r} is no whole number; expected {least} to {most}")
    if not least <= int(text) <= most:
        raise RefusedError(where, f"{int(text)} is out of range; expected {least} to {most}")
    return int(text)


def whole(least: int, most: int) -> Reader:
    """Reads a whole number from ``least`` to ``most``."""
    return partial(read_number, least=least, most=most)


def read_numbers(text: str, where: str, example: str) -> tuple[int, ...]:
    """Whole numbers with commas between, as many as in ``example``.  Raises RefusedError."""
    parts = text.split(",")
    if len(parts) != len(example.split(",")) or not all(
        re.fullmatch(r" *[+-]?[0-9]{1,9} *", part) for part in parts
    ):
        raise RefusedError(where, f"{text!r}; expected whole numbers such as {example}")
    return tuple(map(int, parts))


def read_positive(text: str, where: str) -> float:
    """A number above 0.  Raises RefusedError."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,9})?", text) or float(text) <= 0:
        raise RefusedError(where, f"{text!r}; expected a number above 0, such as 0.5")
    return float(text)


def read_reals(text: str, where: str) -> tuple[float, ...]:
    """Numbers with commas between.  Raises RefusedError."""
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise RefusedError(where, f"{text!r}; expected numbers with commas between") from None


def read_share(text: str, where: str) -> float:
    """A number above 0 and up to 1.  Raises RefusedError."""
    if read_positive(text, where) > 1:
        raise RefusedError(where, f"{text}; expected a share up to 1")
    return float(text)


def read_seconds(text: str, where: str, most: int) -> int:
    """Seconds, such as 90 or 0.5, in microseconds.  Raises RefusedError."""
    if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,6})?", text) or not 0 < float(text) <= most:
        raise RefusedError(where, f"{text!r}; expected seconds, above 0 and up to {most:,}")
    return round(float(text) * 1_000_000)


def read_switches(text: str, where: str) -> tuple[int, ...]:
    """``2,5`` as the numbers of sense switches.  Raises RefusedError."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for part in parts:
        if part not in ("1", "2", "3", "4", "5", "6"):
            raise RefusedError(where, f"{part!r}; expected switches 1 to 6, such as 2,5")
    return tuple(int(part) for part in parts)


def read_word(text: str, where: str) -> int:
    """A word of at most twelve octal digits.  Raises RefusedError."""
    if not re.fullmatch(r"[0-7]{1,12}", text):
        raise RefusedError(where, f"{text!r}; expected one to twelve octal digits")
    return int(text, 8)


def read_place(
    text: str, where: str, suffixes: Sequence[str] = (), usual: Sequence[str] = ()
) -> Path:
    """Where a file is to be written, which must be possible.  Raises RefusedError."""
    del where  # the file's own name says more
    check_writable(Path(text), *suffixes, usual=usual)
    return Path(text)


def read_folder(text: str, where: str) -> Path:
    """A folder that is there.  Raises RefusedError."""
    if not Path(text).is_dir():
        raise RefusedError(where, f"{text!r} is no folder")
    return Path(text)


def place(*suffixes: str, usual: Sequence[str] = ()) -> Reader:
    """Reads where a file is to be written whose name ends so, or usually does."""
    return partial(read_place, suffixes=suffixes, usual=usual)


# -- what many commands take -----------------------------------------------------------------------

MOST_JOBS = 256
MOST_SEED = (1 << 63) - 1
SEED = Setting("--seed N", whole(0, MOST_SEED))
JOBS = Option("--jobs N", whole(1, MOST_JOBS))
CLUSTER = (Option("--scheduler ADDRESS|FILE.json"), Option("--certificates FOLDER", read_folder))
"""Of a Dask cluster."""
STRICT = flag("--strict-float")
RUNS_FOLDER = Option("--data FOLDER", default=argparse.SUPPRESS)
CSV = Option("--csv FILE.csv", place(".csv"))
PLOT = Option("--plot FILE.png", place(".png"))
RESULT_JSON = Option("--json", dest="result_json", **FLAG)
"""Of every command that ends with a RESULT line."""


def named_again(kept: str, given: str | None, where: str, option: str) -> UserNamed:
    """What the file ``where`` names, if the user names the same.  Raises RefusedError."""
    if given != kept:
        raise RefusedError(
            where,
            f"names {kept!r}; what a file names is run or opened only if you name it, too: "
            f"{option} {shlex.quote(kept)}",
        )
    return UserNamed(kept)
