"""A customer's story with generated clients: story.py API SANDBOX CUSTOMER. The packages cardservice and sandbox are in
the current directory."""

import base64
import json
import re
import sys
from os import getcwd

sys.path.insert(0, getcwd())

from cardservice.api.cards import create_card, update_card
from cardservice.api.strong_customer_authentication import attempt_authentication, send_challenge
from cardservice.api.tokenizations import tokenize_card, update_tokenization_status
from cardservice.api.tokens import issue_token
from cardservice.client import AuthenticatedClient
from cardservice.models import (
    AttemptAuthentication,
    AuthenticationEvent,
    AuthenticationPass,
    CreateCard,
    SendChallenge,
    TokenGrant,
    TokenizeCard,
    UpdateCard,
    UpdateTokenization,
    Verification,
)
from sandbox.api.cardholder_post_and_terminal import list_messages
from sandbox.client import Client

api, sandbox, customer = sys.argv[1:]


def client(kind, secret):
    return AuthenticatedClient(base_url=api, prefix=kind, token=secret)


grant = TokenGrant.from_dict(
    {
        "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
        "subject_token": customer,
        "subject_token_type": "urn:tessera:token-type:customer-id",
    }
)
basic = client("Basic", base64.b64encode(b"demo-app:demo-secret").decode())
token = issue_token.sync("demo", client=basic, body=grant)
app = client("Bearer", token.access_token)

card = create_card.sync(client=app, body=CreateCard(program_name="DEMO-VIRTUAL-VISA-EEA", currency="EUR"))
print(card.status)


def authenticate(refusal):
    """Answers the challenge of a refusal, and returns the SCA-Authorization for the request."""
    text = re.search('auth-param1="(.*?)"', refusal.headers["WWW-Authenticate"])[1]
    event = AuthenticationEvent.from_dict(json.loads(base64.b64decode(text))).sca_details
    verification = Verification.from_dict({"method": "OTP", "channel": "SMS"})
    send_challenge.sync(
        event.event_id,
        client=app,
        body=SendChallenge(wallet_operation_id=event.wallet_operation_id, verification=verification),
    )
    messages = list_messages.sync(client=Client(base_url=sandbox), customer_id=customer).messages
    attempt = attempt_authentication.sync(
        event.event_id,
        client=app,
        body=AttemptAuthentication(
            wallet_operation_id=event.wallet_operation_id, verification=verification, otp=messages[0].code
        ),
    )
    print(attempt.status)
    ids = {"eventId": str(event.event_id), "walletOperationId": str(event.wallet_operation_id)}
    passed = AuthenticationPass.from_dict({"scaDetails": ids}).to_dict()
    return base64.b64encode(json.dumps(passed).encode()).decode()


for status, reason in [("LOCKED", "Mislaid"), ("ACTIVE", "Found again")]:
    change = UpdateCard.from_dict({"status": status, "statusReason": reason})
    refusal = update_card.sync_detailed(card.card_id, client=app, body=change)
    print(refusal.status_code.value, refusal.parsed.error.code)
    proof = authenticate(refusal)
    print(update_card.sync(card.card_id, client=app, body=change, sca_authorization=proof).status)

wallet = {
    "walletType": "GOOGLE_PAY",
    "clientDeviceId": "WNkcsfZPiKfa5PrH3jilkQYT",
    "clientWalletAccountId": "40exmLiWV1iV55ZVstOAiMf7",
}
print(tokenize_card.sync(card.card_id, client=app, body=TokenizeCard.from_dict(wallet)).card_network)
report = {"dpanRef": f"DNITHE{customer}", "walletType": "GOOGLE_PAY", "status": "COMPLETED"}
print(update_tokenization_status.sync(card.card_id, client=app, body=UpdateTokenization.from_dict(report)).status)
