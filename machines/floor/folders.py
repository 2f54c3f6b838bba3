"""Where the museum keeps things on this computer: the data folder, and the shipped assets."""

import os
from pathlib import Path

import platformdirs

ASSETS = Path(__file__).resolve().parents[2] / "assets"
"""The folder of shipped panels, decks, tapes and texts."""


def data_folder(given: str | Path | None = None) -> Path:
    """The folder for logs, sessions, records and caches, made if it isn't there.

    ``given`` (``--data``), else ``MATCHBOX704_DATA``, else the platform's user folder.
    """
    chosen = given or os.environ.get("MATCHBOX704_DATA")
    folder = Path(chosen) if chosen else platformdirs.user_data_path("matchbox704", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
