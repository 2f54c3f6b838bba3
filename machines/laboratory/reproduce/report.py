"""The folder: a page that any browser opens and prints, a CSV and a PNG by artefact, and
``results.json``, by which an interrupted report is gone on with.
"""

import argparse
import base64
import html
import platform
import shutil
import subprocess
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from devices.refusal import RefusedError
from machines.laboratory.reproduce.anaconda import ARTEFACTS as ANACONDA
from machines.laboratory.reproduce.artefacts import (
    Artefact,
    Effort,
    Kind,
    Made,
    Row,
    Tell,
    Verdict,
)
from machines.laboratory.reproduce.michie import ARTEFACTS as MICHIE
from machines.laboratory.reproduce.morph import ARTEFACTS as MORPH
from machines.laboratory.reproduce.samuel import ARTEFACTS as SAMUEL
from machines.laboratory.reproduce.signature_tables import ARTEFACTS as SIGNATURE_TABLES
from machines.laboratory.study.cluster import circumstances
from machines.laboratory.study.outputs import (
    SMALL,
    print_table,
    result_line,
    save_charts,
    write_csv,
)
from machines.laboratory.study.pool import read_jobs
from machines.laboratory.study.progress import NamedDone, goes_on, named_progress
from machines.storage.files import WRITING, file_exists, read_file, replace_file
from machines.storage.folders import make_folder
from machines.storage.option_parsing import file_digest
from machines.storage.program import ROOT, VERSION

RESULTS = "results.json"
PAGE = "index.html"
FILES = ("csv", "png")
RUN_FOLDER = "runs"
"""Of runs that take long: an interrupted report goes on with them."""
FORM = 2
"""Of results.json."""
SAID: dict[Verdict, str] = {
    "agrees": "agrees", "differs": "differs", "inconclusive": "inconclusive",
    "impossible": "can't be made",
}  # fmt: skip
KINDS: dict[Kind, str] = {
    "outcome": "measured outcome", "constant": "constant or formula",
    "twin": "two programs of ours compared", "stand-in": "stand-in",
}  # fmt: skip
"""In words."""
PAPERS = {
    "samuel": "A. L. Samuel, Some Studies in Machine Learning Using the Game of Checkers. IBM "
    "Journal of Research and Development 3(3), 1959",
    "samuel-1967": "A. L. Samuel, Some Studies in Machine Learning Using the Game of Checkers. II. "
    "IBM Journal of Research and Development 11(6), 1967 (by secondary knowledge, not checked "
    "against the paper)",
    "michie": "D. Michie, Experiments on the mechanization of game-learning, Part I. Computer "
    "Journal 6(3), 1963",
    "morph": "J. Gould and R. Levinson, Experience-based adaptive search, UCSC-CRL-92-10, 1992",
    "anaconda": "K. Chellapilla and D. B. Fogel, Anaconda defeats Hoyle 6-0, CEC 2000",
}

PAPER_NAMES = {
    "samuel": "Samuel 1959", "samuel-1967": "Samuel 1967", "michie": "Michie 1963",
    "morph": "Gould, Levinson 1992", "anaconda": "Chellapilla, Fogel 2000",
}  # fmt: skip


class _Head(msgspec.Struct):
    """What results.json holds in every form."""

    program: str
    quick: bool
    form: int = 1
    book: str = ""
    """The digest of the book games' file, if one was named."""


class Results(_Head):
    """What it holds today."""

    form: int = FORM
    rows: dict[str, list[Row]] = {}
    """By artefact that is made: ``michie-fig4``."""
    made_with: dict[str, str] = {}
    """By what it began: commit, processor, versions, digest of the sources."""
    files: dict[str, dict[str, str]] = {}
    """By artefact its files by name, each with its digest."""


