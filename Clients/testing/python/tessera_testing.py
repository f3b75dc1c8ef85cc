"""Fixtures of Tessera for pytest: a tenant for each worker, and its snapshot restored before each test.

It needs pytest and nothing else. README.md beside this file shows how to use it.
"""

import base64
import contextlib
import json
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone

import pytest

SNAPSHOT = "before-each-test"
# What the fixtures send is no call of the code under test, so no verification counts it and no fault strikes it.
MARK = {"Tessera-Tool": "command"}
TIMEOUT_SECONDS = 300


class Refused(Exception):
    """A service has answered with another status than 200 to 299."""

    def __init__(self, method, url, status, body):
        super().__init__(f"{method} {url} answered {status}: {body[:2000]}")
        self.status, self.body = status, body


def call(method, url, body=None, headers={}):
    """Sends a request with a JSON body, or without a body, and returns the JSON of the answer; None if it has none."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url, data, dict(headers), method=method)
    if data is not None and not request.has_header("Content-type"):
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        with error:
            raise Refused(method, url, error.code, error.read().decode(errors="replace")) from None
    except urllib.error.URLError as error:
        raise ConnectionError(f"Nothing answers at {url} ({error.reason}). Start: tessera serve --demo") from None
    return json.loads(text) if text else None


class Tenant:
    """A complete service for one worker: url for the Card service, sandbox_url for the sandbox."""

    def __init__(self, made, token=None):
        self.name, self.brand, self.customers = made["name"], made["brand"], made["customers"]
        self.url, self.sandbox_url, self.merchants_url = made["baseUrl"], made["sandboxUrl"], made.get("merchantsUrl")
        self.app = next(client for client in made["clients"] if client["mayExchange"])
        self.backend = next(client for client in made["clients"] if client["isBusiness"])
        self._authorization = {"Authorization": f"Bearer {token}"} if token else {}

    def sandbox(self, method, path, body=None):
        """Calls the sandbox, such as POST /customers."""
        return call(method, self.sandbox_url + path, body, MARK | self._authorization)

    def token(self, customer=None):
        """An access token of a customer, by default of the first one."""
        return self._token(self.app, {
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token": str(customer or self.customers[0]),
            "subject_token_type": "urn:tessera:token-type:customer-id"})

    def business_token(self):
        """An access token of the brand's backend."""
        return self._token(self.backend, {"grant_type": "client_credentials"})

    def _token(self, client, form):
        basic = base64.b64encode(f"{client['clientId']}:{client['clientSecret']}".encode()).decode()
        return call(
            "POST", f"{self.url}/digitalwallets/v1/auth/brands/{self.brand}/token",
            urllib.parse.urlencode(form).encode(),
            MARK | {"Content-Type": "application/x-www-form-urlencoded",
                    "Authorization": f"Basic {basic}"})["access_token"]

    def snapshot(self, name):
        """Takes a snapshot of all data."""
        self.sandbox("POST", "/snapshots", {"name": name})

    def restore(self, name):
        """Brings back the data of a snapshot."""
        self.sandbox("POST", f"/snapshots/{urllib.parse.quote(name)}/restore")

    @contextlib.contextmanager
    def faults(self, *rules, **plan):
        """Causes faults as long as the block runs: faults({"fault": "STATUS", "status": 503}, seed=7). Yields a
        function that returns the plan with the count of strikes."""
        self.sandbox("PUT", "/faults", ({"rules": list(rules)} if rules else {}) | plan)
        try:
            yield lambda: self.sandbox("GET", "/faults")
        finally:
            self.sandbox("DELETE", "/faults")

    @contextlib.contextmanager
    def clock(self, now=None, advance=None, frozen=True):
        """Moves the clock as long as the block runs: to a time, or forward by a timedelta or seconds. Yields a function
        that moves it further. Afterwards it goes on from where it was."""
        before, begin = self.sandbox("GET", "/clock"), time.monotonic()

        def move(now=None, advance=None, frozen=frozen):
            seconds = int(advance.total_seconds()) if isinstance(advance, timedelta) else advance
            change = {"now": _instant(now), "advanceSeconds": seconds, "frozen": frozen}
            return self.sandbox("PUT", "/clock", {name: value for name, value in change.items() if value is not None})

        move(now, advance)
        try:
            yield move
        finally:
            passed = 0 if before["frozen"] else time.monotonic() - begin
            move(datetime.fromisoformat(before["now"].replace("Z", "+00:00")) + timedelta(seconds=passed),
                 frozen=before["frozen"])

    def verify(self, operation, **expectation):
        """Fails unless the journal has the expected requests: verify("createCard", times=1, where={"status": 201}).
        The members are those of POST /sandbox/requests/verify. Returns the numbers of the matching requests."""
        answer = self.sandbox("POST", "/requests/verify", {"operation": operation, **expectation})
        if not answer["holds"]:
            raise AssertionError(_difference(operation, expectation, answer))
        return answer["numbers"]

    def forget(self):
        """Clears the journal and the faults, which belong to no snapshot."""
        self.sandbox("DELETE", "/requests")
        self.sandbox("DELETE", "/faults")


