"""The three files of a KiCad project: schematic, board, and what joins them."""

import json

from devices.panel.layout import PanelLayout
from machines.app.printing.panel.kicad.board import write_board
from machines.app.printing.panel.kicad.circuit import make_circuit
from machines.app.printing.panel.kicad.placing import place
from machines.app.printing.panel.kicad.schematic import write_schematic

IGNORED = {
    "erc": ("lib_symbol_issues", "footprint_link_issues"),
    "drc": ("lib_footprint_issues", "lib_footprint_mismatch"),
}
"""Symbols and footprints are in the files themselves: no library has them to compare."""


def project_files(layout: PanelLayout) -> dict[str, bytes]:
    """Each file's name and content."""
    circuit = make_circuit(layout)
    name = layout.name
    return {
        f"{name}.kicad_pro": _write_project(name),
        f"{name}.kicad_sch": write_schematic(circuit, name, layout.title),
        f"{name}.kicad_pcb": write_board(place(circuit), name, layout.title),
    }


def _write_project(name: str) -> bytes:
    def severities(check: str) -> dict[str, str]:
        return dict.fromkeys(IGNORED[check], "ignore")

    project = {
        "board": {"design_settings": {"rule_severities": severities("drc")}},
        "erc": {"rule_severities": severities("erc")},
        "meta": {"filename": f"{name}.kicad_pro", "version": 1},
    }
    return (json.dumps(project, indent=2) + "\n").encode()
