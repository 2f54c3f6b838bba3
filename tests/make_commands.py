"""Write docs/commands.md anew from the argument parsers.

``uv run python -m tests.make_commands``, after any change to a command's options or help.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from machines.app.commands import make_parser

PAGE = Path(__file__).resolve().parents[1] / "docs" / "commands.md"

REMAKE = "uv run python -m tests.make_commands"
"""The command that writes the page."""

HEAD = f"""\
<!-- Written by tests/make_commands.py from the argument parsers: don't edit it by hand.
     Make it again with: {REMAKE} -->

# Commands

Start every command with `uv run main.py`. Without a command the museum opens. Every command
answers `--help`; the same text stands below.

| status | what it means |
|---|---|
| 0 | The command did what it was asked. |
| 1 | A fault of ours, or `replay` found another state. Standard error names the log file. |
| 2 | The command refused. Standard error names the file, card, column or option. |
| 130, 143, 129 | Ctrl-C, `kill` (or `timeout`, or a cluster), a terminal that was closed. \
What had been played by then is kept. |

Whoever reads the output and has seen enough (`| head`) ends a command, with status 0.

`--data FOLDER` says where sessions, run records and logs are kept. It goes before the command or
after its first word. Without it the folder is the one in `MATCHBOX704_DATA`, else the user's data
folder. The last line of a study, a tournament or a match is `RESULT name=value name=value ...`.

A program or a file that a file names (the opponent of a run, `uci:COMMAND`; the trace of a script)
is run or opened only if you name it again.

A file that is there already is replaced (`--events`: added to) only by its own kind, as its first
bytes tell or, where they don't, the end of its name; a listing or a trace replaces .txt, .lst,
.log, .out and .trace. Anything else stays, and the command is refused. Pipes and devices take all.

## Environment variables

| variable | what it says |
|---|---|
| `MATCHBOX704_DATA` | the data folder, where `--data` says nothing; `~` is your home |
| `MATCHBOX704_KERNELS` | the folder of compiled kernels, \
else `matchbox704/kernels` in your cache folder |
| `MATCHBOX704_PANELS` | ports that `--panel auto` asks first |
| `MATCHBOX704_STRICT_FLOAT` | 1: as `--strict-float`, for workers of a cluster |
| `XDG_DATA_HOME`, `XDG_CACHE_HOME`, `XDG_CONFIG_HOME` | on Linux: your data, cache and \
configuration folders; a relative one is ignored |
| `NUMBA_NUM_THREADS` and others of numba's | numba's own |
| `NUMBA_DISABLE_JIT` | 1: nothing is compiled; slow, for tests |
| `SDL_VIDEODRIVER`, `SDL_AUDIODRIVER` | SDL's own: `dummy` for no screen, or no sound |
"""

Subparsers = argparse._SubParsersAction


def page() -> str:
    """The whole page."""
    parser = make_parser()
    commands = _subparsers(parser)
    assert commands is not None
    lines = [HEAD, "## All commands", "", "| command | what it does |", "|---|---|"]
    for path, short, _ in _walk(commands, ()):
        name = " ".join(path)
        lines.append(f"| [{name}](#{name.replace(' ', '-')}) | {_cell(short)} |")
    for path, _, one in _walk(commands, ()):
        lines += ["", f"{'#' * (1 + len(path))} {' '.join(path)}", *_command(path, one)]
    return "\n".join(lines) + "\n"


def _walk(
    commands: "Subparsers[argparse.ArgumentParser]", above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str, argparse.ArgumentParser]]:
    """Each command's path, its line in the list of commands and its parser, parents first."""
    short = {one.dest: one.help or "" for one in commands._get_subactions()}
    for name, parser in commands.choices.items():
        path = (*above, name)
        yield path, short[name], parser
        below = _subparsers(parser)
        if below is not None:
            yield from _walk(below, path)


def _subparsers(parser: argparse.ArgumentParser) -> "Subparsers[argparse.ArgumentParser] | None":
    return next((one for one in parser._actions if isinstance(one, Subparsers)), None)


def _command(path: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[str]:
    yield ""
    yield f"`{' '.join(('main.py', *path, *_usage(parser)))}`"
    if parser.description:
        yield ""
        yield _text(parser.description)
    for group in parser._action_groups:
        actions = [one for one in group._group_actions if _is_told(one)]
        if not actions:
            continue
        yield ""
        if group not in (parser._positionals, parser._optionals):
            yield f"*{group.title}*" + (
                f": {_text(group.description)}" if group.description else ""
            )
            yield ""
        yield "| argument | what it is |"
        yield "|---|---|"
        for action in actions:
            yield f"| {_named(action)} | {_cell(_help(action, parser))} |"
    if parser.epilog:
        yield ""
        yield _text(parser.epilog)


def _is_told(action: argparse.Action) -> bool:
    """Not --help, which each has, nor --data, which the head of the page describes."""
    names = {"--help", "--data"}.intersection(action.option_strings)
    return not names and not isinstance(action, Subparsers) and action.help != argparse.SUPPRESS


def _usage(parser: argparse.ArgumentParser) -> Iterator[str]:
    """What must be given, in order; options that may be left out are one word."""
    told = [one for one in parser._actions if _is_told(one)]
    if any(one.option_strings and not one.required for one in told):
        yield "[OPTIONS]"
    for one in told:
        if one.option_strings and one.required:
            yield f"{one.option_strings[0]} {_value(one)}".rstrip()
    for one in told:
        if not one.option_strings:
            yield _value(one)
    below = _subparsers(parser)
    if below is not None:
        names = "|".join(below.choices)
        yield names if below.required else f"[{names}]"


def _value(action: argparse.Action) -> str:
    """What follows an option, or stands for a positional argument: ``FILE``, ``{a,b}``."""
    if action.nargs == 0:
        return ""
    if action.metavar is not None:
        name = action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    elif action.choices is not None:
        name = "{" + ",".join(map(str, action.choices)) + "}"
    else:
        name = action.dest.upper()
    match action.nargs:
        case "?":
            return f"[{name}]"
        case "+":
            return f"{name} [{name} ...]"
        case "*":
            return f"[{name} ...]"
        case int(number):
            return " ".join([name] * number)
        case _:
            return name


def _named(action: argparse.Action) -> str:
    value = _value(action)
    if not action.option_strings:
        return f"`{value}`"
    return ", ".join(f"`{option} {value}`".replace(" `", "`") for option in action.option_strings)


def _help(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """The help with its %(default)s filled in; it may be given again where it may."""
    text = (action.help or "") % {**vars(action), "prog": parser.prog}
    return text if text else "-"


def _cell(text: str) -> str:
    return _text(text).replace("|", "\\|")


def _text(text: str) -> str:
    """One line of Markdown in which names and signs stand as they are typed."""
    return " ".join(text.split()).replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.name)
