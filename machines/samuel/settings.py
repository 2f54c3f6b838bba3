"""The ply rule: break points and switches of the look-ahead, each one word of storage; and the
kernel that obeys them (:func:`verdict`).

"All break points are determined by single data words which can be changed at any time by manual
intervention" (Samuel 1959, "Ply limitations").  The table :data:`SETTINGS` gives each word's name
on BREAK cards and in the listing, its address, its limits and its meaning.

When a branch stops (items 10 and 11 of docs/sources/samuel.md).  *Ply* is the number of moves from
the starting board to the board in question (see NULLS); *level* is its frame's number, in which
null replies always count; PIECES and DEEPER may put MIN, QUIET, JUMP and AHEAD off.  A board has a
*pending jump* if the side to move has a jump, or if it stands in the midst of a multiple jump: its
only move is the null reply.  For a board other than the starting board, asked in this order:

1. The side to move has no move at all: it has lost (whatever the ply), and nothing is evaluated.
2. The board is reached from the starting board by nothing but an unfinished multiple jump of the
   side to move there: go on.
3. level >= LAST: stop; if a jump is pending, the piece advantage is adjusted by PENDING.
4. ply < MIN: go on.
5. ply < QUIET: stop if (1) no jump is pending, (2) the last move was not a jump and (3) no exchange
   offer is possible; else go on.
6. ply < JUMP: stop if (1) and (3); else go on.
7. no jump is pending: stop.
8. ply >= AHEAD and the material of the two sides (man 2, king 3) differs by more than MARGIN: stop.
9. Go on.

"The last move" at the end of a multiple jump is its last single jump.  The starting board never
stops.  Any values are obeyed in this order, whether or not the break points ascend.

*An exchange offer is possible* (asked only when no jump is pending) if the side to move has a plain
move after which the other side has at least one jump, and every jump that it then has can be
answered by jumping the very piece that has just jumped.  Of a multiple jump only the first single
jump is looked at, and the answer is looked for on the board as it stands after that single jump.
"""

from dataclasses import dataclass, field

from devices.annotations import check_within
from devices.refusal import RefusedError
from machines.exhibit.snapshot import LATER
from machines.kernels.kernel import inner_kernel
from machines.samuel import phases
from machines.samuel.parameters import exchanges, material
from machines.samuel.search_frames import (
    AFTER_JUMP,
    BA,
    BP,
    EMPTY,
    FA,
    FLAGS,
    FP,
    LB,
    LF,
    NULL_REPLY,
    PLY,
    RB,
    RF,
    ROOT_CHAIN,
    Words,
)

# The settings' addresses.
MIN, QUIET, JUMP, AHEAD, LAST, MARGIN = 0o200, 0o201, 0o202, 0o203, 0o204, 0o205
NULLS, ALPHABETA, GIVEAWAY, PIECES, DEEPER, PENDING = 0o206, 0o207, 0o210, 0o211, 0o212, 0o213

MINIMAX, BOUNDED, KILLING = range(3)
"""What ALPHABETA holds: no bounds; alpha-beta; alpha-beta that tries killer moves first."""


@dataclass(frozen=True)
class Setting:
    """One word: what it is called, where it stands, what it may be."""

    name: str  # On BREAK cards and in the listing
    field: str  # Its field of :class:`ProgramSettings`
    address: int
    lowest: int
    highest: int
    meaning: str


