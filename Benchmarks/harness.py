"""What the benchmarks share: a service with a database, cards to work on, and requests to send."""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "BENCH-VIRTUAL-MC-EEA"
CARDS = "/digitalwallets/v1/profile/prepaid/cards"

# Ends a benchmark like Ctrl-C does, so that it stops its services.
signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))


def release_program(product="tessera", variable="TESSERA"):
    """The program to measure: the one that the variable of the environment names, or a new release build."""
    if os.environ.get(variable):
        return Path(os.environ[variable]).resolve()
    build = ["swift", "build", "--configuration", "release", "--static-swift-stdlib", "--product", product]
    subprocess.run(build, cwd=ROOT, check=True)
    shown = subprocess.run([*build, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return Path(shown.stdout.strip()) / product


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Service:
    """A running `tessera serve` with its two ports."""

    def __init__(self, program, options, before=(), directory=None):
        self.port, self.sandbox_port = free_port(), free_port()
        self.log = tempfile.TemporaryFile()
        sandbox = [] if "--sandbox-port" in options else ["--sandbox-port", str(self.sandbox_port)]
        self.process = subprocess.Popen(
            [*before, str(program), "serve", "--port", str(self.port), "--merchants-port", "0", *sandbox, "--log-level",
             "error", *options],
            stdout=self.log, stderr=self.log, cwd=directory)
        start = time.monotonic()
        while not self._is_ready():
            if self.process.poll() is not None or time.monotonic() > start + 120:
                self.log.seek(0)
                raise SystemExit(f"{program} does not serve:\n{self.log.read().decode()}")
            time.sleep(0.005)
        self.ready_seconds = time.monotonic() - start

    def _is_ready(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)
        self.log.close()

    def sandbox(self, method, path, body=None):
        return call(self.sandbox_port, method, "/sandbox" + path, body)


def call(port, method, path, body=None, headers=None, form=None):
    """One request; its JSON answer. Anything but a success ends the benchmark."""
    headers = dict(headers or {})
    data = None
    if body is not None:
        data, headers["Content-Type"] = json.dumps(body), "application/json"
    if form is not None:
        data, headers["Content-Type"] = form, "application/x-www-form-urlencoded"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, data, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status >= 300:
        raise SystemExit(f"{method} {path}: {answer.status} {text.decode(errors='replace')}")
    return json.loads(text) if text else None


@dataclass
class Card:
    customer: str
    token: str
    id: str

    @property
    def path(self):
        return f"{CARDS}/{self.id}"

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}


class Bank:
    """A data directory with a demo service that owns the database, and customers with cards.

    Strong customer authentication is off, because the benchmarks measure operations, not the answering of challenges.
    """

    def __init__(self, program):
        self.directory = Path(tempfile.mkdtemp(prefix="tessera-bench-"))
        self.program = program
        self.data = self.directory / "data"
        self.service = Service(program, ["--demo", "--data-dir", str(self.data)])
        self.others = []
        self.service.sandbox("PUT", "/brands/demo/authentication", {"operations": []})
        self.service.sandbox("POST", "/programs", {
            "name": PROGRAM, "cardType": "VIRTUAL", "scheme": "MC", "region": "EEA", "currencies": ["EUR"],
            "allowableCards": 1000})

    @property
    def database_url(self):
        return f"postgresql://tessera@/tessera?host={self.data}/postgres/socket"

    def beside(self, options=(), program=None, before=()):
        """Another service on the same database."""
        key = self.directory / "copied.key"
        shutil.copy(self.data / "key-encryption.key", key)
        self.others.append(Service(
            program or self.program, ["--database-url", self.database_url, "--key-file", str(key), *options], before))
        return self.others[-1]

    def customer(self):
        return self.service.sandbox("POST", "/customers", {
            "country": "BG", "firstName": "Bench", "lastName": "Mark", "mobile": "+359 881234567"})["customerId"]

    def cards(self, customers, cards_each):
        made = []
        for _ in range(customers):
            customer = self.customer()
            token = self.token(self.service.port, customer)
            for _ in range(cards_each):
                card = call(self.service.port, "POST", CARDS, {"programName": PROGRAM, "currency": "EUR"},
                            {"Authorization": f"Bearer {token}"})
                made.append(Card(customer, token, card["cardId"]))
        self.lift_limits()
        return made

    def give_tokens(self, cards):
        """Puts each card into a wallet, on a device that no other load uses. The same cards."""
        for card in cards:
            place = {"walletType": "GOOGLE_PAY", "clientDeviceId": "token", "clientWalletAccountId": "token"}
            call(self.service.port, "POST", card.path + "/tokenizations", place, card.headers)
            report = {"dpanRef": f"token-{card.id}", "walletType": "GOOGLE_PAY", "status": "COMPLETED"}
            call(self.service.port, "PUT", card.path + "/tokenizations", report, card.headers)
        self.sql("ANALYZE tokenization, tokenization_history")
        return cards

    def lift_limits(self):
        """No benchmark can reach these limits."""
        self.sql(f"""UPDATE program SET cards_per_customer = 1000000 WHERE program_name = '{PROGRAM}';
            UPDATE card_allowance SET cards_per_customer = 1000000 WHERE program_name = '{PROGRAM}';
            ANALYZE card, customer, card_allowance""")

    def token(self, port, customer):
        return call(
            port, "POST", "/digitalwallets/v1/auth/brands/demo/token",
            form="grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=" + customer
            + "&subject_token_type=urn:tessera:token-type:customer-id",
            headers={"Authorization": "Basic ZGVtby1hcHA6ZGVtby1zZWNyZXQ="})["access_token"]

    def seed(self, customers, cards):
        """Adds invented customers with cards; what the command says at its end. Its progress is for a terminal."""
        command = [
            str(self.program), "seed", "--customers", str(customers), "--cards", str(cards), "--database-url",
            self.database_url, "--key-file", str(self.data / "key-encryption.key"), "--log-level", "error"]
        progress = None if cards > 100_000 else subprocess.DEVNULL
        shown = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=progress, text=True).stdout
        return shown.strip().split("\n")[-1]

    def check_ledger(self):
        """What `tessera ledger check` says. A ledger that does not add up ends the benchmark."""
        checked = subprocess.run(
            [str(self.program), "ledger", "check", "--database-url", self.database_url, "--key-file",
             str(self.data / "key-encryption.key"), "--log-level", "error"],
            capture_output=True, text=True)
        if checked.returncode != 0:
            raise SystemExit(f"{checked.stdout}{checked.stderr}")
        return checked.stdout.strip()

    def sql(self, script):
        shown = subprocess.run(
            ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", self.database_url + "&options=-csearch_path%3Dissuing%2Cwebhooks"],
            input=script, check=True, capture_output=True, text=True)
        return shown.stdout.strip()

    def prepare_limits(self, cards):
        """Numbers the cards, so that pgbench can pick one. There are many, or its clients would wait for each other."""
        self.seed(customers=2000, cards=20_000)
        self.sql("""CREATE TABLE bench_card AS
                SELECT row_number() OVER (ORDER BY card_id)::integer AS n, customer_id, card_id FROM card;
            CREATE UNIQUE INDEX ON bench_card (n);
            CREATE TABLE bench_status (
                n integer PRIMARY KEY, status text NOT NULL, changes integer NOT NULL, rest text NOT NULL)
                WITH (fillfactor = 80);
            INSERT INTO bench_status SELECT n, 'ACTIVE', 1, repeat('x', 300) FROM bench_card;
            CREATE TABLE bench_history (
                n integer NOT NULL, change_number integer NOT NULL, status text NOT NULL,
                changed_at timestamptz NOT NULL, PRIMARY KEY (n, change_number));
            ANALYZE""")
        count, first, last = self.sql(
            "SELECT count(*), min(customer_id), max(customer_id) FROM bench_card").split("|")
        values = {"customer": cards[0].customer, "card": cards[0].id, "cards": count, "first": first, "last": last}
        self.pgbench_variables = [part for name, value in values.items() for part in ("-D", f"{name}={value}")]

    def unlock_cards(self):
        self.sql("""UPDATE card SET status = 'ACTIVE', returns_to = NULL WHERE status = 'LOCKED';
            UPDATE tokenization SET token_status = 'ACTIVE', suspended_by_card = false WHERE suspended_by_card""")

    def close(self):
        for service in [*self.others, self.service]:
            service.stop()
        shutil.rmtree(self.directory)
