"""``main.py morph noughts``: the framework without chess, on MENACE's board and beside her boxes.

The same APS system plays Nought, as MENACE does, against the same opponent and as often; what it
knows is small enough to be followed by hand, choice by choice.
"""

import argparse
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from devices.game_record import OUTCOMES
from machines.games.noughts.board import Board
from machines.laboratory.morph.study import with_choices
from machines.laboratory.study.outputs import print_table, save_chart, write_outputs
from machines.laboratory.study.progress import progress
from machines.menace.study import Study
from machines.menace.study import StudyConfig as BoxSettings
from machines.morph.aps.domain import Search
from machines.morph.aps.evaluation import NEUTRAL
from machines.morph.aps.system import Learned, System
from machines.morph.noughts.domain import SETTINGS, Noughts
from machines.morph.noughts.index import Pattern, Table, opponent
from machines.storage.option_parsing import read_number

COLUMNS = ("play", "result", "td_error", "patterns", "menace")
BELIEVED = 12
"""Updates after which a weight is half believed."""
ROWS = 10
"""Of the table of plays."""
BOXES = "304"
Noted = System[Board, Pattern]


@dataclass(frozen=True)
class Played:
    """One play of the system's."""

    result: int  # 1 won, 0 drawn, -1 lost
    error: float
    patterns: int


def run_noughts(args: argparse.Namespace) -> int:
    """Play, and print what came of it.  Raises RefusedError."""
    plays = args.plays
    shown = read_number(str(args.by_hand), "--by-hand", 0, plays)
    settings = with_choices(SETTINGS, args.set)
    opponent(args.opponent, "--opponent")
    system: Noted = System(Noughts(), Learned(settings), Table())
    told: deque[str] = deque(maxlen=shown)
    played = list(_learn(system, args.opponent, plays, args.seed, told))
    boxes = _boxes(args.opponent, plays, args.seed)
    _print_plays(played, boxes, args.opponent)
    if args.top:
        _print_patterns(system, args.top)
    for text in told:
        sys.stdout.write(text)
    numbers = (
        (number, game.result, round(game.error, 5), game.patterns, box)
        for number, (game, box) in enumerate(zip(played, boxes, strict=True), 1)
    )
    write_outputs(args, COLUMNS, numbers, lambda path: _draw(path, played, boxes, args.opponent))
    print(_result(played, boxes, args.opponent, args.seed))
    return 0


def _learn(system: Noted, name: str, plays: int, seed: int, told: deque[str]) -> Iterator[Played]:
    """Each play as it ends; the last of them are told, choice by choice, before they teach."""
    chance, reply = np.random.default_rng(seed), opponent(name)
    with progress("noughts", plays) as done:
        for number in range(1, plays + 1):
            search = system.search(chance, reply)
            result = _result_of(search)
            if told.maxlen and number > plays - told.maxlen:
                told.append("".join(_play_lines(system, search, number)))
            report = system.learn(search, chance)
            done(number)
            yield Played(result, report.error, len(system.database))


def _result_of(search: Search[Board]) -> int:
    """For Nought."""
    winner = search.states[-1].winner
    return {"O": 1, "": 0, "X": -1}[winner]


def _boxes(name: str, plays: int, seed: int) -> Sequence[int]:
    """What as many plays of MENACE's against the same opponent came to."""
    study = Study.begin(BoxSettings(name, BOXES, seed=seed, reload=True))
    results: list[int] = study.play(plays).results.tolist()
    return results


# -- told ------------------------------------------------------------------------------------------


def _print_plays(played: Sequence[Played], boxes: Sequence[int], name: str) -> None:
    """By so many plays at a time."""
    step = -(-len(played) // ROWS)
    rows = []
    for first in range(0, len(played), step):
        some = played[first : first + step]
        rows.append((
            str(first + len(some)),
            *_counts([game.result for game in some]),
            f"{np.mean([game.error for game in some]):.3f}",
            str(some[-1].patterns),
            *_counts(boxes[first : first + step]),
        ))  # fmt: skip
    headings = ("play", "won", "drawn", "lost", "TD error", "patterns", "MENACE won", "drawn",
                "lost")  # fmt: skip
    print_table(headings, rows, f"An APS system and MENACE, both Nought, v {name}")


def _counts(results: Sequence[int]) -> tuple[str, str, str]:
    won, drawn, lost = (str(list(results).count(each)) for each in (1, 0, -1))
    return won, drawn, lost


def _print_patterns(system: Noted, top: int) -> None:
    """Those that say most: weights far from one half, believed the more, the more updates."""
    records = system.database.records
    telling = np.abs(records.weights - NEUTRAL) * records.updates / (records.updates + BELIEVED)
    rows = [
        (
            records.patterns[row].rows(),
            f"{records.weights[row]:.3f}",
            str(records.updates[row]),
            str(records.uses[row]),
            f"{records.variance[row]:.2f}",
            str(records.ages[row]),
        )
        for row in np.argsort(-telling, kind="stable")[:top]
    ]
    print_table(
        ("pattern", "weight", "updates", "uses", "variance", "age"),
        rows,
        "Patterns that say most: O who has just moved, X the other, . empty, ? anything",
    )


def _play_lines(system: Noted, search: Search[Board], number: int) -> Iterator[str]:
    """A play with every choice of the system's: values by square, and why the one it took."""
    words = OUTCOMES[_result_of(search)]
    yield f"\nPlay {number}, {words}\n"
    before = Board()
    for state in search.states:
        square = (before.empty & ~state.empty).bit_length() - 1
        if before.to_move == "X":
            yield f"{before.rows()}  Cross plays {square}\n"
        else:
            after = [before.play(each) for each in before.moves]
            values = zip(before.moves, system.values(after), strict=True)
            listed = "  ".join(f"{each}: {value:.3f}" for each, value in values)
            yield f"{before.rows()}  {listed}  Nought plays {square}\n"
            made = system.evaluate(state)
            for row, step in zip(made.rows, made.fold.steps, strict=True):
                rows = system.database.records.patterns[row].rows()
                yield f"    {rows}  {step.weight:.3f}  comes to {step.value:.3f}\n"
        before = state
    yield f"{before.rows()}\n"


def _draw(path: Path, played: Sequence[Played], boxes: Sequence[int], name: str) -> None:
    """Michie's figure of both."""
    from devices.screen.parts.figures import score_chart

    results = [game.result for game in played]
    chart = score_chart(
        results,
        ghost=boxes,
        name="APS system",
        ghost_name="MENACE",
        title=f"PATTERN WEIGHTS AND MATCHBOXES V {name}".upper(),
    )
    save_chart(chart, path)


def _result(played: Sequence[Played], boxes: Sequence[int], name: str, seed: int) -> str:
    """The last line."""
    won, drawn, lost = _counts([game.result for game in played])
    menace = _counts(boxes)
    last = played[-max(1, len(played) // ROWS) :]
    points = np.mean([(game.result + 1) / 2 for game in last])
    return (
        f"RESULT plays={len(played)} opponent={name} won={won} drawn={drawn} lost={lost} "
        f"last={points:.3f} error={np.mean([game.error for game in last]):.4f} "
        f"patterns={played[-1].patterns} menace_won={menace[0]} menace_drawn={menace[1]} "
        f"menace_lost={menace[2]} seed={seed}"
    )
