"""What a visitor of the 704's room can do next, by what is seen (devices.screen.guide).

The deck that PLAY puts into the hopper is TEACH ALPHA: the visitor plays Black, Alpha learns.
"""

from dataclasses import replace
from math import ceil

from devices.duration import Speed
from devices.panel.view import View
from devices.screen.guide import (
    PLAY,
    Medium,
    NextStep,
    StepAct,
    Try,
    in_turn,
    press,
    put,
    second_deck,
    tray_label,
)
from devices.screen.parts.changes_sheet import Change, ChangesState
from devices.screen.parts.coefficients import height
from devices.screen.room import AfterGame, DrawContext
from devices.screen.words import shown
from machines.games.draughts.scene import (
    BetterReel,
    BoardScene,
    Expectation,
    GameSummary,
    Sample,
    TermChange,
)
from machines.ibm704.picture import program_guide
from machines.ibm704.picture.board_panel import winner
from machines.ibm704.picture.program_guide import (
    DECK,
    FEED,
    FIRST_RESET,
    HOPPER,
    LEVER,
    LOAD,
    SELECTOR,
    START,
    START_READER,
    TAKE_OUT,
    free_reader,
    lift_switches,
)
from machines.ibm704.picture.wall_charts import WORDS, contest_deck, teach_deck
from machines.ibm704.scene import ProgramScene

SWITCH_LEARNS = "console.sense.4"
POWER = ("console.power_on", "console.dc_on")
LOAD_TAPE = "console.load_tape"
HOPPER_EMPTY = "hopper_empty"
"""The prompt where LOAD CARDS finds no cards, and would drop a deck that START is to begin."""
CHOICES = ("piece", "must_jump", "deck_waits", "deck_ready")
"""Prompts at which a visitor is about to choose a piece."""


def tries(context: DrawContext) -> dict[str, Try]:
    """The cards of the placard; what must come before the deck depends on how all stands."""
    view = context.view
    first = _made_ready(view)
    return {
        "people": _deck(first, Medium(DECK), "x10"),
        "learned": _deck(first, Medium("LEARNED"), "x10"),
        "watch": _deck(first, Medium("LEARN SECOND"), "x100"),
        "program": program_guide.play_in_704(view, _made_ready(view, 1)),
    }


def _deck(first: tuple[tuple[StepAct, ...], ...], deck: str | Medium, speed: Speed) -> Try:
    """Another deck in the place of what lies in the hopper, read and started."""
    steps = (
        *first,
        put(TAKE_OUT, 1),
        put(HOPPER, deck),
        press(START_READER),
        press(LOAD),
    )
    return Try(in_turn(*steps), speed, play=True)


def _made_ready(view: View, place: int = 0) -> tuple[tuple[StepAct, ...], ...]:
    """The machine switched on, its selector at ``place`` (0 the checkers engine), at AUTOMATIC; the
    reader free."""
    reader = view.units["reader"]
    off = _switched_off(view)
    steps = [] if off is None else [off.acts]
    if isinstance(view.scene, ProgramScene) != bool(place):
        steps += [put(LEVER, 0), put(SELECTOR, place)]
    steps.append(put(LEVER, 1))
    steps += lift_switches(view)
    return (*steps, *free_reader(reader))


def next_step(view: View, chosen: tuple[int, ...]) -> NextStep:
    """The next step; ``chosen`` is the square that was tapped for a move."""
    off = _switched_off(view)
    if off is not None:
        return off
    if isinstance(view.scene, ProgramScene):
        return program_guide.next_step(view, view.scene, chosen)
    return _of_checkers(view, view.scene, chosen)


def _switched_off(view: View) -> NextStep | None:
    needs = view.scene.needs
    return NextStep("switch_on", (needs,), press(needs)) if needs in POWER else None


def _of_checkers(view: View, scene: BoardScene, chosen: tuple[int, ...]) -> NextStep:
    better = scene.better_reel
    if better is not None and not scene.needs and not scene.over:
        told = exchange(view, better)
        if told is not None:
            return told
    if not scene.needs and scene.mover and "OPERATOR" not in (scene.black, scene.white):
        own = _deck(_made_ready(view), teach_deck(scene.learned), "authentic").acts
        if scene.contest is not None:
            return NextStep("contest", (PLAY,), own, watch=True, words=_contest_words(scene))
        return NextStep("watch", (PLAY,), own, watch=True)
    if not scene.needs:
        return NextStep("thinks" if scene.trying is not None else "works")
    if scene.needs == "board":
        return program_guide.move_step(view, scene, chosen)
    return _at_machine(view, scene)