def _others(folder: Path, keys: Collection[str]) -> bool:
    """Whether a folder without results holds anything that no report of ours has left there."""
    ours = {RUN_FOLDER, *(f"{key}.{kind}" for key in keys for kind in FILES)}
    found = {path.name for path in folder.iterdir() if not WRITING.fullmatch(path.name)}
    return bool(found - ours - ({PAGE} if found & ours else set()))


def _digest(path: Path) -> str:
    """Of a file; empty where there is none."""
    return sha256(read_file(path)).hexdigest() if file_exists(path) else ""


class Report:
    """A report in its folder, grown artefact by artefact."""

    def __init__(self, folder: Path, results: Results) -> None:
        self.folder = folder
        self.results = results

    @classmethod
    def open(
        cls, folder: Path, keys: Collection[str], quick: bool, force: bool, book: str = ""
    ) -> "Report":
        """Begin a report, or go on with the one that is there; ``book``: the book games' digest.

        ``keys``: those of all artefacts; what has their names is ours.  Raises RefusedError for a
        folder that holds another one, or anything else, unless ``force`` lets it be written over.
        """
        make_folder(folder)
        path = folder / RESULTS

        def fresh() -> "Report":
            return cls(folder, Results(VERSION, quick, book=book, made_with=made_with()))

        if force:
            if file_exists(path) or not _others(folder, keys):  # else they are somebody's own
                shutil.rmtree(folder / RUN_FOLDER, ignore_errors=True)
            return fresh()
        if not file_exists(path):
            if _others(folder, keys):
                raise RefusedError(
                    str(folder), "holds other files; expected an empty folder, or --force"
                )
            return fresh()
        try:
            found = msgspec.json.decode(read_file(path), type=_Head)
            if found.form == FORM:
                found = msgspec.json.decode(read_file(path), type=Results)
        except msgspec.DecodeError as error:
            raise RefusedError(
                str(path), f"is no report of ours ({error}); expected --force"
            ) from error
        if (found.form, found.program, found.quick) != (FORM, VERSION, quick):
            made = f"version {found.program}{', quick' if found.quick else ''}"
            if found.form != FORM:
                made += f", verdicts of form {found.form}, ours have {FORM}"
            raise RefusedError(
                str(folder), f"holds another report ({made}); expected --force, or another folder"
            )
        if found.book != book:
            raise RefusedError(
                str(folder), "holds a report with other book games; expected --force or its --book"
            )
        assert isinstance(found, Results)
        return cls(folder, found)

    def has(self, artefact: Artefact) -> bool:
        """Whether it is made already, and its files are as they were written."""
        kept = self.results.files.get(artefact.key)
        return (
            artefact.key in self.results.rows
            and kept is not None
            and all(_digest(self.folder / name) == digest for name, digest in kept.items())
        )

    def keep(self, artefact: Artefact, made: Made) -> None:
        """Write what was made; the rows last, so that what is listed is whole."""
        numbers, picture = (self.folder / f"{artefact.key}.{kind}" for kind in FILES)
        if made.numbers:
            write_csv(numbers, made.columns, made.numbers)
        if made.charts:
            across = 2 if len(made.charts) % 2 == 0 else 1  # no empty place
            save_charts(made.charts, picture, across, SMALL)
        written = [numbers] * bool(made.numbers) + [picture] * bool(made.charts)
        self.results.files[artefact.key] = {path.name: _digest(path) for path in written}
        self.results.rows[artefact.key] = list(made.rows)
        data = msgspec.json.format(msgspec.json.encode(self.results), indent=1)
        replace_file(self.folder / RESULTS, data)

    def rows(self, artefacts: Sequence[Artefact]) -> list[Row]:
        """Those of the artefacts, as far as they are made."""
        return [row for artefact in artefacts for row in self.results.rows.get(artefact.key, ())]

    def write_page(self, artefacts: Sequence[Artefact]) -> Path:
        """The page, with all of them that are made."""
        body = [_head(self.rows(artefacts), self.results), self._contents(artefacts)]
        for paper, source in PAPERS.items():
            mine = [artefact for artefact in artefacts if artefact.paper == paper]
            there = [self._section(artefact) for artefact in mine if self.has(artefact)]
            if there:
                body += [f"<h2>{html.escape(source)}</h2>", *there]
                body += [self._left(artefact) for artefact in mine if not self.has(artefact)]
        page = PAGE_OF.format(style=STYLE, body="\n".join(body))
        replace_file(self.folder / PAGE, page.encode())
        return self.folder / PAGE

    def _left(self, artefact: Artefact) -> str:
        """What the page says of one that isn't made, if every such report leaves it out."""
        quick = self.results.quick
        if not (artefact.named_only or (quick and artefact.whole_only)):
            return ""
        folder, takes = "in another folder " * quick, ""
        if artefact.named_only:
            takes = f", in about {artefact.cost / 3600:.1f} hours on two cores"
        return (
            f"<h3>{html.escape(artefact.title)}</h3><p class=made>Left out of "
            f"{'a quick' if quick else 'the whole'} report. Made {folder}by <code>"
            f"{html.escape(artefact.command)}</code>{takes}</p>"
        )

    def _contents(self, artefacts: Sequence[Artefact]) -> str:
        """Every artefact with its counts, and every row that differs, each a link."""
        lines, differ = [], []
        for artefact in artefacts:
            rows = self.results.rows.get(artefact.key)
            if rows is None:
                continue
            link = f'<a href="#{artefact.key}">{html.escape(artefact.title)}</a>'
            cells = _cells(counts(rows))
            lines.append(f"<tr><td>{PAPER_NAMES[artefact.paper]}</td><td>{link}</td>{cells}</tr>")
            differ += [
                f"<tr><td>{html.escape(artefact.title.partition(':')[0])}</td>"
                f'<td><a href="#{artefact.key}">{html.escape(row.what)}</a></td>'
                f"<td>{html.escape(row.printed)}</td><td>{html.escape(row.ours)}</td></tr>"
                for row in rows
                if row.verdict == "differs"
            ]
        heads = "".join(f"<th>{said}</th>" for said in SAID.values())
        found = (
            f"<h2>What is here</h2><table class=contents><tr><th>paper</th><th></th>{heads}</tr>"
            f"{''.join(lines)}</table>"
        )
        if differ:
            found += (
                "<h2>Where ours differs</h2><table><tr><th></th><th>what</th><th>printed</th>"
                f"<th>ours</th></tr>{''.join(differ)}</table>"
            )
        return found

    def _section(self, artefact: Artefact) -> str:
        key = artefact.key
        parts = [
            f'<section id="{key}"><h3>{html.escape(artefact.title)}</h3>',
            _table(self.results.rows[key]),
        ]
        picture = self.folder / f"{key}.png"
        if file_exists(picture):
            from devices.screen.png import jpeg_of_png

            data = base64.b64encode(jpeg_of_png(read_file(picture))).decode()
            parts.append(
                f'<img alt="{html.escape(artefact.title)}" src="data:image/jpeg;base64,{data}">'
            )
        files = [name for name in (f"{key}.csv", f"{key}.png") if file_exists(self.folder / name)]
        quick = " --quick" if self.results.quick else ""
        links = ", ".join(f'<a href="{name}">{name}</a>' for name in files)
        parts.append(f"<p class=made>Numbers and picture: {links or 'none'}. Made by <code>"
                     f"{html.escape(artefact.command)}{quick}</code></p></section>")  # fmt: skip
        return "\n".join(parts)


