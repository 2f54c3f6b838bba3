"""Snapshots, logs and run records of every kind, altered, with their checksums repaired."""

import base64
import hashlib
import json
import lzma
import random
import sqlite3
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tests.machines.altered.trees import altered, altered_bytes, altered_leaf

KEPT = Path(__file__).resolve().parents[2] / "golden" / "kept"
ROOMS = ("ibm704", "menace", "pegasus", "morph", "anaconda")
RECORDS = {
    "menace-tournament-000001": "menace tournament --games {games}",
    "pegasus": "pegasus run --plays {games}",
    "samuel-first-000001": "learn samuel --games {games}",
    "samuel-second-000001": "learn samuel --games {games}",
    "samuel-rote-000001": "learn samuel --games {games}",
    "samuel-both-000001": "learn samuel --games {games}",
    "anaconda-000001": "learn anaconda --generations {games}",
    "morph-000001": "learn morph --games {games}",
}
"""By record: the command that goes on with it."""


@cache
def kept(name: str) -> bytes:
    """A file of the version before, from tests/golden/kept."""
    return lzma.decompress((KEPT / f"{name}.xz").read_bytes())


@cache
def log_lines(room: str) -> tuple[bytes, ...]:
    """The lines of a room's log as JSON."""
    lines = kept(f"{room}.log").split(b"\n")
    return tuple(line.rpartition(b" ")[0] for line in lines if line)


@cache
def opening_snapshot(room: str) -> bytes:
    """The snapshot in which a room's log opens; Morph's with a small database."""
    data = base64.b64decode(json.loads(log_lines(room)[0])["snapshots"][room])
    if room != "morph":
        return data
    form, version, _, shapes, body, aside = msgspec.msgpack.decode(data[8:])
    tree = msgspec.msgpack.decode(body)
    tree[-1] = checkpoint("morph-000001")
    return snapshot_of(form, version, shapes, tree, aside)


@cache
def checkpoint(record: str) -> bytes:
    """The newest state in a run record."""
    database = sqlite3.connect(":memory:")
    data = bytearray(kept(f"{record}.sqlite"))
    data[18:20] = b"\1\1"  # no write-ahead log, which memory has no room for
    database.deserialize(bytes(data))
    found = database.execute("SELECT state FROM checkpoints ORDER BY block DESC").fetchone()
    database.close()
    return zlib.decompress(found[0])


def snapshot_of(form: int, version: int, shapes: Any, tree: Any, aside: Any) -> bytes:
    """A snapshot with a right digest and a right checksum."""
    body = packed(tree)
    digest = hashlib.sha256(body).hexdigest()[:32]
    rest = packed([form, version, digest, shapes, body, aside])
    return b"M704" + zlib.crc32(rest).to_bytes(4, "little") + rest


def altered_snapshot(data: bytes, dice: random.Random) -> bytes:
    """A snapshot with something in it altered, its digest and its checksum right."""
    form, version, _, shapes, body, aside = msgspec.msgpack.decode(data[8:])
    tree, where = msgspec.msgpack.decode(body), dice.random()
    if where < 0.05:
        shapes = altered(shapes, dice)
    elif where < 0.1 and aside:
        aside = altered(aside, dice)
    else:
        tree = altered(tree, dice)
    return snapshot_of(form, version, shapes, tree, aside)


def packed(tree: Any) -> bytes:
    """As msgpack, numbers that it has no room for cut down to 64 bits."""
    return msgspec.msgpack.encode(_fitting(tree))


def _fitting(tree: Any) -> Any:
    if isinstance(tree, list):
        return [_fitting(one) for one in tree]
    if isinstance(tree, int) and not -(2**63) <= tree < 2**64:
        return tree % 2**64
    return tree


def sealed(lines: Sequence[bytes]) -> bytes:
    """A log of these lines of JSON, with right checksums."""
    made, crc = [], 0
    for line in lines:
        crc = zlib.crc32(line, crc)
        made.append(b"%s %08x\n" % (line, crc))
    return b"".join(made)


def altered_log(room: str, dice: random.Random) -> bytes:
    """A room's log with a line, or the snapshot in which it opens, altered."""
    lines = [json.loads(line) for line in log_lines(room)]
    at = dice.randrange(len(lines))
    if room == "morph":
        lines[0]["snapshots"][room] = base64.b64encode(opening_snapshot(room)).decode()
    if dice.random() < 0.3:
        data = altered_snapshot(opening_snapshot(room), dice)
        lines[0]["snapshots"][room] = base64.b64encode(data).decode()
    elif at == 0:
        text = lines[0]["snapshots"][room]
        lines[0]["snapshots"][room] = None
        altered(lines[0], dice)
        if isinstance(lines[0].get("snapshots"), dict) and room in lines[0]["snapshots"]:
            lines[0]["snapshots"][room] = text
    else:
        what = dice.randrange(5)
        if what == 0:
            lines.insert(at, lines[dice.randrange(1, len(lines))])
        elif what == 1:
            del lines[at]
        elif what == 2:
            key = dice.choice(list(lines[at]))
            lines[at][key] = altered_leaf(lines[at][key], dice)
        else:
            altered(lines[at], dice)
    return sealed([json.dumps(line, default=_as_text).encode() for line in lines])


