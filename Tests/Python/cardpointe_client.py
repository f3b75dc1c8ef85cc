"""A merchant's server that uses the PyPI client of CardPointe: cardpointe_client.py STEP VALUE, see the steps below.

Prints what the client returns in JSON: an answer, or the words of the error that the client raises.
"""

import json
import sys

from cardpointe.cardsecure.api import CardSecureAPI
from cardpointe.exceptions import ApiError
from cardpointe.gateway.api import GatewayAPI

merchant = {"site": "fts-uat", "merchant_id": "496160873888", "username": "testing", "password": "testing123"}
secure = CardSecureAPI(**merchant)
gateway = GatewayAPI(**merchant)


def device_data(data):
    """The members of Apple's paymentData in the order of CardPointe's guide for developers."""
    header = data["header"]
    return (
        f"{data['data']}&ectype=apple&ecsig={data['signature']}&eckey={header['ephemeralPublicKey']}"
        f"&ectid={header['transactionId']}&echash={header.get('applicationData', '')}"
        f"&ecpublickeyhash={header['publicKeyHash']}"
    )


def answer(call, **values):
    try:
        return call(**values)
    except ApiError as error:
        return {"error": str(error)}


def tokenize(token):
    assert secure.echo.create(message="Hello?")["message"] == "Hello?"
    assert gateway.inquireMerchant.get()["enabled"] is True
    return answer(secure.tokenize.create, devicedata=device_data(json.loads(token)), encryptionhandler="EC_APPLE_PAY")


steps = {
    "tokenize": tokenize,
    "authorize": lambda token: answer(
        gateway.authorization.create, account=token, amount="12.34", ecomind="E", orderid="A1B2C3D4"),
    "capture": lambda retref: answer(gateway.capture.create, retref=retref, amount="10.00"),
    "inquire": lambda retref: answer(gateway.inquire.get, retref=retref),
    "refund": lambda retref: answer(gateway.refund.create, retref=retref, amount="4.00"),
    "void": lambda retref: answer(gateway.void.create, retref=retref),
}
print(json.dumps(steps[sys.argv[1]](sys.argv[2])))
