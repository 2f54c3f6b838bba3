"""``main.py match``: the games handed out to all cores, and what came of them."""

import argparse
import contextlib
from collections.abc import Sequence

from machines.app.commands import INTERRUPTED
from machines.app.matches import ply_report, report
from machines.app.matches.options import LETTERS, MatchOptions, read_match_options
from machines.app.matches.players import check_engine, player_named
from machines.app.matches.referee import GamePair, drawn_openings, play_pair
from machines.app.matches.scheduled_match import ScheduledMatch
from machines.app.storage.files import replace_file
from machines.app.study.pool import run_tasks
from machines.app.study.progress import progress
from machines.draughts.notation import write_pdn
from machines.draughts.player import Player


def play(args: argparse.Namespace) -> int:
    """Play what was asked for and say what came of it; the exit status.

    Ctrl-C ends it, and what was played by then is told and written.  Raises RefusedError, and
    KeyboardInterrupt if nothing was played.
    """
    asked = read_match_options(args)
    bouts = _bouts(asked)
    whole = _play_all(bouts, asked)
    begun = [bout for bout in bouts if bout.met]
    if not begun:
        raise KeyboardInterrupt
    if not whole:
        games = sum(2 * len(bout.met) for bout in bouts)
        print(f"Interrupted: {games} of {sum(2 * len(bout.pairs) for bout in bouts)} games.")
    teller = ply_report if asked.plies else report
    teller.print_report(asked, begun)
    teller.write(asked, begun)
    if asked.pdn is not None:
        games_played = (game for bout in begun for one in bout.played for game in one.games)
        replace_file(asked.pdn, write_pdn(games_played).encode())
    print(teller.result_line(asked, begun))
    return 0 if whole else INTERRUPTED


def _bouts(asked: MatchOptions) -> list[ScheduledMatch]:
    """The matches with their pairs; every engine has answered once.  Raises RefusedError."""
    a, *others = asked.names
    shown, *others_shown = (" ".join(name.split()) for name in asked.names)
    second = [
        player_named(name, asked.ply, letter, asked.go, asked.repeats)
        for name, letter in zip(others, LETTERS[1:], strict=False)
    ]
    found = []
    if asked.plies:
        for ply in asked.plies:
            bout = ScheduledMatch(f"ply {ply} against ply {asked.ply}", shown, others_shown[0], ply)
            first = player_named(a, ply, LETTERS[0], asked.go, asked.repeats)
            found.append((bout, first, second[0]))
    else:
        first = player_named(a, asked.ply, LETTERS[0], asked.go, asked.repeats)
        for letter, name, other in zip(LETTERS[1:], others_shown, second, strict=False):
            named = f"hoyle, A against {letter}" if asked.hoyle else "match"
            found.append((ScheduledMatch(named, shown, name, asked.ply), first, other))
    for player in {player.name: player for _, *both in found for player in both}.values():
        check_engine(player)
    for bout, first, other in found:
        bout.pairs = _pairs(asked, bout.name, first, other)
    return [bout for bout, _, _ in found]


def _pairs(asked: MatchOptions, name: str, first: Player, second: Player) -> list[GamePair]:
    """The pairs of a match; in Hoyle's format the one from the start."""
    openings = [()] if asked.hoyle else drawn_openings(asked.games // 2, asked.seed)
    return [
        GamePair(
            number, opening, first, second, asked.seed, asked.limit, asked.adjudge, asked.draws,
            name,
        )
        for number, opening in enumerate(openings)
    ]  # fmt: skip


def _play_all(bouts: Sequence[ScheduledMatch], asked: MatchOptions) -> bool:
    """Play every pair, the deeper first of those with a number; whether all were played."""
    by_name = {bout.name: bout for bout in bouts}
    pairs = [pair for bout in reversed(bouts) for pair in bout.pairs]
    pairs.sort(key=lambda pair: pair.number)
    done = 0
    try:
        with (
            progress("games", 2 * len(pairs)) as show,
            contextlib.closing(
                run_tasks(asked.jobs, play_pair, pairs, scheduler=asked.scheduler)
            ) as results,
        ):
            for pair, played in results:
                by_name[pair.match].met[pair.number] = played
                done += 1
                show(2 * done)
    except KeyboardInterrupt:
        return False
    return True
