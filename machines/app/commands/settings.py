"""``main.py settings``: write the curator's file if it isn't there, check it if it is."""

import argparse
import sys
from pathlib import Path

from machines.app.option_parsing import Command, Option

COMMAND = Command(Option("--settings FILE"))


def run(args: argparse.Namespace) -> int:
    """Print where the file is; its mistakes go to standard error."""
    from machines.app.curator.settings import BadSettingsError, read_settings
    from machines.app.curator.settings_file import MOST, settings_path, template
    from machines.app.storage.files import file_exists, read_file, replace_file
    from machines.app.storage.folders import data_folder

    path: Path = settings_path(data_folder(args.data), args.settings)
    if not file_exists(path):
        replace_file(path, template())
    print(path)
    try:
        read_settings(read_file(path, MOST), path.name)
    except BadSettingsError as error:
        sys.stderr.writelines(f"{problem}\n" for problem in error.problems)
        return 2
    return 0
