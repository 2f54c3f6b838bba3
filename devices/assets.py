"""The program's folders on disk, and reading a shipped asset file."""

from pathlib import Path
from typing import TypeVar

from devices.refusal import RefusedError

ROOT = Path(__file__).resolve().parents[1]
"""The folder that holds the packages: a checkout, or a wheel's one package, ``matchbox704``."""
IN_CHECKOUT = (ROOT / "main.py").is_file()
ASSETS = ROOT / "assets"
"""The folder of shipped panels, units, lettering, decks, tapes and texts."""

T = TypeVar("T")


def read_asset(name: str, form: type[T]) -> T:
    """A TOML file of the assets as a value of ``form``.

    Raises RefusedError naming the file and the entry that is wrong.
    """
    import msgspec  # here, so that a command's --help stays fast

    try:
        return msgspec.toml.decode((ASSETS / name).read_bytes(), type=form)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError(name, f"can't be read: {error}") from error
