"""The examples that speak to a server do what their guides say."""

import sys
from pathlib import Path

import jwt
import pytest

from api_client import Client, DeviceKey, person

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Examples" / "verify-tokens"))

from portico_tokens import TokenRefused, TokenVerifier  # noqa: E402

URL = "https://shop.example.com/orders"


@pytest.fixture
def verifier(server):
    # A server in development does not know its port when it says who it is.
    return verifier_of(server)


def verifier_of(server, issuer="http://127.0.0.1"):
    return TokenVerifier(issuer, keys=server.origin + "/.well-known/jwks.json")


def signed_in(server, key):
    client = Client(server, key)
    name, password = person()
    client.sign_up(name, password)
    return client, client.log_in(name, password).body


def refused(verifier, *arguments):
    with pytest.raises(TokenRefused) as refusal:
        verifier.verify(*arguments)
    return str(refusal.value)


def test_a_service_accepts_a_bearer_token_of_a_client_without_a_key(server, verifier):
    client, tokens = signed_in(server, None)
    claims = verifier.verify("Bearer " + client.token, "GET", URL)
    assert claims["sub"] == jwt.decode(
        tokens["idtoken"], options={"verify_signature": False})["custom:user_id"]
    assert verifier.verify(client.token, "GET", URL) == claims


def test_a_service_accepts_a_bound_token_with_a_proof_for_this_call_once(server, verifier):
    key = DeviceKey()
    client, _ = signed_in(server, key)
    authorization = "DPoP " + client.token
    proof = key.proof("GET", URL, token=client.token)
    claims = verifier.verify(authorization, "GET", URL + "?page=2", proof)
    assert claims["cnf"]["jkt"] == key.thumbprint
    assert "used before" in refused(verifier, authorization, "GET", URL, proof)


def test_a_service_refuses_a_bound_token_without_its_own_proof(server, verifier):
    key, thief = DeviceKey(), DeviceKey()
    client, _ = signed_in(server, key)
    token = client.token
    authorization = "DPoP " + token
    assert "scheme DPoP" in refused(verifier, "Bearer " + token, "GET", URL)
    assert "missing" in refused(verifier, authorization, "GET", URL)
    wrong = {
        "another key": thief.proof("GET", URL, token=token),
        "another token": key.proof("GET", URL, token=token + "x"),
        "another call": key.proof("POST", URL, token=token),
        "too old": key.proof("GET", URL, token=token, iat=1_700_000_000),
    }
    for reason, proof in wrong.items():
        assert reason in refused(verifier, authorization, "GET", URL, proof)
    assert "another call" in refused(
        verifier, authorization, "GET", "https://bank.example.com/orders",
        key.proof("GET", URL, token=token))


def test_a_service_takes_an_installation_for_nobody_unless_it_says_so(server, verifier):
    client = Client(server, DeviceKey())
    answer = client.call(
        "POST", "/v1/installation/session", {"installation_id": "0" * 31 + "1"}, token=None)
    token = answer["accesstoken"]
    proof = client.key.proof("GET", URL, token=token)
    assert "anonymous" in refused(verifier, "DPoP " + token, "GET", URL, proof)
    proof = client.key.proof("GET", URL, token=token)
    assert verifier.verify("DPoP " + token, "GET", URL, proof, scope="anonymous")


def test_a_service_refuses_what_is_no_access_token_of_this_server(server, verifier):
    client, tokens = signed_in(server, None)
    assert "no access token" in refused(verifier, "Bearer " + tokens["idtoken"], "GET", URL)
    head, payload, signature = client.token.split(".")
    forged = ".".join([head, payload, signature[::-1]])
    refused(verifier, "Bearer " + forged, "GET", URL)
    refused(verifier, "Bearer nothing", "GET", URL)
    refused(verifier, None, "GET", URL)
    other = verifier_of(server, "https://id.example.com")
    assert "issuer" in refused(other, "Bearer " + client.token, "GET", URL).lower()
