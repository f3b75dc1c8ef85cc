"""Load, and the limits that it is compared with."""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from harness import CARDS, PROGRAM

HERE = Path(__file__).resolve().parent
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Measured:
    """One run of a load. Times are in milliseconds, processor times in microseconds a request."""
    rate: float
    p50: float = 0
    p99: float = 0
    service_cpu: float = 0
    postgres_cpu: float = 0


def get_card(work):
    return [("GET", card.path, "Bearer " + card.token, "", "") for card in work.cards]


def list_cards(work):
    return [("GET", CARDS + "?limit=20", "Bearer " + card.token, "", "") for card in work.cards]


def create_card(work):
    body = f'{{"programName": "{PROGRAM}", "currency": "EUR"}}'
    return [("POST", CARDS, "Bearer " + card.token, JSON, body) for card in work.cards]


def change_status(work):
    """All cards are locked, then all are unlocked, so no two simultaneous requests are about the same card. None of
    these cards gets a token, because the tokens of a card change with it."""
    return change_statuses(work.cards[::2])


def change_status_with_token(work):
    """The same for cards that have a token each."""
    return change_statuses(work.cards_with_token)


def change_statuses(cards):
    return [
        ("PATCH", card.path, "Bearer " + card.token, JSON, f'{{"status": "{status}", "statusReason": "bench"}}')
        for status in ("LOCKED", "ACTIVE") for card in cards
    ]


def mixed(work):
    """Eight reads, one change and one new card."""
    reads, creations = get_card(work), create_card(work)
    parts = [
        [*(reads[(8 * n + i) % len(reads)] for i in range(8)), change, creations[n % len(creations)]]
        for n, change in enumerate(change_status(work))
    ]
    return [request for part in parts for request in part]


def tokenize(wallet):
    """Starting again for the same device continues the same tokenization, so the requests can be repeated."""
    return lambda work: [
        ("POST", card.path + "/tokenizations", "Bearer " + card.token, JSON,
         f'{{"walletType": "{wallet}", "clientDeviceId": "bench-{n}", "clientWalletAccountId": "bench-wallet"}}')
        for n, card in enumerate(work.cards[1::2])
    ]


def tokenize_apple(work):
    """As for the other wallets, but a card accepts each nonce only once, so requests.lua puts a new one into each
    request. Nobody but Apple can check the signature of a nonce."""
    return [
        ("POST", card.path + "/tokenizations", "Bearer " + card.token, JSON, json.dumps({
            "walletType": "APPLE_PAY", "clientDeviceId": f"bench-{n}",
            "leafCertificate": work.device.leaf, "subordinateCertificate": work.device.subordinate,
            "nonce": "@number@", "nonceSignature": "40" + "5a" * 80}))
        for n, card in enumerate(work.cards[1::2])
    ]


def attempt(work):
    """The right code for a challenge, again and again: an event that is verified can be answered again, and each
    answer is checked, counted and stored like the first one."""
    return [("POST", one.path, "Bearer " + one.token, JSON, one.body) for one in work.attempts]


def issue_token(work):
    grant = "urn:ietf:params:oauth:grant-type:token-exchange"
    kind = "urn:tessera:token-type:customer-id"
    return [
        ("POST", "/digitalwallets/v1/auth/brands/demo/token", "Basic ZGVtby1hcHA6ZGVtby1zZWNyZXQ=", FORM,
         f"grant_type={grant}&subject_token={card.customer}&subject_token_type={kind}")
        for card in work.cards
    ]


def health(work):
    return [("GET", "/healthz", "", "", "")] * 2


def run_wrk(port, requests, directory, connections, seconds, service=None, per_second=None):
    """wrk on the requests, as fast as they are answered or at a rate. Only successes count: wrk prepares one request
    more than it sends, so in a row of requests that depend on each other one may be refused."""
    file = directory / "requests"
    pace = {"PER_SECOND": str(per_second)} if per_second else {}
    file.write_text("\n".join("\t".join(request) for request in requests) + "\n")
    before = processor_seconds(service)
    shown = subprocess.run(
        ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "--latency",
         "-s", HERE / "requests.lua", f"http://127.0.0.1:{port}"],
        env={**os.environ, "REQUESTS": str(file), **pace}, check=True, capture_output=True, text=True).stdout
    after = processor_seconds(service)
    refused = int((re.search(r"Non-2xx or 3xx responses: (\d+)", shown) or [0, 0])[1])
    answered = int(re.search(r"(\d+) requests in", shown)[1])
    if refused > max(connections, answered // 100):
        raise SystemExit(f"{refused} of {answered} requests like {requests[0][:2]} were refused")
    good = answered - refused
    if good == 0:
        raise SystemExit(f"No request like {requests[0][:2]} was answered in {seconds} s")
    elapsed = answered / float(re.search(r"Requests/sec:\s+([\d.]+)", shown)[1])
    cpu = [(b - a) / good * 1e6 for a, b in zip(before, after)]
    return Measured(good / elapsed, latency(shown, 50), latency(shown, 99), *cpu)


def latency(shown, percentile):
    number, unit = re.search(rf"^\s+{percentile}%\s+([\d.]+)(us|ms|s)", shown, re.M).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def processor_seconds(service):
    """The processor time that the service has used, and that of Postgres; zero if there is none to measure."""
    if service is None:
        return 0, 0
    own, postgres = 0.0, 0.0
    for process in Path("/proc").iterdir():
        if not process.name.isdigit():
            continue
        try:
            name, fields = (process / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue
        used = sum(int(field) for field in fields.split()[11:13]) / TICKS
        if int(process.name) == service.process.pid:
            own = used
        elif name == "postgres":
            postgres += used
    return own, postgres


def run_pgbench(bank, script, clients, seconds):
    # The settings of the service's sessions: it looks into its schemas, and plans a statement once for all values.
    options = "-csearch_path%3Dissuing%2Cwebhooks%20-cplan_cache_mode%3Dforce_generic_plan"
    run = subprocess.run(
        ["pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(seconds), *bank.pgbench_variables,
         "-f", HERE / script, f"{bank.database_url}&options={options}"],
        capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"pgbench failed: {run.stderr[-2000:]}")
    return Measured(float(re.search(r"tps = ([\d.]+)", run.stdout)[1]))


def resident_megabytes(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024
