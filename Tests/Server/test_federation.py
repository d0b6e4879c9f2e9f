"""Sign-in through third parties over sockets: the providers of `--dev`, as a browser and an app go through them."""

import urllib.parse

import pytest

from api_client import Client, DeviceKey
from federation_trips import KINDS, RETURN, Browser, Trip, consent, form, returned


def test_the_chooser_lists_the_providers_of_development(server):
    listed = Client(server).call("GET", "/v1/federation/providers")
    assert [row["id"] for row in listed["providers"]] == ["openid", "google", "apple", "github"]
    assert {row["brand"] for row in listed["providers"]} == {"other", "google", "apple", "github"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_first_sign_in_makes_an_account_and_the_second_finds_it(server, kind):
    """By every kind of provider, with its consent page and its own way back."""
    ids = []
    for turn in range(2):
        trip = Trip(server, kind)
        back = returned(consent(Browser(server), trip.url))
        assert back["state"] == trip.state
        answer = trip.complete(back)
        assert answer.status == 200, answer.raw
        if answer["status"] == 0:
            # GitHub answers for no address: it is proven by a code first.
            assert kind == "github" or turn == 0
            answer = trip.verify(answer["challenge"], trip.client.code(answer["email"]))
            assert answer.status == 200, answer.raw
        assert answer["status"] == 1
        trip.client.keep(answer["tokens"])
        profile = trip.client.call("GET", "/v1/user")
        assert profile.status == 200, profile.raw
        ids.append(profile["user_id"])
        linked = trip.client.call("GET", "/v1/user/providers")
        assert [row["provider"] for row in linked["providers"]] == [kind]
    assert ids[0] == ids[1]


@pytest.mark.parametrize("kind", KINDS)
def test_a_refusal_comes_back_by_its_name_and_another_try_succeeds(server, kind):
    trip = Trip(server, kind)
    back = returned(consent(Browser(server), trip.url, "deny"))
    assert back["error"] == "federation_refused" and back["state"] == trip.state
    assert trip.complete(back).code in ("federation_expired", "federation_refused")
    again = Trip(server, kind, trip.client)
    assert "code" in returned(consent(Browser(server), again.url))


def test_apple_says_that_the_person_cancelled(server):
    trip = Trip(server, "apple")
    back = returned(consent(Browser(server), trip.url, "cancel"))
    assert back["error"] == "federation_cancelled"


def test_a_return_may_come_twice_late_and_after_another_sign_in_was_begun(server):
    trip = Trip(server, "google")
    browser = Browser(server)
    page = browser.get(trip.url)
    action, fields = form(page.raw.decode())
    answer = browser.post(
        urllib.parse.urljoin(trip.url, action), fields | {"person": "0", "decision": "allow"}
    )
    callback = answer.headers["Location"]
    first, second = (returned(browser.get(callback)) for _ in range(2))
    assert first == second
    # The app began another one meanwhile: what comes back belongs to the first.
    other = Trip(server, "google", trip.client)
    mixed = other.complete(first)
    assert mixed.code == "federation_state_mismatch"
    done = trip.complete(first)
    assert done.status == 200 and done["status"] == 1, done.raw
    assert trip.complete(first).code == "federation_expired"
    server.pass_time(601)
    late = browser.get(callback)
    assert late.status == 400 and b"expired" in late.raw


def test_another_device_opens_nothing_with_a_stolen_return(server):
    trip = Trip(server, "google")
    back = returned(consent(Browser(server), trip.url))
    thief = Client(server, DeviceKey())
    assert trip.complete(back, thief).code == "federation_expired"
    assert trip.complete(back, Client(server)).code in ("federation_expired", "session_kind_off")
    assert trip.complete(back).status == 200


def test_what_nobody_asked_for_leads_nowhere(server):
    browser = Browser(server)
    origin = server.origin
    for url in (
        f"{origin}/v1/federation/callback/openid?state=made.0.up.AAAA&code=c",
        f"{origin}/v1/federation/callback/nobody?state=x&code=c",
        f"{origin}/v1/federation/callback/openid",
    ):
        answer = browser.get(url)
        assert answer.status == 400 and "Location" not in answer.headers
    client = Client(server, DeviceKey())
    for url in ("https://evil.example/", "http://127.0.0.1.evil.example/", "javascript:alert(1)", RETURN + "#x"):
        refused = client.call(
            "POST", "/v1/federation/authorization", {"provider": "google", "return_url": url},
            token=None,
        )
        assert refused.status == 400 and refused["field"] == "return_url", url
