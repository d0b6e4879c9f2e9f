"""The SMS senders against peers that want the providers' documented requests."""

import base64
import email.utils
import json
import re
import threading
import urllib.parse

import pytest

from sender_peers import Provider, closed_port

ACCOUNT = "AC" + "0123456789abcdef" * 2
SERVICE = "MG" + "0123456789abcdef" * 2
TOKEN = "canary-provider-token"
CHANNEL, RECIPIENT = "channel", "recipient"
TO = "+4915112345678"


def sms(name="m1", **changes):
    return {"id": name, "to": TO, "body": "480157 is your code.\n\n@id.example.com #480157"} | changes


def twilio(peer, **changes):
    return {"kind": "twilio", "address": peer.address, "user": ACCOUNT, "password": TOKEN,
            "from": "+15005550006"} | changes


def webhook(peer, **changes):
    return {"kind": "webhook", "address": peer.address + "/sms?tenant=1", "password": TOKEN} | changes


def twilio_answer(request):
    """As the reference of the Messages resource has it, or an error like Twilio's."""

    def error(status, code):
        body = {"code": code, "message": f"The number {TO} ...", "status": status,
                "more_info": f"https://www.twilio.com/docs/errors/{code}"}
        return status, {"Content-Type": "application/json"}, json.dumps(body).encode()

    credentials = base64.b64encode(f"{ACCOUNT}:{TOKEN}".encode()).decode()
    if request.headers["Authorization"] != f"Basic {credentials}":
        return error(401, 20003)
    if request.path != f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json":
        return error(404, 20404)
    if request.headers["Content-Type"] != "application/x-www-form-urlencoded":
        return error(400, 21604)
    request.form = urllib.parse.parse_qs(
        request.body.decode("ascii"), strict_parsing=True, keep_blank_values=True,
        encoding="utf-8", errors="strict")
    form = {name: value for name, [value] in request.form.items()}
    if ("From" in form) == ("MessagingServiceSid" in form):
        return error(400, 21603)
    if not re.fullmatch(r"\+[1-9][0-9]{1,14}", form["To"]):
        return error(400, 21211)
    if not 1 <= len(form["Body"]) <= 1600:
        return error(400, 21617)
    if not 1 <= int(form.get("ValidityPeriod", "36000")) <= 36_000:
        return error(400, 21624)
    body = {"sid": "SM" + "0" * 32, "status": "queued", "to": form["To"], "error_code": None}
    return 201, {"Content-Type": "application/json"}, json.dumps(body).encode()


BODIES = ["480157 is your code.", "a&b=c+d %41 #é €", "رمزك 480157", "🙂\n\n@id.example.com #480157"]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("sender", ["+15005550006", "12345", "Portico", SERVICE])
def test_twilio_gets_its_form(probe, body, sender):
    with Provider(twilio_answer) as peer:
        asked = twilio(peer, **{"from": sender})
        assert probe.send_one(asked, sms(body=body, lifetimeSeconds=77)) == ["sent"]
    [request] = peer.requests
    name = "MessagingServiceSid" if sender == SERVICE else "From"
    assert request.form == {"To": [TO], name: [sender], "Body": [body], "ValidityPeriod": ["77"]}


@pytest.mark.parametrize("lifetime, period", [(1, "1"), (36_000, "36000"), (10**6, "36000")])
def test_twilio_forgets_a_message_when_it_expires(probe, lifetime, period):
    with Provider(twilio_answer) as peer:
        assert probe.send_one(twilio(peer), sms(lifetimeSeconds=lifetime)) == ["sent"]
    assert peer.requests[0].form["ValidityPeriod"] == [period]


def test_twilio_with_a_wrong_token_or_account(probe):
    with Provider(twilio_answer) as peer:
        for wrong in [{"password": "another"}, {"user": "AC" + "f" * 32}]:
            outcome = probe.send_one(twilio(peer, **wrong), sms())
            assert outcome == ["retryable", CHANNEL, "misconfigured"]


