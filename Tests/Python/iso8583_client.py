"""Sends ISO 8583 messages and prints the answers: iso8583_client.py HOST PORT MESSAGES.

MESSAGES is a JSON array of messages, each line of the output an answer: the type is "t", a field its number, and a
binary field (52, 55, 64, 96, 128) hexadecimal digits. A message goes out after the previous answer. A message that has
only "raw" is sent as these hexadecimal digits, length and all, on a connection of its own; the answer says whether the
service ends the connection without a word.
"""

import copy
import json
import socket
import sys

import iso8583
from iso8583.specs import default_ascii

# Only a service that hangs takes longer.
PATIENCE_SECONDS = 300

# The specification of docs/ISO8583.md: that of the library, with binary bitmaps and binary fields.
spec = copy.deepcopy(default_ascii)
for field, size in {"p": 8, "1": 8, "52": 16, "64": 8, "96": 8, "128": 8}.items():
    spec[field].update(data_enc="b", max_len=size)
spec["54"]["max_len"] = 120
spec["55"].update(data_enc="b", max_len=999)


def read(connection, count):
    data = b""
    while len(data) < count:
        part = connection.recv(count - len(data))
        if not part:
            sys.exit("the service closed the connection")
        data += part
    return data


def is_ended_by(raw):
    with socket.create_connection(address, timeout=PATIENCE_SECONDS) as connection:
        connection.sendall(bytes.fromhex(raw))
        connection.shutdown(socket.SHUT_WR)
        return connection.recv(1) == b""


address = (sys.argv[1], int(sys.argv[2]))
with socket.create_connection(address, timeout=PATIENCE_SECONDS) as connection:
    for fields in json.loads(sys.argv[3]):
        if "raw" in fields:
            print(json.dumps({"ended": is_ended_by(fields["raw"])}), flush=True)
            continue
        message, _ = iso8583.encode(fields, spec)
        connection.sendall(len(message).to_bytes(2, "big") + message)
        answer, _ = iso8583.decode(read(connection, int.from_bytes(read(connection, 2), "big")), spec)
        print(json.dumps({key: value for key, value in answer.items() if key not in ("h", "p", "1")}), flush=True)
