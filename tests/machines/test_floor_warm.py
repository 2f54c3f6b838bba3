"""What is compiled is told of on a terminal, once; what comes from the cache is not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from machines.floor.warm import COMPILING

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
from machines.floor.warm import ready_kernels
ready_kernels()
ready_kernels()
import kernels_of_a_test
"""


@pytest.mark.parametrize("terminal", [True, False])
def test_the_first_compiling_is_told_of_on_a_terminal(tmp_path: Path, terminal: bool) -> None:
    (tmp_path / "kernels_of_a_test.py").write_text(MODULE)
    root = Path(__file__).resolve().parents[2]
    paths = os.pathsep.join((str(root), str(tmp_path)))
    # Each system has its own word for where caches are.
    home = {name: str(tmp_path) for name in ("XDG_CACHE_HOME", "HOME", "LOCALAPPDATA")}
    settings = os.environ | home | {"PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "0"}
    settings.pop("NUMBA_CACHE_DIR", None)
    said = []
    for _ in range(2):
        child = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(terminal=terminal)],
            env=settings, capture_output=True, text=True, check=True,
        )  # fmt: skip
        said.append(child.stderr)
    assert said == [COMPILING if terminal else "", ""]
