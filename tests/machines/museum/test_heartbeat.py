"""The signs of life: silent as soon as either thread hangs."""

from machines.museum.supervisor import BEAT_S, OPENING_S, WINDOW_S, WORKER_S, Heartbeat


class Heard:
    """What a heart says in a time that is set."""

    def __init__(self) -> None:
        self.now = 100.0
        self.told = self.kept = 0
        self.heart = Heartbeat(self._tell, self._keep, lambda: self.now)

    def _tell(self) -> None:
        self.told += 1

    def _keep(self) -> None:
        self.kept += 1

    def pass_s(self, seconds: float, window: bool = True, worker: bool = True) -> tuple[int, int]:
        """The signs given meanwhile: to the supervisor, in the lock."""
        self.told = self.kept = 0
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            if window:
                self.heart.window()
            if worker:
                self.heart.worker()
        return self.told, self.kept


def test_while_both_go_on_there_is_a_sign_a_second_in_both_places() -> None:
    told, kept = Heard().pass_s(20 * BEAT_S)
    assert 17 <= told <= 21
    assert 17 <= kept <= 21


def test_a_worker_that_hangs_silences_the_window() -> None:
    heard = Heard()
    heard.pass_s(5)
    told, kept = heard.pass_s(WORKER_S + 60, worker=False)
    assert kept == 0
    assert WORKER_S - 10 <= told <= WORKER_S
    assert heard.pass_s(10) > (7, 7)  # it was only slow


def test_a_window_that_hangs_silences_the_worker() -> None:
    heard = Heard()
    heard.pass_s(5)
    told, kept = heard.pass_s(WINDOW_S + 60, window=False)
    assert told == 0
    assert WINDOW_S - 8 <= kept <= WINDOW_S


def test_switching_on_may_take_longer_but_not_for_ever() -> None:
    heard = Heard()
    heard.pass_s(5)
    heard.heart.opening()
    told, _ = heard.pass_s(OPENING_S + 60, worker=False)
    assert OPENING_S - 60 <= told <= OPENING_S
    heard.heart.worker()
    assert heard.pass_s(WORKER_S + 60, worker=False)[0] <= WORKER_S
