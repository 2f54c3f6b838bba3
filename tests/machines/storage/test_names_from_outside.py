"""Whatever a file, an engine or a file's name calls a thing: no table, picture, board or terminal
is harmed by it.  Each name goes through every writer, and what is written is read again."""

import csv
import json
import re
import shlex
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import pytest

from devices.panel.layout import read_layout
from devices.refusal import RefusedError
from machines.commands import main
from machines.exhibit.run_record import RunMetadata
from machines.games.draughts.notation import read_pdn
from machines.laboratory.reproduce.artefacts import Row
from machines.laboratory.reproduce.report import ARTEFACTS, Report, Results
from machines.laboratory.study.outputs import print_table
from machines.museum.panel.wire_record import read_record
from machines.storage.run_store import new_run, read_run
from machines.workshop.printing.drawing import Drawing, write_pdf
from tests.machines.commanded import refused
from tests.machines.workshop.printing.pages import open_pdf
from tests.machines.workshop.printing.test_panel import OWN

REFUSED = (
    "a\x01b", "\x1b]0;owned\x07", "bell\a", "\x9b31m", "tex\u202efdp", "a\u2028b", "a\udc80",
    "\uffff",
)  # fmt: skip
"""Such a name no file may have."""
ESCAPED = (
    "=cmd|' /C calc'!A0", "+1", "\"'`\\", "<script>alert(1)</script>&amp;]]>", ') (%PDF "',
    "[/b] [link=x]", "0\\PEOF %%u", "🂡𝔸 ﷽",
)  # fmt: skip
"""These are only strange."""
HARM = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028\ud800-\udfff\uffff]")


def in_toml(name: str) -> str:
    """A text of TOML."""
    return "".join(f"\\u{ord(one):04x}" if ord(one) < 0x20 else one for one in json.dumps(
        name, ensure_ascii=False)).replace("\x9b", "\\u009b")  # fmt: skip


