"""The host and a panel joined without a line: resets, a pulled cable."""

from devices.link.session import Refused, SwitchMoved
from tests.devices.link.link_ends import LAMPS, Ends, levels


def test_a_reset_whose_hello_was_lost_is_found_out() -> None:
    ends = Ends()
    ends.panel.press(5)
    ends.host.show(levels((0, 15)))
    ends.run(300_000)
    ends.panel.reset()
    ends.panel.transmit(ends.now_us)
    ends.host.show(levels((0, 14)))
    assert ends.run(50_000) == []
    assert ends.panel.lamps[0] == 14


def test_a_panel_is_right_within_a_second_of_its_cable_put_back() -> None:
    ends = Ends()
    for k in range(1, 101):
        ends.host.show(levels((k % LAMPS, k % 15 + 1)))
        ends.pull(300_000)
        ends.run(300_000)
        assert ends.panel.lamps.tolist() == ends.host.lamps.newest.tolist()
    assert not [event for event in ends.events if isinstance(event, SwitchMoved | Refused)]
