"""PLAY: what a visitor would do is done, step by step, until a choice is the visitor's own."""

from devices.screen.guide import (
    AGAIN_MS,
    ASKS_MS,
    MOST_TRIES,
    PRESSED_MS,
    Confirmation,
    NextStep,
    PlayDriver,
    StepAct,
    press,
)

START = NextStep("start", ("reader.start",), press("reader.start"))
LOAD = NextStep("load", ("console.load",), press("console.load"))
WORKS = NextStep("works")
MOVE = NextStep("move", ("board.square.9",), yours=True)


class Sent(list[StepAct]):
    """What was sent."""

    def take(self, act: StepAct) -> None:
        self.append(act)


def controls(sent: Sent) -> list[str]:
    return [act.control for act in sent]


def test_play_does_each_step_once_and_waits_while_the_machine_works() -> None:
    driver, sent = PlayDriver(), Sent()
    driver.begin()
    for now_ms, step in ((0, START), (20, START), (400, WORKS), (900, LOAD), (920, LOAD)):
        driver.tend(step, now_ms, sent.take)
    assert controls(sent) == ["reader.start", "reader.start", "console.load", "console.load"]
    assert [act.value for act in sent] == [1, 0, 1, 0]
    assert driver.active


def test_play_ends_where_the_visitor_chooses() -> None:
    driver, sent = PlayDriver(), Sent()
    driver.begin()
    driver.tend(MOVE, 0, sent.take)
    driver.tend(START, 10, sent.take)
    assert not driver.active
    assert sent == []


def test_a_step_that_changes_nothing_is_tried_again_and_given_up() -> None:
    driver, sent = PlayDriver(), Sent()
    driver.begin()
    for again in range(2 * MOST_TRIES):
        driver.tend(START, again * (AGAIN_MS + PRESSED_MS), sent.take)
    assert len(sent) == 2 * MOST_TRIES
    assert not driver.active


def test_nothing_is_done_before_play_is_pressed_or_its_time_has_come() -> None:
    driver, sent = PlayDriver(), Sent()
    driver.tend(START, 0, sent.take)
    driver.begin(from_ms=500)
    driver.tend(START, 499, sent.take)
    assert sent == []
    driver.tend(START, 500, sent.take)
    assert controls(sent) == ["reader.start"] * 2
    driver.stop()
    driver.tend(LOAD, 900, sent.take)
    assert len(sent) == 2


# -- what wipes something asks ---------------------------------------------------------------------


def test_the_second_touch_does_it() -> None:
    asked = Confirmation()
    assert asked.asks(0) == ""
    assert not asked.touch("clear", 100)
    assert asked.asks(100) == "clear"
    assert asked.touch("clear", 100 + ASKS_MS - 1)
    assert asked.asks(100 + ASKS_MS - 1) == ""


def test_another_control_or_a_late_touch_asks_anew() -> None:
    asked = Confirmation()
    assert not asked.touch("clear", 0)
    assert not asked.touch("empty", 10)
    assert not asked.touch("clear", 20)
    assert asked.asks(20 + ASKS_MS) == ""
    assert not asked.touch("clear", 20 + ASKS_MS)


def test_whoever_works_something_else_has_thought_better_of_it() -> None:
    asked = Confirmation()
    assert not asked.touch("clear", 0)
    asked.forget_other("clear")
    assert asked.asks(10) == "clear"
    asked.forget_other("square")
    assert asked.asks(20) == ""
    assert not asked.touch("clear", 30)
