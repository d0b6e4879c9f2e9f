"""The push senders against peers that want the providers' documented requests."""

import json

import jwt
import pytest

from push_peers import NOW, Apple, Firebase, failure, pem, uuid_of
from sender_peers import closed_port

CHANNEL, RECIPIENT = "channel", "recipient"
DEVICE = "c0ffee" * 10 + "abcd"
NAMES = ["AAECAwQFBgcICQoLDA0ODw", "_____________________w"]


def push(name=NAMES[0], platform="fcm", **changes):
    return {"id": name, "to": DEVICE, "platform": platform, "subject": "Portico: new device",
            "body": "A new device signed in. لا €"} | changes


def test_firebase_gets_an_assertion_once_and_then_messages(probe):
    with Firebase() as peer:
        outcomes = probe.send(
            peer.settings(), push(lifetimeSeconds=77), push(NAMES[1], platform="GCM"))
    assert outcomes == {name: ["sent"] for name in NAMES}
    assert peer.assertions == [{
        "iss": Firebase.EMAIL, "scope": Firebase.SCOPE, "aud": peer.address + "/token",
        "iat": NOW, "exp": NOW + 3_600}]
    [(first, message), (second, _)] = peer.messages
    assert first == second == peer.tokens[0]
    assert message == {
        "token": DEVICE,
        "notification": {"title": "Portico: new device", "body": "A new device signed in. لا €"},
        "android": {"ttl": "77s", "priority": "HIGH", "notification": {"tag": NAMES[0]}}}


def test_many_at_once_share_one_access_token(probe):
    with Firebase() as peer:
        names = [NAMES[0][:-3] + f"{number:02}A" for number in range(12)]
        outcomes = probe.send(
            peer.settings(isTogether=True), *[push(name) for name in names])
    assert set(map(tuple, outcomes.values())) == {("sent",)}
    assert len(peer.assertions) == 1


def test_a_new_access_token_shortly_before_the_old_one_ends(probe):
    with Firebase(lifetime=3_600) as peer:
        work = [push(f"m{at}", atSeconds=at) for at in (0, 3_299, 3_300, 6_599, 6_600)]
        assert len(probe.send(peer.settings(), *work)) == 5
    assert [found["iat"] - NOW for found in peer.assertions] == [0, 3_300, 6_600]
    assert [peer.tokens.index(token) for token, _ in peer.messages] == [0, 0, 1, 1, 2]


def test_a_token_that_was_taken_back_is_asked_for_again(probe):
    with Firebase() as peer:
        peer.revoked.add("ya29.canary-0")
        outcomes = probe.send(peer.settings(), push("m1"), push("m2"))
    assert outcomes == {"m1": ["retryable", CHANNEL, "misconfigured"], "m2": ["sent"]}
    assert len(peer.tokens) == 2


