from tessera_testing import call

CARDS = "/digitalwallets/v1/profile/prepaid/cards"


def order_card(url, token):
    """Your code, which is under test."""
    order = {"programName": "DEMO-VIRTUAL-VISA-EEA", "currency": "EUR"}
    return call("POST", url + CARDS, order, {"Authorization": f"Bearer {token}"})


def test_an_order_makes_one_card(tessera):
    order_card(tessera.url, tessera.token())
    tessera.verify("createCard", times=1, where={"status": 201, "body": {"currency": "EUR"}})


def test_a_card_expires(tessera):
    card = order_card(tessera.url, tessera.token())
    with tessera.clock("2040-01-01T00:00:00Z"):
        shown = call("GET", f"{tessera.url}{CARDS}/{card['cardId']}", headers={
            "Authorization": f"Bearer {tessera.token()}"})
        assert shown["status"] == "EXPIRED"


def test_a_slow_answer_is_waited_for(tessera):
    with tessera.faults({"operation": "createCard", "fault": "LATENCY", "milliseconds": 20}) as plan:
        order_card(tessera.url, tessera.token())
        assert plan()["rules"][0]["strikes"] == 1
