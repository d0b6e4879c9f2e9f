"""`portico swarm` on the servers of the cluster: real apps, beside the people whose every acknowledged write is checked."""

import json
import signal

from front import HOST, PROXY
from machines import run, start, wait_until


class Swarm:
    """So many devices that come back again and again, on a mobile network, killed now and then."""

    def __init__(self, program, folder, devices, provider, authority, seed):
        # They look the server up by its name, and check its certificate as the system does.
        hosts = folder / "hosts"
        hosts.write_text(f"127.0.0.1 localhost\n{PROXY} {HOST}\n")
        for ours, of_system in ((hosts, "/etc/hosts"), (authority.file, "/etc/ssl/certs/ca-certificates.crt")):
            run("mount", "--bind", str(ours), of_system)
        self._report, log = folder / "swarm.json", folder / "swarm.log"
        words = [str(program), "swarm", "entry", "--server", f"https://{HOST}", "--json",
                 "--inbox", f"http://127.0.0.1:{provider.http_port}/inbox", "--devices", str(devices), "--arrivals", "1",
                 "--duration", "24h", "--think", "1s", "--rest", "5s", "--patience", "180s", "--network", "mobile",
                 "--kills", "0.02", "--seed", str(seed)]
        self._process = start(["sh", "-c", f'exec "$@" >{self._report}', "sh", *words], log)
        self._log = log
        wait_until(lambda: provider.was_asked or self._process.poll() is not None, 90, "a device asks for a code")
        assert self._process.poll() is None, f"the swarm ended: {log.read_text()[-2000:]}"

    def stop(self):
        """- Returns: what it reports."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(120)
        text = self._report.read_text()
        assert text, f"the swarm has no report: {self._log.read_text()[-2000:]}"
        return json.loads(text)
