"""Starts and ends the real server on a store of its own, and looks at its process."""

import json
import os
import re
import resource
import signal
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path


def clean_environment(**settings):
    """This environment for a server: every PORTICO_ variable is a setting to it, ours are none."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}
    return others | settings


def wait_for(what, seconds=60):
    """What `what` returns, once that is something: what is done beside the answers tells nobody when it is done."""
    ends = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.02)
    return found


class PorticoServer:
    """`portico serve --dev` on a free port of the loopback address, and its folder; with more
    options and with settings in its environment, if there are any.

    The folder keeps the store and both output streams over all starts. With `databases`, which makes a
    PostgreSQL database and returns its address, the store lies there instead.
    """

    databases = None

    def __init__(self, program, folder, options=(), settings=None, is_development=True):
        self.program = str(program)
        self.folder = Path(folder)
        self.options = list(options)
        self.settings = settings or {}
        self.is_development = is_development
        self.store = self.folder / "store.sqlite"
        self.address_of_store = self.databases() if self.databases else f"sqlite:{self.store}"
        self.output = self.folder / "stdout.log"
        self.errors = self.folder / "stderr.log"
        self.origin = None
        # Other nodes on the same store: any of them delivers what any of them wrote.
        self.peers = []
        self._process = None

    def start(self, seconds=60, file_bytes=None, open_files=None):
        """Returns once the server accepts connections. No file grows beyond `file_bytes`, and at most `open_files`
        may be open at once."""

        def limit_files():
            if file_bytes:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
            if open_files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))

        command = [self.program, "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--dev"] if self.is_development else []
        command += ["--store", self.address_of_store, *self.options]
        with open(self.errors, "ab") as errors:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                cwd=self.folder, preexec_fn=limit_files, restore_signals=False,
                env=clean_environment(**self.settings),
            )
        listening = threading.Event()
        self.origin = None

        def read(pipe):
            # To its end, so that the server never waits for a reader.
            with pipe, open(self.output, "ab") as output:
                for line in pipe:
                    output.write(line)
                    output.flush()
                    if found := re.match(rb"listening on (http://\S+)", line):
                        self.origin = found[1].decode()
                        listening.set()
            listening.set()

        self._reader = threading.Thread(target=read, args=(self._process.stdout,), daemon=True)
        self._reader.start()
        in_time = listening.wait(seconds)
        if not in_time or self.origin is None:
            self._process.kill()
            status = self._process.wait()
            what = "ended" if in_time else f"did not listen within {seconds} s"
            raise AssertionError(
                f"the server {what} (status {status}):\n{self.errors.read_text()[-4000:]}"
            )
        return self

    def ask_to_stop(self):
        self._process.send_signal(signal.SIGTERM)

    def stop(self):
        """Asks the server to end, which it has to do well."""
        self.ask_to_stop()
        status = self._ended()
        assert status == 0, f"the server left with {status}:\n{self.errors.read_text()[-4000:]}"

    def kill(self):
        self._process.kill()
        self._ended()

    def close(self):
        """Ends what is still running, however that goes."""
        if self._process and self._process.poll() is None:
            self.kill()

    def _ended(self):
        status = self._process.wait(60)
        self._reader.join(60)
        return status

    @property
    def is_running(self):
        return self._process is not None and self._process.poll() is None

    @property
    def address(self):
        parts = urllib.parse.urlsplit(self.origin)
        return parts.hostname, parts.port

    @property
    def resident_bytes(self):
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024

    def inbox(self, to=None):
        """What this node and its peers delivered, the newest first."""
        query = "?" + urllib.parse.urlencode({"to": to}) if to else ""
        messages = []
        for node in [self, *(peer for peer in self.peers if peer.is_running)]:
            with urllib.request.urlopen(f"{node.origin}/dev/inbox{query}", timeout=30) as answer:
                messages += json.load(answer)
        return sorted(messages, key=lambda message: message["sent_at"], reverse=True)

    def message(self, to, contains=""):
        """The newest message to somebody with these words, once it is there: the outbox is delivered beside the answers."""
        found = wait_for(lambda: [message for message in self.inbox(to) if contains in message["body"]])
        return found[0]

    def pass_time(self, seconds):
        """Moves the server's clock forward, so that no test waits."""
        leap = urllib.request.Request(f"{self.origin}/dev/clock?seconds={seconds}", method="POST")
        with urllib.request.urlopen(leap, timeout=30) as answer:
            assert answer.status == 200
