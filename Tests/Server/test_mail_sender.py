"""The mail sender against a mail server of somebody else's making (aiosmtpd)."""

import email
import email.policy
import email.utils

import pytest

from sender_peers import MailServer, closed_port, scripted_mail_server

FROM = 'Pörtico, "the" service <id@example.com>'
CHANNEL, RECIPIENT = "channel", "recipient"


def mail(name="m1", to="ann@example.net", **changes):
    return {"id": name, "to": to, "subject": "Your code", "body": "Hello\n\n480157\n"} | changes


def settings(port, scheme="smtp", **changes):
    return {"kind": "smtp", "address": f"{scheme}://localhost:{port}", "from": FROM} | changes


def login():
    return dict(zip(("user", "password"), MailServer.LOGIN))


BODIES = [
    "Hello\n\n480157\n",
    ".\n..\n.dots begin\nthese lines\n.\n",
    "trailing space \ntrailing tab\t\n = equals =3D\n\n\n",
    "Ihr Code für Größe und Übermut: 480157\n",
    "رمزك هو\n\n\u2066480157\u2069\n\nلا تخبر به أحدا.\n",
    "x" * 2000 + "\n" + "ü" * 700 + "\n" + "🙂" * 300 + "\n",
    "From the start\nQUIT\nRSET\n",
]


def test_a_mail_arrives_as_it_was_written(probe):
    with MailServer() as server:
        mails = [mail(f"m{place}", body=body) for place, body in enumerate(BODIES)]
        assert set(map(tuple, probe.send(settings(server.port), *mails).values())) == {("sent",)}
    assert len(server.mails) == len(BODIES)
    for (sender, recipients, raw, _), sent in zip(server.mails, mails):
        assert (sender, recipients) == ("id@example.com", ["ann@example.net"])
        assert b"\n" not in raw.replace(b"\r\n", b"") and raw.isascii()
        assert max(map(len, raw.split(b"\r\n"))) <= 78
        read = email.message_from_bytes(raw, policy=email.policy.default)
        assert not read.defects
        assert read.get_content().replace("\r\n", "\n") == sent["body"]
        assert read["From"].addresses[0].display_name == 'Pörtico, "the" service'
        assert read["From"].addresses[0].addr_spec == "id@example.com"
        assert read["To"] == "ann@example.net" and read["Subject"] == "Your code"
        assert read["Message-ID"] == f"<{sent['id']}@example.com>"
        assert read["Auto-Submitted"] == "auto-generated"
        assert email.utils.parsedate_to_datetime(read["Date"]).timestamp() == 1_800_000_000
        assert read.get_content_type() == "text/plain" and read.get_content_charset() == "utf-8"
    # The name that we greet with is none of this machine.
    assert "EHLO example.com" in server.commands


SUBJECTS = [
    "Ihr Code für Pörtico", "رمزك للدخول إلى Portico", "🙂" * 60, "a" * 300, "=?utf-8?B?YQ==?=",
    "Ein langer Betreff mit Wörtern, der über die Zeile hinausgeht, und noch ein Stück weiter",
]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_subjects_of_any_script_and_length_are_read_as_written(probe, subject):
    with MailServer() as server:
        assert probe.send_one(settings(server.port), mail(subject=subject)) == ["sent"]
    raw = server.mails[0][2]
    assert raw.isascii() and max(map(len, raw.split(b"\r\n"))) <= 78
    # The older parser keeps words as they came; what the standard says of them is done here.
    read = email.message_from_bytes(raw)["Subject"]
    joined = email.header.make_header(email.header.decode_header(read))
    assert str(joined) == subject


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\0", "\u0085", "\u2028", "\r\n\r\n"])
def test_nothing_begins_a_header(probe, end):
    with MailServer() as server:
        wrong = mail(subject=f"Hello{end}Bcc: eve@example.org")
        assert probe.send_one(settings(server.port), wrong) == ["sent"]
        for to in [f"ann@example.net{end}", f"ann@example.net>{end}RCPT TO:<eve@example.org",
                   "eve@example.org,ann@example.net", "<ann@example.net>"]:
            outcome = probe.send_one(settings(server.port), mail(to=to))
            assert outcome == ["permanent", "rejected"]
        name = probe.lines(settings(server.port, **{"from": f"A{end}B <id@example.com>"}), [])
        assert "one line" in name[0]["refused"]
    assert len(server.mails) == 1
    read = email.message_from_bytes(server.mails[0][2])
    assert read["Bcc"] is None and server.mails[0][1] == ["ann@example.net"]
    assert set(read.keys()) == {
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version",
        "Content-Type", "Content-Transfer-Encoding"}


