"""Builds these pages as a site: ``uv run --group docs docs/make_site.py``.

Its folder, ``site`` in the checkout unless ``--out`` names another, opens from a disk: no server,
no network.  Commands are read from their parsers, the Python API from its docstrings; the museum's
own window draws the gallery's pictures and films.
"""

import argparse
import logging
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
ROOT = Path(__file__).absolute().parents[1]
sys.path[0] = str(ROOT)

import pygame
from PIL import Image
from sphinx.application import Sphinx

import machines.door
from devices.refusal import RefusedError
from devices.screen.ui_text import UiText, read_language
from machines.commands import NAMES, make_parser
from machines.laboratory.reproduce.report import PAGE
from machines.museum.headless import HeadlessMuseum
from machines.museum.tour_script import DemoPlayer, OperateControl, ResetExhibit, SetSpeed
from machines.museum.tours import load_shipped_deck, load_shipped_script
from machines.museum.window.museum import Tours, TourScene
from machines.museum.window.window import Window, WindowConfig
from machines.museum.worker.worker import RATES
from machines.storage.program import VERSION
from machines.storage.registry import EXHIBITS, ExhibitSpec

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
OF_THE_ROOT = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
               "CODE_OF_CONDUCT.md")  # fmt: skip
CHAPTERS = {
    "Visit": ("README", "gallery", "docs/install", "docs/visitors", "docs/curators"),
    "Teach": ("docs/teacher/*",),
    "Build": ("docs/build-menace", "docs/build-panel", "docs/panels", "firmware_sim/README"),
    "Program": ("api/index", "docs/api", "docs/operating-704", "docs/programming-704",
                "docs/library-704", "docs/samuel-704", "docs/debugging-704", "docs/engines"),
    "Research": ("report", "docs/research/*", "docs/papers/*", "docs/cluster", "docs/sources/*"),
    "Reference": ("commands/index", "docs/file-formats", "docs/*", "assets/**/*", "*"),
}  # fmt: skip
SIZE, FILM = (1280, 720), (640, 360)
TICK_MS, FRAME_MS, SEEN_MS = 100, 2_000, 1_000
"""A tour goes on by so much; a picture of it is taken so often, and seen in the film so long."""
FLAT = 10
"""Times the machine's own speed, where it is to go as fast as it can."""


def stage_pages(to: Path) -> None:
    """All pages as they are, with their pictures; a link to what is no page becomes its words."""
    pages = [ROOT / name for name in OF_THE_ROOT]
    for folder in ("docs", "assets", "firmware_sim"):
        pages += sorted((ROOT / folder).rglob("*.md"))
    there = set(pages)

    def mended(page: Path, link: re.Match[str]) -> str:
        words, target = link.groups()
        path, _, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return link[0]
        found = Path(os.path.normpath(page.parent / path))
        if found in there:
            return link[0]
        if found / "README.md" in there:
            return f"[{words}]({path.rstrip('/')}/README.md{anchor and '#' + anchor})"
        return words

    for page in pages:
        copy = to / page.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = LINK.sub(partial(mended, page), page.read_text("utf-8"))
        copy.write_text(text, "utf-8")
    shutil.copytree(ROOT / "docs/pictures", to / "docs/pictures")


def toctree(pages: Iterable[str], options: str) -> str:
    """These pages below this one."""
    return f"```{{toctree}}\n{options}\n\n" + "\n".join(pages) + "\n```"


def escaped(text: str) -> str:
    """Plain words as Markdown has them."""
    return re.sub(r"([\\`*_<>\[\]{}|#$~:'\"-])", r"\\\1", " ".join(text.split()))


def describe(parser: argparse.ArgumentParser, level: int, deep: bool = True) -> Iterator[str]:
    """A command, its options by the groups of its help and, deep, the commands below it."""
    yield f"{'#' * level} {' '.join(parser.prog.split()[1:]) or 'Commands'}"
    yield escaped(parser.description or "")
    if deep:
        yield f"```text\n{parser.format_usage().strip()}\n```"
    formatter = parser._get_formatter()
    for group in parser._action_groups:
        actions = [a for a in group._group_actions if a.help != argparse.SUPPRESS]
        listed = [a for a in actions if not isinstance(a, argparse._SubParsersAction)]
        if listed:
            yield f"**{escaped((group.title or 'options').capitalize())}**"
        for action in listed:
            told = escaped(formatter._expand_help(action) if action.help else "")
            yield f"`{formatter._format_action_invocation(action)}`\n: {told}"
        for action in actions:
            if isinstance(action, argparse._SubParsersAction) and deep:
                for below in action.choices.values():
                    yield from describe(below, level + 1)
    if parser.epilog:
        yield escaped(parser.epilog)


