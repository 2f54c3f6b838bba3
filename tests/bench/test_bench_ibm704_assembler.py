"""How fast the 704's assembler takes the 2,000 cards in SHARE's style: cards a second of one core.

Off by default; ``pytest --benchmark-only -s tests/bench`` runs it.  Nothing here fails for time.
"""

from typing import Any

from machines.ibm704.assembler import assemble, deck_of
from tests.machines.ibm704.assembler.share_source import LIBRARY, share_source


def test_cards_a_second(benchmark: Any) -> None:
    """Both passes, the listing, and the deck."""
    cards = share_source()

    def measure() -> int:
        return len(deck_of(assemble(cards, "share.sap", LIBRARY)).cards)

    assert benchmark.pedantic(measure, rounds=5) > 100
    print(f"\n{len(cards) / benchmark.stats['median']:,.0f} cards a second")
