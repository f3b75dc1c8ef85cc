"""Verifies a Pact file against a service: verify_pact.py FILE URL SANDBOX-URL. Exits with 1 if one interaction fails."""

import json
import sys
from urllib.parse import urlsplit

from pact import Verifier

# A busy machine makes requests slow, but must not make them fail. Pact's own limit is 5 seconds.
PATIENCE_MILLISECONDS = 300_000

file, service, sandbox = sys.argv[1:]
verifier = (
    Verifier("tessera", host=urlsplit(service).hostname)
    .add_transport(url=service)
    .add_source(file)
    .state_handler(f"{sandbox}/provider-states", teardown=True, body=True)
    .set_request_timeout(PATIENCE_MILLISECONDS)
    .set_coloured_output(enabled=False)
)
try:
    verifier.verify()
except RuntimeError:
    print(verifier.output(strip_ansi=True))
    sys.exit(1)
print(len(json.load(open(file))["interactions"]), "interactions verified")
