"""What is awaited of a cluster whose scheduler has died; a real one is in test_anaconda_command."""

from concurrent.futures import CancelledError, Executor, Future
from typing import Any

import pytest

from machines.app.study import cluster
from machines.app.study.cluster import CLOSED, _Sent


class Mute(Executor):
    """Takes everything and never answers, as a scheduler that dies in the middle of an answer."""

    def __init__(self) -> None:
        self.sent: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.sent.append(Future())
        return self.sent[-1]


class Client:
    """Dask's, as far as it is looked at."""

    status = "running"

    def __init__(self) -> None:
        self.executor = Mute()

    def get_executor(self, pure: bool) -> Executor:
        assert not pure
        return self.executor


def test_what_a_dead_scheduler_owes_is_cancelled_and_a_late_answer_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "LOOK_S", 0.01)
    client = Client()
    sent = _Sent(client)
    awaited = sent.submit(len, ())
    with pytest.raises(TimeoutError):
        awaited.result(0.1)
    client.status = CLOSED
    with pytest.raises(CancelledError):
        awaited.result(30)
    client.executor.sent[0].set_result(b"late")
    assert awaited.cancelled()
    sent.shutdown()
