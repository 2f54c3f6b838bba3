"""The error log: faults with tracebacks, from any thread, in files that stay small."""

import logging
import threading
from pathlib import Path

import pytest

from machines.storage import error_log
from machines.storage.error_log import early_log
from tests.machines.storage.full_disk import full_disk

pytestmark = pytest.mark.usefixtures("without_log")


def test_nothing_is_written_while_nothing_goes_wrong(tmp_path: Path) -> None:
    error_log.start_log(tmp_path)
    logging.getLogger("x").info("all is well")
    assert list(tmp_path.iterdir()) == []


def test_an_error_is_written_with_its_time_and_place(tmp_path: Path) -> None:
    path = error_log.start_log(tmp_path)
    logging.getLogger("machines.museum.sessions.session_store").error("the disk is full")
    assert path.name == "errors.log"
    assert path.read_text().endswith(
        " ERROR machines.museum.sessions.session_store: the disk is full\n"
    )


def test_what_a_thread_falls_over_is_written_with_its_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = error_log.start_log(tmp_path)

    def fall() -> None:
        raise ZeroDivisionError("a bug")

    thread = threading.Thread(target=fall, name="the falling thread")
    thread.start()
    thread.join()
    text = path.read_text()
    assert "in the falling thread" in text
    assert "Traceback" in text
    assert "ZeroDivisionError: a bug" in text
    assert capsys.readouterr().err.startswith("the falling thread: ZeroDivisionError('a bug')")


def test_the_log_rotates_and_the_oldest_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(error_log, "BYTES", 2_000)
    error_log.start_log(tmp_path)
    for number in range(400):
        logging.getLogger("x").error("number %d", number)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["errors.log", *(f"errors.log.{n}" for n in range(1, error_log.FILES))]
    assert all(path.stat().st_size <= 2_000 for path in tmp_path.iterdir())
    assert "number 399" in (tmp_path / "errors.log").read_text()


def test_started_twice_it_writes_once(tmp_path: Path) -> None:
    error_log.start_log(tmp_path)
    path = error_log.start_log(tmp_path)
    logging.getLogger("x").error("once")
    assert path.read_text().count("once") == 1


def test_a_full_disk_is_not_shouted_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = error_log.start_log(tmp_path)
    with full_disk(0):
        logging.getLogger("x").error("no room")
    assert path.read_text() == ""
    assert capsys.readouterr().err == ""


def test_what_was_said_before_it_is_begun_is_written_to_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with early_log():
        logging.getLogger("machines.kernels.kernel_cache").warning("%s is damaged", "a kernel")
        logging.getLogger("x").info("all is well")
        path = error_log.start_log(tmp_path)
        logging.getLogger("x").error("later")
    assert capsys.readouterr().err == "a kernel is damaged\n"
    first, last = path.read_text().splitlines()
    assert first.endswith(" WARNING machines.kernels.kernel_cache: a kernel is damaged")
    assert last.endswith(" ERROR x: later")


def test_what_is_said_where_no_log_is_begun_goes_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with early_log():
        logging.getLogger("x").warning("once")
    path = error_log.start_log(tmp_path)
    assert capsys.readouterr().err == "once\n"
    assert not path.exists()