def _contest_words(scene: BoardScene) -> dict[str, str]:
    """How TODAY v START stands; nothing where no such match is on."""
    found = scene.contest
    if found is None:
        return {}
    return {"won": str(found.won), "lost": str(found.lost), "drawn": str(found.drawn)}


def contest(view: View) -> tuple[StepAct, ...]:
    """Today's Alpha against Alpha as he began: the deck read; none if they are the same."""
    scene = view.scene
    deck = contest_deck(scene.learned) if isinstance(scene, BoardScene) else ""
    if not deck or _switched_off(view) is not None:
        return ()
    steps = (
        *_made_ready(view),
        put(SWITCH_LEARNS, 0),
        put(TAKE_OUT, 1),
        put(HOPPER, deck),
        press(START_READER),
        press(LOAD),
    )
    return in_turn(*steps)


def drops_deck(view: View) -> bool:
    """Whether LOAD CARDS would drop a deck that START is to begin, for nothing: no cards lie in
    the hopper."""
    scene = view.scene
    reader = view.units["reader"]
    if not isinstance(scene, BoardScene) or not view.controls.get(LEVER, 1):
        return False
    return scene.begins and scene.needs == START and not (reader.hopper or reader.selected)


def explained(step: NextStep, scene: BoardScene, figures: bool) -> NextStep:
    """The step with why the machine has made its move in the prompt's place, where that is known
    and the visitor is about to choose a piece; ``figures``: a slip with them covers the board."""
    expects = scene.expects
    if expects is not None and figures:
        return NextStep("figures", ("board.why",), yours=True)
    if expects is None or step.prompt not in CHOICES or not expects.line:
        return step
    prompt, words = reason(expects)
    return replace(step, prompt=prompt, words={**step.words, **words})


def reason(expects: Expectation) -> tuple[str, dict[str, str]]:
    """The prompt, and its words, that says what the machine expects, and the term that speaks
    loudest for its score, or against it where it is behind."""
    words = {"moves": ", ".join(str(move) for move in expects.line[:2])}
    liked = [term for term in expects.terms if (term[1] > 0) == (expects.score >= 0)]
    best = next(iter(liked or expects.terms), None)
    if best is None:
        return "why_even", words
    return "why_likes" if best[1] > 0 else "why_fears", {**words, "clue": best[0]}


def _at_machine(view: View, scene: BoardScene) -> NextStep:
    """A button, a switch or a unit lets it go on."""
    unit, _, control = scene.needs.partition(".")
    if scene.needs in (HOPPER, LOAD, START_READER, FEED):
        return _cards(view, scene)
    if scene.needs == TAKE_OUT:
        return NextStep("card_refused", (TAKE_OUT,), put(TAKE_OUT, 1), why=True)
    if scene.needs == LEVER:
        return NextStep("lever", (LEVER,), put(LEVER, 1))
    if scene.needs == START:
        if not view.controls.get(LEVER, 1):
            return NextStep("lever", (LEVER,), put(LEVER, 1))
        return program_guide.start_step(view, scene, why=bool(scene.refuses))
    if unit.startswith("tape"):
        return _tape(view, unit, control, scene)
    if scene.needs == LOAD_TAPE:
        return NextStep("load_tape_cards", (LOAD_TAPE,), press(LOAD_TAPE))
    if unit == "punch":
        return program_guide.punch_step(view)
    return NextStep("printer", (scene.needs,), press(scene.needs))


