"""Records the statements that a service sends to Postgres, as it sends them.

A socket between both passes everything on. It reads only what the frontend sends: Parse, Bind and Sync (PostgreSQL
manual, 55.7). So a script of pgbench can be made of the service's own statements, and never differs from them.
"""

import datetime
import socket
import struct
import threading
import uuid
from dataclasses import dataclass

BOOLEAN, BYTES, BIGINT, INTEGER, TEXT, UUID, TIMESTAMP = 16, 17, 20, 23, 25, 2950, 1184
NAMES = {BOOLEAN: "boolean", BYTES: "bytea", BIGINT: "bigint", INTEGER: "integer", TEXT: "text", UUID: "uuid",
         TIMESTAMP: "timestamptz"}
ARRAYS = {1000: BOOLEAN, 1001: BYTES, 1016: BIGINT, 1007: INTEGER, 1009: TEXT, 2951: UUID, 1185: TIMESTAMP}


@dataclass
class Sent:
    """A statement with its values: each a type's name, and a value, a list or None."""
    sql: str
    values: list


class Wire:
    """A directory with a socket, for the `host` of a database's URL. Its round trips are lists of statements."""

    def __init__(self, directory, target):
        self.directory, self.target, self.round_trips = directory, target, []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(directory / ".s.PGSQL.5432"))
        self.listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self.target / ".s.PGSQL.5432"))
            reader = Frontend(self.round_trips)
            threading.Thread(target=pass_on, args=(client, server, reader.read), daemon=True).start()
            threading.Thread(target=pass_on, args=(server, client, lambda _: None), daemon=True).start()


def pass_on(source, sink, watch):
    try:
        while piece := source.recv(65_536):
            watch(piece)
            sink.sendall(piece)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Frontend:
    """What one connection's client sends. Its first message has no type."""

    def __init__(self, round_trips):
        self.round_trips, self.rest, self.has_begun = round_trips, b"", False
        self.prepared, self.statements = {}, []

    def read(self, piece):
        self.rest += piece
        while True:
            start = 1 if self.has_begun else 0
            if len(self.rest) < start + 4:
                return
            end = start + struct.unpack_from("!I", self.rest, start)[0]
            if len(self.rest) < end:
                return
            kind, body, self.rest = self.rest[:start], self.rest[start + 4:end], self.rest[end:]
            self.has_begun = True
            self._message(kind, body)

    def _message(self, kind, body):
        if kind == b"P":
            name, sql, rest = body.split(b"\0", 2)
            count = struct.unpack_from("!H", rest)[0]
            self.prepared[name] = sql.decode(), struct.unpack_from(f"!{count}I", rest, 2)
        elif kind == b"B":
            _, name, rest = body.split(b"\0", 2)
            sql, types = self.prepared[name]
            self.statements.append(Sent(sql, list(values(rest, types))))
        elif kind == b"S" and self.statements:
            self.round_trips.append(self.statements)
            self.statements = []


def values(body, types):
    """The parameters of a Bind. The service sends them all in binary."""
    formats = struct.unpack_from("!H", body)[0]
    at = 2 + 2 * formats + 2
    for kind in types:
        length = struct.unpack_from("!i", body, at)[0]
        at += 4
        name = NAMES[ARRAYS[kind]] + "[]" if kind in ARRAYS else NAMES[kind]
        yield name, None if length < 0 else value(kind, body[at:at + length])
        at += max(length, 0)


def value(kind, wire):
    if kind in ARRAYS:
        return list(elements(ARRAYS[kind], wire))
    if kind == BOOLEAN:
        return wire == b"\1"
    if kind in (BIGINT, INTEGER):
        return int.from_bytes(wire, "big", signed=True)
    if kind == TIMESTAMP:
        elapsed = datetime.timedelta(microseconds=int.from_bytes(wire, "big", signed=True))
        return (datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc) + elapsed).isoformat()
    return str(uuid.UUID(bytes=wire)) if kind == UUID else wire.decode() if kind == TEXT else wire


def elements(kind, wire):
    if struct.unpack_from("!i", wire)[0] == 0:
        return
    count, at = struct.unpack_from("!i", wire, 12)[0], 20
    for _ in range(count):
        length = struct.unpack_from("!i", wire, at)[0]
        at += 4
        yield None if length < 0 else value(kind, wire[at:at + length])
        at += max(length, 0)
