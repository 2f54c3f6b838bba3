"""Stored names: what classes are called in files, where the code's differ.

A snapshot names its dataclasses and enumerations (:mod:`machines.exhibit.snapshot`).  Files outlive
names: shipped players, visitors' sessions and run records were written by earlier versions.  So a
class keeps in files the name under which it was first written, and digests stay as they were.
Whoever moves or renames a class that is kept adds a line here.  Modules are called here as they
were before whole packages moved (:data:`PACKAGES`).
"""

from collections.abc import Iterable, Mapping

from devices.modules import INSIDE

PACKAGES: tuple[tuple[str, str], ...] = (
    ("machines.games.chess", "machines.chess"),
    ("machines.games.draughts", "machines.draughts"),
    ("machines.games.noughts", "machines.noughts"),
    ("machines.exhibit.exhibit", "machines.exhibit"),
    ("machines.exhibit.board_exhibit", "machines.board_exhibit"),
    ("machines.exhibit.computer", "machines.computer"),
    ("machines.laboratory", "machines.app"),
)
"""Packages and modules that moved with all that is in them: in the code, and in files."""
MOVED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("machines.anaconda.evolution", "machines.anaconda.evolution", ("EvolutionConfig=Settings",)),
    ("machines.anaconda.expectation", "machines.anaconda.contest", ("Expectation",)),
    (
        "machines.anaconda.scene",
        "machines.anaconda.state",
        (
            "History",
            "NetworkActivations",
            "Strength",
        ),
    ),
    ("machines.anaconda.settings", "machines.anaconda.search", ("Search",)),
    ("machines.anaconda.state", "machines.anaconda.state", ("PendingMove=Thought",)),
    ("machines.app.matches.report", "machines.app.matches.play", ("ScheduledMatch",)),
    ("machines.app.morph.run_records", "machines.app.morph.databases", ("MorphRunConfig",)),
    (
        "machines.app.strength.records",
        "machines.app.strength.measure",
        (
            "Settings",
            "Worth",
        ),
    ),
    ("machines.floor.morph.runs", "machines.app.morph.databases", ("KeptGame",)),
    ("machines.floor.samuel.both_study", "machines.app.samuel.studies", ("BothStudy",)),
    (
        "machines.floor.samuel.general_study",
        "machines.app.samuel.studies",
        (
            "GeneralizationStudy",
            "LearnedGame",
            "MemoryUse",
        ),
    ),
    (
        "machines.floor.samuel.rote_study",
        "machines.app.samuel.studies",
        (
            "RoteGame",
            "RoteStudy",
        ),
    ),
    ("machines.ibm704.points", "machines.ibm704.channel", ("PointDrawing",)),
    ("machines.ibm704.printed_rows", "machines.ibm704.card_rows", ("LinePrinting",)),
    (
        "machines.ibm704.stored_moves",
        "machines.ibm704.stored_game",
        (
            "StoredGame",
            "StoredMoves",
        ),
    ),
    ("machines.menace.book", "machines.menace.play_history", ("PlayHistory=Book",)),
    ("machines.menace.deck", "machines.menace.deck_player", ("MenaceDeckJob=DeckOfMenace",)),
    ("machines.menace.frozen", "machines.menace.opponents", ("Frozen",)),
    ("machines.menace.play_record", "machines.menace.play_history", ("PlayRecord",)),
    ("machines.menace.study", "machines.menace.study", ("StudyConfig=Settings",)),
    ("machines.morph.aps.annealing", "machines.morph.aps.system", ("Temperature",)),
    (
        "machines.morph.aps.settings",
        "machines.morph.aps.domain",
        (
            "Additions",
            "ApsConfig=Settings",
            "Deletion",
        ),
    ),
    ("machines.morph.keeping", "machines.morph.serialization", ("LearnerSnapshot=Kept",)),
    ("machines.morph.noughts.patterns", "machines.morph.noughts.index", ("Pattern",)),
    ("machines.morph.settings", "machines.morph.settings", ("LearnerConfig=Settings",)),
    ("machines.morph.state", "machines.morph.state", ("PendingMove=Thought",)),
    (
        "machines.noughts.deck_feed",
        "machines.noughts.deck_player",
        (
            "DeckState",
            "Phase",
        ),
    ),
    (
        "machines.noughts.moves_in_line",
        "machines.noughts.deck_game",
        (
            "MovesInLine",
            "PartRefused",
            "WaitingSquare",
        ),
    ),
    (
        "machines.noughts.tape_job",
        "machines.noughts.tape_file",
        (
            "Stage",
            "TapeJob",
        ),
    ),
    ("machines.pegasus.deck", "machines.pegasus.controls", ("PegasusDeckJob=DeckOfPegasus",)),
    (
        "machines.pegasus.desk",
        "machines.pegasus.controls",
        (
            "OddsStore=Store",
            "PlaySettings=Settings",
        ),
    ),
    ("machines.pegasus.state", "machines.pegasus.controls", ("PegasusState",)),
    ("machines.pegasus.study", "machines.pegasus.study", ("StudyConfig=Settings",)),
    (
        "machines.pegasus.sweep",
        "machines.pegasus.study",
        (
            "Cell",
            "Measured",
        ),
    ),
    (
        "machines.pegasus.trial",
        "machines.pegasus.program",
        (
            "Change",
            "Counts",
            "PlayRecord",
            "Trial",
        ),
    ),
    ("machines.pegasus.typescript", "machines.pegasus.printout", ("Typescript",)),
    (
        "machines.samuel.generalization.both",
        "machines.samuel.generalization.combined",
        (
            "CombinedLookup=Recall",
            "Partial",
            "PartialMemory",
            "Tables",
        ),
    ),
    (
        "machines.samuel.generalization.contest",
        "machines.samuel.generalization.match",
        (
            "Contest",
            "Result",
            "Verdict",
        ),
    ),
    (
        "machines.samuel.generalization.correlation",
        "machines.samuel.generalization.coefficients",
        ("TermRecord",),
    ),
    (
        "machines.samuel.generalization.remembered",
        "machines.samuel.generalization.coefficients",
        ("Remembered",),
    ),
    (
        "machines.samuel.generalization.rules",
        "machines.samuel.generalization.coefficients",
        (
            "Rules",
            "Spared",
            "TallyRule=Tally",
        ),
    ),
    (
        "machines.samuel.generalization.schedule",
        "machines.samuel.generalization.combined",
        ("Schedule",),
    ),
    (
        "machines.samuel.reels",
        "machines.samuel.rote.memory_tape",
        (
            "MemoryTapeState=Reels",
            "TapeOperation=Work",
        ),
    ),
    ("machines.samuel.rote.player", "machines.samuel.rote.control", ("RoteLearning",)),
    (
        "machines.samuel.rote.tape",
        "machines.samuel.rote.tape_format",
        (
            "Heading",
            "MemoryTape",
        ),
    ),
    ("machines.samuel.settings", "machines.samuel.settings", ("ProgramSettings=Settings",)),
    (
        "machines.samuel.signature_tables.book_games",
        "machines.samuel.signature_tables.book_learning",
        ("MeasuredGame",),
    ),
    (
        "machines.samuel.state",
        "machines.samuel.state",
        (
            "BoardCardText=BoardPart",
            "Phase",
            "Stop",
        ),
    ),
)
"""Module in files, module in the code but for PACKAGES, and its classes: ``Class``, or
``Class=ClassInFiles``."""


