"""The twin's window as it is seen: the board, the card of what is next, plates on a table.

A :class:`TwinPage` draws a scene and says what can be touched; where everything is stands in
twin_layout.py, what it says in twin_words.py.
"""

from collections.abc import Mapping

import pygame

from devices.screen import brass
from devices.screen.brass import IVORY
from devices.screen.languages import languages, read_language
from devices.screen.lettering import Anchor
from devices.screen.parts.pencil import RED as RED_LEAD
from devices.screen.parts.pencil import Lead, mark, trace_strokes
from devices.screen.words import shown
from machines.menace.beads import COLOURS, Drawn
from machines.menace.build import build
from machines.menace.picture import matchbox, twin_layout, twin_words, words
from machines.menace.picture.matchbox import draw_board
from machines.menace.picture.table import TableTop, backdrop
from machines.menace.picture.twin_ink import FAINT, GREEN, INK, RED, Ink, tile
from machines.menace.picture.twin_layout import TALL, WIDE, Arrangement, Box, inside
from machines.menace.picture.twin_scene import TwinScene
from machines.menace.picture.words import WORDS, capital
from machines.noughts.board import READING, Board
from machines.noughts.marks import finished_line

_PENCIL = Lead((46, 44, 50), 0.09, 0.22)
_SQUARE = (250, 226, 150)
"""Of a square that can be touched, or that a bead has chosen."""


