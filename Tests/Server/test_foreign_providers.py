"""Sign-in at OpenID providers that none of us wrote, by configuration alone (FED-1)."""

import contextlib

import pytest

from api_client import Client, DeviceKey, person
from federation_trips import RETURN, Browser, Trip, returned
from foreign_providers import Glewlwyd, MockProvider, providers_file
from portico_server import PorticoServer

FOREIGN = ["oidc-provider-mock", "glewlwyd"]


@pytest.fixture
def foreign(request, tmp_path):
    folder = tmp_path / "provider"
    folder.mkdir()
    made = MockProvider() if request.param == "oidc-provider-mock" else Glewlwyd(folder)
    with made:
        yield made


@pytest.fixture
def start(program, tmp_path):
    """Starts a server that has the provider, under what is declared of it."""
    with contextlib.ExitStack() as stack:

        def started(provider, secret=None, **declared):
            file = providers_file(
                tmp_path, secret or provider.secret, issuer=provider.issuer, **declared)
            server = PorticoServer(program, tmp_path, ["--providers", str(file), "--log", "json"])
            stack.callback(server.close)
            server.start()
            provider.register(f"{server.origin}/v1/federation/callback/work")
            return server

        yield started


def sign_in(server, provider, client=None):
    """The whole trip; returns client and answer."""
    trip = Trip(server, "work", client)
    answer = trip.complete(returned(Browser(server).get(provider.allow(trip.url))))
    assert answer.status == 200, answer.raw
    if answer["status"] == 0:
        assert answer["email"] == "ann@example.com"
        answer = trip.verify(answer["challenge"], trip.client.code(answer["email"]))
        assert answer.status == 200, answer.raw
    trip.client.keep(answer["tokens"])
    return trip.client, answer


def account(client):
    profile = client.call("GET", "/v1/user")
    assert profile.status == 200, profile.raw
    return profile["user_id"]


@pytest.mark.parametrize("foreign", FOREIGN, indirect=True)
def test_any_openid_provider_needs_no_code(start, foreign):
    """The first sign-in makes an account, by a code to the address; the second finds it."""
    server = start(foreign)
    listed = Client(server).call("GET", "/v1/federation/providers")["providers"]
    assert [(row["id"], row["brand"], row["name"]) for row in listed] == [("work", "other", "Work")]
    first, answer = sign_in(server, foreign)
    assert answer["user_data"]["name"] == "Ann"
    second, again = sign_in(server, foreign)
    assert account(first) == account(second)
    [linked] = second.call("GET", "/v1/user/providers")["providers"]
    assert linked["provider"] == "work" and linked["email"] == "ann@example.com"
    # What it gave reached no device.
    assert "id_token" not in again.raw.decode() and "access_token" not in again.raw.decode()


@pytest.mark.parametrize("foreign", ["oidc-provider-mock"], indirect=True)
def test_an_address_of_a_trusted_provider_needs_no_code(start, foreign):
    server = start(foreign, authoritative_domains=["example.com"])
    trip = Trip(server, "work")
    answer = trip.complete(returned(Browser(server).get(foreign.allow(trip.url))))
    assert answer["status"] == 1 and answer["user_data"]["email"] == "ann@example.com"


@pytest.mark.parametrize("foreign", ["oidc-provider-mock"], indirect=True)
def test_a_refusal_there_comes_back_by_its_name(start, foreign):
    """Its refusal has no state, so that only the user can be told (RFC 6749 section 4.1.2.1)."""
    server = start(foreign)
    trip = Trip(server, "work")
    location = foreign.deny(trip.url)
    assert "error=access_denied" in location
    answer = Browser(server).get(f"{location}&state={trip.state}")
    assert returned(answer)["error"] == "federation_refused"
    sign_in(server, foreign)


@pytest.mark.parametrize("foreign", ["glewlwyd"], indirect=True)
def test_a_wrong_client_secret_says_so_to_the_operator(start, foreign):
    server = start(foreign, secret="another-secret")
    trip = Trip(server, "work")
    back = returned(Browser(server).get(foreign.allow(trip.url)))
    assert back["error"] in ("federation_failed", "federation_unavailable")
    assert "sign-in provider" in server.errors.read_text()


@pytest.mark.parametrize("foreign", ["glewlwyd"], indirect=True)
def test_keys_change_between_two_sign_ins(start, foreign):
    """FED-10: the new key is fetched for the id token that names it."""
    server = start(foreign)
    first, _ = sign_in(server, foreign)
    foreign.change_keys()
    second, _ = sign_in(server, foreign)
    assert account(first) == account(second)


@pytest.mark.parametrize("foreign", ["glewlwyd"], indirect=True)
def test_a_provider_that_is_down_stops_nobody_else(start, foreign):
    """FED-10: its sign-in says so, and goes on when it is back; everything else goes on meanwhile."""
    server = start(foreign)
    first, _ = sign_in(server, foreign)
    trip = Trip(server, "work")
    callback = foreign.allow(trip.url)
    foreign.stop()
    back = returned(Browser(server).get(callback))
    assert back["error"] == "federation_unavailable"
    assert trip.complete(back | {"code": back["state"]}).status in (400, 401)
    name, password = person()
    other = Client(server, DeviceKey())
    other.sign_up(name, password)
    other.log_in(name, password)
    assert other.call("GET", "/v1/user").status == 200
    foreign.start()
    second, _ = sign_in(server, foreign)
    assert account(first) == account(second)
