"""Which test files reach a line of the product, the nearest first.

That is found out once, by running the quick tier under coverage with a context a test file.
Coverage doesn't see compiled kernels: a kernel that was called has run all its lines, and those of
the kernels that it calls.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any

import coverage
import grimp
import pytest

from machines.kernels.kernel import Kernel, _callees
from tests.planted_faults.faults import PRODUCT, ROOT, Fault

AT_IMPORT = "while files are imported"
"""The context of what runs before any test."""


def record(file: str, quick: str, tests: list[str]) -> None:
    """Run the tests in the working folder, a copy of the house, and keep what they reach."""
    record = coverage.Coverage(data_file=file, source=PRODUCT, config_file=False)
    record.set_option("run:relative_files", True)
    called: dict[str, set[Kernel]] = defaultdict(set)
    context = AT_IMPORT
    call = Kernel.__call__

    def call_seen(self: Kernel, *args: Any) -> Any:
        called[context].add(self)
        return call(self, *args)

    class FileByFile:
        def pytest_runtest_protocol(self, item: pytest.Item) -> None:
            nonlocal context
            if context != item.location[0]:
                context = item.location[0]
                record.switch_context(context)

    Kernel.__call__ = call_seen  # type: ignore[method-assign]
    record.start()
    record.switch_context(AT_IMPORT)
    options = ["-p", "no:cacheprovider", "--timeout=1200", "-m", quick]
    pytest.main([*options, *tests], plugins=[FileByFile()])
    record.stop()
    data = record.get_data()
    for context, kernels in called.items():
        data.set_context(context)
        for kernel in with_callees(kernels):
            code = kernel.py_func.__code__
            at = Path(code.co_filename).relative_to(Path.cwd())
            if at.parts[0] in PRODUCT:
                data.add_lines({str(at): [line for *_, line in code.co_lines() if line]})
    record.save()


def with_callees(kernels: set[Kernel]) -> list[Kernel]:
    found = list(kernels)
    for one in found:
        found += [callee for callee in set(_callees(one)) if callee not in found]
    return found


class Reach:
    """What a file of :func:`record` says, and which test imports what.

    Only files among ``tests`` are named: files and folders of the checkout.
    """

    def __init__(self, file: str, tests: list[str]) -> None:
        self.data = coverage.CoverageData(file)
        self.data.read()
        self.imports = grimp.build_graph(*PRODUCT, "tests", cache_dir=None)
        self.tests = tuple(tests)

    def test_files(self, fault: Fault) -> list[str]:
        """Those that reach its line; those that import its file if the line runs then, or in no
        test; those of the folder that mirrors its file's."""
        lines = self.data.contexts_by_lineno(fault.file)
        by_line = set(lines.get(fault.line, ()))
        by_file = {one for contexts in lines.values() for one in contexts}
        found = sorted(by_line, key=lambda one: (-nearness(one, fault.file), one))
        if fault.at_import or AT_IMPORT in by_line or not by_line:
            importers = self.importers(fault.file)
            found += [one for one in importers if one in by_file]
            found += [one for one in importers if one not in by_file]
        folder = ROOT / "tests" / Path(fault.file).parent
        while not folder.is_dir():
            folder = folder.parent
        found += sorted(one.relative_to(ROOT).as_posix() for one in folder.glob("test_*.py"))
        kept = [one for one in dict.fromkeys(found) if Path(one).name.startswith("test_")]
        return [one for one in kept if f"{one}/".startswith(self.tests)]

    def importers(self, file: str) -> list[str]:
        """Files that import it, directly or by way of others, the nearest first."""
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        found = [module]
        for one in found:
            direct = self.imports.find_modules_that_directly_import(one)
            found += sorted(direct - set(found))
        return [f"{one.replace('.', '/')}.py" for one in found]


def nearness(test: str, file: str) -> float:
    """How many folders both have in common, and whether the test is that file's own."""
    parts = zip(Path(test).parts[1:-1], Path(file).parts[:-1], strict=False)
    common = [one == other for one, other in parts]
    same = [*common, False].index(False)
    return same + (0.5 if Path(file).stem in Path(test).stem else 0)
