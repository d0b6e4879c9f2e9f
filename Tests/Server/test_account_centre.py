"""What the owner of an account looks after, over sockets: sessions, events, changes, data."""

import sqlite3

import pytest

from api_client import Client, DeviceKey, person
from portico_server import PorticoServer, wait_for
from test_operator import Desk


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
    assert masked == client.name[0] + "…" + client.name.split("@")[0][-1] + "@" + client.name.split("@")[1]
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


@pytest.mark.parametrize(("tag", "word"), [("de", "Minuten"), ("ar", "دقائق"), ("en", "minutes"), ("es", "minutos"), ("ja", "分")])
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


def test_a_deletion_waits_and_is_then_performed(program, tmp_path):
    """CTR-10: the owner is told, signing in keeps the account, and the operator sees what is due."""
    server = PorticoServer(
        program, tmp_path, settings={"PORTICO_ACCOUNTS_DELETION_WAIT_DAYS": "2"}
    )
    server.start()
    desk = Desk(program, server)
    client = owner(server)
    other = beside(server, client)

    def delete(by):
        begun = by.call("DELETE", "/v1/user", {"request": "true"})
        assert begun["wait_days"] == 2, begun.raw
        return by.call("DELETE", "/v1/user", {"verification_code": by.code(client.name)})

    answer = delete(client)
    due = answer["deletes_at"]
    assert other.call("GET", "/v1/user").body["cause"] == "deletion_scheduled"
    assert server.message(client.name, "will be deleted")
    [listed] = desk.json("users", "search", client.name)["accounts"]
    assert listed["deletion_due_at"][:19] == due[:19]
    assert "to be deleted" in desk.run("users", "show", client.name).stdout
    server.pass_time(120)
    client.log_in(client.name, client.password)
    assert "deletion_due_at" not in desk.json("users", "show", client.name)
    kinds = [event["kind"] for event in client.call("GET", "/v1/security_events")["events"]]
    assert {"deletion_scheduled", "deletion_cancelled"} <= set(kinds), kinds

    assert "deletes_at" in delete(client).body
    server.stop()
    with sqlite3.connect(server.store) as store:
        store.execute("UPDATE account SET deletion_due_at = 1 WHERE deletion_due_at IS NOT NULL")
    server.start()
    wait_for(lambda: not desk.json("users", "list")["accounts"])
    refused = client.call(
        "POST", "/v1/login", {"user_name": client.name, "password": client.password}, token=None
    )
    assert refused.code == "wrong_credentials"
    server.close()


def test_a_session_says_the_country_of_its_network(program, tmp_path):
    """CTR-7: in the language of the request; nothing where the file has no network for the address."""
    networks = tmp_path / "networks.txt"
    networks.write_text("127.0.0.0/8 DE\n127.1.0.0/16 MX\n")
    networks.chmod(0o644)
    server = PorticoServer(program, tmp_path, settings={"PORTICO_NETWORKS": str(networks)})
    server.start()
    client = Client(server, DeviceKey(), network="127.0.0.9")
    client.name, client.password = person()
    client.sign_up(client.name, client.password)
    client.log_in(client.name, client.password)
    other = Client(server, DeviceKey(), network="127.1.0.9")
    other.log_in(client.name, client.password)

    def shown(language):
        answer = client.call("GET", "/v1/sessions", headers={"Accept-Language": language})
        return {
            (one["country"], one["country_name"], one["label"][len(one["client"]):])
            for one in answer["sessions"]
        }

    assert shown("en") == {("DE", "Germany", " (Germany)"), ("MX", "Mexico", " (Mexico)")}
    assert shown("de") == {("DE", "Deutschland", " (Deutschland)"), ("MX", "Mexiko", " (Mexiko)")}
    server.stop()
    networks.write_text("192.0.2.0/24 DE\n")
    server.start()
    server.pass_time(120)
    client.call("GET", "/v1/user")
    [own] = [one for one in client.call("GET", "/v1/sessions")["sessions"] if one["current"]]
    assert "country" not in own and own["label"] == own["client"]
    server.close()
