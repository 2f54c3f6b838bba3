"""The one error that the operator sees: something was refused, and nothing was changed.

Every refusal says what was refused (which card, line, column, switch or file), what was wrong,
and what would be right.  Commands print it to standard error and end with status 2; a room shows
it on its strip.
"""


class RefusedError(Exception):
    """An operator's act or medium was refused; the state is as it was before.

    ``where`` names the thing (``"opening.txt, card 3, column 14"``, ``"key 21"``), ``what`` says
    what was wrong and what was expected.
    """

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.where = where
        self.what = what
