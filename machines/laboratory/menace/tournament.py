"""``main.py menace tournament``: games against an opponent, kept by the block, drawn and listed."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt

from devices.game_record import OUTCOMES
from devices.media.tape_files import SUFFIXES
from devices.refusal import RefusedError
from machines.exhibit.run_record import RunMetadata
from machines.games.noughts import Board, chances
from machines.games.noughts.tape_file import file_of
from machines.laboratory.menace.boxes import cabinets_of
from machines.laboratory.study.outputs import result_line, save_chart, write_outputs
from machines.laboratory.study.runner import Study, hold_interrupts
from machines.menace import study, text
from machines.menace.beads import Cabinet, Rewards
from machines.menace.beads_tape import BUILD, KIND, beads_of_file
from machines.menace.build import NAMES, OTHER_SIDE, build
from machines.menace.kernels import END_BIT
from machines.menace.opponents import Frozen, of_chances, variant_of_game
from machines.menace.study import MACHINE, StudyConfig
from machines.storage.media_files import last_file_of
from machines.storage.program import VERSION
from machines.storage.run_file import RunFile
from machines.storage.run_store import machine_of, read_run

FROZEN = "frozen"


def make_opponent(name: str, side: str) -> Frozen | None:
    """Who plays against boxes of ``side`` by what is in a file; None if no file is named.

    Raises RefusedError for a file that can't be read or has learned the other side.
    """
    kind, _, file = name.partition(":")
    if kind != FROZEN:
        return None
    if not file:
        raise RefusedError("opponent", f"is {name!r}; expected a file, such as frozen:a.sqlite")
    return frozen_of(Path(file), OTHER_SIDE[side])


def frozen_of(path: Path, side: str) -> Frozen:
    """The beads or odds in a file, for ``side``.  Raises RefusedError."""
    if _machine(path) != MACHINE:
        from machines.laboratory.pegasus.run import odds_in

        return _of_odds(odds_in(path), side)
    for cabinet in _cabinets(path):
        if cabinet.side == side:
            return Frozen(cabinet.build, cabinet.beads.copy())
    raise RefusedError(str(path), f"has no beads that play {side}; expected some that do")


def _machine(path: Path) -> str:
    """Whose the file is."""
    if path.suffix.lower() not in SUFFIXES:
        return machine_of(path)
    return MACHINE if last_file_of(path, KIND) else ""


def _cabinets(path: Path) -> list[Cabinet]:
    if path.suffix.lower() in SUFFIXES:
        return [_on_tape(path)]
    with read_run(path, MACHINE) as run:
        return cabinets_of(run)[0]


def _on_tape(path: Path) -> Cabinet:
    """The last beads on the tape, whatever their build."""
    found = last_file_of(path, KIND)
    assert found is not None, "the tape has beads"
    records, where = found
    file = file_of(records, KIND, where)
    said = file.said(BUILD, where)
    name = next((name for name in NAMES if name.upper() == said), said)
    return beads_of_file(file, name, where)


def _of_odds(odds: npt.NDArray[np.float64], side: str) -> Frozen:
    """Who plays ``side`` by the odds of the Pegasus program (positions x 9), as chances of squares.

    Where the program would have stopped a play every essentially distinct move is alike.
    """
    from machines.pegasus.tables import choice_of, stored_form, tables

    held = tables()

    def on(board: Board) -> Sequence[Fraction | float]:
        position = held.numbers.get(stored_form(board)[0])
        if position is None or not held.choices[position]:
            return chances("distinct", board)
        given = [0.0] * 9
        for square in board.moves:
            choice = choice_of(board, square)
            given[square] = odds[position, choice] / held.kinds[position, choice]
        return [chance / sum(given) for chance in given]

    return of_chances(side, on)


ENDS = ("line", "board full", "resigned", "foregone")
COLUMNS = ("game", "outcome", "score", "opponent", "squares", "end")
RESULTS = ("wins", "draws", "losses", "score", "games", "resigned", "declined")


class TournamentStudy(Study):
    """Games of the matchboxes."""

    machine = MACHINE
    command = "menace tournament"
    default_count = 220
    most_count = 2_000_000_000
    state: study.Study  # The tournament as it stands

    @property
    def name(self) -> str:
        """Of the records in the data folder."""
        return "menace-tournament"

    def begin(self) -> Iterator[tuple[RunMetadata, bytes]]:
        """With all beads at the start."""
        args = self.args
        self._check_ghost()
        asked = self.asked_settings
        if args.rewards is not None:
            asked["rewards"] = Rewards(*args.rewards)
        settings = StudyConfig(**asked, reload=args.reload is not False)
        opponent = make_opponent(settings.opponent, build(settings.build).side)
        self.state = study.Study.begin(settings, opponent)
        yield settings.about(VERSION), self.state.state()

    def resume(self, run: RunFile) -> None:
        """Look at its beads, and at its games where they are to be shown."""
        self._check_ghost()
        self.state = study.Study.of_run(run)
        if self.args.csv is not None or self.args.plot is not None:
            study.outcomes(run)  # refuses damaged games before any are added to them

    def _check_ghost(self) -> None:
        args = self.args
        if args.ghost is not None and args.plot is None:
            raise RefusedError("--ghost", "is drawn behind a plot; expected --plot FILE.png too")

    def prepare(self, runs: Sequence[RunFile]) -> None:
        """What may change where a run is gone on with."""
        args, state = self.args, self.state
        if args.rewards is not None and self.resume_names:
            for cabinet in (state.cabinet, state.opponent):
                if isinstance(cabinet, Cabinet):
                    cabinet.change_rewards(Rewards(*args.rewards))
        if args.reload is not None:
            state.settings = replace(state.settings, reload=args.reload)
            state.ended = state.ended and not args.reload

    def play(self, runs: Sequence[RunFile], wanted: int) -> Generator[int, None, None]:
        """Block after block."""
        (run,) = runs
        blocks = study.play_on(self.state, run, wanted)
        while True:
            with hold_interrupts():
                played = next(blocks, None)
            if played is None:
                break
            yield run.plays
        run.keep_results(study.results(self.state))

    def report(self, runs: Sequence[RunFile]) -> str:
        """What of the first box, every game, the score as Fig. 4 has it."""
        (run,) = runs
        state = self.state
        if state.ended:
            self.say(
                f"the first box is empty: the machine declined to play after {run.plays} games; "
                "--reload fills it"
            )
        elif state.tally.reloads:
            self.say(
                "the first box was found empty, the machine declined to play and the box was "
                f"reloaded: {state.tally.reloads} in {run.plays} games"
            )
        write_outputs(
            self.args, COLUMNS, rows_of(run, state.settings), lambda path: self._draw(run, path)
        )
        found = study.results(state)
        return result_line(**{name: found[name] for name in RESULTS}, seed=state.settings.seed)

    def _draw(self, run: RunFile, path: Path) -> None:
        from devices.screen.parts.figures import score_chart

        settings, ghost = self.state.settings, self.args.ghost is not None
        chart = score_chart(
            study.outcomes(run),
            ghost=text.RESULTS if ghost else (),
            callouts=text.CALLOUTS if ghost else (),
            changes=[
                (change.plays, f"{change.rewards.win} {change.rewards.draw} {change.rewards.loss}")
                for change in self.state.cabinet.changes
            ],
            test_run=text.TEST_RUN if ghost else 0,
            title=f"MENACE {settings.build} against {settings.opponent}",
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
