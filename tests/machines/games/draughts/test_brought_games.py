"""PDN as others write it: what a person would understand is read, and said; the rest refused."""

from machines.games import game_files
from machines.games.draughts.board import Position
from machines.games.draughts.notation import (
    CROWNED,
    JOINED,
    ODD_FEN,
    WHITE_BEGINS,
    Game,
    read_collection,
    write_fen,
    write_pdn,
)

MOVES = "11-15 23-19 8-11 22-17 9-13 17-14 10x17 21x14"
START = write_fen(Position.start())


def played(game: Game) -> str:
    """Its moves as they are written here."""
    return " ".join(map(str, game.moves))


HABITS = {
    "pydraughts": (
        f'[GameType "21,B,8,8,N1,0"]\n[FEN "{START}"]\n[Result "0-2"]\n\n'
        "1... 11-15 2. 23-19 8-11 3. 22-17 9-13 4. 17-14 10x17 5. 21x14 0-2\n\n",
        "1-0", (),
    ),
    "CheckerBoard": (
        '[Event "Ohio State Ty 1946"]\n[Black "M F"] \n[White "M R"] \n[Result "1-0"] \n'
        "1. 11x15 23-19 2. 8-11 22-17 { 0.5s value=12 } 3. 9-13 17-14 4. \n10-17 21-14 1-0\n",
        "1-0", (),
    ),
    "PlayOK": (
        '[Event "?"]\n[Site "kurnik"]\n[GameType "21,B,8,8,N1,0"]\n[TimeControl "60+5"]\n\n'
        "1. 11-15 23-19 2. 8-11 22-17 3.\n9-13 17-14 4. 10x17 21x14 0-1\n",
        "0-1", (),
    ),
    "SAGE": ("1. 1115 2319 2. 0811 2217 3. 0913 1714 4. 10x17 21x14 1/2-1/2", "1/2-1/2", ()),
    "archives, no blank lines": (
        '[Event "a"]\n[Date "1841-??-??"]\n[Result "0-1"]\n1. 11-15 23-19 2. 8-11 22-17 3. 9-13\n'
        "17-14 4. 10-17 21-14 0-1\n",
        "0-1", (),
    ),
    "Dam 2.2": (
        '[Event "x"]\n[Date "03.07.20"]\n[Result "2-0"]\n\n  1. 11-15 23-19  2.  8-11 22-17\n'
        "  3.  9-13 17-14  4. 10x17 21x14\n2-0\n",
        "0-1", (),
    ),
    "Dragon": (
        '[Result "*"]\n[Event ""]\n1. 11-15 {[%drgnode 0 1]} 23-19 {[%eval -0.048][%egt 0:0:9.5]} '
        "2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 *",
        "*", (),
    ),
    "sites with clocks": (
        '[GameType "21"]\n[Result "1-1"]\n\n1. 11-15 {[%clock w0:10:00 B0:10:00]} 23-19 [%clk 0:9] '
        "2. 8-11 (0:05) 22-17 (0:07) 3. 9-13 17-14 4. 10:17 21:14 1-1",
        "1/2-1/2", (),
    ),
    "Aurora Borealis": (
        '[White "Б. Блиндер"]\n[GameType "21"]\n[Result "1-0"]\n1. f6-e5 e3-f4 2. g7-f6 c3-b4\n'
        "3. b6-a5 b4-c5 4. d6:b4 a3:c5 1-0",
        "1-0", (),
    ),
    "letters from Black's side": (
        '[GameType "21,B,8,8,A0,0"]\n1. c3d4 d6c5 2. b2c3 f6g5 3. G3-H4 G5-F4 4. e3xg5 h6xf4 *',
        "*", (),
    ),
    "typed by hand": (
        "[Event “a \"good\" one]\n[Result 'Black wins']\n1) 11 - 15, 23 - 19; well\n2 8-11! "
        "22-17?! 3... 9–13(?) 17-14 $1 10 x 17 21x14 [a pity] Black wins",
        "1-0", (game_files.BAD_TAG, game_files.BARE_NUMBER, game_files.STRAY, game_files.BRACKETS,
                game_files.WORDS),
    ),
    "Windows": (
        '\ufeff[Result "1-0"]\r\n\r\n1. 11-15 23-19\r\n2. 8-11 22-17 3. 9-13 17-14\r\n4. 10x17'
        " 21x14 1-0\r\n\x1a",
        "1-0", (),
    ),
}  # fmt: skip
"""By writer: a file of one game, its result with Black's figure first, and what is mended."""


def test_the_habits_of_known_writers_are_read() -> None:
    for writer, (text, result, mended) in HABITS.items():
        found = read_collection(text, "f.pdn")
        assert found.left_out == (), writer
        (game,) = found.games
        assert (played(game), game.result) == (MOVES, result), writer
        assert len(found.mended) == len(mended), (writer, found.mended)
        assert all(any(kind in line for line in found.mended) for kind in mended), writer
        assert read_collection(write_pdn([game]), "f.pdn").games == (game,), writer


