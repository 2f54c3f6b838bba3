"""Makes the shipped media that need making: ``python -m tests.make_decks``.

``samuel-games.txt``: the four whole games of Samuel 1959, Appendix B, one after the other, for a
book tape.  ``eight-games.txt``: eight games at once; the operator plays as the machine does that
looks ahead a few boards, and his moves fit its replies by default.  ``learned.txt``: a game against
what Alpha learned.  ``teach-alpha.txt``: a game against Alpha as the wall chart's series left him,
who learns from it.
"""

from pathlib import Path

from devices.media.deck import Deck, deck_of_value, read_text_deck
from devices.media.tape_files import book_tape, write_tape
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import find_move, make
from machines.games.draughts.scene import Learned
from machines.ibm704.picture.wall_charts import teach_deck
from machines.samuel.lookahead import LookAhead
from machines.samuel.settings import ProgramSettings

ASSETS = Path(__file__).resolve().parents[1] / "assets"
FIRST_MOVES = ("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16")
"""All of Black's first moves; in the eighth game the machine is Black."""
ROUNDS = 4
BRIEF = ProgramSettings(minimum=2, quiet=2, jump=3, ahead=4, last=8)
"""How far the operator looks."""
WAIT_US = 10_000_000


def numbered(cards: list[str]) -> str:
    """The cards with sequence numbers in columns 73-80."""
    return "".join(f"{card:<72}{number:08d}\n" for number, card in enumerate(cards, start=1))


def punched(name: str) -> list[str]:
    """The cards of an asset, without sequence numbers."""
    deck = read_text_deck((ASSETS / name).read_text(), name)
    return [card.field(1, 72).rstrip() for card in deck.cards]


def samuel_games() -> list[str]:
    """G-1, G-18, G-30 and G-40 as one deck."""
    cards = ["*      SAMUEL 1959, APPENDIX B, FOUR GAMES. BETA IS BLACK, ALPHA WHITE."]
    for number in (1, 18, 30, 40):
        whole = punched(f"decks/g-{number}.txt")
        cards += [card for card in whole if card[0] != "*" and card != "END"]
    return [*cards, "END"]


def choice(position: Position, settings: ProgramSettings) -> Move:
    """What the machine plays with these settings."""
    look = LookAhead(settings=settings)
    look.begin(position)
    while not look.finished:
        look.run(WAIT_US, sample=1_000_000)
    return look.decision().move


def eight_games() -> list[str]:
    """Seven games with every first move of Black, and one that the machine begins."""
    cards = [
        "*      EIGHT GAMES AT ONCE. AN OPERATOR IS BLACK IN SEVEN, WHITE IN ONE.",
        *(f"GAME   {n} WHITE=MACHINE FIRST MOVE {m}" for n, m in enumerate(FIRST_MOVES, start=1)),
        "GAME   8 BLACK=MACHINE THE MACHINE BEGINS",
    ]
    start = Position.start()
    boards = dict.fromkeys(range(1, 8), start) | {8: make(start, choice(start, ProgramSettings()))}
    for turn in range(ROUNDS):
        for number, board in boards.items():
            move = choice(board, BRIEF)
            if turn == 0 and number < 8:
                first, last = FIRST_MOVES[number - 1].split("-")
                move = find_move(board, (int(first), int(last)))
            cards.append(f"MOVE   {number}/ {move.card()}")
            after = make(board, move)
            boards[number] = make(after, choice(after, ProgramSettings()))
    return [*cards, "END"]


def learned_deck() -> list[str]:
    """A visitor against the learned polynomial."""
    cards = punched("players/samuel.txt")
    return [
        "*      YOU PLAY BLACK AGAINST WHAT ALPHA LEARNED IN 100 GAMES.",
        *(card for card in cards if card.startswith("POLY")),
        "GAME   1 BLACK=OPERATOR WHITE=MACHINE AGAINST ALPHA",
        "SENSE  1",
        "BREAK  CUTOFF 1",
        "END",
    ]


def teach_alpha_deck() -> list[str]:
    """What PLAY puts into the hopper, before anybody has taught Alpha."""
    cards = deck_of_value(teach_deck(Learned())).cards
    return [card.field(1, 72).rstrip() for card in cards]


def samuel_tape() -> bytes:
    """The book tape of samuel-games.txt, as ``main.py tape punch`` writes it."""
    path = ASSETS / "decks/samuel-games.txt"
    deck: Deck = read_text_deck(path.read_text(), path.name)
    return write_tape(book_tape(deck), "samuel-games.tap")


def main() -> None:
    """Write them all."""
    (ASSETS / "decks/samuel-games.txt").write_text(numbered(samuel_games()))
    (ASSETS / "decks/eight-games.txt").write_text(numbered(eight_games()))
    (ASSETS / "decks/learned.txt").write_text(numbered(learned_deck()))
    (ASSETS / "decks/teach-alpha.txt").write_text(numbered(teach_alpha_deck()))
    (ASSETS / "tapes/samuel-games.tap").write_bytes(samuel_tape())


if __name__ == "__main__":
    main()