SETTINGS = (
    Setting("MIN", "minimum", MIN, 0, 60, "ply below which a branch never stops"),
    Setting("QUIET", "quiet", QUIET, 0, 60, "ply from which the last move may be a jump"),
    Setting("JUMP", "jump", JUMP, 0, 60, "ply from which only a pending jump goes on"),
    Setting("AHEAD", "ahead", AHEAD, 0, 60, "ply from which it must also be near even"),
    Setting("LAST", "last", LAST, 1, 60, "level at which the room for boards ends"),
    Setting("MARGIN", "margin", MARGIN, 0, 72, "units that count as near even for AHEAD"),
    Setting("NULLS", "null_replies", NULLS, 0, 1, "1: null replies count as plies"),
    Setting("CUTOFF", "alpha_beta", ALPHABETA, 0, 2, "1: alpha-beta; 2: and killers first"),
    Setting("GIVE", "give_away", GIVEAWAY, 0, 1, "1: give-away checkers"),
    Setting("PIECES", "few_pieces", PIECES, 0, 25, "pieces below which it looks deeper"),
    Setting("DEEPER", "deeper", DEEPER, 0, 20, "plies added then to MIN QUIET JUMP AHEAD"),
    Setting("PENDING", "pending", PENDING, 0, 1023, "piece advantage of a pending jump"),
)
MOST_MOVED = 2_000
"""Beyond its limit a break point may have been moved: :meth:`ProgramSettings.move_break_points`."""
MOST_BACK_UP_US = 1_000_000
BY_NAME = {setting.name: setting for setting in SETTINGS}
BY_ADDRESS = {setting.address: setting for setting in SETTINGS}
FIRST_ADDRESS, LAST_ADDRESS = 0o200, 0o277


@dataclass
class ProgramSettings:
    """The values, by the defaults of the paper where it has any."""

    minimum: int = 3
    """MIN: "for the opening game and without learning usually set at three moves"."""
    quiet: int = 4
    """QUIET."""
    jump: int = 5
    """JUMP."""
    ahead: int = 11
    """AHEAD."""
    last: int = 20
    """LAST: the 704's memory was exhausted there.  Unlike the other break points it counts
    boards (levels), null replies among them, whatever NULLS says."""
    margin: int = 6
    """MARGIN: two kings; "more than" is meant strictly."""
    null_replies: int = 1
    """NULLS, item 5: a multiple jump is single jumps by turns with null replies of the other side.
    1: each of them is a ply (a double jump is three).  0: the whole multiple jump is one ply, that
    of its first jump, and scores are not decreased in backing up over the rest.  The paper doesn't
    say; a memory that is full after 20 of them suggests 1."""
    alpha_beta: int = 0
    """CUTOFF: the program of 1959 had no alpha-beta; the move and its score are the same.  2 tries
    those moves first that cut a branch off last, which saves more the deeper it looks."""
    give_away: int = 0
    """GIVE, item 8: the sign of the piece advantage (with its adjustment) is reversed, and the side
    that can't move has won."""
    few_pieces: int = 8
    """PIECES, item 11: when fewer pieces than this stand on the starting board, MIN, QUIET, JUMP
    and AHEAD are each higher by DEEPER.  Number and amount are ours (the paper: "an arbitrary
    number"): with 8 and 1 half of all moves of self-play take 15 s of a 704 at most.  The mean of
    forty games is 52 s (21 to 82): a board of seven kings can take an hour."""
    deeper: int = 1
    """DEEPER: see PIECES."""
    pending: int = 160
    """PENDING: added at LAST to the piece advantage of the side whose jump is pending (the side to
    move; at a null reply the other side).  The paper doesn't say how much; 160 is one man more on
    a board of 24 (2 units times 128 - 48)."""
    back_up_us: int | None = field(default=phases.BACK_UP_US, metadata=LATER)
    """No word of storage: how long a 704 takes to back a score up, the only time of a look-ahead
    that is ours.  None: as in what was kept before 704 code was there to be timed."""

    def backing_up(self) -> int:
        """How long a score is backed up, us."""
        return phases.EARLIER_BACK_UP_US if self.back_up_us is None else self.back_up_us

    def check_state(self) -> None:
        """See :mod:`machines.exhibit.snapshot`."""
        for setting in SETTINGS:
            check_within(
                setting.lowest, MOST_MOVED, **{setting.field: getattr(self, setting.field)}
            )
        check_within(1, MOST_BACK_UP_US, back_up_us=self.backing_up())
        if self.last > BY_NAME["LAST"].highest or self.alpha_beta > KILLING:
            raise ValueError("LAST or CUTOFF is beyond its limit")

    def named(self, name: str, value: int, where: str = "") -> None:
        """Set the word that BREAK cards call ``name``.  Raises RefusedError, nothing changed."""
        setting = BY_NAME.get(name)
        if setting is None:
            raise RefusedError(
                where, f"unknown break point {name}; expected one of {', '.join(BY_NAME)}"
            )
        self._put(setting, value, where)

    def move_break_points(self, plies: int) -> None:
        """Have MIN, QUIET, JUMP and AHEAD come so many plies later."""
        self.minimum += plies
        self.quiet += plies
        self.jump += plies
        self.ahead += plies

    def read_word(self, address: int) -> int:
        """The word at ``address`` (0200..0277, octal); 0 where there is no setting."""
        setting = BY_ADDRESS.get(address)
        return 0 if setting is None else int(getattr(self, setting.field))

    def set_word(self, address: int, word: int) -> None:
        """Put ``word`` (36 bits) at ``address``.  Raises RefusedError, nothing changed."""
        setting = BY_ADDRESS.get(address)
        if setting is None:
            last = SETTINGS[-1].address
            raise RefusedError(
                f"storage {address:05o}",
                f"no setting stands there; expected {FIRST_ADDRESS:05o} to {last:05o}",
            )
        self._put(setting, word, f"storage {address:05o}")

    def as_words(self) -> tuple[tuple[int, int], ...]:
        """Address and word of each setting, in the order of the addresses."""
        return tuple((s.address, int(getattr(self, s.field))) for s in SETTINGS)

    def _put(self, setting: Setting, value: int, where: str) -> None:
        if not setting.lowest <= value <= setting.highest:
            raise RefusedError(
                where,
                f"{setting.name} {value}; expected {setting.lowest} to {setting.highest}"
                f" ({setting.meaning})",
            )
        setattr(self, setting.field, value)


