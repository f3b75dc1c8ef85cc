"""Cards that pay through the network's door, and the same payments as a script of pgbench."""

import json
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from harness import Service, call, free_port
from wire import Wire

# More than any benchmark spends.
LOAD = 100_000_000_000
AMOUNT = 100
# What the recorded payment is called.
RECORDED = "bench-recorded"


@dataclass
class Payer:
    customer: str
    card: str
    pan: str


class Payers:
    """Cards with money, each on an account of its own."""

    def __init__(self, bank, count):
        self.bank, self.all = bank, []
        for card in bank.cards(count, 1):
            bank.service.sandbox(
                "POST", f"/customers/{card.customer}/load", {"amount": LOAD, "currencyCode": "EUR"})
            pan = bank.service.sandbox("GET", f"/cards/{card.id}/plastic")["pan"]
            self.all.append(Payer(card.customer, card.id, pan))
        picked = ", ".join(f"'{payer.card}'::uuid" for payer in self.all)
        bank.sql(f"""CREATE TABLE bench_payer AS
                SELECT row_number() OVER (ORDER BY c.card_id)::integer AS n, c.customer_id, c.card_id, c.account_id,
                       p.pan_hash
                FROM card c JOIN issued_pan p USING (customer_id, card_id) WHERE c.card_id IN ({picked});
            CREATE UNIQUE INDEX ON bench_payer (n);
            ANALYZE""")
        bank.pgbench_variables = ["-D", f"payers={count}"]

    def requests(self):
        """A payment of each card. requests.lua puts a new number into each one."""
        return [
            ("POST", "/network/messages", "", "application/json", json.dumps(message(payer, "bench-@number@")))
            for payer in self.all
        ]

    def declined(self):
        """How many messages were not approved, and how many there were."""
        return map(int, self.bank.sql("""
            SELECT count(*) FILTER (WHERE response_code <> '00'), count(*) FROM issuing.network_message""").split("|"))


def message(payer, reference):
    return {
        "networkReference": reference, "kind": "AUTHORIZATION", "pan": payer.pan, "amount": AMOUNT,
        "currencyCode": "EUR", "merchant": {"name": "Shop", "mcc": "5411", "country": "DE"},
        "panEntryMethod": "ECOMMERCE"}


def recorded_payment(payers):
    """The round trips of one payment."""
    bank, payer = payers.bank, payers.all[0]
    place = bank.directory / "wire"
    place.mkdir()
    wire = Wire(place, bank.data / "postgres" / "socket")
    key = bank.directory / "recorded.key"
    shutil.copy(bank.data / "key-encryption.key", key)
    door = free_port()
    service = Service(bank.program, [
        "--database-url", f"postgresql://tessera@/tessera?host={place}", "--key-file", str(key), "--sandbox-port",
        "0", "--network-port", str(door)])
    answer = call(door, "POST", "/network/messages", message(payer, RECORDED))
    service.stop()
    wire.close()
    if answer["responseCode"] != "00":
        raise SystemExit(f"The payment to record is declined with {answer['responseCode']}")
    found = [n for n, sent in enumerate(wire.round_trips) if any("FOR NO KEY UPDATE OF a" in one.sql for one in sent)]
    if len(found) != 1:
        raise SystemExit(f"A payment locks its account once, not {len(found)} times")
    # Other work of the service is on other connections, and may be between these.
    begun = found[0]
    commits = [
        sent for sent in wire.round_trips[begun + 1:]
        if sent[-1].sql == "COMMIT" and any(RECORDED in map(last, one.values) for one in sent)]
    if wire.round_trips[begun][0].sql != "BEGIN" or len(commits) != 1:
        raise SystemExit("A payment does not take two round trips, from BEGIN to COMMIT")
    return [wire.round_trips[begun], commits[0]], answer["authorizationId"]


def last(pair):
    return pair[1]