MENDED = {
    '[Result "1-0"]\n1. 11-15 0-1': (game_files.UNLIKE_TAG, "1-0"),
    '[Result "4-6"]\n1. 11-15 0-1': (game_files.NO_RESULT, "0-1"),
    "1. 11-15 * 1-0": ("", "1-0"),
    "1. 11-15 0-1 1-0": (game_files.STRAY_RESULT, "0-1"),
    "1. 11-15* 22-18 *": ("", "*"),
    '[FEN "B:W22:B18"]\n1. 18x25 0-1': (game_files.CONTRADICTED, "1-0"),
    '[FEN "W:W:W21,22:B1,2,30"]\n*': (CROWNED, "*"),
    '[FEN "b w18 24 b1-3 k9"]\n*': (ODD_FEN, "*"),
    '[FEN "R:W18,24:R1,2:H0:F1"]\n*': (ODD_FEN, "*"),
    '[GameType "21"]\n1. 22-18 11-15 *': (WHITE_BEGINS, "*"),
    '[FEN "B:W10,18,26:B6"]\n1. 6x15 2. 15x22 22x31 *': (JOINED, "*"),
    "1. 11-15 {a {comment} in one} 22-17 *": (game_files.NESTED, "*"),
    "1. 11-15 {the end": (game_files.UNCLOSED, "*"),
    "1. 11-15 22-17 resigns *": (game_files.WORDS, "*"),
    "1. 11-15 22-17Whiteoverstepped *": (game_files.WORDS, "*"),
    "1. 11-15 } 22-17 *": (game_files.STRAY, "*"),
}
"""Files of one game, the one kind of thing that is mended, and the result."""


def test_what_is_mended_is_said_once_a_kind() -> None:
    for text, (kind, result) in MENDED.items():
        found = read_collection(text, "f.pdn")
        assert len(found.games) == 1, (text, found)
        assert found.games[0].result == result, text
        assert (kind in found.mended[0]) if kind else not found.mended, (text, found.mended)
        twice = read_collection(f'[Event "a"]\n{text}\n\n' * 2, "f.pdn")
        assert twice.found == 2, text
        assert len(twice.mended) == bool(kind), (text, twice.mended)
        assert not kind or "f.pdn, game 1, line" in twice.mended[0], text
        assert not kind or "(2 times; first here)" in twice.mended[0], text


REFUSED = {
    '[GameType "20"]\n1. 32-28 19-23 *': "it is international draughts (GameType 20); this museum",
    '[GameType "25,W,8,8,A0,0"]\n1. c3-d4 *': "it is Russian draughts (GameType 25)",
    '[GameType "99"]\n1. 11-15 *': "it is no game that PDN knows (GameType 99)",
    "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *": "it has a square 37: international draughts",
    '[FEN "W:W31-50:B1-20"]\n*': "its FEN has squares above 32: international draughts",
    '[GameType "21"]\n1. c3-d5 *': "there is no square 0",
    f'[FEN "B:W{"3" * 5000}:B1"]\n*': "is no piece",
    f'[GameType "{"3" * 5000}"]\n*': "it is no game that PDN knows",
    "1. c3-d4 d6-c5 *": "its squares have letters (c3-d4)",
    "1. 22-18 11-15 *": "White moves first (22-18)",
    "1. 11-15 23-18 2. - - *": "'-' is neither a move",
    '[FEN "B:W14,15,22,23,32:B10,1"]\n1. 10x26 *': "10-26 can be jumped in more than one way",
}
"""Files of one game, and why it is refused."""


def test_a_game_of_another_kind_is_refused_by_its_name_and_the_others_are_read() -> None:
    for text, reason in REFUSED.items():
        found = read_collection(f'{text}\n\n[Event "ours"]\n1. {MOVES} *\n', "f.pdn")
        assert [played(game) for game in found.games] == [MOVES], text
        (refusal,) = found.left_out
        assert refusal.where.startswith("f.pdn, game 1"), text
        assert reason in refusal.what, (text, refusal.what)


def test_a_jump_of_two_ways_is_settled_by_the_moves_after_it() -> None:
    start = "B:W14,15,22,23,32:B10,1"
    for after, way in (("15-11", "10x17x26"), ("14-9", "10x19x26")):
        found = read_collection(f'[FEN "{start}"]\n1. 10x26 {after} *', "f.pdn")
        assert played(found.games[0]) == f"{way} {after}", (after, found.left_out)
        assert game_files.SETTLED in found.mended[0], after


def test_text_in_any_encoding_is_read() -> None:
    text = f'[Black "Åke €Ж"]\n1. {MOVES} *\n'
    for encoding, said in (("utf-8-sig", ""), ("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"),
                           ("utf-16-be", "UTF-16"), ("cp1252", "Windows-1252")):  # fmt: skip
        data = text.replace("Ж", "" if said == "Windows-1252" else "Ж").encode(encoding)
        for marked in (data, b"\xef\xbb\xbf" + data) if said == "Windows-1252" else (data,):
            found = read_collection(marked, "f.pdn")
            assert played(found.games[0]) == MOVES, encoding
            assert found.games[0].tag("Black").startswith("Åke €"), encoding
            assert said in "".join(found.mended) and bool(found.mended) == bool(said), encoding
