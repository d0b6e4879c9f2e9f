"""PAS over sockets, with authenticators and a second relying party that none of us wrote (python-fido2, py_webauthn)."""

import base64
import json

import pytest
import webauthn
from fido2.utils import websafe_encode
from fido2.webauthn import (
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions,
)

from api_client import Client, DeviceKey
from soft_authenticator import ALGORITHMS, FLAG, Passkey

ORIGIN = "http://localhost"


def client(server):
    return Client(server, key=DeviceKey())


def begin(caller, what="authentication", body=None):
    answer = caller.call("POST", f"/v1/passkeys/{what}", body or {})
    assert answer.status == 200, answer.raw
    return answer.body


def sign_up(caller, passkey, **lies):
    made = passkey.create(begin(caller, "registration", {"name": "Ann"}), ORIGIN, **lies)
    return caller.call("POST", "/v1/passkeys/registration/completion", made)


def sign_in(caller, passkey, **lies):
    origin = lies.pop("origin", ORIGIN)
    assertion = passkey.get(begin(caller), origin, **lies)
    return caller.call("POST", "/v1/passkeys/authentication/completion", assertion)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_passkey_of_each_algorithm_signs_up_and_signs_in_elsewhere(server, algorithm):
    passkey = Passkey(algorithm)
    first = client(server)
    made = sign_up(first, passkey)
    assert made.status == 200 and made["status"] == 1, made.raw
    second = client(server)
    opened = sign_in(second, passkey)
    assert opened.status == 200, opened.raw
    assert opened["user_data"]["user_id"] == made["user_data"]["user_id"]
    second.keep(opened["tokens"])
    listed = second.call("GET", "/v1/user/passkeys")
    assert [row["credential"] for row in listed["passkeys"]] == [websafe_encode(passkey.id)]
    assert not listed["passkeys"][0]["removable"]
    only = listed["passkeys"][0]["id"]
    assert second.call("DELETE", f"/v1/user/passkeys/{only}").code == "last_way_in"


LIES = {
    "passkey_wrong_origin": [{"origin": "https://evil.example"}, {"cross_origin": True}],
    "passkey_wrong_type": [{"type": "webauthn.create"}],
    "passkey_challenge_invalid": [{"challenge": b"\1" * 32}],
    "passkey_wrong_relying_party": [{"rp": "evil.example"}],
    "passkey_user_not_present": [{"flags": FLAG.UV}],
    "passkey_wrong_backup_state": [
        {"flags": FLAG.UP | FLAG.UV | FLAG.BE}, {"flags": FLAG.UP | FLAG.UV | FLAG.BS},
    ],
    "passkey_wrong_signature": [{"noise": 1}],
    "passkey_unknown": [{"user_handle": "AAAA"}, {"user_handle": None}],
    "passkey_malformed": [{"flags": FLAG.UP | FLAG.UV | FLAG.ED}],
}


@pytest.mark.parametrize("code", LIES)
def test_an_assertion_that_lies_in_one_field_is_refused_for_it(server, code):
    passkey = Passkey()
    assert sign_up(client(server), passkey).status == 200
    for lie in LIES[code]:
        refused = sign_in(client(server), passkey, **lie)
        assert refused.status == 400 and refused.code == code, (lie, refused.raw)
    assert sign_in(client(server), passkey).status == 200


def test_a_creation_that_lies_in_one_field_is_refused_for_it(server):
    for code, lies in LIES.items():
        for lie in lies:
            # Those of an assertion only; a passkey may say at first whether it is synchronized.
            if code in ("passkey_wrong_signature", "passkey_unknown", "passkey_malformed"):
                continue
            if "origin" in lie or lie == {"flags": FLAG.UP | FLAG.UV | FLAG.BE}:
                continue
            wanted = lie | ({"type": "webauthn.get"} if "type" in lie else {})
            refused = sign_up(client(server), Passkey(), **wanted)
            assert refused.status == 400 and refused.code == code, (lie, refused.raw)
    refused = sign_up(client(server), Passkey(), format="tpm")
    assert refused.code == "passkey_attestation_not_supported", refused.raw


def test_a_copied_authenticator_is_found_by_its_counter(server):
    passkey = Passkey(counts=True)
    assert sign_up(client(server), passkey).status == 200
    assert sign_in(client(server), passkey).status == 200
    passkey.count -= 1
    assert sign_in(client(server), passkey).code == "passkey_cloned"
    passkey.count += 1
    assert sign_in(client(server), passkey).status == 200