def _instant(time):
    if isinstance(time, datetime):
        return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return time


def _difference(operation, expectation, answer):
    least, most = answer["atLeast"], answer.get("atMost")
    wanted = f"{least} times" if least == most else f"at least {least} times" + (
        "" if most is None else f" and at most {most} times")
    lines = [f"{operation} was called {answer['matches']} times, not {wanted}."]
    if where := expectation.get("where"):
        lines.append(f"Counted were requests with {json.dumps(where)}.")
    if answer["numbers"]:
        lines.append(f"The matching requests are {', '.join(str(number) for number in answer['numbers'])}.")
    for miss in answer["nearMisses"]:
        request = miss["request"]
        lines.append(f"  request {request['number']}: {request['method']} {request['path']}"
                     f" was answered {request.get('status', 'not at all')}")
        for difference in miss["differences"]:
            wanted, found = (json.dumps(difference.get(name)) for name in ("wanted", "found"))
            lines += [f"    {difference['criterion']}", f"      wanted {wanted}", f"      found  {found}"]
    if not answer["matches"] and not answer["nearMisses"]:
        lines.append("No request was similar.")
    return "\n".join(lines)


def pytest_addoption(parser):
    parser.addoption(
        "--tessera-sandbox-url", default=None,
        help="address of the service's sandbox (default: TESSERA_SANDBOX_URL, or http://127.0.0.1:8081)")


@pytest.fixture(scope="session")
def tessera_options():
    """What each tenant begins with, such as {"brand": "acme"}. Define it again to change it."""
    return {}


@pytest.fixture(scope="session")
def tessera_set_up():
    """A function that puts what all tests need into a new tenant. Define it again to change it."""
    return lambda tenant: None


@pytest.fixture(scope="session")
def tessera_tenant(request, tessera_options, tessera_set_up):
    """The tenant of this worker, from its first test to its last."""
    url = request.config.getoption("tessera_sandbox_url") or os.environ.get("TESSERA_SANDBOX_URL")
    # Below `tessera exec`, the address is that of a tenant, which cannot have tenants.
    base = re.sub(r"(/tenants/[^/]+)?(/sandbox)?/?$", "", url or "http://127.0.0.1:8081") + "/sandbox"
    token = os.environ.get("TESSERA_SANDBOX_TOKEN")
    headers = MARK | ({"Authorization": f"Bearer {token}"} if token else {})
    tenant = Tenant(call("POST", base + "/tenants", dict(tessera_options), headers), token)
    try:
        tessera_set_up(tenant)
        tenant.snapshot(SNAPSHOT)
        yield tenant
    finally:
        call("DELETE", f"{base}/tenants/{tenant.name}", headers=headers)


@pytest.fixture
def tessera(tessera_tenant):
    """The worker's tenant, as it was before the first test. After a failure, its state stays until the next test."""
    tessera_tenant.restore(SNAPSHOT)
    tessera_tenant.forget()
    return tessera_tenant
