"""No module imports itself by way of others, not even inside a function or for its types."""

from graphlib import TopologicalSorter

import grimp


def test_imports_run_in_no_circle() -> None:
    house = grimp.build_graph(
        "devices", "machines", "firmware_sim", exclude_type_checking_imports=False, cache_dir=None
    )
    imported = {name: house.find_modules_directly_imported_by(name) for name in house.modules}
    TopologicalSorter(imported).prepare()  # raises CycleError, which names the circle
