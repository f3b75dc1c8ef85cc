"""A hook of schemathesis. It gives each request a key of idempotency, and a merchantRefNum, that was not used before.

Schemathesis puts the same ones into most of its requests. A used one is answered with a conflict, or with the first
answer, so none of the other requests would reach the rules of its operation.
"""
import itertools
import uuid

import schemathesis

KEYS = {"idempotency-key", "x-idempotency-key"}
# The examples of the documents, and the text that schemathesis makes up first.
REPEATED = {"order-4711", "f16ba382-eb42-481a-b08f-c57bdc9aae24", "0"}
numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, **kwargs):
    for name, value in (case.headers or {}).items():
        if name.lower() in KEYS and value in REPEATED:
            case.headers[name] = unused()
    if isinstance(case.body, dict) and case.body.get("merchantRefNum") == "0":
        case.body = case.body | {"merchantRefNum": unused()}


def unused():
    return str(uuid.UUID(int=next(numbers), version=4))
