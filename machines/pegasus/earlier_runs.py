"""Runs of the Pegasus program that were kept: the chart shows them until today's has a block.

Written by ``python -m tests.make_earlier_runs``: for each pair of players what
``main.py pegasus run --nought WHO --cross WHO --seed 1963`` prints, by blocks of a hundred plays:
Nought's wins, draws and Cross's wins.  Constants, no state: digests and kept sessions know nothing
of them.
"""

Block = tuple[int, int, int]


def _blocks(text: str) -> tuple[Block, ...]:
    rows = (tuple(map(int, block.split("/"))) for block in text.split())
    return tuple((won, drawn, lost) for won, drawn, lost in rows)


EARLIER: dict[tuple[str, str], tuple[Block, ...]] = {
    ("learn", "learn"): _blocks(
        "58/10/32 55/16/29 46/29/25 42/31/27 28/60/12 8/79/13 6/85/9 0/92/8 1/94/5 2/93/5"
    ),
    ("learn", "random"): _blocks(
        "74/10/16 93/3/4 92/4/4 96/4/0 97/1/2 96/4/0 91/7/2 95/3/2 96/3/1 97/3/0"
    ),
    ("learn", "distinct"): _blocks(
        "67/15/18 94/1/5 84/12/4 96/4/0 92/8/0 97/3/0 92/8/0 96/4/0 91/9/0 93/7/0"
    ),
    ("learn", "expert"): _blocks(
        "0/36/64 0/64/36 0/76/24 0/87/13 0/90/10 0/90/10 0/91/9 0/92/8 0/91/9 0/96/4"
    ),
    ("learn", "standard:0.5"): _blocks(
        "38/19/43 64/28/8 80/20/0 85/15/0 85/15/0 84/16/0 83/17/0 77/23/0 80/20/0 79/21/0"
    ),
    ("random", "learn"): _blocks(
        "41/14/45 35/9/56 33/5/62 23/6/71 18/4/78 12/6/82 14/3/83 14/1/85 13/3/84 10/6/84"
    ),
    ("distinct", "learn"): _blocks(
        "47/14/39 46/13/41 25/12/63 9/6/85 10/10/80 11/8/81 9/7/84 8/5/87 6/5/89 12/7/81"
    ),
    ("expert", "learn"): _blocks(
        "99/1/0 89/11/0 88/12/0 82/18/0 67/33/0 74/26/0 65/35/0 53/47/0 54/46/0 41/59/0"
    ),
    ("standard:0.5", "learn"): _blocks(
        "79/11/10 65/15/20 66/14/20 45/28/27 36/28/36 32/23/45 26/23/51 23/21/56 17/30/53 23/39/38"
    ),
}
"""By who sat on either side."""
