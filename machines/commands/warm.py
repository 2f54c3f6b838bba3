"""``main.py warm``: compile the kernels ahead, so that nobody waits for them later."""

import argparse
import importlib

from machines.storage.option_parsing import STRICT, Command, Option

COMMAND = Command(Option("exhibits EXHIBIT", nargs="*"), STRICT)


def run(args: argparse.Namespace) -> int:
    """A line for each kernel, before it is compiled."""
    from machines.storage.kernel_loader import all_kernels, kernels_reached
    from machines.storage.registry import find_exhibit

    modules = [module for name in args.exhibits for module in find_exhibit(name).modules]
    for module in modules:
        importlib.import_module(module)
    kernels = kernels_reached(*modules) if modules else all_kernels()
    for number, one in enumerate(kernels, 1):
        print(f"{number}/{len(kernels)} {one.name}")
        one.make_ready()
    return 0
