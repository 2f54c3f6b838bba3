"""What all units do with an operator's act: read its value, or refuse it in words."""

from devices.refusal import RefusedError
from devices.units.unit import Value


def pressed(name: str, control: str, value: Value) -> bool:
    """Whether a button or key is down.  Raises RefusedError if the value is no number."""
    if isinstance(value, str):
        raise RefusedError(f"{name}.{control}", "1 (pressed) or 0 (released) was expected")
    return value != 0


def text_of(name: str, control: str, value: Value) -> str:
    """The text in an act.  Raises RefusedError if the value is a number."""
    if not isinstance(value, str):
        raise RefusedError(f"{name}.{control}", "a medium's content as text was expected")
    return value


def check_control(name: str, control: str, controls: tuple[str, ...]) -> None:
    """Raises RefusedError unless ``control`` is one of the unit's."""
    if control not in controls:
        raise RefusedError(f"{name}.{control}", f"no such control; there are {', '.join(controls)}")


def check_time(us: int) -> None:
    """Raises ValueError for time that runs backwards."""
    if us < 0:
        raise ValueError(f"{us} microseconds: time only goes on")
