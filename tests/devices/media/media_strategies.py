"""Random cards, decks and tapes for the media's and the units' tests."""

from hypothesis import strategies as st

from devices.media.card import COLUMNS, Card
from devices.media.charset import PUNCHES
from devices.media.deck import Deck
from devices.media.tape import Gap, Item, Record, Tape, TapeMark
from devices.media.tape_files import record_card

graphics = st.sampled_from(sorted(PUNCHES))
texts = st.text(graphics, max_size=COLUMNS)
text_cards = st.builds(Card.of_text, texts)


def _card_of_bytes(data: bytes) -> Card:
    """A card of any punches, 12 bits a column; drawn as bytes it costs the least."""
    punches = int.from_bytes(data, "big")
    return Card(tuple(punches >> 12 * column & 0xFFF for column in range(COLUMNS)))


any_cards = st.binary(min_size=3 * COLUMNS // 2, max_size=3 * COLUMNS // 2).map(_card_of_bytes)
names = st.text(max_size=12).filter(str.isprintable)
text_decks = st.builds(Deck, names, st.lists(text_cards, max_size=4).map(tuple))
any_decks = st.builds(Deck, names, st.lists(any_cards, max_size=3).map(tuple))
characters = st.binary(min_size=1, max_size=20).map(lambda data: bytes(b & 0x7F for b in data))
records = st.builds(Record, characters, st.booleans())
items: st.SearchStrategy[Item] = st.one_of(records, st.just(TapeMark()), st.just(Gap()))
tapes = st.builds(Tape, names, st.lists(items, max_size=6).map(tuple))


p7b_items: st.SearchStrategy[Item] = st.one_of(
    st.builds(Record, characters.filter(lambda data: set(data) != {0x0F})), st.just(TapeMark())
)
p7b_tapes = st.builds(
    Tape, names, st.lists(p7b_items, max_size=6).map(lambda made: (*made, TapeMark()))
)


def deck_of_tape(tape: Tape) -> Deck:
    """The cards whose images a tape holds, marks and gaps passed over."""
    return Deck(tape.name, tuple(map(record_card, tape.records())))
