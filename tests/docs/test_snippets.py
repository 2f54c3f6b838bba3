"""What README.md and docs tell a reader to type works as it stands there."""

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from machines.commands import main
from machines.storage.program import INSTALLED
from tests.docs.snippets import (
    REASONS,
    ROOT,
    Ended,
    Snippet,
    commands,
    is_main,
    pages,
    prepare,
    run_other,
    run_until_interrupted,
    runs_behind,
    runs_until_interrupted,
    snippets,
    start_behind,
)

PAGES = pages()
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]


def on_page(page: Path) -> list[Snippet]:
    return list(snippets(page.read_text(encoding="utf-8"), page.relative_to(ROOT).as_posix()))


@pytest.fixture
def behind() -> Iterator[list["subprocess.Popen[str]"]]:
    """Processes that a page starts in the background; they end with the page."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.terminate()
        process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_snippet_of_a_page_runs(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    behind: list["subprocess.Popen[str]"],
) -> None:
    folder = tmp_path / "checkout"
    folder.mkdir()
    prepare(folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MATCHBOX704_DATA", str(tmp_path / "data"))
    namespace: dict[str, object] = {"__name__": page.stem}
    wrong: list[str] = []
    printed: set[str] = set()
    for snippet in on_page(page):
        if snippet.file is not None:
            Path(snippet.file).write_text(snippet.as_run(), encoding="utf-8")
        # A shell's line is read otherwise on Windows, and no process there is sent Ctrl-C.
        if snippet.not_run is not None or (snippet.language == "sh" and sys.platform == "win32"):
            printed = set(ANYTHING)
        elif snippet.language == "python":
            wrong += _run_python(snippet, namespace)
            printed = _lines(capsys.readouterr().out)
        elif snippet.language == "sh":
            printed = set()
            for line, words in commands(snippet):
                monkeypatch.setattr("sys.stdin", io.StringIO(snippet.input))
                if runs_behind(words):
                    behind.append(start_behind(words, folder))
                    continue
                ended = _run_command(words, folder, snippet.input, capsys)
                printed |= _lines(ended.text)
                if ended.status != snippet.status:
                    where = f"{snippet.page}:{line}: {' '.join(words)}"
                    wrong.append(f"{where}\nstatus {ended.status}: {ended.text[-LAST:]}")
        elif snippet.is_output and printed != ANYTHING:
            missing = _lines(snippet.as_run()) - printed
            wrong += [f"{snippet.page}:{snippet.line}: not printed: {one}" for one in missing]
    assert not wrong, "\n".join(wrong)


ANYTHING = {"*"}
"""What was printed by a block that wasn't run."""
LAST = 2_000
"""Characters that are shown of what a command printed."""


def _lines(text: str) -> set[str]:
    return {line.rstrip() for line in text.splitlines() if line.strip()}


def _run_python(snippet: Snippet, namespace: dict[str, object]) -> list[str]:
    """Run a block; what went wrong, with page and line."""
    text = "\n" * (snippet.line - 1) + snippet.as_run().replace(INSTALLED, "machines.door")
    try:
        exec(compile(text, snippet.page, "exec"), namespace)
    except Exception as error:
        traceback, line = error.__traceback__, snippet.line
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == snippet.page:
                line = traceback.tb_lineno
            traceback = traceback.tb_next
        return [f"{snippet.page}:{line}: {error!r}"]
    return []


def _run_command(
    words: list[str], folder: Path, given: str, capsys: pytest.CaptureFixture[str]
) -> Ended:
    if runs_until_interrupted(words):
        return run_until_interrupted(words, folder)
    if not is_main(words):
        return run_other(words, folder, given)
    try:
        status = main(words[3:])
    except SystemExit as ended:  # --help, or a word that the parser doesn't know
        status = int(ended.code or 0)
    said = capsys.readouterr()
    return Ended(status, said.out + said.err)


def test_a_fence_says_what_is_in_it_and_why_it_is_not_run() -> None:
    for snippet in (one for page in PAGES for one in on_page(page)):
        where = f"{snippet.page}:{snippet.line}"
        assert snippet.language, f"{where}: sh, python or text?"
        reason = snippet.not_run
        assert reason is None or reason in REASONS, f"{where}: {reason!r} is no reason"


def test_snippets_are_found_with_their_comments() -> None:
    text = """\
Words.

<!-- test: --games 9 -> --games 1 -->
<!-- test: 704 -> 705 -->
```sh
uv run main.py match a b \\
    --games 9   # nine games
uv run main.py run704
```

  <!-- not run: installs software -->
  ```sh
  pip
  ```
```python
x = 1
```
"""
    first, second, third = snippets(text, "page.md")
    assert list(commands(first)) == [
        (6, ["uv", "run", "main.py", "match", "a", "b", "--games", "1"]),
        (8, ["uv", "run", "main.py", "run705"]),
    ]
    assert (second.not_run, second.text, second.line) == ("installs software", "pip\n", 13)
    assert (third.language, third.text, third.substitutions) == ("python", "x = 1\n", ())


def test_a_substitution_that_finds_nothing_is_refused() -> None:
    (snippet,) = snippets("<!-- test: a -> b -->\n```sh\nc\n```\n", "page.md")
    with pytest.raises(ValueError, match=r"page\.md:3: there is no 'a' to be replaced"):
        snippet.as_run()
