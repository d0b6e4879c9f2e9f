"""Two browsers that Playwright does not drive as they are: Debian's Firefox by WebDriver BiDi, and WebKitGTK's by
WebDriver. Both say what a page has and do what hands do; nothing else."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import websocket

#: WebKitGTK's own browser for tests lies beside its library.
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


def program(name):
    found = shutil.which(name)
    assert found, f"there is no {name} on the PATH; scripts/install-tools soak installs it"
    return found


class Started:
    """A program with everything that it starts, and a folder that goes with it."""

    def __init__(self, command, **environment):
        self.folder = tempfile.mkdtemp(prefix="portico-browser-")
        self.log = open(Path(self.folder) / "log", "w+")  # noqa: SIM115, closed with it
        self._process = subprocess.Popen(
            [part.replace("FOLDER", self.folder) for part in command], stdout=self.log, stderr=subprocess.STDOUT,
            start_new_session=True, env={**os.environ, "HOME": self.folder, **environment})

    def says(self, pattern, seconds=60):
        """What it has written that matches, once it has."""
        ends = time.monotonic() + seconds
        while not (found := re.search(pattern, Path(self.log.name).read_text())):
            assert time.monotonic() < ends and self._process.poll() is None, Path(self.log.name).read_text()[-2000:]
            time.sleep(0.05)
        return found

    def end(self):
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Firefox:
    """w3.org/TR/webdriver-bidi, spoken directly."""
    def __init__(self):
        self._started = Started(
            [program("firefox-esr"), "--headless", "--no-remote", "--profile", "FOLDER", "--remote-debugging-port", "0"])
        address = self._started.says(r"WebDriver BiDi listening on (ws://\S+)")[1]
        self._socket = websocket.create_connection(f"{address}/session", timeout=60, suppress_origin=True)
        self._last = 0
        self._call("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
        self._context = self._call("browsingContext.create", type="tab")["context"]

    def _call(self, method, **parameters):
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._last:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url):
        self._call("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def evaluate(self, expression):
        """What it comes to, as JSON carries it; a promise is waited for."""
        answer = self._call(
            "script.evaluate", awaitPromise=True, target={"context": self._context},
            expression=f"Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))")
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def perform(self, actions):
        self._call("input.performActions", context=self._context, actions=actions)

    def close(self):
        self._socket.close()
        self._started.end()


class WebKit:
    """w3.org/TR/webdriver2, in a window that nobody sees."""
    def __init__(self):
        display = next(
            number for number in range(90, 200) if not Path(f"/tmp/.X11-unix/X{number}").exists())
        self._screen = Started([program("Xvfb"), f":{display}", "-screen", "0", "1024x900x24", "-nolisten", "tcp"])
        while not Path(f"/tmp/.X11-unix/X{display}").exists():
            time.sleep(0.05)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._started = Started(
            [program("WebKitWebDriver"), f"--port={port}"], DISPLAY=f":{display}", WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",
            LIBGL_ALWAYS_SOFTWARE="1", GDK_BACKEND="x11", NO_AT_BRIDGE="1")
        self._address = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(next(Path("/").glob(MINI_BROWSER[1:]))), "args": ["--automation"]}
        self._address += "/" + self._call(
            "POST", "", capabilities={
                "alwaysMatch": {"webkitgtk:browserOptions": options, "acceptInsecureCerts": True}})["sessionId"]

    def _call(self, method, path, **body):
        request = urllib.request.Request(
            self._address + path, method=method, data=json.dumps(body).encode() if method == "POST" else None,
            headers={"Content-Type": "application/json"})
        for _ in range(100):
            try:
                with urllib.request.urlopen(request, timeout=120) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as problem:
                raise AssertionError(problem.read().decode()) from problem
            except urllib.error.URLError:
                # It has not started yet.
                time.sleep(0.1)
        raise AssertionError("the driver does not answer")

    def open(self, url):
        self._call("POST", "/url", url=url)

    def evaluate(self, expression):
        script = f"return Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))"
        return json.loads(self._call("POST", "/execute/sync", script=script, args=[]))

    def perform(self, actions):
        self._call("POST", "/actions", actions=actions)

    def close(self):
        try:
            self._call("DELETE", "")
        finally:
            self._started.end()
            self._screen.end()
