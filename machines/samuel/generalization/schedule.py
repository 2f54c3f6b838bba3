"""Which terms are stable enough to be saved: the schedule of rote learning beside generalization.

"The program could be arranged to save only the piece-advantage term at the start.  At some stage in
the learning process the next term could be added, perhaps when no change had been made in the
parameter used for this term ... for three complete games. ...  Whenever a change does occur in a
parameter previously assumed to be stable the entire memory tape could be reviewed, all terms
involving the changed parameter and those lower on the list could be expunged, and the program could
drop back" (Samuel 1959, "Procedures involving both forms of learning").

Read so: a term's parameter is its coefficient; the next term is the one with the largest
coefficient that isn't saved yet; each further term takes another three games, counted from when
the one before it was added or a saved one was expunged.  A coefficient that changes within a game
and changes back has changed.  Beyond the paper we let a term wait whose coefficient is 0.
"""

from dataclasses import dataclass, field

from machines.samuel.polynomial import Polynomial, Weight

STABLE_GAMES = 3
"""Complete games without change after which a term is saved."""


@dataclass
class Schedule:
    """What is saved beside piece advantage, and how long each coefficient has stood."""

    saved: list[Weight] = field(default_factory=list)
    """In the order in which they were added; the last is the lowest."""
    standing: dict[str, int] = field(default_factory=dict)
    """By term: complete games for which its coefficient hasn't changed."""
    seen: dict[str, int] = field(default_factory=dict)
    """The coefficients as they were last observed."""
    changed: set[str] = field(default_factory=set)
    """Those that have changed in this game."""
    waited: int = 0
    """Complete games since a term was last added or expunged."""

    def observe(self, polynomial: Polynomial) -> tuple[str, ...]:
        """Look at the polynomial after a play; the terms that must be expunged from the memory."""
        now = {weight.name: weight.coefficient for weight in polynomial.weights}
        self.changed |= {
            name for name in now.keys() | self.seen.keys() if now.get(name) != self.seen.get(name)
        }
        self.seen = now
        for place, weight in enumerate(self.saved):
            if now.get(weight.name) != weight.coefficient:
                gone = tuple(lower.name for lower in self.saved[place:])
                del self.saved[place:]
                self.waited = 0
                return gone
        return ()

    def end_game(self) -> str:
        """Count the game that is over; the term that is saved from now on, if one is."""
        self.standing = {
            name: 0 if name in self.changed else self.standing.get(name, 0) + 1
            for name in self.seen
        }
        self.changed.clear()
        self.waited += 1
        saved = {weight.name for weight in self.saved}
        waiting = [name for name in self.seen if name not in saved]
        following = max(waiting, key=lambda name: abs(self.seen[name]), default="")
        if not following or self.seen[following] == 0:
            return ""
        if min(self.waited, self.standing[following]) < STABLE_GAMES:
            return ""
        self.saved.append(Weight(following, self.seen[following]))
        self.waited = 0
        return following
