"""What the twin's window says, in the language that is shown."""

from machines.menace.beads import Drawn
from machines.menace.build import OTHER_SIDE, build
from machines.menace.picture.twin_scene import Notice, TwinScene
from machines.menace.picture.words import ORDINALS, WORDS, capital, colour, side_name
from machines.menace.twin import Twin


def play_title(scene: TwinScene) -> str:
    """Which play this is, and who begins it."""
    twin = scene.twin
    is_ended = scene.sheet == "told" and scene.notice is not None and scene.notice.kind == "ended"
    begins = WORDS("twin_begins" if twin.side == "O" else "twin_answers", sign=twin.side)
    return f"{WORDS('twin_play', n=twin.plays + (not is_ended))}   {begins}"


def score(twin: Twin) -> str:
    """What came of the plays so far."""
    return WORDS(
        "twin_score", won=twin.won, drawn=twin.drawn, lost=twin.lost, score=f"{twin.score:+d}"
    )


def stage(twin: Twin, number: int) -> str:
    """Which move a box decides."""
    made = build(twin.cabinet.build)
    order = ORDINALS[made.faces[number - 1].ply // 2]
    return WORDS(f"stage_{order}", side=side_name(twin.side), n=made.stage(number))


def next_step(scene: TwinScene) -> str:
    """What the operator does next."""
    twin = scene.twin
    if scene.sheet == "number":
        return WORDS("twin_which_help")
    if scene.sheet == "count":
        wrong = twin.differences(scene.number, scene.counted)
        return WORDS("twin_box_wrong" if wrong else "twin_box_right", n=scene.number)
    if scene.sheet == "told":
        return WORDS("twin_move_beads")
    if twin.asks == "reload":
        return WORDS("twin_ask_reload")
    if twin.laid is None:
        return WORDS("twin_ask_mark", sign=OTHER_SIDE[twin.side])
    number = twin.laid.number
    if not twin.cabinet.beads[number - 1].any():
        return WORDS("twin_ask_empty", n=number)
    return WORDS("twin_ask_bead", n=number)


def turning(twin: Twin) -> str:
    """How the board is turned to lie as on the label of the box that is next."""
    assert twin.laid is not None
    words = twin.laid.in_words()
    if words == "as it lies":
        return WORDS("twin_lies")
    return WORDS.said(f"The board before its label: {words}.")


def went(twin: Twin, drawn: Drawn) -> str:
    """Where a drawn bead sends MENACE's mark."""
    return WORDS("twin_goes", colour=capital(colour(drawn.colour)), sign=twin.side, n=drawn.square)


def undone(act: str, twin: Twin) -> str:
    """What was taken back; ``twin`` is as it stands since."""
    word, *numbers = act.split()
    if word == "bead" and twin.laid is not None:
        return WORDS("twin_undone_bead", colour=colour(int(numbers[0])), n=twin.laid.number)
    if word == "mark":
        return WORDS("twin_undone_mark", sign=OTHER_SIDE[twin.side], n=numbers[0])
    if word == "count":
        return WORDS("twin_undone_count", colour=colour(int(numbers[1])), n=numbers[0])
    return WORDS("twin_undone")


def notice_title(notice: Notice) -> str:
    """What has happened to the play."""
    if notice.kind in ("stopped", "unstopped"):
        return WORDS("twin_stopped" if notice.kind == "stopped" else "twin_undone_title")
    assert notice.ended is not None
    if notice.kind == "unended":
        return WORDS("twin_undone_title")
    outcome = WORDS(f"twin_{notice.ended.settlement.outcome}")
    how = notice.ended.how
    return f"{WORDS(f'twin_by_{how}')} {outcome}" if how in ("empty", "decided") else outcome


_KEYS = {
    (True, False): ("twin_back_only", "twin_back_more"),
    (True, True): ("twin_cup_only", "twin_cup_more"),
    (False, False): ("twin_out_only", "twin_out_more"),
    (False, True): ("twin_uncup_only", "twin_uncup_more"),
}
"""By whether it is done or undone, and whether the bead is lost: the bead alone, and others too."""


def notice_rows(notice: Notice) -> list[tuple[int, int, str]]:
    """Boxes, colours, and what is done with their beads."""
    is_done = notice.kind in ("ended", "stopped")
    gains = [(one.number, one.colour, 0) for one in notice.drawn]
    if notice.ended is not None:
        gains = [one for one in notice.ended.settlement.gains if one[0] != notice.own or one[2]]
    return [
        (number, bead, _own_words(bead, gain))
        if number == notice.own
        else (number, bead, _bead_words(bead, gain, is_done))
        for number, bead, gain in gains
    ]


def _own_words(bead: int, gain: int) -> str:
    """What is undone at the box whose bead is not drawn any more: it lies in the box, then."""
    key = "twin_own_out" if gain > 0 else "twin_own_back"
    return WORDS(key, colour=capital(colour(bead)), n=abs(gain))


def _bead_words(bead: int, gain: int, is_done: bool) -> str:
    """What is done with a bead that lies on the mat, and those that its box gains or loses."""
    is_lost = gain <= -1
    alone, others = _KEYS[is_done, is_lost]
    more = -gain - 1 if is_lost else gain
    name = capital(colour(bead))
    return WORDS(others, colour=name, n=more) if more else WORDS(alone, colour=name)


def difference(more: int) -> str:
    """Of beads that were counted: right, too many, too few."""
    if not more:
        return WORDS("twin_right")
    return WORDS("twin_many" if more > 0 else "twin_few", n=abs(more))