def counts(rows: Sequence[Row], kind: Kind | None = None) -> dict[Verdict, int]:
    """How many rows (of one kind) have each verdict."""
    mine = [row for row in rows if kind in (None, row.kind)]
    return {name: sum(row.verdict == name for row in mine) for name in SAID}


def made_with() -> dict[str, str]:
    """Commit, processor, versions and digest of the sources, by name."""
    from llvmlite.binding import get_host_cpu_name

    return {
        "commit": _commit(),
        "processor": get_host_cpu_name(),
        "python": platform.python_version(),
        **circumstances(),
    }


def _commit() -> str:
    """Of the checkout that the program runs from, "+" behind it where that was changed; else the
    program isn't run from one."""
    git = ["git", "-C", str(ROOT), "--no-optional-locks"]
    try:
        where, head, changed = (
            subprocess.run([*git, *words], capture_output=True, text=True, check=True, timeout=30)
            for words in (
                ("rev-parse", "--show-toplevel"),
                ("rev-parse", "HEAD"),
                ("status", "--porcelain", "--untracked-files=no"),
            )
        )
    except (OSError, subprocess.SubprocessError):
        return "not known"
    if Path(where.stdout.strip()) != ROOT:
        return "not known"
    return head.stdout.strip() + "+" * bool(changed.stdout)


