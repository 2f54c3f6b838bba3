"""What is written on the visitor's sheet and on the slip, by what is seen."""

from devices.screen.parts.odds_chart import OddsState
from devices.screen.words import Words
from machines.pegasus.picture.guide import winner
from machines.pegasus.play_quality import compare
from machines.pegasus.view import PegasusScene
from machines.pegasus.visitor import VisitorPlay, Weighed

Row = tuple[str, float, bool]
"""One move of a slip in words, its chance, and whether it was chosen."""

WORDS = Words("pegasus")
PLAYS = ("learn", "random", "distinct", "expert", "frozen", "visitor")


def kind(square: int) -> str:
    """What sort of square it is."""
    return WORDS("centre" if square == 0 else "corner" if square % 2 else "edge")


def players(scene: PegasusScene) -> tuple[str, ...]:
    """Who plays, a line each."""
    sides = (("O", scene.nought), ("X", scene.cross))
    names = ((sign, name if name in PLAYS else "half") for sign, name in sides)
    return tuple(f"{sign}  {WORDS(f'plays_{name}')}" for sign, name in names)


def said(scene: PegasusScene) -> str:
    """Whose move it is, or how the play ended; and why the program moved where it did."""
    play = scene.visitor
    if play is None:
        return WORDS("press_run")
    if play.over:
        return WORDS.after(winner(play))
    if not scene.asks:
        return WORDS("it_chooses" if scene.running else "press_run_goes_on")
    turn = WORDS("your_move", sign=play.board.to_move)
    return f"{turn} {why(play.weighed)}" if play.weighed else turn


def why(weighed: Weighed) -> str:
    """Why the program chose that square, in words."""
    square, chance = weighed.choices[weighed.chosen]
    others = [other for k, (_, other) in enumerate(weighed.choices) if k != weighed.chosen]
    if not others:
        return WORDS("why_only", n=square)
    if max(others) > 1.001 * chance:
        return WORDS("why_luck", n=square)
    if min(others) > 0.999 * chance:
        return WORDS("why_equal", n=square)
    return WORDS("why_favourite", n=square)


def odds(scene: PegasusScene) -> tuple[str, tuple[Row, ...]]:
    """The slip's title and rows: the first moves; in a play with a visitor what the program chose
    from, and after it what its first move was worth before and now."""
    play = scene.visitor if scene.seats else None
    if play is not None and play.over and play.first_moves:
        return _learned(play)
    title, choices, chosen = WORDS("noughts_first_move"), scene.opening, -1
    if play is not None and play.weighed is not None:
        title = WORDS("cross_chose" if len(play.weighed.squares) % 2 else "nought_chose")
        choices, chosen = play.weighed.choices, play.weighed.chosen
    rows = (
        (f"{square}  {kind(square)}", chance, k == chosen)
        for k, (square, chance) in enumerate(choices)
    )
    return title, tuple(rows)


PLAYS_COMPARED = 1_000


def compared(scene: PegasusScene) -> OddsState:
    """Before and after, of the side that learns or, if both do, of each against chance alone."""
    learners = [sign for sign, name in (("O", scene.nought), ("X", scene.cross)) if name == "learn"]
    rows = []
    for sign in learners or ("O",):
        found = () if scene.learned is None else compare(scene.learned, sign)
        for chances in found[: 1 if len(learners) == 2 else None]:
            against = WORDS("against_" + chances.opponent, side=sign)
            rows.append((WORDS("row_before", move=against), *chances.before))
            rows.append((WORDS("row_now", move=against), *chances.after))
    legend = WORDS("won"), WORDS("drawn"), WORDS("lost")
    return OddsState(WORDS("compare_title"), tuple(rows), "", legend, PLAYS_COMPARED)


def _learned(play: VisitorPlay) -> tuple[str, tuple[Row, ...]]:
    rows = []
    for move in play.first_moves:
        named = f"{move.side}  {move.square}  {kind(move.square)}"
        rows.append((WORDS("row_before", move=named), move.before, False))
        rows.append((WORDS("row_now", move=named), move.after, True))
    return WORDS("the_first_move"), tuple(rows)
