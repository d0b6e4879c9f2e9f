"""FED-10 and the attacks of RFC 9700 over sockets: a provider that is down, slow, lying, or somebody else's."""

import threading
import time
import urllib.parse

import pytest

from api_client import Client, DeviceKey, person
from federation_trips import RETURN, Browser, Trip, returned
from foreign_providers import providers_file
from lying_providers import JSON, LyingProvider
from portico_server import PorticoServer

DISCOVERY, KEYS, TOKEN, USERINFO = "/.well-known/openid-configuration", "/keys", "/token", "/userinfo"


@pytest.fixture
def provider():
    with LyingProvider() as made:
        yield made


@pytest.fixture
def server(program, tmp_path, provider):
    file = providers_file(
        tmp_path, provider.secret, issuer=provider.issuer, authoritative_domains=["example.com"])
    made = PorticoServer(program, tmp_path, ["--providers", str(file)])
    made.start()
    provider.register(f"{made.origin}/v1/federation/callback/work")
    yield made
    provider.released.set()
    made.close()


def outcome(server, provider, client=None, **changes):
    """How a whole trip ends: `signed in`, `code`, or the name of the failure."""
    client = client or Client(server, DeviceKey())
    begun = client.call(
        "POST", "/v1/federation/authorization", {"provider": "work", "return_url": RETURN},
        token=None)
    if begun.status != 200:
        return begun.code
    callback = provider.allow(begun["authorization_url"], **changes)
    answer = Browser(server).get(callback)
    if answer.status != 303:
        return "nowhere"
    back = returned(answer)
    if "error" in back:
        return back["error"]
    done = client.call(
        "POST", "/v1/federation/completion",
        {"token": begun["token"], "state": back["state"], "code": back["code"]}, token=None)
    assert done.status == 200, done.raw
    if done["status"] == 0:
        return "code"
    client.keep(done["tokens"])
    return "signed in"


def wait(server, provider, seconds):
    """Time passes for both."""
    server.pass_time(seconds)
    provider.ahead += seconds


def others_go_on(server, client=None):
    name, password = person()
    client = client or Client(server, DeviceKey())
    client.sign_up(name, password)
    client.log_in(name, password)
    assert client.call("GET", "/v1/user").status == 200


def html(_):
    return 200, {"Content-Type": "text/html"}, b"<h1>Maintenance</h1>"


def megabytes(_):
    return 200, JSON, b"[" + b" " * 4_000_000 + b"]"


