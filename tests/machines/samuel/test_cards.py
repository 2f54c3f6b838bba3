"""Control cards: what each says, and where it is wrong."""

import pytest

from devices.refusal import RefusedError
from machines.samuel import cards

WHERE = "deck.txt, card 3"


def test_a_card_says_a_command() -> None:
    for card, command in (
        ("GAME", cards.GameCard(1)),
        ("GAME   3", cards.GameCard(3)),
        (
            "GAME   2 BLACK=MACHINE WHITE=BOOK LIMIT=70 G-1, A TITLE",
            cards.GameCard(2, "MACHINE", "BOOK", "G-1, A TITLE", 70),
        ),
        ("GAME   WHITE=MACHINE", cards.GameCard(1, "", "MACHINE")),
        ("SENSE  2,5", cards.SenseCard(frozenset({2, 5}))),
        ("SENSE", cards.SenseCard(frozenset())),
        ("BOARD  B/W18,K24/B1,2", cards.BoardCard("B/W18,K24/B1,2", tuple(range(8, 22)))),
        (
            "MOVE   11-15 15X22X31",
            cards.MovesCard(
                False,
                None,
                (
                    cards.CardMove((11, 15), "11-15", 8),
                    cards.CardMove((15, 22, 31), "15X22X31", 14),
                ),
            ),
        ),
        ("MOVE   2/ 11-15", cards.MovesCard(False, 2, (cards.CardMove((11, 15), "11-15", 11),))),
        ("MOVE   2/11-15", cards.MovesCard(False, 2, (cards.CardMove((11, 15), "11-15", 10),))),
        ("MOVE   2 11-15", cards.MovesCard(False, 2, (cards.CardMove((11, 15), "11-15", 10),))),
        (
            "BOOK   9-13,22-18",
            cards.MovesCard(
                True,
                None,
                (cards.CardMove((9, 13), "9-13", 8), cards.CardMove((22, 18), "22-18", 13)),
            ),
        ),
        ("POLY   TOGETHER", cards.MannerCard(False)),
        ("POLY   BY TURNS", cards.MannerCard(True)),
        ("POLY   MOB +6", cards.PolyCard("MOB", 1, 6, 8)),
        ("POLY   CENT+ADV -18", cards.PolyCard("CENT+ADV", -1, 18, 8)),
        ("BREAK  MIN 3", cards.BreakCard("MIN", 3, 8, 12)),
        ("END", cards.EndCard()),
        ("", cards.RemarkCard("")),
        ("   ", cards.RemarkCard("")),
        ("* ANY WORDS", cards.RemarkCard("* ANY WORDS")),
    ):
        assert cards.read_card(card, WHERE) == command, card


def test_a_wrong_card_is_refused_by_its_column() -> None:
    for card, column, words in (
        ("GAMES  1", 1, "unknown word GAMES; expected one of GAME, SENSE"),
        ("MOVE 11-15", 6, "begins in column 8"),
        ("MOVES  11-15", 1, "unknown word MOVES"),
        ("GAME   9 TITLE", 8, "game 9; expected a game 1 to 8"),
        ("GAME   BLACK=VISITOR", 14, "VISITOR; expected OPERATOR, MACHINE, BOOK"),
        ("GAME   1 RED=BOOK", 10, "unknown RED=; expected BLACK=, WHITE= or LIMIT="),
        ("GAME   BLACK=BOOK BLACK=BOOK", 19, "BLACK is given twice"),
        ("GAME   LIMIT=0", 14, "0; expected a number of moves"),
        ("SENSE  2,7", 10, "sense switch 7; expected switches 1 to 6"),
        ("BOARD", 8, "nothing follows BOARD"),
        ("MOVE", 8, "nothing follows MOVE"),
        ("MOVE   3/", 10, "nothing follows MOVE 3"),
        ("MOVE   , ,,", 8, "only commas follow MOVE; expected moves such as"),
        ("MOVE   9/ 11-15", 8, "game 9; expected a game 1 to 8"),
        ("MOVE   11-15 22-33", 17, "there is no square 33; expected 1 to 32"),
        ("MOVE   11-15 22:18", 14, "22:18 is not a move"),
        ("MOVE   11-15-18", 8, "is not a move"),
        ("BOOK   11-15 ABC", 14, "ABC is not a move; expected one such as 11-15"),
        ("POLY   MOB", 8, "nothing follows POLY MOB"),
        ("POLY   MOB 6", 12, "6; expected a sign and a power"),
        ("POLY   MOB +19", 12, "+19; expected a sign and a power"),
        ("POLY   MOB +6 +7", 15, "+7 is too much"),
        ("BREAK  MIN", 8, "nothing follows BREAK MIN"),
        ("BREAK  MIN THREE", 12, "THREE; expected a number"),
        ("END    NOW", 8, "NOW is too much"),
    ):
        with pytest.raises(RefusedError) as refused:
            cards.read_card(card, WHERE)
            pytest.fail(card)
        assert refused.value.where == f"{WHERE}, column {column}", card
        assert words in refused.value.what, card