FIREBASE = [
    (failure(404, "NOT_FOUND", "UNREGISTERED"), ["gone"]),
    (failure(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"), ["gone"]),
    (failure(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT"), ["gone"]),
    (failure(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", "message.token"), ["gone"]),
    (failure(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", "message.android.ttl"),
     ["permanent", "rejected"]),
    (failure(400, "INVALID_ARGUMENT"), ["permanent", "rejected"]),
    (failure(401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR"),
     ["retryable", RECIPIENT, "misconfigured"]),
    (failure(403, "PERMISSION_DENIED"), ["retryable", CHANNEL, "misconfigured"]),
    (failure(404, "NOT_FOUND"), ["retryable", CHANNEL, "misconfigured"]),
    (failure(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"), ["retryable", CHANNEL, "throttled"]),
    (failure(500, "INTERNAL", "INTERNAL"), ["retryable", RECIPIENT, "unexpected"]),
    (failure(503, "UNAVAILABLE", "UNAVAILABLE"), ["retryable", CHANNEL, "unexpected"]),
    ((502, b"<!DOCTYPE html>"), ["retryable", CHANNEL, "unexpected"]),
    ((400, b"null"), ["permanent", "rejected"]),
    ((429, ({"error": {}}, {"Retry-After": "61"})), ["retryable", CHANNEL, "throttled", 61]),
]


@pytest.mark.parametrize("answer, expected", FIREBASE)
def test_firebases_errors(probe, answer, expected):
    with Firebase(answer) as peer:
        assert probe.send_one(peer.settings(), push()) == expected
        assert len(peer.messages) == 1, "the worker tries again, not the sender"


@pytest.mark.parametrize("answer, expected", [
    ((400, {"error": "invalid_grant"}), ["retryable", CHANNEL, "misconfigured"]),
    ((401, {"error": "invalid_client"}), ["retryable", CHANNEL, "misconfigured"]),
    ((500, b""), ["retryable", CHANNEL, "unexpected"]),
    ((200, b"{}"), ["retryable", CHANNEL, "unexpected"]),
    ((200, {"access_token": "a\r\nX: y"}), ["retryable", CHANNEL, "unexpected"]),
    ((200, {"access_token": ""}), ["retryable", CHANNEL, "unexpected"]),
    ((200, {"access_token": "a", "token_type": "mac"}), ["retryable", CHANNEL, "unexpected"]),
])
def test_without_an_access_token_nothing_is_sent(probe, answer, expected):
    with Firebase(token_answer=answer) as peer:
        assert probe.send_one(peer.settings(), push()) == expected
        assert not peer.messages


@pytest.mark.parametrize("changes, part", [
    ({"type": "authorized_user"}, "service_account"), ({"project_id": ""}, "project_id"),
    ({"project_id": "a/../b"}, "project_id"), ({"private_key": "canary"}, "private_key"),
    ({"private_key": pem(Apple.KEY)}, "private_key"), ({"private_key_id": None}, "private_key_id"),
    ({"client_email": None}, "client_email"), ({"token_uri": "http://example.com/t"}, "token_uri"),
])
def test_a_service_account_that_cannot_work_is_refused(probe, changes, part):
    with Firebase() as peer:
        [answer] = probe.lines(peer.settings(account=peer.account(**changes)), [])
    assert part in answer["refused"] and "canary" not in answer["refused"]


def test_a_file_that_is_no_service_account(probe):
    with Firebase() as peer:
        [answer] = probe.lines(peer.settings(account="-----BEGIN"), [])
    assert "service account" in answer["refused"]


def test_apple_gets_its_request_over_one_connection(probe, authority):
    with Apple(authority.context()) as peer:
        trusted = peer.settings(authorities=str(authority.file))
        for _ in range(2):
            outcomes = probe.send(
                trusted, push(platform="APNS", lifetimeSeconds=90),
                push(NAMES[1], platform="ios", atSeconds=5))
            assert outcomes == {name: ["sent"] for name in NAMES}
    assert peer.connections == 2, "one for each run of the program"
    first, second, again, _ = peer.requests
    headers, body = first
    assert headers[":path"] == f"/3/device/{DEVICE}"
    assert headers["apns-expiration"] == str(NOW + 90)
    assert headers["apns-priority"] == "10"
    assert headers["content-type"] == "application/json"
    assert [request[0]["apns-id"] for request in (first, second, again)] == [
        uuid_of(NAMES[0]), uuid_of(NAMES[1]), uuid_of(NAMES[0])]
    assert json.loads(body) == {"aps": {"sound": "default", "alert": {
        "title": "Portico: new device", "body": "A new device signed in. لا €"}}}


def test_a_connection_that_apple_ended_is_opened_again(probe, authority):
    with Apple(authority.context(), hangs_up=True) as peer:
        names = [NAMES[0][:-3] + f"{number:02}A" for number in range(4)]
        outcomes = probe.send(
            peer.settings(authorities=str(authority.file)),
            *[push(name, platform="apns") for name in names])
    assert outcomes == {name: ["sent"] for name in names}
    assert len(peer.requests) == peer.connections == 4


def test_a_new_provider_token_between_20_and_60_minutes(probe, authority):
    with Apple(authority.context()) as peer:
        work = [push(f"{NAMES[0][:-3]}{at:02}A", platform="apns", atSeconds=at * 60)
                for at in range(0, 90, 5)]
        probe.send(peer.settings(authorities=str(authority.file)), *work)
    made = [jwt.decode(token, options={"verify_signature": False})["iat"] - NOW
            for token in peer.tokens]
    assert made == [0, 40 * 60, 80 * 60]
    assert len(peer.requests) == 18


APPLE = [
    (410, {"reason": "Unregistered", "timestamp": (NOW - 60) * 1_000},
     ["gone", (NOW - 60) * 1_000]),
    (410, {"reason": "ExpiredToken"}, ["gone"]),
    (410, None, ["gone"]),
    (400, {"reason": "BadDeviceToken"}, ["gone"]),
    (400, {"reason": "DeviceTokenNotForTopic"}, ["gone"]),
    (400, {"reason": "BadTopic"}, ["retryable", CHANNEL, "misconfigured"]),
    (400, {"reason": "PayloadEmpty"}, ["permanent", "rejected"]),
    (403, {"reason": "ExpiredProviderToken"}, ["retryable", CHANNEL, "misconfigured"]),
    (403, {"reason": "Forbidden"}, ["retryable", CHANNEL, "misconfigured"]),
    (413, {"reason": "PayloadTooLarge"}, ["permanent", "rejected"]),
    (429, {"reason": "TooManyRequests"}, ["retryable", RECIPIENT, "throttled"]),
    (429, {"reason": "TooManyProviderTokenUpdates"}, ["retryable", CHANNEL, "throttled"]),
    (500, {"reason": "InternalServerError"}, ["retryable", RECIPIENT, "unexpected"]),
    (503, {"reason": "Shutdown"}, ["retryable", CHANNEL, "unexpected"]),
]


@pytest.mark.parametrize("status, body, expected", APPLE)
def test_apples_errors(probe, authority, status, body, expected):
    with Apple(authority.context(), lambda *_: (status, body)) as peer:
        trusted = peer.settings(authorities=str(authority.file))
        assert probe.send_one(trusted, push(platform="apns")) == expected
        assert len(peer.requests) == 1, "the worker tries again, not the sender"


@pytest.mark.parametrize("device", ["../../other", "xyz", "ab cd", "a" * 401, "ab/cd", "é"])
def test_what_is_no_device_token_stands_in_no_path(probe, authority, device):
    with Apple(authority.context()) as peer:
        trusted = peer.settings(authorities=str(authority.file))
        assert probe.send_one(trusted, push(platform="apns", to=device)) == ["gone"]
        assert not peer.requests


def test_apple_has_to_be_trusted_and_there(probe, authority):
    with Apple(authority.context()) as peer:
        outcome = probe.send_one(peer.settings(), push(platform="apns"))
        assert outcome == ["retryable", CHANNEL, "misconfigured"]
        assert not peer.requests
    nobody = peer.settings(address=f"https://localhost:{closed_port()}")
    assert probe.send_one(nobody, push(platform="apns")) == ["retryable", CHANNEL, "unreachable"]


@pytest.mark.parametrize("changes, part", [
    ({"account": "ABCDE12345:KEY1234567"}, "TEAM:KEY:TOPIC"),
    ({"account": "abcde12345:KEY1234567:com.example.app"}, "ten capital letters"),
    ({"account": "ABCDE12345:KEY1234567:a b"}, "bundle id"), ({"key": "canary"}, "P-256"),
    ({"address": "http://api.example.com"}, "https"),
])
def test_apples_settings_that_cannot_work_are_refused(probe, authority, changes, part):
    with Apple(authority.context()) as peer:
        [answer] = probe.lines(peer.settings(**changes), [])
    assert part in answer["refused"] and "canary" not in answer["refused"]


def test_a_device_that_nobody_serves_waits_and_expired_ones_are_not_sent(probe, authority):
    with Firebase() as peer:
        outcome = probe.send_one(peer.settings(), push(platform="apns"))
        assert outcome == ["retryable", RECIPIENT, "misconfigured"]
        assert probe.send_one(peer.settings(), push(platform="web")) == ["permanent", "rejected"]
        outcome = probe.send_one(peer.settings(), push(lifetimeSeconds=0))
        assert outcome == ["retryable", RECIPIENT, "timedOut"]
    assert not peer.messages and not peer.assertions
