"""Builds these pages as a site: ``uv run --group docs docs/make_site.py``.

Its folder, ``site`` in the checkout unless ``--out`` names another, opens from a disk: no server,
no network.  Commands are read from their parsers, the Python API from its docstrings; the museum's
own window draws the gallery's pictures and films.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
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
from devices.screen.ui_text import read_language
from machines.commands import NAMES, make_parser
from machines.laboratory.reproduce.report import PAGE
from machines.museum.headless import HeadlessMuseum
from machines.museum.tour_script import DemoPlayer, OperateControl, ResetExhibit, SetSpeed
from machines.museum.tours import load_shipped_deck, load_shipped_script
from machines.museum.window.museum import Tours, TourScene
from machines.museum.window.window import Window, WindowConfig
from machines.museum.worker.worker import RATES
from machines.storage.program import VERSION
from machines.storage.registry import EXHIBITS

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
    "Reference": ("commands/index", "docs/file-formats", "docs/*", "assets/**", "*"),
}  # fmt: skip
SIZE, FILM = (1280, 720), (640, 360)
TICK_MS, FRAME_MS = 100, 2_000
"""The tour is looked at, and a picture of it kept, so often; each is seen a second."""


def stage_pages(to: Path) -> None:
    """All pages as they are, with their pictures; a link to what is no page becomes its words."""
    pages = [ROOT / name for name in OF_THE_ROOT]
    for folder in ("docs", "assets", "firmware_sim"):
        pages += sorted((ROOT / folder).rglob("*.md"))
    there = set(pages)

    def mended(link: re.Match[str], page: Path) -> str:
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
        copy.write_text(
            LINK.sub(lambda link, page=page: mended(link, page), page.read_text("utf-8")), "utf-8"
        )
    shutil.copytree(ROOT / "docs/pictures", to / "docs/pictures")


def escaped(text: str) -> str:
    """Plain words as Markdown has them."""
    return re.sub(r"([\\`*_<>\[\]{}|#$~:'\"-])", r"\\\1", " ".join(text.split()))


def describe(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    """A command, its options by the groups of its help, and the commands below it."""
    name = " ".join(parser.prog.split()[1:]) or parser.prog
    yield f"{'#' * level} {name}"
    yield escaped(parser.description or "")
    yield f"```text\n{parser.format_usage().strip()}\n```"
    formatter = parser._get_formatter()
    for group in parser._action_groups:
        actions = [a for a in group._group_actions if a.help is not argparse.SUPPRESS]
        listed = [a for a in actions if not isinstance(a, argparse._SubParsersAction)]
        if listed:
            yield f"**{escaped((group.title or 'options').capitalize())}**"
        for action in listed:
            told = escaped(formatter._expand_help(action) if action.help else "")
            yield f"`{formatter._format_action_invocation(action)}`\n: {told}"
        for action in actions:
            if isinstance(action, argparse._SubParsersAction):
                for below in action.choices.values():
                    yield from describe(below, level + 1)
    if parser.epilog:
        yield escaped(parser.epilog)


def write_commands(to: Path) -> None:
    """A page for each command, and one that lists them with what each does."""
    os.environ["COLUMNS"] = "76"
    parser = make_parser()
    (to / "commands").mkdir()
    found = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    does = {choice.dest: choice.help or "" for choice in found._choices_actions}
    for name in NAMES:
        (to / f"commands/{name}.md").write_text("\n\n".join(describe(found.choices[name], 1)))
    rows = [f"[{name}]({name}.md)\n: {escaped(does[name])}" for name in NAMES]
    tree = "```{toctree}\n:hidden:\n\n" + "\n".join(NAMES) + "\n```"
    (to / "commands/index.md").write_text(
        "\n\n".join(["# Commands", *describe_top(parser), *rows, tree])
    )


def describe_top(parser: argparse.ArgumentParser) -> list[str]:
    """What the program takes before a command."""
    formatter = parser._get_formatter()
    return [escaped(parser.description or "")] + [
        f"`{formatter._format_action_invocation(action)}`\n: {escaped(action.help or '')}"
        for action in parser._actions
        if not isinstance(action, argparse._SubParsersAction)
    ]


def write_api(to: Path) -> None:
    """A page for each module of the public door, under the name that a wheel gives it."""
    sys.modules["matchbox704"] = machines.door
    names = sorted(machines.door.MODULES)
    (to / "api").mkdir()
    for name in names:
        (to / f"api/{name}.md").write_text(
            f"# matchbox704.{name}\n\n```{{eval-rst}}\n.. automodule:: matchbox704.{name}\n"
            "   :members:\n   :undoc-members:\n```\n"
        )
    (to / "api/index.md").write_text(
        "# Python reference\n\n```{eval-rst}\n.. automodule:: matchbox704\n"
        "   :members: load\n```\n\n```{toctree}\n" + "\n".join(names) + "\n```\n"
    )


class OneTour(Tours):
    """What the tour in hand shows and says."""

    now: TourScene | None = None

    def scene(self) -> TourScene | None:
        return self.now


def draw_gallery(to: Path) -> None:
    """Each room at rest, and its tour as a film."""
    words = read_language("en")
    parts = ["# Gallery", "Each room as it is when it is switched on, and its guided tour, one "
             "picture each two seconds. The program has drawn all of it."]  # fmt: skip
    (to / "gallery").mkdir()
    for spec in EXHIBITS:
        museum = HeadlessMuseum("authentic", EXHIBITS)
        museum.tours = tours = OneTour()
        clock = [0.0]
        config = WindowConfig(
            size=SIZE, sound=False, exhibit=spec.name, clock=lambda clock=clock: clock[0]
        )
        with Window(museum, words, config) as window:
            window.enter(spec.name)
            for _ in range(60):
                window.frame()
                window.renderer.wait()
                if window.settled():
                    break
            for card in window.overlays:  # the placard that greets a visitor
                card.done = True
            window.frame()
            pictures = list(film_tour(spec.name, museum, tours, window, words, clock))
        title = spec.title
        parts.append(f"## {title}")
        pictures[0].save(to / f"gallery/{spec.name}.webp", quality=80)
        parts.append(f"![The room of {spec.name}](gallery/{spec.name}.webp)")
        small = [picture.resize(FILM, Image.Resampling.LANCZOS) for picture in pictures[1:]]
        small[0].save(to / f"gallery/{spec.name}-tour.webp", save_all=True,
                      append_images=small[1:], duration=1_000, loop=0, quality=60)  # fmt: skip
        parts.append(f"![The tour of {spec.name}](gallery/{spec.name}-tour.webp)")
    (to / "gallery.md").write_text("\n\n".join(parts))


def picture(window: Window) -> Image.Image:
    """The window as it is."""
    shot = pygame.display.get_surface()
    return Image.frombytes("RGB", shot.get_size(), pygame.image.tobytes(shot, "RGB"))


def film_tour(name, museum, tours, window, words, clock) -> Iterator[Image.Image]:
    """The room, then the pictures of its tour."""
    yield picture(window)
    script = load_shipped_script(name)
    player = DemoPlayer(script, load_shipped_deck)
    ms = us = 0
    while not player.over:
        for deed in player.tick(ms, museum.view(name)):
            if isinstance(deed, ResetExhibit):
                museum.reset(name)
            elif isinstance(deed, OperateControl):
                museum.act(name, deed.control, deed.value)
            elif isinstance(deed, SetSpeed):
                museum.pace = deed.speed
        us = TICK_MS * 1_000
        us = 10 * us if museum.pace == "flat" else us * RATES.get(museum.pace, 1)
        museum.made[name].advance(us)
        ms += TICK_MS
        clock[0] = ms / 1_000
        said = words.caption(name, player.caption) if player.caption else ""
        tours.now = TourScene(
            name, said, (said,), player.shot.chapter, script.chapters(), player.share(),
            player.shot.look, player.ahead(), journey=True,
        )  # fmt: skip
        if ms % FRAME_MS == 0:
            window.frame()
            window.renderer.wait()
            window.frame()
            yield picture(window)
    for refusal in museum.refused:
        raise RefusedError(name, refusal)


def write_front(to: Path, report: Path | None) -> None:
    """The first page with what the sidebar has, and the page about the report."""
    told = (
        f'<a href="report/{PAGE}">Open the report</a>: tables and figures beside ours.'
        if report
        else "None is here. `main.py reproduce --out report` makes it (`--quick`: in minutes), "
        "and `docs/make_site.py --report report` puts it here."
    )
    (to / "report.md").write_text(f"# The papers' report\n\n{told}\n")
    trees, seen = [], {"index"}
    for chapter, patterns in CHAPTERS.items():
        names = [
            page.relative_to(to).with_suffix("").as_posix()
            for pattern in patterns
            for page in sorted(to.glob(pattern + ("" if pattern.endswith("**") else ".md")))
            + (sorted(to.glob("assets/**/*.md")) if pattern.endswith("**") else [])
            if page.suffix == ".md"
        ]
        names = [n for n in dict.fromkeys(names) if n not in seen]
        seen.update(names)
        trees.append(
            f"```{{toctree}}\n:caption: {chapter}\n:maxdepth: 1\n\n" + "\n".join(names) + "\n```"
        )
    (to / "index.md").write_text(
        "# Matchbox 704\n\nA working museum of the machines that first learned to play.\n\n"
        "![The museum's floor plan](docs/pictures/floor-plan.png)\n\n" + "\n\n".join(trees)
    )


def main() -> int:
    """Build; 1 where Sphinx had something to say against it."""
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="its folder (site)")
    parser.add_argument("--report", type=Path, help="a folder that main.py reproduce made")
    args = parser.parse_args()
    if args.report and not (args.report / PAGE).is_file():
        parser.error(f"--report {args.report}: no {PAGE} there; main.py reproduce --out makes it")
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "pages"
        to.mkdir()
        stage_pages(to)
        write_commands(to)
        write_api(to)
        draw_gallery(to)
        write_front(to, args.report)
        app = Sphinx(
            to, None, args.out, Path(folder) / "doctrees", "html", freshenv=True, status=None,
            confoverrides={
                "project": "Matchbox 704", "release": VERSION, "html_theme": "furo",
                "html_title": f"Matchbox 704 {VERSION}",
                "extensions": ["myst_parser", "sphinx.ext.autodoc"],
                "myst_enable_extensions": ["deflist"], "myst_heading_anchors": 4,
                "html_copy_source": False, "html_show_sourcelink": False,
                "html_show_copyright": False, "autodoc_typehints": "description",
                "autodoc_typehints_format": "short",
                "smartquotes": False,
                "suppress_warnings": ["misc.highlighting_failure", "myst.header", "ref.python"],
            },
        )  # fmt: skip
        app.build()
    if args.report:
        shutil.copytree(args.report, args.out / "report", dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("runs"))  # fmt: skip
    print(args.out / "index.html")
    return int(bool(app._warncount))


if __name__ == "__main__":
    sys.exit(main())
