"""A merchant's server with the printed samples of MoneyHash's guide to Apple Pay: the same calls of `requests`, at both
hosts and both paths. Only the key and the intent's id are replaced by values.

moneyhash_client.py STEP VALUE…, see the steps below. Prints MoneyHash's answers.
"""

import base64
import json
import sys

import requests

key = "YOUR_API_KEY"


def create():
    url = "https://moneyhash.io/api/v1.1/payments/intent/"
    payload = {"amount": 50, "amount_currency": "USD", "operation": "purchase", "use_direct_api": True}
    headers = {"X-Api-Key": key, "Content-Type": "application/json"}
    response = requests.request("POST", url, headers=headers, json=payload)
    return response.json()


def details(intent):
    """The path of the guide's sample in Python, which has no slash at its end."""
    url = f"https://web.moneyhash.io/api/v1.1/payments/external/intent/{intent}"
    headers = {"X-Api-Key": key, "Content-Type": "application/json"}
    response = requests.get(url, headers=headers)
    return response.json()


def details_by_curl(intent):
    """The path of the guide's sample for curl."""
    url = f"https://web.moneyhash.io/api/v1.1/payments/external/intents/{intent}/"
    response = requests.get(url, headers={"X-Api-Key": key, "Content-Type": "application/json"})
    return response.json()


def update_method(intent, method):
    url = f"https://web.moneyhash.io/api/v1.1/external/payments/intents/{intent}/update-method/"
    headers = {"X-Api-Key": key, "Content-Type": "application/json"}
    payload = {"payment_method": method}
    response = requests.post(url, headers=headers, json=payload)
    return response.json()


def submit(intent, token):
    """The guide's app makes a text of PaymentData, and the printed receipt is this text in Base64."""
    url = f"https://web.moneyhash.io/api/v1.1/payments/intent/{intent}/receipt/"
    receipt = base64.b64encode(token.encode()).decode()
    return requests.post(url, headers={"X-Api-Key": key}, json={"receipt": receipt}).json()


def submit_as_text(intent, token):
    url = f"https://web.moneyhash.io/api/v1.1/payments/intent/{intent}/receipt/"
    return requests.post(url, headers={"x-Api-Key": key}, json={"receipt": token}).json()


def refund(transaction, amount):
    url = f"https://moneyhash.io/api/v1.1/payments/transactions/{transaction}/refund/"
    return requests.post(url, headers={"X-Api-Key": key}, json={"amount": float(amount)}).json()


steps = {
    "create": create,
    "details": details,
    "details by curl": details_by_curl,
    "update method": update_method,
    "submit": submit,
    "submit as text": submit_as_text,
    "refund": refund,
}
print(json.dumps(steps[sys.argv[1]](*sys.argv[2:])))
