"""Second factors over sockets, with an authenticator that is not ours (MFA)."""

import base64
import urllib.parse

from api_client import Client, DeviceKey, person
from authenticator_app import totp


def server_time(client):
    """The server's own clock: this machine's need not be the same."""
    import email.utils

    answer = client.call("GET", "/apiversions", token=None)
    return email.utils.parsedate_to_datetime(answer.headers["Date"]).timestamp()


def secured(server):
    """An account with two-step sign-in; its client, the app's secret and the recovery codes."""
    client = Client(server, DeviceKey())
    client.name, client.password = person()
    client.sign_up(client.name, client.password)
    client.log_in(client.name, client.password)
    begun = client.call("POST", "/v1/factors/totp")
    assert begun.status == 200, begun.raw
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(begun["uri"]).query)
    assert query["secret"] == [begun["secret"]] and query["period"] == ["30"]
    code = totp(begun["secret"], server_time(client))
    done = client.call(
        "POST", "/v1/factors/totp/confirmation", {"id": begun["id"], "factor_code": code}
    )
    assert done.status == 200, done.raw
    made = client.call("POST", "/v1/factors/recovery_codes")
    assert made.status == 200, made.raw
    kept = client.call("POST", "/v1/factors/recovery_codes/kept", {"id": made["id"]})
    assert kept.status == 200, kept.raw
    on = client.call("PUT", "/v1/factors/two_steps", {"enabled": "true"})
    assert on.status == 200, on.raw
    return client, begun["secret"], made["codes"]


def first_step(server, owner):
    other = Client(server, DeviceKey())
    answer = other.call(
        "POST", "/v1/login", {"user_name": owner.name, "password": owner.password}, token=None
    )
    assert answer.status == 401 and answer["code"] == "second_factor_required", answer.raw
    return other, answer


def second_step(client, token, typed):
    return client.call(
        "POST", "/v1/login/second_step", {"token": token, "factor_code": typed}, token=None
    )


def test_a_foreign_authenticator_signs_in_once_with_each_code(server):
    """MFA-3: the codes are those of any RFC 6238 app, and each opens one session."""
    owner, secret, _ = secured(server)
    other, asked = first_step(server, owner)
    assert asked["factors"] == ["totp", "recovery_code", "reset"]
    code = totp(secret, server_time(owner) + 30)
    done = second_step(other, asked["token"], code[:3] + " " + code[3:])
    assert done.status == 200 and done["recovery_codes_left"] == 10, done.raw
    payload = done["accesstoken"].split(".")[1]
    claims = base64.b64decode(payload + "=" * (-len(payload) % 4))
    assert b'"acr":"aal2"' in claims and b'"mfa"' in claims
    again, asked = first_step(server, owner)
    refused = second_step(again, asked["token"], code)
    assert refused.status == 400 and refused["code"] == "second_factor_used", refused.raw


def test_a_recovery_code_is_good_once_however_it_is_typed(server):
    """MFA-2: lower case with spaces is read, and a second use is refused."""
    owner, _, codes = secured(server)
    typed = codes[0].lower().replace("-", " ")
    other, asked = first_step(server, owner)
    done = second_step(other, asked["token"], typed)
    assert done.status == 200 and done["recovery_codes_left"] == 9, done.raw
    again, asked = first_step(server, owner)
    refused = second_step(again, asked["token"], typed)
    assert refused.status == 400 and refused["code"] == "second_factor_wrong", refused.raw
    assert refused["tries_left"] == 4


def test_a_client_without_a_key_is_refused_with_a_code_of_its_own(server):
    """MFA-3: only after the right password."""
    owner, _, _ = secured(server)
    public = Client(server)
    for password, status, code in (
        (owner.password, 403, "two_steps_need_key"), ("wrong", 400, "wrong_credentials"),
    ):
        answer = public.call(
            "POST", "/v1/login", {"user_name": owner.name, "password": password}, token=None
        )
        assert (answer.status, answer["code"]) == (status, code), answer.raw
