"""No module imports itself by way of others, not even inside a function or for its types."""

from graphlib import TopologicalSorter

import grimp

LEFT = {"machines.workshop.unattended.debugging": {"machines.workshop.unattended.ibm704"}}
"""For its types alone: the debugger's front names the operator that opens it."""


def test_imports_run_in_no_circle() -> None:
    house = grimp.build_graph(
        "devices", "machines", "firmware_sim", exclude_type_checking_imports=False, cache_dir=None
    )
    imported = {
        name: house.find_modules_directly_imported_by(name) - LEFT.get(name, set())
        for name in house.modules
    }
    TopologicalSorter(imported).prepare()  # raises CycleError, which names the circle
