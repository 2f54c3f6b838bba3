"""Conversations with engines in this process."""

import argparse
import functools
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from machines.laboratory.engine.conversation import converse
from machines.laboratory.engine.morph_machine import MorphMachine
from machines.laboratory.engine.play import make_speaker
from machines.laboratory.engine.uci_speaker import UciSpeaker
from machines.morph.learner import Learner


def answers(lines: Iterable[str], player: str = "pieces", **options: object) -> list[str]:
    """What a player answers to these lines, when the input has ended."""
    said: list[str] = []
    converse(make_speaker(asked(player, **options), said.append), [list(lines)])
    return said


@functools.cache
def morph() -> MorphMachine:
    """One that has learned nothing, loaded once."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.database"
        path.write_bytes(Learner().to_bytes())
        return MorphMachine(str(path), "--database")


def morphs_answers(lines: Iterable[str]) -> list[str]:
    """What Morph answers."""
    said: list[str] = []
    converse(UciSpeaker(said.append, morph, "Morph", 1, "shipped"), [list(lines)])
    return said


def asked(player: str, **options: object) -> argparse.Namespace:
    """The options of the command line."""
    usual = {"name": None, "ply": None, "ms": None, "seed": 1, "database": None}
    return argparse.Namespace(player=player, **{**usual, **options})


class Dialogue:
    """A conversation whose next line depends on the answers: ``hear`` takes them to a word."""

    def __init__(self) -> None:
        self.said: SimpleQueue[str] = SimpleQueue()
        self._lines: SimpleQueue[str | None] = SimpleQueue()

    def tell(self, *lines: str) -> None:
        """Say lines to the engine."""
        for line in lines:
            self._lines.put(line)

    def end(self) -> None:
        """The input has ended."""
        self._lines.put(None)

    def pieces(self) -> Iterator[list[str]]:
        """Lines as they are said, each alone."""
        while (line := self._lines.get()) is not None:
            yield [line]

    def hear(self, word: str) -> list[str]:
        """Answers up to the first that begins with a word."""
        heard: list[str] = []
        while not heard or not heard[-1].startswith(word):
            heard.append(self.said.get(timeout=60))
        return heard


@contextmanager
def dialogue(player: str, **options: object) -> Iterator[Dialogue]:
    """A conversation with a player, ended at the end."""
    one = Dialogue()
    speaker = make_speaker(asked(player, **options), one.said.put)
    thread = threading.Thread(target=converse, args=(speaker, one.pieces()), daemon=True)
    thread.start()
    yield one
    one.tell("quit")
    one.end()
    thread.join(60)
    assert not thread.is_alive()
