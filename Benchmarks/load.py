"""Load, and the limits that it is compared with."""

import os
import re
import subprocess
import threading
import time
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


def get_card(cards):
    return [("GET", card.path, "Bearer " + card.token, "", "") for card in cards]


def list_cards(cards):
    return [("GET", CARDS + "?limit=20", "Bearer " + card.token, "", "") for card in cards]


def create_card(cards):
    body = f'{{"programName": "{PROGRAM}", "currency": "EUR"}}'
    return [("POST", CARDS, "Bearer " + card.token, JSON, body) for card in cards]


def change_status(cards):
    """All cards are locked, then all are unlocked, so no two simultaneous requests are about the same card."""
    return [
        ("PATCH", card.path, "Bearer " + card.token, JSON, f'{{"status": "{status}", "statusReason": "bench"}}')
        for status in ("LOCKED", "ACTIVE") for card in cards
    ]


def tokenize(wallet):
    """Starting again for the same device continues the same tokenization, so the requests can be repeated."""
    return lambda cards: [
        ("POST", card.path + "/tokenizations", "Bearer " + card.token, JSON,
         f'{{"walletType": "{wallet}", "clientDeviceId": "bench-{n}", "clientWalletAccountId": "bench-wallet"}}')
        for n, card in enumerate(cards)
    ]


def issue_token(cards):
    grant = "urn:ietf:params:oauth:grant-type:token-exchange"
    kind = "urn:tessera:token-type:customer-id"
    return [
        ("POST", "/digitalwallets/v1/auth/brands/demo/token", "Basic ZGVtby1hcHA6ZGVtby1zZWNyZXQ=", FORM,
         f"grant_type={grant}&subject_token={card.customer}&subject_token_type={kind}")
        for card in cards
    ]


def health(cards):
    return [("GET", "/healthz", "", "", "")] * 2


def run_wrk(port, requests, directory, connections, seconds, service=None):
    """wrk on the requests. Only successes count: wrk prepares one request more than it sends, so in a row of requests
    that depend on each other one may be refused."""
    file = directory / "requests"
    file.write_text("\n".join("\t".join(request) for request in requests) + "\n")
    before = processor_seconds(service)
    shown = subprocess.run(
        ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", HERE / "requests.lua",
         f"http://127.0.0.1:{port}"],
        env={**os.environ, "REQUESTS": str(file)}, check=True, capture_output=True, text=True).stdout
    after = processor_seconds(service)
    refused = int((re.search(r"Non-2xx or 3xx responses: (\d+)", shown) or [0, 0])[1])
    answered = int(re.search(r"(\d+) requests in", shown)[1])
    if refused > max(connections, answered // 100):
        raise SystemExit(f"{refused} of {answered} requests like {requests[0][:2]} were refused")
    good = answered - refused
    elapsed = good and answered / float(re.search(r"Requests/sec:\s+([\d.]+)", shown)[1])
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
    shown = subprocess.run(
        ["pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(seconds), *bank.pgbench_variables,
         "-f", HERE / script, bank.database_url + "&options=-csearch_path%3Dissuing"],
        check=True, capture_output=True, text=True).stdout
    return Measured(float(re.search(r"tps = ([\d.]+)", shown)[1]))


def resident_megabytes(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024
