"""Exhibits with the files that ship: one that is missing is named."""

from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines.storage import registry
from machines.storage.files import read_file
from machines.storage.program import ASSETS


@pytest.mark.parametrize(
    "missing",
    ["anaconda.network", "anaconda.history", "morph.database", "morph.history"],
)
def test_an_exhibit_whose_file_is_missing_names_it(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = registry.find_exhibit(missing.partition(".")[0])
    layout = registry.panel_layout(one)
    (tmp_path / "players").mkdir()
    for name in one.files:
        if not name.endswith(missing):
            (tmp_path / name).write_bytes(read_file(ASSETS / name))
    monkeypatch.setattr(registry, "ASSETS", tmp_path)
    with pytest.raises(RefusedError, match=missing.replace(".", r"\.")):
        registry.make_exhibit(one, layout)
