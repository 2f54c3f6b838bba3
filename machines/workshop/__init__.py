"""For makers: decks, tapes and 704 programs without a window, printing, bundle, desktop."""
