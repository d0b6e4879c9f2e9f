"""Secrets that go through the API are found nowhere: not in the store, the logs, the figures."""

import base64
import json
import re
import secrets
import sqlite3
import time

import pytest

from api_client import Client, DeviceKey, german_mobile, person
from portico_server import PorticoServer
from sender_peers import Provider

# What SEC "Secrets on the device" names: passwords, codes, tokens, proofs, cookies, crumbs, push
# tokens, and the user name of a failed login. A push token is an address that the server has to
# send to, so the store holds it in the clear ("Push endpoint" and "Secrets on the device": logs
# hold none); it is searched everywhere but there.


def spellings(secret):
    """A secret as it may stand somewhere: in the clear, in hexadecimal, in base64.

    Base64 shifts with what stands before; what the neighbours do not touch is searched.
    """
    data = secret.encode()
    found = {data, data.hex().encode(), data.hex().upper().encode()}
    for shift in range(3):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            text = encode(b"\0" * shift + data).rstrip(b"=")
            begin = -(-shift * 8 // 6)
            found.add(text[begin : len(text) - (1 if (shift + len(data)) % 3 else 0)])
    return found


class Canaries:
    def __init__(self):
        self.names = {}

    def plant(self, name, secret):
        # Six digits are found in any number; a code counts only where it stands alone.
        assert len(secret) >= 12 or name.startswith("code"), name
        self.names[name] = secret

    def found_in(self, places, but=()):
        found = []
        for place, data in places.items():
            for name, secret in self.names.items():
                if name in but:
                    continue
                if name.startswith("code"):
                    hits = stands_alone(secret.encode(), data)
                else:
                    hits = any(spelling in data for spelling in spellings(secret))
                if hits:
                    found.append(f"{name} in {place}")
        return found


def stands_alone(code, data):
    """Whether a code stands somewhere with no digit beside it."""
    place = data.find(code)
    while place >= 0:
        around = data[max(0, place - 1) : place] + data[place + len(code) : place + len(code) + 1]
        if not any(byte in b"0123456789abcdefABCDEF" for byte in around):
            return True
        place = data.find(code, place + 1)
    return False


def places(server, metrics):
    found = {"metrics": metrics, "stdout": server.output.read_bytes()}
    found["stderr"] = server.errors.read_bytes()
    for file in server.folder.iterdir():
        if file.name.startswith(server.store.name) and not file.name.endswith(".key"):
            found[file.name] = file.read_bytes()
    return found


def live(server, canaries):
    """Plants every kind of secret, by calls that succeed and calls that fail."""
    for number, client in enumerate(
        [Client(server), Client(server, DeviceKey()), Client(server, DeviceKey(), is_browser=True)]
    ):
        plant = lambda name, secret: canaries.plant(f"{name} {number}", secret)  # noqa: E731, B023

        def heard(method, path, data, headers, answer):
            if proof := headers.get("DPoP"):
                plant("proof " + secrets.token_hex(4), proof.split(".")[2])

        client.listener = heard
        name, password = person()
        client.sign_up(name, password)
        plant("password", password)
        plant("code", client.code(name))
        client.log_in(name, password)
        plant("access token", client.token.split(".")[2])
        if client.refresh_token:
            plant("refresh token", client.refresh_token.split(".")[3])
        if client.cookie:
            plant("cookie", client.cookie.split(".")[3])
        if client.crumb:
            plant("crumb", client.crumb.split(".")[3])
        push = secrets.token_urlsafe(24)
        plant("push token", push)
        stored = client.call(
            "POST", "/v1/user/push_notification/mobile_platform_endpoint",
            {"platform": "APNS", "mobile_device_token": push},
        )
        assert stored.status == 200, stored.raw
        new = "Changed-" + secrets.token_hex(8)
        plant("new password", new)
        changed = client.call("PUT", "/v1/password", {"password": password, "newpassword": new})
        assert changed.status == 200, changed.raw

        # What fails: the name of nobody, a password that is wrong, a token that is none.
        stranger = f"stranger-{secrets.token_hex(8)}@example.com"
        wrong = "Wrong-" + secrets.token_hex(8)
        plant("user name of a failed login", stranger)
        plant("wrong password", wrong)
        failed = client.call(
            "POST", "/v1/login", {"user_name": stranger, "password": wrong}, token=None
        )
        assert failed.code == "wrong_credentials", failed.raw
        if not client.is_browser:
            token = f"{secrets.token_urlsafe(16)}.0.k1.{secrets.token_urlsafe(32)}"
            plant("foreign refresh token", token)
            failed = client.call("POST", "/v1/session/refresh", {"refreshtoken": token}, token=None)
            assert failed.code == "refresh_token_invalid", failed.raw
        junk = secrets.token_urlsafe(24)
        plant("foreign access token", junk)
        assert client.call("GET", "/v1/user", token=junk).status == 401
        in_query = secrets.token_urlsafe(24)
        plant("push token in a query", in_query)
        client.call(
            "DELETE",
            f"/v1/user/push_notification/mobile_platform_endpoint?mobile_device_token={in_query}",
        )
        unknown = secrets.token_urlsafe(24)
        plant("unknown path", unknown)
        assert client.call("GET", f"/v1/{unknown}").status == 404

        number_of_phone = german_mobile()
        phone = Client(server, DeviceKey())
        begun = phone.call("POST", "/v1/phone/user", {"phone_number": number_of_phone}, token=None)
        assert begun.status == 200, begun.raw
        plant("verification token", begun["challenge"]["token"].split(".")[3])
        plant("code by sms", phone.code(number_of_phone))


@pytest.fixture
def talkative_server(program, tmp_path, request):
    """Writes all that it can write."""
    server = PorticoServer(program, tmp_path, ["--log", request.param, "--log-level", "debug"])
    server.start()
    yield server
    server.close()


@pytest.mark.parametrize("talkative_server", ["text", "json"], indirect=True)
def test_canaries_are_found_nowhere(talkative_server):
    """Secrets planted by every way in: none of them in the store, WAL, logs or metrics."""
    server = talkative_server
    canaries = Canaries()
    live(server, canaries)
    metrics = Client(server).call("GET", "/metrics").raw
    assert b"portico_messages_total{" in metrics and b"portico_sign_outs_total{" in metrics
    assert server.errors.read_bytes().count(b"request_id") > 30
    running = places(server, metrics)
    assert any(name.endswith("-wal") for name in running), list(running)
    pushes = [name for name in canaries.names if name.startswith("push token")]
    stores = {place: data for place, data in running.items() if place.startswith("store.sqlite")}
    others = {place: data for place, data in running.items() if place not in stores}
    assert canaries.found_in(stores, but=pushes) == []
    assert canaries.found_in(others) == []
    server.stop()
    after = {
        place: data for place, data in places(server, b"").items()
        if place.startswith("store.sqlite")
    }
    assert canaries.found_in(after, but=pushes) == []
    # The search itself finds what is there: push tokens are.
    assert any(name in " ".join(canaries.found_in(stores | after)) for name in pushes)
    assert len(canaries.names) > 40


def test_settings_and_messages_that_wait_are_found_nowhere(program, tmp_path):
    """Secrets of the configuration, and codes whose provider accepts no message."""
    canaries = Canaries()
    tokens = {name: f"Canary-{name}-" + secrets.token_hex(16)
              for name in ("operator_token", "smtp_password", "sms_token")}
    tokens["master_key"] = secrets.token_hex(32)
    for name, secret in tokens.items():
        canaries.plant(name, secret)
    numbers, bodies = [german_mobile() for _ in range(3)], []

    def refuse(request):
        bodies.append(json.loads(request.body))
        return 503, {}, b"{}"

    with Provider(refuse) as peer:
        settings = {
            "public_url": "https://id.example.com", "regions": ["DE"], "log_level": "debug",
            "sms": f"webhook:{peer.address}/sms", "smtp": "smtp://127.0.0.1:9",
            "smtp_user": "canary", "mail_from": "id@example.com", **tokens,
        }
        path = tmp_path / "portico.yaml"
        path.write_text(json.dumps(settings))
        path.chmod(0o600)
        server = PorticoServer(program, tmp_path, ["--config", str(path)], is_development=False)
        try:
            server.start()
            for number in numbers:
                begun = Client(server).call(
                    "POST", "/v1/phone/user", {"phone_number": number}, token=None
                )
                assert begun.status == 200, begun.raw
            name, password = person()
            canaries.plant("password", password)
            Client(server).call("POST", "/v1/user", {"user_name": name, "password": password})
            ends = time.monotonic() + 60
            while not bodies:
                assert time.monotonic() < ends, "no message was tried"
                time.sleep(0.02)
            for body in bodies:
                code = re.search(r"\b\d{6}\b", body["body"])[0]
                canaries.plant(f"code to {body['to']}", code)
            operator = Client(server)
            refused = operator.call(
                "GET", "/metrics", headers={"X-Forwarded-For": "203.0.113.9"}
            )
            assert refused.status == 404
            metrics = operator.call(
                "GET", "/metrics",
                headers={"X-Forwarded-For": "203.0.113.9",
                         "Authorization": f"Bearer {tokens['operator_token']}"},
            )
            assert metrics.status == 200 and b"portico_outbox_messages 4\n" in metrics.raw
            running = places(server, metrics.raw)
            server.stop()
            with sqlite3.connect(f"file:{server.store}?mode=ro", uri=True) as store:
                rows = [
                    b" ".join(str(value).encode() if not isinstance(value, bytes) else value
                              for value in row)
                    for row in store.execute("SELECT * FROM outbox")
                ]
            assert len(rows) == 4
            after = places(server, b"".join(rows))
        finally:
            server.close()
    assert canaries.found_in(running) == []
    assert canaries.found_in(after) == []
    # What is searched is there: the numbers, which are no secrets to the store.
    assert all(any(number in str(row) for row in rows) for number in numbers)


def test_the_search_finds():
    """Every spelling that is searched for would be found."""
    canaries = Canaries()
    secret = "0123456789abcdef-Canary"
    canaries.plant("secret", secret)
    canaries.plant("code", "424242")
    data = secret.encode()
    for shift in range(3):
        for spelled in (data, data.hex().encode(), base64.b64encode(b"x" * shift + data + b"yz")):
            assert canaries.found_in({"p": b"..." + spelled + b"..."}) == ["secret in p"]
    assert canaries.found_in({"p": b'"code":"424242"'}) == ["code in p"]
    assert canaries.found_in({"p": b"1424242", "q": secret[:-1].encode()}) == []
