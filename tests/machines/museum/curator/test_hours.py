"""Opening hours: by weekday, over midnight, several a day."""

from datetime import datetime, timedelta

import pytest

from machines.museum.curator.settings import is_open, read_hours

MONDAY = datetime(2026, 11, 23)
ALL, NONE = read_hours("open"), read_hours("closed")


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return MONDAY + timedelta(days=day, hours=hour, minutes=minute)


def test_it_opens_and_closes_on_the_minute() -> None:
    week = [read_hours("10:00-17:30"), *[NONE] * 6]
    assert [is_open(week, at(0, *one)) for one in ((9, 59), (10, 0), (17, 29), (17, 30))] == [
        False, True, True, False,
    ]  # fmt: skip
    assert not is_open(week, at(1, 12))


def test_a_pause_at_noon_closes_it() -> None:
    week = [read_hours("09:00-12:30, 14:00-17:00")] * 7
    assert [is_open(week, at(3, hour)) for hour in (8, 9, 13, 14, 17)] == [
        False, True, False, True, False,
    ]  # fmt: skip


def test_hours_may_go_on_beyond_midnight_and_over_the_week() -> None:
    week = [*[NONE] * 6, read_hours("18:00-02:00")]
    assert is_open(week, at(6, 23)) and is_open(week, at(7, 1, 59))
    assert not is_open(week, at(7, 2)) and not is_open(week, at(6, 1))


def test_open_is_all_day_and_closed_is_never() -> None:
    for hour in range(24):
        assert is_open([ALL] * 7, at(2, hour, 59))
        assert not is_open([NONE] * 7, at(2, hour))


@pytest.mark.parametrize(
    "text", ["", "9-5", "10:00", "10:00-10:00", "25:00-26:00", "10:60-11:00", "24:00-02:00", ","]
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_hours(text)
