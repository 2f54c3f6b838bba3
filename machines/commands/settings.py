"""``main.py settings``: write the curator's file if it isn't there, check it if it is."""

import argparse
from pathlib import Path

from machines.storage.option_parsing import Command, Option
from machines.storage.telling import tell_user

COMMAND = Command(Option("--settings FILE"))


def run(args: argparse.Namespace) -> int:
    """Print where the file is; what is found in it goes to standard error.

    The file is only read: a museum that takes it keeps the last good copy.
    """
    from machines.museum.curator.settings import BadSettingsError, read_settings
    from machines.museum.curator.settings_file import read_bytes, settings_path, template
    from machines.storage.files import file_exists, replace_file
    from machines.storage.folders import data_folder

    path: Path = settings_path(data_folder(args.data), args.settings)
    made = not file_exists(path)
    if made:
        replace_file(path, template())
    print(path)
    try:
        read_settings(read_bytes(path), path.name)
    except BadSettingsError as error:
        tell_user("\n".join(map(str, error.problems)))
        return 2
    tell_user(f"{path.name}: {'was not there, written' if made else 'no mistake in it'}")
    return 0
