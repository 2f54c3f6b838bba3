"""Alterations of what a file holds, at random: numbers, words, bytes, lists, whole branches."""

import random
import struct
from copy import deepcopy
from typing import Any

NUMBERS = (
    0, 1, -1, 2, 7, 9, 63, 64, 255, 1 << 15, 1 << 31, -(1 << 31), 1 << 35, (1 << 53) + 1,
    1 << 62, -(1 << 62), (1 << 63) - 1, -(1 << 63), (1 << 64) - 1,
)  # fmt: skip
FLOATS = (0.0, -1.0, 1e-300, 1e300, float("nan"), float("inf"), float("-inf"))
TRAP = "trap7041"
"""What no command may ever open, run or ask for: it stands only in a stranger's file."""
TRAPS = (
    f"uci:{TRAP}", f"hub:{TRAP} x", f"/{TRAP}/x", f"../{TRAP}", f"{TRAP}.sqlite",
    f"socket://{TRAP}:9", f"tls://{TRAP}:9", f"{TRAP}.main",
)  # fmt: skip
PLAIN = (None, True, False, 0, 1, -1, 0.5, "", "x", b"", b"\0" * 8)


def altered(tree: Any, dice: random.Random) -> Any:
    """A tree of lists, dicts and plain values with one to three alterations."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        places = list(_places(tree))
        if not places:
            return altered_leaf(tree, dice)
        leaves = [place for place in places if not isinstance(place[0][place[1]], list | dict)]
        holder, key = dice.choice(leaves if leaves and dice.random() < 0.7 else places)
        value = holder[key]
        if isinstance(value, list | dict) or dice.random() < 0.1:
            _alter_branch(holder, key, places, dice)
        else:
            holder[key] = altered_leaf(value, dice)
    return tree


def _places(tree: Any) -> Any:
    """Every value in a tree, as what holds it and under which key."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        keys = range(len(one)) if isinstance(one, list) else list(one)
        for key in keys:
            yield one, key
            if isinstance(one[key], list | dict):
                waiting.append(one[key])


def _alter_branch(holder: Any, key: Any, places: Any, dice: random.Random) -> None:
    value = holder[key]
    what = dice.randrange(5)
    if what == 0 and isinstance(holder, list):
        del holder[key]
    elif what == 1 and isinstance(holder, list):
        holder.insert(key, value)
    elif what == 2 and isinstance(value, list) and len(value) > 1:
        del value[dice.randrange(1, len(value)) :]
    elif what == 3:
        other = dice.choice(places)
        moved = other[0].get(other[1]) if isinstance(other[0], dict) else None
        holder[key] = deepcopy(moved)  # nothing holds itself
    else:
        holder[key] = dice.choice(PLAIN)


def altered_leaf(value: Any, dice: random.Random) -> Any:
    """Another value, mostly of the same kind."""
    if dice.random() < 0.1:
        return dice.choice(PLAIN)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        near = value + dice.choice((-1, 1, 1 << dice.randrange(63)))
        return dice.choice((near, dice.choice(NUMBERS), dice.randrange(-100, 1000)))
    if isinstance(value, float):
        return dice.choice((*FLOATS, value * 2, dice.random()))
    if isinstance(value, bytes):
        return altered_bytes(value, dice)
    if isinstance(value, str):
        other = ("", value[:-1], value + "x", value * 50, "0", "\0", value.upper())
        return dice.choice(other if dice.random() < 0.7 else TRAPS)
    return dice.choice(PLAIN)


def altered_bytes(data: bytes, dice: random.Random) -> bytes:
    """Bytes with a word, a bit or the length changed."""
    made = bytearray(data)
    what = dice.randrange(8)
    if what < 4 and len(made) >= 8:
        at = 8 * dice.randrange(len(made) // 8)
        word = dice.choice(NUMBERS) if dice.random() < 0.7 else dice.randrange(-64, 1024)
        made[at : at + 8] = struct.pack("<Q", word & ((1 << 64) - 1))
    elif what == 4 and len(made) >= 8:
        at = 8 * dice.randrange(len(made) // 8)
        made[at : at + 8] = struct.pack("<d", dice.choice(FLOATS))
    elif what == 5:
        del made[dice.randrange(len(made) + 1) :]
    elif what == 6:
        made += made[: dice.randrange(100)]
    elif made:
        made[dice.randrange(len(made))] ^= 1 << dice.randrange(8)
    return bytes(made)
