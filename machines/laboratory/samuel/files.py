"""The checkers program's runs, polynomials, tables and memory tapes, as commands name them.

A run is one file (machines/exhibit/run_record.py), a block a game.  A *study* knows its series, its
seed and all that it has learned.  A block holds what is kept of its game
(:class:`.studies.LearnedGame` or :class:`.studies.RoteGame`), the newest checkpoint the study after
it.

Polynomials::

    standard        the four terms of rote learning (piece advantage, DENY, MOB, CENT+ADV)
    pieces          piece advantage alone
    paper-1959      the twelve leading terms that Appendix C prints, by turns
    learned         what Alpha learned here (assets/players/samuel.txt), by turns
    FILE.txt, .deck, .cbn
                    POLY cards: a term a card, and before them POLY BY TURNS where the terms are
                    taken so (machines/samuel/cards.py)
    RUN.sqlite      what Alpha had at the end of a learning run
    RUN.sqlite:9    what it had after the ninth game
    RUN.sqlite:41-100
                    what he thought of his terms in the mean of those games (learner.settled)
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from devices.media.card import Card
from devices.media.control_card import TEXT_COLUMN, at_column
from devices.media.deck import Deck
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.laboratory.samuel.studies import (
    BothStudy,
    GeneralizationStudy,
    LearnedGame,
    RoteStudy,
)
from machines.samuel.cards import EndCard, MannerCard, PolyCard, RemarkCard, read_card
from machines.samuel.generalization.learner import settled
from machines.samuel.generalization.match import Contest
from machines.samuel.learning import poly_cards
from machines.samuel.player import settings_at
from machines.samuel.polynomial import Manner, Polynomial
from machines.samuel.rote.tape_format import (
    Heading,
    MemoryTape,
    read_heading,
    read_memory,
    record_name,
    rules_of,
)
from machines.samuel.settings import ProgramSettings
from machines.storage.files import file_exists, read_file
from machines.storage.media_files import read_deck_file, read_tape_file
from machines.storage.program import ASSETS
from machines.storage.run_file import RunFile
from machines.storage.run_store import SUFFIX, read_run

if TYPE_CHECKING:
    from machines.samuel.signature_tables.tables import SignatureTables


# -- runs ------------------------------------------------------------------------------------------

MACHINE = "samuel"
LEARNING = "learning"
"""The study's name in a run record."""
VERSION = 1
"""Of a study's snapshot."""
SERIES = "series"
"""Among a run's settings."""
SPAWNED_FROM = "spawned_from"
"""Among the settings of one of several runs: the seed from which theirs were spawned."""
TERM_READINGS = "term_readings"
"""Among a run's settings: :data:`.term_table.READINGS` when it was begun; none: 1."""

G = TypeVar("G")


SeriesStudy = GeneralizationStudy | RoteStudy | BothStudy
"""Of any series: games that are over, its memory tape and how often that was made anew (-1 if it
has none), and how the next game is played."""

STUDIES: Mapping[str, type[SeriesStudy]] = {
    "first": GeneralizationStudy,
    "second": GeneralizationStudy,
    "rote": RoteStudy,
    "both": BothStudy,
}


def packed(study: SeriesStudy) -> bytes:
    """The study as its record keeps it."""
    return snapshot.pack(study, VERSION)


def study_of(run: RunFile) -> SeriesStudy:
    """The study as it stands.  Raises RefusedError for the record of anything else."""
    series = run.about.settings.get(SERIES)
    if run.about.study != LEARNING or series not in STUDIES:
        raise RefusedError(run.where, f"is of {run.about.study}; expected {LEARNING}")
    study = snapshot.unpack(run.state() or b"", STUDIES[str(series)], VERSION, run.where)
    words = ply_rules(run.about.settings["ply"]).as_words()
    if any(rules.as_words() != words for rules in study.ply_rules):
        raise RefusedError(run.where, "has a state with another look-ahead than its settings say")
    if study.games != run.plays:
        raise RefusedError(
            run.where, f"has {run.plays} games; its state is that after {study.games}"
        )
    return study


