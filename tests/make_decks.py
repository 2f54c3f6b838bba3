"""Makes the shipped media that need making: ``python -m tests.make_decks``.

``samuel-games.txt``: the four whole games of Samuel 1959, Appendix B, one after the other, for a
book tape.  ``eight-games.txt``: eight games at once; the operator plays as the machine does that
looks ahead a few boards, and his moves fit its replies by default.  ``learn-*.txt``: Alpha against
Beta, by the rules of Samuel's two series, and the machine against itself, learning by rote;
``memory-*.tap``: two blank reels for that.  ``learned.txt``: a game against what Alpha learned.
``programs/jobs/*.txt``: cards for the 704's jobs.
"""

from pathlib import Path

from devices.media.deck import Deck, read_text_deck
from devices.media.tape import Tape
from devices.media.tape_files import book_tape, write_tape
from machines.games.draughts.board import Move, Position
from machines.games.draughts.moves import find_move, make
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


def learning_decks() -> dict[str, list[str]]:
    """Samuel's two series, 28 games each, and a polynomial punched at the end."""
    usual = ["SERIES 28", "PUNCH", "END"]
    first = [
        "*      ALPHA LEARNS AGAINST BETA AS IN THE FIRST SERIES, 28 GAMES.",
        "*      16 TERMS DRAWN FROM 38, EQUAL WEIGHTS.  SWITCH 4, ALPHA LEARNS.",
        "SENSE  4",
        "LEARN  FIRST SEED 1",
    ]
    second = [
        "*      ALPHA LEARNS AGAINST BETA AS IN THE SECOND SERIES, 28 GAMES.",
        "*      FIVE CHANGES MAKE LEARNING STABLE.  SWITCH 4 DOWN, ALPHA LEARNS.",
        "SENSE  4",
        "LEARN  SECOND SEED 1",
    ]
    rote = [
        "*      THE MACHINE PLAYS ITSELF, EVERY BOARD GOES TO THE MEMORY TAPE.",
        "*      MEMORY TAPE OR A BLANK ON UNIT 2, A BLANK ON UNIT 1, RINGS IN.",
        "SENSE  4",
        "LEARN  ROTE",
        "SERIES 7",
        "END",
    ]
    return {"learn-first": first + usual, "learn-second": second + usual, "learn-rote": rote}


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


def job_decks() -> dict[str, list[str]]:
    """Cards for the jobs of assets/programs/jobs."""
    numbers = [
        "12.50       MATCHBOXES, 304 OF THEM",
        "3.25        BEADS OF NINE COLORS",
        "-1.75       BEADS RETURNED",
        "1E3         A MACHINE, BY THE HOUR",
        "LUNCH       A CARD WITHOUT A NUMBER",
        ".25         A PENCIL",
    ]
    master = f"{'MASTER':<60}SHARE 704"
    machines = [
        "MICHIE      MENACE              1961",
        "SAMUEL      CHECKERS, IBM 704   1959",
        "MICHIE      PEGASUS             1963",
        "LEVINSON    MORPH               1992",
        "FOGEL       ANACONDA            2000",
    ]
    return {"numbers": numbers, "machines": [master, *machines]}


def blank_tapes() -> dict[str, bytes]:
    """Two new reels for rote learning."""
    names = [f"memory-{number}.tap" for number in (1, 2)]
    return {name: write_tape(Tape(name, ()), name) for name in names}


def samuel_tape() -> bytes:
    """The book tape of samuel-games.txt, as ``main.py tape punch`` writes it."""
    path = ASSETS / "decks/samuel-games.txt"
    deck: Deck = read_text_deck(path.read_text(), path.name)
    return write_tape(book_tape(deck), "samuel-games.tap")


def main() -> None:
    """Write them all."""
    (ASSETS / "decks/samuel-games.txt").write_text(numbered(samuel_games()))
    (ASSETS / "decks/eight-games.txt").write_text(numbered(eight_games()))
    for name, cards in learning_decks().items():
        (ASSETS / f"decks/{name}.txt").write_text(numbered(cards))
    (ASSETS / "decks/learned.txt").write_text(numbered(learned_deck()))
    for name, cards in job_decks().items():
        (ASSETS / f"programs/jobs/{name}.txt").write_text("".join(f"{card}\n" for card in cards))
    (ASSETS / "tapes").mkdir(exist_ok=True)
    for name, content in blank_tapes().items():
        (ASSETS / "tapes" / name).write_bytes(content)
    (ASSETS / "tapes/samuel-games.tap").write_bytes(samuel_tape())


if __name__ == "__main__":
    main()
