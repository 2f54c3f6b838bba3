"""The listing: columns, pages, boards, and what the 704's print wheels can set."""

from devices.media.charset import PUNCHES
from devices.media.paper import WIDTH
from devices.media.sheet import PAGE_ROWS, Sheet, heads
from machines.games.draughts.board import Move
from machines.samuel import listing
from machines.samuel.book import Rating
from machines.samuel.games import Game, Play
from machines.samuel.listing import BOOK, PLAIN
from machines.samuel.lookahead import WIN, LookAhead

LONGEST = Move((1, 10, 17, 26, 19, 12, 3), (6, 14, 22, 23, 16, 8))
"""Seven squares: more than any column holds."""


def game_with(made: Play) -> Game:
    game = Game(8, "BOOK", "BOOK")
    game.plays = [made] * 40
    return game


def test_rows_stand_under_their_heads_at_their_widest() -> None:
    rating = Rating(LONGEST, -34000000000, -34000000000, 99, 99, False)
    made = Play(LONGEST, True, "OPERATOR", -34000000000, 9999999, 9999999, 20, 999999_000_000)
    _, plain = listing.play_row(game_with(made), follows_book=False)
    assert len(plain) <= WIDTH
    made = Play(LONGEST, True, "BOOK", 0, 999999999, 99999999, 20, 9999_000_000, rating)
    _, book = listing.play_row(game_with(made), follows_book=True)
    assert len(book) <= WIDTH
    assert len(book) == len(heads(BOOK)[1])


def test_a_jump_too_long_for_its_column_shows_its_ends() -> None:
    assert listing.move_text(LONGEST, 11) == "1X...X3"
    assert listing.move_text(LONGEST, 30) == "1X10X17X26X19X12X3"


def test_a_score_that_sees_the_end_says_in_how_many_plies() -> None:
    assert listing.score(20475) == "+20475"
    assert listing.score(-3) == "-3"
    assert listing.score(WIN - 5) == "WIN IN 5"
    assert listing.score(12 - WIN) == "LOSS IN 12"


def test_a_page_is_headed_numbered_and_never_overfull() -> None:
    sheet = Sheet("CHECKERS PROGRAM FOR THE 704", "GAME 1     A TITLE")
    for n in range(150):
        sheet.table_row(heads(PLAIN), f" ROW {n}")
    pages: list[list[str]] = []
    for line in sheet.waiting:
        if line.carriage == "eject":
            pages.append([])
        pages[-1] += [""] * (line.carriage == "double") + [line.text]
    assert [page[0].split()[-1] for page in pages] == [str(n) for n in range(1, len(pages) + 1)]
    assert all("GAME 1     A TITLE" in page[0] for page in pages)
    assert all(len(page) <= PAGE_ROWS for page in pages)
    assert all(page[2] == heads(PLAIN)[0].rstrip() for page in pages)
    rows = [text for page in pages for text in page if text.startswith(" ROW")]
    assert rows == [f" ROW {n}" for n in range(150)]


def test_what_no_wheel_has_is_never_sent_to_the_printer() -> None:
    sheet = Sheet(title="title: lower & case")
    sheet.line("it's a colon: and; more" + "x" * 200)
    for line in sheet.waiting:
        assert set(line.text) <= set(PUNCHES)
        assert len(line.text) <= WIDTH


def test_the_settings_are_listed_with_their_addresses() -> None:
    text = "\n".join(listing.settings_lines(LookAhead()))
    for words in ("MIN      00200     3", "CUTOFF   00207     0", "DENY     00301    +256"):
        assert words in text
