"""Decks and tapes that are wrong are told with unit, card or record, and what to do."""

from collections.abc import Sequence

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.media.tape import Item, Record, Tape, TapeMark, tape_value
from devices.media.tape_files import card_record
from devices.screen.sayings import Sayings
from machines.ibm704 import Ibm704Computer, assemble, deck_of
from machines.ibm704.assembler.rows import transfer_card, word_card
from machines.ibm704.loading_faults import following_program
from machines.ibm704.records import characters_of
from tests.machines.visitor import Visitor, words

BLANK = Card((0,) * 80)
PROGRAM = (
    *("       ORG 64", "START  CLA ONE", "       ADD FAR", "       HPR 12345", "ONE    DEC 1"),
    *("       ORG 100", "NEAR   DEC 3", "       ORG 200", "FAR    DEC 2", "       END START"),
)
MINUTE = 60_000_000


def deck(program: Sequence[str] = PROGRAM) -> list[Card]:
    """Loader, loader, three cards of words, transfer card."""
    return list(deck_of(assemble(program, "test.sap")).cards)


def reason(cards: Sequence[Card], storage: int = 32768, **tapes: Tape) -> str:
    """Why the machine stands after LOAD CARDS of these; empty at a stop of the program's."""
    computer = Ibm704Computer(storage)
    for unit, reel in tapes.items():
        computer.mount(int(unit.removeprefix("unit")), reel)
    run = computer.run(Deck("x.cbn", tuple(cards)), max_us=MINUTE)
    why = run.reason or run.machine.reason()
    if not run.machine.running():
        assert knows(why), why
    return run.reason


def knows(sentence: str, language: str = "de") -> bool:
    """Whether the room's table has it, so that every language can tell it."""
    return Sayings(words(language).rooms["ibm704"].said).knows(sentence)


def test_the_deck_as_it_was_punched_has_no_fault() -> None:
    assert reason(deck()) == ""


# -- decks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("blanks", [1, 3])
def test_blank_cards_in_front_are_told(blanks: int) -> None:
    told = reason([BLANK] * blanks + deck())
    assert told.startswith("x.cbn, card 1: nothing is punched in its 9 row")
    assert "take the blank cards off the front of the deck" in told


ORDER = (
    "put the cards in the order of columns 73-80, the deck into the reader, and press LOAD CARDS"
)


def test_cards_out_of_order_are_told() -> None:
    for order, what in [
        ((2, 0, 1, 3, 4, 5), "card 2: is the loader's card 1 and must be the deck's 1"),
        ((1, 0, 2, 3, 4, 5), "card 2: is the loader's card 1 and must be the deck's 1"),
        ((5, 4, 3, 2, 1, 0), "card 6: is the loader's card 1 and must be the deck's 1"),
        ((1, 2, 3, 4, 5), "card 1: here must lie the loader's card 1"),
        ((0, 2, 1, 3, 4, 5), "card 3: is the loader's card 2 and must be the deck's 2"),
        ((0, 2, 3, 4, 5), "card 2: here must lie the loader's card 2"),
        (
            (0, 1, 2, 5, 3, 4),
            "card 5: its words weren't loaded, for it lies behind the transfer card, which is "
            "card 4",
        ),
    ]:
        cards = deck()
        assert reason([cards[at] for at in order]) == f"x.cbn, {what}; {ORDER}", (order, what)


def test_words_in_another_order_load_all_the_same() -> None:
    cards = deck()
    assert reason([cards[at] for at in (0, 1, 4, 2, 3, 5)]) == ""


def test_a_deck_without_a_loader_is_told() -> None:
    told = reason(deck()[2:])
    assert told.startswith("x.cbn, card 1: holds words of a program, and no loader lies in front")


def test_a_card_twice_or_left_out_of_the_middle_is_no_fault_of_order() -> None:
    cards = deck()
    assert reason([*cards[:3], *cards[2:]]) == ""
    assert reason([*cards[:3], *cards[4:]]) == ""


def test_a_program_over_its_loader_is_told_with_the_card_and_its_words() -> None:
    loader = deck()[:2]
    over = word_card(0o77704, [0o000000000123] * 22)
    told = reason([*loader, word_card(64, [0]), over, transfer_card(64)])
    assert told.startswith("x.cbn, card 4: its words go to 77704 to 77731, over the loader")
    small = word_card(0o17704, [0o000000000123] * 22)
    told = reason([*loader, small, transfer_card(64)], storage=8192)
    assert told.startswith("x.cbn, card 3: its words go to 17704 to 17731, over the loader")


