"""A Prometheus of the test's own, on loopback."""

import json
import re
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

RULES = Path(__file__).resolve().parents[2] / "docs" / "operations" / "alerts.yaml"


def hurried(rules):
    """The rules without their waits, and with a minute for longer times: what they compare stays."""
    hurried, windows = re.subn(r"\[\d+[mhd]\]", "[1m]", rules)
    hurried, waits = re.subn(r"(?m)^( +for:) \d+[mhd]$", r"\1 0s", hurried)
    assert windows > 10 and waits > 10
    return hurried


class Prometheus:
    def __init__(self, folder, servers):
        self.folder = folder
        folder.mkdir()
        (folder / "alerts.yaml").write_text(hurried(RULES.read_text()))
        targets = [urllib.parse.urlsplit(server.origin).netloc for server in servers]
        (folder / "prometheus.yml").write_text(json.dumps({
            "global": {"scrape_interval": "500ms", "scrape_timeout": "500ms", "evaluation_interval": "500ms"},
            "rule_files": ["alerts.yaml"],
            "scrape_configs": [{"job_name": "portico", "static_configs": [{"targets": targets}]}],
        }))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"
        self.log = folder / "prometheus.log"
        with open(self.log, "wb") as log:
            self._process = subprocess.Popen(
                ["prometheus", f"--config.file={folder}/prometheus.yml",
                 f"--storage.tsdb.path={folder}/data", f"--web.listen-address=127.0.0.1:{port}"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def ask(self, path, **query):
        address = f"{self.origin}/api/v1/{path}?{urllib.parse.urlencode(query)}"
        with urllib.request.urlopen(address, timeout=30) as answer:
            return json.load(answer)["data"]

    def value(self, expression):
        result = self.ask("query", query=expression)["result"]
        return float(result[0]["value"][1]) if result else 0.0

    def firing(self):
        return {
            one["labels"]["alertname"] for one in self.ask("alerts")["alerts"] if one["state"] == "firing"}

    def wait(self, what, seconds=90):
        """Until it is so; what Prometheus wrote goes with the failure."""
        ends = time.monotonic() + seconds
        while True:
            try:
                if what():
                    return
            except (urllib.error.URLError, ConnectionError):
                assert self._process.poll() is None, self.log.read_text()[-3000:]
            assert time.monotonic() < ends, f"it did not happen; firing: {self.firing()}"
            time.sleep(0.1)
