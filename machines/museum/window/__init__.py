"""The museum's window: floor plan, bar, placards, cards, tours, staff page, input."""