def write_commands(to: Path) -> None:
    """A page for each command, and one that lists them with what each does."""
    os.environ["COLUMNS"] = "76"
    parser = make_parser()
    found = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    does = {choice.dest: choice.help or "" for choice in found._choices_actions}
    (to / "commands").mkdir()
    for name in NAMES:
        page = "\n\n".join(describe(found.choices[name], 1))
        (to / f"commands/{name}.md").write_text(page, "utf-8")
    rows = [f"[{name}]({name}.md)\n: {escaped(does[name])}" for name in NAMES]
    parts = [*describe(parser, 1, deep=False), "**Commands**", *rows, toctree(NAMES, ":hidden:")]
    (to / "commands/index.md").write_text("\n\n".join(parts), "utf-8")


def write_api(to: Path) -> None:
    """A page for each module of the public door, under the name that a wheel gives it."""
    sys.modules["matchbox704"] = machines.door
    names = sorted(machines.door.MODULES)
    (to / "api").mkdir()
    for name in names:
        (to / f"api/{name}.md").write_text(
            f"# matchbox704.{name}\n\n```{{eval-rst}}\n.. automodule:: matchbox704.{name}\n"
            "   :members:\n   :undoc-members:\n```\n", "utf-8"
        )  # fmt: skip
    (to / "api/index.md").write_text(
        "# Python reference\n\n```{eval-rst}\n.. automodule:: matchbox704\n"
        "   :members: load\n```\n\n" + toctree(names, ":maxdepth: 1"), "utf-8"
    )  # fmt: skip


class TouringMuseum(HeadlessMuseum):
    """Its visitor is led through the room that is entered, as soon as its tour goes on."""

    def leads(self) -> str | None:
        return self.entered if self.tours.scene() else None


class FilmedTour(Tours):
    """A tour, played through as fast as it can be."""

    def __init__(self, museum: HeadlessMuseum, spec: ExhibitSpec, words: UiText) -> None:
        script = load_shipped_script(spec.name)
        if script is None:
            raise RefusedError(spec.name, "it has no tour in assets/tours")
        self.museum, self.script, self.words = museum, script, words
        self.player = DemoPlayer(script, partial(load_shipped_deck, folder=spec.decks))
        self.ms = 0

    def scene(self) -> TourScene | None:
        if not self.ms:
            return None
        player, steps, says = self.player, self.script.steps, self.words.caption
        shot, exhibit = player.shot, self.museum.entered
        return TourScene(
            exhibit,
            says(exhibit, shot.caption) if shot.caption else "",
            all_said=tuple(says(exhibit, step.say) for step in steps if step.say),
            chapter=shot.chapter,
            chapters=self.script.chapters() if steps[0].chapter else (),
            share=player.share(),
            look=shot.look,
            ahead=player.ahead(),
            journey=True,
        )

    def go_on(self) -> None:
        """Let a moment pass for the tour and its machine."""
        museum, name = self.museum, self.museum.entered
        for deed in self.player.tick(self.ms, museum.made[name].view()):
            if isinstance(deed, ResetExhibit):
                museum.reset(name)
            elif isinstance(deed, OperateControl):
                museum.act(name, deed.control, deed.value)
            elif isinstance(deed, SetSpeed):
                museum.pace = deed.speed
        times = FLAT if museum.pace == "flat" else RATES.get(museum.pace, 1)
        museum.made[name].advance(TICK_MS * 1_000 * times)
        self.ms += TICK_MS


def draw(window: Window) -> Image.Image:
    """The window, when all is there that it shows."""
    for frame in range(60):
        window.frame()
        window.renderer.wait()
        if frame > 1 and window.settled():
            break
    shot = pygame.display.get_surface()
    assert shot is not None
    return Image.frombytes("RGB", shot.get_size(), pygame.image.tobytes(shot, "RGB"))


def draw_exhibit(spec: ExhibitSpec, to: Path, films: bool) -> None:
    """Its room at rest as a picture, and its tour as a film."""
    words = read_language("en")
    museum = TouringMuseum("authentic", EXHIBITS)
    museum.tours = tour = FilmedTour(museum, spec, words)
    config = WindowConfig(
        size=SIZE, calm=True, sound=False, exhibit=spec.name, clock=lambda: tour.ms / 1_000
    )
    film = []
    with Window(museum, words, config) as window:
        window.enter(spec.name)
        draw(window)
        for card in window.overlays:  # the placard that greets a visitor
            card.done = True
        draw(window).save(to / f"{spec.name}.webp", quality=80)
        while films and not tour.player.over:
            tour.go_on()
            if tour.ms % FRAME_MS == 0:
                film.append(draw(window).resize(FILM, Image.Resampling.LANCZOS))
    for refusal in museum.refused:
        raise RefusedError(spec.name, refusal)
    if film:
        film[0].save(to / f"{spec.name}-tour.webp", save_all=True, append_images=film[1:],
                     duration=SEEN_MS, loop=0, quality=60)  # fmt: skip


