"""A merchant's server that uses Stitch's own SDK for Python: it charges three wallets, refunds and queries.

stitch_client.py APPLE GOOGLE SAMSUNG takes what the phones gave, in JSON. Prints in JSON what the SDK returns, or the
words of the error that it raises.
"""

import contextlib
import dataclasses
import json
import sys

from stitch.payins import Stitch, Wallets
from stitch.utils.types import Currency, Wallet

client = ("test-demo", "demo-secret")


def refusal(call, *values):
    """The message of the SDK's error for a refusal by Stitch."""
    try:
        call(*values)
    except Exception as error:
        return str(error)


def run(apple, google, samsung):
    # The types that the SDK takes: Apple's token around its paymentData, Google's as a text, Samsung's as an object.
    tokens = {"APPLE_PAY": {"paymentData": json.loads(apple)}, "GOOGLE_PAY": google, "SAMSUNG_PAY": json.loads(samsung)}
    wallets, payments = Wallets(*client, "merchant.money.stitch"), Stitch(*client)
    charges = {
        wallet.name: (wallet, tokens[wallet.name], 100, Currency.ZAR, f"order {wallet.name}", f"nonce {wallet.name}")
        for wallet in Wallet
    }
    charged = {name: wallets.create(*charge) for name, charge in charges.items()}
    paid = charged["APPLE_PAY"].id
    refunds = [
        (paid, quantity, "ZAR", f"refund {quantity}", f"nonce {quantity}", "fraudulent") for quantity in (40, 61)
    ]
    return {
        "charged": charged,
        "charged again": refusal(wallets.create, *charges["APPLE_PAY"]),
        "refunded": payments.initiate_card_refund_transaction(*refunds[0]),
        "refunded too much": refusal(payments.initiate_card_refund_transaction, *refunds[1]),
        "found": payments.query_transaction("order APPLE_PAY")[0],
        "found by nonce only": refusal(payments.query_transaction, None, "nonce APPLE_PAY"),
        "wrong secret": refusal(Stitch, "test-demo", "wrong"),
    }


# The SDK prints its queries.
with contextlib.redirect_stdout(sys.stderr):
    done = run(*sys.argv[1:])
print(json.dumps(done, default=dataclasses.asdict))