# -- the rule as kernels ---------------------------------------------------------------------------

LOST, STOP, GO_ON = range(3)

FIRST_OFFER = 1
"""One is enough to go on."""


@inner_kernel("int64(int64,int64,int64,int64,int64)")
def exchange_is_possible(fa: int, ba: int, fp: int, bp: int, empty: int) -> int:
    """Whether the active side, which has no jump, can offer an exchange: 1 or 0."""
    return 1 if exchanges(fa, ba, fp, bp, empty, FIRST_OFFER) else 0


@inner_kernel("int64(int64[:,::1],int64[::1],int64,int64)")
def verdict(frames: Words, words: Words, depth: int, root_pieces: int) -> int:
    """LOST, STOP or GO_ON for the board at ``depth``, whose moves have been found.

    Item 10's table; the starting board and its own multiple jumps always go on.
    """
    flags = frames[depth, FLAGS]
    pending = flags < 0
    flags = abs(flags)
    if flags & NULL_REPLY:
        pending = True
    elif not frames[depth, RF] | frames[depth, LF] | frames[depth, LB] | frames[depth, RB]:
        return LOST
    if flags & ROOT_CHAIN:
        return GO_ON
    if depth >= words[LAST]:
        return STOP
    ply = frames[depth, PLY]
    if root_pieces < words[PIECES]:
        ply -= words[DEEPER]
    if ply < words[MIN]:
        return GO_ON
    fa, ba, fp, bp = frames[depth, FA], frames[depth, BA], frames[depth, FP], frames[depth, BP]
    if ply < words[QUIET] or ply < words[JUMP]:
        if pending or (ply < words[QUIET] and flags & AFTER_JUMP):
            return GO_ON
        return GO_ON if exchange_is_possible(fa, ba, fp, bp, frames[depth, EMPTY]) else STOP
    if not pending:
        return STOP
    ahead = abs(material(fa, ba) - material(fp, bp)) > words[MARGIN]
    return STOP if ply >= words[AHEAD] and ahead else GO_ON
