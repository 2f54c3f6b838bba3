"""Where compiled kernels are kept, and what becomes of files that are damaged or can't be kept."""

import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from machines import commands
from machines.kernels import kernel_cache
from machines.kernels.kernel import Kernel
from tests.machines.fresh_process import ROOT, printed
from tests.machines.storage.full_disk import full_disk
from tests.machines.storage.read_only_disk import read_only

MODULE = """
from machines.kernels.kernel import inner_kernel, kernel

@inner_kernel("int64(int64)")
def double(number: int) -> int:
    return 2 * number

@kernel("int64(int64)")
def triple(number: int) -> int:
    return number + double(number)
"""
DOUBLE, TRIPLE = "kernels_of_a_test.double", "kernels_of_a_test.triple"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own; its folder."""
    monkeypatch.setenv(kernel_cache.STAND_IN, str(tmp_path / "cache"))
    caches = (kernel_cache.find_folder, kernel_cache._warn, kernel_cache._remove_unused)
    for one in caches:
        one.cache_clear()
    found = kernel_cache.find_folder()
    assert found is not None
    yield found
    for one in caches:
        one.cache_clear()


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A kernel file."""
    path = tmp_path / "kernels_of_a_test.py"
    path.write_text(MODULE)
    return path


def run_kernels(module: Path) -> list[str]:
    """Import it as another process would; the kernels that were compiled."""
    before = {path: path.stat().st_ino for path in kernel_files()}
    found: dict[str, Any] = runpy.run_path(str(module), run_name="kernels_of_a_test")
    made = found["triple"]
    assert isinstance(made, Kernel) and made(5) == 15
    new = [path for path in kernel_files() if path.stat().st_ino != before.get(path)]
    return sorted(path.name.partition("-")[0] for path in new)


def kernel_files() -> list[Path]:
    folder = kernel_cache.find_folder()
    assert folder is not None
    return sorted(folder.glob("*.kernel"))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 16
    path.write_bytes(data)


def swap(path: Path) -> None:
    """With another kernel's, whole as it is."""
    path.write_bytes(next(one for one in kernel_files() if one != path).read_bytes())