def no_formula(path: Path) -> list[list[str]]:
    """A table's rows, none of whose cells a spreadsheet would do, and no terminal obeys."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    for cell in (cell for row in rows for cell in row):
        assert not HARM.search(cell)
        assert not cell.startswith(("=", "@", "+", "-")) or re.fullmatch(r"[-+]?[\d.]+", cell)
    return rows


@pytest.mark.parametrize("name", REFUSED, ids=ascii)
def test_a_panel_with_such_a_name_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    for old in ("A panel of one's own", "9"):  # its title, a lamp's label
        text = OWN.replace(f'"{old}"', in_toml(name))
        path.write_bytes(text.encode(errors="surrogatepass"))
        line = refused(capsys, "print", "panel", str(path), "--out", str(tmp_path / "panel"))
        assert "mine.toml" in line and not HARM.search(line)
    assert list(tmp_path.iterdir()) == [path]


def test_a_panels_strange_names_are_whole_in_every_file(tmp_path: Path) -> None:
    ezdxf = pytest.importorskip("ezdxf", reason="the extra print is not installed")
    for number, name in enumerate(ESCAPED):
        path, folder = tmp_path / f"{number}.toml", tmp_path / str(number)
        text = OWN.replace('"A panel of one\'s own"', in_toml(name))
        text = text.replace('"9"', in_toml(name)).replace('id = "row"', f"id = {in_toml(name)}")
        path.write_text(text, encoding="utf-8")
        assert read_layout(path.read_bytes(), path.name).title == name
        assert main(["print", "panel", str(path), "--out", str(folder)]) == 0
        drawing = ElementTree.parse(folder / "mine-plate.svg").getroot()
        assert drawing.findtext("{http://www.w3.org/2000/svg}title") == name
        pairs = (folder / "mine-plate.dxf").read_text(encoding="utf-8").split("\n")
        assert all(code.strip().isdecimal() for code in pairs[:-1:2])
        assert not ezdxf.readfile(folder / "mine-plate.dxf").audit().errors
        assert no_formula(folder / "mine-drill.csv") and no_formula(folder / "mine-wiring.csv")


def test_a_decks_strange_name_is_its_title(tmp_path: Path) -> None:
    for name in ("=cmd, 'a' & <b>", "🂡𝔸 ﷽", ") (%PDF"):
        deck, out = tmp_path / f"{name}.txt", tmp_path / "cards.svg"
        deck.write_text("GAME\n")
        assert main(["print", "deck", str(deck), "--out", str(out)]) == 0
        title = ElementTree.parse(out).getroot().findtext("{http://www.w3.org/2000/svg}title")
        assert title == deck.name


def test_any_title_leaves_a_pdf_whole(tmp_path: Path) -> None:
    pytest.importorskip("reportlab", reason="the extra print is not installed")
    path = tmp_path / "a.pdf"
    for name in ESCAPED:
        page = Drawing(100, 100)
        page.text(10, 10, name, 3)
        path.write_bytes(write_pdf([page], name))
        assert open_pdf(path).get_metadata_dict()["Title"] == name


@pytest.mark.parametrize("name", REFUSED, ids=ascii)
def test_what_is_named_so_on_the_command_line_is_refused(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (("deck", "list", name), ("match", name, "random"), (f"--{name}",), (name,)):
        line = refused(capsys, *words)
        assert not HARM.search(line)


def test_an_engines_name_harms_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[1] / "laboratory/external/example_engine.py"
    called = "=cmd|' /C calc'!A0\x1b]0;x\x07\u202e<b>\"[/b]"
    code = (
        f"print({'name ' + called!a}.encode('utf-8', 'replace').decode('latin-1'));"
        f"import runpy; runpy.run_path({str(example)!r}, run_name='__main__')"
    )
    engine = "engine:" + shlex.join((sys.executable, "-X", "utf8", "-c", code))
    table, games = tmp_path / "a.csv", tmp_path / "a.pdn"
    words = ["--games", "2", "--limit", "2", "--ply", "1", "--csv", str(table), "--pdn", str(games)]
    assert main(["match", "random", engine, "--jobs", "1", *words]) == 0
    told = capsys.readouterr()
    assert not HARM.search(told.out + told.err)
    assert any("'=cmd|" in cell for row in no_formula(table) for cell in row)
    text = games.read_text(encoding="utf-8")
    assert not HARM.search(text)
    assert any(game.tag("White").startswith("=cmd|") for game in read_pdn(text, "a.pdn"))


def test_what_a_book_calls_its_games_harms_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, table = tmp_path / "book.pdn", tmp_path / "a.csv"
    written = [one.replace("\\", "\\\\").replace('"', '\\"') for one in (*REFUSED, *ESCAPED)]
    games = [f'[Event "{one}"]\n1. 11-15 {{{one}}} *\n' for one in written]
    book.write_bytes("\n".join(games).encode("utf-8", "surrogatepass"))
    words = ["--ply", "1", "--csv", str(table), "--plot", str(tmp_path / "a.png"), "--jobs", "1"]
    assert main(["book", "--polynomial", "pieces", "--games", str(book), *words]) == 0
    told = capsys.readouterr().out
    assert not HARM.search(told)
    assert len(no_formula(table)) > len(games)


def test_a_tables_title_is_no_markup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_table(("[/b]", "a broad heading"), [("[/i]", "")], "[/b] [red]x")
    out = capsys.readouterr().out
    assert all(one in out for one in ("[/b] [red]x", "[/i]"))


def test_a_runs_words_are_looked_at(tmp_path: Path) -> None:
    for number, name in enumerate(REFUSED):
        path = tmp_path / f"{number}.sqlite"
        for about in (RunMetadata("menace", "day", {"a": [{"b": name}]}), RunMetadata("x", name)):
            if "\udc80" in name and about.study == name:  # no database has it
                continue
            with pytest.raises(RefusedError, match="control characters in its words"):
                new_run(path, about).close()
            assert not path.exists()
    new_run(path, RunMetadata("menace", "day", {"a": list(ESCAPED)})).close()
    with read_run(path, "menace") as run:
        assert run.about.settings["a"] == list(ESCAPED)


def test_a_wires_record_means_nothing_to_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "wire"
    frame = {"at_us": 1, "from": "host", "hex": "00", "means": "\x1b[2J"}
    path.write_text(f'{{"record": 1}}\n{json.dumps(frame)}\n')
    with pytest.raises(RefusedError, match="line 2: is no frame"):
        read_record(path)


class Tags(HTMLParser):
    """The tags and the texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """It begins."""
        del attrs
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        """What stands in it."""
        self.texts.append(data)


def test_a_reports_page_has_no_script(tmp_path: Path) -> None:
    one = ARTEFACTS[0]
    rows = [
        Row(name, name, name, name, "outcome", "differs", name, name, seeds=name, why=name)
        for name in ESCAPED
    ]
    report = Report(tmp_path, Results(ESCAPED[3], quick=False, rows={one.key: rows}))
    page = Tags(report.write_page([one]).read_text(encoding="utf-8"))
    assert "script" not in page.tags
    assert set(ESCAPED) <= set(page.texts)