def broken(honest):
    return honest[0], honest[1], honest[2][: len(honest[2]) // 2]


def cut(honest):
    return honest[0], honest[1] | {"Content-Length": str(len(honest[2]) + 9)}, honest[2]


def failing(_):
    return 503, JSON, b"{}"


def elsewhere(_):
    return 307, {"Location": "http://127.0.0.1:9/"}, b""


def nothing(_):
    raise OSError


def list_of_lists(_):
    return 200, JSON, b"[" * 50_000 + b"]" * 50_000


BENT = [html, megabytes, broken, failing, elsewhere, nothing, list_of_lists]


@pytest.mark.parametrize("path", [DISCOVERY, KEYS, TOKEN])
def test_whatever_a_provider_answers_instead_is_its_own_trouble(server, provider, path):
    """Each case is `unavailable`, other providers work meanwhile, and it ends when the provider recovers."""
    for bent in BENT:
        provider.bend = {path: bent}
        provider.change_keys()
        assert outcome(server, provider) == "federation_unavailable", bent.__name__
        # A try that failed is not repeated for ten seconds.
        wait(server, provider, 11)
    others_go_on(server)
    provider.bend = {}
    wait(server, provider, 301)
    assert outcome(server, provider) == "signed in"
    assert outcome(server, provider) == "signed in"


@pytest.mark.parametrize("path", [DISCOVERY, TOKEN])
def test_a_slow_provider_holds_up_nobody_else(server, provider, path):
    """Twenty sign-ins wait for it, more than its limit; all else is as fast as ever, and they end by themselves."""
    provider.bend = {path: provider.slow}
    ends, begins = [], time.monotonic()

    def go():
        ends.append((outcome(server, provider), time.monotonic() - begins))

    threads = [threading.Thread(target=go) for _ in range(20)]
    for thread in threads:
        thread.start()
    while provider.counts.get(path, 0) < (1 if path == DISCOVERY else 8):
        assert time.monotonic() < begins + 30
        time.sleep(0.02)
    others_go_on(server)
    assert any(thread.is_alive() for thread in threads), "nobody waited any more"
    for thread in threads:
        thread.join(60)
    assert {name for name, _ in ends} == {"federation_unavailable"} and len(ends) == 20
    # One request takes 6 seconds at most; those beyond its places are told at once.
    assert max(seconds for _, seconds in ends) < 30
    provider.bend = {}
    provider.released.set()
    wait(server, provider, 11)
    assert outcome(server, provider) == "signed in"


def test_keys_change_while_somebody_is_away(server, provider):
    """FED-10: right after they were fetched, and with the old ones gone."""
    assert outcome(server, provider) == "signed in"
    provider.change_keys()
    assert outcome(server, provider) == "signed in"
    assert provider.counts[KEYS] == 2
    # Once more within the minute: that is refused, and over a minute later.
    provider.change_keys()
    assert outcome(server, provider) == "federation_invalid_assertion"
    wait(server, provider, 61)
    assert outcome(server, provider) == "signed in"


LIES = [
    ({"iss": "http://127.0.0.1:9"}, "federation_invalid_assertion"),
    ({"aud": "another-client"}, "federation_invalid_assertion"),
    ({"aud": ["portico", "another-client"]}, "federation_invalid_assertion"),
    ({"azp": "another-client"}, "federation_invalid_assertion"),
    ({"exp": 1_000_000_000}, "federation_invalid_assertion"),
    ({"iat": 1_000_000_000}, "federation_invalid_assertion"),
    ({"nonce": "of another sign-in"}, "federation_wrong_nonce"),
    ({"nonce": None}, "federation_wrong_nonce"),
    ({"sub": None}, "federation_invalid_assertion"),
    ({"sub": ""}, "federation_invalid_assertion"),
    ({"sub": "x" * 256}, "federation_invalid_assertion"),
    ({"at_hash": "AAAA"}, "federation_invalid_assertion"),
    ({"c_hash": "AAAA"}, "federation_invalid_assertion"),
]


def test_each_wrong_claim_is_refused_by_its_name(server, provider):
    """Token substitution and replay (RFC 9700 section 4.5, OpenID Connect Core section 3.1.3.7)."""
    for claims, expected in LIES:
        provider.claims = claims
        found = outcome(server, provider)
        assert found == expected or ("iss" in claims and found == "federation_wrong_issuer"), claims
    provider.claims = {}
    for header in ({"typ": "at+jwt"}, {"kid": "unknown"}, {"crit": ["exp"]}):
        provider.header = header
        assert outcome(server, provider) == "federation_invalid_assertion", header
    provider.header = {}
    assert outcome(server, provider) == "signed in"


def test_a_response_of_another_issuer_is_refused(server, provider):
    """Mix-up (RFC 9207, RFC 9700 section 4.4): the issuer is named, and it has to be the one that was asked."""
    for issuer in ("https://evil.example", provider.issuer + "/", None, ""):
        assert outcome(server, provider, iss=issuer) == "federation_wrong_issuer", issuer
    assert provider.counts.get(TOKEN) is None, "a code was redeemed"
    assert outcome(server, provider) == "signed in"


def test_an_injected_code_is_refused(server, provider):
    """RFC 9700 section 4.5: a code of another sign-in fails by its verifier, and is of no use twice."""
    victim = Trip(server, "work")
    stolen = urllib.parse.parse_qs(
        urllib.parse.urlsplit(provider.allow(victim.url)).query)["code"][0]
    assert outcome(server, provider, code=stolen) == "federation_failed"
    assert outcome(server, provider, code="made-up") == "federation_failed"


def test_a_mail_address_of_somebody_else_is_never_taken(server, provider):
    """FED-7: the user info of another subject, and an address that an account has."""
    name, password = person()
    owner = Client(server, DeviceKey())
    owner.sign_up(name, password)
    owner.log_in(name, password)
    user = owner.call("GET", "/v1/user")["user_id"]
    # Its own address stands in the user info only, and that is about another one.
    provider.person = {"sub": "thief"}
    provider.bend = {USERINFO: lambda _: provider._json({"sub": "ann", "email": name, "email_verified": True})}
    assert outcome(server, provider) == "federation_invalid_assertion"
    # It says itself that the address is verified, and it gives it out: still only a code links.
    provider.bend = {}
    provider.person = {"sub": "thief", "email": name, "email_verified": True}
    # A code went there a moment ago, and the next one only a minute later.
    wait(server, provider, 61)
    thief = Client(server, DeviceKey())
    assert outcome(server, provider, thief) == "code"
    assert thief.token is None
    assert owner.call("GET", "/v1/user/providers")["providers"] == []
    assert owner.call("GET", "/v1/user")["user_id"] == user


def test_two_accounts_with_one_address_stay_two(server, provider):
    """Somebody has two accounts with one address at the provider: the second one requires a code."""
    first = Client(server, DeviceKey())
    assert outcome(server, provider, first) == "signed in"
    provider.person = provider.person | {"sub": "ann-again"}
    second = Client(server, DeviceKey())
    trip = Trip(server, "work", second)
    asked = trip.complete(returned(Browser(server).get(provider.allow(trip.url))))
    assert asked["status"] == 0 and asked["email"] == "ann@example.com"
    unused = second.code("ann@example.com")
    # Either the address is proven, and both are one account's; or it stays an account of its own.
    alone = second.call("POST", "/v1/federation/account", {"token": trip.token}, token=None)
    second.keep(alone["tokens"])
    ids = [client.call("GET", "/v1/user")["user_id"] for client in (first, second)]
    assert ids[0] != ids[1] and "email" not in alone["user_data"]
    third = Client(server, DeviceKey())
    provider.person = provider.person | {"sub": "ann-third"}
    wait(server, provider, 61)
    trip = Trip(server, "work", third)
    asked = trip.complete(returned(Browser(server).get(provider.allow(trip.url))))
    proven = trip.verify(asked["challenge"], third.code("ann@example.com", but=unused))
    third.keep(proven["tokens"])
    assert third.call("GET", "/v1/user")["user_id"] == ids[0]


def test_the_callback_is_no_open_redirector(server, provider):
    """RFC 9700 section 4.11: whatever a return contains, it leads to the requested address, or nowhere."""
    trip = Trip(server, "work")
    good = provider.allow(trip.url)
    for more in ("&redirect_uri=https://evil.example/", "&return_url=https://evil.example/"):
        answer = Browser(server).get(good + more)
        assert answer.status in (303, 400)
        assert "evil" not in (answer.headers["Location"] or "")
    for query in (
        "", "?state=&code=x", f"?state={trip.state}x&code=x", f"?state={trip.state}&state=y&code=x",
        "?state=%00&code=x", "?state=" + "x" * 20_000,
    ):
        answer = Browser(server).get(f"{provider.redirect_uri}{query}")
        assert answer.status in (303, 400, 414, 431), query
        location = answer.headers["Location"]
        assert location is None or location.startswith(RETURN + "?"), query


def test_a_downgrade_of_pkce_is_not_taken(server, provider):
    """RFC 9700 section 4.8.2: each sign-in has a challenge by S256, and its verifier goes with the code."""
    challenges = set()
    for _ in range(3):
        asked = urllib.parse.parse_qs(urllib.parse.urlsplit(Trip(server, "work").url).query)
        assert asked["code_challenge_method"] == ["S256"]
        challenges.add(asked["code_challenge"][0])
    assert len(challenges) == 3