def script(payers):
    """The recorded payment, for any card and with a reference of its own. pgbench looks the card up beforehand."""
    round_trips, authorization = recorded_payment(payers)
    payer = payers.all[0]
    account, pan_hash = payers.bank.sql(
        f"SELECT account_id, pan_hash FROM bench_payer WHERE card_id = '{payer.card}'").split("|")
    varying = {
        ("bigint", int(payer.customer)): ":customer_id::bigint", ("bigint", int(account)): ":account_id::bigint",
        ("uuid", payer.card): ":card_id::uuid",
        ("bytea[]", (bytes.fromhex(pan_hash[2:]),)): "ARRAY[:pan_hash::bytea]",
        ("text", RECORDED): "concat('bench-', :number::bigint)",
        ("uuid", authorization): "md5(:number::text)::uuid",
    }
    lines = [
        "-- The statements of an authorization, in the same two round trips.",
        "\\set n random(1, :payers)", "\\set number random(1, 9000000000000000000)",
        "SELECT customer_id, account_id, card_id, pan_hash FROM bench_payer WHERE n = :n \\gset",
    ]
    for sent in round_trips:
        lines += ["\\startpipeline", *(with_values(one, varying) + ";" for one in sent), "\\endpipeline"]
    return "\n".join(lines) + "\n"


def with_values(sent, varying):
    """A statement whose parameters are literals, or the variables that stand for them."""
    # pgbench looks for variables in comments and in literals, too.
    sql = re.sub(r"--.*", "", sent.sql)
    if found := re.search(r"(?<!:):\w", sql):
        raise SystemExit(f"pgbench would take {found[0]} for a variable in {sql}")
    texts = [varying.get(key(pair)) or literal(*pair) for pair in sent.values]
    if "money.require_version(" in sql:
        # pgbench decides nothing, so it does not know what the account's version must be.
        texts[2] = f"(SELECT version FROM money.account WHERE customer_id = {texts[0]} AND account_id = {texts[1]})"
    return re.sub(r"\$(\d+)", lambda found: texts[int(found[1]) - 1], sql)


def key(pair):
    return (pair[0], tuple(pair[1])) if isinstance(pair[1], list) else pair


def literal(kind, value):
    if value is None:
        return f"NULL::{kind}"
    if isinstance(value, list):
        return "ARRAY[" + ", ".join(literal(kind[:-2], one) for one in value) + f"]::{kind}"
    text = "\\x" + value.hex() if isinstance(value, bytes) else str(value)
    escaped = text.replace("\\", "\\\\").replace("'", "''").replace(":", "\\x3a")
    return f"(E'{escaped}')::{kind}"


def add_entries(bank, first, count):
    """Adds entries of the house's accounts: loads and clearings of invented accounts, which are empty afterwards.

    An account has 20 journals, of one posting each. A posting is one entry of the house, and one of a customer.
    """
    bank.sql(f"""
        CREATE TEMPORARY TABLE crowd AS
            SELECT 900000000000 + n AS customer_id, 500000000000 + n AS account_id
            FROM generate_series({first // 20}, {(first + count) // 20 - 1}) n;
        INSERT INTO money.account (customer_id, account_id, currency, version, opened_at)
            SELECT customer_id, account_id, 'EUR', 20, now() FROM crowd;
        INSERT INTO money.account_number (account_id, customer_id) SELECT account_id, customer_id FROM crowd;
        WITH journal AS (
            INSERT INTO money.journal (customer_id, journal_id, account_id, version, balance, posted_at)
            SELECT customer_id, gen_random_uuid(), account_id, version, {AMOUNT} * (version % 2), now()
            FROM crowd, generate_series(1, 20) version
            RETURNING customer_id, journal_id, version)
        INSERT INTO money.posting (customer_id, journal_id, posting_number, debit, credit, currency, amount)
            SELECT customer_id, journal_id, 1, CASE version % 2 WHEN 1 THEN 'safeguarding' ELSE 'customer' END,
                   CASE version % 2 WHEN 1 THEN 'customer' ELSE 'scheme:MC' END, 'EUR', {AMOUNT} FROM journal""")


def await_fold(bank):
    """Waits until the service has added all entries to the house's balances, which it does every minute."""
    newest = bank.sql("SELECT max(fold_number) FROM money.posting")
    for _ in range(300):
        behind = bank.sql(f"""
            SELECT count(*) FROM generate_series(0, 15) shard
            LEFT JOIN money.fold USING (shard) WHERE folded_to IS NULL OR folded_to <= {newest}""")
        if behind == "0":
            return
        time.sleep(1)
    raise SystemExit("The service has not folded the house's entries within five minutes")
