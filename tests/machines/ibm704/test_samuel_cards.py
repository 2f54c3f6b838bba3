"""Samuel's program in 704 code: cards punched, corrected, and columns that are no character."""

from collections.abc import Sequence

import pytest

from devices.media.card import Card
from devices.media.charset import GRAPHICS
from devices.media.deck import Deck
from devices.units.card_reader import CardReader
from machines.ibm704 import registers
from machines.samuel.state_machine import Stop
from tests.machines.ibm704.programs import SAMUEL
from tests.machines.ibm704.samuel704 import (
    DECK_ENDED,
    MOST_STOPS,
    REFUSED,
    card_alone,
    loaded,
    press,
    run_704,
)
from tests.machines.samuel.run import Unattended, deck

both = pytest.mark.parametrize("program", SAMUEL)

PUNCHED = {
    "the standard polynomial and the operator's": (
        "GAME   1", "PUNCH", "POLY   MOB -4", "POLY   CENT+ADV +0", "POLY   DENY +18", "PUNCH",
        "PUNCH  X", "MOVE   11-15", "PUNCH", "POLY   TOGETHER", "PUNCH", "END",
    ),
}  # fmt: skip
MANY_TERMS = (
    "GAME   1", "POLY   BY TURNS",
    *(f"POLY   {name} +{n}" for n, name in enumerate(("ADV", "BACK", "THRET", "MODE2", "MOC3"))),
    *(f"POLY   {name} -{n}" for n, name in enumerate(("KCENT", "CNTR", "MOB", "DENY", "EXCH"))),
    "PUNCH", "END",
)  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "program"),
    [*((PUNCHED[name], program) for name in PUNCHED for program in SAMUEL), (MANY_TERMS, "samuel")],
)
def test_the_polynomial_is_punched_and_listed_as_by_the_engine(
    cards: Sequence[str], program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_704(cards, program=program)
    machine = Unattended()
    monkeypatch.setattr(CardReader, "where", card_alone)
    machine.load(deck(*cards))
    for _ in range(MOST_STOPS):
        for _ in machine.run():
            pass
        if machine.ended:
            break
        machine.program.press("start", 0)
    assert run.printed.splitlines() == machine.text().splitlines()
    assert run.punched == [card.text() for card in machine.punch.stacker]
    assert run.punched


BEGUN = ("GAME   1", "MOVE   11-15 22-17 15-22 17-13", "MOVE   8-11", "END")
CORRECTED = {
    "in its middle": ("MOVE   11-15 22-17 8-11 17-13", "MOVE   9-14"),
    "nothing is left of it": ("MOVE   11-15 22-17", "MOVE   8-11"),
    "nothing but blanks": ("MOVE   11-15 22-17         8-11", "MOVE   17-13"),
    "another card": ("MOVE   8-11 17-13", "MOVE   9-14"),
    "refused once more": ("MOVE   11-15 22-17 8-12", "MOVE   8-11"),
}
"""What the refused card and the one behind it become."""


@pytest.mark.slow
@both
@pytest.mark.parametrize("name", CORRECTED)
def test_a_card_refused_in_its_middle_comes_back_corrected(
    name: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CardReader, "where", card_alone)
    text, behind = CORRECTED[name]
    cards = (*BEGUN[:2], behind, BEGUN[3])
    one = loaded(program, deck(*cards))
    machine = Unattended()
    machine.load(deck(*cards))
    corrected = False
    while int(one.machine.words[registers.SR]) & 0o77777 != DECK_ENDED:
        assert one.run(lambda: True) == ""
        if int(one.machine.words[registers.SR]) & 0o77777 == REFUSED and not corrected:
            one.session.act(one.name, "reader.correct", text)
            corrected = True
        press(one, "console.start")
    corrected = False
    while not machine.ended:
        for _ in machine.run():
            pass
        if machine.program.state.stop is Stop.REFUSED and not corrected:
            machine.reader.operate("correct", text)
            corrected = True
        if not machine.ended:
            machine.program.press("start", 0)
    engine = machine.text().splitlines()
    assert sum("REFUSED" in line for line in engine) == 1 + (name == "refused once more")
    printed = one.printed().splitlines()
    told = [line for line in printed if "REFUSED" in line]
    assert len(told) == 1 + (name == "refused once more")
    kept = [line for line in engine if "REFUSED" not in line]
    assert [line for line in printed if "REFUSED" not in line] == kept


def punched_at(text: str, **columns: int) -> Card:
    """A card with these punches in columns ``c1`` to ``c80``."""
    punches = list(Card.of_text(text).columns)
    for name, value in columns.items():
        punches[int(name[1:]) - 1] = value
    return Card(tuple(punches))


@both
def test_a_column_without_a_character_is_refused_and_every_character_read(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CardReader, "where", card_alone)
    every = list(GRAPHICS.values())
    row = {name: 1 << (11 - n) for n, name in enumerate("YX0123456789")}
    wrong = (
        {"c9": row["Y"] | row["X"]},
        {"c36": row["Y"] | row["0"], "c40": row["1"] | row["2"]},
        {"c37": row["X"] | row["0"]},
        {"c72": row["8"] | row["7"]},
        {"c1": row["9"] | row["1"] | row["0"], "c73": row["2"]},
        {"c20": sum(row.values())},
        {"c50": row["Y"] | row["8"] | row["2"]},
    )
    cards = (
        Card.of_text("GAME   1"),
        Card.of_text("*" + "".join(every[:40])),
        Card.of_text("*" + "".join(every[40:])),
        *(punched_at("*      A REMARK", **columns) for columns in wrong),
        punched_at("MOVE   11-15", c73=row["1"] | row["2"] | row["3"]),
        Card.of_text("END"),
    )
    one = loaded(program, Deck("cards", cards))
    stops: list[int] = []
    while not stops or stops[-1] != DECK_ENDED:
        assert one.run(lambda: True) == ""
        stops.append(int(one.machine.words[registers.SR]) & 0o77777)
        press(one, "console.start")
    assert stops == [REFUSED] * len(wrong) + [DECK_ENDED]
    machine = Unattended()
    machine.load(Deck("cards", cards))
    while not machine.ended:
        for _ in machine.run():
            pass
        if not machine.ended:
            machine.program.press("start", 0)
    assert one.printed().splitlines() == machine.text().splitlines()
