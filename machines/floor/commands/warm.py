"""``main.py warm``: compile the kernels ahead, so that nobody waits for them later."""

import argparse


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    subparsers.add_parser(
        "warm",
        help="compile the kernels ahead",
        description="Compile the machines' kernels into the user's cache folder, one line a file. "
        "The museum does this by itself when the cache is cold.",
    )


def run(args: argparse.Namespace) -> int:
    """Import every kernel file; a line for each file, before it."""
    from machines.floor.warm import kernel_files, name_cache, warm
    from machines.floor.warming import Progress, write_progress

    del args
    name_cache()
    total = len(kernel_files())
    for done, name in enumerate(warm()):
        print(write_progress(Progress(done, total, name)), flush=True)
    return 0
