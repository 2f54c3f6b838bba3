"""What runs without anybody at the machine stand on."""

import pytest


@pytest.fixture(autouse=True)
def place(own_folder: None) -> None:
    """All of them name and keep files."""
