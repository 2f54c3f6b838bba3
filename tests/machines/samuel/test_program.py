"""The checkers program fed with cards: what it plays, prints and refuses."""

import copy
import random
import re
from collections import Counter
from pathlib import Path

import pytest

import machines.samuel
from devices.media.charset import PUNCHES
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.samuel.games import Result
from machines.samuel.state import RULES, Event, Phase, PhaseError, ProgramState, Stop, transition
from tests.machines.samuel.run import CHEAP, Unattended, deck, loaded, played

GOLDEN = Path(__file__).parents[2] / "golden"
DECKS = Path(__file__).parents[3] / "assets" / "decks"
OPENING = ("GAME   1 BLACK=BOOK WHITE=BOOK AN OPENING", "BOOK   10-14 24-19 14-18 23X14 9X18")


def test_nothing_is_read_before_start_is_pressed_on_the_reader() -> None:
    machine = Unattended()
    machine.program.press("load_cards", 0)
    machine.settle()
    assert machine.program.lights().read_write_select
    assert not machine.program.running()
    wanted = "put a deck in the hopper and press START on the card reader"
    assert machine.program.reason() == wanted
    machine.reader.operate("hopper", "text a.txt\nGAME   1 WHITE=MACHINE\nEND\n")
    assert machine.program.reason() == "press START on the card reader"
    machine.reader.operate("start", 1)
    machine.settle()
    assert machine.program.state.stop is Stop.FIRST_ACT


def test_a_book_game_prints_choice_l_h_and_c() -> None:
    machine = played(*CHEAP, *OPENING, "END")
    game = machine.program.state.games[1]
    assert machine.ended
    assert [made.move.card() for made in game.plays] == ["10-14", "24-19", "14-18", "23X14", "9X18"]
    for made in game.plays:
        assert made.rating is not None
        assert made.rating.agreed == (made.rating.choice == made.move)
        assert made.rating.book_score <= made.rating.choice_score
    first = game.plays[0].rating
    assert first is not None
    assert first.lower + first.higher <= 6
    assert "C = (L-H)/(L+H)" in machine.text()
    assert "BOOK ENDS" in machine.text()


def test_one_side_alone_may_follow_a_book() -> None:
    cards = (*CHEAP, "GAME   1 BLACK=BOOK WHITE=MACHINE", "BOOK   11-15 15X24", "END")
    plays = played(*cards).program.state.games[1].plays
    assert [made.player for made in plays] == ["BOOK", "MACHINE", "BOOK", "MACHINE"]
    assert [made.rating is not None for made in plays] == [True, False, True, False]


