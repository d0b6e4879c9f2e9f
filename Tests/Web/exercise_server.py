"""The public development server of the onboarding exercise, as far as a flow can see it: three GET
requests, plain failures, slow answers, and no idea of keys or sessions."""

import json
import threading
import uuid
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ExerciseServer:
    """Answers on a free port of the loopback address until it is closed."""

    def __init__(self):
        self.experiment = "screenB1"
        self.calls = Counter()
        self.headers = []
        self.redirects = set()
        self._failures = Counter()
        self._closed_gates = {}
        self._lock = threading.Condition()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                server._answer(self)

            def do_OPTIONS(self):
                self._send(204, b"", None)

            def _send(self, status, body, kind):
                self.send_response(status)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Access-Control-Allow-Headers", "*")
                self.send_header("Content-Length", str(len(body)))
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                if kind:
                    self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)
        self._thread.start()

    def fail(self, name, times=1):
        """The next calls of a request fail with status 500 and a text."""
        self._failures[name] = times

    @contextmanager
    def slow(self, name):
        """Answers to a request wait until the block is left."""
        gate = self._closed_gates[name] = threading.Event()
        try:
            yield
        finally:
            del self._closed_gates[name]
            gate.set()

    def wait_for_calls(self, name, count):
        """Waits until so many calls of a request have come: the page's clock may run ahead of the network."""
        with self._lock:
            came = self._lock.wait_for(lambda: self.calls[name] >= count, timeout=60)
        assert came, f"{self.calls[name]} of {count} calls of {name} have come"

    def close(self):
        for gate in list(self._closed_gates.values()):
            gate.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _answer(self, handler):
        name = handler.path.strip("/")
        with self._lock:
            self.calls[name] += 1
            self.headers.append((name, handler.headers))
            fails = self._failures[name] > 0
            if fails:
                self._failures[name] -= 1
            gate = self._closed_gates.get(name)
            self._lock.notify_all()
        if gate:
            gate.wait()
        try:
            handler._send(*self._result(name, fails))
        except ConnectionError:
            pass  # The page was closed or gave up.

    def _result(self, name, fails):
        if fails:
            return 500, b"something went wrong", "text/plain"
        if name in self.redirects:
            return 302, b"", None
        if name == "rLogin":
            return 200, json.dumps({"sessionId": str(uuid.uuid4())}).encode(), "application/json"
        if name == "rFetchExperiments":
            return 200, json.dumps(self.experiment).encode(), "application/json"
        if name == "rSubmitSelection":
            return 200, b"", None
        return 404, b"not found", "text/plain"
