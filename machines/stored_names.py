"""Stored names: what classes are called in files, where the code's differ.

A snapshot names its dataclasses and enumerations (:mod:`machines.snapshot`).  Files outlive names:
shipped players, visitors' sessions and run records were written by earlier versions.  So a class
keeps in files the name under which it was first written, and digests stay as they were.  Whoever
moves or renames a class that is kept adds a line here.
"""

from collections.abc import Mapping

MOVED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("machines.anaconda.evolution", "machines.anaconda.evolution", ("EvolutionConfig=Settings",)),
    ("machines.anaconda.state", "machines.anaconda.state", ("PendingMove=Thought",)),
    ("machines.floor.morph.runs", "machines.app.morph.run_records", ("KeptGame",)),
    ("machines.floor.samuel.both_study", "machines.app.samuel.combined_study", ("BothStudy",)),
    (
        "machines.floor.samuel.general_study",
        "machines.app.samuel.generalization_study",
        (
            "GeneralizationStudy",
            "LearnedGame",
            "MemoryUse",
        ),
    ),
    (
        "machines.floor.samuel.rote_study",
        "machines.app.samuel.rote_study",
        (
            "RoteGame",
            "RoteStudy",
        ),
    ),
    ("machines.ibm704.points", "machines.ibm704.channel", ("PointDrawing",)),
    ("machines.menace.book", "machines.menace.play_history", ("PlayHistory=Book",)),
    ("machines.menace.deck", "machines.menace.deck_player", ("MenaceDeckJob=DeckOfMenace",)),
    ("machines.menace.frozen", "machines.menace.opponents", ("Frozen",)),
    ("machines.menace.play_record", "machines.menace.play_history", ("PlayRecord",)),
    ("machines.menace.study", "machines.menace.study", ("StudyConfig=Settings",)),
    ("machines.morph.aps.settings", "machines.morph.aps.settings", ("ApsConfig=Settings",)),
    ("machines.morph.keeping", "machines.morph.serialization", ("LearnerSnapshot=Kept",)),
    ("machines.morph.settings", "machines.morph.settings", ("LearnerConfig=Settings",)),
    ("machines.morph.state", "machines.morph.state", ("PendingMove=Thought",)),
    ("machines.noughts.deck_feed", "machines.noughts.deck_player", ("DeckState", "Phase")),
    (
        "machines.noughts.moves_in_line",
        "machines.noughts.deck_game",
        ("MovesInLine", "PartRefused", "WaitingSquare"),
    ),
    ("machines.noughts.tape_job", "machines.noughts.tape_file", ("Stage", "TapeJob")),
    ("machines.pegasus.deck", "machines.pegasus.state", ("PegasusDeckJob=DeckOfPegasus",)),
    (
        "machines.pegasus.desk",
        "machines.pegasus.controls",
        (
            "OddsStore=Store",
            "PlaySettings=Settings",
        ),
    ),
    ("machines.pegasus.typescript", "machines.pegasus.printout", ("Typescript",)),
    ("machines.pegasus.study", "machines.pegasus.study", ("StudyConfig=Settings",)),
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
        "machines.samuel.generalization.rules",
        "machines.samuel.generalization.rules",
        ("TallyRule=Tally",),
    ),
    (
        "machines.samuel.reels",
        "machines.samuel.rote.memory_tape",
        (
            "MemoryTapeState=Reels",
            "TapeOperation=Work",
        ),
    ),
    (
        "machines.samuel.rote.tape",
        "machines.samuel.rote.tape_format",
        (
            "Heading",
            "MemoryTape",
        ),
    ),
    (
        "machines.samuel.generalization.schedule",
        "machines.samuel.generalization.combined",
        ("Schedule",),
    ),
    ("machines.samuel.settings", "machines.samuel.settings", ("ProgramSettings=Settings",)),
    ("machines.samuel.state", "machines.samuel.state", ("BoardCardText=BoardPart",)),
    ("machines.samuel.state", "machines.samuel.state_machine", ("Phase", "Stop")),
)
"""Module in files, module in the code, and its classes: ``Class``, or ``Class=ClassInFiles``."""


def _stored_names() -> dict[str, str]:
    names = {}
    for stored_module, module, classes in MOVED:
        for now, _, before in (pair.partition("=") for pair in classes):
            names[f"{module}:{now}"] = f"{stored_module}:{before or now}"
    return names


STORED_NAMES: Mapping[str, str] = _stored_names()
"""``module:Class`` as it is now: ``module:Class`` as it stands in files."""
CURRENT_NAMES: Mapping[str, str] = {stored: now for now, stored in STORED_NAMES.items()}
"""The same, the other way round."""


def name_in_storage(kind: type) -> str:
    """The name of a class in files."""
    name = f"{kind.__module__}:{kind.__qualname__}"
    return STORED_NAMES.get(name, name)