def put_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def fill_with_zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize("attack", [empty, cut, flip, fill_with_zeros, swap, put_folder])
def test_a_damaged_file_is_noticed_and_compiled_anew(
    module: Path, attack: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    assert run_kernels(module) == [DOUBLE, TRIPLE]
    assert run_kernels(module) == []
    path = kernel_files()[1]
    attack(path)
    assert run_kernels(module) == [TRIPLE]
    assert len(caplog.messages) == 1 and path.name in caplog.text
    assert run_kernels(module) == []


def test_what_is_compiled_from_something_else_is_not_taken(module: Path) -> None:
    run_kernels(module)
    module.write_text(f"# what kernels are\n{MODULE}")  # nothing that is compiled
    assert run_kernels(module) == []
    module.write_text(MODULE.replace("2 * number", "number + number"))
    assert run_kernels(module) == [DOUBLE, TRIPLE]


def test_another_processor_has_files_of_its_own(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_kernels(module)
    monkeypatch.setattr("machines.kernels.kernel_compiler.PROCESSOR", ("another", "processor"))
    assert run_kernels(module) == [DOUBLE, TRIPLE]
    assert len(kernel_files()) == 4


def test_on_a_full_disk_kernels_are_compiled_and_not_kept(
    own_cache: Path, module: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with full_disk(0):
        assert run_kernels(module) == []
    assert caplog.messages == ["compiled kernels are not kept: File too large"]
    assert list(own_cache.glob("*.*")) == []


def test_where_the_cache_cannot_be_written_a_copy_stands_in_for_it(
    own_cache: Path, module: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run_kernels(module)
    empty(kernel_files()[0])
    empty(kernel_files()[1])
    with read_only(own_cache):
        kernel_cache.find_folder.cache_clear()
        assert run_kernels(module) == [DOUBLE, TRIPLE]
        assert run_kernels(module) == []
        assert kernel_files()[0].parent != own_cache
        assert os.environ[kernel_cache.STAND_IN] == str(kernel_files()[0].parent)
    assert f"{own_cache}: compiled kernels can't be kept here" in caplog.messages[0]


def test_a_process_that_makes_such_a_copy_removes_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    program = "from machines.kernels.kernel_cache import find_folder; print(find_folder())"
    found = Path(printed(program, **{kernel_cache.STAND_IN: str(tmp_path / "file")}).strip())
    assert found.name.startswith("matchbox704-kernels-") and not found.exists()


def test_one_process_makes_a_file_and_the_others_wait_for_it(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (
        "from machines.kernels.kernel_cache import alone\n"
        "with alone('one'): print(flush=True), input()"
    )
    environment = os.environ | {kernel_cache.STAND_IN: str(own_cache)}
    other = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert other.stdout is not None
    other.stdout.readline()  # it makes the file
    waits = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        other.communicate("\n")  # it has made it

    monkeypatch.setattr("machines.kernels.kernel_cache.time.sleep", sleep)
    with kernel_cache.alone("another"):
        assert not waits
    with kernel_cache.alone("one"):
        assert waits


def test_the_least_recently_used_are_removed(
    own_cache: Path, module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache, "FILES_KEPT", 2)
    for number in range(4):
        (own_cache / f"{number}.kernel").touch()
        os.utime(own_cache / f"{number}.kernel", (number, number))
    (own_cache / "of an earlier version").mkdir()
    run_kernels(module)
    left = {path.name.partition("-")[0] for path in own_cache.glob("*.*")}
    assert left == {"2.kernel", "3.kernel", DOUBLE, TRIPLE}


def test_a_terminal_is_told_before_the_first_is_compiled(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    for expected in (f"{commands.COMPILING}\n", ""):
        with commands._compiling_told():
            run_kernels(module)
        assert capsys.readouterr().err == expected


PROGRAM = """
import numpy as np
from machines.anaconda import evaluation, games, search
from machines.storage.kernel_loader import kernels_reached
kernels = kernels_reached(*(one.__name__ for one in (evaluation, games, search)))
kernels = [one for one in kernels if not one.name.endswith("play_game")]  # as large as the rest
kernels.sort(key=lambda one: one.name, reverse={backwards})
for one in kernels: one.make_ready()
from machines.anaconda.network import new_network
from machines.anaconda.player import AnacondaPlayer
from machines.games.draughts.moves import legal_moves
from tests.machines.games.draughts.positions import played
chance = np.random.default_rng(1)
player = AnacondaPlayer(new_network(chance), 3)
for position in (played(chance) for _ in range(60)):
    if len(legal_moves(position)) > 1:
        player.choose(position, chance)
        print(float(player.looked().value).hex())
"""


@pytest.mark.slow
def test_processes_that_fill_an_empty_cache_together_agree_bit_for_bit(tmp_path: Path) -> None:
    """A network's sums round otherwise where a kernel's copy of another is not its own."""

    def start(backwards: bool) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(backwards=backwards)],
            cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    together = [start(False), start(True)]
    answers = {one.communicate()[0] for one in together}
    answers.add(start(False).communicate()[0])  # of the mixture that they have left
    assert len(answers) == 1 and answers != {""}


@pytest.mark.slow
def test_every_kernel_can_be_loaded_where_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """numba brings in what machine code may call only before it compiles."""
    monkeypatch.undo()  # in the cache of all tests, so that few are still to be compiled
    program = (
        "from machines.storage.kernel_loader import all_kernels\n"
        "for one in all_kernels(): one.make_ready()\n"
        "print(len(all_kernels()))\n"
    )
    counts = [printed(program) for _ in range(2)]
    assert counts[0] == counts[1] and int(counts[0]) > 80
