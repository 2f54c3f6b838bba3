"""What makers' commands take, and who does them: decks and programs of the 704 without a window,
printed things, a panel on its bench, the bundle, the desktop's menu."""

import argparse
import sys
from functools import partial
from pathlib import Path

from devices.modules import find_ours
from devices.refusal import RefusedError
from machines.commands._deck_options import OUTLETS, PANEL, SENSE, STRICT_MEDIA, read_boxes
from machines.ibm704.operations import SIZES
from machines.storage.option_parsing import (
    RESULT_JSON,
    Command,
    Option,
    flag,
    place,
    read_numbers,
    read_positive,
    read_seconds,
    read_word,
    whole,
)
from machines.workshop.printing.paper import USUAL, Paper, read_box, read_paper

PAPER = Option("--paper NAME", read_paper, default="a4")
LANGUAGE = Option("--language CODE")
PDF = Option("--out FILE.pdf", place(".pdf"), required=True)


def _read_card_paper(text: str, where: str) -> Paper:
    """Paper for cards.  Raises RefusedError."""
    from machines.workshop.printing.cards import OF_A_CARD

    if text.lower() == OF_A_CARD.name:
        return OF_A_CARD
    try:
        return read_paper(text, where)
    except RefusedError as refusal:
        raise RefusedError(where, f"{refusal.what}, or card: one card a page") from None


def _read_size(text: str, where: str, least: float, most: float) -> float:
    """A number from ``least`` to ``most``.  Raises RefusedError."""
    value = read_positive(text, where)
    if not least <= value <= most:
        raise RefusedError(where, f"{text} is out of range; expected {least:g} to {most:g}")
    return value


def _print(does: str, args: argparse.Namespace) -> int:
    """Print in the language that is asked for, else the museum's, else English."""
    from devices.screen.ui_text import read_language
    from devices.screen.words import use
    from machines.commands._museum_window import find_language
    from machines.museum.curator.settings_file import load_settings
    from machines.storage.folders import find_data_folder

    first = args.language or load_settings(find_data_folder()).settings.languages.first
    use(read_language(find_language(args.language, first)))
    try:
        return int(find_ours(does)(args))
    finally:
        use(None)


PRINT = Command(
    acts={
        "menace": Command(
            PDF,
            Option("--build NAME", read_boxes, old="--boxes", default="304"),
            Option("--box LxWxH", read_box, default=USUAL),
            Option("--replicates N,N,N,N", partial(read_numbers, example="4,3,2,1")),
            PAPER,
            LANGUAGE,
            does=partial(_print, "machines.workshop.printing.menace.make:print_menace"),
        ),
        "deck": Command(
            Option("source FILE", type=Path),
            Option("--out FILE.pdf|.svg", place(".pdf", ".svg"), required=True),
            Option("--paper NAME", _read_card_paper, default="a4"),
            Option("--cards N-N"),
            flag("--cutter"),
            STRICT_MEDIA,
            LANGUAGE,
            does=partial(_print, "machines.workshop.printing.cards:print_deck"),
        ),
        "panel": Command(
            Option("panel NAME|FILE.toml"),
            Option("--out FOLDER", required=True),
            Option("--scale FACTOR", partial(_read_size, least=0.1, most=4), default="1"),
            Option("--lamp-hole MM", partial(_read_size, least=1, most=20), default="5.1"),
            does="machines.workshop.printing.panel.files:print_panel",
        ),
        "worksheets": Command(
            Option("--out FOLDER", required=True),
            PAPER,
            LANGUAGE,
            does=partial(_print, "machines.workshop.printing.worksheets:print_worksheets"),
        ),
    }
)


def _make_bundle(args: argparse.Namespace) -> int:
    """Make it and print where it is; PyInstaller's own lines go to standard error."""
    from machines.workshop.bundle.make import make_bundle

    print(make_bundle(args.out))
    return 0


def _change_desktop(args: argparse.Namespace) -> int:
    """Write the entry and its picture, show the entry, or take both away."""
    from machines.workshop.desktop_entry import entry_text, install_entry, remove_entry

    if args.act == "print":
        sys.stdout.write(entry_text())
    elif args.act == "install":
        print(install_entry())
    else:
        print(remove_entry())
    return 0


