"""Where compiled kernels go, and that a terminal is told of the first one, once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.caching import _CacheLocator

from machines.app.kernels.compile import COMPILING, uncompiled
from machines.kernel_cache import kernel_files

MODULE = """
from machines.kernel import kernel

@kernel("int64(int64)")
def double(number: int) -> int:
    return 2 * number

@kernel("int64(int64)")
def triple(number: int) -> int:
    return 3 * number
"""

SCRIPT = """
import sys
sys.stderr.isatty = lambda: {terminal}
from machines.app.kernels.compile import announce_compiling
announce_compiling()
announce_compiling()
import kernels_of_a_test
"""


def run_alone(tmp_path: Path, script: str) -> str:
    """Run a script that can import the kernels of a test; what it wrote to standard error."""
    (tmp_path / "kernels_of_a_test.py").write_text(MODULE)
    root = Path(__file__).resolve().parents[4]
    paths = os.pathsep.join((str(root), str(tmp_path)))
    # Each system has its own word for where caches are.
    home = {name: str(tmp_path / "home") for name in ("XDG_CACHE_HOME", "HOME", "LOCALAPPDATA")}
    settings = os.environ | home | {"PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "0"}
    settings.pop("NUMBA_CACHE_DIR", None)
    child = subprocess.run(
        [sys.executable, "-c", script], env=settings, capture_output=True, text=True, check=True
    )
    return child.stderr


@pytest.mark.parametrize("terminal", [True, False])
def test_the_first_compiling_is_told_of_on_a_terminal(tmp_path: Path, terminal: bool) -> None:
    script = SCRIPT.format(terminal=terminal)
    said = [run_alone(tmp_path, script) for _ in range(2)]
    assert said == [COMPILING if terminal else "", ""]


@pytest.mark.parametrize("before", ["", "import numba; "], ids=["alone", "after numba"])
def test_kernels_imported_by_anybody_are_cached_in_the_museums_folder(
    tmp_path: Path, before: str
) -> None:
    run_alone(tmp_path, f"{before}import kernels_of_a_test")
    written = list(tmp_path.rglob("*.nbi"))
    assert len(written) == 2
    assert all(path.is_relative_to(tmp_path / "home") for path in written)


def test_another_checkouts_kernels_are_not_taken_for_ours(tmp_path: Path) -> None:
    ours = kernel_files()
    for path in ours:
        elsewhere = str(tmp_path / "another" / path.parent.name / path.name)
        there = tmp_path / _CacheLocator.get_suitable_cache_subpath(elsewhere)  # type: ignore[no-untyped-call]
        there.mkdir(exist_ok=True)
        (there / f"{path.stem}.kernel-1.py311.nbi").touch()
    assert uncompiled(tmp_path) == ours
    for path in ours:
        there = tmp_path / _CacheLocator.get_suitable_cache_subpath(str(path))  # type: ignore[no-untyped-call]
        there.mkdir(exist_ok=True)
        (there / f"{path.stem}.kernel-1.py311.nbi").touch()
    assert uncompiled(tmp_path) == ()
