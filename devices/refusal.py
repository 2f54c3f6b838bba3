"""The one error that the operator sees: something was refused, and nothing was changed.

Every refusal says what was refused (which card, line, column, switch or file), what was wrong,
and what would be right.  Commands print it to standard error and end with status 2; a room shows
it on its strip.
"""

from typing import Any


class RefusedError(Exception):
    """An operator's act or medium was refused; the state is as it was before.

    ``where`` names the thing (``"opening.txt, card 3, column 14"``, ``"key 21"``), ``what`` says
    what was wrong and what was expected.
    """

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.where = where
        self.what = what

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it comes whole from another process, whatever a subclass takes."""
        return _restore, (type(self), self.where, self.what, self.__dict__)


def _restore(
    kind: type[RefusedError], where: str, what: str, fields: dict[str, Any]
) -> RefusedError:
    refusal = kind.__new__(kind)
    RefusedError.__init__(refusal, where, what)
    refusal.__dict__.update(fields)
    return refusal
