"""``main.py match``: all games on all cores; ``--ply`` sets how far both players look."""

import argparse
import contextlib
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from devices.refusal import RefusedError
from machines.games.draughts import Player, write_pdn
from machines.games.draughts.moves import OPENING_PLIES
from machines.games.draughts.notation import Game
from machines.laboratory.external.draughts_engine import Go
from machines.laboratory.matches.players import check_engine, make_player, player_files
from machines.laboratory.matches.referee import (
    FORFEITS,
    DrawRules,
    GamePair,
    PairResult,
    Score,
    draw_openings,
    play_pair,
    score,
)
from machines.laboratory.samuel.files import LEAST_PLY, MOST_PLY
from machines.laboratory.study.intervals import Estimate
from machines.laboratory.study.outputs import print_table, result_line, save_chart, write_outputs
from machines.laboratory.study.pool import read_jobs, run_tasks
from machines.laboratory.study.progress import progress
from machines.storage.events.follower import end_events, open_events
from machines.storage.events.stream import EventStream
from machines.storage.files import check_apart, replace_file
from machines.storage.option_parsing import read_number

COLUMNS = ("game", "black", "white", "opening", "plies", "result", "ending")
HEADINGS = ("", "won", "lost", "drawn", "points")
MOST_FORFEITS = 5
"""So many are told one by one."""
PLY_COLUMNS = (
    "ply", "games", "wins", "losses", "draws", "cut", "forfeits", "points", "se", "points_low",
    "points_high", "elo", "elo_low", "elo_high",
)  # fmt: skip
PLY_HEADINGS = (
    "ply", "games", "won", "lost", "drawn", "points", "error", "95% from", "to", "Elo", "from",
    "to",
)  # fmt: skip
KEY_LETTERS = 20
"""Of a name in the picture's key."""


@dataclass
class ScheduledMatch:
    """One match of a command's: who meets whom at which ply, and the pairs that were played."""

    name: str
    """As the games' Event has it; no two of a command's have the same."""
    a: str
    b: str
    ply: int
    """A's."""
    pairs: list[GamePair] = field(default_factory=list)
    """Those to play."""
    met: dict[int, PairResult] = field(default_factory=dict)
    """By the pair's number, those that have been played."""

    @property
    def played(self) -> list[PairResult]:
        """Those played, in their order."""
        return [self.met[number] for number in sorted(self.met)]

    @property
    def score(self) -> Score:
        """What came of it; at least one pair must have been played."""
        return score(self.played)


# -- a match ---------------------------------------------------------------------------------------


def print_report(args: argparse.Namespace, bouts: Sequence[ScheduledMatch]) -> str:
    """For A: by side, then all; the points with their error, and what they come to in Elo.

    Writes what was asked for; the RESULT line.
    """
    for bout in bouts:
        _print_match(bout)
    together = [pair for bout in bouts for pair in bout.played]
    if args.format == "hoyle":
        rows = [(f"against {bout.b}", *_counts(bout.score)) for bout in bouts]
        rows.append(("in all", *_counts(score(together))))
        print_table(HEADINGS, rows, f"{bouts[0].a}, a game as Red and one as White against each:")
    found = score(together)
    points = found.points
    plies = sum(len(game.moves) for pair in together for game in pair.games) / found.games
    cut = f", {found.cut} of them cut" if found.cut else ""
    error = "" if math.isnan(found.error) else f" +- {found.error:.3f}"
    print(f"{points.value:.3f}{error} of the points; {plies:.0f} plies a game{cut}")
    pairs = f"{len(together)} pair{'s' if len(together) > 1 else ''}"
    print(f"Elo difference {in_elo(found.elo)}, from the points of {pairs}")
    _print_forfeits(bouts)
    write_outputs(args, COLUMNS, _rows(args, bouts))
    names = zip("abcd", _result_names(bouts), strict=False)
    return (
        f"RESULT {' '.join(f'{letter}={name}' for letter, name in names)} games={found.games} "
        f"wins={found.wins} losses={found.losses} draws={found.draws} points={points.value:.4f} "
        f"se={found.error:.4f} ply={args.ply} seed={args.seed} elo={found.elo.value:+.1f} "
        f"elo_low={found.elo.low:+.1f} elo_high={found.elo.high:+.1f} "
        f"forfeits={found.forfeits}"
    )


def _print_match(bout: ScheduledMatch) -> None:
    rows = []
    for name, side in (("Black", 0), ("White", 1)):
        outcomes = [pair.outcomes[side] for pair in bout.played]
        rows.append(
            (
                f"{bout.a} as {name}",
                *(str(outcomes.count(value)) for value in (1, -1, 0)),
                f"{0.5 + sum(outcomes) / 2 / len(outcomes):.3f}",
            )
        )
    rows.append((f"{bout.a} in all", *_counts(bout.score)))
    print_table(HEADINGS, rows, f"{bout.a} against {bout.b}:")


def _counts(found: Score) -> tuple[str, ...]:
    return (*map(str, (found.wins, found.losses, found.draws)), f"{found.points.value:.3f}")


