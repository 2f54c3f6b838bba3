"""The far end of the serial line: a real panel's firmware and what stands in for it.

``panel`` behaves as the firmware does and does no I/O; ``line`` puts it on a pseudo-terminal at the
speed of a real line, with the ``faults`` that real lines and boards have.
"""
