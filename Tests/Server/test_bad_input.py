"""What no honest client sends: a failure with a stable code, or a closed connection; never harm.

Each test ends with the server alive and no larger than it was, but for what it may keep.
"""

import base64
import json
import os
import resource
import secrets
import time

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from api_client import Client, DeviceKey, person
from raw_http import RawConnection, is_failure_form, request

JSON = "Content-Type: application/json"
IDLE = int(os.environ.get("PORTICO_IDLE", "300"))
# By how much the server may grow: a few large requests at once, and what a connection costs.
MARGIN = (64 * 1024 + IDLE * 32) * 1024


@pytest.fixture(scope="module")
def running(program, tmp_path_factory):
    from portico_server import PorticoServer

    server = PorticoServer(program, tmp_path_factory.mktemp("server"))
    server.start()
    warm = Client(server)
    for _ in range(20):
        assert warm.call("GET", "/health/ready").status == 200
    yield server
    server.stop()


@pytest.fixture
def server(running):
    """Alive before and after, and not much larger."""
    before = running.resident_bytes
    yield running
    assert running.is_running
    assert Client(running).call("GET", "/health/ready").status == 200
    assert running.resident_bytes < before + MARGIN


@pytest.fixture(scope="module")
def signed_in(running):
    """A person with a session without a key and one with a key."""
    name, password = person()
    plain, bound = Client(running), Client(running, DeviceKey())
    plain.sign_up(name, password)
    plain.log_in(name, password)
    bound.log_in(name, password)
    return plain, bound


def refused_or_closed(connection, codes=None):
    answer = connection.answer()
    return answer is None or is_failure_form(answer, codes)


# Sizes.


def test_a_declared_body_of_one_gigabyte_is_refused_at_once(server):
    with RawConnection(server) as connection:
        connection.send(request("POST", "/v1/login", JSON, "Content-Length: 1073741824"))
        answer = connection.answer()
        assert answer[0] == 413 and is_failure_form(answer, ["body_too_large"])
        assert connection.is_closed()


def test_a_gigabyte_that_is_really_sent_costs_no_memory(server):
    """Sends until the server refuses to take more."""
    before = server.resident_bytes
    for coding in ("Content-Length: 1073741824", "Transfer-Encoding: chunked"):
        with RawConnection(server) as connection:
            connection.send(request("POST", "/v1/login", JSON, coding))
            block = b"a" * 65_536
            if "chunked" in coding:
                block = b"10000\r\n" + block + b"\r\n"
            sent = 0
            while sent < 1 << 30 and connection.send(block):
                sent += 65_536
            assert sent < 64 << 20, "the server took it all"
        assert server.resident_bytes < before + MARGIN


@pytest.mark.parametrize("size", [20_000, 200_000, 2_000_000])
def test_a_huge_header_field_is_refused(server, size):
    with RawConnection(server) as connection:
        connection.send(request("GET", "/apiversions", "X-Long: " + "a" * size))
        assert refused_or_closed(connection, ["header_too_large"])
        assert connection.is_closed()


def test_very_many_header_fields_are_refused(server):
    with RawConnection(server) as connection:
        lines = [f"X-{number}: a" for number in range(5_000)]
        connection.send(request("GET", "/apiversions", *lines))
        assert refused_or_closed(connection, ["header_too_large"])
        assert connection.is_closed()


def test_a_huge_request_line_is_refused(server):
    for path in ("/" + "a" * 100_000, "/v1/user?" + "a=b&" * 30_000):
        with RawConnection(server) as connection:
            connection.send(request("GET", path))
            assert refused_or_closed(connection)


@pytest.mark.parametrize(
    ("field", "codes"),
    [("user_name", ["malformed"]), ("password", ["weak_password", "malformed"]),
     ("name", ["malformed"]), ("verification_code", ["malformed", "wrong_code"])],
)
def test_a_field_that_is_too_long_is_named(server, field, codes):
    body = {"user_name": person()[0], "password": "Correct-horse-1"} | {field: "a" * 60_000}
    answer = Client(server).call("POST", "/v1/user", body)
    assert answer.status == 400 and answer.code in codes, answer.raw


