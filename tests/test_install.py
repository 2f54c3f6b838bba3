"""The installed program: a wheel has all it needs, and runs outside the checkout."""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.docs.snippets import snippets

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("devices", "firmware_sim", "machines", "assets")
UV = shutil.which("uv")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's files, as an installer lays them out."""
    if UV is None:
        pytest.skip("uv is not on the path")
    out = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [UV, "build", "-q", "--wheel", "--out-dir", str(out), str(ROOT)],
        capture_output=True,
        text=True,
    )
    if built.returncode and "hatchling" in built.stderr and "fetch" in built.stderr:
        pytest.skip("the tool that builds a wheel can't be fetched here")
    assert built.returncode == 0, built.stderr
    folder = out / "site-packages"
    with zipfile.ZipFile(next(out.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


def run(installed: Path, *arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    """The command of the installed program, or ``code``, started where no checkout is."""
    start = code or "import sys; from matchbox704.machines.commands import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-P", "-c", start, *arguments],
        cwd=installed.parent,
        env={
            **os.environ,
            "PYTHONPATH": str(installed),
            "MATCHBOX704_DATA": str(installed.parent / "data"),
        },
        capture_output=True,
        text=True,
    )


def test_the_wheel_has_every_file_that_runs_and_every_asset_in_one_package(
    installed: Path,
) -> None:
    made = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert made == {"matchbox704"}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and not {"__pycache__", "door"} & set(path.parts):
                assert (installed / "matchbox704" / path.relative_to(ROOT)).is_file(), path
    text = (installed / "matchbox704/machines/commands/__main__.py").read_text()
    assert "from matchbox704.machines.commands import main" in text


def test_the_command_is_declared(installed: Path) -> None:
    declared = next(installed.glob("*.dist-info/entry_points.txt")).read_text()
    assert "matchbox704 = matchbox704.machines.commands:main" in declared


BESIDE_OTHERS = """
import devices, machines, sys
assert (devices.of, machines.of) == ("others", "others")
import matchbox704
from matchbox704.draughts import Position
from matchbox704.menace import Matchboxes
assert set(matchbox704.__all__) == set(dir(matchbox704))
for name in matchbox704.MODULES:
    module = getattr(matchbox704, name)
    assert all(hasattr(module, one) for one in module.__all__), name
for name in ("anaconda", "samuel:learned", "random"):
    assert matchbox704.load(name, plies=1).name in name
assert matchbox704.load("morph").name
assert Matchboxes(seed=1).train(3, "perfect").wins == 0
assert not [name for name in sys.modules if name.startswith(("machines.", "devices."))]
"""


def test_it_stands_beside_packages_of_others_with_our_folders_names(
    installed: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site-packages"
    shutil.copytree(installed, site)
    for name in ("devices", "machines"):
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("of = 'others'\n")
    used = run(site, code=BESIDE_OTHERS)
    assert used.returncode == 0, used.stderr
    played = run(site, "match", "random", "random", "--games", "2", "--limit", "9", "--jobs", "2")
    assert played.returncode == 0, played.stderr
    shutil.rmtree(site / "machines")
    shutil.rmtree(site / "devices")
    assert run(site, "perft", "3").returncode == 0
    for name in ("matchbox704", *(path.name for path in site.glob("*.dist-info"))):
        shutil.rmtree(site / name)
    assert not list(site.iterdir())


def test_what_the_page_for_programmers_says_works_and_is_typed(
    installed: Path, tmp_path: Path
) -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    blocks = [one.as_run() for one in snippets(text, "api.md") if one.language == "python"]
    assert len(blocks) >= 10
    assert all(len([line for line in block.splitlines() if line]) <= 10 for block in blocks)
    if importlib.util.find_spec("pettingzoo") is None:
        blocks = [block for block in blocks if ".env(" not in block]
    files = [tmp_path / f"task_{number}.py" for number in range(len(blocks))]
    for file, block in zip(files, blocks, strict=True):
        file.write_text(block, encoding="utf-8")
    done = run(installed, code="\n".join(["import os", f"os.chdir({str(tmp_path)!r})", *blocks]))
    assert done.returncode == 0, done.stderr
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", *map(str, files)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(installed)},
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_installed_it_calls_itself_by_its_command(installed: Path) -> None:
    told = run(installed, "--help")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("usage: matchbox704 ")
    assert "main.py" not in told.stdout


def test_installed_it_finds_its_assets(installed: Path) -> None:
    pictures = installed.parent / "pictures"
    shown = run(
        *(installed, "show", "--exhibit", "menace", "--size", "800x480"),
        *("--deck", "assets/decks/noughts/menace-visitor.txt", "--snapshot", str(pictures)),
    )
    assert shown.returncode == 0, shown.stderr
    assert len(list(pictures.glob("*.png"))) == 2