def ply_rules(ply: int) -> ProgramSettings:
    """How studies look ahead: as the 704 did, plain minimax, so that machine time is the program's
    own."""
    return replace(settings_at(ply), alpha_beta=0)


def seed_of(runs: Sequence[RunFile]) -> int:
    """The seed that was asked for: of several runs the one from which theirs were spawned."""
    first = runs[0].about.settings
    spawned_from = {run.about.settings.get(SPAWNED_FROM) for run in runs}
    together = len(runs) > 1 and len(spawned_from) == 1 and SPAWNED_FROM in first
    return int(first[SPAWNED_FROM if together else "seed"])


def games_of(run: RunFile, kind: type[G]) -> Iterator[G]:
    """What is kept of each game of that kind.  Raises RefusedError for one that can't be read."""
    for block in run.blocks():
        where = f"{run.where}, game {block.first}"
        game = snapshot.unpack(block.data, object, VERSION, where)
        if isinstance(game, kind):
            yield game


def alpha_from_run(path: Path, first: int, last: int) -> Polynomial:
    """What Alpha thought of his terms in the mean of games ``first`` to ``last`` of a run.

    Raises RefusedError for a run without them.
    """
    if not 1 <= first <= last:
        raise RefusedError(f"{path.name}:{first}-{last}", "expected games such as 41-100")
    with read_run(path, MACHINE) as run:
        alphas = [contest_after(run, game).alpha for game in range(first, last + 1)]
    return settled([alpha.active for alpha in alphas], alphas[-1].rules.power_rule)


def contest_after(run: RunFile, game: int | None) -> Contest:
    """Alpha and Beta after that game: None the last, 0 as they began.  Raises RefusedError."""
    series = run.about.settings.get(SERIES)
    if run.about.study != LEARNING or series == "rote":
        raise RefusedError(run.where, f"is of {series} learning; expected one with an Alpha")
    if not run.plays or (game is not None and game > run.plays):
        raise RefusedError(
            run.where, f"has {run.plays} games; expected one with {game or 1} or more"
        )
    wanted = run.plays if game is None else max(game, 1)
    found = _game(run, wanted)
    while not isinstance(found, LearnedGame):  # rote learning went on with it
        wanted -= 1
        found = _game(run, wanted)
    return found.start if game == 0 else found.contest


def _game(run: RunFile, number: int) -> object:
    block = next(run.blocks(number))
    return snapshot.unpack(block.data, object, VERSION, f"{run.where}, game {number}")


# -- polynomials -----------------------------------------------------------------------------------

DECKS = (".txt", ".deck", ".cbn")
LEARNED = ASSETS / "players" / "samuel.txt"
GAMES = re.compile("[0-9]{1,9}(-[0-9]{1,9})?")


def find_polynomial(name: str, where: str = "--polynomial") -> Polynomial:
    """The polynomial that ``name`` stands for.  Raises RefusedError; ``where`` took the name."""
    if name in NAMED:
        return NAMED[name]()
    path, games = _run_and_games(name)
    if path.suffix.lower() in DECKS:
        return polynomial_of_deck(read_deck_file(path))
    if path.suffix.lower() == SUFFIX or (name and file_exists(path)):
        if len(games) == 2:
            return alpha_from_run(path, *games)
        with read_run(path, MACHINE) as run:
            return contest_after(run, games[0] if games else None).alpha.polynomial
    raise RefusedError(where, f"there is no polynomial {name}; expected {EXPECTED}")


def _run_and_games(name: str) -> tuple[Path, tuple[int, ...]]:
    """``run.sqlite:9`` or ``:41-100`` taken apart; a file that has such a name is meant whole."""
    head, colon, tail = name.rpartition(":")
    if colon and head and GAMES.fullmatch(tail) and not file_exists(Path(name)):
        return Path(head), tuple(map(int, tail.split("-")))
    return Path(name), ()


