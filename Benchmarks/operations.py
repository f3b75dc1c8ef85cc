"""The operations that can be measured."""

import load

# Each operation with its requests, and the scripts of pgbench: the same statements, and the least that could do it.
OPERATIONS = {
    "healthz": (load.health, {}),
    "getCard": (load.get_card, {"same": ("get-card.sql", 8)}),
    "listCards": (load.list_cards, {}),
    "createCard": (load.create_card, {"same": ("create-card.sql", 32)}),
    "changeStatus": (
        load.change_status,
        {"same": ("change-status.sql", 32), "bare": ("bare-change.sql", 32)}),
    "changeStatus token": (load.change_status_with_token, {}),
    "attemptAuthentication": (load.attempt, {}),
    "tokenize Apple": (load.tokenize_apple, {}),
    "tokenize Google": (load.tokenize("GOOGLE_PAY"), {}),
    "tokenize Samsung": (load.tokenize("SAMSUNG_PAY"), {}),
    "issueToken": (load.issue_token, {}),
}

# Without a sandbox, a service has no keys of networks unless it is given some.
NEED_SANDBOX = {"tokenize Apple", "tokenize Google", "tokenize Samsung"}

# Their latency is measured at half their rate, too. A queue before a full service says little about a latency.
AT_HALF_RATE = {"getCard", "createCard", "changeStatus"}