def test_a_program_that_loops_after_it_lost_its_loader_is_told() -> None:
    loop = [0o002000077704] * 22
    run = Ibm704Computer().run(
        Deck("x.cbn", (*deck()[:2], word_card(0o77704, loop), transfer_card(64))), max_us=MINUTE
    )
    assert run.machine.find_load_fault().startswith("x.cbn, card 3: its words go to 77704")


def test_a_relocatable_deck_out_of_order_is_told() -> None:
    text = ["       REL", *PROGRAM[1:4], "FAR    DEC 2", "ONE    DEC 1", "       END START"]
    cards = list(deck_of(assemble(text, "rel.sap"), place=64).cards)
    assert reason(cards) == ""
    cards[3], cards[4] = cards[4], cards[3]
    assert (
        reason(cards) == f"x.cbn, card 5: is the loader's card 4 and must be the deck's 4; {ORDER}"
    )


MOVED = ("       REL", "START  CLA ONE", "       HPR 5", "ONE    DEC 1", "       END START")


def moved_deck(place: int = 0o1000, name: str = "rel.sap") -> list[Card]:
    """Five cards of the loader, place card, a card of words, transfer card."""
    return list(deck_of(assemble(MOVED, name), place=place).cards)


@pytest.mark.parametrize(
    ("order", "what"),
    [
        ((0, 1, 2, 3, 4, 6, 5, 7), "card 7: is the place card and must be the deck's 6"),
        ((0, 1, 2, 3, 4, 7, 6, 5), "card 8: is the place card and must be the deck's 6"),
        ((0, 1, 2, 3, 4, 6, 7, 5), "card 8: is the place card and must be the deck's 6"),
        ((0, 1, 2, 3, 5, 4, 6, 7), "card 6: is the loader's card 5 and must be the deck's 5"),
        (
            (0, 1, 2, 3, 4, 5, 7, 6),
            "card 8: its words weren't loaded, for it lies behind the transfer card, which is "
            "card 7",
        ),
    ],
)
def test_a_relocatable_deck_with_its_place_card_elsewhere_is_told(
    order: Sequence[int], what: str
) -> None:
    cards = moved_deck()
    assert reason(cards) == ""
    assert reason([cards[at] for at in order]) == f"x.cbn, {what}; {ORDER}"


def test_a_place_card_that_is_left_out_is_told() -> None:
    cards = moved_deck()
    assert reason([*cards[:5], *cards[6:]]) == (
        "x.cbn, card 6: here must lie the place card, and without it the program went to 00000; "
        "put it there or assemble the program again, the deck into the reader, and press LOAD CARDS"
    )


def test_a_relocatable_deck_without_its_loader_is_told() -> None:
    cards = moved_deck()
    told = reason(cards[5:])
    assert told.startswith("x.cbn, card 1: is the place card of a program, and no loader lies in")
    told = reason(cards[6:])
    assert told.startswith("x.cbn, card 1: holds words of a program, and no loader lies in front")


def test_programs_joined_behind_one_loader_need_no_place_card_of_their_own() -> None:
    other = list(deck_of(assemble(MOVED, "other.sap"), loader=False).cards)
    front = moved_deck()
    assert reason([*front[:6], *other]) == ""
    assert reason([*front[:5], *other]) == "", "it goes to 00000, as its numbers leave open"
    assert reason([*front[:5], *other[:1], front[5], *front[6:]]) == ""


# -- two programs ----------------------------------------------------------------------------------


def note(computer: Ibm704Computer, stopped: bool = True) -> str:
    """What is said of another program in the reader."""
    return following_program(computer.reader, stopped)


def load_cards(computer: Ibm704Computer) -> None:
    """LOAD CARDS is pressed again, as by an operator who has put both into the hopper."""
    computer.machine.press("load_cards", 0)
    while computer.machine.running():
        used = computer.machine.advance(1_000_000)
        for unit in computer.units:
            if unit.due_us() is not None:
                unit.advance(used)


OTHER = ("       ORG 64", "START  CLA ONE", "       HPR 6", "ONE    DEC 1", "       END START")
LOADS_ITSELF = ("       FUL", "       ORG 0", "       CPY 2", "       HPR 3", "       END 0")


