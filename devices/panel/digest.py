"""A panel layout's digest: four bytes that host and firmware must agree on.

The first four of SHA-256 over the layout's canonical text: what lights and what is touched, in the
order of the wire, without where it stands or what is engraved beside it.  Two layouts that differ
only in looks are the same panel to a wire.
"""

from hashlib import sha256

from devices.panel.layout import PanelLayout

DIGEST_BYTES = 4


def canonical_text(layout: PanelLayout) -> str:
    """One line each, all ended by a newline: name, lamps, controls with their kinds::

    ibm704
    lamp storage.S
    control start button
    """
    lines = [
        layout.name,
        *(f"lamp {lamp.id}" for lamp in layout.lamps()),
        *(f"control {control.id} {control.kind}" for control in layout.controls()),
    ]
    return "".join(f"{line}\n" for line in lines)


def layout_digest(layout: PanelLayout) -> bytes:
    """The layout's four bytes."""
    return sha256(canonical_text(layout).encode()).digest()[:DIGEST_BYTES]
