"""What the owner of an account looks after, over sockets: sessions, events, changes, data."""

import pytest

from api_client import Client, DeviceKey, person
from test_exploits import wait_for


def owner(server):
    client = Client(server, DeviceKey())
    client.name, client.password = person()
    client.sign_up(client.name, client.password)
    client.log_in(client.name, client.password)
    return client


def beside(server, client, key=True):
    other = Client(server, DeviceKey() if key else None)
    other.log_in(client.name, client.password)
    return other


def test_the_other_sessions_end_after_a_fresh_proof_only(server):
    """DEC-3: the answer without one says what is sufficient; its own session stays."""
    client = owner(server)
    others = [beside(server, client), beside(server, client, key=False)]
    server.pass_time(601)
    body = {"refreshtoken": client.refresh_token}
    client.keep(client.call("POST", "/v1/session/refresh", body, token=None).body)
    refused = client.call("DELETE", "/v1/sessions")
    assert refused.status == 401 and refused["code"] == "insufficient_user_authentication"
    assert refused["acr_values"] == "aal1" and refused["max_age"] == 600, refused.raw
    body = {"password": client.password}
    assert client.call("POST", "/v1/session/step_up/verification", body).status == 200
    for _ in range(2):
        assert client.call("DELETE", "/v1/sessions").status == 200
    for other in others:
        assert other.call("GET", "/v1/user").body["cause"] == "revoked_by_user"
    [left] = client.call("GET", "/v1/sessions")["sessions"]
    assert left["current"]


def test_a_session_without_a_key_brings_its_proof_along(server):
    """DEC-3: a copied token alone ends nothing."""
    client = owner(server)
    plain = beside(server, client, key=False)
    assert plain.call("DELETE", "/v1/sessions").code == "insufficient_user_authentication"
    assert plain.call("DELETE", "/v1/sessions", {"password": "wrong wrong"}).code == "wrong_credentials"
    assert client.call("GET", "/v1/user").status == 200
    assert plain.call("DELETE", "/v1/sessions", {"password": client.password}).status == 200
    assert client.call("GET", "/v1/user").status == 401
    assert plain.call("GET", "/v1/user").status == 200


def test_an_owner_sees_the_events_of_the_own_account_only(server):
    """DEC-11: with the client where it is known, and no address of anybody."""
    client = owner(server)
    stranger = owner(server)
    thief = Client(server, DeviceKey())
    for _ in range(2):
        body = {"user_name": client.name, "password": "wrong wrong"}
        assert thief.call("POST", "/v1/login", body, token=None).code == "wrong_credentials"
    answer = client.call("GET", "/v1/security_events")
    failed, opened = answer["events"]
    assert (failed["kind"], failed["count"], failed["this_device"]) == ("sign_in_failed", 2, False)
    assert (opened["kind"], opened["this_session"], opened["this_device"]) == (
        "sign_in", True, True,
    )
    assert client.name.encode() not in answer.raw and thief.key.thumbprint.encode() not in answer.raw
    [own] = stranger.call("GET", "/v1/security_events")["events"]
    assert own["kind"] == "sign_in"


def test_a_pending_change_names_where_its_notice_went(server):
    """DEC-4: the notice is sent again to the earlier address, whose page undoes the change."""
    client = owner(server)
    new, _ = person()
    begun = client.call("POST", "/v1/user/identifiers", {"identifier": new})
    body = {"token": begun["token"], "verification_code": client.code(new)}
    assert client.call("POST", "/v1/user/identifiers/verification", body).status == 200
    [change] = client.call("GET", "/v1/user/identifier_changes")["changes"]
    assert change["changed"] == ["email"] and change["this_session"]
    [masked] = change["sent_to"]
    assert masked == client.name[0] + "…@" + client.name.split("@")[1]
    server.pass_time(61)
    path = f"/v1/user/identifier_changes/{change['id']}/notice"
    assert owner(server).call("POST", path).code == "not_found"
    assert client.call("POST", path).status == 200

    def tokens_sent():
        mails = [mail["body"] for mail in server.inbox(client.name)]
        return [word.split("#")[1] for mail in mails for word in mail.split() if "/undo#" in word]

    # The outbox is delivered beside the answer.
    wait_for(lambda: len(tokens_sent()) == 2)
    tokens = tokens_sent()
    assert len(set(tokens)) == 1
    undone = Client(server).call(
        "POST", "/v1/user/identifiers/undo", {"undo_token": tokens[1]}, token=None
    )
    assert undone.status == 200
    assert client.call("GET", "/v1/user").status == 401
    client.log_in(client.name, client.password)
    assert client.call("GET", "/v1/user/identifier_changes")["changes"] == []


@pytest.mark.parametrize(("tag", "word"), [("de", "Minuten"), ("ar", "دقائق"), ("en", "minutes")])
def test_the_owner_is_written_to_in_the_chosen_language(server, tag, word):
    """DEC-10: no later sign-in changes it, whatever its device speaks."""
    client = owner(server)
    assert client.call("GET", "/v1/user")["language"] == "en"
    assert client.call("PUT", "/v1/user", {"language": tag}).status == 200
    other = Client(server, DeviceKey())
    body = {"user_name": client.name, "password": client.password}
    accept = {"Accept-Language": "de-AT" if tag == "ar" else "ar"}
    signed_in = other.call("POST", "/v1/login", body, token=None, headers=accept)
    assert signed_in.status == 200
    other.keep(signed_in.body)
    assert other.call("GET", "/v1/user")["language"] == tag
    last = server.codes_read[client.name]
    server.pass_time(61)
    begun = Client(server).call(
        "PUT", "/v1/forgotpassword", {"user_name": client.name}, token=None, headers=accept
    )
    assert begun.status == 200, begun.raw
    client.code(client.name, but=last)
    newest = next(mail for mail in server.inbox(client.name) if mail.get("code"))
    assert word in newest["body"], newest


@pytest.mark.parametrize("tag", ["fr", "DE", "de-AT", "", "x" * 36, "de\n", 1])
def test_a_language_without_messages_is_refused_and_nothing_changes(server, tag):
    client = owner(server)
    refused = client.call("PUT", "/v1/user", {"name": "Ann", "language": tag})
    assert (refused.status, refused.code, refused["field"]) == (400, "malformed", "language")
    user = client.call("GET", "/v1/user")
    assert user["language"] == "en" and "name" not in user.body
