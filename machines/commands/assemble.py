"""``main.py assemble PROGRAM.sap -o DECK.cbn``: a symbolic program becomes a deck for the 704."""

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from devices.refusal import RefusedError
from machines.commands._deck_options import STRICT_MEDIA
from machines.ibm704.operations import SIZES
from machines.storage.option_parsing import Command, Option, flag
from machines.storage.program import NAME
from machines.storage.telling import tell_user

if TYPE_CHECKING:
    from devices.media.deck import Deck
    from machines.ibm704.assembler import Assembly

TO_OUTPUT = "-"
SUFFIXES = (".sap", ".txt", ".cbn")
"""Of a library's routines, in the order in which they are looked for."""
LOADERS = ("own", "none")
"""What stands in front of a deck."""
REFUSED = 2
WARNINGS_SHOWN = 10
"""On standard error; the listing has all."""

COMMAND = Command(
    Option("program PROGRAM", nargs="?"),
    Option("-o --out DECK.cbn"),
    Option("--listing FILE", nargs="?", const=TO_OUTPUT),
    Option("--library FOLDER", action="append", default=[]),
    Option("--storage", type=int, choices=SIZES, default=SIZES[-1]),
    Option("--at LOCATION"),
    Option("--loader", choices=LOADERS, default=LOADERS[0]),
    STRICT_MEDIA,
    flag("--disassemble"),
    flag("--operations"),
)


def run(args: argparse.Namespace) -> int:
    """Assemble; the exit status.  Raises RefusedError naming file, card and column."""
    if args.operations:
        from machines.ibm704.assembler.listing import reference_lines

        return _print(reference_lines())
    if args.program is None:
        what = "a deck (.cbn)" if args.disassemble else "a program (.sap, .txt or .cbn)"
        raise RefusedError("PROGRAM", f"{what} was expected; {NAME} assemble --help says more")
    if args.disassemble:
        from machines.ibm704.assembler.deck_listing import deck_lines

        _check_no_text(Path(args.program))
        return _print(list(deck_lines(_read(Path(args.program), args.strict))))
    return _assemble(args)


def _assemble(args: argparse.Namespace) -> int:
    from machines.ibm704.assembler import assemble

    source = Path(args.program)
    _check_places(args)
    place = _place(args.at)
    assembly = assemble(
        _read(source, args.strict), source.name, _library(args, source), args.storage
    )
    _write_listing(args.listing, assembly, place)
    for line in (*assembly.errors, *assembly.warnings[:WARNINGS_SHOWN]):
        tell_user(line)
    if assembly.warnings:
        tell_user(f"assemble: {_count_warnings(assembly)}")
    if assembly.errors:
        count = len(assembly.errors)
        tell_user(f"assemble: {count} error{'s' * (count > 1)}; no deck is punched")
        return REFUSED
    if args.out is not None:
        _punch(assembly, Path(args.out), place, args.loader != "none")
    return 0


def _count_warnings(assembly: "Assembly") -> str:
    count = len(assembly.warnings)
    more = f"; {count - WARNINGS_SHOWN} not shown here" if count > WARNINGS_SHOWN else ""
    return f"{count} warning{'s' * (count > 1)}{more}"


def _place(text: str | None) -> int | None:
    """Where a relocatable program goes.  Raises RefusedError for what is no location."""
    if text is None:
        return None
    if not re.fullmatch("[0-7]{1,5}", text):
        raise RefusedError("--at", f"{text}; expected a location of up to five octal digits")
    return int(text, 8)


def _check_places(args: argparse.Namespace) -> None:
    """Raises RefusedError for a place where no file can be, or that would lose another."""
    from machines.storage.files import TEXT, check_apart, check_writable

    listing = None if args.listing == TO_OUTPUT else args.listing
    check_apart({"PROGRAM": args.program, "--out": args.out, "--listing": listing})
    if args.out is not None and not args.out.lower().endswith(".cbn"):
        raise RefusedError(args.out, "row-binary cards are no text; a name in .cbn was expected")
    if args.out is not None:
        check_writable(Path(args.out), ".cbn")
    if listing is not None:
        check_writable(Path(listing), usual=TEXT)


def _library(args: argparse.Namespace, source: Path) -> Mapping[str, "Deck"]:
    if args.library:
        return Library(*map(Path, args.library), strict=args.strict)
    beside = source.with_name("library")
    return Library(beside, strict=args.strict) if beside.is_dir() else {}


def _write_listing(name: str | None, assembly: "Assembly", place: int | None) -> None:
    from machines.storage.files import replace_file

    lines = [*assembly.listing, *([] if place is None else [f"PLACED AT {place:05o}"])]
    if name == TO_OUTPUT:
        _print(lines)
    elif name is not None:
        replace_file(Path(name), "".join(f"{line}\n" for line in lines).encode())


def _punch(assembly: "Assembly", out: Path, place: int | None, loader: bool) -> None:
    from devices.media.deck import write_cbn
    from machines.ibm704.assembler import deck_of
    from machines.storage.files import replace_file

    deck = deck_of(assembly, out.name, place, loader)
    replace_file(out, write_cbn(deck))
    tell_user(f"{out}: {len(deck.cards)} cards, {len(assembly.words)} words")


def _read(path: Path, strict: bool) -> "Deck":
    from machines.storage.media_files import read_deck_file

    return read_deck_file(path, strict)


def _check_no_text(path: Path) -> None:
    """Raises RefusedError for text, which isn't to be disassembled, with what it is."""
    from devices.media.file_kinds import DECKS, find_kind
    from machines.storage.files import read_file

    data = read_file(path)
    found = find_kind(data, path.name, DECKS)
    if not data or found is None or found.kind != "text" or re.search(rb"^~", data, re.MULTILINE):
        return  # behind a ~ stand a card's punches (devices.media.deck)
    if path.suffix.lower() == ".sap":
        raise RefusedError(
            str(path),
            f"is a program in symbols already; {NAME} assemble {path} --listing shows its words, "
            "and -o X.cbn punches the deck that --disassemble takes",
        )
    raise RefusedError(
        str(path),
        "is text, such as a program in symbols, a listing or cards of data; expected a deck in row "
        f"binary, as {NAME} assemble PROGRAM -o X.cbn punches it",
    )


def _print(lines: Iterable[str]) -> int:
    for line in lines:
        print(line)
    return 0


class Library(Mapping[str, "Deck"]):
    """The routines in folders, by the names of their files; each is read when it is called for.

    Of two with one name that in the folder named first is taken.
    """

    def __init__(self, *folders: Path, strict: bool = False) -> None:
        self._paths: dict[str, Path] = {}
        self._strict = strict
        for folder in reversed(folders):
            if not folder.is_dir():
                raise RefusedError(str(folder), "there is no such folder; the library was expected")
            found = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in SUFFIXES]
            found.sort(key=lambda path: SUFFIXES.index(path.suffix.lower()), reverse=True)
            self._paths.update((path.stem.upper(), path) for path in found)

    def __getitem__(self, name: str) -> "Deck":
        return _read(self._paths[name], self._strict)

    def __contains__(self, name: object) -> bool:
        return name in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)
