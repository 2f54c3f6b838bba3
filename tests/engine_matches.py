"""Our engines against programs outside, with another program's referee; for docs/engines.md.

    python -m tests.engine_matches chess MORPH_COMMAND OTHER_COMMAND
    python -m tests.engine_matches draughts OUR_COMMAND OTHER_COMMAND

Chess: python-chess speaks UCI to both, and rules.  Draughts: pydraughts speaks Hub to both, and
rules.  Twenty games, the colours changed, from ten openings of four random plies; both look one ply
ahead at chess, four at draughts.  Drawn by the third repetition, fifty (draughts: forty) moves of
each side without progress, or after 300 plies.  Whatever the referee finds wrong with a move ends
the match with its error.
"""

import random
import shlex
import sys
import time
from collections import Counter

import chess
import chess.engine
import draughts
import draughts.engine

GAMES = 20
OPENING_PLIES = 4
MOST_PLIES = 300
DRAUGHTS_PLIES = 4
QUIET_PLIES = 80


def chess_games(ours: str, other: str) -> tuple[Counter[str], float]:
    """Results for ours, and its longest answer in seconds."""
    found: Counter[str] = Counter()
    longest = 0.0
    chance = random.Random(1)
    openings = [[chance.random() for _ in range(OPENING_PLIES)] for _ in range(GAMES // 2)]
    one_ply = chess.engine.Limit(depth=1)
    with (
        chess.engine.SimpleEngine.popen_uci(shlex.split(ours), timeout=300) as mine,
        chess.engine.SimpleEngine.popen_uci(shlex.split(other), timeout=60) as theirs,
    ):
        mine.ping()  # it is loaded after that
        for number in range(GAMES):
            board, white = chess.Board(), number % 2 == 0
            for share in openings[number // 2]:
                moves = list(board.legal_moves)
                board.push(moves[int(share * len(moves))])
            while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
                turn = mine if (board.turn == chess.WHITE) == white else theirs
                began = time.monotonic()
                played = turn.play(board, one_ply, game=number)
                if turn is mine:
                    longest = max(longest, time.monotonic() - began)
                assert played.move is not None
                board.push(played.move)
            result = board.result(claim_draw=True)
            won = {"1-0": white, "0-1": not white}.get(result)
            found["drawn" if won is None else "won" if won else "lost"] += 1
            print(f"game {number + 1}: {result}, {board.ply()} plies", flush=True)
    return found, longest


def draughts_games(ours: str, other: str) -> tuple[Counter[str], float]:
    """Results for ours, and its longest answer in seconds."""
    found: Counter[str] = Counter()
    longest = 0.0
    chance = random.Random(1)
    openings = [[chance.random() for _ in range(OPENING_PLIES)] for _ in range(GAMES // 2)]
    limit = draughts.engine.Limit(depth=DRAUGHTS_PLIES)
    mine, theirs = (_hub_engine(command) for command in (ours, other))  # loaded, at ready
    for number in range(GAMES):
        board, black = draughts.Board(variant="english"), number % 2 == 0
        for engine in (mine, theirs):
            engine.send("new-game")
        for share in openings[number // 2]:
            moves = board.legal_moves()
            board.push(moves[int(share * len(moves))])
        seen, quiet = Counter([board.fen]), 0
        while board.legal_moves() and not (quiet >= QUIET_PLIES or seen[board.fen] >= 3):
            # Black, who moves first, is 1 there.
            turn = mine if (board.turn == 1) == black else theirs
            began = time.monotonic()
            played = turn.play(board, limit, False)
            if turn is mine:
                longest = max(longest, time.monotonic() - began)
            before = board.fen
            board.push(played.move)
            quiet = quiet + 1 if _is_quiet(before, played.move) else 0
            seen[board.fen] += 1
            if len(board.move_stack) > MOST_PLIES:
                break
        lost = not board.legal_moves()
        won = ((board.turn == 1) != black) if lost else None
        found["drawn" if won is None else "won" if won else "lost"] += 1
        print(f"game {number + 1}: {won}, {len(board.move_stack)} plies", flush=True)
    for engine in (mine, theirs):
        engine.quit()
        engine.p.wait(10)
    return found, longest


def _hub_engine(command: str) -> "draughts.engine.HubEngine":
    """Running; pydraughts follows links from a program, so Python is started by env."""
    engine = draughts.engine.HubEngine(["/usr/bin/env", command])
    engine.configure({"variant": "english", "boards": "turned"})
    engine.init()
    return engine


def _is_quiet(fen: str, move: "draughts.Move") -> bool:
    """Whether it is a king's move without a capture."""
    kings = {one.strip("WBK") for one in fen.replace(":", ",").split(",") if "K" in one}
    return not move.captures and str(move.steps_move[0]) in kings


if __name__ == "__main__":
    game, *commands = sys.argv[1:]
    results, seconds = {"chess": chess_games, "draughts": draughts_games}[game](*commands)
    told = ", ".join(f"{results[one]} {one}" for one in ("won", "drawn", "lost"))
    print(f"{sum(results.values())} games, for ours: {told}; longest answer {seconds:.2f} s")
