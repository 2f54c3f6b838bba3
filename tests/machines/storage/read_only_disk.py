"""A disk that can't be written, as Linux leaves one with errors, for tests."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nothing in the folder can be written: its disk says so, or its permissions do where we can't
    mount one.  Skips the test where neither can be had."""
    if not hasattr(os, "geteuid"):
        pytest.skip("permissions are another thing here")
    if os.geteuid():
        with _forbidden(folder):
            yield
        return
    mount = ["mount", "--bind", str(folder), str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("root may write everything, and no disk can be mounted here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def _forbidden(folder: Path) -> Iterator[None]:
    before = {path: path.stat().st_mode for path in (folder, *folder.rglob("*"))}
    for path, mode in before.items():
        path.chmod(mode & ~0o222)
    try:
        yield
    finally:
        for path, mode in before.items():
            path.chmod(mode)