class TwinPage:
    """Draws a scene in a window of any size."""

    def __init__(self, scene: TwinScene) -> None:
        self.scene = scene
        self.arrangement: Arrangement = WIDE
        self.ink = Ink(1.0, (0.0, 0.0))
        self._table = pygame.Surface((1, 1), 0, 32)

    def lay(self, size: tuple[int, int]) -> None:
        """Have the window's size, in pixels."""
        self.arrangement = WIDE if size[0] >= size[1] else TALL
        wide, high = self.arrangement.canvas
        scale = min(size[0] / wide, size[1] / high)
        corner = ((size[0] - wide * scale) / 2, (size[1] - high * scale) / 2)
        self.ink = Ink(scale, corner)
        wall = self.arrangement.wall
        top = TableTop(wall, high + 400.0, (wide * 0.4, high * 0.42), (wide * 0.85, high * 0.8))
        self._table = backdrop(size, scale, (wide, high), top=top)

    def touches(self) -> Mapping[str, pygame.Rect]:
        """What can be touched now: names and where they are."""
        found = twin_layout.touches(self.scene, self.arrangement)
        return {name: self.ink.rect(place) for name, place in found.items()}

    def draw(self, target: pygame.Surface, held: str) -> None:
        """Draw all of it; ``held`` is what a finger is on."""
        target.blit(self._table, (0, 0))
        ink = self.ink.on(target)
        places = twin_layout.touches(self.scene, self.arrangement)
        self._header(ink)
        ink.paper(self.arrangement.paper, 81)
        ink.paper(self.arrangement.card, 82)
        self._board(ink, held)
        draws = {
            "play": self._play,
            "told": self._told,
            "number": self._number,
            "count": self._counting,
        }
        draws[self.scene.sheet](ink, places, held)
        self._message(ink)
        for name, place in self.arrangement.plates:
            self._plate(ink, place, self._plate_word(name), name == held, self._is_dim(name))

    # -- all around --------------------------------------------------------------------------------

    def _header(self, ink: Ink) -> None:
        twin, (left, right) = self.scene.twin, self.arrangement.header
        ink.say(twin_words.play_title(self.scene), left, 17, IVORY, weight=0.14)
        anchor: Anchor = "right" if right[1] == left[1] else "left"
        ink.say(twin_words.score(twin), right, 15, IVORY, anchor)

    def _message(self, ink: Ink) -> None:
        scene, place = self.scene, self.arrangement.message
        said = scene.hint() if scene.hint is not None else ""
        step = "" if scene.refused else twin_words.next_step(scene)
        text = "   ".join(one for one in (said, step) if one)
        ink.strip(place, (92, 26, 20) if scene.refused else (22, 19, 17))
        left, top, wide, high = place
        colour = (255, 226, 206) if scene.refused else (246, 236, 208)
        ink.wrap(text, (left + 18, top + 4, wide - 36, high - 8), 17, colour, "centre")

    def _plate_word(self, name: str) -> str:
        scene = self.scene
        if name == "undo":
            return WORDS("undo")
        if name == "count":
            return WORDS("twin_back" if scene.sheet in ("number", "count") else "twin_count")
        if name == "stop":
            return WORDS("twin_stop")
        if name == "language":
            there = languages()
            following = there[(there.index(shown().code) + 1) % len(there)]
            return read_language(following).language.upper()
        return WORDS("twin_end_sure" if scene.sure else "twin_end")

    def _is_dim(self, name: str) -> bool:
        twin = self.scene.twin
        return (name == "undo" and not twin.acts) or (name == "stop" and not twin.board.ply)

    def _plate(self, ink: Ink, place: Box, word: str, is_held: bool, is_dim: bool = False) -> None:
        kind = "oxblood" if word == WORDS("twin_end_sure") else "brass"
        ink.plate(place, word, kind, is_held, is_dim)

    # -- the board ---------------------------------------------------------------------------------

    def _board(self, ink: Ink, held: str) -> None:
        scene, twin, paper = self.scene, self.scene.twin, self.arrangement.paper
        board, ended = twin.board, scene.notice.ended if scene.notice is not None else None
        is_over = scene.sheet == "told" and scene.notice is not None
        if is_over and ended is not None and scene.notice is not None:
            board = ended.board if scene.notice.kind == "ended" else board
        ink.say(WORDS("place_board"), inside(paper, (0, 8, paper[2], 28)), 13, FAINT, "centre")
        chosen = self._chosen_square(is_over)
        for square in READING:
            self._ground(ink, square, chosen, held, is_over)
        left, top, side, _ = inside(paper, twin_layout.BOARD)
        x, y = ink.place(left, top)
        draw_board(ink.target, board.rows(), x, y, side * ink.scale, _PENCIL, 3)
        if chosen is not None:
            box = twin_layout.square_box(self.arrangement, chosen)
            size = round(box[2] * 0.92 * ink.scale)
            sign = mark(twin.side, size, RED_LEAD, 12)
            at = ink.place(box[0] + 0.04 * box[2], box[1] + 0.04 * box[3])
            ink.target.blit(sign, (round(at[0]), round(at[1])))
        if is_over:
            self._line(ink, board)
        elif not twin.acts:
            self._starts(ink, held)

    def _chosen_square(self, is_over: bool) -> int | None:
        """Where MENACE's mark has just come to stand."""
        twin = self.scene.twin
        drawn = twin.cabinet.on_board
        return drawn[-1].square if drawn and twin.asks == "mark" and not is_over else None

    def _ground(self, ink: Ink, square: int, chosen: int | None, held: str, is_over: bool) -> None:
        """A square's colour and number, and the bead that would choose it."""
        twin = self.scene.twin
        box = twin_layout.square_box(self.arrangement, square)
        is_free = twin.asks == "mark" and not twin.board.at(square) and self.scene.sheet == "play"
        if square == chosen:
            ink.fill(box, _SQUARE, 5)
        elif held == f"mark {square}" and self.scene.sheet == "play":
            ink.fill(box, (206, 198, 176), 5)
        elif is_free:
            ink.fill(box, (250, 246, 230), 5)
        if is_over or not twin.board.at(square):
            left, top, wide, high = box
            ink.say(str(square), (left + 9, top + 8, 20, 14), 11, FAINT)
            if not is_over and twin.laid is not None:
                self._likely(ink, square, (left + wide - 24, top + high - 24))

    def _likely(self, ink: Ink, square: int, place: tuple[float, float]) -> None:
        """The beads in the box that is next which would choose a square."""
        twin = self.scene.twin
        assert twin.laid is not None
        for colour in range(len(COLOURS)):
            is_there = twin.cabinet.beads[twin.laid.number - 1, colour]
            if is_there and twin.laid.to_board(colour) == square:
                ink.bead(colour, place, 30, numbered=True)

    def _line(self, ink: Ink, board: Board) -> None:
        """A stroke through three in a row."""
        marks = tuple((square, sign) for square in READING if (sign := board.at(square)))
        row = finished_line(marks)
        if not row:
            return
        left, top, side, _ = inside(self.arrangement.paper, twin_layout.BOARD)
        ends = []
        for square in (row[0], row[2]):
            x, y, wide, high = twin_layout.square_box(self.arrangement, square)
            ends.append(((x + wide / 2 - left) / side, (y + high / 2 - top) / side))
        stroke = trace_strokes((tuple(ends),), round(side * ink.scale), Lead(RED, 0.022, 0.1), 5)
        x, y = ink.place(left, top)
        ink.target.blit(stroke, (round(x), round(y)))

    def _starts(self, ink: Ink, held: str) -> None:
        """Who begins, as long as nothing was entered."""
        for side, place in zip("OX", twin_layout.STARTS, strict=True):
            word = WORDS("twin_start_menace" if side == "O" else "twin_start_visitor")
            box = inside(self.arrangement.paper, place)
            kind = "brass" if self.scene.twin.side == side else "bakelite"
            ink.plate(box, word, kind, held == f"start {side}")

    # -- the card: what is next --------------------------------------------------------------------

    def _play(self, ink: Ink, places: Mapping[str, Box], held: str) -> None:
        twin, card = self.scene.twin, self.arrangement.card
        if twin.laid is not None:
            self._next_box(ink)
            for name, place in places.items():
                if name.startswith("bead"):
                    self._bead_tile(ink, int(name.split()[1]), place, name == held)
            self._plate(ink, places["empty"], WORDS("twin_empty"), held == "empty")
        elif twin.asks == "reload":
            self._title(ink, words.title(1))
            self._box_picture(ink, 1, inside(card, (20, 90, 348, 120)))
            held_first = twin.cabinet.replicates[0]
            first = TwinScene(self.scene.twin, number=1)
            for at, colour in enumerate(twin_layout.counted_colours(first)):
                x, y = card[0] + 60 + 120 * at, card[1] + 280
                ink.bead(colour, (x, y), 64, numbered=True)
                ink.say(f"× {held_first}", (x - 50, y + 44, 100, 24), 16, INK, "centre")
            self._plate(ink, places["reload"], WORDS("twin_filled"), held == "reload")
        else:
            self._title(ink, WORDS("twin_visitor"))
            for at, drawn in enumerate(twin.cabinet.on_board):
                self._drawn_row(ink, drawn, card[1] + 84 + 96 * at)

    def _title(self, ink: Ink, text: str, wide: float = 736.0) -> None:
        card = self.arrangement.card
        ink.say(text, inside(card, (20, 16, wide, 40)), 26, INK, weight=0.15)

    def _box_picture(self, ink: Ink, number: int, place: Box) -> None:
        """The front of a box: its label with the board, and its number."""
        rect = ink.rect(place)
        made = self.scene.twin.cabinet
        face = build(made.build).faces[number - 1]
        brass.cast(ink.target, rect, max(2, round(5 * ink.scale)))
        picture = matchbox.face(face.rows(), number, face.ply // 2, rect.size)
        ink.target.blit(picture, rect)

    def _next_box(self, ink: Ink) -> None:
        """The box that is next, the squares of its beads, and how the board is turned."""
        twin, card = self.scene.twin, self.arrangement.card
        laid = twin.laid
        assert laid is not None
        self._title(ink, words.title(laid.number), 300)
        ink.say(twin_words.stage(twin, laid.number), inside(card, (20, 58, 300, 24)), 13, FAINT)
        self._box_picture(ink, laid.number, inside(card, (20, 92, 296, 102)))
        side = 192.0
        left, top = card[0] + 72, card[1] + 206
        x, y = ink.place(left, top)
        draw_board(ink.target, laid.face.rows(), x, y, side * ink.scale, _PENCIL, laid.number)
        for colour in build(twin.cabinet.build).colours(laid.number):
            down, across = divmod(READING.index(colour), 3)
            middle = (left + (across + 0.5) * side / 3, top + (down + 0.5) * side / 3)
            if twin.cabinet.beads[laid.number - 1, colour]:
                ink.bead(colour, middle, 42, numbered=True)
            else:
                ink.say(str(colour), (middle[0] - 20, middle[1] - 9, 40, 18), 13, FAINT, "centre")
        ink.wrap(
            capital(twin_words.turning(twin)), inside(card, (16, 406, 306, 68)), 13, RED, "centre"
        )

    def _bead_tile(self, ink: Ink, colour: int, place: Box, is_held: bool) -> None:
        """The touch of a bead: its picture with its square, its colour, how many must be there."""
        twin = self.scene.twin
        assert twin.laid is not None
        count = int(twin.cabinet.beads[twin.laid.number - 1, colour])
        tile(ink, place, is_held, is_dim=not count)
        left, top, wide, high = place
        size = min(wide * 0.74, high - 78)
        top += (high - size - 64) / 2
        ink.bead(colour, (left + wide / 2, top + size / 2), size, numbered=True)
        name = capital(words.colour(colour))
        shade = INK if count else FAINT
        ink.say(name, (left + 4, top + size + 16, wide - 8, 20), 16, shade, "centre", 0.14)
        ink.say(f"× {count:,}", (left + 4, top + size + 42, wide - 8, 18), 14, shade, "centre")

    def _drawn_row(self, ink: Ink, drawn: Drawn, top: float) -> None:
        """A box that is open in this play, its bead, and the square that it chose."""
        left = self.arrangement.card[0]
        self._box_picture(ink, drawn.number, (left + 20, top, 240, 83))
        ink.bead(drawn.colour, (left + 314, top + 41), 60, numbered=True)
        text = (left + 366, top + 8, 394, 66)
        ink.wrap(twin_words.went(self.scene.twin, drawn), text, 16, INK)

    # -- the card: what is done with the beads -----------------------------------------------------

    def _told(self, ink: Ink, places: Mapping[str, Box], held: str) -> None:
        scene, card = self.scene, self.arrangement.card
        notice = scene.notice
        assert notice is not None
        self._title(ink, twin_words.notice_title(notice))
        for at, (number, colour, text) in enumerate(twin_words.notice_rows(notice)):
            left, top = card[0] + 20, card[1] + 68 + 86 * at
            self._box_picture(ink, number, (left, top, 220, 76))
            ink.bead(colour, (left + 264, top + 38), 52, numbered=True)
            ink.wrap(text, (left + 304, top, 434, 40), 15, INK)
            self._contents(ink, number, (left + 320, top + 58))
        word = WORDS("twin_next" if notice.kind == "ended" else "twin_ok")
        self._plate(ink, places["next"], word, held == "next")

    def _contents(self, ink: Ink, number: int, place: tuple[float, float]) -> None:
        """What a box holds then, in beads."""
        row = self.scene.twin.cabinet.beads[number - 1]
        x, y = place
        for colour in build(self.scene.twin.cabinet.build).colours(number):
            text = f"× {row[colour]:,}"
            ink.bead(colour, (x, y), 24, numbered=True)
            ink.say(text, (x + 15, y - 8, 80, 16), 11, INK)
            x += 34 + ink.width(text, 11)

    # -- the card: counting ------------------------------------------------------------------------

    def _number(self, ink: Ink, places: Mapping[str, Box], held: str) -> None:
        scene, card = self.scene, self.arrangement.card
        self._title(ink, WORDS("twin_which"), 280)
        place = inside(card, (20, 62, 262, 58))
        ink.strip(place, (40, 36, 32))
        ink.say(scene.entry or "...", place, 26, IVORY, "centre")
        for name, place in places.items():
            word, *rest = name.split()
            if word == "digit":
                ink.plate(place, rest[0], "bakelite", name == held)
            elif word == "near":
                self._plate(ink, place, rest[0], name == held)
            elif word == "erase":
                ink.plate(place, "<", "bakelite", name == held)
            elif word == "open":
                ink.plate(place, WORDS("twin_open"), "brass", name == held)
        self._all_beads(ink)

    def _all_beads(self, ink: Ink) -> None:
        """How many beads of each colour there are in all boxes, and on the mat."""
        card, cabinet = self.arrangement.card, self.scene.twin.cabinet
        left, top = card[0] + 316, card[1] + 134
        ink.say(WORDS("twin_all"), (left, top, 190, 20), 13, FAINT)
        ink.say(WORDS("twin_in_boxes"), (left + 190, top, 120, 20), 12, FAINT, "right")
        ink.say(WORDS("twin_on_mat"), (left + 316, top, 124, 20), 12, FAINT, "right")
        totals, out = cabinet.beads.sum(axis=0), cabinet.ledger().on_board
        for colour in range(len(COLOURS)):
            y = top + 36 + 31 * colour
            ink.bead(colour, (left + 14, y + 8), 27, numbered=True)
            ink.say(capital(words.colour(colour)), (left + 38, y, 130, 17), 13, INK)
            ink.say(f"{totals[colour]:,}", (left + 190, y, 120, 17), 13, INK, "right")
            ink.say(f"{out[colour]:,}", (left + 316, y, 124, 17), 13, INK, "right")
        y = top + 36 + 31 * len(COLOURS)
        ink.say(f"{totals.sum():,}", (left + 190, y, 120, 17), 13, RED, "right")
        ink.say(f"{out.sum():,}", (left + 316, y, 124, 17), 13, RED, "right")

    def _counting(self, ink: Ink, places: Mapping[str, Box], held: str) -> None:
        scene, card = self.scene, self.arrangement.card
        twin = scene.twin
        self._title(ink, words.title(scene.number), 400)
        ink.say(twin_words.stage(twin, scene.number), inside(card, (20, 60, 460, 24)), 13, FAINT)
        self._box_picture(ink, scene.number, inside(card, (540, 14, 216, 75)))
        out = {one.colour for one in twin.cabinet.on_board if one.number == scene.number}
        for at, colour in enumerate(twin_layout.counted_colours(scene)):
            left, top, _, _ = twin_layout.cell_box(card, at)
            must, counted = int(twin.cabinet.beads[scene.number - 1, colour]), scene.counted[colour]
            ink.bead(colour, (left + 26, top + 35), 46, numbered=True)
            for name, sign in ((f"less {colour}", "-"), (f"more {colour}", "+")):
                ink.plate(places[name], sign, "bakelite", held == name)
            ink.say(f"{counted:,}", (left + 120, top + 22, 56, 26), 22, INK, "centre", 0.14)
            must_say = WORDS("twin_must", n=f"{must:,}")
            ink.say(must_say, (left + 253, top + 6, 109, 16), 12, FAINT)
            more = counted - must
            shade = RED if more else GREEN
            text = (left + 253, top + 27, 109, 18)
            ink.say(twin_words.difference(more), text, 14, shade, weight=0.14)
            if colour in out:
                ink.say(WORDS("twin_one_out"), (left + 253, top + 50, 109, 14), 10, FAINT)
        for name, key in (("take", "twin_take"), ("other", "twin_other"), ("done", "twin_ok")):
            if name in places:
                self._plate(ink, places[name], WORDS(key), held == name)
