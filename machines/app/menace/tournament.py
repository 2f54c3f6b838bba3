"""``main.py menace tournament``: games against an opponent, kept by the block, drawn and listed."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.commands import VERSION
from machines.app.menace.players import opponent_named
from machines.app.option_parsing import read_number, read_numbers
from machines.app.storage.files import check_apart
from machines.app.storage.folders import data_folder
from machines.app.storage.run_file import RunFile
from machines.app.storage.run_store import new_run, next_path, open_run
from machines.app.study.csv_file import check_csv_place, write_csv
from machines.app.study.plotting import check_picture_place, save_chart
from machines.app.study.progress import progress
from machines.app.worker.interruptions import interruptions
from machines.menace import history, study
from machines.menace.beads import REPLICATES, Cabinet, Rewards
from machines.menace.build import build
from machines.menace.kernels import END_BIT
from machines.menace.opponents import variant_of_game
from machines.menace.study import MACHINE, Study, StudyConfig

MOST_GAMES = 2_000_000_000
GAMES = 220
MOST_SEED = (1 << 63) - 1
OUTCOMES = {1: "won", 0: "drawn", -1: "lost"}
ENDS = ("line", "board full", "resigned", "foregone")
COLUMNS = ("game", "outcome", "score", "opponent", "squares", "end")
WANTED = "wanted"
"""Among a run's results: how many games were asked for."""


def run(args: argparse.Namespace) -> int:
    """Play; raises RefusedError, or KeyboardInterrupt with what was played kept."""
    _check_places(args)
    run, state = _begun(args) if args.resume is None else _resumed(args)
    with run:
        wanted = _wanted(args, run, state)
        if args.csv is not None or args.plot is not None:
            study.outcomes(run)  # refuses damaged games before any are added to them
        interrupted = _play(run, state, wanted)
        run.keep_results(study.results(state))
        if interrupted:
            _say(f"interrupted after {run.plays} games; menace tournament --resume {run.path}")
            raise KeyboardInterrupt
        _say(f"the games are kept in {run.path}")
        if state.ended:
            _say(
                f"the first box is empty: the machine declined to play after {run.plays} games; "
                "--reload fills it"
            )
        elif state.tally.reloads:
            _say(
                "the first box was found empty, the machine declined to play and the box was "
                f"reloaded: {state.tally.reloads} in {run.plays} games"
            )
        if args.csv is not None:
            write_csv(Path(args.csv), COLUMNS, rows_of(run, state.settings))
        if args.plot is not None:
            _draw(run, state, Path(args.plot), args.ghost is not None)
    print(result_line(state))
    return 0


def result_line(state: Study) -> str:
    """The last line of the output."""
    names = ("wins", "draws", "losses", "score", "games", "resigned", "declined")
    found = study.results(state)
    return " ".join(
        ["RESULT", *(f"{name}={found[name]}" for name in names), f"seed={state.settings.seed}"]
    )


def _say(words: str) -> None:
    sys.stderr.write(f"menace: {words}\n")


def _check_places(args: argparse.Namespace) -> None:
    """Refused before anything is done: what can't be drawn or written at the end."""
    check_apart({f"--{name}": getattr(args, name) for name in ("run", "resume", "csv", "plot")})
    if args.plot is not None:
        check_picture_place(Path(args.plot))
    if args.csv is not None:
        check_csv_place(Path(args.csv))
    if args.ghost is not None:
        if args.ghost != "1961":
            raise RefusedError("--ghost", f"{args.ghost!r} is no tournament; expected 1961")
        if args.plot is None:
            raise RefusedError("--ghost", "is drawn behind a plot; expected --plot FILE.png too")


# -- beginning and going on ------------------------------------------------------------------------


def _begun(args: argparse.Namespace) -> tuple[RunFile, Study]:
    name = "304" if args.build is None else args.build
    build(name)
    settings = StudyConfig(
        opponent="perfect" if args.opponent is None else args.opponent,
        build=name,
        replicates=_replicates(args) or REPLICATES,
        rewards=_rewards(args) or Rewards(),
        seed=_seed(args) if args.seed is not None else 1961,
        first=_first(args) if args.first is not None else 1,
        reload=args.reload is not False,
    )
    if args.games is not None:
        read_number(args.games, "--games", 1, MOST_GAMES)
    state = Study.begin(settings, opponent_named(settings.opponent, build(name).side))
    if args.run is None:
        path = next_path(data_folder(args.data), "menace-tournament")
    else:
        path = Path(args.run)
    return new_run(path, settings.about(VERSION), state.state()), state