def _head(rows: Sequence[Row], results: Results) -> str:
    said = ", ".join(
        f"<b class={name}>{number} {SAID[name].removesuffix('s')}</b>"
        for name, number in counts(rows, "outcome").items()
    )
    heads = "".join(f"<th>{name}</th>" for name in SAID.values())
    kinds = "".join(
        f"<tr><td>{name}</td>{_cells(counts(rows, kind))}</tr>" for kind, name in KINDS.items()
    )
    effort = (
        "A quick report: fewer runs than the whole one." if results.quick else "The whole report."
    )
    made = "; ".join(f"{name} {value}" for name, value in results.made_with.items())
    return f"""\
<h1>The papers beside our machines</h1>
<p>Of what the papers measured and we measured again: {said}. {effort} Matchbox 704, version
{html.escape(results.program)}; {html.escape(made)}.</p>
<p>A measured outcome agrees where the 95% interval of ours lies within a margin that was written
down before the run: it comes from the paper's sample, from its digits, or is named. It differs
where the two lie apart and what is printed isn't what one more run of ours could give; else ours is
too noisy to tell, and the row is inconclusive. Only measured outcomes say anything of the papers'
results. A constant or formula says that ours was built by the paper; two programs of ours compared,
that both, written apart, do the same; a stand-in sits where we don't have what the paper had.</p>
<table class=contents><tr><th>kind of row</th>{heads}</tr>{kinds}</table>"""


def _cells(found: Mapping[Verdict, int]) -> str:
    return "".join(f"<td class={name}>{number or ''}</td>" for name, number in found.items())


HEADINGS = ("what", "in the paper", "printed", "ours", "compared", "accepted", "seeds", "kind", "")


def _table(rows: Sequence[Row]) -> str:
    lines = ["<table><tr>" + "".join(f"<th>{heading}</th>" for heading in HEADINGS) + "</tr>"]
    for row in rows:
        sample = f"; {row.sample}" if row.sample else ""
        accepted = f"{row.accepted} ({row.margin}{sample})" if row.margin else row.accepted
        cells = (row.what, row.where, row.printed, row.ours, row.statistic, accepted, row.seeds,
                 KINDS[row.kind])  # fmt: skip
        line = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
        lines.append(
            f"<tr class={row.verdict}>{line}<td class=verdict>{SAID[row.verdict]}</td></tr>"
        )
        if row.why:
            lines.append(f"<tr class=why><td></td><td colspan=8>{html.escape(row.why)}</td></tr>")
    return "\n".join([*lines, "</table>"])


