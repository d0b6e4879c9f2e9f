"""What an operator sees of a server: its log, its figures, and how it stops."""

import json
import secrets
import sqlite3
import subprocess
import threading
import time

import pytest

import metric_text
from api_client import Client, DeviceKey, german_mobile, person
from portico_server import PorticoServer, clean_environment, wait_for
from raw_http import RawConnection, request
from sender_peers import Provider


def metrics(server):
    answer = Client(server).call("GET", "/metrics")
    assert answer.status == 200
    return metric_text.read(answer.raw.decode())


def log_lines(server):
    return [json.loads(line) for line in server.errors.read_text().splitlines()]


def test_each_line_is_an_object_and_each_request_has_its_id(program, tmp_path):
    """The id of a response is on the line of its request, with operation and status."""
    server = PorticoServer(program, tmp_path, ["--log", "json"])
    seen = {}

    def heard(method, path, data, headers, answer):
        ids = answer.headers.get_all("X-Request-Id")
        assert len(ids) == 1 and ids[0] not in seen
        seen[ids[0]] = answer.status

    try:
        server.start()
        client = Client(server, DeviceKey())
        client.listener = heard
        name, password = person()
        client.sign_up(name, password)
        client.log_in(name, password)
        assert client.call("GET", "/v1/user").status == 200
        assert client.call("GET", "/v1/" + secrets.token_hex(8)).status == 404
        assert client.call("POST", "/v1/login", b"{", token=None).status == 400
        assert client.call("DELETE", "/v1/login").status == 405
        # The client's own word is not taken.
        own = client.call("GET", "/health/live", headers={"X-Request-Id": "mine\tand more"})
        assert own.headers["X-Request-Id"] != "mine\tand more"
        with RawConnection(server) as raw:
            raw.send(b"\x00\x01 nonsense\r\n\r\n")
            status, _ = raw.answer()
            unread = dict(
                line.lower().split(b": ") for line in raw.head.split(b"\r\n")[1:] if line
            )
            seen[unread[b"x-request-id"].decode()] = status
        server.stop()
    finally:
        server.close()
    lines = log_lines(server)
    for line in lines:
        assert line["time"].endswith("Z") and line["level"] in ("info", "notice", "warning", "error")
        assert line["message"]
    requests = {line["request_id"]: line for line in lines if line["message"] == "request"}
    assert all(0 <= line["milliseconds"] < 60_000 for line in requests.values())
    # A raw id comes in lower case, as its line was read.
    by_id = {key.lower(): line for key, line in requests.items()}
    for key, status in seen.items():
        assert by_id[key.lower()]["status"] == status, key
    assert {line["operation"] for line in requests.values()} >= {"user", "login", "getUser", "none"}
    assert [line["message"] for line in lines if line["message"].startswith("stop")] == [
        "stopping", "stopped"
    ]


def test_a_log_level_leaves_lines_out(program, tmp_path):
    server = PorticoServer(
        program, tmp_path, settings={"PORTICO_LOG": "json", "PORTICO_LOG_LEVEL": "warning"}
    )
    try:
        server.start()
        assert Client(server).call("GET", "/health/live").status == 200
        server.stop()
    finally:
        server.close()
    assert log_lines(server) == []