# Time.


def test_a_slow_header_is_cut_off(server):
    with RawConnection(server) as connection:
        began = time.monotonic()
        connection.send(b"GET /apiversions HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        while connection.send(b"X: a\r\n") and time.monotonic() < began + 50:
            if connection.is_closed(0.5):
                break
        assert time.monotonic() < began + 40
        assert refused_or_closed(connection, ["request_timeout"])


def test_a_slow_body_is_cut_off(server):
    with RawConnection(server) as connection:
        began = time.monotonic()
        connection.send(request("POST", "/v1/login", JSON, "Content-Length: 1000"))
        while connection.send(b"a") and time.monotonic() < began + 80:
            if connection.is_closed(0.5):
                break
        assert time.monotonic() < began + 60
        assert refused_or_closed(connection, ["request_timeout", "malformed"])


def test_many_idle_connections_cost_little_and_stop_nobody(server):
    """A few hundred here; PORTICO_IDLE=10000 for the long run."""
    wanted = IDLE
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * wanted + 1_000), hard))
    before = server.resident_bytes
    idle = []
    try:
        for number in range(wanted):
            connection = RawConnection(server)
            # A third says nothing, a third a beginning, a third asked once.
            if number % 3 == 1:
                connection.send(b"GET /apiversions HTT")
            elif number % 3 == 2:
                connection.send(request("GET", "/apiversions"))
            idle.append(connection)
        began = time.monotonic()
        assert Client(server).call("GET", "/health/ready").status == 200
        print(
            f"{wanted} idle connections: {(server.resident_bytes - before) >> 10} KiB, "
            f"an answer beside them took {time.monotonic() - began:.3f} s"
        )
        assert server.resident_bytes < before + MARGIN
    finally:
        for connection in idle:
            connection.close()


# Text.


@pytest.mark.parametrize(
    "text",
    [b'{"user_name":"\xff\xfe"}', b'{"user_name":"\xc0\xaf"}', b'{"user_name":"\xed\xa0\x80"}',
     b'{"user_name":"a\x00b@example.com","password":"Correct-horse-1"}',
     b'{"user_name":"a\\u0000b@example.com","password":"Correct-horse-1"}',
     b'{"user_name":"\\ud800@example.com","password":"Correct-horse-1"}',
     "{\"user_name\":\"\u0430nn@example.com\",\"password\":\"Correct-horse-1\"}".encode(),
     "{\"user_name\":\"ann@ex\u0430mple.com\",\"password\":\"Correct-horse-1\"}".encode(),
     b"", b" ", b"null", b"[]", b"1", b'"text"', b"{", b'{"user_name":}', b'{"user_name":1}',
     b'{"user_name":{"a":[]}}', b'{"user_name":["a"]}', b'{"user_name":true}',
     b'{"user_name":"a@example.com","user_name":"b@example.com","password":"Correct-horse-1"}',
     b"[" * 60_000, b'{"a":' * 10_000, b"\xef\xbb\xbf{}", b"{}{}", b"user_name=a&password=b"],
)
def test_a_body_that_cannot_be_read_is_malformed(server, text):
    for path in ("/v1/user", "/v1/login", "/v1/launch"):
        with RawConnection(server) as connection:
            lines = [JSON] + ([] if text else ["Content-Length: 0"])
            connection.send(request("POST", path, *lines, body=text))
            answer = connection.answer()
            assert is_failure_form(answer, ["malformed", "content_type_not_supported"]), answer
            assert answer[0] in (400, 415)


@pytest.mark.parametrize(
    "path",
    ["/v1/user%00", "/v1/sessions/%00", "/v1/sessions/%ff%fe", "/v1/sessions/%zz", "/v1/../v1/user",
     "//v1/user", "/v1/user/", "/V1/USER", "/v1/devices/" + "a" * 5_000,
     "/v1/user?verification_code=%ff", "/v1/user?%zz", "/%2e%2e/%2e%2e/etc/passwd"],
)
def test_a_path_that_is_none_is_refused(server, signed_in, path):
    answer = signed_in[0].call("DELETE", path)
    assert answer.status in (400, 404) and answer.code in ("malformed", "not_found"), answer.raw