STYLE = """\
body { font: 16px/1.45 Georgia, serif; color: #221f1a; background: #fffdf8; margin: 2rem auto;
       max-width: 76rem; padding: 0 1rem; }
h1, h2, h3 { font-weight: normal; color: #8c1c13; } h2 { border-bottom: 2px solid #b08d57; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: normal; color: #6b6257; border-bottom: 1px solid #b08d57; }
td { border-bottom: 1px solid #e6dfd0; padding: .3rem .6rem .3rem 0; vertical-align: top; }
.verdict { white-space: nowrap; font-weight: bold; }
tr.agrees .verdict, b.agrees, td.agrees { color: #1d6b2f; }
tr.differs .verdict, b.differs, td.differs { color: #a8130a; }
tr.inconclusive .verdict, b.inconclusive, td.inconclusive { color: #7a5a00; }
tr.impossible .verdict, b.impossible, td.impossible { color: #5a5a5a; }
.contents { width: auto; } .contents td, .contents th { padding-right: 1.6rem; }
tr.why td { font-style: italic; color: #5a5348; } img { max-width: 100%; }
code { font-size: 13px; } .made { font-size: 13px; color: #6b6257; }
@media print { body { margin: 0; max-width: none; } section { break-inside: avoid; } }
"""
PAGE_OF = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The papers beside our machines</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
{style}</style></head><body>
{body}
</body></html>
"""


# -- making it, artefact by artefact ---------------------------------------------------------------

ARTEFACTS: tuple[Artefact, ...] = (
    *SAMUEL,
    *SIGNATURE_TABLES,
    *MICHIE,
    *MORPH,
    *ANACONDA,
)
TICKS = 100
"""Of the progress bar, by second of an artefact's cost."""


def chosen(paper: str | None, only: str | None) -> list[Artefact]:
    """Those of a paper, or one of them.  Raises RefusedError for a name that there isn't."""
    found = [artefact for artefact in ARTEFACTS if paper in (None, artefact.paper)]
    if only is None:
        return found
    names = ", ".join(artefact.name for artefact in found)
    found = [artefact for artefact in found if artefact.name == only]
    if not found:
        raise RefusedError("--only", f"is {only!r}; expected one of {names}")
    return found


def reproduce(args: argparse.Namespace) -> int:
    """Make what is missing, write the page, print the rows and the RESULT line."""
    artefacts = chosen(args.paper, args.only)
    jobs = read_jobs(args)
    digest = "" if args.book is None else file_digest(args.book)
    keys = [artefact.key for artefact in ARTEFACTS]
    report = Report.open(Path(args.out), keys, bool(args.quick), bool(args.force), digest)
    if args.only is None:
        artefacts = [artefact for artefact in artefacts if not artefact.named_only
                     and not (args.quick and artefact.whole_only)]  # fmt: skip
    missing = [artefact for artefact in artefacts if not report.has(artefact)]
    total = round(TICKS * sum(artefact.cost for artefact in artefacts))
    done = total - round(TICKS * sum(artefact.cost for artefact in missing))

    def kept() -> str:
        made = sum(report.has(artefact) for artefact in artefacts)
        how = "the same command, without --force," if args.force else "the same command"
        return f"reproduce: {made} of {len(artefacts)} are made and kept; {how} goes on"

    with goes_on(kept), named_progress(total, "report", done) as tell:
        for artefact in missing:
            runs = report.folder / RUN_FOLDER
            part = _part(artefact, done, tell)
            effort = Effort(runs, bool(args.quick), jobs, args.scheduler, part, args.book)
            report.keep(artefact, artefact.make(effort))
            done += round(TICKS * artefact.cost)
            tell(artefact.key, done)
    page = report.write_page(ARTEFACTS)
    rows = report.rows(artefacts)
    print_table(
        ("what", "where", "printed", "ours", "kind", ""),
        [(row.what, row.where, row.printed, row.ours, row.kind, SAID[row.verdict]) for row in rows],
    )
    print_table(
        ("kind", *SAID.values()),
        [(name, *map(str, counts(rows, kind).values())) for kind, name in KINDS.items()],
    )
    print(f"{page}")
    print(result_line(**counts(rows, "outcome")))
    return 0


def _part(artefact: Artefact, before: int, tell: NamedDone) -> Tell:
    """Tells of a share of one as of ticks of the whole."""
    return lambda share: tell(artefact.key, before + round(share * TICKS * artefact.cost))
