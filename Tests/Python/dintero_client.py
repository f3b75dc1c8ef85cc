"""A merchant's server that uses Dintero's SDK for Python, and the app of its customer, which has no credentials.

dintero_client.py STEP VALUE…, see the steps below. Prints what the SDK returns in JSON, or the error that it raises.
"""

import json
import sys
from urllib.parse import parse_qs, urlsplit

import requests
from dintero import Dintero
from dintero.error import AuthError, InvalidRequestBody, UnexpectedError

account = "T12345678"
checkout = Dintero(account, "demo-client", "demo-client-secret", "shop", "1.0").checkout()
stranger = Dintero(account, "demo-client", "wrong").checkout()
item = {"id": "chair-1", "line_id": "1", "description": "Chair", "quantity": 1, "amount": 1234, "vat_amount": 247, "vat": 25}


def answer(call, *values):
    try:
        return call(*values)
    except (AuthError, InvalidRequestBody, UnexpectedError) as error:
        return {"error": type(error).__name__, "body": error.body}


def new_session():
    return answer(
        checkout.create_session,
        {
            "url": {
                "return_url": "yourapp://redirect?initial_recipient=merchant",
                "callback_url": "https://your-backend-callback-handler.com/endpoint",
            },
            "order": {"amount": 1234, "currency": "EUR", "merchant_reference": "order-1", "items": [item]},
            "configuration": {"channel": "in_app", "dintero_psp": {"applepay": {"enabled": True}}},
            "expires_at": "2099-12-31T23:23:59.999Z",
        },
    )


def pay_in_app(session, token):
    """The calls of the customer's app: operations, submission, payment."""
    view = requests.get(f"https://checkout.dintero.com/v1/view/{session}/session").json()
    assert view["configuration"]["merchant"]["name"] and view["order"]["items"][0]["line_id"] == "1"
    path = f"https://checkout.dintero.com/v1/view/{session}/payments/dintero_psp.applepay"
    operations = requests.post(path, params={"force_new": "true"}).json()["operations"]
    submit = next(operation for operation in operations if operation["rel"] == "submit-dintero-psp-applepay")
    url = urlsplit(submit["href"])
    event = {"payment": {"token": {"paymentData": json.loads(token)}}}
    submitted = requests.post(
        f"{url.scheme}://{url.netloc}{url.path}",
        headers={"Authorization": parse_qs(url.query)["access_token"][0]},
        json={"payment_data": json.dumps(event), "reference": "01249a0e-18d9-4b8e-8834-2319b3f32bb5"},
    )
    if submitted.status_code != 200:
        return submitted.json()["error"]
    return requests.post(
        f"https://checkout.dintero.com/v1/sessions/{session}/pay",
        json={"payment_product_type": "dintero_psp.applepay", "psp_transaction_id": submitted.json()["transaction_id"]},
    ).json()


steps = {
    "session": new_session,
    "pay": pay_in_app,
    "read session": lambda session: answer(checkout.get_session, session),
    "read": lambda transaction: answer(checkout.get_transaction, transaction),
    "capture": lambda transaction: answer(checkout.capture_transaction, transaction, 1234, [item], "capture-1"),
    "refund": lambda transaction: answer(checkout.refund_transaction, transaction, 400, [], "refund-1", "Broken"),
    "void": lambda transaction: answer(checkout.void_transaction, transaction),
    "wrong secret": lambda session: answer(stranger.get_session, session),
}
print(json.dumps(steps[sys.argv[1]](*sys.argv[2:])))
