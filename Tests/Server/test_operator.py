"""What an operator does and sees: descriptors, the commands beside a server, a provider in trouble."""

import json
import resource
import secrets
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import pytest

from api_client import Client, DeviceKey, german_mobile, person
from portico_server import PorticoServer, clean_environment, wait_for
from raw_http import RawConnection, request
from sender_peers import Provider, closed_port

IDLE = 1_100
GOLDEN = Path(__file__).resolve().parents[1] / "IdentitySQLiteTests" / "Golden"


def log_lines(server):
    return [json.loads(line) for line in server.errors.read_text().splitlines()]


@pytest.mark.parametrize("files", [256, 1_024])
def test_idle_connections_beyond_the_descriptors_keep_nobody_out(program, tmp_path, files):
    """From 1,100 networks at once; a probe and a person are answered all the time, and the log says why there are fewer
    connections than were set."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4_096), hard))
    server = PorticoServer(program, tmp_path, ["--log", "json"])
    idle = []
    try:
        server.start(open_files=files)
        served = RawConnection(server)
        served.send(request("GET", "/apiversions"))
        assert served.answer()[0] == 200
        slowest = 0
        for number in range(IDLE):
            connection = RawConnection(server)
            if number % 2:
                connection.send(b"GET /apiversions HTT")
            idle.append(connection)
            if number % 100 == 99:
                for path in ("/health/live", "/health/ready", "/apiversions"):
                    began = time.monotonic()
                    assert Client(server).call("GET", path).status == 200, path
                    slowest = max(slowest, time.monotonic() - began)
        assert server.is_running
        client = Client(server, DeviceKey())
        name, password = person()
        client.sign_up(name, password)
        client.log_in(name, password)
        # The oldest strangers had to go; the newest are there, and so is who was served before.
        assert idle[0].is_closed(5)
        served.send(request("GET", "/apiversions"))
        assert served.answer()[0] == 200
        print(f"{files} files, {IDLE} idle connections: the slowest answer took {slowest:.3f} s")
        assert slowest < 5
        served.close()
        server.stop()
    finally:
        for connection in idle:
            connection.close()
        server.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    warnings = [line["message"] for line in log_lines(server) if line["level"] == "warning"]
    assert any(f"only {files} files" in line and "limits.connections" in line for line in warnings)


def test_too_few_descriptors_are_refused_with_the_limit_to_set(program, tmp_path):
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))

    run = subprocess.run(
        [str(program), "serve", "--dev", "--port", "0", "--store", f"sqlite:{tmp_path}/s.sqlite"],
        capture_output=True, text=True, timeout=60, preexec_fn=few, env=clean_environment(),
    )
    assert run.returncode == 78
    assert "may open 100 files" in run.stderr and "LimitNOFILE" in run.stderr
    assert not (tmp_path / "s.sqlite-wal").exists()


class Desk:
    """The commands beside a server."""

    def __init__(self, program, server):
        self.program, self.server = str(program), server

    def run(self, *words, status=0):
        run = subprocess.run(
            [self.program, *words, "--store", self.server.address_of_store],
            capture_output=True, text=True, timeout=120, env=clean_environment(),
        )
        assert run.returncode == status, run.stderr
        return run

    def json(self, *words):
        return json.loads(self.run(*words, "--json").stdout)


def test_an_operator_finds_blocks_unlocks_ends_exports_and_deletes(program, server):
    desk = Desk(program, server)
    client = Client(server, DeviceKey())
    name, password = person()
    client.sign_up(name, password)
    client.log_in(name, password)
    [found] = desk.json("users", "search", name[:8])["accounts"]
    assert found["identifiers"] == [name] and not found["is_blocked"]
    assert found in desk.json("users", "list")["accounts"]
    assert desk.json("users", "block", name, "--by", "eve")["ended_sessions"] == 1
    assert client.call("GET", "/v1/user").status == 401
    refused = Client(server, client.key)
    answer = refused.call("POST", "/v1/login", {"user_name": name, "password": password})
    assert answer.code == "account_blocked", answer.raw
    assert desk.json("users", "list", "--blocked")["accounts"][0]["id"] == found["id"]
    desk.run("users", "block", name, status=1)
    desk.run("users", "unblock", name, "--by", "eve")
    desk.run("users", "unlock", name, "--by", "eve")
    client.log_in(name, password)
    shown = desk.json("users", "show", name)
    [session] = shown["sessions"]
    desk.run("sessions", "end", session["id"], "--by", "eve")
    desk.run("sessions", "end", session["id"], status=1)
    assert client.call("GET", "/v1/user").status == 401
    exported = json.loads(desk.run("users", "export", name, "--by", "eve").stdout)
    by = {event["event"]: event.get("source") for event in exported["events"]}
    for act in ("block", "unblock", "unlock", "sign_out", "export"):
        assert by[f"operator_{act}"] == "operator:eve", act
    assert password not in json.dumps(exported)
    desk.run("users", "delete", name, status=1)
    desk.run("users", "delete", name, "--yes", "--by", "eve")
    desk.run("users", "show", name, status=1)
    answer = refused.call("POST", "/v1/login", {"user_name": name, "password": password})
    assert answer.code == "wrong_credentials"


def test_a_store_that_is_not_there_is_not_made(program, tmp_path):
    people = tmp_path / "people.jsonl"
    people.write_text("")
    path = tmp_path / "mistyped.sqlite"
    command = [str(program), "users", "import", str(people), "--store", f"sqlite:{path}"]
    run = subprocess.run(command, capture_output=True, text=True, env=clean_environment())
    assert run.returncode == 1 and "there is no store" in run.stderr
    assert not path.exists()
    run = subprocess.run([*command, "--new-store"], capture_output=True, text=True, env=clean_environment())
    assert run.returncode == 0 and path.exists()


def configuration(folder, **settings):
    key = folder / "master.key"
    if not key.exists():
        key.write_text(secrets.token_hex(32))
        key.chmod(0o600)
    file = folder / "portico.yaml"
    lines = {
        "public_url": "https://id.example.com", "master_key_file": "master.key",
        "store": f"sqlite:{folder}/store.sqlite", "regions": ["DE"], "web": "none",
    } | settings
    file.write_text(json.dumps(lines))
    file.chmod(0o600)
    return file


def test_config_check_says_what_serve_would_say(program, tmp_path):
    def check(file, *more):
        run = subprocess.run(
            [str(program), "config", "check", "--config", str(file), "--json", *more],
            capture_output=True, text=True, env=clean_environment(), cwd=tmp_path,
        )
        return run.returncode, json.loads(run.stdout)

    status, report = check(configuration(tmp_path))
    assert status == 0 and report["is_fine"] and not report["problems"], report
    assert any("mail" in note for note in report["notes"])
    assert not (tmp_path / "store.sqlite").exists()
    status, report = check(configuration(tmp_path, public_url="http://id.example.com"))
    assert status == 1 and "not encrypted" in report["problems"][0]
    status, report = check(configuration(tmp_path, ca_file="nowhere.pem"))
    assert status == 1 and "nowhere.pem" in report["problems"][0]


def test_a_code_by_a_provider_that_does_not_answer_is_sent_twice_at_most(program, tmp_path):
    """And the warning names channel, cause, remedy and the request; the message is in `users show` and in the outbox."""
    taken = []
    hold = threading.Event()

    def swallow(asked):
        taken.append(json.loads(asked.body))
        hold.wait(60)
        return 200, {}, b""

    with Provider(swallow) as peer:
        file = configuration(tmp_path, sms=f"webhook:{peer.address}/sms", sms_token="t" * 20)
        server = PorticoServer(
            program, tmp_path, ["--config", str(file)], is_development=False)
        server.address_of_store = f"sqlite:{tmp_path}/store.sqlite"
        try:
            server.start()
            number = german_mobile()
            answer = Client(server).call(
                "POST", "/v1/phone/user", {"phone_number": number}, token=None)
            assert answer.status == 200, answer.raw
            request_id = answer.headers["X-Request-Id"]
            wait_for(lambda: any(
                line.get("cause") == "unanswered" for line in log_lines(server)), seconds=120)
            server_lines = log_lines(server)
        finally:
            hold.set()
            server.close()
    assert len(taken) == 2 and taken[0]["id"] == taken[1]["id"]
    warnings = [line for line in server_lines if line["level"] == "warning" and "cause" in line]
    assert [line["cause"] for line in warnings] == ["timedOut", "unanswered"]
    for line in warnings:
        assert line["channel"] == "sms" and line["remedy"] and line["request_id"] == request_id
    run = subprocess.run(
        [str(program), "outbox", "list", "--dead", "--json", "--config", str(file)],
        capture_output=True, text=True, env=clean_environment(), check=True)
    [letter] = json.loads(run.stdout)
    assert letter["state"] == "unanswered" and letter["request_id"] == request_id
    assert letter["to"] == number


def test_mail_that_is_down_is_a_few_warnings_and_retry_sends_it(program, tmp_path):
    port = closed_port()
    file = configuration(
        tmp_path, smtp=f"smtp://127.0.0.1:{port}", mail_from="Example <no-reply@example.com>")
    server = PorticoServer(program, tmp_path, ["--config", str(file)], is_development=False)
    server.address_of_store = f"sqlite:{tmp_path}/store.sqlite"
    try:
        server.start()
        for _ in range(20):
            name, password = person()
            begun = Client(server).call(
                "POST", "/v1/user", {"user_name": name, "password": password}, token=None)
            assert begun.status == 201, begun.raw
        wait_for(lambda: any(line.get("cause") == "unreachable" for line in log_lines(server)))
        run = subprocess.run(
            [str(program), "outbox", "list", "--json", "--config", str(file)],
            capture_output=True, text=True, env=clean_environment(), check=True)
        waiting = json.loads(run.stdout)
        assert waiting and all(line["request_id"] for line in waiting)
        test = subprocess.run(
            [str(program), "outbox", "test", "ann@example.com", "--json", "--config", str(file)],
            capture_output=True, text=True, env=clean_environment())
        assert test.returncode == 1 and json.loads(test.stdout)["cause"] == "unreachable"
        gone = waiting[0]["id"]
        subprocess.run(
            [str(program), "outbox", "discard", gone, "--config", str(file)], check=True,
            env=clean_environment(), capture_output=True)
    finally:
        server.close()
    lines = log_lines(server)
    told = [line for line in lines if line.get("cause") == "unreachable"]
    assert 1 <= len(told) <= 3 and all(line["level"] == "warning" for line in told)
    assert "`smtp`" in told[0]["remedy"]


def test_a_pause_from_a_wrong_clock_holds_no_mail(program, server):
    """100 days ahead, the channel was paused and a message put off: both are forgotten when the clock is right."""
    client = Client(server, DeviceKey())
    name, password = person()
    ahead = int((time.time() + 100 * 86_400) * 1_000)
    with sqlite3.connect(server.store, timeout=30) as store:
        store.execute("INSERT INTO channel_pause VALUES ('email', 3, ?)", (ahead,))
    client.sign_up(name, password)


def test_a_migration_is_planned_then_made_and_logged(program, tmp_path):
    """A store of an earlier version: the plan names the missing steps and changes nothing."""
    server = PorticoServer(program, tmp_path)
    with sqlite3.connect(server.store) as store:
        store.execute(f"PRAGMA application_id = {0x5072_7463}")
        store.executescript((GOLDEN / "009-federation.sql").read_text())
    server.store.chmod(0o600)
    desk = Desk(program, server)
    before = server.store.read_bytes()
    plan = desk.json("migrate", "--plan")
    assert plan["missing"] == ["010-factors", "011-passkeys", "013-operator", "014-account-centre", "015-identifiers",
                                   "016-message-origin", "017-least-reader"] and plan["is_plan"]
    assert server.store.read_bytes() == before
    made = desk.run("migrate")
    assert "015-identifiers" in made.stdout and "brought to 015-identifiers" in made.stderr
    assert desk.json("migrate", "--plan")["missing"] == []
