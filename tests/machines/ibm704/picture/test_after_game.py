"""The card after a game of the 704: its figures are the program's own."""

import random
from dataclasses import replace

import pytest

from devices.media.deck import deck_of_value
from devices.screen.ui_text import languages
from machines.exhibit.exhibit import Event
from machines.games.draughts.scene import BoardScene, GameSummary, Learned, Sample, TermChange
from machines.ibm704.earlier_series import EARLIER
from machines.ibm704.exhibit import Ibm704
from machines.ibm704.picture import guide
from machines.ibm704.picture.room import make_room
from machines.ibm704.picture.wall_charts import teach_deck
from machines.samuel.game_summary import power
from tests.machines.ibm704.bench import CHEAP, LAYOUT, Bench
from tests.machines.room_moment import moment_of, moment_with
from tests.machines.test_guides import play_on
from tests.machines.visitor import Visitor, media, words

MOVED = (
    TermChange("KCENT", 1 << 18, -(1 << 9)),
    TermChange("BACK", -2, -64),
    TermChange("GAP", 4, 0),
    TermChange("MOB", 4, 8),
    TermChange("MOVE", 1, 1),
)
ALPHA = GameSummary("1-0", "alpha", 12, MOVED)


def scene_with(summary: GameSummary | None, black: str = "OPERATOR") -> BoardScene:
    bench = Bench()
    scene = bench.machine.view().scene
    assert isinstance(scene, BoardScene)
    return replace(scene, black=black, white="ALPHA", over=True, summary=summary)


@pytest.mark.slow
def test_a_game_begun_by_play_teaches_alpha_and_tells_what_moved_most() -> None:
    visitor = Visitor("ibm704")
    step = play_on(visitor, random.Random(1), 400)
    assert step.prompt == "over"
    told = visitor.room.after_game(visitor.context())
    assert isinstance(visitor.exhibit, Ibm704)
    learning = visitor.exhibit.program.state.learning
    alpha, start = learning.contest.alpha, learning.contest.beta
    assert told is not None
    assert told.words["n"] == str(alpha.corrections)
    began = {name: coefficient for name, coefficient in EARLIER.samples[-1].terms if coefficient}
    assert {weight.name: weight.coefficient for weight in start.weights} == began
    moved = {
        weight.name: abs(power(weight.coefficient) - power(start.coefficient(weight.name)))
        for weight in alpha.polynomial.weights
    }
    assert told.text == f"alpha_{min(3, sum(map(bool, moved.values())))}"
    most = sorted(moved.values(), reverse=True)
    named = [told.words[f"clue{k}"] for k in range(1, int(told.text[-1]) + 1)]
    assert [moved[name] for name in named] == most[: len(named)]
    scene = visitor.exhibit.view().scene
    assert isinstance(scene, BoardScene) and scene.summary is not None
    assert {term.name: (term.before, term.after) for term in scene.summary.terms} == {
        weight.name: (start.coefficient(weight.name), weight.coefficient)
        for weight in alpha.polynomial.weights
    }


def test_play_goes_on_with_what_was_taught_and_the_fixed_formula_is_a_card() -> None:
    visitor = Visitor("ibm704")
    assert visitor.press_play().yours
    scene = visitor.exhibit.view().scene
    assert (scene.black, scene.white, scene.title) == ("OPERATOR", "ALPHA", "TEACH ALPHA")
    visitor.start_card("people")
    assert visitor.press_play(watches=True).yours
    scene = visitor.exhibit.view().scene
    assert (scene.black, scene.white, scene.title) == ("OPERATOR", "MACHINE", "A VISITOR")
    taught = Learned("", (Sample(0, (("MOB", 4),)), Sample(1, (("MOB", -8), ("GAP", 0)))))
    cards = [card.text("").rstrip() for card in deck_of_value(teach_deck(taught)).cards]
    assert [card for card in cards if card.startswith("POLY")] == [
        "POLY   BY TURNS",
        "POLY   MOB -3",
    ]


@pytest.mark.slow
def test_the_log_of_a_game_that_taught_alpha_comes_to_the_same_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor, again = Visitor("ibm704"), Visitor("ibm704")
    events: list[Event] = []
    operate = visitor.exhibit.operate

    def written(event: Event) -> None:
        operate(event)
        events.append(event)

    monkeypatch.setattr(visitor.exhibit, "operate", written)
    for seed in (1, 2):
        play_on(visitor, random.Random(seed), 20)
    for event in events:
        again.exhibit.advance(event.at_us - again.exhibit.now_us)
        again.exhibit.operate(event)
    again.exhibit.advance(visitor.exhibit.now_us - again.exhibit.now_us)
    assert isinstance(again.exhibit, Ibm704)
    assert again.exhibit.program.state.learning.contest.alpha.corrections
    assert again.exhibit.snapshot() == visitor.exhibit.snapshot()