@pytest.mark.parametrize(
    "first", [deck(), moved_deck(), deck(LOADS_ITSELF)[:1]], ids=["ours", "relocatable", "its own"]
)
def test_another_program_behind_the_first_is_no_fault_and_is_told(first: list[Card]) -> None:
    computer = Ibm704Computer()
    second = deck_of(assemble(OTHER, "test.sap")).cards  # numbered and named as the first one
    run = computer.run(Deck("two.cbn", (*first, *second)), max_us=MINUTE)
    assert run.reason == ""
    assert note(computer) == (
        f"two.cbn: the cards from card {len(first) + 1} on are another program's deck; the first "
        "program reads them only if it asks for cards: load it alone"
    )
    load_cards(computer)
    assert run.machine.reason().endswith("HPR 00006; START goes on")
    assert note(computer) == ""


def test_the_second_program_s_cards_out_of_order_are_told_by_their_places() -> None:
    computer = Ibm704Computer()
    first, second = moved_deck(), deck(OTHER)
    second[1], second[2] = second[2], second[1]
    run = computer.run(Deck("two.cbn", (*first, *second)), max_us=MINUTE)
    assert run.reason == ""
    load_cards(computer)
    assert run.machine.reason() == (
        f"two.cbn, card 11: is the loader's card 2 and must be the deck's 10; {ORDER}"
    )


def test_a_program_in_a_deck_of_its_own_is_told_and_data_are_not() -> None:
    computer = Ibm704Computer()
    data = Deck("data.txt", tuple(Card.of_text("TEN") for _ in range(3)))
    computer.run(Deck("x.cbn", tuple(deck())), data, max_us=MINUTE)
    assert note(computer) == ""
    computer = Ibm704Computer()
    computer.run(Deck("x.cbn", tuple(deck())), data, Deck("y.cbn", tuple(deck())), max_us=MINUTE)
    assert note(computer).startswith("y.cbn: the cards from card 1 on are another program's deck")


def test_a_program_that_has_read_another_and_does_not_stop_is_told() -> None:
    text = ("       ORG 64", "START  RCD", "       CPY 100", "LOOP   TRA LOOP", "       END START")
    first = deck(text)
    computer = Ibm704Computer()
    computer.run(Deck("two.cbn", (*first, *deck())), max_us=MINUTE)
    assert note(computer, stopped=False) == (
        f"two.cbn: the cards from card {len(first) + 1} on are another program's deck, and the "
        "first program has read of them: load it alone"
    )


def test_a_period_deck_with_a_loader_of_its_own_is_left_alone() -> None:
    text = ["       FUL", "       ORG 0", "       CPY 2", "       HPR 3", "       END 0"]
    assert reason(list(deck_of(assemble(text, "ful.sap")).cards)) == ""


def test_words_put_on_the_loaders_place_by_the_program_itself_are_no_fault() -> None:
    text = ("       ORG 64", "START  CLA ONE", "       STO 32705", "       HPR 1", "ONE    DEC 1")
    assert reason(deck((*text, "       END START"))) == ""


# -- tapes -----------------------------------------------------------------------------------------


def reads(select: str, records: int = 1) -> list[Card]:
    """A program that reads so many records, copying nothing, and stops."""
    text = ["       ORG 64", "START  NOP"]
    text += [f"       {select}"] * records
    return deck([*text, "       IOD", "       HPR 1", "       END START"])


BCD = card_record(Card.of_text("TEN"))
BINARY = Record.of_characters(characters_of(5, binary=True) * 14, binary=True)


def check(select: str, items: Sequence[Item], records: int = 1) -> str:
    """What TAPE CHECK is on for after the program has read."""
    computer = Ibm704Computer()
    computer.mount(3, Tape("t.tap", tuple(items)))
    run = computer.run(Deck("x.cbn", tuple(reads(select, records))), max_us=MINUTE)
    assert run.reason == ""
    why = run.machine.reason()
    fault = run.machine.tape_check_fault()
    assert bool(fault) == run.machine.lights().tape_check
    if fault:
        assert why == f"program stop at {STOP + records:05o}: HPR 00001; START goes on; " + (
            f"TAPE CHECK is on: {fault}"
        )
        assert knows(why)
        assert knows(fault)
    return fault


