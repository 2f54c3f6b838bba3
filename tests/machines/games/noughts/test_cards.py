"""The noughts decks' language: what each card says, where it is wrong, and writing it back."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.media.card import Card
from devices.media.charset import PUNCHES
from devices.refusal import RefusedError
from machines.games.noughts.cards import (
    STANDARD,
    BeadsCard,
    Command,
    EndCard,
    GameCard,
    MoveCard,
    Numbered,
    PlaysCard,
    RemarkCard,
    TapeCard,
    read_card,
)
from tests.machines.games.noughts.written_cards import write_card

WHERE = "deck.txt, card 3"
PLAYERS = ("MENACE", "OPERATOR", "PERFECT", "1961", STANDARD)


def squares(*numbers: int) -> tuple[Numbered, ...]:
    return tuple(map(Numbered, numbers))


def read(card: str) -> Command:
    return read_card(card, WHERE, PLAYERS)


def test_a_card_says_a_command() -> None:
    for card, command in (
        ("GAME", GameCard(1)),
        ("GAME   12", GameCard(12)),
        (
            "GAME   2 A VISITOR NOUGHT=MENACE CROSS=OPERATOR",
            GameCard(2, "MENACE", "OPERATOR", "A VISITOR"),
        ),
        ("GAME   CROSS=1961 THE TOURNAMENT", GameCard(1, "", "1961", "THE TOURNAMENT")),
        ("GAME   1 1961 AGAIN CROSS=PERFECT", GameCard(1, "", "PERFECT", "1961 AGAIN")),
        ("GAME   CROSS=STANDARD/.75", GameCard(1, "", "STANDARD/.75")),
        ("GAME   CROSS=STANDARD:1", GameCard(1, "", "STANDARD/1")),
        ("MOVE   5 3 7", MoveCard(None, squares(5, 3, 7))),
        ("MOVE   5,3, 7", MoveCard(None, squares(5, 3, 7))),
        ("MOVE   2/ 0", MoveCard(2, squares(0))),
        ("MOVE   2/0 8", MoveCard(2, squares(0, 8))),
        ("MOVE   2: 0", MoveCard(2, squares(0))),
        ("PLAYS  220", PlaysCard(220)),
        ("BEADS", BeadsCard()),
        ("BEADS  1 304", BeadsCard(squares(1, 304))),
        ("SAVE", TapeCard(True)),
        ("SAVE   2", TapeCard(True, 2)),
        ("SAVE   2 FRIDAY", TapeCard(True, 2, "FRIDAY")),
        ("LOAD   FRIDAY", TapeCard(False, 1, "FRIDAY")),
        ("LOAD   1 1961", TapeCard(False, 1, "1961")),
        ("END", EndCard()),
        ("", RemarkCard("")),
        ("   ", RemarkCard("")),
        ("* ANY WORDS", RemarkCard("* ANY WORDS")),
    ):
        assert read(card) == command, card


def test_what_is_said_is_known_by_its_column() -> None:
    move = read("MOVE   2/5  3,7")
    assert isinstance(move, MoveCard)
    assert [square.column for square in move.squares] == [10, 13, 15]
    game = read("GAME   A TITLE CROSS=1961")
    assert isinstance(game, GameCard)
    assert (game.column("CROSS"), game.column("NOUGHT")) == (22, 8)


def test_a_wrong_card_is_refused_by_its_column() -> None:
    for card, column, words in (
        ("GAMES  1", 1, "unknown word GAMES; expected one of GAME, MOVE, PLAYS"),
        ("MOVE 5", 6, "begins in column 8"),
        ("GAME   0", 8, "game 0; expected a game from 1 to 999"),
        ("GAME   1000 A TITLE", 8, "game 1000; expected a game from 1 to 999"),
        ("GAME   CROSS=VISITOR", 14, "VISITOR; expected MENACE, OPERATOR, PERFECT"),
        ("GAME   CROSS=", 14, "nothing; expected MENACE, OPERATOR"),
        ("GAME   1 CIRCLE=MENACE", 10, "unknown CIRCLE=; expected NOUGHT= or CROSS="),
        ("GAME   CROSS=1961 CROSS=1961", 19, "CROSS is given twice"),
        ("GAME   CROSS=STANDARD", 14, "expected a standard of play from 0 to 1"),
        ("GAME   CROSS=STANDARD/1.5", 14, "STANDARD/1.5; expected a standard"),
        ("GAME   CROSS=STANDARD/S", 14, "STANDARD/S; expected a standard"),
        ("MOVE", 8, "nothing follows MOVE; expected squares such as"),
        ("MOVE   ,", 8, "nothing follows MOVE; expected squares"),
        ("MOVE   3/", 10, "nothing follows MOVE 3/"),
        ("MOVE   0/ 5", 8, "game 0; expected a game from 1 to 999"),
        ("MOVE   A/ 5", 8, "game A; expected a game"),
        ("MOVE   5 9", 10, "9 is no square; expected squares 0 to 8"),
        ("MOVE   53", 8, "53 is no square; expected squares 0 to 8 with blanks between"),
        ("MOVE   5 -1", 10, "-1 is no square"),
        ("PLAYS", 8, "nothing follows PLAYS; expected a number of plays"),
        ("PLAYS  0", 8, "0; expected a number of plays from 1 to 9999"),
        ("PLAYS  10000", 8, "10000; expected a number of plays from 1 to 9999"),
        ("PLAYS  10 20", 11, "20 is too much"),
        ("BEADS  BOX", 8, "BOX; expected numbers of boxes"),
        ("BEADS  " + "1 " * 25, 56, "1 is too much"),
        ("SAVE   11", 8, "tape unit 11; expected a tape unit from 1 to 10"),
        ("SAVE   1 A B", 12, "B is too much"),
        ("SAVE   1 ABCDEFGHIJKLMNOPQRS", 28, "too long; expected a tape's name"),
        ("END    NOW", 8, "NOW is too much"),
    ):
        with pytest.raises(RefusedError) as refused:
            read(card)
            pytest.fail(card)
        assert refused.value.where == f"{WHERE}, column {column}", card
        assert words in refused.value.what, card


# -- any card at all -------------------------------------------------------------------------------

word = st.text(alphabet=string.ascii_uppercase + string.digits, min_size=1, max_size=8)
standards = st.floats(0, 1).map(lambda s: f"STANDARD/{s:.4f}")
player = st.sampled_from(PLAYERS[:-1]) | standards
square = st.integers(0, 8).map(Numbered)
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        GameCard,
        st.integers(1, 999),
        st.just("") | player,
        st.just("") | player,
        st.lists(word, max_size=1).map(" ".join),
    ),
    st.builds(
        MoveCard,
        st.none() | st.integers(1, 999),
        st.lists(square, min_size=1, max_size=9).map(tuple),
    ),
    st.builds(PlaysCard, st.integers(1, 9999)),
    st.builds(BeadsCard, st.lists(st.integers(0, 999).map(Numbered), max_size=12).map(tuple)),
    st.builds(TapeCard, st.booleans(), st.integers(1, 10), st.just("") | word),
    st.just(EndCard()),
    st.text(alphabet=sorted(PUNCHES), max_size=70).map(lambda t: RemarkCard(f"*{t}".rstrip())),
)


@given(commands)
def test_reading_a_written_card_gives_the_same_command(command: Command) -> None:
    card = write_card(command)
    assert read(card) == command
    assert write_card(read(card)) == card
    assert Card.of_text(card).text() == card


@given(st.text(alphabet=sorted(PUNCHES), max_size=80))
def test_any_card_says_a_command_or_is_refused_by_a_column_of_it(card: str) -> None:
    try:
        command = read(card)
    except RefusedError as refusal:
        found = re.fullmatch(rf"{WHERE}, column ([0-9]+)", refusal.where)
        assert found
        assert 1 <= int(found[1]) <= 72
        assert "; expected" in refusal.what
    else:
        assert read(write_card(command)) == command


@given(
    st.sampled_from(["GAME   ", "MOVE   ", "PLAYS  ", "BEADS  ", "SAVE   ", "LOAD   "]),
    st.lists(
        st.sampled_from([*"0123456789,/ ", "CROSS=", "NOUGHT=", "MENACE", "1961", "STANDARD/.5"])
    ),
)
def test_what_looks_like_a_card_says_a_command_or_is_refused(head: str, rest: list[str]) -> None:
    card = (head + "".join(rest))[:72]
    try:
        command = read(card)
    except RefusedError as refusal:
        assert "; expected" in refusal.what
        assert re.search(r", column [0-9]+$", refusal.where)
        return
    try:
        written = write_card(command)
    except RefusedError as refusal:  # a full card; written out are a game's number and its blanks
        assert "no room" in refusal.what
        assert len(card) > 60
    else:
        assert read(written) == command