def test_starttls_comes_before_the_login_and_the_mail(probe, authority):
    with MailServer(starts_tls=authority.context(), wants_login=True) as server:
        asked = settings(
            server.port, startsTLS=True, authorities=str(authority.file), **login())
        assert probe.send_one(asked, mail()) == ["sent"]
    assert [encrypted for *_, encrypted in server.mails] == [True]
    assert server.logins == [MailServer.LOGIN]


def test_smtps_with_a_login(probe, authority):
    with MailServer(tls=authority.context(), wants_login=True) as server:
        asked = settings(server.port, "smtps", authorities=str(authority.file), **login())
        assert probe.send_one(asked, mail()) == ["sent"]
    assert [encrypted for *_, encrypted in server.mails] == [True]
    assert server.logins == [MailServer.LOGIN]


@pytest.mark.parametrize("kind", ["smtps", "starttls"])
@pytest.mark.parametrize("flaw", ["unknown authority", "other name", "expired"])
def test_nothing_is_said_to_a_server_that_cannot_be_trusted(probe, authority, kind, flaw):
    context = authority.context(
        hosts=["mail.example.org"] if flaw == "other name" else ["localhost"],
        days=(-2, -1) if flaw == "expired" else (-1, 1))
    trusted = {} if flaw == "unknown authority" else {"authorities": str(authority.file)}
    peer = {"tls": context} if kind == "smtps" else {"starts_tls": context}
    with MailServer(**peer, wants_login=True) as server:
        scheme = "smtps" if kind == "smtps" else "smtp"
        asked = settings(server.port, scheme, startsTLS=True, **trusted, **login())
        assert probe.send_one(asked, mail()) == ["retryable", CHANNEL, "misconfigured"]
    assert not server.mails and not server.logins and "MAIL" not in server.commands


def test_without_starttls_on_offer_neither_login_nor_mail_is_said(probe):
    with scripted_mail_server(
        {"greeting": "220 hello", "EHLO": "250-mail\r\n250 AUTH PLAIN", "QUIT": "221 bye"}
    ) as (port, heard):
        asked = settings(port, startsTLS=True, **login())
        assert probe.send_one(asked, mail()) == ["retryable", CHANNEL, "misconfigured"]
        assert {line[:4] for line in heard} <= {b"EHLO", b"QUIT", b"STAR"}


def test_a_wrong_password_is_the_operators_to_repair(probe, authority):
    with MailServer(tls=authority.context(), wants_login=True) as server:
        for wrong in [login() | {"password": "wrong-canary"}, {}]:
            asked = settings(server.port, "smtps", authorities=str(authority.file), **wrong)
            assert probe.send_one(asked, mail()) == ["retryable", CHANNEL, "misconfigured"]
    assert not server.mails and len(server.logins) == 1


ANSWERS = [
    ("MAIL", "451 4.3.0 later", ["retryable", CHANNEL, "throttled"]),
    ("MAIL", "550 5.7.1 not you", ["retryable", CHANNEL, "misconfigured"]),
    ("MAIL", "530 5.7.0 log in", ["retryable", CHANNEL, "misconfigured"]),
    ("RCPT", "550 5.1.1 no such user", ["permanent", "unknownRecipient"]),
    ("RCPT", "550 no such user", ["permanent", "unknownRecipient"]),
    ("RCPT", "553 what is that", ["permanent", "unknownRecipient"]),
    ("RCPT", "550 5.1.8 bad sender", ["retryable", CHANNEL, "misconfigured"]),
    ("RCPT", "550 5.7.1 policy", ["permanent", "rejected"]),
    ("RCPT", "554 relay denied", ["permanent", "rejected"]),
    ("RCPT", "552 5.2.2 full", ["permanent", "rejected"]),
    ("RCPT", "450 4.2.0 grey list", ["retryable", RECIPIENT, "throttled"]),
    ("RCPT", "450 4.1.1 unsure", ["retryable", RECIPIENT, "unknownRecipient"]),
    ("RCPT", "452 4.3.1 disk full", ["retryable", CHANNEL, "throttled"]),
    ("RCPT", "451 local trouble", ["retryable", RECIPIENT, "throttled"]),
    ("DATA", "554 5.6.0 content", ["permanent", "rejected"]),
    ("DATA", "550 5.7.1 spam", ["permanent", "rejected"]),
    ("DATA", "550 no", ["permanent", "rejected"]),
    ("DATA", "451 4.7.1 later", ["retryable", RECIPIENT, "throttled"]),
    ("DATA", "452 4.3.1 disk full", ["retryable", CHANNEL, "throttled"]),
]