STOP = 0o102


def test_a_record_in_error_is_told_to_who_asks_with_rtt_until_another_is_read() -> None:
    text = ["       ORG 64", "START  RTB 3", "       IOD", "       RTT", "       HPR 1"]
    text += ["       RTB 3", "       IOD", "       HPR 2", "       END START"]
    computer = Ibm704Computer()
    computer.mount(3, Tape("t.tap", (Record(BINARY.data, damaged=True), BINARY)))
    computer.run(Deck("x.cbn", tuple(deck(text))), max_us=MINUTE)
    told = computer.machine.tape_check_told()
    assert told.startswith("TAPE CHECK was on: tape unit 3, record 1: its parity is wrong")
    assert not computer.machine.lights().tape_check
    assert computer.machine.reason().endswith(told) and knows(computer.machine.reason())
    computer.machine.press("start", 0)
    computer._advance(MINUTE)
    assert computer.machine.tape_check_told() == ""


def test_a_record_in_bcd_that_is_read_in_binary_is_told() -> None:
    assert check("RTB 3", [BINARY, BCD, BCD], 3) == (
        "tape unit 3, record 2: written in BCD, read in binary; RTD 3 reads it"
    )
    assert check("RTD 3", [BCD, BCD], 2) == ""


def test_a_record_in_binary_that_is_read_in_bcd_is_told_with_its_file() -> None:
    assert check("RTD 3", [BCD, TapeMark(), BCD, BINARY], 4) == (
        "tape unit 3, record 2 of file 2: written in binary, read in BCD; RTB 3 reads it"
    )


def test_wrong_parity_and_lost_characters_are_told() -> None:
    assert check("RTB 3", [Record(BINARY.data, damaged=True)]).startswith(
        "tape unit 3, record 1: its parity is wrong; backspace and read it again"
    )
    assert "its parity is wrong" in check("RTB 3", [Record(b"\x01\x03" * 6)])
    assert check("RTB 3", [Record(BINARY.data[:40])]) == (
        "tape unit 3, record 1: 40 characters are no whole words of 6; the last 4 are lost"
    )


@pytest.mark.parametrize(
    ("items", "what"),
    [
        (
            [BINARY, BINARY],
            "blank tape after record 2 and no tape mark: the tape may have been cut; "
            "LOAD REWIND, then START reads it again",
        ),
        (
            [BINARY, TapeMark()],
            "blank tape after record 1, the last; LOAD REWIND, then START reads it again",
        ),
        ([], "the reel is blank: press RESET and UNLOAD, and mount another"),
    ],
)
def test_a_tape_that_runs_out_is_told(items: Sequence[Item], what: str) -> None:
    assert reason(reads("RTB 3", 3), unit3=Tape("t.tap", tuple(items))) == f"tape unit 3: {what}"


# -- in the room -----------------------------------------------------------------------------------


def room(cards: Sequence[Card]) -> Visitor:
    """The 704 has loaded these."""
    visitor = Visitor("ibm704")
    visitor.operate("selector.program", 1)
    visitor.operate("reader.hopper", deck_value(Deck("x.cbn", tuple(cards))))
    visitor.operate("reader.start", 1)
    visitor.operate("console.load_cards", 1)
    visitor.wait(10_000)
    return visitor


def test_the_room_says_the_same_of_a_deck_and_a_snapshot_keeps_it() -> None:
    cards = deck()
    wrong = [cards[at] for at in (2, 0, 1, 3, 4, 5)]
    visitor = room(wrong)
    exhibit = visitor.exhibit
    assert exhibit.view().reason == reason(wrong)
    again = Visitor("ibm704").exhibit
    again.restore(exhibit.snapshot())
    assert again.view().reason == exhibit.view().reason


def test_load_tape_of_a_record_in_bcd_is_told_in_the_room() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("selector.program", 1)
    visitor.operate("tape1.mount", tape_value(Tape("book.tap", (BCD, TapeMark()))))
    visitor.operate("tape1.load_rewind", 1)
    visitor.wait(6_000)
    visitor.operate("tape1.start", 1)
    visitor.operate("console.load_tape", 1)
    visitor.wait(2_000)
    told = visitor.exhibit.view().reason
    assert told == "tape unit 1, record 1: written in BCD, read in binary; RTD 1 reads it"