def _as_text(data: bytes) -> str:
    """What stands in a log where a value became bytes."""
    return data.decode("latin-1")


SCHEMAS = (
    "CREATE TRIGGER t AFTER INSERT ON blocks BEGIN DELETE FROM checkpoints; END",
    "CREATE VIEW v AS SELECT * FROM blocks",
    "CREATE TABLE more (x)",
    "CREATE INDEX i ON blocks (first)",
    "ALTER TABLE blocks ADD COLUMN more",
    "ALTER TABLE results RENAME TO other",
    "DROP TABLE results",
    "PRAGMA user_version = 2",
    "PRAGMA application_id = 7",
    "DELETE FROM checkpoints",
    "DELETE FROM blocks",
)


def alter_record(path: Path, dice: random.Random) -> None:
    """A run record in a file: a row, a state or the schema altered."""
    database = sqlite3.connect(path, isolation_level=None)
    try:
        what = dice.random()
        if what < 0.05:
            database.execute(dice.choice(SCHEMAS))
        elif what < 0.6:
            _alter_packed(database, "checkpoints", "state", "block", dice)
        elif what < 0.8:
            _alter_packed(database, "blocks", "data", "number", dice)
        else:
            _alter_row(database, dice)
    finally:
        database.close()


def _alter_packed(
    database: sqlite3.Connection, table: str, column: str, key: str, dice: random.Random
) -> None:
    rows = database.execute(f"SELECT {key}, {column} FROM {table}").fetchall()
    number, held = dice.choice(rows)
    data = zlib.decompress(held)
    if dice.random() < 0.03:
        made = altered_bytes(held, dice)
    elif dice.random() < 0.02:
        made = bomb(data, dice)
    elif data[:4] == b"M704":
        made = zlib.compress(altered_snapshot(data, dice), 1)
    else:
        made = zlib.compress(altered_bytes(data, dice), 1)
    database.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (made, number))


def bomb(data: bytes, dice: random.Random) -> bytes:
    """What takes little room and grows: nothings by themselves, or as a snapshot's tree.  It is
    made a piece at a time: the test itself must have no need of the memory that it watches."""
    count, piece = dice.choice((1, 8, 60, 250)), b"\xc0" * (1 << 20)
    if data[:4] != b"M704" or dice.random() < 0.5:
        return _deflated([b"\0" * (1 << 20)] * count)
    form, version, digest, shapes, body, aside = msgspec.msgpack.decode(data[8:])
    first = b"\xdd" + ((count << 20) + 1).to_bytes(4, "big") + b"\xa1l"
    many = [first, *[piece] * count]
    parts = [[msgspec.msgpack.encode(one)] for one in (form, version, digest, shapes, body, aside)]
    if dice.random() < 0.5:
        total = len(first) + (count << 20)
        parts[4] = [b"\xc6" + total.to_bytes(4, "big"), *many]
        parts[2] = [msgspec.msgpack.encode(_sha(many))]
    else:
        parts[3] = many
    rest = [b"\x96", *(one for part in parts for one in part)]
    crc = 0
    for one in rest:
        crc = zlib.crc32(one, crc)
    return _deflated([b"M704" + crc.to_bytes(4, "little"), *rest])


def _sha(pieces: Sequence[bytes]) -> str:
    made = hashlib.sha256()
    for one in pieces:
        made.update(one)
    return made.hexdigest()[:32]


def _deflated(pieces: Sequence[bytes]) -> bytes:
    made = zlib.compressobj(1)
    return b"".join([*map(made.compress, pieces), made.flush()])


def _alter_row(database: sqlite3.Connection, dice: random.Random) -> None:
    table, key = dice.choice(
        (("about", "key"), ("blocks", "number"), ("checkpoints", "block"), ("results", "name"))
    )
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    rows = database.execute(f"SELECT * FROM {table}").fetchall()
    if not rows:
        return
    row, column = dice.choice(rows), dice.randrange(len(columns))
    value = row[column]
    if isinstance(value, str) and value[:1] in "{[" and dice.random() < 0.8:
        value = json.dumps(altered(json.loads(value), dice), default=_as_text)
    else:
        value = altered_leaf(value, dice)
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        value = -1
    try:
        database.execute(
            f"UPDATE {table} SET {columns[column]} = ? WHERE {key} = ?",
            (value, row[columns.index(key)]),
        )
    except sqlite3.IntegrityError:
        database.execute(f"DELETE FROM {table} WHERE {key} = ?", (row[columns.index(key)],))
