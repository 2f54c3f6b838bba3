"""``main.py match``: all games on all cores; ``--ply`` sets how far both players look."""

import argparse
import contextlib
from collections.abc import Sequence

from devices.refusal import RefusedError
from machines.games.draughts import Player, write_pdn
from machines.games.draughts.notation import Game
from machines.laboratory.external.draughts_engine import Go
from machines.laboratory.matches.players import check_engine, make_player, player_files
from machines.laboratory.matches.referee import DrawRules, GamePair, draw_openings, play_pair
from machines.laboratory.matches.report import ScheduledMatch, print_ply_report, print_report
from machines.laboratory.samuel.players import LEAST_PLY, MOST_PLY
from machines.laboratory.study.pool import read_jobs, run_tasks
from machines.laboratory.study.progress import progress
from machines.storage.events.options import end_events, open_events
from machines.storage.events.stream import EventStream
from machines.storage.files import check_apart, replace_file
from machines.storage.option_parsing import read_number

GAMES = 200
"""If none are asked for."""
HOYLE_OPPONENTS = 3
"""One game as Red and one as White against each (Chellapilla and Fogel 2000, section 5)."""
LETTERS = "ABCD"
"""The players as the command line has them."""
DRAWS = {"repetition": DrawRules.REPETITION, "quiet": DrawRules.QUIET}


def play(args: argparse.Namespace) -> int:
    """Play what was asked for and say what came of it; the exit status.

    Ctrl-C ends it, or a cluster or a process that is lost, and what was played by then is told and
    written.  Raises RefusedError, and KeyboardInterrupt if nothing was played.
    """
    jobs = read_jobs(args)
    bouts = _schedule(args)
    stream = open_events(args)
    try:
        end = _play_all(bouts, jobs, args.scheduler, stream)
    finally:
        end_events(args)
    begun = [bout for bout in bouts if bout.met]
    if end is not None:
        if not begun:
            raise end
        games = sum(2 * len(bout.met) for bout in bouts)
        print(f"Interrupted: {games} of {sum(2 * len(bout.pairs) for bout in bouts)} games.")
    result = print_ply_report(args, begun) if args.plies else print_report(args, begun)
    if args.pdn is not None:
        games_played = (game for bout in begun for one in bout.played for game in one.games)
        replace_file(args.pdn, write_pdn(games_played).encode())
    print(result)
    if end is not None:
        raise end
    return 0


# -- what is asked for -----------------------------------------------------------------------------


def _schedule(args: argparse.Namespace) -> list[ScheduledMatch]:
    """The matches with their pairs; every engine has answered once.  Raises RefusedError."""
    names = (args.a, args.b, *args.others)
    plies, draws = _plies(args.plies), _draw_rules(args.draws)
    _check(args, names, plies, draws)
    wait = args.engine_wait
    go = Go(ms=args.engine_ms, patience_s=None if wait is None else wait / 1e6)
    others = [
        (letter, make_player(named, args.ply, letter, go, args.repeats))
        for letter, named in zip(LETTERS[1:], names[1:], strict=False)
    ]
    depths = plies or (args.ply,)
    firsts = [make_player(args.a, ply, LETTERS[0], go, args.repeats) for ply in depths]
    called = _called(args.names, [firsts[0], *(other for _, other in others)])
    shown = [one or " ".join(name.split()) for one, name in zip(called, names, strict=True)]
    found = []
    for ply, first in zip(depths, firsts, strict=True):
        for number, (letter, other) in enumerate(others, 1):
            event = f"hoyle, A against {letter}" if args.format == "hoyle" else "match"
            event = f"ply {ply} against ply {args.ply}" if plies else event
            bout = ScheduledMatch(event, shown[0], shown[number], ply)
            recorded = called[0] or first.name, called[number] or other.name
            bout.pairs = _pairs(args, draws, event, first, other, recorded)
            found.append(bout)
    return found


def _called(text: str | None, players: Sequence[Player]) -> list[str]:
    """What the players are called by --names or, engines, by themselves; else an empty text.

    Every engine has answered once.  Raises RefusedError.
    """
    parts = [""] * len(players) if text is None else text.split(",")
    if len(parts) != len(players):
        expected = f"{len(players)}, with commas between"
        raise RefusedError("--names", f"are {len(parts)}; expected {expected}")
    told = {player.name: player for player in players}
    answered = {name: check_engine(player) for name, player in told.items()}
    return [
        " ".join((part.strip() or answered[player.name]).split())
        for part, player in zip(parts, players, strict=True)
    ]