def write_gallery(to: Path, films: bool) -> None:
    """A page of all rooms; a film is seen when a visitor opens it."""
    (to / "gallery").mkdir()
    parts = ["# Gallery", "The rooms as the program draws them, switched on and waiting."]
    for spec in EXHIBITS:
        draw_exhibit(spec, to / "gallery", films)
        parts += [f"## {spec.title}", f"![The room of {spec.title}](gallery/{spec.name}.webp)"]
        if films:
            film = f"![The tour of {spec.title}](gallery/{spec.name}-tour.webp)"
            parts += ["<details><summary>Film of its guided tour, without sound</summary>",
                      film, "</details>"]  # fmt: skip
    (to / "gallery.md").write_text("\n\n".join(parts), "utf-8")


def write_front(to: Path, report: Path | None) -> None:
    """The first page with what the sidebar has, and the page about the report."""
    told = (
        f'<a href="report/{PAGE}">Open the report</a>: tables and figures beside ours.'
        if report
        else "None is here. `main.py reproduce --out report` makes it (`--quick`: in minutes), "
        "and `docs/make_site.py --report report` puts it here."
    )
    (to / "report.md").write_text(f"# The papers' report\n\n{told}\n", "utf-8")
    parts = ["# Matchbox 704", "A working museum of the machines that first learned to play.",
             "![The museum's floor plan](docs/pictures/floor-plan.png)"]  # fmt: skip
    seen = {"index"}
    for chapter, patterns in CHAPTERS.items():
        pages = [page for pattern in patterns for page in sorted(to.glob(pattern + ".md"))]
        names = dict.fromkeys(page.relative_to(to).with_suffix("").as_posix() for page in pages)
        new = [name for name in names if name not in seen]
        seen.update(new)
        shown = ["What this is <README>" if name == "README" else name for name in new]
        parts.append(toctree(shown, f":caption: {chapter}\n:maxdepth: 1"))
    (to / "index.md").write_text("\n\n".join(parts), "utf-8")


def build(pages: Path, out: Path, work: Path) -> int:
    """Have Sphinx make HTML of the pages; how often it warned."""
    logging.getLogger("sphinx.sphinx.domains.python").addFilter(
        # What several modules of the door hand on stands on the page of each.
        lambda record: "duplicate object description" not in str(record.msg)
    )
    app = Sphinx(
        pages, None, out, work, "html", freshenv=True, status=None,
        confoverrides={
            "project": "Matchbox 704", "release": VERSION, "html_theme": "furo",
            "html_title": f"Matchbox 704 {VERSION}",
            "extensions": ["myst_parser", "sphinx.ext.autodoc"],
            "myst_enable_extensions": ["deflist"], "myst_heading_anchors": 4,
            "html_copy_source": False, "html_show_sourcelink": False,
            "html_show_copyright": False, "html_show_search_summary": False,  # it needs a server
            "autodoc_typehints": "description",
            "autodoc_typehints_format": "short", "smartquotes": False,
            # Blocks of our own languages; pages that begin below a first heading; shared names.
            "suppress_warnings": ["misc.highlighting_failure", "myst.header", "ref.python"],
        },
    )  # fmt: skip
    app.build()
    return int(app._warncount)


def main() -> int:
    """Build; 1 where Sphinx had something to say against it."""
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="its folder (site)")
    parser.add_argument("--report", type=Path, help="a folder that main.py reproduce made")
    parser.add_argument("--quick", action="store_true", help="without the films of the tours")
    args = parser.parse_args()
    if args.report and not (args.report / PAGE).is_file():
        parser.error(f"--report {args.report}: no {PAGE} there; main.py reproduce --out makes it")
    if args.out.exists() and not (args.out / "objects.inv").is_file():
        parser.error(f"--out {args.out}: it is there and no site; name a folder that isn't there")
    with tempfile.TemporaryDirectory() as folder:
        pages, made = Path(folder) / "pages", Path(folder) / "made"
        stage_pages(pages)
        write_commands(pages)
        write_api(pages)
        write_gallery(pages, films=not args.quick)
        write_front(pages, args.report)
        warned = build(pages, made, Path(folder) / "work")
        if args.report:
            shutil.copytree(args.report, made / "report", ignore=shutil.ignore_patterns("runs"))
        shutil.rmtree(made / "_sources", ignore_errors=True)
        shutil.rmtree(args.out, ignore_errors=True)
        shutil.move(made, args.out)
    print(args.out / "index.html")
    return int(warned > 0)


if __name__ == "__main__":
    sys.exit(main())
