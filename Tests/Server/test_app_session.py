"""What an app's own calls carry passes the verifier that services use (docs/guides/verify-our-tokens.md)."""

import http.server
import subprocess
import threading

import pytest

from api_client import Client, DeviceKey, person
from test_examples import URL, refused, verifier_of
from portico_tokens import TokenRefused

class App:
    """A process of an app: Tests/SessionRacer, which does what a line says and answers with a line."""

    def __init__(self, program, server, folder):
        self.process = subprocess.Popen(
            [program, server, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "ready\n"

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()


@pytest.fixture
def app(program, server, tmp_path):
    racer = program.parent / "SessionRacer"
    assert racer.exists(), f"there is no {racer}; build it with `PORTICO_HOST=1 swift build --product SessionRacer`"
    name, password = person()
    Client(server, DeviceKey()).sign_up(name, password)
    app = App(racer, server.origin, tmp_path / "app")
    app.name = name
    assert app.say(f"login {name} {password}") == "ok"
    yield app
    app.close()


@pytest.fixture
def shop(server):
    """A service that checks tokens, and refuses as many calls as a test says, whatever they carry."""
    verifier = verifier_of(server)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            shop.calls.append(self.headers["Authorization"])
            url = f"http://127.0.0.1:{shop.server_port}{self.path}"
            try:
                verifier.verify(
                    self.headers["Authorization"], "GET", url, self.headers["DPoP"])
                status = 200 if len(shop.calls) > shop.refusals else 401
            except TokenRefused as refusal:
                shop.reasons.append(str(refusal))
                status = 401
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    shop = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    shop.calls, shop.reasons, shop.refusals = [], [], 0
    thread = threading.Thread(target=shop.serve_forever)
    thread.start()
    yield shop
    shop.shutdown()
    thread.join()
    shop.server_close()


def test_a_call_of_an_app_passes_the_verifier_once_and_for_that_call_only(app, server):
    verifier = verifier_of(server)
    authorization, proof = app.say(f"authorize GET {URL}?page=2#top").split("\t")
    claims = verifier.verify(authorization, "GET", URL + "?page=2", proof)
    assert claims["cnf"]["jkt"] and claims["scope"] == "full"
    assert "used before" in refused(verifier, authorization, "GET", URL, proof)
    authorization, proof = app.say(f"authorize GET {URL}").split("\t")
    assert "another call" in refused(verifier, authorization, "POST", URL, proof)
    assert "another call" in refused(verifier, authorization, "GET", URL + "/7", proof)
    assert app.say("user") == app.name


def test_after_401_an_app_renews_its_token_once_and_asks_once_more(app, shop):
    address = f"http://127.0.0.1:{shop.server_port}/orders?page=2"
    assert app.say(f"data GET {address}") == "200"
    assert len(shop.calls) == 1 and not shop.reasons
    shop.refusals = 2
    assert app.say(f"data GET {address}") == "200"
    assert len(shop.calls) == 3 and shop.calls[1] != shop.calls[2]
    shop.refusals = 100
    assert app.say(f"data GET {address}") == "401"
    assert len(shop.calls) == 5 and not shop.reasons
