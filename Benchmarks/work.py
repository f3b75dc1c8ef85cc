"""What the requests are about: cards, challenges to answer, and a device for Apple Pay."""

import base64
import http.client
import json
import re
import time
from dataclasses import dataclass

from apple import make_device
from harness import CARDS, PROGRAM, call

EVENTS = "/digitalwallets/v1/auth/sca/events/"
# Each customer answers one challenge, as in real life. There are more than connections, because two answers of one
# customer would wait for each other.
ANSWERING_CUSTOMERS = 512
# A token is valid for 15 minutes.
TOKEN_SECONDS = 300


@dataclass
class Attempt:
    customer: str
    token: str
    path: str
    body: str


class Tokens:
    """Keeps the tokens of cards and attempts valid."""

    def __init__(self, bank, users):
        self.bank, self.users, self.good_until = bank, users, 0

    def renew(self):
        if time.monotonic() < self.good_until:
            return
        customers = {user.customer for user in self.users}
        tokens = {customer: self.bank.token(self.bank.service.port, customer) for customer in customers}
        for user in self.users:
            user.token = tokens[user.customer]
        self.good_until = time.monotonic() + TOKEN_SECONDS


class Work:
    def __init__(self, bank, customers, cards_each, with_attempts=False, with_tokens=False):
        self.bank = bank
        self.cards = bank.cards(customers, cards_each)
        self.cards_with_token = bank.give_tokens(self.cards[1::2]) if with_tokens else []
        self.attempts = self._challenged() if with_attempts else []
        self.device = make_device(bank.directory)
        self.tokens = Tokens(bank, [*self.cards, *self.attempts])

    def _challenged(self):
        """Customers who asked for a card, must authenticate for it, and got a code in a text message."""
        day = {"eventLifetimeSeconds": 86_400, "challengeLifetimeSeconds": 86_400}
        policy = "/brands/demo/authentication"
        self.bank.service.sandbox("PUT", policy, {"operations": ["CREATE_CARD", "TRUST_DEVICE"], **day})
        attempts = [self._challenge(self.bank.customer()) for _ in range(ANSWERING_CUSTOMERS)]
        self.bank.service.sandbox("PUT", policy, {"operations": []})
        # No benchmark can reach this limit.
        self.bank.sql("""UPDATE authentication_challenge SET allowable_attempts = 1000000;
            ANALYZE authentication_challenge, authentication_event, authentication_factor""")
        for one in attempts[:1]:
            answer = call(self.bank.service.port, "POST", one.path, json.loads(one.body), bearer(one.token))
            if answer["status"] != "VERIFIED":
                raise SystemExit(f"The code is not accepted: {answer}")
        return attempts

    def _challenge(self, customer):
        port, token = self.bank.service.port, self.bank.token(self.bank.service.port, customer)
        event = refused_event(port, token)
        reply = {"walletOperationId": event["walletOperationId"], "verification": {"method": "OTP", "channel": "SMS"}}
        path = EVENTS + event["eventId"]
        call(port, "POST", path + "/challenges", reply, bearer(token))
        message = self.bank.service.sandbox("GET", f"/messages?customerId={customer}")["messages"][0]
        return Attempt(customer, token, path + "/attempts", json.dumps({**reply, "otp": message["code"]}))


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def refused_event(port, token):
    """Orders a card; the refusal names the event to authenticate with."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    body = json.dumps({"programName": PROGRAM, "currency": "EUR"})
    connection.request("POST", CARDS, body, {**bearer(token), "Content-Type": "application/json"})
    answer = connection.getresponse()
    challenge = answer.getheader("WWW-Authenticate", "")
    connection.close()
    details = re.search(r'auth-param1="([^"]+)"', challenge)
    if answer.status != 401 or not details:
        raise SystemExit(f"An order without authentication got {answer.status}: {challenge}")
    return json.loads(base64.b64decode(details[1]))["scaDetails"]
