"""The boxes meet other machines: the guide says whom they play and how that ends."""

import pytest

from machines.games.noughts.players import LEARNED
from machines.menace.scene import OPPONENTS
from tests.machines.visitor import Visitor


def test_a_kept_session_finds_its_opponents_by_their_places() -> None:
    assert OPPONENTS[:6] == ("visitor", "random", "distinct", "perfect", "1961", "menace")


@pytest.mark.parametrize("name", LEARNED)
def test_a_meeting_begins_by_its_acts_and_the_guide_says_how_it_ends(name: str) -> None:
    visitor = Visitor("menace")
    for act in visitor.room.meetings(visitor.context())[f"meet_{name}"].acts:
        visitor.send(act)
    visitor.wait(20_000, 20)
    step = visitor.step()
    assert (step.prompt, step.controls, step.watch) == ("meets", ("table.run",), True)
    assert step.words == {"who": f"who_{name}"}
    assert visitor.exhibit.view().plays > 0
    for act in step.acts:
        visitor.send(act)
    visitor.wait(60_000, 60)
    assert visitor.step().prompt in ("over", "new")
