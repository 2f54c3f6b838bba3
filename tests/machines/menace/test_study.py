"""A tournament as a run records it: however it is cut into blocks, the same is played and kept."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from devices.refusal import RefusedError
from machines.exhibit.run_record import Block, RunMetadata
from machines.kernels.generator import generator_state
from machines.menace import study
from machines.menace.beads import Cabinet
from machines.menace.study import Study, StudyConfig, play_on
from machines.menace.tournament import tournament


class Memory:
    """A run record (machines.exhibit.run_record.RunRecord) that forgets nothing and keeps nothing
    on a disk."""

    where = "memory"

    def __init__(self, about: RunMetadata) -> None:
        self.about = about
        self.kept: list[Block] = []
        self.said: dict[str, Any] = {}
        self.newest: bytes | None = None

    @property
    def plays(self) -> int:
        return sum(block.plays for block in self.kept)

    def keep(
        self, plays: int, data: bytes, state: bytes | None, results: Mapping[str, Any] | None = None
    ) -> None:
        self.kept.append(Block(self.plays + 1, plays, data))
        self.newest = self.newest if state is None else state
        self.said.update(results or {})

    def keep_results(self, results: Mapping[str, Any]) -> None:
        self.said.update(results)

    def state(self) -> bytes | None:
        return self.newest

    def blocks(self, first: int = 1) -> Iterator[Block]:
        return (block for block in self.kept if block.first + block.plays > first)

    def results(self) -> dict[str, Any]:
        return self.said


def played(settings: StudyConfig, *blocks: tuple[int, int]) -> Memory:
    """A run played up to so many games by blocks of so many, each time gone on with anew."""
    run = Memory(settings.about())
    run.newest = Study.begin(settings).state()
    for games, block in blocks:
        for _ in play_on(Study.of_run(run), run, games, block):
            pass
    return run


@pytest.mark.parametrize(
    "settings",
    [
        StudyConfig("random"),
        StudyConfig("1961", reload=True, first=15),
        StudyConfig("menace", build="287W"),
        StudyConfig("menace", build="second"),
        StudyConfig("standard:0.7", build="second"),
    ],
)
def test_a_tournament_is_the_same_in_any_blocks(settings: StudyConfig) -> None:
    whole = played(settings, (200, 200))
    parts = played(settings, (3, 1), (90, 40), (200, 7))
    assert study.outcomes(whole).tolist() == study.outcomes(parts).tolist()
    assert len(study.outcomes(whole)) == 200
    assert whole.state() == parts.state()
    assert whole.results() == parts.results()


def test_the_games_are_those_of_the_plain_tournament() -> None:
    run = played(StudyConfig("random", seed=8), (150, 40))
    plain = tournament(150, Cabinet.new(), "random", generator_state(8))
    records = [record for part in study.blocks(run) for record in part.records.tolist()]
    assert records == plain.records.tolist()
    assert study.outcomes(run).tolist() == plain.results.tolist()
    assert run.results() == {
        "wins": plain.wins,
        "draws": plain.draws,
        "losses": plain.losses,
        "score": plain.score,
        "games": 150,
        "resigned": int(plain.resigned.sum()),
        "declined": 0,
    }


def test_the_second_players_results_are_its_own() -> None:
    run = played(StudyConfig("random", build="second"), (100, 30))
    found = Study.of_run(run)
    outcomes = study.outcomes(run).tolist()
    assert outcomes.count(1) == found.tally.wins
    assert outcomes.count(-1) == found.tally.losses


def test_each_reload_counts_as_a_play_declined() -> None:
    run = played(StudyConfig("expert", reload=True), (220, 50))
    assert (run.plays, run.results()["declined"]) == (220, 2)
    assert Study.of_run(run).tally.reloads == 2


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (StudyConfig("best"), "expected one of random"),
        (StudyConfig("1961", build="second"), "1961 plays Cross"),
        (StudyConfig("random", build="300"), "expected one of 304"),
        (StudyConfig("random", replicates=(1, 2, 3)), "expected four numbers"),
        (StudyConfig("standard:7"), "expected 0 to 1"),
    ],
)
def test_what_can_not_be_played_is_refused(settings: StudyConfig, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        Study.begin(settings)
