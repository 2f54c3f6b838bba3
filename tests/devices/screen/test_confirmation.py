"""What wipes something asks: the second touch of the same control does it, if it comes soon."""

from devices.screen.guide import ASKS_MS, Confirmation


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