def polynomial_file(name: str) -> str | None:
    """The file in which the polynomial ``name`` is; None for a fixed one."""
    return None if name in NAMED else str(_run_and_games(name)[0])


def polynomial_of_deck(deck: Deck) -> Polynomial:
    """The polynomial on POLY cards; remarks and END are passed over.

    Raises RefusedError, naming card and column, for any other card, an unknown term, a power that
    is out of range, or a manner after a term; and for a deck without a term.
    """
    found = Polynomial()
    for index, card in enumerate(deck.cards):
        where = deck.where(index)
        match read_card(card.text(where), where):
            case MannerCard(by_turns):
                if found.weights:
                    raise RefusedError(
                        at_column(where, TEXT_COLUMN),
                        "how terms are taken comes after a term; expected before the first",
                    )
                found = Polynomial(manner=Manner.BY_TURNS if by_turns else Manner.TOGETHER)
            case PolyCard(name, sign, power, column):
                found = found.with_term(name, sign, power, at_column(where, column))
            case RemarkCard() | EndCard():
                pass
            case other:
                word = type(other).__name__.removesuffix("Card").upper()
                raise RefusedError(
                    at_column(where, 1), f"{word} in a polynomial's deck; expected POLY cards"
                )
    if not found.weights:
        raise RefusedError(deck.name, "has no term; expected POLY cards, such as POLY   MOB +6")
    return found


def deck_of_polynomial(polynomial: Polynomial, name: str, remark: str = "") -> Deck:
    """POLY cards that :func:`polynomial_of_deck` and the card reader take for this polynomial.

    A term whose coefficient is 0 has no card.  Raises RefusedError for a coefficient that is no
    power of two.
    """
    for weight in polynomial.weights:
        if weight.coefficient and "=" in str(weight):
            raise RefusedError(
                name, f"{weight.name} {weight.coefficient} can't be punched; expected powers of two"
            )
    texts = [f"* {remark}".upper()] if remark else []
    texts += poly_cards(polynomial)
    return Deck(name, tuple(Card.of_text(text, name) for text in texts))


NAMED: Mapping[str, Callable[[], Polynomial]] = {
    "standard": Polynomial.standard,
    "pieces": Polynomial.pieces,
    "paper-1959": Polynomial.paper,
    "learned": lambda: polynomial_of_deck(read_deck_file(LEARNED)),
}
EXPECTED = f"{', '.join(NAMED)}, a deck of POLY cards or a learning run"


# -- tables and memory tapes -----------------------------------------------------------------------

LEAST_PLY, MOST_PLY = 1, 20
TABLES = ".tables"


def is_tables(name: str) -> bool:
    """Whether a player's name is that of a file of signature tables."""
    return name.lower().endswith(TABLES)


def read_tables(path: Path) -> "SignatureTables":
    """The tables in a file, learned to the end or not.  Raises RefusedError."""
    from machines.samuel.signature_tables.tables import SignatureTables

    return SignatureTables.from_bytes(read_file(path), path.name)


def learned_tables(path: Path) -> "SignatureTables":
    """The tables in a file, to play with.  Raises RefusedError for those still being learned."""
    tables = read_tables(path)
    if not tables.finished or not tables.games:
        raise RefusedError(
            path.name,
            f"was interrupted after {tables.done} of {tables.games * tables.passes} games gone "
            f"through; expected learn samuel --program 1967 --resume {path} first",
        )
    return tables


def heading_on(path: Path) -> Heading:
    """The heading of the memory tape in a file, whatever its rules.  Raises RefusedError."""
    records = read_tape_file(path).tape.records()
    where = record_name(path.name, 0)
    if not records:
        raise RefusedError(where, "the tape is blank; expected a memory tape")
    return read_heading(records[0], None, where)


def memory_on(path: Path, polynomial: Polynomial, settings: ProgramSettings) -> MemoryTape:
    """What the memory tape in a file holds.

    Raises RefusedError for one that is none, is damaged, or was made with another polynomial.
    """
    return read_memory(read_tape_file(path).tape, rules_of(polynomial, settings))
