"""Kernels are brought in while rooms run without them: what comes first, what is waited for."""

import functools
import os
import sys
import threading
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from devices.child_process import ChildPool
from machines.kernels.kernel import Kernel, inner_kernel, kernel, patiently
from machines.storage import kernel_loader
from machines.storage.kernel_loader import KernelLoader, all_kernels, kernels_reached
from tests.waiting import until

NAME = "machines.of_a_test"


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A room's module with three kernels that nobody has called yet."""
    made = ModuleType(NAME)

    @inner_kernel("int64(int64)")
    def one_more(number: int) -> int:
        return number + 1

    @kernel("int64(int64)")
    def same(number: int) -> int:
        return number

    @kernel("int64(int64)")
    def twice(number: int) -> int:
        return number + number

    @kernel("float64(float64)", fastmath=True)
    def summed(number: float) -> float:
        return number + 0.5

    kernels: tuple[Any, ...] = (one_more, same, twice, summed)
    for value in kernels:
        value.py_func.__module__ = NAME
        setattr(made, value.__name__, value)
    monkeypatch.setitem(sys.modules, NAME, made)
    return made


class Child:
    """In the child's place: answers what it is asked when it may."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.may = threading.Event()
        monkeypatch.setattr(Kernel, "load", lambda of: of.is_ready)
        monkeypatch.setattr(KernelLoader, "_ask_child", lambda of, name: self.compile(name))

    def compile(self, name: str) -> None:
        self.asked.append(name.rpartition(".")[2])
        assert self.may.wait(20)


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> Child:
    return Child(monkeypatch)


@pytest.fixture
def loader(room: ModuleType) -> Iterator[KernelLoader]:
    made = KernelLoader((NAME,))
    made.open()
    yield made
    made.stop()


def test_what_was_called_is_compiled_first_and_nobody_waits_for_it(
    room: ModuleType, loader: KernelLoader, child: Child
) -> None:
    assert room.twice(4) == 8 and not room.twice.is_ready
    loader.start()
    until(lambda: child.asked == ["twice"])
    progress = loader.progress(NAME)
    assert progress is not None
    assert (progress.done, progress.total, progress.what) == (0, 3, f"{NAME}.twice")
    assert not loader.is_waited_for
    child.may.set()
    until(lambda: loader.progress(NAME) is None)
    assert child.asked == ["twice", "same", "summed"]
    assert room.twice.is_ready and room.twice(5) == 10


def test_who_must_have_it_compiled_waits_and_it_is_told(
    room: ModuleType, loader: KernelLoader, child: Child
) -> None:
    found: list[float] = []

    def resume() -> None:
        with patiently():
            found.append(room.same(3))
        found.append(room.summed(1.0))  # plain Python would sum in another order

    thread = threading.Thread(target=resume, daemon=True)
    thread.start()
    until(lambda: loader.is_waited_for)
    assert found == []
    loader.start()
    child.may.set()
    thread.join(20)
    assert found == [3, 1.5]


def test_who_would_take_minutes_as_plain_python_waits(
    room: ModuleType, loader: KernelLoader, child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_loader, "PLAIN_S", -1.0)
    assert room.same(3) == 3 and not room.same.is_ready  # the window's thread never waits
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(room.same(4)), daemon=True)
    thread.start()
    until(lambda: loader.is_waited_for)
    loader.start()
    child.may.set()
    thread.join(20)
    assert found == [4] and room.same.is_ready


def test_a_museum_that_closes_lets_nobody_wait(
    room: ModuleType, loader: KernelLoader, child: Child
) -> None:
    found: list[float] = []
    thread = threading.Thread(target=lambda: found.append(room.summed(1.0)), daemon=True)
    thread.start()
    until(lambda: loader.is_waited_for)
    loader.stop()
    child.may.set()
    thread.join(20)
    assert found == [1.5] and loader.progress(NAME) is None


@pytest.mark.parametrize(
    ("work", "why"),
    [("_compile", f"KeyError('{NAME}.same')"), ("_all_names", "BrokenProcessPool(")],
)
def test_a_child_that_fails_is_told_of_and_compiling_is_done_here(
    room: ModuleType,
    loader: KernelLoader,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    work: str,
    why: str,
) -> None:
    """One that knows no such kernel, and one that is killed."""
    if work == "_all_names":
        monkeypatch.setattr(kernel_loader, work, functools.partial(os._exit, 3))
    monkeypatch.setattr(Kernel, "load", lambda of: of.is_ready)
    loader.start()
    until(lambda: loader.progress(NAME) is None)
    (said,) = caplog.messages
    assert said.startswith(f"the kernels could not be compiled ahead: {why}")


def test_a_room_reaches_the_kernels_that_its_machine_may_call(room: ModuleType) -> None:
    assert {one.py_func.__name__ for one in kernels_reached(NAME)} == {"same", "twice", "summed"}
    assert kernels_reached("machines.not_imported") == []


@pytest.mark.slow
def test_the_child_compiles_what_it_is_asked_for() -> None:
    name = "machines.games.draughts.kernels.list_moves"
    with ChildPool(1, kernel_loader._let_others_go_first) as child:
        names = set(child.submit(kernel_loader._all_names).result())
        child.submit(kernel_loader._compile, name).result()
    ours = {one.name for one in all_kernels() if one.name.startswith("machines.")}
    assert name in names and names == {one for one in ours if NAME not in one}
