import pytest

PROGRAM = {
    "name": "SUITE-VIRTUAL-VISA", "cardType": "VIRTUAL", "scheme": "VISA", "region": "EEA", "currencies": ["EUR"]}


@pytest.fixture(scope="session")
def tessera_set_up():
    """All tests have a program of their own."""
    return lambda tenant: tenant.sandbox("POST", "/programs", PROGRAM)
