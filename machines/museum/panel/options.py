"""What ``--panel`` and ``--panel-record`` ask for; nothing heavy comes in with this."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from devices.refusal import RefusedError
from machines.storage.files import RECORD, check_writable
from machines.storage.registry import EXHIBITS, ExhibitSpec


@dataclass(frozen=True)
class PanelOptions:
    """A panel as ``--panel`` asks for it."""

    port: str  # Any that pyserial knows, or ``auto``
    exhibit: str = ""  # Empty: whichever the panel is


def read_panel(text: str, plan: Sequence[ExhibitSpec] = EXHIBITS) -> PanelOptions:
    """``PORT`` or ``EXHIBIT=PORT``.  Raises RefusedError."""
    exhibit, found, port = text.partition("=")
    if not found or "/" in exhibit:  # an URL, or a path with the sign in it
        exhibit, port = "", text
    if not port.strip():
        raise RefusedError("--panel", f"{text!r} names no port; expected PORT or EXHIBIT=PORT")
    if exhibit and exhibit not in (spec.name for spec in plan):
        names = ", ".join(spec.name for spec in plan)
        raise RefusedError("--panel", f"no such exhibit {exhibit!r}; there are {names}")
    return PanelOptions(port, exhibit)


def check_panels(texts: Sequence[str], record: str | None) -> list[PanelOptions]:
    """The panels asked for.  Raises RefusedError where they can't be, or can't be recorded."""
    asked = [read_panel(text) for text in texts]
    ports = [panel.port for panel in asked]
    doubled = [port for port in ports if ports.count(port) > 1]
    if doubled:
        raise RefusedError("--panel", f"{doubled[0]} is named twice; expected each port once")
    if record is not None:
        if len(asked) != 1:
            raise RefusedError("--panel-record", "keeps the talk with one panel; name one")
        check_writable(Path(record), begins=RECORD)
    return asked


def one_panel(texts: Sequence[str], record: str | None, exhibit: str) -> PanelOptions | None:
    """The panel of the one exhibit that a command has; None: none is asked for.

    Raises RefusedError.
    """
    asked = check_panels(texts, record)
    if len(asked) > 1 or any(panel.exhibit not in ("", exhibit) for panel in asked):
        raise RefusedError("--panel", f"only {exhibit} has a panel here; expected one PORT")
    return asked[0] if asked else None
