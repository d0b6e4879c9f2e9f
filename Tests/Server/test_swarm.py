"""`portico swarm` against a real server, and against one that something stands before."""

import http.client
import http.server
import json
import signal
import subprocess
import threading

import pytest

from portico_server import clean_environment, wait_for


def swarm(program, origin, *options, flow="entry"):
    """Its exit status, its report, and what it said beside that."""
    run = subprocess.run(
        [str(program), "swarm", flow, "--server", origin, "--json", "--arrivals", "20", *options],
        capture_output=True, text=True, timeout=120, env=clean_environment())
    return run.returncode, json.loads(run.stdout) if run.stdout else None, run.stderr


class Interceptor:
    """Stands before a server and passes everything on, but for what `bend` makes of a response: it gets the path
    and the response (status, body) and gives the one that is sent."""

    def __init__(self, server, bend):
        host, port = server.address

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                connection = http.client.HTTPConnection(host, port, timeout=60)
                connection.request(self.command, self.path, body, dict(self.headers))
                answer = connection.getresponse()
                status, content = bend(self.path, answer.status, answer.read())
                connection.close()
                self.send_response(status)
                for name, value in answer.getheaders():
                    if name.lower() in ("content-type", "dpop-nonce"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on

            def log_message(self, *_):
                pass

        self._peer = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._peer.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._peer.server_port}"
        threading.Thread(target=self._peer.serve_forever, daemon=True).start()

    def close(self):
        self._peer.shutdown()
        self._peer.server_close()


@pytest.fixture
def interceptor(server):
    made = []

    def make(bend):
        made.append(Interceptor(server, bend))
        return made[-1]

    yield make
    for peer in made:
        peer.close()


def test_every_flow_ends_where_it_should_on_a_bad_network_and_with_kills(program, server):
    """CMP-1, CMP-8: losses, delays and kills sign nobody out, and nobody gets stuck."""
    status, report, errors = swarm(
        program, server.origin, "--devices", "20", "--think", "20ms", "--network", "mobile",
        "--kills", "0.1", "--seed", "11", "--phones", "0.2")
    assert status == 0, (report, errors)
    assert report["devices"] == 20 and report["stuck"] == []
    # Each comes back twice, and some were killed on the way.
    assert report["kills"] > 40 and report["launches"] >= 20 + report["kills"]
    launch = next(row for row in report["requests"] if row["request"] == "POST /v1/launch")
    assert launch["count"] >= 40 and 0 < launch["p50"] <= launch["p99"] <= launch["most"]


def test_a_device_to_which_no_code_comes_is_named(program, interceptor):
    def without_codes(path, status, body):
        return (200, b"[]") if path.startswith("/dev/inbox") else (status, body)

    origin = interceptor(without_codes).origin
    status, report, _ = swarm(
        program, origin, "--devices", "2", "--think", "20ms", "--patience", "2s", "--seed", "5")
    assert status == 1
    assert [device["device"] for device in report["stuck"]] == [1, 2]
    for device in report["stuck"]:
        assert device["part"] == "arrive for the first time" and device["screen"]
        assert device["last_request"].startswith("POST /v1/")
        assert device["repetition"].endswith(f"--seed 5 --device {device['device']}")


def test_a_server_that_loses_a_session_is_found_out(program, interceptor):
    """The session was good, and from the second launch on the server does not know it any more."""
    refused = json.dumps({
        "status": "failure", "error_code": 101017, "code": "refresh_token_invalid", "description": "No"})
    launches = []

    def forgetful(path, status, body):
        if path.startswith("/v1/launch"):
            launches.append(path)
            if len(launches) > 1:
                return 401, refused.encode()
        return status, body

    status, report, _ = swarm(
        program, interceptor(forgetful).origin, "--devices", "1", "--think", "20ms", "--patience", "10s")
    assert status == 1, report
    (device,) = report["stuck"]
    assert device["part"] == "come back" and device["reason"].startswith("was signed out"), device


def test_a_server_without_an_inbox_is_said_in_one_line(program, interceptor):
    def hidden(path, status, body):
        return (404, b"{}") if path.startswith("/dev/") else (status, body)

    status, report, errors = swarm(
        program, interceptor(hidden).origin, "--devices", "1", "--think", "20ms", flow="onboarding")
    assert "no development inbox" in errors and errors.count("\n") == 1
    assert status == 0, report


def test_codes_are_read_where_somebody_says(program, server, interceptor):
    def hidden(path, status, body):
        return (404, b"{}") if path.startswith("/dev/") else (status, body)

    origin = interceptor(hidden).origin
    options = ["--devices", "2", "--think", "20ms"]
    status, report, errors = swarm(program, origin, *options, "--inbox", server.origin + "/dev/inbox")
    assert status == 0 and report["stuck"] == [] and not errors, (report, errors)
    for wrong, words in ((origin + "/health/ready", "does not return an array of messages"),
                         ("http://127.0.0.1:1/codes", "nothing answers at http://127.0.0.1:1/codes")):
        status, report, errors = swarm(program, origin, *options, "--inbox", wrong)
        assert status != 0 and report is None and words in errors and errors.count("\n") == 1


def test_whoever_stops_it_gets_the_report(program, server):
    run = subprocess.Popen(
        [str(program), "swarm", "entry", "--server", server.origin, "--json", "--devices", "30", "--duration", "1h",
         "--arrivals", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment())
    try:
        wait_for(server.inbox)
        run.send_signal(signal.SIGINT)
        output, errors = run.communicate(timeout=30)
    finally:
        run.kill()
    report = json.loads(output)
    assert run.returncode == 0 and report["stuck"] == [], errors
    assert 0 < report["unfinished"] <= report["devices"] < 30 and report["requests"]


@pytest.mark.parametrize("options, words, status", [
    (["entry"], "Give the server that the devices should use", 64),
    (["entry", "--server", "http://127.0.0.1:1"], "no server answers at http://127.0.0.1:1", 1),
    (["entry", "--server", "http://id.example.com"], "has to begin with `https://`", 64),
    (["entry", "--server", "nonsense"], "is not a base URL", 64),
    (["entry", "--server", "http://127.0.0.1:1", "--kills", "1"], "--kills must be from 0 to 0.9", 64),
    (["entry", "--server", "http://127.0.0.1:1", "--think", "soon"], "The value 'soon' is invalid", 64),
    (["entry", "--server", "http://127.0.0.1:1", "--network", "goood"], "did you mean 'good'?", 64),
])
def test_bad_input_gets_one_line(program, options, words, status):
    run = subprocess.run(
        [str(program), "swarm", *options], capture_output=True, text=True, timeout=60, env=clean_environment())
    assert run.returncode == status, run.stderr
    assert words in run.stderr and run.stderr.count("\n") == 1 and not run.stdout