def test_a_recorded_assertion_opens_nothing_again_nor_elsewhere(server):
    passkey = Passkey()
    assert sign_up(client(server), passkey).status == 200
    path = "/v1/passkeys/authentication/completion"
    mine = client(server)
    assertion = passkey.get(begin(mine), ORIGIN)
    assert client(server).call("POST", path, assertion).code == "passkey_challenge_invalid"
    assert mine.call("POST", path, assertion).status == 200
    assert mine.call("POST", path, assertion).code == "passkey_challenge_invalid"


def padded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def accepted_elsewhere(passkey, options, assertion):
    """Whether py_webauthn takes the same assertion, with what it needs to know from us."""
    try:
        webauthn.verify_authentication_response(
            credential={
                "id": assertion["id"], "rawId": assertion["id"], "type": "public-key",
                "response": {
                    "clientDataJSON": assertion["client_data"],
                    "authenticatorData": assertion["authenticator_data"],
                    "signature": assertion["signature"],
                },
            },
            expected_challenge=padded(options["challenge"]), expected_rp_id=options["rp_id"],
            expected_origin=ORIGIN, credential_public_key=cose_bytes(passkey),
            credential_current_sign_count=0,
        )
        return True
    except webauthn.helpers.exceptions.WebAuthnException:
        return False


def cose_bytes(passkey):
    from fido2 import cbor

    return cbor.encode(passkey.cose)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_what_this_server_takes_and_refuses_is_what_another_one_does(server, algorithm):
    passkey = Passkey(algorithm)
    assert sign_up(client(server), passkey).status == 200
    # What only we refuse: frames, and a backup state that contradicts the registration.
    lies = [{}] + [
        lie for code, rows in LIES.items() for lie in rows
        if code not in ("passkey_unknown", "passkey_wrong_backup_state")
        and "cross_origin" not in lie
    ]
    for lie in lies:
        caller = client(server)
        options = begin(caller)
        changed = dict(lie)
        assertion = passkey.get(options, changed.pop("origin", ORIGIN), **changed)
        elsewhere = accepted_elsewhere(passkey, options, assertion)
        here = caller.call("POST", "/v1/passkeys/authentication/completion", assertion)
        assert (here.status == 200) == elsewhere == (not lie), (lie, here.raw)


def test_the_options_are_those_of_the_standard(server):
    made = begin(client(server), "registration", {"name": "Ann"})
    PublicKeyCredentialCreationOptions.from_dict({
        "rp": {"id": made["rp_id"], "name": made["rp_name"]},
        "user": {
            "id": made["user_handle"], "name": made["user_name"], "displayName": made["user_name"],
        },
        "challenge": made["challenge"],
        "pubKeyCredParams": [{"type": "public-key", "alg": alg} for alg in made["algorithms"]],
        "excludeCredentials": [],
    })
    asked = begin(client(server))
    read = PublicKeyCredentialRequestOptions.from_dict({
        "challenge": asked["challenge"], "rpId": asked["rp_id"],
        "userVerification": asked["user_verification"],
    })
    assert len(read.challenge) == 32 and len(padded(made["user_handle"])) == 32
    assert json.dumps(asked) != json.dumps(begin(client(server)))


def test_the_domain_says_which_apps_and_pages_may_use_its_passkeys(stopped_server):
    fingerprint = ":".join(f"{number:02X}" for number in range(32))
    stopped_server.settings = {
        "PORTICO_PASSKEYS_APPLE_APPS": "A1B2C3D4E5.com.example.app",
        "PORTICO_PASSKEYS_ANDROID_APPS": f"com.example.app {fingerprint}",
        "PORTICO_PASSKEYS_ORIGINS": "https://example.de",
    }
    stopped_server.start()
    caller = Client(stopped_server)
    apple = caller.call("GET", "/.well-known/apple-app-site-association")
    assert apple.headers["Content-Type"] == "application/json"
    assert apple.body == {"webcredentials": {"apps": ["A1B2C3D4E5.com.example.app"]}}
    android = caller.call("GET", "/.well-known/assetlinks.json").body
    assert [row["target"]["package_name"] for row in android] == ["com.example.app"]
    assert android[0]["target"]["sha256_cert_fingerprints"] == [fingerprint]
    assert caller.call("GET", "/.well-known/webauthn").body == {"origins": ["https://example.de"]}
    # The related page and the app may use a passkey; others may not.
    passkey = Passkey()
    assert sign_up(client(stopped_server), passkey).status == 200
    key_hash = websafe_encode(bytes(range(32)))
    for origin, status in [
        ("https://example.de", 200), (f"android:apk-key-hash:{key_hash}", 200),
        ("https://localhost", 200), ("https://example.fr", 400),
    ]:
        assert sign_in(client(stopped_server), passkey, origin=origin).status == status, origin


def test_without_apps_there_are_no_association_files(server):
    for path in ("apple-app-site-association", "assetlinks.json", "webauthn"):
        assert Client(server).call("GET", f"/.well-known/{path}").status == 404