def _moved(name: str, pairs: Iterable[tuple[str, str]]) -> str:
    """A name with the package that it begins with called otherwise."""
    for before, after in pairs:
        if name.startswith((f"{before}.", f"{before}:")):
            return after + name.removeprefix(before)
    return name


def _stored_names() -> dict[str, str]:
    names = {}
    for stored_module, module, classes in MOVED:
        for now, _, before in (pair.partition("=") for pair in classes):
            names[_current(f"{module}:{now}")] = f"{stored_module}:{before or now}"
    return names


def _current(name: str) -> str:
    return _moved(name, ((before, after) for after, before in PACKAGES))


STORED_NAMES: Mapping[str, str] = _stored_names()
"""``module:Class`` as it is now: ``module:Class`` as it stands in files."""
_CURRENT_NAMES: Mapping[str, str] = {stored: now for now, stored in STORED_NAMES.items()}


def name_in_storage(kind: type) -> str:
    """The name of a class in files."""
    name = f"{kind.__module__.removeprefix(INSIDE)}:{kind.__qualname__}"
    return STORED_NAMES.get(name) or _moved(name, PACKAGES)


def name_in_code(name: str) -> str:
    """The name in the code of the class that files call so."""
    return INSIDE + (_CURRENT_NAMES.get(name) or _current(name))
