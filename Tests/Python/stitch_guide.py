"""The handlers in Python that Stitch's guide prints, run as they are printed, with Stitch's own SDK.

stitch_guide.py SETUP APPLE-HANDLER … APPLE-TOKEN … takes the samples and then what the phones gave, in JSON. Prints in
JSON what each handler returns, or the words of the error that it raises.
"""

import contextlib
import dataclasses
import json
import os
import sys
import types
import uuid

setup, *rest = sys.argv[1:]
handlers, tokens = rest[: len(rest) // 2], rest[len(rest) // 2 :]
os.environ |= {"STITCH_CLIENT_ID": "test-demo", "STITCH_CLIENT_SECRET": "demo-secret"}


def module(name, **members):
    """Declares a module that the guide's server has and this machine lacks."""
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(members)


module("dotenv", load_dotenv=lambda: None)
module("pyramid")
module("pyramid.view", view_config=lambda **_: lambda handler: handler)
module("pyramid.response", Response=None)
# The guide's mistakes: the module uuid has no such function, `os` is not imported, and the client has two names.
uuid.uuidv4 = uuid.uuid4
names = {"os": os}
exec(setup, names)
names["sdk"] = names["stitch_sdk"]


def run(handler, token):
    # The page has lost the indentation of the function's body.
    head, definition, body = handler.partition(":\n")
    exec(head + definition + "".join(f"    {line}\n" for line in body.splitlines()), names)
    name = head.rsplit("def ", 1)[1].split("(")[0]
    try:
        return names[name](types.SimpleNamespace(json_body={"payment_token": token}))
    except Exception as error:
        return str(error)


# The guide's order of wallets.
apple, samsung, google = tokens
values = {"paymentData": json.loads(apple)}, json.loads(samsung), google
# The SDK prints its queries.
with contextlib.redirect_stdout(sys.stderr):
    done = [run(*pair) for pair in zip(handlers, values)]
print(json.dumps({str(number): answer for number, answer in enumerate(done)}, default=dataclasses.asdict))
