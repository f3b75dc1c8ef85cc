"""Hooks of schemathesis.

`before_load_schema` leaves out the forms of headers that always have the value of the settings file. For each operation
with these headers, schemathesis makes up 36 values, right and wrong. It then puts the value of the settings file into
all of them, so it sends one request 36 times.

`before_call` gives each request a key of idempotency, and a merchantRefNum, that was not used before. Schemathesis puts
the same ones into most of its requests. A used one is answered with a conflict, or with the first answer, so none of
the other requests would reach the rules of its operation.
"""
import itertools
import pathlib
import tomllib
import uuid

import schemathesis

SETTINGS = tomllib.loads(pathlib.Path(__file__).with_name("schemathesis.toml").read_text())
FIXED = [name.removeprefix("header.") for name in SETTINGS["parameters"] if name.startswith("header.")]
KEYS = {"idempotency-key", "x-idempotency-key"}
# The examples of the documents, and the text that schemathesis makes up first.
REPEATED = {"order-4711", "f16ba382-eb42-481a-b08f-c57bdc9aae24", "0"}
numbers = itertools.count()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    parameters = raw_schema.get("components", {}).get("parameters", {})
    for name in FIXED:
        if name in parameters:
            parameters[name]["schema"] = {"type": "string"}


@schemathesis.hook
def before_call(context, case, **kwargs):
    for name, value in (case.headers or {}).items():
        if name.lower() in KEYS and value in REPEATED:
            case.headers[name] = unused()
    if isinstance(case.body, dict) and case.body.get("merchantRefNum") == "0":
        case.body = case.body | {"merchantRefNum": unused()}


def unused():
    return str(uuid.UUID(int=next(numbers), version=4))
