"""The notebooks of docs/papers: each runs, cell by cell, and ends with its paper's figure."""

import ast
import json
from pathlib import Path

import pytest

from machines.laboratory.study.outputs import NotebookChart
from tests.docs.snippets import ROOT

FOLDER = ROOT / "docs" / "papers"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
MOST_LINES = 60
PNG = b"\x89PNG\r\n\x1a\n"


def cells(notebook: Path) -> list[str]:
    """The text of its code cells."""
    read = json.loads(notebook.read_text(encoding="utf-8"))
    return ["".join(one["source"]) for one in read["cells"] if one["cell_type"] == "code"]


def test_each_paper_has_a_page_and_a_short_notebook_without_outputs() -> None:
    names = {one.stem for one in NOTEBOOKS}
    assert names == {one.stem for one in FOLDER.glob("*.md")} - {"README"}
    assert names == {"samuel", "michie", "morph", "anaconda"}
    for notebook in NOTEBOOKS:
        read = json.loads(notebook.read_text(encoding="utf-8"))
        assert not any(one.get("outputs") for one in read["cells"]), notebook.name
        assert sum(cell.count("\n") + 1 for cell in cells(notebook)) < MOST_LINES, notebook.name


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda one: one.stem)
def test_a_notebook_makes_its_figure(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As Jupyter runs it, in the notebook's own folder."""
    monkeypatch.chdir(FOLDER)
    monkeypatch.syspath_prepend(str(tmp_path))  # What a cell puts before it goes with the test
    before = sorted(FOLDER.iterdir())
    namespace: dict[str, object] = {"__name__": "__main__"}
    shown: object = None
    for number, cell in enumerate(cells(notebook), 1):
        where, tree = f"{notebook.name}, code cell {number}", ast.parse(cell)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, where, "exec"), namespace)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), where, "eval"), namespace)
    assert isinstance(shown, NotebookChart)
    picture = shown._repr_png_()
    assert picture.startswith(PNG) and len(picture) > 5_000
    assert sorted(FOLDER.iterdir()) == before
