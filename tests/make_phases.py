"""Write the table of the checkers program's phases into docs/operating-704.md anew.

``uv run python -m tests.make_phases``, after any change to machines/samuel/state.py.
"""

from pathlib import Path

from machines.samuel.state import RULES, Phase, Stop

PAGE = Path(__file__).resolve().parents[1] / "docs" / "operating-704.md"

REMAKE = "uv run python -m tests.make_phases"
"""The command that writes the table."""

BEGIN = f"""\
<!-- Written by tests/make_phases.py from machines/samuel/state.py: don't edit it by hand.
     Make it again with: {REMAKE} -->
"""
END = "<!-- The table of phases ends here. -->\n"


def table() -> str:
    """The table, a row a rule."""
    lines = ["| phase | event | next phase | what is done |", "|---|---|---|---|"]
    for rule in RULES:
        phases = ", ".join(phase.name for phase in rule.phases)
        before = "any" if rule.phases == tuple(Phase) else phases
        stop = "" if rule.stop is Stop.NONE else f" ({rule.stop.name.replace('_', ' ')})"
        lines.append(f"| {before} | {rule.event.value} | {rule.next.name}{stop} | {rule.done} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    """The whole page with the table fresh in its place."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.name)
