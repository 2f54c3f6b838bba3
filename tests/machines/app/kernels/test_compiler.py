"""The child that compiles kernels ahead: what it says is not lost."""

import sys
import threading

import pytest

from machines.app.kernels import compiler
from machines.kernel_cache import kernels_of


def test_what_the_child_says_beside_its_progress_is_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    modules = ("machines.draughts.kernels",)
    says = "print('1/1 machines.draughts.kernels'); print('a kernel is damaged')"
    monkeypatch.setattr(compiler, "AGAIN", (sys.executable, "-c", says))
    monkeypatch.setattr(compiler, "uncompiled", lambda: kernels_of(*modules))
    done = threading.Event()
    compiler.KernelCompiler({"samuel": modules}, lambda name: done.set()).start()
    assert done.wait(20.0)
    assert [record.getMessage() for record in caplog.records] == [
        "while kernels were compiled: a kernel is damaged"
    ]