def _resumed(args: argparse.Namespace) -> tuple[RunFile, Study]:
    """The run of the file; what is asked for besides must be what it has, or can be changed."""
    run = open_run(Path(args.resume), MACHINE)
    try:
        state = Study.of_run(run)
        has = state.settings
        asked = (
            ("--build", args.build, has.build),
            ("--opponent", args.opponent, has.opponent),
            ("--seed", _seed(args) if args.seed is not None else None, has.seed),
            ("--first", _first(args) if args.first is not None else None, has.first),
            ("--replicates", _replicates(args), has.replicates),
        )
        for name, wanted, there in asked:
            if wanted is not None and wanted != there:
                raise RefusedError(name, f"is {wanted}; the run in {run.where} has {there}")
        if (rewards := _rewards(args)) is not None:
            for cabinet in (state.cabinet, state.opponent):
                if isinstance(cabinet, Cabinet):
                    cabinet.change_rewards(rewards)
        if args.reload is not None:
            state.settings = replace(has, reload=args.reload)
            state.ended = state.ended and not args.reload
    except BaseException:
        run.close()
        raise
    return run, state


def _wanted(args: argparse.Namespace, run: RunFile, state: Study) -> int:
    """How many games there shall be in all."""
    if args.games is None:
        return GAMES if args.resume is None else _wanted_before(run)
    games = read_number(args.games, "--games", 1, MOST_GAMES)
    if games < run.plays:
        raise RefusedError("--games", f"are {games}; there are {run.plays} in {run.where} already")
    return games


def _wanted_before(run: RunFile) -> int:
    """How many games were asked for when the run was last gone on with.  Raises RefusedError."""
    wanted = run.results().get(WANTED, run.plays)
    if type(wanted) is not int or not run.plays <= wanted <= MOST_GAMES:
        what = f"says that {wanted} games are {WANTED}; expected {run.plays} to {MOST_GAMES}"
        raise RefusedError(str(run.path), f"{what}, or --games")
    return wanted


def _replicates(args: argparse.Namespace) -> tuple[int, ...] | None:
    if args.replicates is None:
        return None
    return read_numbers(args.replicates, "--replicates", "4,3,2,1")


def _rewards(args: argparse.Namespace) -> Rewards | None:
    if args.rewards is None:
        return None
    return Rewards(*read_numbers(args.rewards, "--rewards", "3,1,-1"))


def _seed(args: argparse.Namespace) -> int:
    return read_number(args.seed, "--seed", 0, MOST_SEED)


def _first(args: argparse.Namespace) -> int:
    return read_number(args.first, "--first", 1, MOST_GAMES)


# -- playing ---------------------------------------------------------------------------------------


def _play(run: RunFile, state: Study, wanted: int) -> bool:
    """Play until so many are in the run; whether it was interrupted."""
    run.keep_results({WANTED: wanted})
    with (
        interruptions() as interrupted,
        progress("games", wanted, run.plays) as told,
    ):
        for _ in study.play_on(state, run, wanted):
            told(run.plays)
            if interrupted and run.plays < wanted:
                return True
    return False


# -- what is made of it ----------------------------------------------------------------------------


def _draw(run: RunFile, state: Study, path: Path, ghost: bool) -> None:
    from devices.screen.parts.figures import score_chart

    chart = score_chart(
        study.outcomes(run),
        ghost=history.RESULTS if ghost else (),
        callouts=history.CALLOUTS if ghost else (),
        changes=[
            (change.plays, f"{change.rewards.win} {change.rewards.draw} {change.rewards.loss}")
            for change in state.cabinet.changes
        ],
        test_run=history.TEST_RUN if ghost else 0,
        title=f"MENACE {state.settings.build} against {state.settings.opponent}",
    )
    save_chart(chart, path)


def rows_of(run: RunFile, settings: StudyConfig) -> Iterator[tuple[object, ...]]:
    """Every game of the run as it stands in the table."""
    number, score = settings.first, 0
    opponent = settings.opponent
    for played in study.blocks(run):
        ends = (played.records >> END_BIT & 3).tolist()
        for at, (outcome, end) in enumerate(zip(played.results.tolist(), ends, strict=True)):
            score += 1 + 2 * outcome  # 3, 1 or -1
            against = f"1961 V{variant_of_game(number)}" if opponent == "1961" else opponent
            yield number, OUTCOMES[outcome], score, against, played.moves(at), ENDS[end]
            number += 1