def test_bytes_that_are_no_http_are_refused(server):
    for data in [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + secrets.token_bytes(500),
        b"\0" * 1_000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /apiversions HTTP/1.1\r\nHost: 127.0.0.1\r\nBad Name: x\r\n\r\n",
        b"GET /apiversions HTTP/1.1\r\nHost: 127.0.0.1\r\nA: \x00\r\n\r\n",
        b"GET /apiversions HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET /apiversions HTTP/1.1\r\n\r\n",
        b"GET http://evil.example/apiversions HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"A" * 100_000,
    ]:
        with RawConnection(server) as connection:
            connection.send(data)
            answer = connection.answer()
            assert answer is None or 400 <= answer[0] < 500, (data[:40], answer)


# One request hidden in another.


def test_pipelined_requests_are_answered_in_their_order(server):
    with RawConnection(server) as connection:
        paths = ["/apiversions", "/health/live", "/v1/nowhere", "/apiversions"] * 8
        connection.send(b"".join(request("GET", path) for path in paths))
        for path in paths:
            status, body = connection.answer()
            assert status == (404 if path == "/v1/nowhere" else 200)
            assert (b"supported_versions" in body) == (path == "/apiversions")


def test_the_last_answer_says_so(server):
    """RFC 9112 section 9.6: else a client sends its next request into a closed connection."""
    with RawConnection(server) as connection:
        connection.send(request("GET", "/apiversions", "Connection: close"))
        assert connection.answer()[0] == 200
        assert b"\r\nconnection: close" in connection.head.lower()
        assert connection.is_closed()


@pytest.mark.parametrize(
    "lines",
    [["Content-Length: 4", "Transfer-Encoding: chunked"],
     ["Transfer-Encoding: chunked", "Content-Length: 4"],
     ["Content-Length: 4", "Content-Length: 40"],
     ["Content-Length: 4, 40"], ["Content-Length: +4"], ["Content-Length: 0x4"],
     ["Content-Length: -1"], ["Content-Length: 99999999999999999999"],
     ["Transfer-Encoding: identity, chunked", "Content-Length: 4"],
     ["Transfer-Encoding: chunked, identity"], ["Transfer-Encoding: xchunked"],
     ["Transfer-Encoding : chunked"], ["Transfer-Encoding:\x0bchunked"],
     ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"]],
)
def test_no_request_is_smuggled_in_another(server, lines):
    """A server that frames it differently would see a second request in the body; here none does."""
    hidden = request("GET", "/apiversions")
    with RawConnection(server) as connection:
        head = request("POST", "/v1/nowhere", JSON, *lines)
        connection.send(head + b"0\r\n\r\n" + hidden)
        answers = []
        for _ in range(3):
            try:
                answer = connection.answer()
            except TimeoutError:
                break
            if answer is None:
                break
            answers.append(answer)
            if b"supported_versions" in answer[1]:
                break
        assert not any(b"supported_versions" in body for _, body in answers) or is_unambiguous(
            lines
        ), answers


def is_unambiguous(lines):
    """Where RFC 9112 section 6.3 knows one reading only: chunked, and nothing beside it."""
    return lines == ["Transfer-Encoding: chunked"]


def test_broken_chunks_are_refused(server):
    for chunks in [b"zz\r\nab\r\n0\r\n\r\n", b"-1\r\n\r\n", b"2\r\nabc\r\n0\r\n\r\n",
                   b"ffffffffffffffffff\r\na", b"1;" + b"a" * 100_000 + b"\r\na\r\n0\r\n\r\n"]:
        with RawConnection(server) as connection:
            connection.send(
                request("POST", "/v1/login", JSON, "Transfer-Encoding: chunked") + chunks
            )
            assert refused_or_closed(connection)


# Hosts and origins.


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost:x", ""])
def test_another_host_is_refused(server, host):
    """SEC: with --dev only loopback's own names, so that no foreign page gets in by DNS rebinding."""
    with RawConnection(server) as connection:
        connection.send(request("GET", "/apiversions", host=host))
        assert refused_or_closed(connection, ["origin_refused", "malformed"])


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "x"])
def test_a_foreign_origin_is_refused_and_not_reflected(server, origin):
    answer = Client(server).call(
        "POST", "/v1/login", {"user_name": "a@example.com", "password": "b"},
        headers={"Origin": origin},
    )
    assert answer.status == 403 and answer.code == "origin_refused", answer.raw
    assert not answer.headers.get("Access-Control-Allow-Origin")


