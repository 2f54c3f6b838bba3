"""The prompt before Morph's window: it names what is there in the very frame that changes it."""

import pytest

from machines.morph.scene import MorphScene
from tests.machines.random_hand import check_prompt
from tests.machines.solo_museum import WindowVisitor

FRAME_MS = 16
"""Quicker than the guide looks again by itself."""


@pytest.mark.slow
def test_a_successor_that_is_taken_back_while_it_is_looked_at_is_no_longer_named() -> None:
    with WindowVisitor("morph") as visitor:
        visitor.window.enter("morph")
        visitor.settle()
        museum = visitor.museum
        for control in ("square.e2", "square.e4"):
            museum.act("morph", f"workstation.{control}", 1)
        visitor.frames(40, 200)
        museum.act("morph", "workstation.move.11", 1)
        visitor.frames(10)
        step = visitor.window.guidance.step
        assert step is not None
        assert step.controls == ("workstation.move.11",)
        _wait_until_guided(visitor)
        museum.act("morph", "workstation.back", 1)
        assert not museum.refused
        for _ in range(8):
            visitor.frames(1, FRAME_MS)
            check_prompt(visitor.window)
        scene = museum.view("morph").scene
        assert isinstance(scene, MorphScene)
        assert not scene.successors.bars


def _wait_until_guided(visitor: WindowVisitor) -> None:
    """Until the guide has just looked: then its last word stands longest."""
    before = visitor.window.guidance._guided_ms
    while visitor.window.guidance._guided_ms == before:
        visitor.frames(1, FRAME_MS)