def _check(
    args: argparse.Namespace, names: Sequence[str], plies: Sequence[int], draws: DrawRules
) -> None:
    """Raises RefusedError where the options don't go together, or a file would be lost."""
    others = len(names) - 1
    if args.format == "hoyle":
        if args.games is not None:
            raise RefusedError("--games", "are two against each in --format hoyle; expected none")
        if others != HOYLE_OPPONENTS:
            raise RefusedError(
                "--format hoyle", f"has {others} for A to play; expected three: match A B C D"
            )
        if plies:
            raise RefusedError("--plies", "and --format hoyle are two things; expected one of them")
    elif others != 1:
        raise RefusedError("C", f"is {names[2]}; expected two players, or --format hoyle and four")
    if (args.games or 0) % 2:
        raise RefusedError(
            "--games", f"are {args.games}; expected an even number: sides are changed"
        )
    if args.plot is not None and not plies:
        raise RefusedError("--plot", "is of strength against ply; expected --plies 2,4,6,8 too")
    if args.adjudge and not args.limit:
        raise RefusedError("--adjudge", "is for games that are cut; expected --limit too")
    if not (draws or args.limit):
        raise RefusedError("--draws", "none: a game might never end; expected --limit too")
    outputs = {f"--{name}": getattr(args, name) for name in ("csv", "plot", "pdn", "events")}
    for letter, name in zip(LETTERS, names, strict=False):
        for file in (None, *player_files(name)):
            check_apart({letter: file, **outputs})


def _plies(text: str | None) -> tuple[int, ...]:
    """A's in each match, where strength against ply is asked for; else none."""
    parts = [] if text is None else text.split(",")
    plies = {read_number(part.strip(), "--plies", LEAST_PLY, MOST_PLY) for part in parts}
    if len(plies) < len(parts):
        raise RefusedError("--plies", f"{text} names a ply twice; expected each once")
    return tuple(sorted(plies))


def _draw_rules(text: str) -> DrawRules:
    found = DrawRules.NONE
    for word in text.split(","):
        if word not in DRAWS and text != "none":
            expected = f"{', '.join(DRAWS)} with commas between, or none"
            raise RefusedError("--draws", f"there is no rule {word!r}; expected {expected}")
        found |= DRAWS.get(word, DrawRules.NONE)
    return found


def _pairs(
    args: argparse.Namespace,
    draws: DrawRules,
    event: str,
    first: Player,
    second: Player,
    names: tuple[str, str],
) -> list[GamePair]:
    """The pairs of a match; in Hoyle's format the one from the start."""
    pairs = (args.games or GAMES) // 2
    openings = [()] if args.format == "hoyle" else draw_openings(pairs, args.seed)
    return [
        GamePair(
            number, opening, first, second, args.seed, args.limit, bool(args.adjudge), draws, event,
            names,
        )
        for number, opening in enumerate(openings)
    ]  # fmt: skip


# -- playing ---------------------------------------------------------------------------------------


def _play_all(
    bouts: Sequence[ScheduledMatch], jobs: int, scheduler: str | None, stream: EventStream | None
) -> RefusedError | KeyboardInterrupt | None:
    """Play every pair, the deeper first of those with a number; what ended it, if not all were.

    A pair's games are told as events when both are over.
    """
    by_name = {bout.name: bout for bout in bouts}
    pairs = [pair for bout in reversed(bouts) for pair in bout.pairs]
    pairs.sort(key=lambda pair: pair.number)
    try:
        with (
            progress("games", 2 * len(pairs)) as show,
            contextlib.closing(run_tasks(jobs, play_pair, pairs, scheduler=scheduler)) as results,
        ):
            for done, (pair, played) in enumerate(results, 1):
                by_name[pair.match].met[pair.number] = played
                if stream is not None:
                    for game, ending in zip(played.games, played.endings, strict=True):
                        _tell_game(stream, game, ending)
                show(2 * done)
    except (RefusedError, KeyboardInterrupt) as end:
        return end
    return None


def _tell_game(stream: EventStream, game: Game, ending: str) -> None:
    """A game that is over, as events: who plays, each move, how it ended."""
    where = {"match": game.tag("Event"), "black": game.tag("Black"), "white": game.tag("White")}
    stream.say("new_game", **where)
    for ply, move in enumerate(game.moves, 1):
        stream.say("move", **where, ply=ply, move=str(move))
    stream.say("game_over", **where, plies=len(game.moves), result=game.result, ending=ending)
