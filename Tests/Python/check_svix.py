"""Verifies a webhook with Svix's own library.

Takes the file of the body, the secret, and the values of svix-id, svix-timestamp and svix-signature. Prints true or
false. The library accepts times that differ by at most five minutes from its own.
"""

import sys

from svix.webhooks import Webhook, WebhookVerificationError

path, secret, event, timestamp, signature = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    body = file.read()
try:
    Webhook(secret).verify(body, {"svix-id": event, "svix-timestamp": timestamp, "svix-signature": signature})
    print("true")
except WebhookVerificationError:
    print("false")