# Tokens.


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def forged(token):
    """Tokens that look like `token` and are not the server's."""
    head, payload, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "==="))
    header = json.loads(base64.urlsafe_b64decode(head + "==="))
    foreign = ec.generate_private_key(ec.SECP256R1())
    for alg in ("none", "None", "NONE", "nOnE"):
        yield f"{part(header | {'alg': alg})}.{payload}."
        yield f"{part(header | {'alg': alg})}.{payload}.{signature}"
    yield jwt.encode(claims, foreign, algorithm="ES256", headers=header)
    own_key = {k: v for k, v in DeviceKey().jwk.items()}
    yield jwt.encode(claims, foreign, algorithm="ES256", headers=header | {"jwk": own_key})
    yield jwt.encode(
        claims, foreign, algorithm="ES256", headers=header | {"kid": "../../../../dev/null"}
    )
    yield jwt.encode(claims, "k" * 64, algorithm="HS256", headers=header | {"alg": "HS256"})
    rsa_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    yield jwt.encode(claims, rsa_key, algorithm="RS256", headers=header | {"alg": "RS256"})
    changed = part(claims | {"sub": "somebody"})
    yield f"{head}.{changed}.{signature}"
    yield f"{head}.{part(claims | {'exp': claims['exp'] + 9_999_999})}.{signature}"
    flipped = "B" if signature[5] != "B" else "C"
    yield f"{head}.{payload}.{signature[:5]}{flipped}{signature[6:]}"
    yield f"{head}.{payload}.{signature[:-4]}"
    yield f"{head}.{payload}.{signature}="
    yield f"{head}.{payload}"
    yield f"{head}.{payload}.{signature}.{signature}"
    yield f"{head}..{signature}"
    yield "a" * 7_000
    yield ".."


def test_a_forged_token_opens_nothing(server, signed_in):
    plain, bound = signed_in
    assert plain.call("GET", "/v1/user").status == 200
    assert bound.call("GET", "/v1/user").status == 200
    for client in signed_in:
        for token in forged(client.token):
            answer = client.call("GET", "/v1/user", token=token)
            assert answer.status == 401 and answer.code == "unauthorized", (token, answer.raw)
    assert plain.call("GET", "/v1/user").status == 200


def test_a_token_of_another_kind_opens_nothing(server, signed_in):
    """Id token, refresh token, and a bound token without its proof or as Bearer."""
    plain, bound = signed_in
    name, password = person()
    other = Client(server)
    other.sign_up(name, password)
    tokens = other.log_in(name, password).body
    for token in (tokens["idtoken"], tokens["refreshtoken"]):
        assert other.call("GET", "/v1/user", token=token).code == "unauthorized"
    extended = other.call("POST", "/v1/login", {"refreshtoken": tokens["accesstoken"]}, token=None)
    assert extended.code == "refresh_token_invalid", extended.raw
    for scheme in ("", "Bearer ", "DPoP "):
        answer = Client(server).call(
            "GET", "/v1/user", headers={"Authorization": scheme + bound.token}
        )
        assert answer.status == 401, (scheme, answer.raw)
    for key in (None, bound.key):
        answer = Client(server, key).call(
            "GET", "/v1/user", headers={"Authorization": "DPoP " + plain.token}
        )
        assert answer.status == 401, answer.raw