CODES = [
    (400, 21211, ["permanent", "unknownRecipient"]),
    (400, 21614, ["permanent", "unknownRecipient"]),
    (400, 21612, ["permanent", "unknownRecipient"]),
    (400, 21610, ["permanent", "rejected"]),
    (400, 21617, ["permanent", "rejected"]),
    (400, 99999, ["permanent", "rejected"]),
    (400, 21606, ["retryable", CHANNEL, "misconfigured"]),
    (400, 21705, ["retryable", CHANNEL, "misconfigured"]),
    (400, 21408, ["retryable", RECIPIENT, "misconfigured"]),
    (400, 21608, ["retryable", RECIPIENT, "misconfigured"]),
    (400, 21611, ["retryable", CHANNEL, "throttled"]),
    (401, 20003, ["retryable", CHANNEL, "misconfigured"]),
    (403, 20006, ["retryable", CHANNEL, "misconfigured"]),
    (404, 20404, ["retryable", CHANNEL, "misconfigured"]),
    (429, 20429, ["retryable", CHANNEL, "throttled"]),
    (429, 21211, ["retryable", CHANNEL, "throttled"]),
    (503, 20503, ["retryable", CHANNEL, "unexpected"]),
    (500, 21211, ["retryable", RECIPIENT, "unexpected"]),
]


@pytest.mark.parametrize("status, code, expected", CODES)
def test_twilios_errors(probe, status, code, expected):
    body = json.dumps({"code": code, "message": f"{TO} {TOKEN}", "status": status}).encode()
    with Provider(lambda _: (status, {}, body)) as peer:
        assert probe.send_one(twilio(peer), sms()) == expected


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"code": "21211"}', b"\xff" * 99, b"null"])
def test_an_error_that_is_not_twilios(probe, body):
    with Provider(lambda _: (400, {}, body)) as peer:
        assert probe.send_one(twilio(peer), sms()) == ["permanent", "rejected"]


def test_twilio_sends_no_mail(probe):
    with Provider(twilio_answer) as peer:
        mail = {"id": "m", "to": "ann@example.net", "subject": "s", "body": "b"}
        assert probe.send_one(twilio(peer), mail) == ["permanent", "rejected"]
    assert not peer.requests


@pytest.mark.parametrize("changes, part", [
    ({"user": "AC1"}, "32 hex digits"), ({"user": ACCOUNT + "/../x"}, "32 hex digits"),
    ({"password": None}, "token"), ({"password": "a\r\nb"}, "token"), ({"from": None}, "sender"),
    ({"from": "++1"}, "sender"), ({"from": "A name of twelve"}, "sender"), ({"from": "+"}, "sender"),
    ({"address": "http://api.example.com"}, "https"), ({"address": "ftp://localhost"}, "https"),
])
def test_settings_that_cannot_work_are_refused(probe, changes, part):
    with Provider(twilio_answer) as peer:
        [answer] = probe.lines(twilio(peer, **changes), [])
    assert part in answer["refused"] and TOKEN not in answer["refused"]


@pytest.mark.parametrize("body", BODIES)
def test_the_webhook_gets_plain_json(probe, body):
    with Provider(lambda _: (204, {}, b"")) as peer:
        # Twice: the second try is to be recognized.
        for _ in range(2):
            assert probe.send_one(webhook(peer), sms("key-1", body=body)) == ["sent"]
        assert probe.send_one(webhook(peer, password=None), sms("key-2", body=body)) == ["sent"]
        mail = {"id": "m", "to": "ann@example.net", "subject": "Ü", "body": body}
        assert probe.send_one(webhook(peer), mail) == ["sent"]
    for request in peer.requests:
        assert request.path == "/sms?tenant=1"
        assert request.headers["Content-Type"] == "application/json"
    contents = [json.loads(request.body) for request in peer.requests]
    assert contents[0] == contents[1] == {"id": "key-1", "channel": "sms", "to": TO, "body": body}
    assert contents[3] == {"id": "m", "channel": "email", "to": "ann@example.net", "subject": "Ü",
                           "body": body}
    keys = [request.headers["Idempotency-Key"] for request in peer.requests]
    assert keys == ["key-1", "key-1", "key-2", "m"]
    tokens = [request.headers["Authorization"] for request in peer.requests]
    assert tokens == [f"Bearer {TOKEN}", f"Bearer {TOKEN}", None, f"Bearer {TOKEN}"]