def _cards(view: View, scene: BoardScene) -> NextStep:
    """Cards are wanted: a deck, the reader's START, LOAD CARDS."""
    reader = view.units["reader"]
    stopped = program_guide.reader_stopped(reader)
    if stopped is not None:
        return stopped
    if scene.plays_on:
        if not view.controls.get(LEVER, 1):
            return NextStep("lever", (LEVER,), put(LEVER, 1))
        return NextStep("no_end", (START,), press(START), why=True)
    if not reader.hopper:
        ran_out = scene.out_of_cards and not scene.over
        name = "out_of_cards" if ran_out else "over" if scene.over else "deck"
        words = {"winner": winner(scene), **_contest_words(scene)}
        acts = in_turn(*lift_switches(view), put(HOPPER, teach_deck(scene.learned)), gap_ms=200)
        name = name if scene.contest is None else "contest_over"
        return NextStep(name, (PLAY,), acts, why=ran_out, words=words)
    if not reader.ready:
        step = NextStep("start_reader", (START_READER,), press(START_READER))
        return second_deck(step, reader)
    if not view.controls.get(LEVER, 1):
        return NextStep("lever", (LEVER,), put(LEVER, 1))
    return second_deck(NextStep("load_cards", (LOAD,), press(LOAD)), reader)


def _tape(view: View, unit: str, control: str, scene: BoardScene) -> NextStep:
    """A tape is to be mounted, loaded, started, taken off, or to be given its ring."""
    better = scene.better_reel
    told = exchange(view, better) if better is not None else None
    if told is not None:
        return told
    tape = view.units[unit]
    number = unit.removeprefix("tape")
    words = {"unit": number, "number": number}

    turned = tape.dial != int(number)
    why = turned or control in FIRST_RESET

    def step(prompt: str, touched: str, acts: tuple[StepAct, ...] = ()) -> NextStep:
        return NextStep(prompt, (f"{unit}.{touched}",), acts, why=why, words=words)

    if tape.ready and (turned or control in FIRST_RESET):
        prompt = FIRST_RESET["select" if turned else control]
        return step(prompt, "reset", press(f"{unit}.reset"))
    if tape.moving or tape.loading:
        return NextStep("tape_moves")
    if turned:
        return step("dial", "select", put(f"{unit}.select", int(number)))
    if tape.mounted is None:
        label = label_of(view, scene)
        words["reel"] = label
        return step("mount", "mount", put(f"{unit}.mount", Medium(label)) if label else ())
    if control == "unload":
        return step("wrong_reel", "unload", press(f"{unit}.unload"))
    if control == "file_protect":
        return step("ring", "file_protect", put(f"{unit}.file_protect", 0))
    if not tape.loaded or tape.position_mil > tape.length_mil:
        return step("load_tape", "load_rewind", press(f"{unit}.load_rewind"))
    return step("tape", "start", press(f"{unit}.start"))


# -- Reels


REELS = {"memory": "MEMORY 1", "next": "MEMORY 2", "book": "SAMUEL GAMES"}
"""The trays of what is to be mounted."""


def label_of(view: View, scene: BoardScene) -> str:
    """The tray of the reel that is wanted; empty: any.

    The memory is where it was learned; for the next one the other of the two reels is taken.
    """
    label = REELS.get(scene.reel, "")
    better = scene.better_reel
    if scene.reel == "memory" and better is not None:
        return tray_label(better.name)
    if scene.reel == "next":
        there = [unit for name, unit in view.units.items() if name.startswith("tape")]
        labels = [tray_label(unit.mounted) for unit in there if unit.mounted is not None]
        if label in labels and REELS["memory"] not in labels:
            return REELS["memory"]
    return label


def exchange(view: View, better: BetterReel) -> NextStep | None:
    """A reel is to be exchanged for one that remembers more: what is to be done at which unit;
    None while a tape moves, or where the reel's place is free and the machine will ask for it.
    """
    label = tray_label(better.name)
    units = view.units
    place = units[better.unit]
    words = {"reel": label, "unit": better.unit.removeprefix("tape")}
    prompt = "blank_reel" if better.blank else "older_reel"
    for name in filter(None, (better.unit, better.lies_on)):
        tape = units[name]
        if tape.moving or tape.loading:
            return None
        if tape.ready:
            return NextStep(prompt, (f"{name}.reset",), press(f"{name}.reset"), words=words)
        if tape.mounted is not None:
            return NextStep(prompt, (f"{name}.unload",), press(f"{name}.unload"), words=words)
    mount = f"{better.unit}.mount"
    if place.dial != int(words["unit"]):
        return None
    return NextStep("mount", (mount,), put(mount, Medium(label)), words=words)