def test_figures_follow_what_happens(server):
    """Sign-outs by cause, messages, calls, the store and the process."""
    before = metrics(server)
    assert before("portico_sign_outs_total") == 0
    client = Client(server, DeviceKey())
    name, password = person()
    client.sign_up(name, password)
    for _ in range(3):
        client.log_in(name, password)
    assert client.call("POST", "/v1/logout", {}).status == 200
    wait_for(lambda: metrics(server)("portico_outbox_messages") == 0)
    after = metrics(server)
    assert after("portico_requests_total", operation="login", status="200") == 3
    assert after("portico_request_seconds_count", operation="login") == 3
    # A sign-in on the same key takes the place of the one before it.
    assert after("portico_sign_outs_total", cause="replaced") == 2
    assert after("portico_sign_outs_total", cause="logout") == 1
    assert after("portico_sign_outs_total") == 3
    sent = after(
        "portico_messages_total", channel="email", template="registrationCode", outcome="sent"
    )
    assert sent == 1
    assert after("portico_store_seconds_count", kind="write") > before(
        "portico_store_seconds_count", kind="write"
    )
    assert after("portico_store_failures_total") == 0
    assert after("portico_store_bytes") >= server.store.stat().st_size > 0
    assert 10e6 < after("process_resident_memory_bytes") < 10e9
    assert after("process_cpu_seconds_total") > 0
    assert abs(after("process_start_time_seconds") - time.time()) < 600
    assert 0 < after("process_open_fds") < after("process_max_fds")
    assert after.names >= {
        "portico_requests_in_flight", "portico_open_connections", "portico_password_queue",
        "portico_outbox_oldest_seconds",
    }
    # Asked for by many at once, nothing is counted twice.
    counted = []
    threads = [
        threading.Thread(target=lambda: counted.append(metrics(server)("portico_sign_outs_total")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counted == [3.0] * 8


def test_a_refresh_token_that_leaked_is_a_security_event(server):
    owner, thief = Client(server, DeviceKey()), Client(server, DeviceKey())
    name, password = person()
    owner.sign_up(name, password)
    owner.log_in(name, password)
    stolen = thief.call(
        "POST", "/v1/session/refresh", {"refreshtoken": owner.refresh_token}, token=None
    )
    assert stolen.status == 401
    assert metrics(server)("portico_security_events_total", event="foreignKeyRefresh") == 1


def test_a_call_in_progress_is_answered_before_the_server_ends(stopped_server):
    """SIGTERM: no new connection is accepted, calls in progress are answered, and the store is closed."""
    server = stopped_server.start()
    name, password = person()
    Client(server).sign_up(name, password)
    body = json.dumps({"user_name": name, "password": password}).encode()
    whole = request("POST", "/v1/login", "Content-Type: application/json", body=body)
    with RawConnection(server) as busy, RawConnection(server) as idle:
        busy.send(whole[:-5])
        # Both are known to the server before it is asked to stop.
        wait_for(lambda: metrics(server)("portico_requests_in_flight") == 2)
        server.ask_to_stop()
        # An idle connection is closed: the server has heard.
        assert idle.is_closed()
        with pytest.raises(ConnectionRefusedError):
            RawConnection(server)
        busy.send(whole[-5:])
        status, answer = busy.answer()
        assert status == 200 and json.loads(answer)["accesstoken"]
    server.stop()
    assert not server.store.with_name(server.store.name + "-wal").exists()
    assert "stopped" in server.errors.read_text()


@pytest.fixture
def public_server(program, tmp_path):
    """One for people, that sends SMS to a peer; what it says and stores is the test's."""
    servers = []

    def made(peer):
        server = PorticoServer(
            program, tmp_path,
            ["--public-url", "https://id.example.com", "--sms", f"webhook:{peer.address}/sms",
             "--region", "DE"],
            {"PORTICO_MASTER_KEY": "5a3c" * 16, "PORTICO_SMS_TOKEN": "canary-provider-token"},
            is_development=False,
        )
        servers.append(server)
        return server

    yield made
    for server in servers:
        server.close()


def outbox(server):
    with sqlite3.connect(f"file:{server.store}?mode=ro", uri=True) as store:
        return store.execute("SELECT count(*) FROM outbox").fetchone()[0]


def test_a_message_on_its_way_is_finished_before_the_server_ends(public_server):
    """Accepted while the server stops: gone from the outbox, and not sent again."""
    held, asked = threading.Event(), threading.Event()

    def answer(_):
        asked.set()
        assert held.wait(60)
        return 200, {}, b"{}"

    with Provider(answer) as peer:
        server = public_server(peer).start()
        begun = Client(server).call(
            "POST", "/v1/phone/user", {"phone_number": german_mobile()}, token=None
        )
        assert begun.status == 200, begun.raw
        assert asked.wait(30)
        server.ask_to_stop()
        wait_for(lambda: b'"stopping"' in server.errors.read_bytes())
        held.set()
        server.stop()
        assert outbox(server) == 0
        server.start()
        wait_for(lambda: metrics(server)("portico_store_seconds_count", kind="read") > 2)
        server.stop()
        assert len(peer.requests) == 1


def test_a_message_that_was_not_taken_waits_for_the_next_start(public_server):
    refusing = threading.Event()
    refusing.set()
    tried, taken = threading.Event(), threading.Event()

    def answer(_):
        if refusing.is_set():
            tried.set()
            return 503, {}, b"{}"
        taken.set()
        return 200, {}, b"{}"

    with Provider(answer) as peer:
        server = public_server(peer).start()
        Client(server).call(
            "POST", "/v1/phone/user", {"phone_number": german_mobile()}, token=None
        )
        assert tried.wait(30)
        server.stop()
        assert outbox(server) == 1
        refusing.clear()
        server.start()
        assert taken.wait(60)
        server.stop()
        assert outbox(server) == 0


def test_the_report_of_experiments_beside_a_running_server(server):
    """Exposures and goals of made-up installations, as a table and as JSON."""
    variants = []
    for number in range(12):
        client = Client(server, DeviceKey())
        opened = client.call(
            "POST", "/v1/installation/session", {"installation_id": secrets.token_urlsafe(16)},
            token=None,
        )
        client.keep(opened.body)
        [assigned] = client.call("GET", "/v1/experiments")["experiments"]
        variants.append(assigned["variant"])
        told = {"experiment": "onboarding", "variant": assigned["variant"]}
        assert client.call("POST", "/v1/experiments/exposures", told).status == 200
        if number % 3 == 0:
            goal = {"experiment": "onboarding", "goal": "screenD"}
            assert client.call("POST", "/v1/experiments/conversions", goal).status == 200

    def report(*options, folder=server.folder):
        return subprocess.run(
            [server.program, "experiments", "report", *options], cwd=folder,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            env=clean_environment(),
        )

    store = ["--store", f"sqlite:{server.store}"]
    run = report("onboarding", "--json", *store)
    assert run.returncode == 0 and run.stderr == "", run.stderr
    [onboarding] = json.loads(run.stdout)["experiments"]
    shown = {one["variant"]: one for one in onboarding["variants"]}
    assert {name: one["exposures"] for name, one in shown.items()} == {
        name: variants.count(name) for name in ("screenB1", "screenB2", "screenB3", "noScreenB")
    }
    assert sum(one["goals"][0]["conversions"] for one in shown.values()) == 4
    table = report(*store).stdout
    assert table.startswith("experiment onboarding\n") and "sample ratio: " in table
    assert len(table.splitlines()) == 7

    unknown = report("colour", *store)
    assert unknown.returncode == 1 and "choose one of: onboarding" in unknown.stderr
    nowhere = report("--store", "sqlite:nowhere.sqlite")
    assert nowhere.returncode == 1 and "there is no store at nowhere.sqlite" in nowhere.stderr
    assert not (server.folder / "nowhere.sqlite").exists()