@pytest.mark.slow
def test_a_game_by_heart_tells_how_many_boards_were_kept() -> None:
    visitor = Visitor("ibm704")
    visitor.operate("reader.hopper", media("decks")["BY HEART"])
    step = play_on(visitor, random.Random(2), 400)
    assert step.prompt == "over"
    assert not visitor.refused
    told = visitor.room.after_game(visitor.context())
    assert told is not None
    assert told.text == "rote"
    assert int(told.words["n"]) > 10
    assert isinstance(visitor.exhibit, Ibm704)
    kept = visitor.exhibit.program.state.reels.memory.statistics
    assert (told.words["n"], told.words["m"]) == (str(kept.saved), str(kept.updated))


def test_nothing_is_told_while_a_game_goes_on_or_when_it_was_broken_off() -> None:
    bench = Bench()
    bench.started(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15")
    bench.wait()
    room = make_room(LAYOUT)
    assert room.after_game(moment_of(bench.machine.view())) is None
    bench.started(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15", "END")
    bench.wait()
    assert room.after_game(moment_of(bench.machine.view())) is None


@pytest.mark.parametrize(
    ("result", "black", "ending"),
    [("1-0", "OPERATOR", "won"), ("0-1", "OPERATOR", "lost"), ("1/2-1/2", "OPERATOR", "drawn")],
)
def test_the_visitors_own_result_is_told(result: str, black: str, ending: str) -> None:
    told = guide.after_game(scene_with(replace(ALPHA, result=result), black), 40)
    assert told is not None
    assert (told.text, told.ending, told.number) == ("alpha_3", ending, 40)
    assert told.winner == {"won": "you_won", "lost": "machine_won", "drawn": "a_draw"}[ending]
    said = words().after("ibm704", told.text, told.words)
    assert "'kings in the centre': I liked it and now avoid it (+18, now -9)." in said
    assert "'the back row kept': I avoid it more (-1, now -6)." in said
    assert "'gaps between pieces': it counts for nothing now (+2, now 0)." in said
    assert "squares to move to" not in said, "three are enough"


@pytest.mark.parametrize("moved", [0, 1, 2])
@pytest.mark.parametrize("language", languages())
def test_fewer_than_three_or_none_are_told_in_every_language(moved: int, language: str) -> None:
    summary = replace(ALPHA, terms=(*MOVED[:moved], MOVED[-1]))
    told = guide.after_game(scene_with(summary), 1)
    assert told is not None
    assert told.text == (f"alpha_{moved}" if moved else "unchanged")
    said = words(language).after("ibm704", told.text, told.words)
    assert said != told.text and "{" not in said
    named = [words(language).rooms["ibm704"].after[term.name] for term in MOVED]
    assert [name in said for name in named] == [k < moved for k in range(len(MOVED))]


def test_a_visitor_who_plays_white_wins_what_white_wins() -> None:
    scene = replace(scene_with(ALPHA, "MACHINE"), white="OPERATOR")
    told = guide.after_game(replace(scene, summary=replace(ALPHA, result="0-1")), 1)
    assert told is not None
    assert told.winner == "you_won"


def test_games_without_a_visitor_or_of_two_tell_nothing() -> None:
    assert guide.after_game(scene_with(ALPHA, "BETA"), 1) is None
    two = replace(scene_with(ALPHA), white="OPERATOR")
    assert guide.after_game(two, 1) is None
    assert guide.after_game(scene_with(None), 1) is None
    assert guide.after_game(None, 1) is None


@pytest.mark.parametrize(
    ("was", "now", "trust"),
    [
        (4, 64, "like_more"), (64, 4, "like_less"), (0, 4, "like_more"), (-4, 4, "liked"),
        (-4, -64, "avoid_more"), (-64, -4, "avoid_less"), (0, -4, "avoid_more"),
        (4, -4, "avoided"), (64, 0, "nothing"),
    ],
)  # fmt: skip
def test_what_a_term_counts_for_now_is_said_by_its_sign(was: int, now: int, trust: str) -> None:
    summary = replace(ALPHA, terms=(TermChange("MOB", was, now),))
    told = guide.after_game(scene_with(summary), 1)
    assert told is not None
    assert told.words["trust1"] == trust


def test_whoever_does_not_learn_says_so_and_boards_by_heart_are_counted_on_the_sheet_too() -> None:
    for learner in ("alpha", "frozen", "rote", "people", "cards"):
        summary = GameSummary("0-1", learner, saved=14, known=3)
        told = guide.after_game(scene_with(summary), 1)
        assert told is not None
        said = words().after("ibm704", told.text, told.words)
        if learner == "rote":
            context = moment_with(scene_with(summary))
            assert guide.changes(context).said == said
        assert said != told.text
        assert ("14" in said) == (learner == "rote")
