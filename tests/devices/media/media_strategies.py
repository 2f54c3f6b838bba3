"""Random cards, decks and tapes for the media's and the units' tests."""

from hypothesis import strategies as st

from devices.media.bcd_records import record_card
from devices.media.card import COLUMNS, Card
from devices.media.charset import PUNCHES
from devices.media.deck import Deck
from devices.media.tape import Gap, Item, Record, Tape, TapeMark

graphics = st.sampled_from(sorted(PUNCHES))
texts = st.text(graphics, max_size=COLUMNS)
text_cards = st.builds(Card.of_text, texts)
any_cards = st.builds(
    lambda columns: Card(tuple(columns)),
    st.lists(st.integers(0, 0xFFF), min_size=COLUMNS, max_size=COLUMNS),
)
names = st.text(max_size=12).filter(str.isprintable)
text_decks = st.builds(Deck, names, st.lists(text_cards, max_size=4).map(tuple))
any_decks = st.builds(Deck, names, st.lists(any_cards, max_size=3).map(tuple))
characters = st.integers(0, 0x7F)
records = st.builds(Record, st.lists(characters, min_size=1, max_size=20).map(bytes), st.booleans())
items: st.SearchStrategy[Item] = st.one_of(records, st.just(TapeMark()), st.just(Gap()))
tapes = st.builds(Tape, names, st.lists(items, max_size=6).map(tuple))


def _can_be_p7b(item: Item) -> bool:
    return isinstance(item, TapeMark) or (
        isinstance(item, Record) and not item.damaged and set(item.data) != {0x0F}
    )


p7b_tapes = st.builds(
    Tape,
    names,
    st.lists(items.filter(_can_be_p7b), max_size=6).map(lambda made: (*made, TapeMark())),
)


def deck_of_tape(tape: Tape) -> Deck:
    """The cards whose images a tape holds, marks and gaps passed over."""
    return Deck(tape.name, tuple(map(record_card, tape.records())))
