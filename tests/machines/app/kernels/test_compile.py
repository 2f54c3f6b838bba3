"""Where compiled kernels go, what becomes of damaged ones, and that a terminal is told, once."""

import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from numba.core.caching import _CacheLocator

from devices.refusal import RefusedError
from machines import kernel_cache
from machines.app.kernels.compile import COMPILING, uncompiled
from machines.app.kernels.stand_in import writable_kernel_cache
from machines.kernel import CONFIG
from machines.kernel_cache import STAND_IN, kernel_files
from tests.machines.app.storage.full_disk import full_disk
from tests.machines.app.storage.read_only_disk import read_only

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


@pytest.mark.slow
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


def test_another_checkouts_kernels_are_not_taken_for_ours(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = next(one for one in kernel_files() if one.name == "line_count.py")
    monkeypatch.setattr("machines.app.kernels.compile.kernel_files", lambda: (path,))
    names = kernel_cache.kernels_in(path)
    for source in (own_cache / "another" / path.parent.name / path.name, path):
        assert uncompiled() == (path,)
        there = own_cache / _CacheLocator.get_suitable_cache_subpath(str(source))  # type: ignore[no-untyped-call]
        there.mkdir()
        for name in names:
            start = f"{path.stem}.{name}-1.py{sys.version_info[0]}{sys.version_info[1]}"
            kernel_cache.write_checked(there / f"{start}.nbi", b"an index")
            kernel_cache.write_checked(there / f"{start}.1.nbc", b"its code")
    assert uncompiled() == ()


# -- damage ----------------------------------------------------------------------------------------


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own; its folder."""
    before = os.environ.get("NUMBA_CACHE_DIR"), CONFIG.CACHE_DIR
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *name, **how: tmp_path / "cache")
    caches = (kernel_cache.set_folder, kernel_cache.check_package)
    for one in caches:
        one.cache_clear()
    yield kernel_cache.set_folder()
    monkeypatch.undo()
    for one in caches:
        one.cache_clear()
    os.environ.pop("NUMBA_CACHE_DIR", None)
    if before[0] is not None:
        os.environ["NUMBA_CACHE_DIR"] = before[0]
    CONFIG.CACHE_DIR = before[1]


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A kernel file."""
    path = tmp_path / "kernels_of_a_test.py"
    path.write_text(MODULE)
    return path


def run_kernels(module: Path) -> set[str]:
    """Import it as another process would; the files of the cache that were written."""
    kernel_cache.check_package.cache_clear()
    folder = kernel_cache.package_folder(module)
    before = {path: path.stat().st_mtime_ns for path in folder.glob("*.nb?")}
    found: dict[str, Any] = runpy.run_path(str(module))
    assert (found["double"](21), found["triple"](5)) == (42, 15)
    return {
        path.name for path in folder.glob("*.nb?") if path.stat().st_mtime_ns != before.get(path)
    }


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 16
    path.write_bytes(data)


def swap(path: Path) -> None:
    """With another kernel's, whole as it is."""
    other = next(one for one in path.parent.glob(f"*{path.suffix}") if one != path)
    path.write_bytes(other.read_bytes())


def put_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def fill_with_zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize("attack", [empty, cut, flip, fill_with_zeros, swap, put_folder])
def test_a_damaged_cache_is_noticed_and_compiled_anew(
    own_cache: Path, module: Path, attack: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    written = run_kernels(module)
    assert len(written) == 4
    assert run_kernels(module) == set()
    for name in sorted(written):
        caplog.clear()
        attack(kernel_cache.package_folder(module) / name)
        assert run_kernels(module) == written
        assert len(caplog.messages) == 1
        assert f"{name} is damaged" in caplog.text
        assert run_kernels(module) == set()


def test_a_file_that_is_missing_is_compiled_anew(own_cache: Path, module: Path) -> None:
    for name in run_kernels(module):
        (kernel_cache.package_folder(module) / name).unlink()
        assert name in run_kernels(module)


def test_a_file_where_a_folder_should_be_is_no_hindrance(own_cache: Path, module: Path) -> None:
    kernel_cache.package_folder(module).write_text("no folder")
    assert len(run_kernels(module)) == 4


def test_sources_that_were_only_touched_are_not_compiled_anew(
    own_cache: Path, module: Path
) -> None:
    run_kernels(module)
    os.utime(module, (1, 1))
    assert run_kernels(module) == set()


def test_on_a_full_disk_kernels_are_compiled_and_not_kept(
    own_cache: Path, module: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with full_disk(0):
        assert run_kernels(module) == set()
    assert "compiled kernels are not kept: File too large" in caplog.text
    assert list(kernel_cache.package_folder(module).iterdir()) == []


def test_a_cache_folder_that_cannot_be_written_is_a_refusal(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *name, **how: tmp_path / "file")
    kernel_cache.set_folder.cache_clear()
    with pytest.raises(RefusedError, match="kernels can't be kept here: Not a directory; expected"):
        kernel_cache.set_folder()


def test_a_kiosk_whose_cache_cannot_be_written_compiles_into_a_copy_of_it(
    own_cache: Path, module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = run_kernels(module)
    own = kernel_cache.package_folder(module)
    empty(own / min(written))
    kernel_cache.set_folder.cache_clear()
    with read_only(own_cache):
        with writable_kernel_cache():
            stand_in = kernel_cache.set_folder()
            assert stand_in != own_cache
            assert run_kernels(module) == written  # one of them was damaged
            assert run_kernels(module) == set()
            assert os.environ[STAND_IN] == str(stand_in.parent)
        assert not stand_in.exists()
        assert f"{own_cache}: compiled kernels can't be kept here" in capsys.readouterr().err
        with pytest.raises(RefusedError, match="can't be kept here"):
            kernel_cache.set_folder()
    assert (own / min(written)).read_bytes() == b""


def test_a_kiosk_whose_cache_can_be_written_keeps_to_it(own_cache: Path) -> None:
    with writable_kernel_cache():
        assert kernel_cache.set_folder() == own_cache
        assert STAND_IN not in os.environ


def test_what_a_kernel_file_compiles_is_found_in_its_source() -> None:
    kept: dict[str, set[str]] = {}
    for one in kernel_cache.set_folder().rglob("*.nbi"):
        package, _, _ = one.parent.name.rpartition("_")
        file, _, rest = one.name.partition(".")
        kept.setdefault(f"{package}/{file}", set()).add(rest.partition("-")[0])
    for path in kernel_files():
        assert set(kernel_cache.kernels_in(path)) == kept[f"{path.parent.name}/{path.stem}"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
def test_a_checkout_behind_a_link_is_compiled_once(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(kernel_cache.MACHINES.parent)
    script = (
        f"import sys; sys.path.insert(0, {str(link)!r})\n"
        "from machines import generator, kernel_cache\n"
        "print(kernel_cache.is_compiled(kernel_cache.MACHINES / 'generator.py'))\n"
    )
    asked = subprocess.run(
        [sys.executable, "-P", "-c", script],
        env=os.environ | {STAND_IN: str(tmp_path / "kernels")},
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert asked.stdout == "True\n"