@pytest.mark.parametrize("verb, answer, expected", ANSWERS)
def test_refusals_mean_what_their_codes_say(probe, verb, answer, expected):
    with MailServer({verb: answer}) as server:
        assert probe.send_one(settings(server.port), mail()) == expected
    assert not server.mails


SCRIPTS = [
    ({"greeting": "554 no service"}, ["retryable", CHANNEL, "rejected"]),
    ({"greeting": "421 busy"}, ["retryable", CHANNEL, "throttled"]),
    ({"greeting": "220 hi", "EHLO": "250 mail", "MAIL": "250 ok", "RCPT": "421 4.3.2 closing"},
     ["retryable", CHANNEL, "throttled"]),
    ({"greeting": "220 hi", "EHLO": "250-mail\r\n250 AUTH PLAIN", "AUTH": "454 4.7.0 later"},
     ["retryable", CHANNEL, "throttled"]),
    ({"greeting": "220 hi", "EHLO": "250-mail\r\n250 AUTH PLAIN", "AUTH": "535 5.7.8 wrong"},
     ["retryable", CHANNEL, "misconfigured"]),
    ({"greeting": "HTTP/1.1 400 Bad Request"}, ["retryable", CHANNEL, "timedOut"]),
    # Silence, before and after the message has a part in it.
    ({}, ["retryable", CHANNEL, "timedOut"]),
    ({"greeting": "220 hi"}, ["retryable", CHANNEL, "timedOut"]),
    ({"greeting": "220 hi", "EHLO": "250 mail", "MAIL": "250 ok"},
     ["retryable", RECIPIENT, "timedOut"]),
    ({"greeting": "220 hi", "EHLO": "250 mail", "MAIL": "250 ok", "RCPT": "250 ok",
      "DATA": "354 go"}, ["retryable", RECIPIENT, "timedOut"]),
]


@pytest.mark.parametrize("script, expected", SCRIPTS)
def test_servers_that_are_busy_ill_or_silent(probe, script, expected):
    with scripted_mail_server(script) as (port, _):
        asked = settings(port, limitMilliseconds=500, **login())
        assert probe.send_one(asked, mail()) == expected


def test_nobody_there(probe):
    asked = settings(closed_port())
    assert probe.send_one(asked, mail()) == ["retryable", CHANNEL, "unreachable"]


def test_mails_travel_side_by_side(probe):
    # The server answers nobody before all sixteen have come.
    with MailServer(hold=16) as server:
        mails = [mail(f"m{place}", to=f"u{place}@example.net") for place in range(16)]
        outcomes = probe.send(settings(server.port, isTogether=True), *mails)
    assert list(outcomes.values()) == [["sent"]] * 16
    assert {to for _, [to], *_ in server.mails} == {mail["to"] for mail in mails}


def test_one_refusal_does_not_touch_the_next_mail(probe):
    with MailServer({"gone@example.net": "550 5.1.1 no such user"}) as server:
        outcomes = probe.send(
            settings(server.port), mail("a", to="gone@example.net"), mail("b"),
            mail("c", to="gone@example.net"))
    assert outcomes == {"a": ["permanent", "unknownRecipient"], "b": ["sent"],
                        "c": ["permanent", "unknownRecipient"]}


def test_what_is_expired_or_no_mail_is_never_said(probe):
    with MailServer() as server:
        outcomes = probe.send(
            settings(server.port), mail("a", lifetimeSeconds=0), mail("b", to="+4915112345678"),
            mail("c", subject=None))
    assert outcomes == {"a": ["retryable", RECIPIENT, "timedOut"], "b": ["permanent", "rejected"],
                        "c": ["permanent", "rejected"]}
    assert not server.commands


@pytest.mark.parametrize("address, part", [
    ("mail.example.com", "write smtp://HOST"), ("http://mail.example.com", "smtps://HOST"),
    ("smtp://", "host"), ("smtp://mail.example.com:0", "port"), ("smtp://mail:99999", "port"),
    ("smtp://u:p@mail.example.com", "environment"), ("smtp://mail.example.com/x", "path"),
    ("smtp://mail example.com", "smtp://HOST"), ("smtp://[::1", "bracket"),
    ("smtp://mail\r\n.example.com", "smtp://HOST"), ("smtp://-a.example.com", "host"),
])
def test_addresses_that_are_none_are_refused_with_what_to_write(probe, address, part):
    [answer] = probe.lines({"kind": "smtp", "address": address, "from": "id@example.com"}, [])
    assert part in answer["refused"]
    assert "u:p" not in answer["refused"]
