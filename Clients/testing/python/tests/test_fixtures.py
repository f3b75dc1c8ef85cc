"""The fixtures' own suite. Each test changes what the others would notice, so it passes only if each is alone."""

from datetime import datetime, timedelta, timezone

import pytest
from tessera_testing import Refused, Tenant, _difference, call

CARDS = "/digitalwallets/v1/profile/prepaid/cards"


def order(tessera, program="SUITE-VIRTUAL-VISA", **headers):
    """The code under test."""
    authorization = {"Authorization": f"Bearer {tessera.token()}"}
    return call(
        "POST", tessera.url + CARDS, {"programName": program, "currency": "EUR"},
        authorization | {name.replace("_", "-"): value for name, value in headers.items()})


def cards(tessera):
    answer = call("GET", tessera.url + CARDS, headers={"Authorization": f"Bearer {tessera.token()}"})
    return answer["cards"]


@pytest.mark.parametrize("turn", range(8))
def test_each_test_begins_with_the_set_up_and_nothing_else(tessera, turn):
    assert cards(tessera) == []
    tessera.verify("createCard", times=0)
    card = order(tessera)
    assert [held["cardId"] for held in cards(tessera)] == [card["cardId"]]
    # The next test has neither the fault nor the time.
    tessera.sandbox("PUT", "/faults", {"rules": [{"fault": "STATUS", "status": 503, "operation": "createCard"}]})
    tessera.sandbox("PUT", "/clock", {"now": "2031-01-01T00:00:00Z", "frozen": True})


def test_a_fault_ends_with_its_block(tessera):
    with tessera.faults({"fault": "STATUS", "status": 503, "operation": "createCard", "times": 2}) as plan:
        with pytest.raises(Refused) as refusal:
            order(tessera)
        assert refusal.value.status == 503
        assert plan()["rules"][0]["strikes"] == 1
    assert order(tessera)["cardId"]


def test_a_fault_ends_with_a_failing_block(tessera):
    with pytest.raises(ZeroDivisionError):
        with tessera.faults({"fault": "STATUS", "status": 503}):
            1 / 0
    assert tessera.sandbox("GET", "/faults")["rules"] == []


def test_a_profile_is_a_plan_of_faults(tessera):
    with tessera.faults(profile="ADVERSARIAL", seed=1) as plan:
        assert len(plan()["rules"]) > 1


def test_the_clock_goes_on_where_it_was(tessera):
    before = datetime.fromisoformat(tessera.sandbox("GET", "/clock")["now"].replace("Z", "+00:00"))
    with tessera.clock(datetime(2029, 12, 1, tzinfo=timezone.utc)) as move:
        assert tessera.sandbox("GET", "/clock") == {"now": "2029-12-01T00:00:00Z", "frozen": True}
        move(advance=timedelta(days=1))
        assert tessera.sandbox("GET", "/clock") == {"now": "2029-12-02T00:00:00Z", "frozen": True}
    after = tessera.sandbox("GET", "/clock")
    now = datetime.fromisoformat(after["now"].replace("Z", "+00:00"))
    assert not after["frozen"] and timedelta(seconds=-2) < now - before < timedelta(minutes=5)


def test_a_frozen_clock_is_frozen_again(tessera):
    with tessera.clock("2029-12-01T00:00:00Z"):
        with tessera.clock(advance=3600, frozen=False):
            assert not tessera.sandbox("GET", "/clock")["frozen"]
        assert tessera.sandbox("GET", "/clock") == {"now": "2029-12-01T00:00:00Z", "frozen": True}


def test_a_verification_counts_only_the_calls_of_the_test(tessera):
    order(tessera)
    assert len(tessera.verify("createCard", times=1, where={"status": 201})) == 1
    tessera.verify("issueToken", times=0)


def test_a_failed_verification_shows_the_difference(tessera):
    order(tessera)
    with pytest.raises(AssertionError) as failure:
        tessera.verify("createCard", times=1, where={"body": {"currency": "PLN"}})
    lines = str(failure.value).splitlines()
    assert lines[0] == "createCard was called 0 times, not 1 times."
    assert f"POST {CARDS} was answered 201" in lines[2]
    assert lines[3:] == ["    body.currency", '      wanted "PLN"', '      found  "EUR"']


def test_a_difference_names_both_limits():
    answer = {"matches": 0, "atLeast": 1, "atMost": 3, "numbers": [], "nearMisses": []}
    assert _difference("getCard", {}, answer) == (
        "getCard was called 0 times, not at least 1 times and at most 3 times.\nNo request was similar.")


def test_a_snapshot_of_the_test_is_restored(tessera):
    order(tessera)
    tessera.snapshot("one-card")
    order(tessera)
    tessera.restore("one-card")
    assert len(cards(tessera)) == 1


def test_the_backend_has_a_token(tessera):
    assert tessera.business_token() != tessera.token()


def test_a_refusal_names_the_request_and_the_reason(tessera):
    with pytest.raises(Refused, match=r"POST http.* answered 400: .*country"):
        tessera.sandbox("POST", "/customers", {"country": "nowhere"})


def test_a_worker_has_one_tenant(tessera, tessera_tenant, worker_id):
    assert tessera is tessera_tenant and isinstance(tessera, Tenant)
    assert tessera.sandbox_url.endswith(f"/tenants/{tessera.name}/sandbox")