def test_a_proof_is_good_for_its_own_call_only(server, signed_in):
    """RFC 9449 section 4.3: for another method, URL, token, nonce or key; and never twice."""
    _, bound = signed_in
    origin = server.origin
    path = "/v1/selections"
    body = {"key": "choice", "value": "one"}
    assert bound.call("POST", path, body).status == 200

    def post(proof, token=None):
        return bound.call("POST", path, body, token=token or bound.token, proof=proof, tries=1)

    good = bound.key.proof("POST", origin + path, bound.nonce, bound.token)
    assert post(good).status == 200
    again = post(good)
    assert (again.status, again.code) == (401, "proof_duplicate"), again.raw

    stranger = DeviceKey()
    wrong = {
        "method": bound.key.proof("GET", origin + path, bound.nonce, bound.token),
        "url": bound.key.proof("POST", origin + "/v1/logout", bound.nonce, bound.token),
        "host": bound.key.proof("POST", "https://evil.example" + path, bound.nonce, bound.token),
        "token": bound.key.proof("POST", origin + path, bound.nonce, "another"),
        "no token": bound.key.proof("POST", origin + path, bound.nonce),
        "key": stranger.proof("POST", origin + path, bound.nonce, bound.token),
        "no jti": bound.key.proof("POST", origin + path, bound.nonce, bound.token, jti=""),
        "long jti": bound.key.proof(
            "POST", origin + path, bound.nonce, bound.token, jti="a" * 4_000
        ),
        "junk": "a.b.c", "empty": "..", "long": "a" * 9_000,
    }
    for what, proof in wrong.items():
        answer = post(proof)
        assert answer.status == 401, (what, answer.raw)
        assert answer.code in ("proof_required", "unauthorized"), (what, answer.raw)
    nonce = post(bound.key.proof("POST", origin + path, "made-up", bound.token))
    assert (nonce.status, nonce.code) == (401, "use_dpop_nonce"), nonce.raw
    assert nonce.headers["DPoP-Nonce"]
    missing = post(bound.key.proof("POST", origin + path, None, bound.token))
    assert missing.code == "use_dpop_nonce"

    # `alg: none`, a symmetric key, and a private key that travels along.
    claims = {"jti": secrets.token_urlsafe(16), "htm": "POST", "htu": origin + path, "iat": 1}
    unsigned = part({"typ": "dpop+jwt", "alg": "none", "jwk": bound.key.jwk})
    assert post(f"{unsigned}.{part(claims)}.").code == "proof_required"
    symmetric = jwt.encode(
        claims, "k" * 64, algorithm="HS256", headers={"typ": "dpop+jwt", "jwk": bound.key.jwk}
    )
    assert post(symmetric).code == "proof_required"
    private = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(bound.key.key))
    leaking = jwt.encode(
        claims, bound.key.key, algorithm="ES256", headers={"typ": "dpop+jwt", "jwk": private}
    )
    assert post(leaking).code == "proof_required"
    assert bound.call("POST", path, body).status == 200


def test_credentials_that_come_twice_are_refused(server, signed_in):
    plain, _ = signed_in
    both = plain.call("GET", "/v1/user", headers={"Cookie": "__Host-portico_session=a.0.k.b"})
    assert (both.status, both.code) == (400, "ambiguous_credentials"), both.raw
    with RawConnection(server) as connection:
        line = f"Authorization: {plain.token}"
        connection.send(request("GET", "/v1/user", line, line))
        assert is_failure_form(connection.answer(), ["malformed", "ambiguous_credentials"])


def test_wrong_methods_and_content_types_are_named(server):
    wrong = Client(server).call("PATCH", "/v1/user", {})
    assert (wrong.status, wrong.code) == (405, "method_not_allowed")
    assert set(wrong.headers["Allow"].split(", ")) >= {"GET", "POST", "PUT", "DELETE"}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16",
                 "multipart/form-data; boundary=x", "application/jsonx", ""):
        answer = Client(server).call("POST", "/v1/login", b"{}", headers={"Content-Type": kind})
        assert (answer.status, answer.code) == (415, "content_type_not_supported"), (kind, answer.raw)
