"""A person at a real terminal: keys with requests in flight, and what is printed for people."""

import http.server
import json
import queue
import threading

import pexpect
import pytest

from portico_server import clean_environment

WAIT = 60

FLOW = """
flow: slow
version: 1
languages: [en]
configuration:
  server: {type: text, default: "http://127.0.0.1:1"}
requests:
  ask:
    http: {method: GET, url: "{server}/ask"}
    failure: {show: failed, dismissal: retry}
overlays:
  failed: {title: failed, elements: [{button: dismiss}]}
initial: start
screens:
  start: {title: start, elements: [{button: begin}], on: {begin: asking}}
  asking:
    title: asking
    back: true
    elements: [{progress: wait}]
    enter: [{request: ask}]
    always: [{when: ask.succeeded, to: done}]
  done: {title: done, final: true}
texts:
  en: {start: At the start, start.begin: Begin, asking: Asking, wait: One moment, done: All is done,
       failed: That failed, failed.dismiss: Try again}
"""

SCRIPT = """
title: It asks and gets an answer
steps:
  - launch
  - answer: {ask: {status: 200, after: "10s"}}
  - tap: begin
  - expect: {screen: asking}
"""


class HeldServer:
    """Answers nothing before it is told to, and says when a client goes away instead."""

    def __init__(self):
        self.calls = queue.Queue()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                call = HeldCall(self.connection)
                outer.calls.put(call)
                if call.wait():
                    body = b"{}"
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                self.close_connection = True

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(WAIT)


class HeldCall:
    """One request in flight."""

    def __init__(self, connection):
        self._connection = connection
        self._answered = threading.Event()
        self._gone = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self):
        # What comes after the request is its end: the client has nothing else to say.
        try:
            while self._connection.recv(1):
                pass
        except OSError:
            pass
        self._gone.set()
        self._answered.set()

    def wait(self):
        assert self._answered.wait(WAIT)
        return not self._gone.is_set()

    def answer(self):
        self._answered.set()

    def was_abandoned(self):
        return self._gone.wait(WAIT)


@pytest.fixture
def held():
    server = HeldServer()
    yield server
    server.close()


@pytest.fixture
def flow(tmp_path):
    path = tmp_path / "slow.flow.yaml"
    path.write_text(FLOW)
    return path


class Person:
    """Somebody at `portico` in a pseudo-terminal."""

    def __init__(self, program, *arguments):
        self.child = pexpect.spawn(
            str(program), [str(argument) for argument in arguments], timeout=WAIT,
            encoding="utf-8", dimensions=(40, 100), env=clean_environment(TERM="xterm", XDG_CACHE_HOME="/dev/null"))
        self.child.delaybeforesend = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.close(force=True)

    def see(self, text):
        """Waits for a text; returns what was shown from the last clearing of the screen on."""
        self.child.expect_exact(text)
        return self.child.before.rpartition("\x1b[2J")[2] + text

    def type(self, line):
        self.child.sendline(line)

    def ends(self):
        self.child.expect(pexpect.EOF)
        self.child.wait()
        return self.child.exitstatus


@pytest.fixture
def person(program, flow, held, tmp_path):
    with Person(
        program, "run", flow, "--server", held.origin, "--state", tmp_path / "state"
    ) as person:
        yield person


def test_k_kills_with_a_request_in_flight(person, held):
    """The call ends with the app, and the next launch makes it again."""
    shown = person.see("q quit")
    assert "At the start" in shown and "Back" not in shown and "ended" not in shown
    person.type("1")
    first = held.calls.get(timeout=WAIT)
    person.see("Back")
    person.type("k")
    person.see("The app was killed. Press Enter to relaunch it.")
    assert first.was_abandoned()
    assert held.calls.empty(), "a dead app asks nothing"
    person.type("")
    second = held.calls.get(timeout=WAIT)
    person.see("Asking")
    second.answer()
    person.see("All is done")
    person.see("The flow has ended")
    person.type("q")
    assert person.ends() == 0


def test_r_relaunches_with_a_request_in_flight_as_often_as_one_likes(person, held):
    """No launch finds the previous one's lock."""
    person.see("q quit")
    person.type("1")
    for _ in range(5):
        call = held.calls.get(timeout=WAIT)
        person.see("Asking")
        person.type("r")
        assert call.was_abandoned()
    last = held.calls.get(timeout=WAIT)
    last.answer()
    person.see("All is done")
    person.type("q")
    assert person.ends() == 0


def test_the_other_keys(person, held):
    person.see("go offline")
    person.type("o")
    person.see("go online")
    person.type("1")
    person.see("That failed")
    assert held.calls.empty(), "there was no network"
    person.type("o")
    person.see("go offline")
    person.type("1")
    held.calls.get(timeout=WAIT)
    person.see("Asking")
    assert "Back" in person.see("q quit")
    person.type("b")
    person.see("At the start")
    assert "Back" not in person.see("q quit")
    person.type("zzz")
    person.see("`zzz` cannot be tapped here. Type one of the numbers, or k, r, o, q.")
    person.type("")
    person.see("At the start")
    person.type("q")
    assert person.ends() == 0


def test_a_second_terminal_is_refused_while_the_first_lives_and_let_in_after(
    person, program, flow, held, tmp_path
):
    person.see("At the start")
    command = ("run", flow, "--server", held.origin, "--state", tmp_path / "state")
    with Person(program, *command) as other:
        other.see("Another process is running this flow.")
        assert other.ends() == 1
    person.type("k")
    person.see("The app was killed")
    person.type("q")
    assert person.ends() == 0
    with Person(program, *command) as other:
        other.see("At the start")
        other.type("q")
        assert other.ends() == 0


def play(program, flow, tmp_path, script, *options):
    path = tmp_path / "slow.play.yaml"
    path.write_text(script)
    with Person(
        program, "play", flow, "--script", path, "--simulated", *options
    ) as person:
        person.child.expect(pexpect.EOF)
        person.child.wait()
        return person.child.exitstatus, person.child.before.replace("\r\n", "\n")


def test_play_prints_for_people_on_a_terminal(program, flow, tmp_path):
    status, shown = play(program, flow, tmp_path, SCRIPT)
    assert (status, shown) == (0, "It asks and gets an answer\n✓ 4 steps\n")
    status, shown = play(program, flow, tmp_path, SCRIPT.replace("screen: asking", "screen: done"))
    lines = shown.splitlines()
    assert status == 1
    assert lines[:2] == ["It asks and gets an answer", "✗ failed at step 4 of 4"]
    assert "step 4, line 7" in lines[2]


def test_play_prints_json_on_a_terminal_where_it_is_asked_to(program, flow, tmp_path):
    status, shown = play(program, flow, tmp_path, SCRIPT, "--json")
    assert status == 0
    lines = [json.loads(line) for line in shown.splitlines()]
    assert lines[-1]["verdict"] == "passed"


def test_check_prints_for_people_on_a_terminal(program, flow):
    with Person(program, "check", flow) as person:
        person.see("✓ slow: ")
        person.see("no problems")
        assert person.ends() == 0
    with Person(program, "check", "onboarding", "--max-states", "10") as person:
        person.see("✗ onboarding: ")
        assert person.ends() == 1


def test_a_long_check_says_how_far_it_is_and_takes_it_away_again(program):
    with Person(program, "check", "entry", "--max-seconds", "3") as person:
        person.child.expect(r"entry: \d+ states, \d+/s; of the budget \d+% of states, \d+% of memory, 1 of 3 s")
        person.see("2 of 3 s")
        person.see("\r\x1b[K")
        person.see("✗ entry: ")
        assert person.ends() == 1
