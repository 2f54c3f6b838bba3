"""``main.py warm``: compile the kernels ahead, so that nobody waits for them later."""

import argparse
import contextlib
import os

from machines.app.option_parsing import STRICT, Command, Option, flag

COMMAND = Command(Option("exhibits EXHIBIT", nargs="*"), flag("--gently"), STRICT)


def run(args: argparse.Namespace) -> int:
    """Import every kernel file; a line for each file, before it."""
    from devices.screen.museum_protocol import CompileProgress
    from machines.app.kernels.compile import compile_kernels
    from machines.app.kernels.compiler import write_progress
    from machines.kernel_cache import kernel_files, kernels_of
    from machines.registry import find_exhibit, kernel_sets

    sets = kernel_sets()
    modules = [sets.get(name) or find_exhibit(name).modules for name in args.exhibits or sets]
    files = dict.fromkeys(path for names in modules for path in kernels_of(*names))
    if not args.exhibits:
        files |= dict.fromkeys(kernel_files())
    if args.gently and hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(10)
    for done, name in enumerate(compile_kernels(files)):
        print(write_progress(CompileProgress(done, len(files), name)))
    return 0