def _seconds(text: str, where: str) -> float:
    return read_seconds(text, where, 86_400) / 1e6


PORT = Option("port [EXHIBIT=]PORT")
WAIT = Option("--wait SECONDS", _seconds)
BENCH = Command(
    acts={
        "test": Command(
            PORT,
            WAIT,
            Option("--step SECONDS", _seconds, default="0.1"),
            Option("--switches SECONDS", _seconds),
            RESULT_JSON,
        ),
        "record": Command(
            Option("file FILE"), PORT, WAIT, Option("--for SECONDS", _seconds, dest="seconds")
        ),
        "replay": Command(Option("file FILE", type=Path), Option("port PORT", nargs="?")),
    },
    does="machines.museum.panel.self_test:do_panel",
)

# -- programs without a window ---------------------------------------------------------------------


def _run_704(args: argparse.Namespace) -> int:
    """Run the program, with the debugger if it is asked for; or a period system's job."""
    if args.bring is not None or args.job is not None:
        from machines.workshop.unattended import period_jobs

        return period_jobs.run(args)
    if args.compare and args.simh is None:
        raise RefusedError("--compare", "is for a script; expected --simh FILE.ini with it")
    if args.compare:
        from machines.workshop.unattended.simh_compare import compare

        return compare(args)
    if args.simh is not None:
        from machines.workshop.unattended.simh import run_script

        return run_script(args)
    if not args.debug:
        for option in ("script", "symbols", "trace"):
            if getattr(args, option) is not None:
                raise RefusedError(f"--{option}", "is for the debugger; expected --debug with it")
    elif args.log is not None:
        raise RefusedError(
            "--log", "can't be repeated where words were changed by hand; expected no --debug"
        )
    elif args.panel or args.panel_record is not None:
        raise RefusedError("--panel", "doesn't go with --debug; expected one of the two")
    from machines.workshop.unattended.ibm704 import run_program

    if not args.debug:
        return run_program(args)
    # Its kernels are compiled for those who want it.
    from machines.workshop.unattended.debugging import debug_deck

    return run_program(args, partial(debug_deck, args))


REEL = Option("--reel LENGTH", choices=("usual", "long"), default="usual")
RUN_704 = Command(
    Option("deck DECK", nargs="?"),
    Option("--load", choices=("cards", "tape", "drum")),
    Option("--cards FILE", action="append", default=[]),
    Option("--eof", choices=("never", "last-deck", "always"), default="last-deck"),
    Option("--tape N=FILE", action="append", default=[]),
    REEL,
    Option("--drum FILE"),
    STRICT_MEDIA,
    *OUTLETS,
    Option("--board FILE"),
    Option("--punch FILE"),
    Option("--crt FILE.png"),
    SENSE,
    Option("--keys OCTAL", read_word, default="0"),
    Option("--storage WORDS", whole(SIZES[0], SIZES[-1]), default=SIZES[-1]),
    Option("--max-seconds SECONDS", partial(read_seconds, most=10_000_000), default="3600"),
    *PANEL,
    flag("--debug"),
    Option("--script FILE"),
    Option("--symbols FILE.lst"),
    Option("--trace FILE"),
    Option("--bring FOLDER", Path),
    Option("--job SYSTEM"),
    Option("--simh FILE.ini"),
    flag("--compare"),
    does=_run_704,
)
PLAY = Command(
    Option("--deck FILE", required=True),
    Option("--tape UNIT=FILE", action="append", default=[]),
    Option("--blank UNIT=FILE", action="append", default=[]),
    REEL,
    STRICT_MEDIA,
    SENSE,
    *OUTLETS,
    *PANEL,
    does="machines.workshop.unattended.decks:play_checkers",
)

COMMANDS = {
    "play": PLAY,
    "run704": RUN_704,
    "print": PRINT,
    "panel": BENCH,
    "bundle": Command(Option("--out FOLDER", Path, default=Path("dist")), does=_make_bundle),
    "desktop": Command(
        acts={"install": Command(), "print": Command(), "remove": Command()}, does=_change_desktop
    ),
}
