"""Write docs/teacher/answers.md anew from the worksheets.

``uv run python -m tests.make_answers``, after any change to assets/worksheets.
"""

from pathlib import Path

from machines.app.printing.worksheets.sheet import NAMES, read_worksheet

PAGE = Path(__file__).resolve().parents[1] / "docs" / "teacher" / "answers.md"

REMAKE = "uv run python -m tests.make_answers"
"""The command that writes the page."""

HEAD = f"""\
<!-- Written by tests/make_answers.py from assets/worksheets: don't edit it by hand.
     Make it again with: {REMAKE} -->

# Answers

The questions of the worksheets with their answers. `print worksheets` makes a PDF of them, too.
"""


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    for name in NAMES:
        sheet = read_worksheet(name)
        lines += [f"## {sheet.title}", "", f"The lesson: [{name}.md]({name}.md).", ""]
        for mark, question, answer in sheet.answers():
            number = "" if mark == "-" else f"{mark}. "
            lines += [f"**{number}{question}**", "", answer, ""]
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.name)
