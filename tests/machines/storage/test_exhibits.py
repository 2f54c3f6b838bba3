"""Exhibits with the files that ship: one that is missing is named."""

from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines.storage import exhibits, registry


@pytest.mark.parametrize(
    "missing",
    ["anaconda.network", "anaconda.history", "morph.database", "morph.history"],
)
def test_an_exhibit_whose_file_is_missing_names_it(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = registry.find_exhibit(missing.partition(".")[0])
    layout = exhibits.panel_layout(one)
    (tmp_path / "players").mkdir()
    for name in one.files:
        if not name.endswith(missing):
            (tmp_path / name).write_bytes(exhibits.read_asset(name))
    monkeypatch.setattr(exhibits, "ASSETS", tmp_path)
    with pytest.raises(RefusedError, match=missing.replace(".", r"\.")):
        exhibits.make_exhibit(one, layout)
