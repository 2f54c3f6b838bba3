"""A debugger for programs of the 704: break, step, step back, examine, deposit, trace, profile.

    debugger.py     commands as text, answers as lines
    commands.py     the commands in a table, with their help
    observer.py     runs the machine's processor instruction by instruction (kernel.py)
    loading.py      where a program that was loaded begins
    history.py      images of the machine's state, to go back (images.py, job.py)

It does no input and output: machines.workshop.unattended.debugging is its terminal.
"""