def test_an_illegal_move_on_a_card_stops_the_reader_with_the_game_untouched() -> None:
    machine = played(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15 11-16", "MOVE   9-13", "END")
    state = machine.program.state
    assert state.stop is Stop.REFUSED
    assert state.why.startswith("test.txt, card 6, column 14: nothing stands on square 11")
    assert len(state.games[1].plays) == 2
    lights = machine.program.lights()
    assert lights.read_write_check and lights.program_stop and lights.sense[2]
    assert machine.reader.view().where == "test.txt, card 6"
    assert "CARD REFUSED, TEST.TXT, CARD 6, COLUMN 14, NOTHING STANDS ON SQUARE 11" in (
        machine.text()
    )


def test_a_corrected_card_goes_on_where_it_was_refused() -> None:
    machine = played(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15 11-16 10-15", "END")
    machine.reader.operate("correct", "MOVE   11-15 15X24 10-15")
    machine.start()
    game = machine.program.state.games[1]
    assert machine.ended
    assert [made.move.card() for made in game.plays[::2]] == ["11-15", "15X24", "10-15"]
    lights = machine.program.lights()
    assert not (lights.read_write_check or lights.sense[2])


def test_a_corrected_card_may_hold_only_what_was_left_to_play() -> None:
    machine = played(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15 11-16", "END")
    machine.reader.operate("correct", "MOVE   15X24")
    machine.start()
    game = machine.program.state.games[1]
    assert [made.move.card() for made in game.plays[::2]] == ["11-15", "15X24"]


def test_start_without_a_correction_passes_over_a_refused_card() -> None:
    machine = played(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-20", "MOVE   9-13", "END")
    machine.start()
    game = machine.program.state.games[1]
    assert machine.ended
    assert game.plays[0].move.card() == "9-13"


def test_a_card_that_can_not_be_read_can_be_corrected() -> None:
    machine = played(*CHEAP, "GAME   1 WHITE=MACHNE", "MOVE   9-13", "END")
    state = machine.program.state
    assert state.why.startswith("test.txt, card 5, column 16: MACHNE; expected OPERATOR")
    assert not state.games
    machine.reader.operate("correct", "GAME   1 WHITE=MACHINE")
    machine.start()
    assert state.stop is Stop.FIRST_ACT
    machine.start()
    assert machine.ended


def test_a_card_with_punches_that_have_no_character_is_refused_by_column() -> None:
    machine = Unattended()
    cards = deck("END").cards
    columns = (cards[0].columns[0], 0xFFF, *cards[0].columns[2:])
    wrong = type(cards[0])(columns)
    machine.load(type(deck("END"))("punched.cbn", (wrong, *cards)))
    machine.settle()
    assert machine.program.state.why.startswith("punched.cbn, card 1, column 2")


def test_what_a_card_may_not_say_is_refused_where_it_stands() -> None:
    for cards, words in (
        (("MOVE   11-15",), "card 1, column 8: game 1 is not open"),
        (("GAME   1", "MOVE   2/ 11-15"), "card 2, column 8: game 2 is not open"),
        (("GAME   1", "BOOK   11-15"), "card 2, column 8: neither side of game 1"),
        (("GAME   1 BLACK=BOOK WHITE=BOOK", "MOVE   11-15"), "expected BOOK, END"),
        (("POLY   KNIGHT +3",), "card 1, column 8: there is no term KNIGHT; expected one of"),
        (("BREAK  DEPTH 3",), "card 1, column 8: unknown break point DEPTH; expected one of MIN"),
        (("BREAK  MIN 99",), "card 1, column 12: MIN 99; expected 0 to 60"),
        (("BOARD  B/W1/B2",), "card 1, column 8: no game is open"),
        (("GAME", "BOARD  B/W33/B1"), "card 2, column 11: there is no square 33"),
        (("GAME", "BOARD  B/WX", "END"), "card 2, column 12: the board is not whole"),
        (("GAME", "BOARD  B/WX,"), "card 2, column 11: 'X' is no piece"),
        (("GAME", "BOARD  B/W30/B29"), "card 2, column 15: Black's man on square 29 stands"),
        (("GAME", "BOARD  B/W22,21,", "BOARD  21/B1"), "card 3, column 8: two pieces stand on"),
        (("GAME", "BOARD  B/W30", "END"), "card 2, column 13: the board is not whole"),
        (("GAME", "BOARD  B/W30/B1,", "END"), "card 2, column 17: the board is not whole"),
    ):
        machine = played(*cards)
        assert machine.program.state.stop is Stop.REFUSED, cards
        assert words in machine.program.state.why, cards


def test_board_cards_are_joined_and_the_start_is_printed() -> None:
    machine = played("GAME   1 BLACK=MACHINE", "BOARD  W/WK14,2", "BOARD  6/B", "BOARD  2,3", "END")
    game = machine.program.state.games[1]
    assert not game.start.black_to_move
    assert game.start.piece(14) == "W"
    assert game.start.piece(26) == "w"
    assert game.start.piece(2) == game.start.piece(3) == "b"
    assert "STARTING ARRANGEMENT" in machine.text()
    assert "WHITE TO MOVE" in machine.text()


def test_the_hopper_run_empty_keeps_the_position() -> None:
    machine = played(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15")
    state = machine.program.state
    assert state.phase is Phase.READING
    assert not machine.ended
    assert machine.program.reason().startswith("the hopper is empty and no END card has come")
    assert machine.program.lights().sense == (False, True, False, False)
    assert len(state.games[1].plays) == 2
    machine.reader.operate("hopper", "text more.txt\nMOVE   15X24\nEND\n")
    machine.reader.operate("start", 1)
    machine.settle()
    assert machine.ended
    assert len(state.games[1].plays) == 4


def test_the_end_of_file_key_ends_a_deck_without_end() -> None:
    machine = played(*CHEAP, "GAME   1 WHITE=MACHINE", "MOVE   11-15")
    machine.reader.operate("end_of_file", 1)
    machine.reader.operate("start", 1)
    machine.settle()
    assert machine.ended
    assert "END OF FILE" in machine.text()


def test_cards_without_end_are_played_when_start_is_pressed() -> None:
    machine = loaded(*CHEAP, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=4")
    assert machine.program.state.setting_up
    machine.start()
    assert len(machine.program.state.games[1].plays) == 4


def test_eight_games_go_on_side_by_side() -> None:
    opened = [f"GAME   {n} WHITE=MACHINE GUEST {n}" for n in range(1, 9)]
    firsts = ("11-15", "11-16", "9-14", "9-13", "10-14", "10-15", "12-16", "11-15")
    moves = [f"MOVE   {n}/ {move}" for n, move in enumerate(firsts, start=1)]
    machine = played(*CHEAP, *opened, *moves, "MOVE   1/ 15X24", "END")
    games = machine.program.state.games
    assert machine.ended
    assert sorted(games) == list(range(1, 9))
    for n, move in enumerate(firsts, start=1):
        assert games[n].plays[0].move.card() == move
        assert [made.player for made in games[n].plays[:2]] == ["OPERATOR", "MACHINE"]
    assert len(games[1].plays) == 4


def test_a_game_gets_its_reply_before_the_next_card_is_read() -> None:
    machine = loaded(*CHEAP, "GAME   1 WHITE=MACHINE", "GAME   2 WHITE=MACHINE", "MOVE   1/ 11-15")
    machine.reader.operate("hopper", "text b.txt\nMOVE   2/ 9-13\nEND\n")
    machine.program.press("start", 0)
    machine.settle()
    assert len(machine.program.state.games[1].plays) == 2
    assert not machine.program.state.games[2].plays


def test_a_game_card_alone_selects_a_game() -> None:
    machine = played(
        *CHEAP, "GAME   1", "GAME   2", "GAME   1", "MOVE   11-15", "GAME   2", "MOVE   9-13", "END"
    )
    games = machine.program.state.games
    assert games[1].plays[0].move.card() == "11-15"
    assert games[2].plays[0].move.card() == "9-13"


def test_sense_switch_2_down_wins_over_the_game_card() -> None:
    cards = (*CHEAP, "GAME   1 WHITE=MACHINE LIMIT=6", "MOVE   11-15", "END")
    machine = played(*cards, sense=(2,))
    assert "SENSE SWITCH 2 IS DOWN, THE MACHINE PLAYS BOTH SIDES" in machine.text()
    assert "MOVE 11-15 PASSED OVER" in machine.text()
    players = {made.player for made in machine.program.state.games[1].plays}
    assert players == {"MACHINE"}
    assert machine.ended


def test_a_sense_card_sets_switches_too() -> None:
    machine = played(*CHEAP, "SENSE  2", "GAME   1 WHITE=MACHINE LIMIT=4", "END")
    assert "SENSE SWITCH 2 IS DOWN" in machine.text()


def test_sense_switch_3_makes_a_book_of_any_game() -> None:
    cards = (*CHEAP, "GAME   1", "MOVE   11-15 22-18", "END")
    machine = played(*cards, sense=(3,))
    assert "SENSE SWITCH 3 IS DOWN, BOTH SIDES FOLLOW THE BOOK" in machine.text()
    assert [made.player for made in machine.program.state.games[1].plays] == ["BOOK", "BOOK"]


def test_sense_switch_5_prints_line_scores_and_boards() -> None:
    machine = played(*CHEAP, *OPENING, "END", sense=(5,))
    decision_line = next(line for line in machine.text().splitlines() if "LINE " in line)
    assert decision_line.split()[0] == "LINE"
    rows = machine.text().splitlines()
    at = rows.index(decision_line)
    assert len(rows[at + 1].split()) == 9


def test_sense_switch_6_stops_after_each_move() -> None:
    machine = loaded(*CHEAP, "GAME   1 BLACK=MACHINE WHITE=MACHINE", "END", sense=(6,))
    for moves in (1, 2, 3):
        machine.start()
        assert machine.program.state.stop is Stop.AFTER_MOVE
        assert machine.program.tallies()["moves"] == moves
    assert machine.program.reason().startswith("sense switch 6: game 1, Black has played")


def test_sense_switch_4_teaches_nobody_without_a_learn_card() -> None:
    machine = loaded(*CHEAP, "GAME   1 BLACK=MACHINE", "END", sense=(4,))
    assert "SENSE SWITCH 4 IS DOWN, BUT NOBODY LEARNS WITHOUT A LEARN CARD" in machine.text()


def test_the_first_poly_card_after_a_game_card_clears_the_polynomial() -> None:
    machine = loaded("GAME", "POLY   CENT +5", "POLY   ADV -2", "END")
    assert str(machine.program.state.lookahead.polynomial) == "CENT +5, ADV -2"
    machine = loaded("GAME", "POLY   CENT +5", "GAME   2", "POLY   MOB +1", "END")
    assert str(machine.program.state.lookahead.polynomial) == "MOB +1"
    machine = loaded("GAME", "END")
    assert str(machine.program.state.lookahead.polynomial) == "DENY +8, MOB +6, CENT+ADV +4"


def test_a_break_card_changes_a_word_of_storage() -> None:
    machine = loaded("BREAK  LAST 9", "GAME", "END")
    assert machine.program.read_storage(0o204) == 9
    assert "LAST     00204     9" in machine.text()


def test_load_cards_resets_everything_of_earlier_games() -> None:
    machine = played(*CHEAP, "SENSE  5", *OPENING, "END")
    machine.reader.operate("hopper", "text next.txt\nGAME   1 WHITE=MACHINE\nEND\n")
    machine.reader.operate("start", 1)
    machine.program.press("load_cards", 0)
    machine.settle()
    state = machine.program.state
    assert state.lookahead.settings.minimum == 3
    assert not state.card_sense
    assert not state.games[1].plays
    assert state.moves_made == 5


def test_the_machine_concedes_a_lost_game() -> None:
    machine = played(
        "GAME   1 WHITE=MACHINE", "BOARD  B/WK32/BK22,K18,K14,K15", "MOVE   18-23", "END"
    )
    game = machine.program.state.games[1]
    assert game.ending in ("WHITE CONCEDES, BLACK WINS", "NOT FINISHED")
    concedes = played("GAME   1 BLACK=MACHINE", "BOARD  B/WK19,K23/B12", "END")
    assert "BLACK, MACHINE CONCEDES" in concedes.text()
    assert concedes.program.state.games[1].result is Result.WHITE_WINS
    seen = set()
    for _ in range(8):
        concedes.advance(250_000)
        seen.add(concedes.program.lights().sense[3])
    assert seen == {True, False}


def run_in_slices(choose: random.Random | None) -> Unattended:
    machine = Unattended()
    cards = (*CHEAP, *OPENING, "GAME   2 BLACK=MACHINE WHITE=MACHINE LIMIT=4", "END")
    machine.load(deck(*cards), sense=frozenset({5}))
    while machine.program.running() or machine._goes_on():
        stretch = (
            10**9 if choose is None else choose.choice((1, 7, 999, 20_011, 400_000, 3_000_000))
        )
        while machine.program.running():
            machine.advance(stretch)
            if choose is not None:
                stretch = choose.choice((1, 7, 999, 20_011, 400_000, 3_000_000))
    return machine


def test_time_may_be_cut_up_in_any_way() -> None:
    whole = run_in_slices(None)
    assert whole.ended
    for seed in range(3):
        cut = run_in_slices(random.Random(seed))
        assert cut.text() == whole.text()
        cut.program.state.now_us = whole.program.state.now_us
        states = [snapshot.digest(snapshot.pack(m.program.state, 1)) for m in (cut, whole)]
        assert states[0] == states[1]


def test_a_copy_in_the_middle_goes_on_alike() -> None:
    machine = Unattended()
    machine.load(deck(*CHEAP, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=9", "END"))
    for _ in machine.run(stretch_us=300_000):
        if machine.program.tallies()["moves"] == 4 and machine.program.state.thinking_for:
            break
    assert machine.program.state.phase is Phase.THINKING
    twin = copy.deepcopy(machine)
    for one in (machine, twin):
        for _ in one.run():
            pass
    assert machine.ended
    assert machine.text() == twin.text()


def test_no_line_is_longer_than_the_paper_or_has_what_no_wheel_has() -> None:
    machine = played(*CHEAP, "* A COMMENT", *OPENING, "GAME   1 BLACK=MACHINE", "MOVE   99", "END")
    for line in machine.printer.paper.lines:
        assert len(line.text) <= 120
        assert set(line.text) <= set(PUNCHES)


def test_the_listing_of_an_opening_is_as_it_was() -> None:
    golden = GOLDEN / "listing-opening-g04.txt"
    text = (DECKS / "opening-g04.txt").read_text()
    machine = played(*text.splitlines(), sense=(5,))
    assert machine.ended
    assert machine.text() == golden.read_text()


TAUGHT = (
    "12-16 16-23 11-15 8-12 12-16 15-19 10-15 6-10 4-8 7-16 10-14 15-19 3-7 9-13 1-6 6-9 9-14 "
    "13-22 2-6 5-9 9-13 13-17 17-22"
)
"""A visitor's moves, none of them a multiple jump, until no piece of his can move."""


def test_the_listing_of_a_game_that_teaches_alpha_is_as_it_was() -> None:
    machine = loaded(*(DECKS / "teach-alpha.txt").read_text().splitlines())
    machine.start()
    for step in TAUGHT.split():
        source, _, target = step.partition("-")
        machine.move(int(source), int(target))
        while machine.program.state.stop is Stop.SHOWING:
            machine.start()
    assert machine.ended
    assert machine.text() == (GOLDEN / "listing-teach-alpha.txt").read_text()


def test_start_when_nothing_is_loaded_is_refused_in_words() -> None:
    with pytest.raises(RefusedError, match="nothing is loaded: put a deck in the hopper"):
        Unattended().program.press("start", 0)


def test_load_drum_is_refused_in_words() -> None:
    with pytest.raises(RefusedError, match="there is no program on the drum"):
        Unattended().program.press("load_drum", 0)


# -- the table of phases ---------------------------------------------------------------------------


ASSIGNED = re.compile(r"\.phase\b[^=\n(]*(?<![=!<>])=(?!=)")


def test_a_phase_and_an_event_have_at_most_one_rule() -> None:
    met = Counter((phase, rule.event) for rule in RULES for phase in rule.phases)
    assert set(met.values()) == {1}


def test_every_phase_is_reached_and_left_and_every_event_and_stop_is_used() -> None:
    assert {rule.next for rule in RULES} == set(Phase)
    assert {phase for rule in RULES for phase in rule.phases} == set(Phase)
    assert {rule.event for rule in RULES} == set(Event)
    assert {rule.stop for rule in RULES} == set(Stop)


def test_only_a_program_stop_has_a_reason_to_stop() -> None:
    for rule in RULES:
        assert (rule.stop is not Stop.NONE) == (rule.next is Phase.STOPPED), rule


def test_an_event_without_a_rule_is_our_mistake() -> None:
    with pytest.raises(PhaseError, match="DECIDED while the checkers program is IDLE"):
        transition(Phase.IDLE, Event.DECIDED)


def test_a_stop_has_its_reason_until_the_program_goes_on() -> None:
    state = ProgramState(phase=Phase.READING)
    state.on_event(Event.REFUSED, "a card is wrong", "correct it")
    assert (state.phase, state.stop) == (Phase.STOPPED, Stop.REFUSED)
    assert state.reason == "a card is wrong; correct it"
    state.on_event(Event.START)
    assert (state.phase, state.stop, state.reason) == (Phase.CHOOSING, Stop.NONE, "")


def test_the_phase_changes_in_one_place() -> None:
    folder = Path(machines.samuel.__file__).parent
    places = [
        f"{path.name}: {line.strip()}"
        for path in sorted(folder.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if ASSIGNED.search(line)
    ]
    assert places == ["state.py: self.phase, self.stop = transition(self.phase, event)"]
