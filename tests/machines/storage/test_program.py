"""What a user is told of this program as it was installed here."""

import importlib.metadata
import sys
from pathlib import Path

import pytest

from machines.storage import program


def test_an_extra_comes_as_the_program_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> str:
        return program.lacks("ezdxf", "print").partition("the extra print: ")[2]

    monkeypatch.setattr(program, "uv", lambda: "uv")
    assert told() == "uv run --extra print main.py ..."
    listed = ["numpy>=2", "ezdxf<2,>=1.3; extra == 'print'", 'dask; extra == "cluster"']
    monkeypatch.setattr(importlib.metadata, "requires", lambda _name: listed)
    monkeypatch.setattr(program, "IN_CHECKOUT", False)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/of mine/python")
    assert told() == "'/of mine/python' -m pip install 'ezdxf<2,>=1.3'"
    (tmp_path / "pipx_metadata.json").touch()
    assert told() == "pipx inject matchbox704 'ezdxf<2,>=1.3'"
    (tmp_path / "uv-receipt.toml").touch()
    assert told() == "uv pip install --python '/of mine/python' 'ezdxf<2,>=1.3'"
    monkeypatch.setattr(program, "FROZEN", True)
    assert "which this folder isn't" in told()