def in_elo(found: Estimate) -> str:
    """The difference and its interval in words."""
    return f"{found.value:+.0f}, 95% from {found.low:+.0f} to {found.high:+.0f}"


def _print_forfeits(bouts: Sequence[ScheduledMatch]) -> None:
    """Which games engines have forfeited, and what they did."""
    found = [
        f"{game.tag('Event')}: {ending}"
        for bout in bouts
        for pair in bout.played
        for game, ending in _games(pair)
        if FORFEITS in ending
    ]
    for line in found[:MOST_FORFEITS]:
        print(line)
    if len(found) > MOST_FORFEITS:
        print(f"... and {len(found) - MOST_FORFEITS} more games forfeited")


def _games(pair: PairResult) -> Iterator[tuple[Game, str]]:
    return zip(pair.games, pair.endings, strict=True)


def _rows(
    args: argparse.Namespace, bouts: Sequence[ScheduledMatch]
) -> Iterator[tuple[object, ...]]:
    number = 0
    opening_plies = 0 if args.format == "hoyle" else OPENING_PLIES
    for pair in (pair for bout in bouts for pair in bout.played):
        for game, ending in _games(pair):
            number += 1
            opening = " ".join(map(str, game.moves[:opening_plies]))
            yield (
                number, game.tag("Black"), game.tag("White"), opening, len(game.moves),
                game.result, ending,
            )  # fmt: skip


def _result_names(bouts: Sequence[ScheduledMatch]) -> list[str]:
    """The players' names as the RESULT line has them, without blanks: A, then all that he met."""
    return [re.sub(r"\s", "_", name) for name in (bouts[0].a, *(bout.b for bout in bouts))]


# -- strength against ply: A at each of several plies against B at one -----------------------------
# "Experiments to determine the effects of variable ply look-ahead" are announced by Chellapilla and
# Fogel 2000.  The matches at all plies have the same openings.


def print_ply_report(args: argparse.Namespace, bouts: Sequence[ScheduledMatch]) -> str:
    """A row for each ply; writes what was asked for.  The RESULT line has commas between plies."""
    first = bouts[0]
    outcomes = [bout.score for bout in bouts]
    rows = [_ply_rows(bout.ply, sides) for bout, sides in zip(bouts, outcomes, strict=True)]
    title = f"{first.a} at each ply against {first.b} at ply {args.ply}:"
    print_table(PLY_HEADINGS, [cells for cells, _ in rows], title)
    _print_forfeits(bouts)
    numbers = (each for _, each in rows)
    write_outputs(args, PLY_COLUMNS, numbers, lambda path: _draw_plies(path, args, bouts))
    a, b = _result_names(bouts[:1])
    return result_line(
        a=a,
        b=b,
        games=sum(outcome.games for outcome in outcomes),
        plies=",".join(str(bout.ply) for bout in bouts),
        points=",".join(f"{outcome.points.value:.4f}" for outcome in outcomes),
        se=",".join(f"{outcome.error:.4f}" for outcome in outcomes),
        elo=",".join(f"{outcome.elo.value:+.1f}" for outcome in outcomes),
        elo_low=",".join(f"{outcome.elo.low:+.1f}" for outcome in outcomes),
        elo_high=",".join(f"{outcome.elo.high:+.1f}" for outcome in outcomes),
        forfeits=",".join(str(outcome.forfeits) for outcome in outcomes),
        ply=args.ply,
        seed=args.seed,
    )


def _ply_rows(ply: int, found: Score) -> tuple[list[str], list[str]]:
    """As the table has it, and as the CSV file."""
    points, elo = found.points, found.elo
    cells = (
        f"{ply} {found.games} {found.wins} {found.losses} {found.draws} {points.value:.3f} "
        f"{found.error:.3f} {points.low:.3f} {points.high:.3f} "
        f"{elo.value:+.0f} {elo.low:+.0f} {elo.high:+.0f}"
    )
    numbers = (
        f"{ply} {found.games} {found.wins} {found.losses} {found.draws} {found.cut} "
        f"{found.forfeits} {points.value:.4f} {found.error:.4f} {points.low:.4f} "
        f"{points.high:.4f} {elo.value:.1f} {elo.low:.1f} {elo.high:.1f}"
    )
    return cells.split(), numbers.split()


def _draw_plies(path: Path, args: argparse.Namespace, bouts: Sequence[ScheduledMatch]) -> None:
    from devices.screen.parts.strength import strength_chart

    points = [(bout.ply, bout.score.points) for bout in bouts]
    found = [(ply, share.value, share.low, share.high) for ply, share in points]
    name, other = _brief(bouts[0].a), f"{_brief(bouts[0].b)} at ply {args.ply}"
    save_chart(strength_chart(found, name=name, other=other), path)


def _brief(name: str) -> str:
    """A name as the picture's key has it; of a long one the end."""
    return name if len(name) <= KEY_LETTERS else f"...{name[-KEY_LETTERS:]}"


# -- the command -----------------------------------------------------------------------------------

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
        games_played = (game for bout in begun for pair in bout.played for game in pair.games)
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
    shown = [given or " ".join(name.split()) for given, name in zip(called, names, strict=True)]
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
