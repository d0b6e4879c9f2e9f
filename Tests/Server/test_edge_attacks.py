"""What an attacker's review found at the server's edge: each attack, as it was made."""

import os
import secrets
import subprocess
import urllib.parse

import pytest

from api_client import Client, DeviceKey, german_mobile, person
from portico_server import PorticoServer, clean_environment
from raw_http import RawConnection, is_failure_form, request

JSON = "Content-Type: application/json"


@pytest.fixture(scope="module")
def server(program, tmp_path_factory):
    running = PorticoServer(program, tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


# Framing.


def old(*lines, body=b""):
    """A request of HTTP/1.0."""
    return request("POST", "/v1/login", JSON, *lines, body=body, length=False).replace(
        b"HTTP/1.1", b"HTTP/1.0", 1
    )


@pytest.mark.parametrize("connection", ["Connection: keep-alive", "Connection: close"])
def test_http_1_0_with_transfer_encoding_ends_the_connection(server, connection):
    """RFC 9112 section 6.1: an HTTP/1.0 proxy sees the end of the request elsewhere."""
    hidden = request("GET", "/apiversions")
    with RawConnection(server) as raw:
        raw.send(old(connection, "Transfer-Encoding: chunked", body=b"2\r\n{}\r\n0\r\n\r\n" + hidden))
        answer = raw.answer()
        assert answer[0] == 400 and is_failure_form(answer, ["malformed"])
        assert b"\r\nconnection: close" in raw.head.lower()
        assert raw.answer() is None


def test_http_1_0_is_answered_once(server):
    hidden = request("GET", "/apiversions")
    with RawConnection(server) as raw:
        raw.send(old("Connection: keep-alive", "Content-Length: 2", body=b"{}" + hidden))
        assert raw.answer()[0] == 400
        assert b"\r\nconnection: close" in raw.head.lower()
        assert raw.answer() is None


@pytest.mark.parametrize(
    "lines",
    [["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: chunked, chunked"],
     ["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], ["Transfer-Encoding: identity"],
     ["Transfer-Encoding: chunked", "Content-Length: 5"],
     ["Content-Length: 5", "Transfer-Encoding: chunked"],
     ["Content-Length: 5", "Content-Length: 5"]],
)
def test_a_body_that_two_readers_frame_differently_is_not_read(server, lines):
    with RawConnection(server) as raw:
        head = request("POST", "/v1/login", JSON, *lines)
        raw.send(head + b"0\r\n\r\n" + request("GET", "/apiversions"))
        answer = raw.answer()
        assert answer[0] == 400 and is_failure_form(answer, ["malformed"]), answer
        assert raw.answer() is None


# What starts.


def refused(program, folder, *arguments, **environment):
    """What a command says that does not do it."""
    run = subprocess.run(
        [program, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=60, env=clean_environment(**environment),
    )
    assert run.returncode in (1, 78) and "listening" not in run.stdout, run
    return run.stderr.splitlines()[-1]


@pytest.mark.parametrize("proxies", ["0.0.0.0/0", "10.0.0.0/0", "128.0.0.0/1", "::/0", "2000::/3"])
def test_proxies_that_are_everybody_are_refused_at_the_start(program, tmp_path, proxies):
    (tmp_path / "portico.yaml").write_text(
        f'public_url: https://id.example.com\ntrusted_proxies: ["192.0.2.1", "{proxies}"]\n'
    )
    key = {"PORTICO_MASTER_KEY": "5a3c" * 16}
    said = refused(program, tmp_path, "serve", "--config", "portico.yaml", "--port", "0", **key)
    assert said.startswith("portico serve: portico.yaml:2:1: ") and f" {proxies}, " in said
    assert not (tmp_path / "portico.sqlite").exists()
    said = refused(program, tmp_path, "serve", "--dev", "--port", "0", "--trusted-proxy", proxies)
    assert said.startswith("portico serve: --trusted-proxy is ")


@pytest.fixture
def used_store(program, tmp_path):
    folder = tmp_path / "store"
    folder.mkdir(mode=0o700)
    server = PorticoServer(program, folder)
    server.start()
    server.stop()
    return server.store


def commands(store, folder):
    name = f"sqlite:{store}"
    return {
        "serve": ["serve", "--dev", "--port", "0", "--store", name],
        "users show": ["users", "show", "ann@example.com", "--store", name],
        "users sign-out": ["users", "sign-out", "ann@example.com", "--store", name],
        "users import": ["users", "import", os.devnull, "--store", name],
        "keys list": ["keys", "list", "--store", name],
        "keys rotate": ["keys", "rotate", "--store", name],
        "backup": ["backup", "--store", name, "--to", str(folder / "backup.sqlite")],
        "restore": ["restore", str(store), "--store", f"sqlite:{folder / 'restored.sqlite'}"],
        "experiments report": ["experiments", "report", "--store", name],
    }


def test_a_store_that_others_can_write_is_refused_by_every_command(program, tmp_path, used_store):
    """Whoever can write the file can become anybody: an account, a session, a key is a row in it."""
    for mode in (0o666, 0o620):
        used_store.chmod(mode)
        for name, arguments in commands(used_store, tmp_path).items():
            said = refused(program, tmp_path, *arguments)
            assert said.startswith(f"portico {name}: ") and f"chmod go-w '{used_store}'" in said
    used_store.chmod(0o644)
    used_store.parent.chmod(0o777)
    for name, arguments in commands(used_store, tmp_path).items():
        said = refused(program, tmp_path, *arguments)
        assert said.startswith(f"portico {name}: ")
        assert f"chmod o-w '{used_store.parent}'" in said
    used_store.parent.chmod(0o700)
    log = used_store.with_name(used_store.name + "-wal")
    log.touch()
    log.chmod(0o666)
    said = refused(program, tmp_path, *commands(used_store, tmp_path)["serve"])
    assert f"chmod go-w '{log}'" in said
    log.unlink()
    run = subprocess.run(
        [program, "keys", "list", "--store", f"sqlite:{used_store}"], cwd=tmp_path,
        capture_output=True, timeout=60, env=clean_environment(),
    )
    assert run.returncode == 0, run
    assert sorted(path.name for path in tmp_path.iterdir()) == ["store"]


def test_catalogs_that_everybody_can_write_are_refused(program, tmp_path):
    for setting in ("markets", "experiments"):
        path = tmp_path / f"{setting}.yaml"
        path.write_text("[]")
        path.chmod(0o646)
        said = refused(program, tmp_path, "serve", "--dev", "--port", "0", f"--{setting}", str(path))
        assert f"chmod 644 '{path}'" in said


# What is sent.


def test_a_picture_that_is_no_url_is_refused(server):
    client = Client(server)
    name, password = person()
    client.sign_up(name, password)
    client.log_in(name, password)
    for picture in [
        "https://[", "https://x.y/<script>", "https://localhost/a.png", "https://127.0.0.1/a.png",
        "https://[::1]/a.png", "https://user@x.y/", "https://x.y:0/", "https://x.y/%zz",
        "javascript:alert(1)", "https://x.y/\"onerror=",
    ]:
        answer = client.call("PUT", "/v1/user", {"picture_url": picture})
        assert (answer.status, answer.code) == (400, "malformed"), (picture, answer.raw)
        assert answer["field"] == "picture_url"
    good = "https://cdn.example.com:8443/u/42.png?size=64#top"
    assert client.call("PUT", "/v1/user", {"picture_url": good}).status == 200
    assert client.call("GET", "/v1/user")["picture_url"] == good


@pytest.mark.parametrize(
    ("accept", "word"),
    [("fr-FR,de;q=0.5", "Minuten"), ("de-AT, en;q=0.5", "Minuten"), ("fr-FR", "minutes"),
     ("en;q=0.1, *;q=0", "minutes"), ("de;q=0, en;q=0.1", "minutes")],
)
def test_a_message_is_in_the_best_language_that_there_is(server, accept, word):
    name, password = person()
    begun = Client(server).call(
        "POST", "/v1/user", {"user_name": name, "password": password},
        headers={"Accept-Language": accept},
    )
    assert begun.status == 201, begun.raw
    Client(server).code(name)
    assert word in server.message(name, contains=word)["body"]


@pytest.mark.parametrize("number", ["+493012345678", "+442070313000", "+4980012345678"])
def test_no_code_goes_to_a_number_that_is_no_mobile(server, number):
    client = Client(server, DeviceKey())
    calls = [
        ("/v1/phone/user", {"phone_number": number}),
        ("/v1/user", {"user_name": number, "password": person()[1]}),
        ("/v1/login", {"user_name": number}),
    ]
    for path, body in calls:
        answer = client.call("POST", path, body)
        assert (answer.status, answer.code) == (400, "phone_number_invalid"), (path, answer.raw)
    assert server.inbox(number) == []
    assert client.call("POST", "/v1/phone/user", {"phone_number": german_mobile()}).status == 200


# What stands in a URL.


def test_no_code_and_no_installation_has_to_stand_in_a_url(server):
    client = Client(server, DeviceKey())
    name, password = person()
    client.sign_up(name, password)
    client.log_in(name, password)
    installation = secrets.token_urlsafe(16)
    named = {"Portico-Installation": installation}
    variant = client.call("GET", "/v1/installation/experiment", token=None, headers=named)
    assert variant.status == 200
    [assigned] = client.call("GET", "/v1/experiments", headers=named)["experiments"]
    assert assigned["variant"] == variant.body
    for path in ("/v1/installation/experiment", "/v1/experiments"):
        query = client.call("GET", f"{path}?installation_id={installation}")
        assert (query.status, query.code) == (400, "malformed"), query.raw
        assert query["field"] == "Portico-Installation"
    # Both ways to say it, and never both at once.
    code = "000000"
    both = client.call("DELETE", f"/v1/user?verification_code={code}", {"request": True})
    assert (both.status, both.code) == (400, "malformed"), both.raw
    assert client.call("DELETE", "/v1/user", {"request": True}).status == 200
    wrong = client.call("DELETE", f"/v1/user?verification_code={code}")
    assert (wrong.status, wrong.code) == (400, "wrong_code"), wrong.raw
    deleted = client.call("DELETE", "/v1/user", {"verification_code": client.code(name)})
    assert deleted.status == 200, deleted.raw


def test_what_stands_in_a_url_is_in_no_log(program, tmp_path):
    """Paths and queries of public clients, who send the code of a deletion in one."""
    server = PorticoServer(program, tmp_path, ["--log-level", "debug"])
    try:
        server.start()
        client = Client(server)
        name, password = person()
        client.sign_up(name, password)
        client.log_in(name, password)
        canary = secrets.token_hex(8)
        installation = secrets.token_urlsafe(16)
        client.call("DELETE", f"/v1/user?verification_code={canary}")
        client.call("DELETE", f"/v1/user?request=true&more={canary}")
        client.call("DELETE", f"/v1/sessions/{canary}")
        client.call("GET", f"/{canary}?{urllib.parse.quote(canary)}")
        client.call(
            "GET", "/v1/installation/experiment", headers={"Portico-Installation": installation}
        )
        code = client.code(name)
        client.call("DELETE", f"/v1/user?verification_code={code}")
        server.stop()
    finally:
        server.close()
    log = server.errors.read_text() + server.output.read_text()
    assert log.count("request_id") >= 6
    for secret in (canary, installation, "verification_code", f"={code}", name):
        assert secret not in log