STATUSES = (
    [(status, ["sent"]) for status in (200, 201, 202, 204)]
    + [(status, ["permanent", "rejected"]) for status in (400, 402, 410, 413, 422, 451)]
    + [(status, ["retryable", CHANNEL, "misconfigured"])
       for status in (301, 302, 303, 307, 308, 401, 403, 404, 405)]
    + [(status, ["retryable", RECIPIENT, "timedOut"]) for status in (408, 409, 425)]
    + [(429, ["retryable", CHANNEL, "throttled"]), (500, ["retryable", RECIPIENT, "unexpected"])]
    + [(status, ["retryable", CHANNEL, "unexpected"]) for status in (502, 503, 504, 599)]
)


@pytest.mark.parametrize("status, expected", STATUSES)
def test_statuses(probe, status, expected):
    with Provider(lambda _: (204, {}, b"")) as elsewhere:
        headers = {"Location": elsewhere.address + "/sms"} if status < 400 else {}
        with Provider(lambda _: (status, headers, b"")) as peer:
            assert probe.send_one(webhook(peer), sms()) == expected
            assert len(peer.requests) == 1, "the worker tries again, not the sender"
        assert not elsewhere.requests, "a redirect is followed with nobody's message"


@pytest.mark.parametrize("text, seconds", [
    ("120", [120]), ("0", [0]), ("  7 ", [7]), ("-1", []), ("soon", []), ("1.5", []), ("", []),
    ("9" * 30, []), (email.utils.formatdate(1_800_000_090, usegmt=True), [90]),
    (email.utils.formatdate(1_700_000_000, usegmt=True), [0]),
])
def test_whoever_says_when_is_heard(probe, text, seconds):
    with Provider(lambda _: (429, {"Retry-After": text}, b"")) as peer:
        expected = ["retryable", CHANNEL, "throttled"] + seconds
        assert probe.send_one(webhook(peer), sms()) == expected


@pytest.mark.parametrize("status, expected", [(200, ["sent"]), (422, ["permanent", "rejected"])])
def test_an_answer_without_end_is_not_read_to_the_end(probe, status, expected):
    def endless():
        while True:
            yield b"x" * 65_536

    with Provider(lambda _: (status, {"Connection": "close"}, endless())) as peer:
        assert probe.send_one(webhook(peer), sms()) == expected


def test_silence_after_the_request_is_this_messages_and_no_connection_everybodys(probe):
    released = threading.Event()

    def answer(request):
        released.wait(60)
        return 204, {}, b""

    with Provider(answer) as peer:
        outcome = probe.send_one(webhook(peer, limitMilliseconds=300), sms())
        released.set()
    assert outcome == ["retryable", RECIPIENT, "timedOut"]
    nobody = {"kind": "webhook", "address": f"http://127.0.0.1:{closed_port()}/"}
    assert probe.send_one(nobody, sms()) == ["retryable", CHANNEL, "unreachable"]


def test_https_with_a_certificate_that_is_trusted(probe, authority):
    trusted = {"authorities": str(authority.file)}
    with Provider(twilio_answer, tls=authority.context()) as peer:
        assert probe.send_one(twilio(peer, **trusted), sms()) == ["sent"]
        assert probe.send_one(webhook(peer, **trusted), sms())[0] == "retryable"
        peer.requests.clear()
        assert probe.send_one(twilio(peer), sms()) == ["retryable", CHANNEL, "misconfigured"]
        assert not peer.requests
    with Provider(twilio_answer, tls=authority.context(hosts=["other.example"])) as peer:
        outcome = probe.send_one(twilio(peer, **trusted), sms())
        assert outcome == ["retryable", CHANNEL, "misconfigured"]
        assert not peer.requests


@pytest.mark.parametrize("address", [
    "http://sms.example.com/", "http://127.0.0.1.example.com/", "http://128.0.0.1/",
    "https://user:word@localhost/", "https://localhost/#x", "https://", "localhost", "file:///etc",
])
def test_a_webhook_has_to_be_encrypted_or_here(probe, address):
    [answer] = probe.lines({"kind": "webhook", "address": address}, [])
    assert "refused" in answer and "word@" not in answer["refused"]


def test_what_is_expired_is_never_sent(probe):
    with Provider(twilio_answer) as peer:
        for settings in [twilio(peer), webhook(peer)]:
            outcome = probe.send_one(settings, sms(lifetimeSeconds=0))
            assert outcome == ["retryable", RECIPIENT, "timedOut"]
    assert not peer.requests