# -- what a visitor's game has changed in the checkers program


MOST_TOLD = 3
"""Of the terms that a game has moved, those that moved most."""


def changes(context: DrawContext) -> ChangesState:
    """What the game on the board has changed in Alpha: in words, and the terms that moved most;
    until one has, those that count most."""
    scene = context.view.scene
    if isinstance(scene, ProgramScene):
        return ChangesState(WORDS("learned_704"))
    if scene.summary is not None and scene.summary.learner == "rote":
        return ChangesState(shown().after("ibm704", *_learned(scene.summary)))
    if "ALPHA" not in (scene.black, scene.white):
        return ChangesState(WORDS("learned_fixed"))
    over = scene.summary.terms if scene.summary is not None else ()  # as the card has them
    terms = over or _since_it_began(scene.learned.samples)
    moved = [term for term in terms if term.before != term.after]
    if moved:
        said = WORDS("learned_one" if len(moved) == 1 else "learned_moved", n=len(moved))
    else:
        said = WORDS("learned_unmoved" if scene.over else "learned_waits")
    rows = (moved or terms)[:MOST_TOLD]
    most = max((abs(height(n)) for term in rows for n in term[1:]), default=0) or 1
    return ChangesState(said, tuple(
        Change(shown().after("ibm704", name, {}), height(before) / most, height(after) / most,
               f"{_height(before)} \N{RIGHTWARDS ARROW} {_height(after)}" if moved
               else _height(after))
        for name, before, after in rows
    ))  # fmt: skip


def _since_it_began(samples: tuple[Sample, ...]) -> tuple[TermChange, ...]:
    """The terms that Alpha has kept in the last sample's game, from its beginning until now; what
    moved most on the chart first, then what counts most."""
    if not samples:
        return ()
    began = max(0, ceil(samples[-1].games) - 1)
    first = [sample for sample in samples if sample.games <= began] or samples[:1]
    before = dict(first[-1].terms)
    kept = [TermChange(name, before[name], now) for name, now in samples[-1].terms
            if name in before]  # fmt: skip
    return tuple(sorted(kept, key=lambda term: (
        -abs(height(term.after) - height(term.before)), -abs(height(term.after))
    )))  # fmt: skip


def after_game(scene: object, moves: int) -> AfterGame | None:
    """The game that is over, if a visitor played it against the program; ``moves`` were made so
    far."""
    if not isinstance(scene, BoardScene) or scene.summary is None:
        return None
    if (scene.black, scene.white).count("OPERATOR") != 1:
        return None
    text, words = _learned(scene.summary)
    return AfterGame(text, words, moves, winner=winner(scene))


def _learned(summary: GameSummary) -> tuple[str, dict[str, str]]:
    """The sentence's name, and its words."""
    if summary.learner == "rote":
        return "rote", {"n": f"{summary.saved:,}", "m": f"{summary.known:,}"}
    moved = [term for term in summary.terms if term.before != term.after][:MOST_TOLD]
    if not moved:
        return "unchanged" if summary.learner == "alpha" else summary.learner, {}
    words = {"n": f"{summary.corrections:,}"}
    for k, term in enumerate(moved, start=1):
        words[f"clue{k}"] = term.name
        words[f"before{k}"], words[f"after{k}"] = _height(term.before), _height(term.after)
        words[f"trust{k}"] = _trust(term.before, term.after)
    return f"alpha_{len(moved)}", words


def _height(coefficient: int) -> str:
    """A coefficient as the chart has it: a sign and a power of two; 0: it counts for nothing."""
    if not coefficient:
        return "0"
    return f"{'-' if coefficient < 0 else '+'}{abs(coefficient).bit_length() - 1}"


def _trust(before: int, after: int) -> str:
    """Which words say how he looks on the term now; a coefficient below 0 has him avoid it."""
    if not after:
        return "nothing"
    if before * after < 0:
        return "liked" if after > 0 else "avoided"
    way = "more" if abs(after) > abs(before) else "less"
    return f"like_{way}" if after > 0 else f"avoid_{way}"
