"""A week of the museum in an hour: visitors, and whatever can go wrong around them.

    python -m tests.week --minutes 60 --csv week.csv --plot week.png

The real museum (main.py) runs in a process of its own, on an X server of its own where there is
one, beside a simulated panel.  Hands do anything at random in all rooms.  Its calendar goes 168
times as fast, so that an hour is a week.  Meanwhile the process is killed, the display server
restarted, the panel unplugged, the disk filled and freed.

``visitors.py`` is that process, ``faults.py`` what is done to it, ``curves.py`` the picture.
"""
