"""``main.py warm``: compile the kernels ahead, so that nobody waits for them later."""

import argparse
import contextlib
import os

from machines.app.option_parsing import Command, Option, flag

COMMAND = Command(Option("exhibits EXHIBIT", nargs="*"), flag("--gently"))


def run(args: argparse.Namespace) -> int:
    """Import every kernel file; a line for each file, before it."""
    from machines.app.kernels.compile import compile_kernels
    from machines.app.kernels.compiler import CompileProgress, write_progress
    from machines.kernel_cache import kernel_files, kernels_of
    from machines.registry import EXHIBITS, find_exhibit

    plan = [find_exhibit(name) for name in args.exhibits] or EXHIBITS
    files = dict.fromkeys(path for one in plan for path in kernels_of(*one.modules))
    if not args.exhibits:
        files |= dict.fromkeys(kernel_files())
    if args.gently and hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(10)
    for done, name in enumerate(compile_kernels(files)):
        print(write_progress(CompileProgress(done, len(files), name)))
    return 0
